import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// Parses selector lists (Selectors 4 §3, CSS Nesting 1 §3.1).
///
/// Valid selectors that cannot apply to a tree of spans match nothing; the rest are errors.
struct SelectorParser {
  /// The selectors that a stylesheet may use.
  enum Form {
    /// `:root`, `.class`, `element`, `element.class`, each with a state: those of dictionaries.
    case dictionary
    /// Those of dialect `css`.
    case full
  }

  /// The most levels of `:is(:not(:is(…`.
  static let deepestNesting = 32

  private let text: CSSText
  private var tokenizer: CSSTokenizer
  private var token: CSSToken
  private let form: Form
  /// The selectors of `&`.
  private let parent: SelectorList?
  /// True if the current selector has `&`, at any depth.
  private var sawNesting = false

  /// Why parts of `:is()` and `:where()` were left out.
  private(set) var ignored: [SyntaxProblem] = []

  /// The parts that have no meaning in a tree of spans.
  private(set) var unanswered: [(name: String, range: Range<Int>)] = []
  /// The number of those that an element might meet.
  private var openQuestions = 0

  init(_ text: CSSText, form: Form, parent: SelectorList? = nil) {
    self.text = text
    tokenizer = CSSTokenizer(text)
    token = tokenizer.next()
    self.form = form
    self.parent = parent
  }

  /// Parses a list; each selector comes with the bytes it was written in.
  mutating func parseList(
    pool: inout SelectorPool
  ) throws(SyntaxProblem) -> [(selector: Selector, range: Range<Int>)] {
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

  /// The end of the last token other than white space.
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

  private mutating func skipWhitespace() { while token.kind == .whitespace { advance() } }

  // MARK: Complex selectors

  private mutating func parseComplex(
    pool: inout SelectorPool, depth: Int, isRelative: Bool
  ) throws(SyntaxProblem) -> Selector {
    var compounds: [CompoundSelector] = []
    var combinators: [Combinator] = []
    var specificity = Specificity()
    var pseudoElement: PseudoElement?
    if isRelative { sawNesting = false }

    var hasSiblings = false
    if isRelative, let parent, token.isDelimiter(">") || isSiblingCombinator {
      compounds.append(Self.nestingCompound(parent))
      specificity = specificity + parent.specificity
      sawNesting = true
      if isSiblingCombinator {
        noteSiblings()
        hasSiblings = true
      }
      combinators.append(.child)
      advance()
      skipWhitespace()
    }
    while true {
      var reader = CompoundReader()
      try readCompound(into: &reader, pool: &pool, depth: depth)
      compounds.append(reader.compound)
      specificity = specificity + reader.specificity
      pseudoElement = reader.pseudoElement
      guard let (combinator, isSibling) = try readCombinator() else { break }
      if let pseudoElement { throw error("no selector can follow '::\(pseudoElement.rawValue)'") }
      combinators.append(combinator)
      if isSibling { hasSiblings = true }
    }
    if isRelative, let parent, !sawNesting {
      compounds.insert(Self.nestingCompound(parent), at: 0)
      combinators.insert(.descendant, at: 0)
      specificity = specificity + parent.specificity
    }
    if hasSiblings || compounds.contains(where: \.matchesNothing) {
      let subject = compounds[compounds.count - 1].matchingNothing
      return Selector(subject: subject, context: nil, specificity: specificity)
    }
    var selector = Self.assemble(compounds, combinators, specificity, &pool.contexts)
    selector.pseudoElement = pseudoElement
    return selector
  }

  private static func nestingCompound(_ parent: SelectorList) -> CompoundSelector {
    CompoundSelector(more: CompoundSelector.RareConditions(pseudoClasses: [.anyOf(parent)]))
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

  /// Reads the combinator between two compounds; nil at the end of the selector.
  private mutating func readCombinator() throws(SyntaxProblem) -> (Combinator, isSibling: Bool)? {
    let hadSpace = token.kind == .whitespace
    skipWhitespace()
    switch token.kind {
    case .endOfFile, .comma, .rightParenthesis: return nil
    case .delimiter where token.isDelimiter(">"):
      try requireFullForm("the combinator '>'")
      advance()
      skipWhitespace()
      return (.child, false)
    case .delimiter where isSiblingCombinator:
      try requireFullForm("a sibling combinator")
      noteSiblings()
      advance()
      skipWhitespace()
      return (.child, true)
    case .delimiter where token.isDelimiter("|"):
      // The column combinator (Selectors 4 §15.1).
      let start = token.range.lowerBound
      advance()
      guard token.isDelimiter("|"), token.range.lowerBound == start + 1 else { throw unexpected() }
      try requireFullForm("the column combinator")
      note("the combinator '||'", at: start..<start + 2, isQuestion: true)
      advance()
      skipWhitespace()
      return (.child, true)
    default:
      guard hadSpace else { throw unexpected() }
      try requireFullForm("a descendant combinator")
      return (.descendant, false)
    }
  }

  private var isSiblingCombinator: Bool { token.isDelimiter("+") || token.isDelimiter("~") }

  private mutating func noteSiblings() {
    note("the combinator '\(text.slice(token.range).string)'", at: token.range, isQuestion: true)
  }

  private mutating func note(_ name: String, at range: Range<Int>, isQuestion: Bool) {
    unanswered.append((name, range))
    if isQuestion { openQuestions += 1 }
  }

  // MARK: Compound selectors

  private struct CompoundReader {
    var compound = CompoundSelector()
    var otherClasses: [NameID] = []
    var attributes: [AttributeSelector] = []
    var pseudoElement: PseudoElement?
    var pseudoClasses: [PseudoClass] = []
    var specificity = Specificity()
    var isEmpty = true

    /// True after a vendor's pseudo-element: what follows is the vendor's, too, such as `:start` in
    /// `::-webkit-scrollbar-button:start`.
    var isVendors = false
  }

  private mutating func readCompound(
    into reader: inout CompoundReader, pool: inout SelectorPool, depth: Int
  ) throws(SyntaxProblem) {
    while true {
      switch token.kind {
      case .colon where reader.pseudoElement != nil:
        // A state of generated text, or a part of it: neither has an answer here.
        try readPseudo(into: &reader, pool: &pool, depth: depth)
        reader.pseudoClasses.append(.never)
      case _ where reader.pseudoElement != nil && !isEndOfCompound: throw unexpected()
      case .delimiter where reader.isEmpty && skipNamespace(): continue
      case .ident where reader.isEmpty:
        reader.compound.type = pool.names.intern(typeName(tokenizer.name(of: token)))
        reader.specificity.types += 1
        advance()
      case .delimiter where token.isDelimiter("*") && reader.isEmpty:
        try requireFullForm("the universal selector")
        advance()
      case .delimiter where token.isDelimiter("&"): try readNesting(into: &reader)
      case .delimiter where token.isDelimiter("."): try readClass(into: &reader, pool: &pool)
      case .colon: try readPseudo(into: &reader, pool: &pool, depth: depth)
      case .hash: try readID(into: &reader)
      case .leftBracket: try readAttribute(into: &reader)
      default:
        guard !reader.isEmpty else { throw unexpected() }
        if !reader.otherClasses.isEmpty || !reader.attributes.isEmpty
          || !reader.pseudoClasses.isEmpty
        {
          reader.compound.more = .init(
            otherClasses: reader.otherClasses, attributes: reader.attributes,
            pseudoClasses: reader.pseudoClasses)
        }
        return
      }
      reader.isEmpty = false
    }
  }

  /// Skips `*|` and `|` before a type: elements have no namespaces, so that any and none are the
  /// same (Selectors 4 §5.1).
  private mutating func skipNamespace() -> Bool {
    let start = (token: token, position: tokenizer.position)
    if token.isDelimiter("*") { advance() }
    if form == .full, token.isDelimiter("|") {
      advance()
      if token.kind == .ident || token.isDelimiter("*") { return true }
    }
    (token, tokenizer.position) = start
    return false
  }

  private var isEndOfCompound: Bool {
    switch token.kind {
    case .ident, .colon, .hash, .leftBracket: false
    case .delimiter: !token.isDelimiter("*") && !token.isDelimiter("&") && !token.isDelimiter(".")
    default: true
    }
  }

  /// Element names are compared in lower case; a type name such as `UILabel` becomes `ui_label`.
  private func typeName(_ written: String) -> String { ElementName.snakeCase(written) }

  private mutating func readNesting(into reader: inout CompoundReader) throws(SyntaxProblem) {
    if let parent {
      reader.pseudoClasses.append(.anyOf(parent))
      reader.specificity = reader.specificity + parent.specificity
    } else {
      // CSS Nesting 1 §3: outside of a nested rule it is `:scope`, and adds no specificity.
      try requireFullForm("'&'")
      reader.pseudoClasses.append(.root)
    }
    sawNesting = true
    advance()
  }

  private mutating func readClass(
    into reader: inout CompoundReader, pool: inout SelectorPool
  ) throws(SyntaxProblem) {
    advance()
    guard token.kind == .ident else { throw error("expected a class name after '.'") }
    let name = pool.names.intern(class: tokenizer.name(of: token))
    if reader.compound.firstClass == nil {
      reader.compound.firstClass = name
    } else {
      try requireFullForm("a selector with several classes")
      reader.otherClasses.append(name)
    }
    reader.specificity.classes += 1
    advance()
  }

  // MARK: Ids and attributes

  private mutating func readID(into reader: inout CompoundReader) throws(SyntaxProblem) {
    try requireFullForm("an id selector")
    guard token.isIDHash else { throw unexpected() }
    note("an id selector", at: token.range, isQuestion: true)
    reader.pseudoClasses.append(.never)
    advance()
  }

  /// Reads `[name]`, `[name=value]`, `[name^="value" i]` (Selectors 4 §6).
  private mutating func readAttribute(into reader: inout CompoundReader) throws(SyntaxProblem) {
    let start = token.range.lowerBound
    advance()
    skipWhitespace()
    guard token.kind == .ident else { throw error("expected an attribute name after '['") }
    let name = tokenizer.name(of: token).lowercasedASCII
    // HTML compares the values of `lang` without case (HTML §4.16.2).
    var selector = AttributeSelector(
      name: name, comparison: .exists, value: "", ignoresCase: name == "lang")
    advance()
    skipWhitespace()
    if token.kind != .rightBracket {
      selector.comparison = readComparison()
      guard token.isDelimiter("=") else { throw unexpected() }
      advance()
      skipWhitespace()
      guard token.kind == .ident || token.kind == .string else {
        throw error("expected a name or a string after '='")
      }
      selector.value = tokenizer.name(of: token)
      advance()
      skipWhitespace()
      if token.kind == .ident, ["i", "s"].contains(tokenizer.name(of: token).lowercased()) {
        selector.ignoresCase = tokenizer.name(of: token).lowercased() == "i"
        advance()
        skipWhitespace()
      }
    }
    if selector.ignoresCase { selector.value = selector.value.lowercasedASCII }
    guard advance(over: .rightBracket) else { throw unexpected() }
    reader.specificity.classes += 1
    if AttributeSelector.isKept(name) { return reader.attributes.append(selector) }
    note("'[\(name)]'", at: start..<lastEnd, isQuestion: true)
    reader.pseudoClasses.append(.never)
  }

  private mutating func readComparison() -> AttributeSelector.Comparison {
    let comparisons: [(sign: Unicode.Scalar, AttributeSelector.Comparison)] = [
      ("~", .includes), ("|", .startsTag), ("^", .hasPrefix), ("$", .hasSuffix), ("*", .contains),
    ]
    for (sign, comparison) in comparisons where token.isDelimiter(sign) {
      advance()
      return comparison
    }
    return .equals
  }

  // MARK: Pseudo-elements

  private mutating func readPseudoElement(
    into reader: inout CompoundReader, depth: Int
  ) throws(SyntaxProblem) {
    let name = tokenizer.name(of: token).lowercased()
    guard token.kind == .ident || token.kind == .function else {
      throw error("expected a pseudo-element after '::'")
    }
    if token.kind == .ident, let element = PseudoElement(rawValue: name) {
      guard depth == 0 else { throw error("'::\(name)' is not allowed in a selector list") }
      reader.pseudoElement = element
      reader.specificity.types += 1
      return advance()
    }
    guard UnansweredSelectors.elements.contains(name) || CSSPropertyNames.isVendors(name) else {
      throw SyntaxProblem(
        message: "unknown pseudo-element '::\(name)'", range: token.range,
        suggestion: nearestName(
          to: name, in: ["after", "before"] + UnansweredSelectors.elements.sorted()))
    }
    reader.isVendors = CSSPropertyNames.isVendors(name)
    let isFunction = token.kind == .function
    note("'::\(name)\(isFunction ? "()" : "")'", at: token.range, isQuestion: true)
    reader.pseudoClasses.append(.never)
    reader.specificity.types += 1
    advance()
    guard isFunction else { return }
    skipArguments()
    guard advance(over: .rightParenthesis) || token.kind == .endOfFile else { throw unexpected() }
  }

  /// Skips the arguments of a function up to its parenthesis.
  private mutating func skipArguments() {
    skipToListSeparator()
    while advance(over: .comma) { skipToListSeparator() }
  }

  // MARK: Pseudo-classes

  private mutating func readPseudo(
    into reader: inout CompoundReader, pool: inout SelectorPool, depth: Int
  ) throws(SyntaxProblem) {
    let start = token
    advance()
    if advance(over: .colon) { return try readPseudoElement(into: &reader, depth: depth) }
    let name = tokenizer.name(of: token).lowercased()
    switch token.kind {
    case .ident where UnansweredSelectors.oldElements.contains(name):
      try readPseudoElement(into: &reader, depth: depth)
    case .ident:
      try readSimplePseudo(name, into: &reader)
      advance()
    case .function:
      try requireFullForm("':\(name)()'")
      let function = token.range
      advance()
      try readFunctionalPseudo(name, at: function, into: &reader, pool: &pool, depth: depth)
      guard advance(over: .rightParenthesis) || token.kind == .endOfFile else { throw unexpected() }
    default:
      throw SyntaxProblem(message: "expected a state or pseudo-class after ':'", range: start.range)
    }
  }

  private mutating func readSimplePseudo(
    _ name: String, into reader: inout CompoundReader
  ) throws(SyntaxProblem) {
    if let state = ControlState(selectorName: name) {
      reader.compound.states.formUnion(state)
      reader.specificity.classes += 1
      return
    }
    let pseudo: PseudoClass
    switch name {
    // Without `@scope` the scope is the root (Selectors 4 §9.6).
    case "root", "scope": pseudo = .root
    case "first-child": pseudo = .nthChild(step: 0, offset: 1)
    case "last-child": pseudo = .nthLastChild(step: 0, offset: 1)
    case "only-child":
      reader.pseudoClasses.append(.nthChild(step: 0, offset: 1))
      pseudo = .nthLastChild(step: 0, offset: 1)
    case _ where reader.isVendors || isUnanswered(name):
      note("':\(name)'", at: token.range, isQuestion: UnansweredSelectors.questions.contains(name))
      reader.pseudoClasses.append(.never)
      reader.specificity.classes += 1
      return
    default:
      throw SyntaxProblem(
        message: "unknown state or pseudo-class ':\(name)'", range: token.range,
        suggestion: nearestPseudo(to: name))
    }
    if name != "root" { try requireFullForm("':\(name)'") }
    reader.pseudoClasses.append(pseudo)
    reader.specificity.classes += 1
  }

  /// True if a pseudo-class is valid but has no meaning here.
  ///
  /// In a dictionary `:focus` is a typing error for the state `:focused`.
  private func isUnanswered(_ name: String) -> Bool {
    guard
      UnansweredSelectors.states.contains(name) || UnansweredSelectors.questions.contains(name)
        || CSSPropertyNames.isVendors(name)
    else { return false }
    return form == .full || nearestName(to: name, in: ControlState.members.map(\.name)) == nil
  }

  private mutating func readFunctionalPseudo(
    _ name: String, at function: Range<Int>, into reader: inout CompoundReader,
    pool: inout SelectorPool, depth: Int
  ) throws(SyntaxProblem) {
    switch name {
    case "is", "where", "not":
      guard depth < Self.deepestNesting else {
        throw error("more than \(Self.deepestNesting) nested selectors")
      }
      let questionsBefore = openQuestions
      let list = try readNestedList(pool: &pool, depth: depth + 1, isForgiving: name != "not")
      // A question that is not known to be true is not known to be false, either.
      if name == "not", openQuestions > questionsBefore { reader.pseudoClasses.append(.never) }
      reader.pseudoClasses.append(name == "not" ? .noneOf(list) : .anyOf(list))
      if name != "where" { reader.specificity = reader.specificity + list.specificity }
    case "nth-child", "nth-last-child":
      let (step, offset) = try readAnPlusB()
      if isOf {
        // Elements that are like it are not counted.
        note("':\(name)(… of …)'", at: function, isQuestion: true)
        reader.pseudoClasses.append(.never)
        skipArguments()
      } else {
        reader.pseudoClasses.append(
          name == "nth-child"
            ? .nthChild(step: step, offset: offset) : .nthLastChild(step: step, offset: offset))
      }
      reader.specificity.classes += 1
    case _ where UnansweredSelectors.functions.contains(name) || CSSPropertyNames.isVendors(name):
      note("':\(name)()'", at: function, isQuestion: true)
      reader.pseudoClasses.append(.never)
      reader.specificity.classes += 1
      skipArguments()
    default:
      throw SyntaxProblem(
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
      ] + (form == .full ? UnansweredSelectors.states.sorted() : []))
  }

  /// Reads a list up to its closing parenthesis; a forgiving one drops invalid parts (Selectors 4
  /// §3.6).
  private mutating func readNestedList(
    pool: inout SelectorPool, depth: Int, isForgiving: Bool
  ) throws(SyntaxProblem) -> SelectorList {
    var selectors: [Selector] = []
    repeat {
      skipWhitespace()
      if isForgiving, token.kind == .rightParenthesis || token.kind == .comma { continue }
      let start = (token: token, position: tokenizer.position)
      do throws(SyntaxProblem) {
        let selector = try parseComplex(pool: &pool, depth: depth, isRelative: false)
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

  /// Skips to the next comma or closing parenthesis of this list, over nested brackets.
  private mutating func skipToListSeparator() {
    var open = 0
    while token.kind != .endOfFile {
      if open == 0, token.kind == .comma || token.kind.nesting < 0 { return }
      open += token.kind.nesting
      advance()
    }
  }

  /// True if the next word is the `of` of `:nth-child(An+B of S)` (Selectors 4 §13.3).
  private var isOf: Bool {
    token.kind == .ident && tokenizer.name(of: token).lowercasedASCII == "of"
  }

  /// Reads `An+B` (CSS Syntax 3 §6) from tokens, without comments.
  private mutating func readAnPlusB() throws(SyntaxProblem) -> (step: Int, offset: Int) {
    skipWhitespace()
    let start = token.range.lowerBound
    var written = ""
    var previous = CSSToken.Kind.whitespace
    while token.kind != .rightParenthesis, token.kind != .endOfFile, !isOf {
      switch token.kind {
      case .ident where previous == .number || written.hasSuffix("-"):
        // `2/**/n` and `-/**/n` are two tokens.
        written += "?"
      case .number where !token.hasSign && previous == .number: written += "?"
      case .ident: written += tokenizer.name(of: token)
      case .dimension:
        written += text.slice(token.range.lowerBound..<token.nameRange.lowerBound).string
        written += tokenizer.name(of: token)
      case .whitespace: written += " "
      default: written += text.slice(token.range).string
      }
      previous = token.kind
      advance()
    }
    guard let value = AnPlusB.parse(written.trimmingASCIIWhitespace) else {
      throw SyntaxProblem(
        message:
          "expected a position such as 2n+1, odd or 3, found '\(written.trimmingASCIIWhitespace)'",
        range: start..<max(start, lastEnd))
    }
    return value
  }

  // MARK: Errors

  private func requireFullForm(_ what: String) throws(SyntaxProblem) {
    guard form == .full else {
      throw error(
        "\(what) needs dialect css; add '@dialect css;' (in JSON: '\"@dialect\": \"css\"')")
    }
  }

  private func unexpected() -> SyntaxProblem {
    error(
      token.kind == .endOfFile
        ? "incomplete selector" : "unexpected '\(text.slice(token.range).string)' in selector")
  }

  private func error(_ message: String) -> SyntaxProblem {
    SyntaxProblem(message: message, range: token.range)
  }
}
