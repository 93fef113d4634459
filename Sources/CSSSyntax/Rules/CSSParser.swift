import Bytes
import Diagnostics

/// The parser of CSS Syntax §5, with the open blocks on an explicit stack.
///
/// It has no recursion, so the depth of the input cannot exhaust the machine's stack. Each byte is
/// read at most twice: once to find out that a nested rule is no declaration, once as a rule.
struct CSSParser {
  enum Context {
    /// Rules, as in a file
    case stylesheet
    /// Declarations and nested rules, as in a `style` attribute
    case block
  }

  /// A rule whose block has been opened and not yet closed.
  private struct OpenRule {
    /// The name of an at-rule; nil for a qualified rule.
    let keyword: CSSText?
    let prelude: CSSText
    let brace: Int
    /// Number of items of outer blocks on their stack.
    let base: Int
    /// True if the rule is kept; an invalid one is read to its end as well.
    let isValid: Bool
  }

  let text: CSSText
  let context: Context
  var tokens: CSSTokenizer
  var findings = DiagnosticLog()

  private(set) var rules: [CSSRule] = []

  /// The items of all open blocks, from the outermost one.
  private(set) var items: [CSSBlockItem] = []

  private var open: [OpenRule] = []

  /// Name of an at-rule whose blocks are skipped.
  var unread: StaticString?

  /// True after a finding about a bracket that is open at a `}`, and contains it.
  private var bracketHidesBrace = false

  init(_ text: CSSText, context: Context) {
    self.text = text
    self.context = context
    tokens = CSSTokenizer(text, keepsComments: true)
  }

  /// Number of blocks around the next token.
  var depth: Int { open.count }

  /// True if declarations are allowed, and a `;` ends invalid text.
  private var isNested: Bool { context == .block || !open.isEmpty }

  var comments: [SourceComment] {
    tokens.comments.map { range in
      let isClosed = tokens.unclosedComment != range.lowerBound
      let end = isClosed ? range.upperBound - 2 : range.upperBound
      return SourceComment(
        style: .block, contents: text.slice(range.lowerBound + 2..<end),
        range: text.location(of: range))
    }
  }

  /// *Consume a stylesheet's contents* and *consume a block's contents*, §5.5.1 and §5.5.4.
  mutating func parse() {
    reading: while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .semicolon where isNested: continue
      case .cdo where !isNested, .cdc where !isNested: continue
      case .endOfFile: break reading
      case .rightBrace where !open.isEmpty: closeBlock(at: token.range.upperBound)
      case .rightBrace where context == .block:
        findings.add(
          .error, .strayBrace, at: token.range, "'}' has no matching '{'; the rest is ignored")
        break reading
      case .atKeyword: readAtRule(token)
      case .ident where isNested:
        switch readDeclaration(token) {
        case .declaration(let declaration): items.append(.declaration(declaration))
        case .dropped: break
        case .notADeclaration(let missesColon): readQualifiedRule(token, missesColon: missesColon)
        }
      default: readQualifiedRule(token, missesColon: nil)
      }
    }
    if let start = tokens.unclosedComment {
      findings.add(
        .warning, .unclosedComment, at: start..<start + 2, "comment is not closed; add '*/'")
    }
    while let rule = open.last {
      if !bracketHidesBrace {
        findings.add(.warning, .unclosedBlock, at: rule.brace..<rule.brace + 1, "'{' is not closed")
      }
      closeBlock(at: tokens.end)
    }
  }

  // MARK: Rules

  /// *Consume an at-rule*, §5.5.2.
  private mutating func readAtRule(_ keyword: CSSToken) {
    var prelude = Extent(after: keyword)
    var problem: ValueProblem?
    while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .endOfFile, .semicolon,
        .rightBrace where isNested:
        if token.kind == .rightBrace { tokens.position = token.range.lowerBound }
        if token.kind == .endOfFile {
          findings.add(
            .warning, .missingSemicolon, at: token.range,
            "missing ';' after '@\(tokens.name(of: keyword))'")
        }
        guard isUsable(problem) else { return }
        return append(
          .at(
            CSSAtRule(
              keyword: text.slice(keyword.range), prelude: text.slice(prelude.range), block: nil)))
      case .leftBrace where unread.map { tokens.name(of: keyword, is: $0) } == true:
        let range = token.range.lowerBound..<tokens.rawBlockEnd(from: token.range.upperBound)
        tokens.position = range.upperBound
        return append(
          .at(
            CSSAtRule(
              keyword: text.slice(keyword.range), prelude: text.slice(prelude.range),
              block: CSSBlock(items: [], text: text.slice(range), isUnread: true))))
      case .leftBrace:
        return openBlock(token, keyword: text.slice(keyword.range), prelude: prelude.range, problem)
      default:
        skipComponentValue(token, problem: &problem)
        prelude.extend(to: token, end: tokens.position)
      }
    }
  }

  /// *Consume a qualified rule*, §5.5.3, from its first token.
  ///
  /// `missesColon` is the range of the missing `:`, if it may be a declaration.
  private mutating func readQualifiedRule(_ first: CSSToken, missesColon: Range<Int>?) {
    tokens.position = first.range.lowerBound
    var prelude = Extent(before: first)
    var problem = tokens.matches("//", at: first.range.lowerBound) ? lineComment(first) : nil
    var components = 0
    var startsWithNameAndColon = false
    var hasSpacedColon = false
    while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .endOfFile,
        .semicolon where isNested, .rightBrace where isNested:
        if token.kind == .rightBrace { tokens.position = token.range.lowerBound }
        if isUsable(problem) { reportMissingBrace(first, prelude.range, missesColon) }
        return
      case .leftBrace:
        if startsWithNameAndColon, isNested, components == 2 {
          findings.add(
            .error, .blockAsValue, at: token.range,
            "'\(tokens.name(of: first))' cannot have a block as its value")
          return skipBlock(token)
        }
        // No selector has white space after its colon.
        if startsWithNameAndColon, isNested, hasSpacedColon {
          findings.add(
            .error, .missingSemicolon, at: token.range,
            "missing ';' or '}' after the value of '\(tokens.name(of: first))'")
          return skipBlock(token)
        }
        // `--name:hover {}` at the top level is a custom property in the wrong place.
        if startsWithNameAndColon, !isNested, isCustomPropertyName(first) {
          findings.add(
            .error, .invalidDeclaration, at: first.range,
            "custom property '\(tokens.name(of: first))' outside a block; put it in ':root { }'")
          return skipBlock(token)
        }
        return openBlock(token, keyword: nil, prelude: prelude.range, problem)
      default:
        skipComponentValue(token, problem: &problem)
        prelude.extend(to: token, end: tokens.position)
        components += 1
        if components == 2 {
          startsWithNameAndColon = first.kind == .ident && token.kind == .colon
          hasSpacedColon = text.bytes[token.range.upperBound...].first?.isASCIIWhitespace ?? false
        }
      }
    }
  }

  /// Reports text that turned out to have no block.
  private mutating func reportMissingBrace(
    _ first: CSSToken, _ range: Range<Int>, _ missesColon: Range<Int>?
  ) {
    if let missesColon {
      let name = tokens.name(of: first)
      let advice = text.slice(missesColon).string == "=" ? "; write ':' instead of '='" : ""
      findings.add(.error, .missingColon, at: missesColon, "missing ':' after '\(name)'\(advice)")
    } else if isNested {
      findings.add(
        .error, .invalidDeclaration, at: first.range,
        "expected a declaration or a rule, found '\(text.slice(first.range).string)'")
    } else {
      let selector = text.slice(range).string.limited(toBytes: 60)
      findings.add(.error, .missingBrace, at: range, "missing '{' after '\(selector)'")
    }
  }

  // MARK: Blocks

  private mutating func openBlock(
    _ brace: CSSToken, keyword: CSSText?, prelude: Range<Int>, _ problem: ValueProblem?
  ) {
    guard open.count < SyntaxLimits.deepestNesting else {
      _ = isUsable(.nesting(brace.range))
      return skipBlock(brace)
    }
    open.append(
      OpenRule(
        keyword: keyword, prelude: text.slice(prelude), brace: brace.range.lowerBound,
        base: items.count, isValid: isUsable(problem)))
  }

  /// Reads to the end of a block that is dropped.
  private mutating func skipBlock(_ brace: CSSToken) {
    var ignored: ValueProblem?
    skipComponentValue(brace, problem: &ignored)
  }

  private mutating func closeBlock(at end: Int) {
    guard let rule = open.popLast() else { return }
    let own = items.removeTail(from: rule.base)
    guard rule.isValid else { return }
    let block = CSSBlock(items: own, text: text.slice(rule.brace..<end))
    if let keyword = rule.keyword {
      append(.at(CSSAtRule(keyword: keyword, prelude: rule.prelude, block: block)))
    } else {
      append(.qualified(CSSQualifiedRule(prelude: rule.prelude, block: block)))
    }
  }

  /// Adds a rule to the innermost block, or to the top.
  private mutating func append(_ rule: CSSRule) {
    if isNested { items.append(.rule(rule)) } else { rules.append(rule) }
  }
}

extension CSSParser {
  enum DeclarationResult {
    case declaration(CSSDeclaration)
    /// An invalid declaration, which is reported and read to its end.
    case dropped
    /// No declaration; perhaps a nested rule. The range is that of the missing `:`.
    case notADeclaration(missesColon: Range<Int>?)
  }

  /// *Consume a declaration*, §5.5.6, from its name, up to its `;` or before its `}`.
  ///
  /// Declarations and nested rules are distinguished as in browsers since CSS Nesting allowed
  /// `a:hover {}`: a name and a `:` start a declaration unless a `{` follows in its value; custom
  /// properties may contain one. A `{` as the very first token of the value makes it a rule too (an
  /// invalid one), because no property has such a grammar.
  mutating func readDeclaration(_ nameToken: CSSToken) -> DeclarationResult {
    let colon = tokens.nextSignificant()
    guard colon.kind == .colon else { return .notADeclaration(missesColon: colon.range) }
    let isCustom = isCustomPropertyName(nameToken)
    var value = Extent(after: colon)
    var end = colon.range.upperBound
    var problem: ValueProblem?
    var priority = Priority.none
    var previous = (token: colon, startsLine: false)
    var unseparated: Range<Int>?
    reading: while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .semicolon, .endOfFile: break reading
      case .rightBrace:
        tokens.position = token.range.lowerBound
        break reading
      case .leftBrace where !isCustom: return .notADeclaration(missesColon: nil)
      case .colon
      where previous.token.kind == .ident
        && (previous.startsLine || previous.token.range.lowerBound > value.range.lowerBound):
        unseparated = unseparated ?? previous.token.range
      default: break
      }
      priority.note(token, isImportant: isImportant(token))
      skipComponentValue(token, problem: &problem)
      if priority == .none { value.extend(to: token, end: tokens.position) }
      previous = (token, hasNewline(end..<token.range.lowerBound))
      end = tokens.position
    }
    if problem == nil, let stray = priority.stray {
      problem = ValueProblem(
        code: .invalidPriority, range: stray,
        message: "'!' is only valid in '!important' at the end of a value",
        suggestion: likelyPriority(after: stray))
    }
    guard isUsable(problem) else { return .dropped }
    guard isCustom || !value.range.isEmpty else {
      findings.add(
        .error, .missingValue, at: colon.range, "'\(tokens.name(of: nameToken))' has no value")
      return .dropped
    }
    if let unseparated, !isCustom {
      findings.add(
        .warning, .missingSemicolon, at: unseparated,
        "missing ';' before '\(text.slice(unseparated).string)'")
    }
    return .declaration(
      CSSDeclaration(
        value: text.slice(value.range), name: nameToken.range, end: end,
        isImportant: priority != .none))
  }

  /// True if a token is the name of a custom property: it starts with two dashes.
  func isCustomPropertyName(_ token: CSSToken) -> Bool {
    guard token.kind == .ident else { return false }
    if token.hasEscapes { return tokens.name(of: token).isCustomPropertyName }
    return tokens.matches("--", at: token.range.lowerBound)
  }

  /// The priority that was probably meant by a `!` without one.
  private func likelyPriority(after mark: Range<Int>) -> String? {
    var ahead = CSSTokenizer(bytes: text.bytes, range: mark.upperBound..<text.range.upperBound)
    let token = ahead.nextSignificant()
    guard token.kind == .ident else { return nil }
    return nearestName(to: ahead.name(of: token), in: ["important"]).map { "!\($0)" }
  }

  private func hasNewline(_ range: Range<Int>) -> Bool {
    text.bytes[range].contains(where: CSSByte.isNewline)
  }

  private func isImportant(_ token: CSSToken) -> Bool {
    token.kind == .ident && tokens.name(of: token, is: "important")
  }

  /// Position of `!important` in a value, if there is one.
  private enum Priority: Equatable {
    case none
    case mark(Range<Int>)
    case important(Range<Int>)
    case stray(Range<Int>)

    /// Updates the state with the next component of the value.
    mutating func note(_ token: CSSToken, isImportant: Bool) {
      switch self {
      case .none: if token.isDelimiter("!") { self = .mark(token.range) }
      case .mark(let mark): self = isImportant ? .important(mark) : .stray(mark)
      case .important(let mark): self = .stray(mark)
      case .stray: break
      }
    }

    /// A `!` without a priority.
    var stray: Range<Int>? {
      switch self {
      case .mark(let mark), .stray(let mark): mark
      case .none, .important: nil
      }
    }
  }
}

/// The first token in a value or prelude that makes all of it invalid.
///
/// It is kept and not reported at once, because the same text may be read twice.
struct ValueProblem {
  let code: DiagnosticCode
  let range: Range<Int>
  let message: String
  var suggestion: String?
}

/// A range that grows from its first significant token to its last.
struct Extent {
  private(set) var range: Range<Int>

  /// Creates an empty range, right after a token.
  init(after token: CSSToken) { range = token.range.upperBound..<token.range.upperBound }

  /// Creates an empty range, right before a token.
  init(before token: CSSToken) { range = token.range.lowerBound..<token.range.lowerBound }

  /// Extends the range to a component value from `token` to `end`.
  mutating func extend(to token: CSSToken, end: Int) {
    range = (range.isEmpty ? token.range.lowerBound : range.lowerBound)..<end
  }
}

extension CSSParser {
  /// Reports the problem of an invalid value or prelude; true if there is none.
  mutating func isUsable(_ problem: ValueProblem?) -> Bool {
    guard let problem else { return true }
    bracketHidesBrace = bracketHidesBrace || problem.code == .unclosedBlock
    findings.add(
      .error, problem.code, at: problem.range, suggestion: problem.suggestion, problem.message)
    return false
  }

  /// Reads to the end of the component value that starts with a token just read.
  ///
  /// *Consume a component value*, §5.5.8, without keeping it. Brackets and blocks are skipped
  /// whole.
  ///
  /// The first token that is valid in no grammar (`<declaration-value>`, §8.2) becomes the problem.
  mutating func skipComponentValue(_ first: CSSToken, problem: inout ValueProblem?) {
    guard let closer = first.closer else { return check(first, &problem) }
    var closers = [closer]
    while let innermost = closers.last {
      let token = tokens.next()
      if token.kind == .endOfFile {
        if problem == nil {
          findings.add(
            .warning, .unclosedBlock, at: first.range,
            "'\(text.slice(first.range).string)' is not closed")
        }
        return
      }
      if token.kind == innermost {
        closers.removeLast()
      } else if let closer = token.closer {
        closers.append(closer)
        if closers.count + depth > SyntaxLimits.deepestNesting, problem == nil {
          problem = .nesting(token.range)
        }
      } else if token.kind == .rightBrace, problem == nil {
        problem = ValueProblem(
          code: .unclosedBlock, range: first.range,
          message: "'\(text.slice(first.range).string)' is not closed before '}'")
      } else {
        check(token, &problem)
      }
    }
  }

  /// Checks for a token that no grammar accepts, or one that is cut off by the end of the input.
  private mutating func check(_ token: CSSToken, _ problem: inout ValueProblem?) {
    if token.isUnterminated {
      let code: DiagnosticCode = token.kind == .url ? .unclosedURL : .unclosedString
      let opening = token.range.lowerBound..<token.range.lowerBound + (token.kind == .url ? 4 : 1)
      findings.add(
        .warning, code, at: opening, "\(token.kind == .url ? "URL" : "string") is not closed")
    }
    guard problem == nil else { return }
    switch token.kind {
    case .badString:
      problem = ValueProblem(
        code: .badString, range: token.range, message: "string is not closed on its line")
    case .badURL:
      problem = ValueProblem(
        code: .badURL, range: token.range,
        message: "URL with a space, quote, parenthesis or control character needs quotes")
    case .rightParenthesis, .rightBracket:
      let pair = token.kind == .rightParenthesis ? (open: "(", close: ")") : (open: "[", close: "]")
      problem = ValueProblem(
        code: .strayBracket, range: token.range,
        message: "'\(pair.close)' has no matching '\(pair.open)'")
    case .rightBrace:
      problem = ValueProblem(
        code: .strayBrace, range: token.range,
        message: "'}' has no matching '{'; remove '}': the rule after it is ignored")
    default: break
    }
  }
}

extension CSSParser {
  /// A `//` comment of other languages, which is no comment in CSS.
  func lineComment(_ slash: CSSToken) -> ValueProblem {
    ValueProblem(
      code: .lineComment, range: slash.range.lowerBound..<slash.range.lowerBound + 2,
      message: "CSS has no '//' comments, so the next rule is ignored; write /* */")
  }
}

extension ValueProblem {
  static func nesting(_ range: Range<Int>) -> ValueProblem {
    ValueProblem(
      code: .nestingTooDeep, range: range,
      message: "more than \(SyntaxLimits.deepestNesting) nested blocks and brackets")
  }
}

extension CSSTokenizer {
  /// The end of a block without comments, from behind its `{`.
  fileprivate func rawBlockEnd(from start: Int) -> Int {
    var (offset, depth) = (start, 1)
    var quote: UInt8?
    while offset < end, depth > 0 {
      switch bytes[offset] {
      case 0x5C: offset += 1
      case let byte where byte == quote: quote = nil
      case _ where quote != nil: break
      case let byte where byte == 0x22 || byte == 0x27: quote = byte
      case 0x7B: depth += 1
      case 0x7D: depth -= 1
      default: break
      }
      offset += 1
    }
    return min(offset, end)
  }
}

extension CSSToken {
  /// The kind of the closing token; nil if this token opens nothing.
  var closer: Kind? {
    switch kind {
    case .function, .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }
}
