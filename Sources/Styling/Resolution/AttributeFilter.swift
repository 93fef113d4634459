import Bytes

/// The attributes that a stylesheet can see, in selectors or generated text.
///
/// An attribute for which no test holds is the same as a missing one, so data with very many values
/// need not keep them all.
package struct AttributeFilter: Sendable {
  private let tests: AttributeTests
  private let asked: Set<String>

  /// Names in `attr()`; nil if any name may be.
  private let shown: Set<String>?

  /// For each name that is only compared with whole values, a bit for each of their lengths in
  /// bytes.
  private var lengths: [String: UInt64] = [:]

  /// Answers for short values, which data repeats.
  private var answers: [ElementAttribute: Bool] = [:]

  private static let mostAnswers = 4096
  private static let longestKept = 32

  init(_ index: RuleIndex) {
    tests = index.attributes
    asked = Set(tests.all.map(\.name))
    let generated = index.hasGenerated ? index.sheet.shownAttributes : []
    shown = generated?.union(index.sheet.hueAttributes)
    for name in asked {
      let own = tests.all.filter { $0.name == name }
      guard own.allSatisfy({ $0.comparison == .equals && $0.value.utf8.count < 64 }) else {
        continue
      }
      lengths[name] = own.reduce(0) { $0 | 1 << UInt64($1.value.utf8.count) }
    }
  }

  package func sees(_ name: String) -> Bool {
    shown.map { $0.contains(name) } != false || asked.contains(name)
  }

  package func seesAny(startingWith prefix: String) -> Bool {
    shown.map { $0.contains { $0.hasPrefix(prefix) } } != false
      || asked.contains { $0.hasPrefix(prefix) }
  }

  package mutating func sees(_ name: String, value: Span<UInt8>) -> Bool {
    if shown.map({ $0.contains(name) }) != false { return true }
    if let lengths = lengths[name], value.count > 63 || lengths & 1 << UInt64(value.count) == 0 {
      return false
    }
    guard asked.contains(name) else { return false }
    let attribute = ElementAttribute(name: name, value: String(0..<value.count, of: value))
    if let known = answers[attribute] { return known }
    let answer = !tests.answers(for: [attribute]).isEmpty
    if value.count <= Self.longestKept, answers.count < Self.mostAnswers {
      answers[attribute] = answer
    }
    return answer
  }
}

extension Stylesheet {
  /// The attributes that `content` shows; nil if a variable may name any.
  fileprivate var shownAttributes: Set<String>? {
    var names: Set<String> = []
    for rule in rules {
      for declaration in declarations[rule.declarations] {
        guard case .longhand(.content) = declaration.property else { continue }
        guard
          let style = PropertyParser.style(declaration.property, declaration.value, rule.dialect)
        else { return nil }
        for case .attribute(let name, _) in style.text.content?.items ?? [] { names.insert(name) }
      }
    }
    return names
  }
}
