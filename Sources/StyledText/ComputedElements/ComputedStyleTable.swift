import Bytes
package import Diagnostics
package import Styling

/// Number of a computed style in its place: what a start tag means inside what is open around it.
@usableFromInline
package struct StyleID: Hashable, Sendable {
  /// Index into the table, from 0.
  @usableFromInline package let index: Int32

  /// The style with an index.
  @inlinable
  @inline(__always)
  package init(index: Int32) { self.index = index }

  /// Style of text outside of all tags.
  @inlinable package static var host: StyleID { StyleID(index: 0) }
}

/// The computed styles of a text, each with a number.
///
/// A style is found by the parent's state and the raw bytes of a tag, so a tag that was read before
/// in such a place is neither read nor resolved again. Everything that a style leads to — its
/// generated text, the blanks of its box, what control sequences set inside it — has a number of
/// the same kind.
///
/// Memory does not grow with the input: when the table is full, `renew(keeping:)` starts it again
/// with the styles that are still in use. As the style resolver below it, a table is not safe to
/// share between threads.
@safe
@usableFromInline
package struct ComputedStyleTable: ~Copyable {
  /// Properties of a style that a loop over tags reads.
  @usableFromInline
  package struct Head {
    /// Equal for styles whose children look alike: half of the key of a tag.
    @usableFromInline package var state: Int32
    /// The writer's own number for the style; -1 until it has given one.
    @usableFromInline package var attributes: Int32 = -1
    /// The element of the style.
    @usableFromInline package var element: MarkupElement
    /// Properties that the loops branch on, in one byte.
    @usableFromInline package var traits: Traits

    /// True if text in it is shown as it was written.
    @inlinable package var isVerbatim: Bool { traits.contains(.verbatim) }
    /// True if its element is hidden or a box, or the sheet puts text into it.
    @inlinable package var isSpecial: Bool { !traits.isDisjoint(with: [.box, .special, .block]) }
    /// True if its element is a box.
    @inlinable package var isBox: Bool { traits.contains(.box) }
    /// True if only the cells of its text are left (`visibility: hidden`).
    @inlinable package var isBlank: Bool { traits.contains(.blank) }
    /// True if its element is a block of a document.
    @inlinable package var isBlock: Bool { traits.contains(.block) }
    /// True if its element is a box and nothing else that is special.
    @inlinable package var isOnlyBox: Bool { isBox && !traits.contains(.special) }
  }

  /// Boolean traits of a style.
  @usableFromInline
  package struct Traits: OptionSet {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var verbatim: Traits { Traits(rawValue: 1) }
    @inlinable static var box: Traits { Traits(rawValue: 2) }
    /// Special without being a box.
    @inlinable static var special: Traits { Traits(rawValue: 4) }
    @inlinable static var blank: Traits { Traits(rawValue: 8) }
    /// A block of a document.
    @inlinable static var block: Traits { Traits(rawValue: 16) }
  }

  /// A style that another one leads to.
  private struct Derived: Hashable {
    enum Relation: Hashable {
      case generated(PseudoElement)
      case filling
      case border(BorderSide)
      case graphics(TerminalGraphics)
      case match(StartTag.Match)
    }
    var style: StyleID
    var relation: Relation
  }

  /// Resolver of the styles.
  package private(set) var resolver: StyleResolver

  /// Options of the markup.
  package private(set) var options: MarkupOptions

  /// Styles by the parent's state and the raw bytes of their tags.
  package var tags = TagCache()

  /// Number of renewals.
  package private(set) var generation = 0

  @usableFromInline var contents: [ComputedElement] = []
  private var inherited = InheritedStates()
  private var derived: [Derived: StyleID] = [:]
  /// Styles by the parent's state and the number of a tag; states by that of a parent and a place.
  var numbers = StyleNumbers()
  private var placeCount: Int32 = 0
  /// Number of kinds of tags with values from the input, and of these values.
  var kindCount: Int32 = 0
  var valueCount: Int32 = 0
  /// Generated text, safe, where no attribute has a say.
  private var generatedTexts: [GeneratedContent: [UInt8]] = [:]
  private var diagnostics: [Diagnostic] = []
  /// True if there are findings to take out.
  package private(set) var hasDiagnostics = false

  /// Owned; as many as `contents`, and room for more.
  @usableFromInline var heads: UnsafeMutablePointer<Head>
  private var capacity = 256

  /// Size of the tags of its styles in bytes.
  private var size = 0
  private var limits = Limits()

  /// With more than this the table is full.
  private struct Limits {
    var styles = 1 << 13
    /// Number of entries that the resolver keeps.
    var kept = StyleResolver.comfortableCount
    /// Bytes of tags, as `size` counts them (4 MiB).
    var bytes = 1 << 22
  }

  /// A table that holds the style of the host object.
  ///
  /// - Parameters:
  ///   - resolver: Resolver of the styles.
  ///   - options: Options of the markup.
  ///   - language: Language of the whole text.
  package init(
    _ resolver: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.resolver = resolver
    self.options = options
    self.options.keepsAttributes = resolver.needsAttributes
    unsafe heads = .allocate(capacity: capacity)
    addHost(language: language)
  }

  /// A table of the elements of a text, whose numbers are those of its spans.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - resolver: Resolver of the styles.
  package init(elementsOf text: AttributedText, _ resolver: StyleResolver) {
    self.resolver = resolver
    options = MarkupOptions()
    unsafe heads = .allocate(capacity: capacity)
    for span in text.spans { _ = add(span.content) }
  }

  deinit {
    unsafe heads.deallocate()
  }

  /// Number of styles; their indices are below it.
  @inlinable package var count: Int {
    @inline(__always)
    get { contents.count }
  }

  /// Returns the properties of a style that loops over tags read.
  @inlinable
  @inline(__always)
  package func head(_ style: StyleID) -> Head {
    unsafe heads[Int(truncatingIfNeeded: style.index)]
  }

  /// Element of a style, from the markup and the stylesheet.
  @inlinable package subscript(style: StyleID) -> ComputedElement {
    @inline(__always)
    get { contents[Int(style.index)] }
  }

  /// Gives a style the number by which the writer knows it.
  package mutating func setAttributes(_ number: Int32, of style: StyleID) {
    precondition(style.index >= 0 && style.index < contents.count)
    unsafe heads[Int(style.index)].attributes = number
  }

  /// Takes out the findings about styles that came since the last call.
  package mutating func takeDiagnostics() -> [Diagnostic] {
    defer {
      diagnostics.removeAll()
      hasDiagnostics = false
    }
    return diagnostics
  }

  // MARK: Adding

  private mutating func addHost(language: String?) {
    let node = resolver[resolver.hostNode]
    inherited.setHost(language: language)
    _ = add(
      ComputedElement(
        tag: nil, host: host, node: resolver.hostNode, style: node.style,
        compositing: node.compositing,
        extensions: node.extensions, link: nil, language: language,
        traits: node.isHidden ? .hidden : [], block: node.block
      ).inserting(node, from: resolver, &generatedTexts))
  }

  private var host: ComputedElement.Host {
    ComputedElement.Host(element: resolver.host.element, classes: resolver.host.classes)
  }

  /// Gives a style a number.
  private mutating func add(_ content: ComputedElement) -> StyleID {
    if contents.count == capacity {
      let moved = UnsafeMutablePointer<Head>.allocate(capacity: capacity * 2)
      unsafe moved.update(from: heads, count: capacity)
      unsafe heads.deallocate()
      unsafe heads = unsafe moved
      capacity *= 2
    }
    var traits: Traits = []
    if !content.changesText { traits.insert(.verbatim) }
    if content.box != nil { traits.insert(.box) }
    if content.isSpecial { traits.insert(.special) }
    if content.style.visibility == .hidden { traits.insert(.blank) }
    if content.isBlock { traits.insert(.block) }
    unsafe (heads + contents.count).initialize(
      to: Head(
        state: content.inherited.state, element: content.tag?.element ?? .span, traits: traits))
    contents.append(content)
    size += content.size
    return StyleID(index: Int32(contents.count - 1))
  }

  // MARK: Elements

  /// The style of a tag that was read before in such a place.
  ///
  /// - Parameters:
  ///   - tag: The bytes of the tag.
  ///   - bytes: The markup it is in.
  ///   - parent: The style around it.
  ///   - place: The number of its place among its siblings, where the resolver needs that.
  /// - Returns: The style; nil where the tag has to be read.
  package mutating func known(
    _ tag: Range<Int>, in bytes: Span<UInt8>, inside parent: StyleID, place: Int32? = nil
  ) -> StyleID? {
    let state = state(inside: parent, place)
    var number = tags.find(tag, in: bytes, parent: state)
    if number < 0 { number = tags.find(tag, in: bytes, parent: ~state) }
    return number < 0 ? nil : StyleID(index: number)
  }

  /// Lets the next tag with the same bytes in such a place be known.
  ///
  /// - Parameters:
  ///   - style: The style of the tag.
  ///   - tag: The bytes of the tag.
  ///   - bytes: The markup it is in.
  ///   - parent: The style around it.
  ///   - opens: True if the tag begins an element with content that a loop over tags may open by
  ///     itself.
  ///   - place: The number of its place among its siblings, where the resolver needs that.
  package mutating func remember(
    _ style: StyleID, _ tag: Range<Int>, of bytes: Span<UInt8>, inside parent: StyleID,
    opens: Bool, place: Int32? = nil
  ) {
    guard tag.count <= TagCache.longestTag else { return }
    if tags.isFull(for: tag.count) { tags.removeAll() }
    let state = state(inside: parent, place)
    tags.insert(tag, of: bytes, parent: opens ? state : ~state, value: style.index)
  }

  /// The state of a parent, or a number for it and a place in it.
  private mutating func state(inside parent: StyleID, _ place: Int32?) -> Int32 {
    let state = head(parent).state
    guard let place else { return state }
    let known = numbers.find(state, ~place)
    if known >= 0 { return known }
    placeCount += 1
    numbers.insert(Self.firstPlacedState + placeCount, for: state, ~place)
    return Self.firstPlacedState + placeCount
  }

  /// The style of a tag with a number that was met before in such a place; nil for no such tag.
  mutating func child(of parent: StyleID, tag number: Int32, place: Int32? = nil) -> StyleID? {
    let known = numbers.find(state(inside: parent, place), number)
    return known < 0 ? nil : StyleID(index: known)
  }

  /// Lets the next tag with a number in such a place be known.
  mutating func remember(
    _ style: StyleID, inside parent: StyleID, tag number: Int32, place: Int32? = nil
  ) {
    numbers.insert(style.index, for: state(inside: parent, place), number)
  }

  /// There are never so many states of parents.
  private static let firstPlacedState: Int32 = 1 << 30

  /// The style of an element.
  ///
  /// - Parameters:
  ///   - tag: Its start tag.
  ///   - parent: The style around it.
  ///   - position: Its place among its siblings, where the resolver needs that.
  /// - Returns: The style. Findings about it wait in `takeDiagnostics()`.
  package mutating func style(
    of tag: StartTag, inside parent: StyleID, position: SiblingPosition? = nil
  ) -> StyleID {
    let outer = self[parent]
    let known = resolver.findingCount
    let node = resolver.child(of: outer.node ?? resolver.hostNode, tag.description(at: position))
    takeFindings(since: known)
    return add(content(of: tag, node: node, inside: outer, position: position))
  }

  private mutating func takeFindings(since known: Int) {
    guard resolver.findingCount > known else { return }
    diagnostics += resolver.findings(since: known)
    hasDiagnostics = true
  }

  private mutating func content(
    of tag: StartTag, node: StyleNodeID, inside outer: ComputedElement, position: SiblingPosition?
  ) -> ComputedElement {
    let link = tag.link ?? outer.link
    let language = tag.language ?? outer.language
    let isScript = ScriptElement(tag.element) != nil
    let isInScript = isScript || outer.isInScript
    let setting =
      tag.link == nil && tag.language == nil && !isScript
      ? outer.inherited.setting
      : inherited.setting(link: link, language: language, isInScript: isInScript)
    let found = resolver[node]
    var traits: ComputedElement.Traits = isInScript ? .script : []
    // A drawing beside the text is for the screen.
    let isDrawn = resolver.environment.isFlat && tag.value(of: "aria-hidden") == "true"
    if found.isHidden || isDrawn { traits.insert(.hidden) }
    if found.isBlock { traits.insert(.block) }
    let state = inherited.state(of: node, isHost: node == resolver.hostNode, setting)
    let content = ComputedElement(
      tag: tag, position: position, host: outer.host, node: node, style: found.style,
      compositing: found.compositing, extensions: found.extensions, link: link, language: language,
      traits: traits, box: tag.element == .ansi ? nil : found.box, block: found.block,
      inherited: ComputedElement.Inherited(state: state, setting: setting)
    ).inserting(found, from: resolver, &generatedTexts)
    resolver.countKept(content.size)
    return content
  }

  // MARK: Derived styles

  /// The style of what the sheet puts into an element of some style, and its text.
  package mutating func generated(
    _ pseudoElement: PseudoElement, of style: StyleID
  ) -> (style: StyleID, text: [UInt8])? {
    guard let insertion = self[style].insertion(pseudoElement) else { return nil }
    return (
      derive(.generated(pseudoElement), of: style) { $0.add(insertion.content) }, insertion.text
    )
  }

  /// The style of the blanks in the box of an element.
  package mutating func filling(of style: StyleID) -> StyleID {
    let content = self[style]
    let filling = content.filling
    return filling === content ? style : derive(.filling, of: style) { $0.add(filling) }
  }

  /// The style of a border of a block.
  package mutating func border(_ side: BorderSide, of style: StyleID) -> StyleID {
    let content = self[style].filling
    return derive(.border(side), of: style) { $0.add(content.bordered(side)) }
  }

  /// The style of text that control sequences have coloured; that of the element for plain text.
  package mutating func graphics(_ graphics: TerminalGraphics, inside style: StyleID) -> StyleID {
    guard let tag = graphics.tag else { return style }
    return derive(.graphics(graphics), of: style) { $0.style(of: tag, inside: style) }
  }

  /// The style of a part of plain text that a pattern matches.
  package mutating func match(
    _ tag: StartTag, inside style: StyleID, position: SiblingPosition? = nil
  ) -> StyleID {
    guard position == nil, let match = tag.match else {
      return self.style(of: tag, inside: style, position: position)
    }
    return derive(.match(match), of: style) { $0.style(of: tag, inside: style) }
  }

  private mutating func derive(
    _ relation: Derived.Relation, of style: StyleID, _ make: (inout Self) -> StyleID
  ) -> StyleID {
    let key = Derived(style: style, relation: relation)
    if let known = derived[key] { return known }
    let made = make(&self)
    derived[key] = made
    return made
  }

  // MARK: Renewal

  /// True when it is time to renew the table.
  package var isFull: Bool {
    // Swift calls a getter that does not mutate with a copy of the table.
    mutating get {
      contents.count >= limits.styles || resolver.keptCount >= limits.kept || size >= limits.bytes
    }
  }

  /// Starts the table again.
  ///
  /// - Parameters:
  ///   - open: Styles of the elements that are open, from the outside in; the resolver works them
  ///     out again.
  ///   - kept: Other styles that are still in use; they keep what they are and hand nothing on.
  package mutating func renew(open: inout [StyleID], kept: inout [StyleID]) {
    let old = contents
    let language = old[0].language
    generation += 1
    resolver = StyleResolver(after: resolver)
    tags = TagCache()
    contents = []
    size = 0
    inherited = InheritedStates()
    derived = [:]
    numbers = StyleNumbers()
    (placeCount, kindCount, valueCount) = (0, 0, 0)
    addHost(language: language)
    var outer = StyleID.host
    for index in open.indices {
      let content = old[Int(open[index].index)]
      guard let tag = content.tag else { continue }
      outer = style(of: tag, inside: outer, position: content.position)
      open[index] = outer
    }
    var moved: [StyleID: StyleID] = [.host: .host]
    for index in kept.indices {
      let style = kept[index]
      let new = moved[style] ?? add(old[Int(style.index)].withoutNode)
      moved[style] = new
      kept[index] = new
    }
    // With very many open elements it must not be time again at once.
    let least = Limits()
    limits = Limits(
      styles: max(least.styles, 2 * contents.count), kept: max(least.kept, 2 * resolver.keptCount),
      bytes: max(least.bytes, 2 * size))
  }
}

/// Numbers of states that children inherit besides a style: link, language, and whether text is
/// raised or lowered.
private struct InheritedStates {
  private struct Setting: Hashable {
    var link: String?
    var language: String?
    var isInScript = false
  }

  private struct State: Hashable {
    var node: StyleNodeID
    var setting: Int32
  }

  /// 0 is that of the host; few tags have another one.
  private var settings: [Setting: Int32] = [:]
  private var states: [State: Int32] = [:]
  /// States of nodes with the host's setting; 0 for none yet, and for the host.
  private var unlinkedStates: [Int32] = []
  private var nextState: Int32 = 1

  /// Says what the host hands on.
  mutating func setHost(language: String?) { settings = [Setting(language: language): 0] }

  /// The number of a setting.
  mutating func setting(link: String?, language: String?, isInScript: Bool) -> Int32 {
    let setting = Setting(link: link, language: language, isInScript: isInScript)
    let number = settings[setting] ?? Int32(settings.count)
    settings[setting] = number
    return number
  }

  /// A number that is equal for elements whose children look alike.
  mutating func state(of node: StyleNodeID, isHost: Bool, _ setting: Int32) -> Int32 {
    guard setting == 0 else {
      let key = State(node: node, setting: setting)
      if let known = states[key] { return known }
      states[key] = nextState
      nextState += 1
      return nextState - 1
    }
    let index = Int(node.index)
    while unlinkedStates.count <= index { unlinkedStates.append(0) }
    if unlinkedStates[index] == 0, !isHost {
      unlinkedStates[index] = nextState
      nextState += 1
    }
    return unlinkedStates[index]
  }
}
