/// The limits of work and memory for the styles of a text; no other place limits them.
///
/// Each element may test many rules and keep long values, so that together they could cost the
/// product of stylesheet and text.
struct StyleBudget {
  /// The remaining tests of compound selectors that are not indexed by name.
  var questions = mostQuestions

  /// The approximate bytes of everything of variable length that is kept: keys of elements, their
  /// values, and what callers keep of them.
  private(set) var keptBytes = 0

  /// The approximate bytes of values in that: variables and lists.
  private var valueBytes = 0

  /// The most tests of rules for all elements together.
  static let mostQuestions = 1 << 24

  /// The tests of each element that do not count.
  static let freeQuestions = RuleIndex.mostAsked * 4

  /// With more bytes of values, elements cannot declare variables.
  private static let mostBytes = 64 << 20

  /// With more bytes of values, elements lose their own shadows and gradients.
  private static let mostListBytes = 32 << 20

  /// True if rules that are not indexed by name may be tested.
  var mayAsk: Bool { questions > 0 }

  var mayDeclare: Bool { valueBytes < Self.mostBytes }

  var mayKeepLists: Bool { valueBytes < Self.mostListBytes }

  /// The budget of a resolver that replaces this one and keeps none of its elements.
  var withoutElements: StyleBudget {
    var budget = StyleBudget()
    budget.questions = questions
    return budget
  }

  mutating func take(questions asked: Int) { questions -= max(0, asked - Self.freeQuestions) }

  mutating func count(_ bytes: Int) { keptBytes += bytes }

  mutating func count(values bytes: Int) {
    valueBytes += bytes
    count(bytes)
  }
}
