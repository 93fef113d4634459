import StyleValues
package import Styling

/// The computed style and attributes of all spans with equal tags and equal parents, which share
/// it.
@usableFromInline
package final class ComputedElement: Sendable {
  /// The start tag; nil for text outside of all tags.
  package let tag: StartTag?

  /// Its position among its siblings, if the stylesheet tests it.
  let position: SiblingPosition?

  /// Its description for the cascade; nil for text outside of all tags.
  package var description: ElementDescription? { tag?.description(at: position) }

  let host: Host

  /// Names of a host object.
  struct Host: Hashable, Sendable {
    var element = ElementName.standard
    var classes: [String] = []
  }

  /// The classes of the tag, or of the host object for text outside of all tags.
  package var classes: [String] { tag?.classes ?? host.classes }

  package var hostElement: String { host.element }

  /// The resolver's node with its style.
  package let node: StyleNodeID?

  package let style: TextStyle

  /// The background and opacity of the text.
  package let compositing: CompositingState

  package let extensions: ExtensionValues

  /// Link target: the `href` of the innermost `<a>`; nil outside of links.
  package let link: String?

  /// The language of the text, according to the innermost `lang`.
  package let language: String?

  let traits: Traits

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let script = Traits(rawValue: 1)
    static let hidden = Traits(rawValue: 2)
    /// It is for the blanks of a box rather than for text, so its style is not that of its node.
    static let filling = Traits(rawValue: 4)
    static let block = Traits(rawValue: 8)
  }

  var isInScript: Bool { traits.contains(.script) }

  package var isHidden: Bool { traits.contains(.hidden) }

  package var isFilling: Bool { traits.contains(.filling) }

  /// True if the text is shown differently than written: `text-transform`, letter forms, raised or
  /// lowered characters, or blanks.
  package var changesText: Bool {
    isInScript || TextTransformer.changes(style) || style.visibility == .hidden
  }

  /// Its box inside the line; nil for plain text.
  package let box: InlineBox?

  /// In a document, the innermost block around it, or itself.
  package let block: BlockFormat?

  package var isBlock: Bool { traits.contains(.block) }

  /// nil for text of the markup.
  package let generated: PseudoElement?

  /// Alternative text for generated text; nil for the text itself.
  package var label: String? { extras?.label }

  /// Generated text and alternative text, which few elements have.
  private let extras: Extras?

  private final class Extras: Sendable {
    let before: Insertion?
    let after: Insertion?
    let marker: Insertion?
    let label: String?

    init?(before: Insertion?, after: Insertion?, marker: Insertion?, label: String?) {
      if before == nil, after == nil, marker == nil, label == nil { return nil }
      (self.before, self.after, self.marker, self.label) = (before, after, marker, label)
    }
  }

  /// True if it is hidden or has generated text.
  package var isSpecial: Bool { isHidden || extras?.before != nil || extras?.after != nil }

  /// Generated text of an element, expanded and safe.
  package struct Insertion: Sendable {
    package let content: ComputedElement

    /// UTF-8.
    package let text: [UInt8]

    /// True for a marker that has another style and the text of its list.
    package let keepsText: Bool

    /// The bytes of text that no other element shares.
    fileprivate let ownSize: Int
  }

  package func insertion(_ pseudoElement: PseudoElement) -> Insertion? {
    switch pseudoElement {
    case .before: extras?.before
    case .after: extras?.after
    case .marker: extras?.marker
    }
  }

  let inherited: Inherited

  /// Numbers of the properties that an element's children inherit.
  package struct Inherited: Sendable {
    /// Equal for elements whose children have the same styles.
    package var state: Int32 = 0

    /// Equal for elements with the same link and language.
    package var setting: Int32 = 0
  }

  init(
    tag: StartTag?, position: SiblingPosition? = nil, host: Host, node: StyleNodeID?,
    style: TextStyle, compositing: CompositingState, extensions: ExtensionValues = .none,
    link: String?,
    language: String?, traits: Traits = [], box: InlineBox? = nil, block: BlockFormat? = nil,
    generated: PseudoElement? = nil, label: String? = nil, before: Insertion? = nil,
    after: Insertion? = nil, marker: Insertion? = nil, inherited: Inherited = Inherited()
  ) {
    self.tag = tag
    self.position = position
    self.host = host
    self.node = node
    self.style = style
    self.compositing = compositing
    self.extensions = extensions
    self.link = link
    self.language = language
    self.traits = traits
    self.box = box
    self.block = block
    self.generated = generated
    extras = Extras(before: before, after: after, marker: marker, label: label)
    self.inherited = inherited
  }

  func restyled(_ style: TextStyle, link: String?) -> ComputedElement {
    var compositing = compositing
    if style.backgroundColor != self.style.backgroundColor {
      // Over nothing, so that no entry of a palette shines through.
      compositing.backdrop = Backdrop.none.painting(
        style.backgroundColor, opacity: compositing.opacity, palette: .median)
    }
    return ComputedElement(
      tag: tag, position: position, host: host, node: node, style: style, compositing: compositing,
      extensions: extensions, link: link, language: language, traits: traits, box: box,
      block: block, generated: generated, label: label, inherited: inherited)
  }

  /// The element for the blank cells of its box, without decorations that only letters have.
  package var filling: ComputedElement {
    guard box != nil || link != nil || !style.decorationLines.isEmpty || !style.shadows.isEmpty
    else { return self }
    var style = style
    style.decorationLines.formIntersection(.reverse)
    style.shadows = []
    return ComputedElement(
      tag: tag, position: position, host: host, node: node, style: style, compositing: compositing,
      extensions: extensions, link: nil, language: language, traits: .filling, block: block,
      inherited: inherited)
  }

  func bordered(_ side: BorderSide) -> ComputedElement {
    var style = TextStyle.initial
    style.color = side.color ?? self.style.color
    style.backgroundColor = self.style.backgroundColor
    style.opacity = self.style.opacity
    return ComputedElement(
      tag: tag, position: position, host: host, node: node, style: style, compositing: compositing,
      extensions: extensions, link: nil, language: language, traits: .filling, block: block,
      inherited: inherited)
  }

  /// Its approximate size in bytes, without shared parts and what every element takes.
  var size: Int {
    let inserted = [extras?.before, extras?.after, extras?.marker].reduce(0) {
      $0 + ($1?.ownSize ?? 0)
    }
    return (tag?.size ?? 0) + inserted
  }

  /// A copy with the generated content of an element of this node; known texts are reused.
  func inserting(
    _ node: StyleNode, from styles: StyleResolver, _ known: inout [GeneratedContent: [UInt8]]
  ) -> ComputedElement {
    let before = insertion(.before, of: node, from: styles, &known)
    let after = insertion(.after, of: node, from: styles, &known)
    let marker = insertion(.marker, of: node, from: styles, &known)
    guard before != nil || after != nil || marker != nil else { return self }
    return copy(
      node: self.node, style: style, compositing: compositing, extensions: extensions, box: box,
      before: before, after: after, marker: marker)
  }

  private func insertion(
    _ pseudoElement: PseudoElement, of node: StyleNode, from styles: StyleResolver,
    _ known: inout [GeneratedContent: [UInt8]]
  ) -> Insertion? {
    guard let generated = node.generated(pseudoElement) else { return nil }
    let (text, isOwn) = insertedText(
      generated.content, isFlat: styles.environment.isFlat, &known)
    if text.isEmpty, pseudoElement != .marker { return nil }
    let own = styles[generated.node]
    let label = generated.content.alternativeText(tag?.selectable ?? []).map {
      String(decoding: TextSanitizer.sanitized(Array($0.utf8), form: .text), as: UTF8.self)
    }
    return Insertion(
      content: copy(
        node: generated.node, style: own.style, compositing: own.compositing,
        extensions: own.extensions,
        box: own.box, generated: pseudoElement, label: styles.environment.isFlat ? nil : label),
      text: text, keepsText: generated.content.items.isEmpty,
      ownSize: (isOwn ? text.count : 0) + (label?.utf8.count ?? 0))
  }

  /// A stylesheet's content for this element as safe text, and true if no other element shares it.
  private func insertedText(
    _ content: GeneratedContent, isFlat: Bool, _ known: inout [GeneratedContent: [UInt8]]
  ) -> (text: [UInt8], isOwn: Bool) {
    if let text = known[content] { return (text, false) }
    let attributes = tag?.selectable ?? []
    let spoken = isFlat ? content.alternativeText(attributes) : nil
    let text = TextSanitizer.sanitized(
      Array((spoken ?? content.text(attributes)).utf8), form: .text)
    // Computed contents can be as many as the elements.
    guard !content.hasAttributes, known.count < 64 else { return (text, true) }
    known[content] = text
    return (text, false)
  }

  /// A copy without a node, for when its resolver has been replaced.
  var withoutNode: ComputedElement {
    copy(
      node: nil, style: style, compositing: compositing, extensions: extensions, box: box,
      generated: generated, label: label, before: extras?.before, after: extras?.after,
      marker: extras?.marker)
  }

  private func copy(
    node: StyleNodeID?, style: TextStyle, compositing: CompositingState,
    extensions: ExtensionValues,
    box: InlineBox?, generated: PseudoElement? = nil, label: String? = nil,
    before: Insertion? = nil, after: Insertion? = nil, marker: Insertion? = nil
  ) -> ComputedElement {
    ComputedElement(
      tag: tag, position: position, host: host, node: node, style: style, compositing: compositing,
      extensions: extensions, link: link, language: language,
      traits: traits.subtracting(.filling), box: box, block: block, generated: generated,
      label: label, before: before, after: after, marker: marker, inherited: inherited)
  }

  /// For text without a stylesheet.
  static let unstyled = ComputedElement(
    tag: nil, host: Host(), node: nil, style: .initial, compositing: CompositingState(), link: nil,
    language: nil)

  /// True if text of both is drawn in the same way in a block.
  package func looks(like other: ComputedElement) -> Bool {
    self === other || style == other.style && compositing == other.compositing && link == other.link
  }

  /// True if readers and callers cannot distinguish the two.
  func isEqual(to other: ComputedElement) -> Bool {
    if self === other { return true }
    return style == other.style && compositing == other.compositing
      && extensions === other.extensions
      && box == other.box
      && tag?.name == other.tag?.name
      && generated == other.generated && label == other.label && classes == other.classes
      && hostElement == other.hostElement && link == other.link
      && language == other.language && (tag?.attributes ?? []) == (other.tag?.attributes ?? [])
  }
}
