import Diagnostics

/// The parser of CSS Syntax §5, with the blocks that are open on a stack of its own.
///
/// Nothing here calls itself, so the depth of the input cannot exhaust the machine's stack. Each
/// byte is read at most twice: once to find out that a nested rule is no declaration, once as a
/// rule.
struct CSSParser {
  /// Kind of text to parse.
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
    /// True if the rule is kept; a bad one is read to its end all the same.
    let isValid: Bool
  }

  let text: CSSText
  let context: Context
  var tokens: CSSTokenizer
  var findings = DiagnosticLog()

  /// The top-level rules of a stylesheet.
  private(set) var rules: [CSSRule] = []

  /// The items of all open blocks, those of the outermost first.
  private(set) var items: [CSSBlockItem] = []

  private var open: [OpenRule] = []

  init(_ text: CSSText, context: Context) {
    self.text = text
    self.context = context
    tokens = CSSTokenizer(text, keepsComments: true)
  }

  /// Number of blocks stand around the next token.
  var depth: Int { open.count }

  /// True if declarations may stand here, and a `;` ends what is no rule.
  private var isNested: Bool { context == .block || !open.isEmpty }

  /// The comments read so far.
  var comments: [SourceComment] {
    tokens.comments.map { range in
      let isClosed = tokens.unclosedComment != range.lowerBound
      let end = isClosed ? range.upperBound - 2 : range.upperBound
      return SourceComment(
        style: .block, contents: text.part(range.lowerBound + 2..<end), range: text.place(of: range)
      )
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
          .error, .strayBrace, at: token.range, "'}' closes nothing; what follows it is ignored")
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
        .warning, .unclosedComment, at: start..<start + 2, "this comment is never closed")
    }
    while let rule = open.last {
      findings.add(
        .warning, .unclosedBlock, at: rule.brace..<rule.brace + 1, "this '{' is never closed")
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
            "'@\(tokens.name(of: keyword))' needs a ';'")
        }
        guard isUsable(problem) else { return }
        return append(
          .at(
            CSSAtRule(
              keyword: text.part(keyword.range), prelude: text.part(prelude.range), block: nil)))
      case .leftBrace:
        return openBlock(token, keyword: text.part(keyword.range), prelude: prelude.range, problem)
      default:
        skipComponentValue(token, problem: &problem)
        prelude.extend(to: token, end: tokens.position)
      }
    }
  }

  /// *Consume a qualified rule*, §5.5.3, from its first token.
  /// - Parameters:
  ///   - first: The token; reading goes on after it.
  ///   - missesColon: The range where the `:` of a declaration should have been, if it was one.
  private mutating func readQualifiedRule(_ first: CSSToken, missesColon: Range<Int>?) {
    tokens.position = first.range.lowerBound
    var prelude = Extent(before: first)
    var problem = tokens.matches("//", at: first.range.lowerBound) ? lineComment(first) : nil
    var components = 0
    var startsWithNameAndColon = false
    while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .endOfFile,
        .semicolon where isNested, .rightBrace where isNested:
        if token.kind == .rightBrace { tokens.position = token.range.lowerBound }
        if isUsable(problem) { reportMissingBlock(first, prelude.range, missesColon) }
        return
      case .leftBrace:
        if startsWithNameAndColon, isNested, components == 2 {
          findings.add(
            .error, .blockAsValue, at: token.range,
            "a block cannot be the value of '\(tokens.name(of: first))'")
          return skipBlock(token)
        }
        // `--name:hover {}` at the top level is a custom property in the wrong place.
        if startsWithNameAndColon, !isNested, isCustomPropertyName(first) {
          findings.add(
            .error, .invalidDeclaration, at: first.range,
            "a custom property cannot stand outside of a block")
          return skipBlock(token)
        }
        return openBlock(token, keyword: nil, prelude: prelude.range, problem)
      default:
        skipComponentValue(token, problem: &problem)
        prelude.extend(to: token, end: tokens.position)
        components += 1
        if components == 2 { startsWithNameAndColon = first.kind == .ident && token.kind == .colon }
      }
    }
  }

  /// Says what is wrong with something that turned out to have no block.
  private mutating func reportMissingBlock(
    _ first: CSSToken, _ range: Range<Int>, _ missesColon: Range<Int>?
  ) {
    if let missesColon {
      let name = tokens.name(of: first)
      findings.add(.error, .missingColon, at: missesColon, "expected ':' after '\(name)'")
    } else if isNested {
      findings.add(
        .error, .invalidDeclaration, at: first.range, "expected a declaration or a rule")
    } else {
      findings.add(.error, .missingBlock, at: range, "expected '{' after this selector")
    }
  }

  // MARK: Blocks

  private mutating func openBlock(
    _ brace: CSSToken, keyword: CSSText?, prelude: Range<Int>, _ problem: ValueProblem?
  ) {
    guard open.count < nestingLimit else {
      _ = isUsable(.nesting(brace.range))
      return skipBlock(brace)
    }
    open.append(
      OpenRule(
        keyword: keyword, prelude: text.part(prelude), brace: brace.range.lowerBound,
        base: items.count, isValid: isUsable(problem)))
  }

  /// Reads to the end of a block that is of no use.
  private mutating func skipBlock(_ brace: CSSToken) {
    var ignored: ValueProblem?
    skipComponentValue(brace, problem: &ignored)
  }

  private mutating func closeBlock(at end: Int) {
    guard let rule = open.popLast() else { return }
    let own = items.removeTail(from: rule.base)
    guard rule.isValid else { return }
    let block = CSSBlock(items: own, text: text.part(rule.brace..<end))
    if let keyword = rule.keyword {
      append(.at(CSSAtRule(keyword: keyword, prelude: rule.prelude, block: block)))
    } else {
      append(.qualified(CSSQualifiedRule(prelude: rule.prelude, block: block)))
    }
  }

  /// Puts a rule where it belongs: into the innermost block, or to the top.
  private mutating func append(_ rule: CSSRule) {
    if isNested { items.append(.rule(rule)) } else { rules.append(rule) }
  }
}
