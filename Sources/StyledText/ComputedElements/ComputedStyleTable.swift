import Bytes
package import Diagnostics
package import Styling

/// The number of a computed style: the result of a start tag inside the open elements.
@usableFromInline
package struct StyleID: Hashable, Sendable {
  /// Index into the table, from 0.
  @usableFromInline package let index: Int32

  @inlinable
  @inline(__always)
  package init(index: Int32) { self.index = index }

  /// The style of text outside of all tags.
  @inlinable package static var host: StyleID { StyleID(index: 0) }
}

/// The computed styles of a text, each with a number.
///
/// A style is found by the state of its parent and a tag number, which stands for anything that
/// begins a style: the raw bytes of a start tag, a tag that a reader makes, a state of SGR, a match
/// of a pattern, a pseudo-element, the blanks of a box. So a tag that was read before with such a
/// parent is neither read nor resolved again.
///
/// Memory does not grow with the input: a full table is restarted by `renew(open:kept:)` with the
/// styles that are still in use. Not safe to share between threads.
@safe
@usableFromInline
package struct ComputedStyleTable: ~Copyable {
  /// The twelve bytes of a style that the loops over tags read instead of the whole element.
  @usableFromInline
  package struct Summary {
    /// Equal for styles whose children have the same styles; half of the key of a tag.
    @usableFromInline package var state: Int32
    /// The writer's number for the style; -1 until it is set.
    @usableFromInline package var attributes: Int32 = -1
    @usableFromInline package var element: MarkupElement
    /// The properties that the loops branch on, in one byte.
    @usableFromInline package var traits: Traits

    /// True if text in it is shown as written.
    @inlinable package var isVerbatim: Bool { traits.contains(.verbatim) }
    /// True if its element is hidden or a box, or has generated text.
    @inlinable package var isSpecial: Bool {
      !traits.isDisjoint(with: [.box, .altersContent, .block])
    }
    @inlinable package var isBox: Bool { traits.contains(.box) }
    /// True if its text is blank cells (`visibility: hidden`).
    @inlinable package var isBlank: Bool { traits.contains(.blank) }
    /// True if its element is a block of a document.
    @inlinable package var isBlock: Bool { traits.contains(.block) }
    /// True if it has a class of the line filter.
    @inlinable package var isFiltered: Bool { traits.contains(.filtered) }
    /// True if its element is a box and nothing else that is special.
    @inlinable package var isOnlyBox: Bool { isBox && !traits.contains(.altersContent) }
  }

  @usableFromInline
  package struct Traits: OptionSet {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var verbatim: Traits { Traits(rawValue: 1) }
    @inlinable static var box: Traits { Traits(rawValue: 2) }
    /// Hidden, or with generated text.
    @inlinable static var altersContent: Traits { Traits(rawValue: 4) }
    @inlinable static var blank: Traits { Traits(rawValue: 8) }
    @inlinable static var block: Traits { Traits(rawValue: 16) }
    @inlinable static var filtered: Traits { Traits(rawValue: 32) }
  }

  /// The beginning of a style for a part that has no tag: generated text, the blanks of a box, a side
  /// of its border, a match of a pattern.
  enum PseudoTag: Hashable {
    case generated(PseudoElement)
    case filling
    case border(BorderSide)
    case match(StartTag.Match)
  }

  package private(set) var resolver: StyleResolver

  package private(set) var options: MarkupOptions

  /// Number of renewals.
  package private(set) var generation = 0

  @usableFromInline var contents: [ComputedElement] = []
  private var inherited = InheritedStates()
  package var tags = TagNumbers()
  /// Styles by the state of their parent and the number of their tag.
  ///
  /// A style that is made from another one for a `PseudoTag` has the complement (`~`) of that one's
  /// index instead of a state.
  private var children = StyleNumbers()
  /// Safe generated text that does not depend on attributes.
  private var generatedTexts: [GeneratedContent: [UInt8]] = [:]
  private var diagnostics: [Diagnostic] = []
  package private(set) var hasDiagnostics = false

  /// Owned; `capacity` elements, of which `contents.count` are initialized.
  @usableFromInline var summaries: UnsafeMutablePointer<Summary>
  private var capacity = 256

  /// The bytes of its styles' tags.
  private var size = 0
  private var limits = Limits()

  /// The table is full beyond these.
  private struct Limits {
    var styles = 1 << 13
    /// Entries of the resolver.
    var kept = StyleResolver.comfortableCount
    /// Bytes of tags, as `size` counts them (4 MiB).
    var bytes = 1 << 22
  }

  /// A table with the style of the host object.
  package init(
    _ resolver: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.resolver = resolver
    self.options = options
    self.options.keepsAttributes = resolver.needsAttributes
    unsafe summaries = .allocate(capacity: capacity)
    addHost(language: language)
  }

  /// A table of the elements of a text, whose numbers are those of its spans.
  package init(elementsOf text: AttributedText, _ resolver: StyleResolver) {
    self.resolver = resolver
    options = MarkupOptions()
    unsafe summaries = .allocate(capacity: capacity)
    for span in text.spans { _ = add(span.content) }
  }

  deinit { unsafe summaries.deallocate() }

  @inlinable package var count: Int {
    @inline(__always)
    get { contents.count }
  }

  @inlinable
  @inline(__always)
  package func summary(_ style: StyleID) -> Summary {
    unsafe summaries[Int(truncatingIfNeeded: style.index)]
  }

  @inlinable package subscript(style: StyleID) -> ComputedElement {
    @inline(__always)
    get { contents[Int(style.index)] }
  }

  /// Sets the writer's number for a style.
  package mutating func setAttributes(_ number: Int32, of style: StyleID) {
    precondition(style.index >= 0 && style.index < contents.count)
    unsafe summaries[Int(style.index)].attributes = number
  }

  /// Removes and returns the findings about styles since the last call.
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
    inherited.setHost(resolver.hostNode, language: language)
    var values = ComputedElement.Values(
      host: .init(element: resolver.host.element, classes: resolver.host.classes),
      language: language, traits: node.isHidden ? .hidden : [])
    values.take(resolver.hostNode, node)
    values.box = nil
    _ = add(ComputedElement(values).inserting(node, from: resolver, &generatedTexts))
  }

  private mutating func add(_ content: ComputedElement) -> StyleID {
    if contents.count == capacity {
      let moved = UnsafeMutablePointer<Summary>.allocate(capacity: capacity * 2)
      unsafe moved.update(from: summaries, count: capacity)
      unsafe summaries.deallocate()
      unsafe summaries = unsafe moved
      capacity *= 2
    }
    var traits: Traits = []
    if !content.changesText { traits.insert(.verbatim) }
    if content.box != nil { traits.insert(.box) }
    if content.altersContent { traits.insert(.altersContent) }
    if content.style.visibility == .hidden { traits.insert(.blank) }
    if content.isBlock { traits.insert(.block) }
    if let filter = options.filter, filter.asks(for: content.tag?.classes ?? []) {
      traits.insert(.filtered)
    }
    unsafe (summaries + contents.count).initialize(
      to: Summary(
        state: content.inherited.state, element: content.tag?.element ?? .span, traits: traits))
    contents.append(content)
    size += content.size
    return StyleID(index: Int32(contents.count - 1))
  }

  // MARK: Elements

  /// The style of a tag in a parent, at a place among siblings if the resolver needs it; nil if it
  /// is new.
  mutating func child(of parent: StyleID, tag: Int32, place: Int32?) -> StyleID? {
    let known = children.find(state(inside: parent, place), tag)
    return known < 0 ? nil : StyleID(index: known)
  }

  /// The style of a tag in a parent; nil if it is new.
  @inline(__always)
  func child(of parent: StyleID, tag: Int32) -> StyleID? {
    let known = children.find(summary(parent).state, tag)
    return known < 0 ? nil : StyleID(index: known)
  }

  mutating func setChild(_ style: StyleID, of parent: StyleID, tag: Int32, place: Int32?) {
    children.insert(style.index, for: state(inside: parent, place), tag)
  }

  /// The index of the style of a known start tag of an element with content, by its bytes and the
  /// state of its parent; -1 for any other.
  ///
  /// `end` limits the reading.
  @inline(__always)
  func child(
    _ tag: UnsafeRawPointer, count: Int, before end: Int, inside state: Int32
  ) -> Int32 {
    let number = unsafe tags.bytes.find(tag, count: count, before: end, kind: TagNumbers.openingTag)
    return number < 0 ? number : children.find(state, number)
  }

  private mutating func state(inside parent: StyleID, _ place: Int32?) -> Int32 {
    let state = summary(parent).state
    return place.map { inherited.state(in: state, at: $0) } ?? state
  }

  /// The style of an element; findings about it are in `takeDiagnostics()`.
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
    let state = inherited.state(of: node, setting)
    var values = ComputedElement.Values(
      tag: tag, position: position, host: outer.values.host, link: link, language: language,
      traits: traits, inherited: .init(state: state, setting: setting))
    values.take(node, found)
    if tag.element == .ansi { values.box = nil }
    let content = ComputedElement(values).inserting(found, from: resolver, &generatedTexts)
    resolver.countKept(content.size)
    return content
  }

  // MARK: Derived styles

  /// The style and text of a pseudo-element.
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

  package mutating func border(_ side: BorderSide, of style: StyleID) -> StyleID {
    let content = self[style].filling
    return derive(.border(side), of: style) { $0.add(content.bordered(side)) }
  }

  private mutating func derive(
    _ tag: PseudoTag, of style: StyleID, _ make: (inout Self) -> StyleID
  ) -> StyleID {
    let number = tags.number(of: tag)
    let known = children.find(~style.index, number)
    guard known < 0 else { return StyleID(index: known) }
    let made = make(&self)
    children.insert(made.index, for: ~style.index, number)
    return made
  }

  // MARK: Renewal

  package var isFull: Bool {
    // Swift calls a getter that does not mutate with a copy of the table.
    mutating get {
      contents.count >= limits.styles || resolver.keptCount >= limits.kept || size >= limits.bytes
    }
  }

  /// Empties the table but for the styles in use.
  ///
  /// - Parameters:
  ///   - open: Styles of the open elements, from the outside in, which are resolved again.
  ///   - kept: Other styles in use, which stay as they are and have no children.
  package mutating func renew(open: inout [StyleID], kept: inout [StyleID]) {
    let old = contents
    let language = old[0].language
    generation += 1
    resolver = StyleResolver(after: resolver)
    tags = TagNumbers()
    children = StyleNumbers()
    contents = []
    size = 0
    inherited = InheritedStates()
    addHost(language: language)
    var outer = StyleID.host
    for index in open.indices {
      let content = old[Int(open[index].index)]
      guard let tag = content.tag else { continue }
      outer = style(of: tag, inside: outer, position: content.values.position)
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

/// Numbers of states: of a node with what children inherit besides (link, language, raised or
/// lowered text), or of a place among siblings.
private struct InheritedStates: ~Copyable {
  private struct Setting: Hashable {
    var link: String?
    var language: String?
    var isInScript = false
  }

  /// 0 is that of the host, and of most tags.
  private var settings: [Setting: Int32] = [:]
  /// States by node and setting, and by a state and `~` of a place in it.
  private var states = StyleNumbers()
  /// 0 is the state of the host.
  private var count: Int32 = 1

  mutating func setHost(_ node: StyleNodeID, language: String?) {
    settings = [Setting(language: language): 0]
    states.insert(0, for: node.index, 0)
  }

  mutating func setting(link: String?, language: String?, isInScript: Bool) -> Int32 {
    let setting = Setting(link: link, language: language, isInScript: isInScript)
    let number = settings[setting] ?? Int32(settings.count)
    settings[setting] = number
    return number
  }

  /// A number that is equal for elements whose children have the same styles.
  mutating func state(of node: StyleNodeID, _ setting: Int32) -> Int32 {
    number(node.index, setting)
  }

  mutating func state(in parent: Int32, at place: Int32) -> Int32 { number(parent, ~place) }

  private mutating func number(_ first: Int32, _ second: Int32) -> Int32 {
    let known = states.find(first, second)
    guard known < 0 else { return known }
    defer { count += 1 }
    states.insert(count, for: first, second)
    return count
  }
}
