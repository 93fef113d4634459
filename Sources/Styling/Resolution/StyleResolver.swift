import CSSSyntax
public import Diagnostics
import StyleValues

/// Gives every element of a text its style: a stylesheet, a terminal and a host object put
/// together.
///
/// Styles are worked out once for each distinct element and parent and then found again, so the
/// cost of a run does not grow with the number of rules. A new stylesheet or environment needs a
/// new resolver; that is what empties the cache.
///
/// It is not safe to share between threads; each thread makes its own from the same stylesheet.
public final class StyleResolver {
  /// The rules.
  public let stylesheet: Stylesheet

  /// The terminal.
  public let environment: Environment

  /// The object that the text belongs to.
  public let host: HostObject

  /// The computed style of the host: its block properties are those of the whole text.
  public private(set) var hostStyle = ComputedStyle()

  /// What the host paints behind the whole block.
  public private(set) var hostBackdrop = Backdrop.none

  /// What was found while styles were worked out: unknown classes, invalid values. A finding
  /// comes once, however often its cause is met.
  public private(set) var diagnostics: [Diagnostic] = []

  /// The host's node; text outside of all tags has it.
  public let hostNode = StyleNodeID(index: 1)

  private let index: RuleIndex
  private var nodes: [StyleNode] = []
  private var numbers: [NodeContent: StyleNodeID] = [:]
  private var cache: [ElementKey: StyleNodeID] = [:]
  private var tree = ElementTree()
  private var matcher = SelectorMatcher()
  private var reportedClasses: Set<String> = []
  private var reportedValues: Set<ValuePlace> = []
  private let hostType: NameID?

  /// The node above the host: what `:root` declares.
  private let rootNode = StyleNodeID(index: 0)

  /// What makes two nodes the same.
  private struct NodeContent: Hashable {
    var style: TextStyle
    var paint: PaintState
    var scope: ObjectIdentifier
    var element: Int32
  }

  /// The parts that a style is cached by. They are never joined into one string: two different
  /// requests must not meet.
  private struct ElementKey: Hashable {
    var parent: StyleNodeID
    var tag: String
    var classes: [String]
    var style: [UInt8]?
    var isLink: Bool
    var position: SiblingPosition?
  }

  private struct ValuePlace: Hashable {
    var source: ObjectIdentifier
    var start: Int
  }

  /// Puts a resolver together and works out the host's style.
  public init(
    stylesheet: Stylesheet, environment: Environment = Environment(),
    host: HostObject = HostObject()
  ) {
    self.stylesheet = stylesheet
    self.environment = environment
    self.host = host
    index = RuleIndex(stylesheet, environment: environment)
    hostType = stylesheet.names.find(host.element)
    addRoot()
    addHost()
  }

  /// The node of a number.
  public subscript(id: StyleNodeID) -> StyleNode { nodes[Int(id.index)] }

  /// How many distinct nodes there are.
  public var nodeCount: Int { nodes.count }

  /// Whether elements need their place among their siblings (`:nth-child()` and the like).
  public var needsSiblingPositions: Bool { index.countsFromStart || index.countsFromEnd }

  /// Whether that place needs the number of siblings, too (`:last-child` and the like).
  public var needsSiblingCounts: Bool { index.countsFromEnd }

  // MARK: Elements

  /// The node of an element inside another one.
  public func child(of parent: StyleNodeID, _ element: ElementDescription) -> StyleNodeID {
    let key = ElementKey(
      parent: parent, tag: element.tag, classes: element.classes,
      style: element.style.map { Array($0.bytes[$0.range]) }, isLink: element.isLink,
      position: element.position)
    if let known = cache[key] { return known }
    let id = add(element, to: parent)
    cache[key] = id
    return id
  }

  private func add(_ element: ElementDescription, to parent: StyleNodeID) -> StyleNodeID {
    let request = request(element, in: self[parent])
    let cascade = cascade(request, keepsTrace: false)
    var style = cascade.style.text
    if element.isLink, !cascade.declared.contains(PropertySet(.color)), let tint = style.tintColor {
      style.color = tint
    }
    let paint = self[parent].paint.inside(style, declared: cascade.declared)
    report(cascade)
    reportUnknownClasses(element.classes, tag: element.isSpan ? nil : element.tag)
    return intern(
      StyleNode(style: style, paint: paint, scope: cascade.scope, element: request.element))
  }

  private func addRoot() {
    let element = tree.add(
      type: nil, classes: [], states: .normal, position: SiblingPosition(index: 1, count: 1),
      parent: -1)
    var request = CascadeRequest(element: element, parent: ComputedStyle(), scope: .empty)
    request.collect(from: index.otherEntries, of: self)
    let cascade = cascade(request, keepsTrace: false)
    report(cascade)
    hostStyle = isCSS ? cascade.style : ComputedStyle()
    _ = intern(
      StyleNode(
        style: hostStyle.text, paint: PaintState(), scope: cascade.scope, element: element))
  }

  private func addHost() {
    let request = hostRequest()
    let cascade = cascade(request, keepsTrace: false)
    report(cascade)
    reportUnknownClasses(host.classes, tag: nil)
    hostStyle = cascade.style
    hostBackdrop =
      cascade.declared.contains(PropertySet(.backgroundColor))
      ? Backdrop.none.painting(hostStyle.text.backgroundColor, opacity: hostStyle.text.opacity)
      : .none
    nodes.append(
      StyleNode(
        style: hostStyle.text, paint: PaintState(opacity: hostStyle.text.opacity),
        scope: cascade.scope, element: request.element))
  }

  private func intern(_ node: StyleNode) -> StyleNodeID {
    let content = NodeContent(
      style: node.style, paint: node.paint, scope: ObjectIdentifier(node.scope),
      element: node.element)
    if let known = numbers[content] { return known }
    let id = StyleNodeID(index: nodes.count)
    nodes.append(node)
    numbers[content] = id
    return id
  }

  // MARK: The cascade

  var isCSS: Bool { stylesheet.dialect == .css }

  /// What is asked of the cascade for one element.
  struct CascadeRequest {
    var element: Int32
    var parent: ComputedStyle
    var scope: VariableScope
    var candidates: [CascadeCandidate] = []
    var isHost = false
  }

  func cascade(_ request: CascadeRequest, keepsTrace: Bool) -> Cascade {
    Cascade(
      Cascade.Input(
        candidates: request.candidates.sorted { $0.priority > $1.priority },
        parent: request.parent, parentScope: request.scope, isHost: request.isHost,
        colorScheme: environment.colorScheme, followsCSS: isCSS),
      keepsTrace: keepsTrace)
  }

  /// The host and the declarations that apply to it.
  func hostRequest() -> CascadeRequest {
    let root = self[rootNode]
    let classes = host.classes.compactMap(stylesheet.names.find)
    let element = tree.add(
      type: hostType, classes: classes, states: host.states,
      position: SiblingPosition(index: 1, count: 1), parent: root.element)
    let parentStyle = isCSS ? hostStyle : ComputedStyle()
    var request = CascadeRequest(
      element: element, parent: nodes.count > 1 ? hostParentStyle : parentStyle, scope: root.scope,
      isHost: true)
    collectRules(for: host.classes, tag: nil, isHost: true, into: &request)
    collectInline(host.style, into: &request)
    return request
  }

  /// The root's style with initial block properties: what the host inherits from.
  private var hostParentStyle: ComputedStyle { ComputedStyle(text: self[rootNode].style) }

  /// An element and the declarations that apply to it.
  func request(_ element: ElementDescription, in parent: StyleNode) -> CascadeRequest {
    let classes = element.classes.compactMap(stylesheet.names.find)
    let number = tree.add(
      type: stylesheet.names.find(element.tag), classes: classes, states: host.states,
      position: element.position ?? SiblingPosition(index: 1), parent: parent.element)
    var request = CascadeRequest(
      element: number, parent: ComputedStyle(text: parent.style), scope: parent.scope)
    collectRules(
      for: element.classes, tag: element.tag, isHost: false, into: &request)
    collectInline(element.style, into: &request)
    for declaration in BuiltInElements.declarations(of: element.tag, isLink: element.isLink) {
      request.addBuiltIn(declaration, tag: element.tag)
    }
    if !looksAtTree {
      // Nobody will ask for this element again; its parent stands for its descendants.
      request.element = parent.element
      tree.removeLast()
      matcher.forget()
    }
    return request
  }

  private var looksAtTree: Bool { index.looksAtAncestors || needsSiblingPositions }

  private func collectRules(
    for classes: [String], tag: String?, isHost: Bool, into request: inout CascadeRequest
  ) {
    let names = stylesheet.names
    let tagName = tag.flatMap(names.find)
    if isCSS {
      for name in Set(classes).compactMap(names.find) {
        request.collect(from: index.entries(ofClass: name), of: self)
      }
      if let type = isHost ? hostType : tagName {
        request.collect(from: index.entries(ofType: type), of: self)
      }
      request.collect(from: index.otherEntries, of: self)
      return
    }
    let ownName = tag == "span" ? nil : tagName
    let order = LookupOrder(own: isHost ? nil : ownName, host: hostType, isHost: isHost)
    for (place, name) in classes.enumerated() {
      guard let id = names.find(name), classes.firstIndex(of: name) == place else { continue }
      request.collect(from: index.entries(ofClass: id), of: self, place: place, order)
    }
    if let type = isHost ? hostType : ownName {
      request.collect(from: index.entries(ofType: type), of: self, place: classes.count, order)
    }
  }

  private func collectInline(_ style: CSSText?, into request: inout CascadeRequest) {
    guard let style else { return }
    let (block, findings) = parseDeclarations(style)
    for finding in findings { report(finding, at: style.place) }
    for case .declaration(let syntax) in block.items {
      let declaration = Declaration(syntax)
      let problem = declaration.problem(
        dialect: stylesheet.dialect, sheetDialect: stylesheet.dialect)
      if let problem {
        report(problem, at: declaration.value.place)
        if problem.code == .invalidValue { continue }
      }
      request.addInline(declaration, dialect: stylesheet.dialect)
    }
  }

  func matches(_ entry: RuleIndex.Entry, _ element: Int32) -> Bool {
    let selector = stylesheet.rules[Int(entry.rule)].selectors[Int(entry.selector)].selector
    return matcher.matches(selector, element, in: tree)
  }

  func layerStrength(_ layer: Int?) -> Int32 {
    layer.map { index.layerStrengths[$0] } ?? CascadePriority.outsideLayers
  }

  // MARK: Findings

  private func report(_ cascade: Cascade) {
    for (index, message) in cascade.problems {
      let declaration = cascade.input.candidates[index].declaration
      report(
        Diagnostic(
          .warning, .invalidAtComputedTime, "\(declaration.property.text): \(message)",
          at: declaration.value.place),
        at: declaration.value.place)
    }
  }

  private func report(_ diagnostic: Diagnostic, at place: SourceRange) {
    let key = ValuePlace(
      source: ObjectIdentifier(place.source), start: place.bytes.lowerBound)
    if reportedValues.insert(key).inserted { diagnostics.append(diagnostic) }
  }

  private func reportUnknownClasses(_ classes: [String], tag: String?) {
    for name in classes where !isKnown(name, tag: tag) {
      guard reportedClasses.insert(name).inserted else { continue }
      diagnostics.append(
        Diagnostic(
          .warning, .unknownClass,
          "no rule for class '\(name)' of element '\(tag ?? host.element)'",
          suggestion: nearestName(to: name, in: stylesheet.classNames)))
    }
  }

  /// Whether any rule, whatever its condition, names the class for such an element.
  private func isKnown(_ name: String, tag: String?) -> Bool {
    guard let id = stylesheet.names.find(name) else { return false }
    if isCSS { return stylesheet.names.isClass(id) }
    let own = tag.flatMap(stylesheet.names.find)
    return index.entries(ofClass: id).contains { entry in
      let type = stylesheet.rules[Int(entry.rule)].selectors[Int(entry.selector)].selector.subject
        .type
      return type == nil || type == hostType || type == own
    }
  }
}

extension PaintState {
  /// The state inside an element that declares some properties itself.
  fileprivate func inside(_ style: TextStyle, declared: PropertySet) -> PaintState {
    var state = self
    if declared.contains(PropertySet(.opacity)) { state.opacity *= style.opacity }
    if declared.contains(PropertySet(.backgroundColor)) {
      state.backdrop = backdrop.painting(style.backgroundColor, opacity: state.opacity)
    }
    return state
  }
}
