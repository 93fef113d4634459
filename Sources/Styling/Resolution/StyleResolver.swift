import CSSSyntax
import Diagnostics
import StyleValues

/// Computes the style of every element of a text, for a stylesheet, a terminal and a host object.
///
/// Styles are cached by element and parent, so the cost of a run does not grow with the number of
/// rules. A new stylesheet or environment needs a new resolver, which empties the cache.
///
/// Not safe to share between threads; each thread makes its own from the same stylesheet.
package final class StyleResolver {
  package let stylesheet: Stylesheet

  package let environment: Environment

  package let host: HostObject

  /// The computed style of the host, whose block properties are those of the whole text.
  package private(set) var hostStyle = ComputedStyle()

  /// The properties that the host itself declares.
  private(set) var hostDeclared: PropertySet = []

  /// The background of the whole block.
  package private(set) var hostBackdrop = Backdrop.none

  /// The host's node, for text outside of all tags.
  package private(set) var hostNode = StyleNodeID(index: 1)

  /// The host's element name, if a selector has it.
  let hostType: NameID?

  package var isSnooping = false { didSet { if isSnooping, !oldValue { snoopHost() } } }

  /// The unknown classes, with the styles of their elements.
  package internal(set) var snoopedClasses: [SnoopedClass] = []

  let index: RuleIndex
  var findings: ResolverFindings

  // No access calls code that accesses it again; the check took a tenth of a new tag's time.
  @exclusivity(unchecked) private var nodes = NodeStore()
  private var cache: [ElementKey: StyleNodeID] = [:]

  var budget = StyleBudget()

  private let longValues = ExpandedValues()

  var longTexts: Set<String> = []

  @exclusivity(unchecked) private var positions: PositionAnswers

  /// For suggestions.
  private(set) lazy var classNames = NameIndex(stylesheet.classNames)

  /// The node above the host, with the declarations of `:root`.
  private let rootNode = StyleNodeID(index: 0)

  /// The style that the host inherits; only in dialect `css` more than custom properties.
  private var rootStyle = ComputedStyle()

  /// The key of a cached style.
  ///
  /// Its parts are not joined to one string, so that different requests cannot be equal.
  private struct ElementKey: Hashable {
    var parent: StyleNodeID
    var tag: String
    var isLink: Bool
    var isMatch: Bool
    var classes: [NameID]
    var style: [UInt8]?
    var attributes: [Int32]
    var hints: [UInt8]?
    var positions: [Range<Int32>]

    /// In bytes, approximately.
    var size: Int {
      (style?.count ?? 0) + (hints?.count ?? 0) + 4 * (classes.count + attributes.count)
        + 8 * positions.count
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(parent)
      for name in classes { hasher.combine(name) }
      if let style { hasher.combine(style) }
      if !attributes.isEmpty { hasher.combine(attributes) }
      if let hints { hasher.combine(hints) }
      if !positions.isEmpty { hasher.combine(positions) }
    }
  }

  package convenience init(
    stylesheet: Stylesheet, environment: Environment = Environment(),
    host: HostObject = HostObject()
  ) {
    self.init(
      stylesheet: stylesheet, environment: environment, host: host,
      index: RuleIndex(stylesheet, environment: environment))
  }

  /// A resolver with the same stylesheet and terminal for another object; its cost does not grow
  /// with the number of rules.
  package convenience init(_ other: StyleResolver, host: HostObject) {
    self.init(
      stylesheet: other.stylesheet, environment: other.environment, host: host, index: other.index)
  }

  /// A resolver with the same stylesheet, terminal and object, and no cached styles.
  ///
  /// A text with very many different tags makes very many nodes, and needs a new resolver now and
  /// then. Findings are not repeated.
  package convenience init(after other: StyleResolver) {
    self.init(
      stylesheet: other.stylesheet, environment: other.environment, host: other.host,
      index: other.index, findings: other.findings)
    budget = other.budget.withoutElements
    isSnooping = other.isSnooping
    snoopedClasses = other.snoopedClasses
  }

  private init(
    stylesheet: Stylesheet, environment: Environment, host: HostObject, index: RuleIndex,
    findings: ResolverFindings = ResolverFindings()
  ) {
    self.findings = findings
    self.stylesheet = stylesheet
    self.environment = environment
    self.host = host
    self.index = index
    positions = PositionAnswers(index.positions)
    hostType = stylesheet.pool.names.find(host.element)
    addRoot()
    addHost()
  }

  package subscript(id: StyleNodeID) -> StyleNode { nodes[id] }

  /// True if elements need their positions among siblings (`:nth-child()` and the like).
  package var needsSiblingPositions: Bool { !index.positions.isEmpty }

  /// True if they also need the number of siblings (`:last-child` and the like).
  package var needsSiblingCounts: Bool { index.positions.countsFromEnd }

  /// A number that is equal for positions with the same answers to all tests.
  package func placeNumber(of position: SiblingPosition) -> Int32 { positions.number(of: position) }

  /// The number of later siblings that decides every test from the end; nil if all have to be
  /// counted.
  package var decisiveFollowers: Int? { index.positions.decisiveFollowers }

  /// The elements that may be counted from the end.
  package var countedElements: CountedElements { index.positions.counted }

  /// True if elements need all attributes, for selectors or generated text.
  package var needsAttributes: Bool {
    !index.attributes.isEmpty || index.hasGenerated || !stylesheet.hueAttributes.isEmpty
  }

  package var attributeFilter: AttributeFilter { AttributeFilter(index) }

  /// The languages of code that have patterns of their own.
  lazy var languages = Set(stylesheet.languages)

  // MARK: Elements

  package func child(of parent: StyleNodeID, _ element: ElementDescription) -> StyleNodeID {
    let classes = names(of: element.classes)
    let key = ElementKey(
      parent: parent, tag: element.tag, isLink: element.isLink, isMatch: element.isMatch,
      classes: classes, style: element.style.map { Array($0.bytes[$0.range]) },
      attributes: index.attributes.answers(for: element.attributes) + hues(of: element),
      hints: element.hints.map { Array($0.bytes[$0.range]) },
      positions: positions.answers(for: element.position))
    let known = cache[key]
    let id = known ?? add(element, classes, to: parent)
    if known == nil {
      cache[key] = id
      countKept(key.size)
    }
    // The classes of terminal text and of matches have a meaning without a rule.
    // So have those of lines below a record, which have the name of their field.
    let isNamed = element.isMatch || element.tag == "pre"
    if isNamed || element.tag == BuiltInElements.terminalText, !isSnooping { return id }
    if known == nil ? hasUnknown(classes) : classes.contains(.unknown) {
      let style = self[id].style
      reportUnknownClasses(
        element.classes, tag: element.isSpan ? nil : element.tag, isMatch: element.isMatch
      ) { ComputedStyle(text: style) }
    }
    return id
  }

  /// True if a class may be unknown for such an element.
  private func hasUnknown(_ classes: [NameID]) -> Bool {
    !isCSS || !classes.allSatisfy { $0 != .unknown && stylesheet.pool.names.isClass($0) }
  }

  private func names(of classes: [String]) -> [NameID] {
    classes.map { stylesheet.pool.names.find($0) ?? .unknown }
  }

  private func add(
    _ element: ElementDescription, _ classes: [NameID], to parent: StyleNodeID
  ) -> StyleNodeID {
    let outer = self[parent]
    let cascade = cascade(
      request(element, classes, in: outer, keepsLosers: false), keepsTrace: false)
    var style = cascade.style.text
    if element.isLink, !cascade.declared.contains(PropertySet(.color)), let tint = style.tintColor {
      style.color = tint
    }
    if !cascade.problems.isEmpty { report(cascade) }
    limitLists(of: &style, inside: outer.style)
    let compositing = outer.compositing.inside(
      style, declared: cascade.declared, environment.palette)
    return nodes.intern(
      style: style, compositing: compositing, scope: cascade.scope, extensions: cascade.extensions,
      ancestorContext: ancestorContext(cascade.request),
      format: format(of: cascade, element.tag, style, compositing, inside: outer))
  }

  // MARK: Generated text

  private func format(
    of cascade: Cascade, _ tag: String?, _ style: TextStyle, _ compositing: CompositingState,
    inside outer: StyleNode?
  ) -> ElementFormat {
    if outer?.isHidden == true || cascade.hidesElement {
      return ElementFormat(isHidden: true, block: outer?.block)
    }
    // The object has a box anyway.
    let box = outer.flatMap { self.box(of: cascade, inside: $0.box) }
    var format = ElementFormat(box: box)
    if host.holdsBlocks {
      format.isBlock = outer == nil || displayDeclared(by: cascade).isBlock
      format.block =
        format.isBlock
        ? block(of: cascade, tag, style, compositing, isHost: outer == nil) : outer?.block
    }
    if outer != nil, !format.isBlock { reportMissingBox(of: cascade, isBox: box != nil) }
    guard index.hasGenerated else { return format }
    format.before = generated(.before, by: cascade, tag, style, compositing)
    format.after = generated(.after, by: cascade, tag, style, compositing)
    return format
  }

  /// The `display` that an element declares; no dialect inherits it.
  private func displayDeclared(by cascade: Cascade) -> Display {
    cascade.declared.contains(PropertySet(.display)) ? cascade.style.text.display : .inline
  }

  private func block(
    of cascade: Cascade, _ tag: String?, _ style: TextStyle, _ compositing: CompositingState,
    isHost: Bool
  ) -> BlockFormat {
    guard isHost else {
      let display = displayDeclared(by: cascade)
      return BlockFormat(
        display: display, style: cascade.style.block,
        marker: display == .listItem && index.hasGenerated
          ? generated(.marker, by: cascade, tag, style, compositing) : nil)
    }
    // In a document, line breaks of the source mean nothing.
    var style = cascade.style.block
    if !cascade.declared.contains(PropertySet(.whiteSpace)) { style.whiteSpace = .normal }
    return BlockFormat(display: .block, style: style)
  }

  private func box(of cascade: Cascade, inside outer: InlineBox?) -> InlineBox? {
    guard displayDeclared(by: cascade) == .inlineBlock else { return nil }
    return InlineBox(
      cascade.style.block, declared: cascade.declared,
      textAlign: outer?.textAlign ?? hostStyle.block.textAlign,
      tabSize: outer?.tabSize ?? hostStyle.block.tabSize)
  }

  private func generated(
    _ pseudoElement: PseudoElement, by element: Cascade, _ tag: String?, _ style: TextStyle,
    _ compositing: CompositingState
  ) -> GeneratedText? {
    let request = request(
      pseudoElement, of: element.request.element, tag, inside: style, element.scope,
      element.extensions, keepsLosers: element.request.keepsLosers)
    guard !request.candidates.isEmpty else { return nil }
    let cascade = cascade(request, keepsTrace: false)
    if !cascade.problems.isEmpty { report(cascade) }
    // Elsewhere all properties are inherited; what an element puts in is not.
    let isDeclared = cascade.declared.contains(PropertySet(.content))
    // A marker has a text by itself.
    guard isDeclared || pseudoElement == .marker, !cascade.hidesElement,
      let content = isDeclared ? cascade.style.text.content : GeneratedContent(items: [])
    else { return nil }
    let own = cascade.style.text
    let node = nodes.intern(
      style: own,
      compositing: compositing.inside(own, declared: cascade.declared, environment.palette),
      scope: cascade.scope, extensions: cascade.extensions, ancestorContext: .unobserved,
      format: ElementFormat(box: box(of: cascade, inside: nil)))
    return GeneratedText(node: node, content: content)
  }

  private func request(
    _ pseudoElement: PseudoElement, of element: MatchingElement, _ tag: String?,
    inside style: TextStyle,
    _ scope: VariableScope, _ extensions: ExtensionValues, keepsLosers: Bool = true
  ) -> CascadeRequest {
    let outer = ComputedStyle(text: style)
    var request = CascadeRequest(
      element, inside: outer, start: isCSS ? outer.inherited : outer, scope: scope,
      extensions: extensions, pseudoElement: pseudoElement, keepsLosers: keepsLosers, index: index,
      mayAsk: budget.mayAsk)
    collectRules(tag: tag, into: &request)
    return request
  }

  /// A request for the generated content of an element with a node; `element` is nil for the host.
  func request(
    _ pseudoElement: PseudoElement, of element: ElementDescription?, _ node: StyleNodeID,
    in parent: StyleNodeID
  ) -> CascadeRequest {
    let matching = element.map { request($0, in: self[parent]).element } ?? hostRequest().element
    let own = self[node]
    return request(
      pseudoElement, of: matching, element?.tag, inside: own.style, own.scope, own.extensions)
  }

  private func addRoot() {
    let cascade = cascade(rootRequest(), keepsTrace: false)
    report(cascade)
    if isCSS { rootStyle = cascade.style }
    _ = nodes.add(
      StyleNode(
        style: rootStyle.text, compositing: CompositingState(), scope: cascade.scope,
        extensions: cascade.extensions, ancestorContext: ancestorContext(cascade.request)))
  }

  /// The properties that the host copies from `:root`.
  private static let edges: [PropertyID] = [
    .marginTop, .marginRight, .marginBottom, .marginLeft, .paddingTop, .paddingRight,
    .paddingBottom, .paddingLeft, .width, .minWidth, .maxWidth,
  ]

  private func addHost() {
    let cascade = cascade(hostRequest(), keepsTrace: false)
    report(cascade)
    hostStyle = cascade.style
    // The block is inside that of `:root`, and nothing else is.
    for id in Self.edges where !cascade.declared.contains(PropertySet(id)) {
      PropertyDefinition.of(id).copy(rootStyle, &hostStyle)
    }
    hostDeclared = cascade.declared
    reportUnknownClasses(host.classes, tag: nil) { hostStyle }
    let compositing = CompositingState(opacity: hostStyle.text.opacity)
    hostBackdrop =
      cascade.declared.contains(PropertySet(.backgroundColor))
      ? Backdrop.none.painting(
        hostStyle.text.backgroundColor, opacity: hostStyle.text.opacity,
        palette: environment.palette) : .none
    hostNode = nodes.add(
      StyleNode(
        style: hostStyle.text, compositing: compositing, scope: cascade.scope,
        extensions: cascade.extensions, ancestorContext: ancestorContext(cascade.request),
        format: format(of: cascade, nil, hostStyle.text, compositing, inside: nil)))
  }

  private func ancestorContext(_ request: CascadeRequest) -> AncestorContext {
    guard !stylesheet.pool.contexts.entries.isEmpty else { return .unobserved }
    var request = request
    var parent = index.contextsOfOthers(than: request.element)
    var ancestors = request.element.ancestorContext?.ancestors ?? ContextSet()
    let asked = request.asked
    let met = request.metContexts(among: index.contexts(of: request.element))
    count(request, since: asked)
    parent.insert(met)
    ancestors.formUnion(parent)
    return AncestorContext(parent: parent, ancestors: ancestors)
  }

  // MARK: The cache

  /// The number of different elements that is kept at least.
  package static let comfortableCount = 8192

  /// The number of different elements that are kept; if it is very large it is time for a resolver
  /// `init(after:)` this one.
  ///
  /// Large elements count for several, with all that callers keep of them.
  package var keptCount: Int { max(cache.count, nodes.count, budget.keptBytes >> 11) }

  /// Counts bytes that a caller keeps as long as this resolver, besides those of elements.
  package func countKept(_ bytes: Int) { budget.count(bytes) }

  /// Counts the element's own shadows and gradients, and drops them if there are too many.
  private func limitLists(of style: inout TextStyle, inside outer: TextStyle) {
    let size = style.listSize(besides: outer)
    guard size > 0 else { return }
    guard budget.mayKeepLists else {
      style.dropLists()
      return reportTooManyValues()
    }
    budget.count(values: size)
  }

  // MARK: The cascade

  var isCSS: Bool { stylesheet.dialect == .css }

  func cascade(_ request: consuming CascadeRequest, keepsTrace: Bool) -> Cascade {
    count(request)
    request.sortCandidates()
    let scope = request.scope
    let cascade = Cascade(
      request, environment, longValues, keepsTrace: keepsTrace, mayDeclare: budget.mayDeclare)
    if !keepsTrace, cascade.scope !== scope { budget.count(values: cascade.scope.size) }
    return cascade
  }

  /// Subtracts the tests of a request from the budget.
  private func count(_ request: CascadeRequest, since start: Int = 0) {
    budget.take(questions: request.asked - start)
    if request.isIncomplete { reportIncompleteRules() }
  }

  /// The request for the element above the host.
  func rootRequest() -> CascadeRequest {
    var element = MatchingElement(
      type: nil, classes: [], states: .normal, position: SiblingPosition(index: 1, count: 1))
    if index.hasBuckets { element.tests = matchedTests(of: element) }
    var request = CascadeRequest(
      element, inside: ComputedStyle(), start: ComputedStyle(), scope: .empty, extensions: .none,
      index: index)
    request.collect(index.elements.listOfOthers, position: 0, nil)
    return request
  }

  /// The request for the host, which inherits from the root.
  func hostRequest() -> CascadeRequest {
    let root = self[rootNode]
    var element = MatchingElement(
      type: hostType, classes: names(of: host.classes), states: host.states,
      position: SiblingPosition(index: 1, count: 1), ancestorContext: root.ancestorContext)
    if index.hasBuckets { element.tests = matchedTests(of: element) }
    var request = CascadeRequest(
      element, inside: rootStyle, start: isCSS ? rootStyle.inherited : rootStyle, scope: root.scope,
      extensions: root.extensions, isHost: true, index: index)
    collectRules(tag: nil, into: &request)
    collectInline(host.style, into: &request)
    return request
  }

  func request(_ element: ElementDescription, in parent: StyleNode) -> CascadeRequest {
    request(element, names(of: element.classes), in: parent)
  }

  private func request(
    _ element: ElementDescription, _ classes: [NameID], in parent: StyleNode,
    keepsLosers: Bool = true
  ) -> CascadeRequest {
    var matching = MatchingElement(
      type: stylesheet.pool.names.find(element.tag), classes: classes,
      attributes: element.attributes, states: host.states,
      position: element.position ?? SiblingPosition(index: 0),
      ancestorContext: parent.ancestorContext)
    if index.hasBuckets { matching.tests = matchedTests(of: matching) }
    let style = parent.ownStyle
    var request = CascadeRequest(
      matching, inside: style, start: parent.startStyle(isCSS: isCSS), scope: parent.scope,
      extensions: parent.extensions, keepsLosers: keepsLosers, index: index, mayAsk: budget.mayAsk)
    collectRules(tag: element.tag, into: &request)
    collectInline(element.style, into: &request)
    if !element.isSpan, !element.isMatch {
      let declarations = BuiltInElements.declarations(
        of: element.tag, isLink: element.isLink, isInDocument: host.holdsBlocks)
      for declaration in declarations { request.addBuiltIn(declaration) }
    }
    if let hints = element.hints {
      for declaration in BuiltInElements.declarations(of: hints) { request.addBuiltIn(declaration) }
    }
    return request
  }

  private func matchedTests(of element: MatchingElement) -> MatchedTests {
    MatchedTests(
      attributes: index.attributes.answers(for: element.attributes),
      positions: positions.answers(for: element.position), element, numbers: index.tests)
  }

  private func collectRules(tag: String?, into request: inout CascadeRequest) {
    guard let entries = index.entries(of: request.pseudoElement) else { return }
    let isHost = tag == nil
    let names = request.element.classes
    let ownName = isHost || tag == "span" ? nil : request.element.type
    let order = isCSS ? nil : ClassLookupOrder(own: ownName, host: hostType, isHost: isHost)
    var seen: Set<NameID> = []
    for (position, name) in names.enumerated() where name != .unknown {
      if names.count > 16 ? !seen.insert(name).inserted : names[..<position].contains(name) {
        continue
      }
      request.collect(entries.list(ofClass: name), position: position, order)
    }
    request.collect(entries.listOfOthers, position: names.count, order)
    if let type = isCSS ? request.element.type : isHost ? hostType : ownName {
      request.collect(entries.list(ofType: type), position: names.count, order)
    }
  }

  private func collectInline(_ style: CSSText?, into request: inout CascadeRequest) {
    guard let style else { return }
    let parser = PropertyParser(stylesheet.dialect)
    let (block, problems) = parseDeclarations(style)
    for problem in problems { findings.add(problem, at: style.location) }
    for case .declaration(let syntax) in block.items {
      var declaration = Declaration(syntax)
      if stylesheet.dialect.hasDollarVariables { declaration = declaration.expandingDollars }
      if let own = declaration.renamed(stylesheet.dialect, among: stylesheet.extensions) {
        declaration = own
      }
      let problem = declaration.specify(
        with: parser, sheetDialect: stylesheet.dialect, extensions: stylesheet.extensions)
      if let problem {
        findings.add(problem, at: declaration.value.range)
        if problem.code == .invalidValue { continue }
      }
      request.addInline(declaration)
    }
  }
}

extension CompositingState {
  /// The state inside an element with its own declared properties.
  fileprivate func inside(
    _ style: TextStyle, declared: PropertySet, _ palette: TerminalPalette
  ) -> CompositingState {
    var state = self
    if declared.contains(PropertySet(.opacity)) { state.opacity *= style.opacity }
    if declared.contains(PropertySet(.backgroundColor)), style.visibility == .visible {
      state.backdrop = backdrop.painting(
        style.backgroundColor, opacity: state.opacity, palette: palette)
    }
    return state
  }
}

extension StyleResolver {
  package func mentions(_ element: String) -> Bool { stylesheet.pool.names.find(element) != nil }
}
