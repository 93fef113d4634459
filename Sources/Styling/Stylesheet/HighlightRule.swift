import Bytes
import CSSSyntax
package import Diagnostics
package import PatternMatching
import StyleValues

/// Patterns with a name for plain text: `@highlight` or `@line`.
package struct HighlightRule: Sendable {
  /// The at-rule of the patterns, and the key in dictionaries.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Parts of lines.
    case highlight = "@highlight"
    /// Whole lines.
    case line = "@line"
  }

  /// A pattern and its range.
  package struct Source: Sendable {
    package let pattern: Pattern
    package let range: SourceRange
  }

  package let kind: Kind

  /// Languages of code that it is for, in lower case; none for plain text.
  package let languages: [String]

  /// The class of the matches.
  package let name: String

  /// Empty if the rule only removes another one.
  package fileprivate(set) var patterns: [Source]

  /// The number of its condition in the stylesheet; -1 for none.
  fileprivate(set) var condition: Int32

  /// The number of its cascade layer; -1 for none.
  fileprivate(set) var layer: Int32

  let range: SourceRange
}

/// An `@language` of a bundled stylesheet, whose patterns are parsed when code of the language is
/// read, because most texts have code of few languages.
struct UnreadLanguage: Sendable {
  let languages: [String]
  let rule: CSSAtRule
  let condition: Int32
  let layer: Int32

  /// The number of weaker rules in the stylesheet.
  let place: Int

  var rules: [HighlightRule] {
    var builder = StylesheetBuilder(adding: .css, to: Stylesheet(dialect: .css))
    builder.languages = languages
    builder.addPatterns(in: rule)
    return builder.sheet.highlightRules.map { read in
      var read = read
      (read.condition, read.layer) = (condition, layer)
      return read
    }
  }
}

/// The patterns of one kind for a terminal.
package struct Highlights: Sendable {
  package let set: PatternSet

  package let patterns: [(name: String, source: HighlightRule.Source)]
}

extension Stylesheet {
  /// The patterns of one kind for a terminal, for code of a language or plain text; nil if there
  /// are none.
  func highlights(
    _ kind: HighlightRule.Kind, _ environment: Environment, language: String? = nil
  ) -> Highlights? {
    let candidates = highlightRules(for: language).filter { $0.kind == kind }
    guard !candidates.isEmpty else { return nil }
    let holds = hold(environment)
    let strengths = layers.strengths()
    func strength(_ rule: HighlightRule) -> Int32 {
      rule.layer < 0 ? CascadePriority.outsideLayers : strengths[Int(rule.layer)]
    }
    // Sorting is stable.
    let ordered = strengths.isEmpty ? candidates : candidates.sorted { strength($0) < strength($1) }
    let rules = ordered.filter { $0.condition < 0 || holds[Int($0.condition)] }
    var last: [String: Int] = [:]
    for (index, rule) in rules.enumerated() { last[rule.name] = index }
    let patterns = rules.enumerated().filter { last[$1.name] == $0 }.flatMap { _, rule in
      rule.patterns.map { (rule.name, $0) }
    }
    guard !patterns.isEmpty, let set = try? kind.set(of: patterns.map(\.1)) else { return nil }
    return Highlights(set: set, patterns: patterns)
  }

  /// The rules for code of a language, or for plain text if it is nil.
  private func highlightRules(for language: String?) -> [HighlightRule] {
    guard let language else { return highlightRules.filter(\.languages.isEmpty) }
    var rules: [HighlightRule] = []
    var count = 0
    for unread in unreadLanguages where unread.languages.contains(language) {
      rules += highlightRules[count..<unread.place] + unread.rules
      count = unread.place
    }
    rules += highlightRules[count...]
    return rules.filter { $0.languages.contains(language) }
  }

  /// Drops all rules from the first one that exceeds a limit.
  mutating func limitHighlights() {
    for kind in HighlightRule.Kind.allCases {
      var indices: [String: [Int]] = [:]
      for (index, rule) in highlightRules.enumerated() where rule.kind == kind {
        // No language has an empty name.
        for language in rule.languages.isEmpty ? [""] : rule.languages {
          indices[language, default: []].append(index)
        }
      }
      for (_, indices) in indices.sorted(by: { $0.key < $1.key }) { limitHighlights(kind, indices) }
    }
  }

  private mutating func limitHighlights(_ kind: HighlightRule.Kind, _ indices: [Int]) {
    let patterns = indices.flatMap { highlightRules[$0].patterns.map(\.pattern) }
    // The automaton is mostly needed later, or never.
    if PatternSet.isSmall(patterns) { return }
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

extension StyleResolver {
  /// The patterns of one kind for plain text or code of a language; nil if there are none.
  package func highlights(_ kind: HighlightRule.Kind, language: String? = nil) -> Highlights? {
    stylesheet.highlights(kind, environment, language: language)
  }

  /// The language of code in a class, `*` for one without patterns; nil for code that is
  /// highlighted already.
  package func language(of classes: [String]) -> String? {
    guard !classes.isEmpty, !languages.isEmpty, !classes.contains("highlighted") else { return nil }
    // What follows a name is for other programs: ```rust,ignore
    let names = classes.lazy.filter { $0.hasPrefix("language-") }.map {
      String($0.dropFirst("language-".count).prefix { HighlightRule.isInLanguageName($0) })
        .lowercasedASCII
    }.filter { !$0.isEmpty }
    return names.first(where: languages.contains)
      ?? (languages.contains(HighlightRule.anyLanguage) && !names.isEmpty
        ? HighlightRule.anyLanguage : nil)
  }
}

extension HighlightRule {
  /// Stands for all languages without an `@language`.
  fileprivate static let anyLanguage = "*"

  fileprivate static func isInLanguageName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-#._".contains(character))
  }

  fileprivate static let mostLanguages = 32

  /// The languages of `@language`, in lower case; nil if one is not a name.
  static func languages(_ names: String) -> [String]? {
    // A key of JSON that comes again has a comment behind it.
    let written = names.prefix(upTo: names.firstRange(of: "/*")?.lowerBound ?? names.endIndex)
    let names = written.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmingASCIIWhitespace.lowercasedASCII
    }
    let isValid = names.allSatisfy {
      $0 == anyLanguage || !$0.isEmpty && $0.allSatisfy(isInLanguageName)
    }
    return isValid && names.count <= mostLanguages ? names : nil
  }
}

extension HighlightRule.Kind {
  package func set(
    of patterns: [HighlightRule.Source]
  ) throws(PatternSet.LimitError) -> PatternSet {
    try PatternSet(patterns.map(\.pattern), matching: self == .line ? .wholeLine : .parts)
  }
}

// MARK: Reading

/// A pattern with the ranges of its bytes in the file.
struct WrittenPattern {
  let text: String
  let location: (Range<Int>) -> SourceRange
}

extension StylesheetBuilder {
  /// Reads `NAME "pattern", …` of an at-rule.
  mutating func addHighlights(_ kind: HighlightRule.Kind, _ rule: CSSAtRule) {
    guard rule.block == nil, let (name, patterns) = rule.prelude.namedPatterns else {
      let hasDot = rule.prelude.string.first { !$0.isWhitespace } == "."
      return report(
        Diagnostic(
          .error, .invalidPattern,
          hasDot
            ? "name of a pattern has a dot; write it without"
            : "expected '\(kind.rawValue) NAME \"PATTERN\";'", at: rule.nameRange))
    }
    addHighlights(kind, name, at: rule.prelude.location, patterns)
  }

  /// Reads `{"NAME": "pattern"}`, or a list of patterns.
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
        kind: kind, languages: languages, name: name, patterns: patterns,
        condition: numberOfCondition(), layer: Int32(layer ?? -1), range: range))
  }

  /// Reads the patterns of an `@language` if its names are valid.
  mutating func addLanguages(_ names: String, at range: SourceRange, _ read: (inout Self) -> Void) {
    guard let names = HighlightRule.languages(names), languages.isEmpty else {
      return report(
        Diagnostic(
          .error, .invalidPattern,
          "expected '@language NAME, … { @highlight … }' with at most \(HighlightRule.mostLanguages) "
            + "names, outside of other languages", at: range))
    }
    sheet.languages += names
    languages = names
    read(&self)
    languages = []
  }

  mutating func addPatterns(in rule: CSSAtRule) {
    for item in rule.block?.read.items ?? [] {
      switch item {
      case .rule(.at(let inner)):
        if let kind = HighlightRule.Kind(rawValue: "@" + inner.name) {
          addHighlights(kind, inner)
        } else {
          reportInLanguage(at: inner.nameRange)
        }
      case .rule(.qualified(let inner)): reportInLanguage(at: inner.prelude.location)
      case .declaration(let declaration): reportInLanguage(at: declaration.nameRange)
      }
    }
  }

  /// Keeps the patterns of an `@language` unread until they are needed.
  mutating func addUnread(_ rule: CSSAtRule) {
    sheet.hasReadRule = true
    sheet.unreadLanguages.append(
      UnreadLanguage(
        languages: languages, rule: rule, condition: numberOfCondition(),
        layer: Int32(layer ?? -1), place: sheet.highlightRules.count))
  }

  mutating func reportInLanguage(at range: SourceRange) {
    report(
      Diagnostic(
        .error, .invalidPattern,
        "'@language' holds only '@highlight' and '@line'; put this rule outside", at: range))
  }
}

extension CSSText {
  /// A name, and strings between commas.
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
  /// One pattern or several; nil for any other value.
  func patterns(_ node: JSONNode) -> [WrittenPattern]? {
    guard case .array(let elements) = node.value else { return pattern(node).map { [$0] } }
    let patterns = elements.compactMap(pattern)
    return patterns.count == elements.count ? patterns : nil
  }

  private func pattern(_ node: JSONNode) -> WrittenPattern? {
    guard case .string(let string) = node.value else { return nil }
    return WrittenPattern(text: self.string(string)) { self.location(of: $0, decodedFrom: string) }
  }
}
