import Bytes
import CSSSyntax
package import Diagnostics
package import PatternMatching

/// Patterns with a name that plain text is searched for: `@highlight` or `@line`.
package struct HighlightRule: Sendable {
  /// At-rule of the patterns, and the key in dictionaries.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Parts of lines.
    case highlight = "@highlight"
    /// Whole lines.
    case line = "@line"
  }

  /// A pattern and its place.
  package struct Source: Sendable {
    package let pattern: Pattern
    package let range: SourceRange
  }

  package let kind: Kind

  /// Class of the matches.
  package let name: String

  /// The patterns; none where the rule only removes another one.
  package fileprivate(set) var patterns: [Source]

  /// Number of its condition in the sheet; -1 when it counts on every terminal.
  let condition: Int32

  /// Number of its cascade layer; -1 outside of all.
  let layer: Int32

  let range: SourceRange
}

/// The patterns of one kind that count for a terminal.
package struct Highlights: Sendable {
  /// The automaton of all patterns.
  package let set: PatternSet

  /// For each pattern, its name, place and groups.
  package let patterns: [(name: String, source: HighlightRule.Source)]
}

extension Stylesheet {
  /// The patterns of one kind that count for a terminal; nil where there are none.
  func highlights(_ kind: HighlightRule.Kind, _ environment: Environment) -> Highlights? {
    guard highlightRules.contains(where: { $0.kind == kind }) else { return nil }
    let holds = hold(environment)
    let strengths = layers.strengths()
    func strength(_ rule: HighlightRule) -> Int32 {
      rule.layer < 0 ? CascadePriority.outsideLayers : strengths[Int(rule.layer)]
    }
    // Sorting is stable.
    let ordered =
      strengths.isEmpty ? highlightRules : highlightRules.sorted { strength($0) < strength($1) }
    var rules: [HighlightRule] = []
    for rule in ordered where rule.kind == kind {
      guard rule.condition < 0 || holds[Int(rule.condition)] else { continue }
      rules.removeAll { $0.name == rule.name }
      rules.append(rule)
    }
    let patterns = rules.flatMap { rule in rule.patterns.map { (rule.name, $0) } }
    guard !patterns.isEmpty, let set = try? kind.set(of: patterns.map(\.1)) else { return nil }
    return Highlights(set: set, patterns: patterns)
  }

  /// Leaves out the rules from the first one on that goes beyond a limit.
  mutating func limitHighlights() {
    for kind in HighlightRule.Kind.allCases {
      let indices = highlightRules.indices.filter { highlightRules[$0].kind == kind }
      // The automaton is mostly needed later, or never.
      let patterns = indices.flatMap { highlightRules[$0].patterns.map(\.pattern) }
      if PatternSet.isSmall(patterns) { continue }
      let owners = indices.flatMap { index in highlightRules[index].patterns.map { _ in index } }
      do throws(PatternSet.LimitError) {
        _ = try kind.set(of: indices.flatMap { highlightRules[$0].patterns })
      } catch {
        let first = owners[min(error.pattern, owners.count - 1)]
        findings.add(
          Diagnostic(.error, .inputTooLarge, error.message, at: highlightRules[first].range))
        for index in indices where index >= first { highlightRules[index].patterns = [] }
      }
    }
  }
}

extension HighlightRule.Kind {
  /// The automaton of some patterns.
  package func set(
    of patterns: [HighlightRule.Source]
  ) throws(PatternSet.LimitError) -> PatternSet {
    try PatternSet(patterns.map(\.pattern), matching: self == .line ? .wholeLine : .parts)
  }
}

// MARK: Reading

/// A pattern as a file has it, with the places of its bytes.
struct WrittenPattern {
  let text: String
  let location: (Range<Int>) -> SourceRange
}

extension StylesheetBuilder {
  /// Reads `NAME "pattern", …` of an at-rule.
  mutating func addHighlights(_ kind: HighlightRule.Kind, _ rule: CSSAtRule) {
    guard rule.block == nil, let (name, patterns) = rule.prelude.namedPatterns else {
      return report(
        Diagnostic(
          .error, .invalidPattern, "expected '\(kind.rawValue) NAME \"PATTERN\";'",
          at: rule.nameRange))
    }
    addHighlights(kind, name, at: rule.prelude.location, patterns)
  }

  /// Reads `{"NAME": "pattern"}` or a list of patterns.
  mutating func addHighlights(
    _ kind: HighlightRule.Kind, _ members: [JSONMember], in document: JSONDocument
  ) {
    for member in members {
      guard let patterns = document.patterns(member.value) else {
        report(
          Diagnostic(
            .error, .invalidPattern, "expected a pattern or a list of patterns",
            at: document.location(of: member.value.range)))
        continue
      }
      let range = document.location(of: member.key.range)
      addHighlights(kind, document.string(member.key), at: range, patterns)
    }
  }

  private mutating func addHighlights(
    _ kind: HighlightRule.Kind, _ name: String, at range: SourceRange, _ written: [WrittenPattern]
  ) {
    guard !name.isEmpty, !name.utf8.contains(where: \.isASCIIWhitespace) else {
      return report(
        Diagnostic(
          .error, .invalidPattern, "'\(name)' is no class name; use a name without spaces",
          at: range))
    }
    var patterns: [HighlightRule.Source] = []
    for pattern in written where !pattern.text.isEmpty {
      do throws(PatternError) {
        patterns.append(
          HighlightRule.Source(
            pattern: try Pattern(pattern.text),
            range: pattern.location(0..<pattern.text.utf8.count)))
      } catch {
        report(
          Diagnostic(.error, .invalidPattern, error.message, at: pattern.location(error.range)))
      }
    }
    // Without its only pattern, which is wrong, a rule does not remove the one before.
    guard !patterns.isEmpty || written.allSatisfy(\.text.isEmpty) else { return }
    sheet.hasReadRule = true
    sheet.highlightRules.append(
      HighlightRule(
        kind: kind, name: name, patterns: patterns, condition: numberOfCondition(),
        layer: Int32(layer ?? -1), range: range))
  }
}

extension CSSText {
  /// A name and strings between commas.
  ///
  /// A string is a pattern as it stands: a backslash belongs to the pattern, not to CSS.
  var namedPatterns: (name: String, patterns: [WrittenPattern])? {
    var tokenizer = CSSTokenizer(self)
    let name = tokenizer.nextSignificant()
    guard name.kind == .ident else { return nil }
    var patterns: [WrittenPattern] = []
    while true {
      let token = tokenizer.nextSignificant()
      guard token.kind == .string else { return nil }
      let pattern = slice(token.nameRange)
      patterns.append(
        WrittenPattern(text: pattern.string) { range in
          pattern.location(
            of: range.lowerBound + pattern.range.lowerBound..<range.upperBound
              + pattern.range.lowerBound)
        })
      switch tokenizer.nextSignificant().kind {
      case .comma: continue
      case .endOfFile: return (tokenizer.name(of: name), patterns)
      default: return nil
      }
    }
  }
}

extension JSONDocument {
  /// A pattern or several; nil for any other value.
  func patterns(_ node: JSONNode) -> [WrittenPattern]? {
    switch node.value {
    case .string(let string):
      [WrittenPattern(text: self.string(string)) { self.location(of: $0, decodedFrom: string) }]
    case .array(let elements):
      elements.reduce([WrittenPattern]()) { list, element in
        guard let list, case .string = element.value, let one = patterns(element) else {
          return nil
        }
        return list + one
      }
    default: nil
    }
  }
}
