/// The work and memory that the styles of a text may take: the one place that bounds them.
///
/// Each element may ask many rules and keep long values, so that together they could cost the
/// product of a sheet and a text.
struct StyleBudget {
  /// Remaining budget for compound selectors that are not indexed by name.
  var questions = mostQuestions

  /// About how many bytes of any length are kept: what elements are found by, their values, and
  /// what others keep of them.
  private(set) var keptBytes = 0

  /// About how many of those are values: the variables of the elements, and their lists.
  private var valueBytes = 0

  /// Greatest number of questions that all elements together may ask of rules.
  static let mostQuestions = 1 << 24

  /// Number of questions of each element that do not count.
  static let freeQuestions = RuleIndex.mostAsked * 4

  /// With more bytes of values, elements declare no variables any more.
  private static let mostBytes = 64 << 20

  /// With more bytes of values, elements have no shadows and gradients of their own any more.
  private static let mostListBytes = 32 << 20

  /// True if elements may ask rules that no name tells.
  var mayAsk: Bool { questions > 0 }

  /// True if elements may declare variables.
  var mayDeclare: Bool { valueBytes < Self.mostBytes }

  /// True if elements may have shadows and gradients of their own.
  var mayKeepLists: Bool { valueBytes < Self.mostListBytes }

  /// The budget of a resolver that goes on after this one, and keeps nothing of its elements.
  var withoutElements: StyleBudget {
    var budget = StyleBudget()
    budget.questions = questions
    return budget
  }

  mutating func take(questions asked: Int) {
    questions -= max(0, asked - Self.freeQuestions)
  }

  mutating func count(_ bytes: Int) { keptBytes += bytes }

  mutating func count(values bytes: Int) {
    valueBytes += bytes
    count(bytes)
  }
}
