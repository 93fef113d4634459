import CSSSyntax
import Diagnostics
import StyleValues

/// Why a selector could not be used, and where.
struct SelectorError: Error {
  var message: String
  var range: Range<Int>
  var suggestion: String?
}

/// Reads selector lists (Selectors 4 §3, CSS Nesting 1 §3.1).
///
/// Only what a tree of spans can answer is accepted; the rest is an error that names it.
struct SelectorParser {
  /// Which selectors a sheet may use.
  enum Form {
    /// `:root`, `.class`, `element`, `element.class`, each with a state: the dictionary's form.
    case dictionary
    /// The selectors of dialect `css`.
    case full
  }

  /// `:is(:not(:is(…` nests at most this deep.
  static let deepestNesting = 32

  private let text: CSSText
  private var tokenizer: CSSTokenizer
  private var token: CSSToken
  private let form: Form
  /// What `&` stands for.
  private let parent: SelectorList?
  /// Whether `&` was read in the selector at hand, at any depth.
  private var sawNesting = false

  /// Why parts of `:is()` and `:where()` were left out.
  private(set) var ignored: [SelectorError] = []

  init(_ text: CSSText, form: Form, parent: SelectorList? = nil) {
    self.text = text
    tokenizer = CSSTokenizer(text)
    token = tokenizer.next()
    self.form = form
    self.parent = parent
  }

  /// Reads a whole list.
  ///
  /// Each selector comes with the bytes it was written in.
  mutating func parseList(
    pool: inout SelectorPool
  ) throws(SelectorError) -> [(selector: Selector, range: Range<Int>)] {
    var result: [(Selector, Range<Int>)] = []
    repeat {
      skipWhitespace()
      let start = token.range.lowerBound
      let selector = try parseComplex(pool: &pool, depth: 0, isRelative: true)
      result.append((selector, start..<lastEnd))
      skipWhitespace()
    } while advance(over: .comma)
    guard token.kind == .endOfFile else { throw unexpected() }
    return result
  }

  /// End of the last token that was not white space.
  private var lastEnd = 0

  private mutating func advance() {
    if token.kind != .whitespace { lastEnd = token.range.upperBound }
    token = tokenizer.next()
  }

  private mutating func advance(over kind: CSSToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  private mutating func skipWhitespace() {
    while token.kind == .whitespace { advance() }
  }

  // MARK: Complex selectors

  private mutating func parseComplex(
    pool: inout SelectorPool, depth: Int, isRelative: Bool
  ) throws(SelectorError) -> Selector {
    var compounds: [CompoundSelector] = []
    var combinators: [Combinator] = []
    var specificity = Specificity()
    if isRelative { sawNesting = false }

    if isRelative, token.isDelimiter(">"), let parent {
      compounds.append(Self.nestingCompound(parent))
      specificity = specificity + parent.specificity
      sawNesting = true
      combinators.append(.child)
      advance()
      skipWhitespace()
    }
    while true {
      var part = CompoundReader()
      try readCompound(into: &part, pool: &pool, depth: depth)
      compounds.append(part.compound)
      specificity = specificity + part.specificity
      guard let combinator = try readCombinator() else { break }
      combinators.append(combinator)
    }
    if isRelative, let parent, !sawNesting {
      compounds.insert(Self.nestingCompound(parent), at: 0)
      combinators.insert(.descendant, at: 0)
      specificity = specificity + parent.specificity
    }
    return Self.assemble(compounds, combinators, specificity, &pool.contexts)
  }

  private static func nestingCompound(_ parent: SelectorList) -> CompoundSelector {
    CompoundSelector(
      more: CompoundSelector.RareConditions(otherClasses: [], pseudoClasses: [.anyOf(parent)]))
  }

  private static func assemble(
    _ compounds: [CompoundSelector], _ combinators: [Combinator], _ specificity: Specificity,
    _ contexts: inout ContextTable
  ) -> Selector {
    var context: ContextTable.Reference?
    for (compound, combinator) in zip(compounds, combinators) {
      let entry = contexts.add(compound, outer: context)
      context = ContextTable.Reference(entry: entry, combinator: combinator)
    }
    return Selector(
      subject: compounds[compounds.count - 1], context: context, specificity: specificity)
  }

  /// Reads what separates two compounds; nil at the end of the selector.
  private mutating func readCombinator() throws(SelectorError) -> Combinator? {
    let hadSpace = token.kind == .whitespace
    skipWhitespace()
    switch token.kind {
    case .endOfFile, .comma, .rightParenthesis:
      return nil
    case .delimiter where token.isDelimiter(">"):
      try requireFullForm("the combinator '>'")
      advance()
      skipWhitespace()
      return .child
    case .delimiter where token.isDelimiter("+") || token.isDelimiter("~"):
      throw error("the sibling combinators '+' and '~' are not supported")
    default:
      guard hadSpace else { throw unexpected() }
      try requireFullForm("a descendant combinator")
      return .descendant
    }
  }

  // MARK: Compound selectors

  private struct CompoundReader {
    var compound = CompoundSelector()
    var otherClasses: [NameID] = []
    var pseudoClasses: [PseudoClass] = []
    var specificity = Specificity()
    var isEmpty = true
  }

  private mutating func readCompound(
    into part: inout CompoundReader, pool: inout SelectorPool, depth: Int
  ) throws(SelectorError) {
    while true {
      switch token.kind {
      case .ident where part.isEmpty:
        part.compound.type = pool.names.intern(typeName(tokenizer.name(of: token)))
        part.specificity.types += 1
        advance()
      case .delimiter where token.isDelimiter("*") && part.isEmpty:
        try requireFullForm("the universal selector")
        advance()
      case .delimiter where token.isDelimiter("&"):
        try readNesting(into: &part)
      case .delimiter where token.isDelimiter("."):
        try readClass(into: &part, pool: &pool)
      case .colon:
        try readPseudo(into: &part, pool: &pool, depth: depth)
      case .hash:
        throw error("selectors by id are not supported")
      case .leftBracket:
        throw error("selectors by attribute are not supported")
      default:
        guard !part.isEmpty else { throw unexpected() }
        if !part.otherClasses.isEmpty || !part.pseudoClasses.isEmpty {
          part.compound.more = .init(
            otherClasses: part.otherClasses, pseudoClasses: part.pseudoClasses)
        }
        return
      }
      part.isEmpty = false
    }
  }

  /// Element names are compared in lower case; a type name such as `UILabel` becomes `ui_label`.
  private func typeName(_ written: String) -> String { ElementName.snakeCase(written) }

  private mutating func readNesting(into part: inout CompoundReader) throws(SelectorError) {
    guard let parent else { throw error("'&' stands for nothing outside a nested rule") }
    part.pseudoClasses.append(.anyOf(parent))
    part.specificity = part.specificity + parent.specificity
    sawNesting = true
    advance()
  }

  private mutating func readClass(
    into part: inout CompoundReader, pool: inout SelectorPool
  ) throws(SelectorError) {
    advance()
    guard token.kind == .ident else { throw error("expected a class name after '.'") }
    let name = pool.names.intern(class: tokenizer.name(of: token))
    if part.compound.firstClass == nil {
      part.compound.firstClass = name
    } else {
      try requireFullForm("a selector of several classes")
      part.otherClasses.append(name)
    }
    part.specificity.classes += 1
    advance()
  }

  // MARK: Pseudo-classes

  private mutating func readPseudo(
    into part: inout CompoundReader, pool: inout SelectorPool, depth: Int
  ) throws(SelectorError) {
    let start = token
    advance()
    if token.kind == .colon { throw error("pseudo-elements are not supported") }
    let name = tokenizer.name(of: token).lowercased()
    switch token.kind {
    case .ident:
      try readPlainPseudo(name, into: &part)
      advance()
    case .function:
      try requireFullForm("':\(name)()'")
      advance()
      try readFunctionalPseudo(name, into: &part, pool: &pool, depth: depth)
      guard advance(over: .rightParenthesis) || token.kind == .endOfFile else {
        throw unexpected()
      }
    default:
      throw SelectorError(
        message: "expected a state or pseudo-class after ':'", range: start.range)
    }
  }

  private func readPlainPseudo(
    _ name: String, into part: inout CompoundReader
  ) throws(SelectorError) {
    if let state = ControlState(selectorName: name) {
      part.compound.states.formUnion(state)
      part.specificity.classes += 1
      return
    }
    let pseudo: PseudoClass
    switch name {
    case "root": pseudo = .root
    case "first-child": pseudo = .nthChild(step: 0, offset: 1)
    case "last-child": pseudo = .nthLastChild(step: 0, offset: 1)
    case "only-child":
      part.pseudoClasses.append(.nthChild(step: 0, offset: 1))
      pseudo = .nthLastChild(step: 0, offset: 1)
    default:
      throw SelectorError(
        message: "unknown state or pseudo-class ':\(name)'", range: token.range,
        suggestion: nearestPseudo(to: name))
    }
    if name != "root" { try requireFullForm("':\(name)'") }
    part.pseudoClasses.append(pseudo)
    part.specificity.classes += 1
  }

  private mutating func readFunctionalPseudo(
    _ name: String, into part: inout CompoundReader, pool: inout SelectorPool, depth: Int
  ) throws(SelectorError) {
    switch name {
    case "is", "where", "not":
      guard depth < Self.deepestNesting else { throw error("selectors are nested too deep") }
      let list = try readNestedList(
        pool: &pool, depth: depth + 1, isForgiving: name != "not")
      part.pseudoClasses.append(name == "not" ? .noneOf(list) : .anyOf(list))
      if name != "where" { part.specificity = part.specificity + list.specificity }
    case "nth-child", "nth-last-child":
      let (step, offset) = try readAnPlusB()
      part.pseudoClasses.append(
        name == "nth-child"
          ? .nthChild(step: step, offset: offset) : .nthLastChild(step: step, offset: offset))
      part.specificity.classes += 1
    default:
      throw SelectorError(
        message: "unknown pseudo-class ':\(name)()'", range: token.range,
        suggestion: nearestPseudo(to: name))
    }
  }

  private func nearestPseudo(to name: String) -> String? {
    nearestName(
      to: name,
      in: ControlState.members.map(\.name) + [
        "root", "first-child", "last-child", "only-child", "is", "where", "not", "nth-child",
        "nth-last-child",
      ])
  }

  /// Reads a list up to its closing parenthesis.
  ///
  /// A forgiving one drops what it cannot use (Selectors 4 §3.6).
  private mutating func readNestedList(
    pool: inout SelectorPool, depth: Int, isForgiving: Bool
  ) throws(SelectorError) -> SelectorList {
    var selectors: [Selector] = []
    repeat {
      skipWhitespace()
      if isForgiving, token.kind == .rightParenthesis || token.kind == .comma { continue }
      let start = (token: token, position: tokenizer.position)
      do throws(SelectorError) {
        let selector = try parseComplex(
          pool: &pool, depth: depth, isRelative: false)
        skipWhitespace()
        guard [.comma, .rightParenthesis, .endOfFile].contains(token.kind) else {
          throw unexpected()
        }
        selectors.append(selector)
      } catch {
        guard isForgiving else { throw error }
        ignored.append(error)
        // From its start on, so that no bracket is left open.
        token = start.token
        tokenizer.position = start.position
        skipToListSeparator()
      }
    } while advance(over: .comma)
    pool.lists += 1
    return SelectorList(selectors, number: pool.lists)
  }

  /// Goes on to the next comma or closing parenthesis of this list, over nested brackets.
  private mutating func skipToListSeparator() {
    var open = 0
    while token.kind != .endOfFile {
      switch token.kind {
      case .function, .leftParenthesis, .leftBracket, .leftBrace:
        open += 1
      case .comma where open == 0:
        return
      case .rightParenthesis, .rightBracket, .rightBrace:
        if open == 0 { return }
        open -= 1
      default:
        break
      }
      advance()
    }
  }

  /// Reads `An+B` (CSS Syntax 3 §6): its tokens decide, and comments between them say nothing.
  private mutating func readAnPlusB() throws(SelectorError) -> (step: Int, offset: Int) {
    skipWhitespace()
    let start = token.range.lowerBound
    var written = ""
    var previous = CSSToken.Kind.whitespace
    while token.kind != .rightParenthesis, token.kind != .endOfFile {
      switch token.kind {
      case .ident where previous == .number || written.hasSuffix("-"):
        // `2/**/n` and `-/**/n` are two tokens.
        written += "?"
      case .number where !token.hasSign && previous == .number: written += "?"
      case .ident: written += tokenizer.name(of: token)
      case .dimension:
        written += text.part(token.range.lowerBound..<token.nameRange.lowerBound).string
        written += tokenizer.name(of: token)
      case .whitespace: written += " "
      default: written += text.part(token.range).string
      }
      previous = token.kind
      advance()
    }
    guard let value = AnPlusB.parse(written.trimmingWhitespace) else {
      throw SelectorError(
        message: "expected a position such as 2n+1, odd or 3", range: start..<max(start, lastEnd))
    }
    return value
  }

  // MARK: Errors

  private func requireFullForm(_ what: String) throws(SelectorError) {
    guard form == .full else {
      throw error("\(what) needs dialect css (\"@dialect\": \"css\")")
    }
  }

  private func unexpected() -> SelectorError {
    error(token.kind == .endOfFile ? "the selector ends too early" : "not part of a selector")
  }

  private func error(_ message: String) -> SelectorError {
    SelectorError(message: message, range: token.range)
  }
}
