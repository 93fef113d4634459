import CSSSyntax
import Diagnostics
import StyleValues

extension MediaQuery {
  /// Reads the prelude of `@media` without reporting problems, which are already reported.
  init(_ text: CSSText) {
    var parser = MediaQueryParser(text)
    self = parser.parseList()
  }
}

/// Reads the prelude of `@media` (Media Queries 4 §3) and of `@supports`, which has the same
/// grammar with other tests.
struct MediaQueryParser {
  private let text: CSSText
  private var tokenizer: CSSTokenizer
  private var token: CSSToken

  /// Answers the tests in parentheses of `@supports`; nil in `@media`.
  private let supports: SupportsTests?

  private(set) var problems: [SyntaxProblem] = []

  private static let deepestNesting = 32
  private static let features = [
    "width", "height", "min-width", "max-width", "min-height", "max-height", "prefers-color-scheme",
    "color-depth", "hyperlinks", "text-sizing", "orientation", "prefers-contrast", "grid", "flat",
  ]

  init(_ text: CSSText, supports: SupportsTests? = nil) {
    self.text = text
    self.supports = supports
    tokenizer = CSSTokenizer(text)
    token = tokenizer.next()
  }

  /// Reads a list of queries; an empty one always holds.
  mutating func parseList() -> MediaQuery {
    skipWhitespace()
    if token.kind == .endOfFile { return .type(matches: true) }
    var queries: [MediaQuery] = []
    while true {
      queries.append(parseQuery())
      guard token.kind == .comma else { break }
      advance()
    }
    return queries.count == 1 ? queries[0] : .any(queries)
  }

  /// Reads the prelude of `@supports`, which is one condition.
  mutating func parseWholeCondition() -> MediaQuery {
    skipWhitespace()
    let start = token
    if let query = parseCondition(depth: 0), token.kind == .endOfFile { return query }
    reportUnexpected(in: "condition", from: start)
    return .unknown
  }

  private mutating func advance() { token = tokenizer.nextSignificant() }

  private mutating func skipWhitespace() {
    while token.kind == .whitespace { token = tokenizer.next() }
  }

  private func isWord(_ word: StaticString) -> Bool {
    token.kind == .ident && tokenizer.name(of: token, is: word)
  }

  /// Reads one query of the list; an error invalidates only this one.
  private mutating func parseQuery() -> MediaQuery {
    skipWhitespace()
    let start = token
    let query: MediaQuery?
    if token.kind == .ident, !isWord("not") || nextIsIdentifier() {
      query = parseTypeQuery()
    } else {
      query = parseCondition(depth: 0)
    }
    if let query, token.kind == .comma || token.kind == .endOfFile { return query }
    if problems.last.map({ $0.range.lowerBound < start.range.lowerBound }) ?? true {
      reportUnexpected(in: "media query", from: start)
    }
    while token.kind != .comma, token.kind != .endOfFile { advance() }
    return .unknown
  }

  private func nextIsIdentifier() -> Bool {
    var ahead = tokenizer
    return ahead.nextSignificant().kind == .ident
  }

  /// `[not | only]? type [and condition]?`.
  private mutating func parseTypeQuery() -> MediaQuery? {
    let isNegated = isWord("not")
    if isNegated || isWord("only") { advance() }
    guard token.kind == .ident else { return nil }
    var query = MediaQuery.type(matches: isWord("all") || isWord("screen"))
    advance()
    if isWord("and") {
      advance()
      guard let condition = parseCondition(depth: 0, allowsOr: false) else { return nil }
      query = .all([query, condition])
    }
    return isNegated ? .not(query) : query
  }

  /// `not (…)`, `(…) and (…)`, `(…) or (…)`.
  private mutating func parseCondition(depth: Int, allowsOr: Bool = true) -> MediaQuery? {
    if isWord("not") {
      advance()
      return parseInParentheses(depth: depth).map { .not($0) }
    }
    guard let first = parseInParentheses(depth: depth) else { return nil }
    var operands = [first]
    let isAnd = isWord("and")
    guard isAnd || (allowsOr && isWord("or")) else { return first }
    while isAnd ? isWord("and") : isWord("or") {
      advance()
      guard let next = parseInParentheses(depth: depth) else { return nil }
      operands.append(next)
    }
    return isAnd ? .all(operands) : .any(operands)
  }

  /// Reads what is in parentheses; if it is not understood, it is *unknown* (`<general-enclosed>`,
  /// Media Queries 4 §3).
  private mutating func parseInParentheses(depth: Int) -> MediaQuery? {
    let start = token
    let problemsBefore = problems.count
    var inner: MediaQuery?
    if token.kind == .leftParenthesis {
      guard depth < Self.deepestNesting else { return nil }
      advance()
      inner =
        token.kind == .leftParenthesis || token.kind == .function || isWord("not")
        ? parseCondition(depth: depth + 1)
        : supports.map { answer($0.holds(declaration:)) } ?? parseFeature()
    } else if token.kind != .function {
      return nil
    } else if let supports, tokenizer.name(of: token).lowercased() == "selector" {
      advance()
      inner = answer(supports.holds(selector:))
    }
    if let inner, token.kind == .rightParenthesis {
      advance()
      return inner
    }
    if supports == nil, problems.count == problemsBefore { report("invalid media feature", start) }
    tokenizer.position = start.range.upperBound
    return skipToClosingParenthesis() ? .unknown : nil
  }

  /// Tests the text up to the closing parenthesis.
  private mutating func answer(_ holds: (CSSText) -> Bool?) -> MediaQuery {
    let start = token.range.lowerBound
    var open = 1
    while token.kind != .endOfFile {
      switch token.kind {
      case .leftParenthesis, .function: open += 1
      case .rightParenthesis: open -= 1
      default: break
      }
      if open == 0 { break }
      token = tokenizer.next()
    }
    let asked = text.slice(start..<token.range.lowerBound)
    return holds(asked).map { .type(matches: $0) } ?? .unknown
  }

  /// Skips the parenthesis that closes the current one.
  private mutating func skipToClosingParenthesis() -> Bool {
    var open = 1
    while open > 0 {
      token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return false
      case .leftParenthesis, .function: open += 1
      case .rightParenthesis: open -= 1
      default: break
      }
    }
    advance()
    return true
  }

  // MARK: Features

  private mutating func parseFeature() -> MediaQuery? {
    if token.kind == .ident {
      let start = token
      let name = tokenizer.name(of: token).lowercased()
      advance()
      switch token.kind {
      case .colon:
        advance()
        return parseValue(of: name, at: start)
      case .rightParenthesis: return parseBoolean(name, at: start)
      default:
        guard let axis = MediaQuery.Axis(rawValue: name) else {
          reportUnknown(name, start)
          return nil
        }
        guard let comparison = parseComparison(), let cells = size(axis) else { return nil }
        return .size(axis: axis, comparison: comparison, cells: cells)
      }
    }
    return parseReversedRange()
  }

  /// `80 <= width` and `80 <= width < 120`.
  private mutating func parseReversedRange() -> MediaQuery? {
    // The axis decides the meaning of the unit, which is after the number.
    let start = token.range.lowerBound
    guard let end = cells(from: start, .width)?.end else { return nil }
    go(to: end)
    guard let first = parseComparison(), token.kind == .ident,
      let axis = MediaQuery.Axis(rawValue: tokenizer.name(of: token).lowercased()),
      let low = cells(from: start, axis)?.count
    else { return nil }
    advance()
    let left = MediaQuery.size(axis: axis, comparison: first.mirrored, cells: low)
    if token.kind == .rightParenthesis { return left }
    guard let second = parseComparison(), let high = size(axis) else { return nil }
    return .all([left, .size(axis: axis, comparison: second, cells: high)])
  }

  private mutating func parseComparison() -> MediaQuery.Comparison? {
    guard token.kind == .delimiter else { return nil }
    let first = Unicode.Scalar(token.delimiter)
    // `<=` is two tokens with nothing between them.
    token = tokenizer.next()
    var hasEquals = false
    if token.isDelimiter("="), first != "=" {
      hasEquals = true
      token = tokenizer.next()
    }
    skipWhitespace()
    switch first {
    case "<": return hasEquals ? .lessOrEqual : .less
    case ">": return hasEquals ? .greaterOrEqual : .greater
    case "=": return .equal
    default: return nil
    }
  }

  private mutating func size(_ axis: MediaQuery.Axis) -> Double? {
    guard let cells = cells(from: token.range.lowerBound, axis) else { return nil }
    go(to: cells.end)
    return cells.count
  }

  /// The number of cells, and the offset after it.
  ///
  /// A bare number is cells; lengths become cells of 7.5 × 15 px, and `ch` and `lh` are cells.
  private func cells(from start: Int, _ axis: MediaQuery.Axis) -> (count: Double, end: Int)? {
    let cell = axis == .width ? 7.5 : 15.0
    let context = ConversionContext(dialect: .css, cellWidth: cell, cellHeight: cell)
    var cursor = ValueCursor(text.slice(start..<text.range.upperBound), in: context)
    guard let value = try? cursor.takeNumeric(), value.value.isFinite else { return nil }
    switch value.kind {
    case .number: return (value.value, cursor.offset)
    case .length: return (value.value / cell, cursor.offset)
    case .percentage, .angle, .lengthPercentage: return nil
    }
  }

  private mutating func go(to offset: Int) {
    tokenizer.position = offset
    token = tokenizer.next()
  }

  private mutating func parseValue(of name: String, at start: CSSToken) -> MediaQuery? {
    if let axis = MediaQuery.Axis(rawValue: name) {
      return size(axis).map { .size(axis: axis, comparison: .equal, cells: $0) }
    }
    if name.hasPrefix("min-") || name.hasPrefix("max-"),
      let axis = MediaQuery.Axis(rawValue: String(name.dropFirst(4)))
    {
      let comparison: MediaQuery.Comparison =
        name.hasPrefix("min-") ? .greaterOrEqual : .lessOrEqual
      return size(axis).map { .size(axis: axis, comparison: comparison, cells: $0) }
    }
    guard let value = keyword(), Self.features.contains(name) else {
      if !Self.features.contains(name) { reportUnknown(name, start) }
      return skipValue()
    }
    switch (name, value) {
    case ("prefers-color-scheme", "dark"): return .scheme(isDark: true)
    case ("prefers-color-scheme", "light"): return .scheme(isDark: false)
    case ("prefers-color-scheme", "no-preference"): return .unknownScheme
    case ("orientation", "landscape"): return .orientation(isLandscape: true)
    case ("orientation", "portrait"): return .orientation(isLandscape: false)
    case ("prefers-contrast", "custom"): return .type(matches: false)
    case ("prefers-contrast", _):
      if let preference = ContrastPreference(rawValue: value) { return .contrast(preference) }
    // A terminal is a grid, and nothing else.
    case ("grid", "1"), ("grid", "0"): return .type(matches: value == "1")
    case ("color-depth", _):
      if let depth = ColorDepth(rawValue: value), depth != .none { return .depth(depth) }
    default: break
    }
    report("'\(value)' is not a value of '\(name)'", start)
    return .unknown
  }

  private mutating func keyword() -> String? {
    guard token.kind == .ident || token.kind == .number else { return nil }
    let text = text.slice(token.range).string.lowercased()
    advance()
    return text
  }

  private mutating func skipValue() -> MediaQuery? {
    while token.kind != .rightParenthesis, token.kind != .comma, token.kind != .endOfFile {
      advance()
    }
    return .unknown
  }

  private mutating func parseBoolean(_ name: String, at start: CSSToken) -> MediaQuery {
    switch name {
    case "hyperlinks": return .hyperlinks
    case "text-sizing": return .textSizing
    case "flat": return .flat
    case "grid": return .type(matches: true)
    case "prefers-contrast": return .not(.contrast(.noPreference))
    case "width": return .size(axis: .width, comparison: .greater, cells: 0)
    case "height": return .size(axis: .height, comparison: .greater, cells: 0)
    case "color-depth": return .not(.depth(.mono))
    case "color": return .not(.any([.depth(.none), .depth(.mono)]))
    case "prefers-color-scheme", "orientation": return .type(matches: true)
    default:
      reportUnknown(name, start)
      return .unknown
    }
  }

  /// Reports an unknown feature, unless CSS has it.
  private mutating func reportUnknown(_ name: String, _ token: CSSToken) {
    if MediaFeatureNames.areOfCSS(name) { return }
    problems.append(
      SyntaxProblem(
        message: "unknown media feature '\(name)'", range: token.range,
        suggestion: nearestName(to: name, in: Self.features)))
  }

  private mutating func reportUnexpected(in name: String, from start: CSSToken) {
    guard token.kind != .endOfFile else { return report("incomplete \(name)", start) }
    report("unexpected '\(text.slice(token.range).string)' in \(name)", token)
  }

  private mutating func report(_ message: String, _ token: CSSToken) {
    problems.append(SyntaxProblem(message: message, range: token.range))
  }
}

extension MediaQuery.Comparison {
  fileprivate var mirrored: MediaQuery.Comparison {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .greater: .less
    }
  }
}

/// The tests of `@supports` (CSS Conditional 3 §2, CSS Conditional 4 §2).
///
/// Supported is what text in a terminal can show; properties that are only read, for stylesheets
/// shared with browsers, are not.
struct SupportsTests {
  let parser: PropertyParser

  let extensions: StyleExtensions

  let selectorForm: SelectorParser.Form

  /// True if a declaration has an effect; nil if the text is no declaration.
  func holds(declaration text: CSSText) -> Bool? {
    let (block, problems) = parseDeclarations(text)
    guard problems.isEmpty, block.items.count == 1, case .declaration(let read)? = block.items.first
    else { return nil }
    var declaration = Declaration(read)
    switch declaration.property {
    case .withoutEffect: return false
    case .longhand(.display):
      // Boxes of other kinds are read, and shown as text in lines.
      return ["none", "inline", "inline-block"].contains(read.value.string.lowercased())
    case .longhand, .shorthand, .custom, .unknown: break
    }
    return declaration.specify(with: parser, sheetDialect: .css, extensions: extensions) == nil
  }

  /// True if a selector can match elements of a text.
  func holds(selector text: CSSText) -> Bool? {
    var selectors = SelectorParser(text, form: selectorForm)
    var pool = SelectorPool()
    guard let list = try? selectors.parseList(pool: &pool), list.count == 1 else { return false }
    return selectors.ignored.isEmpty && selectors.unanswered.isEmpty
  }
}
