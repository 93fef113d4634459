import StyleValues
package import Styling

/// Computed style and attributes that all spans with the same tag in the same surroundings share.
///
/// It is made once for each distinct tag and parent, and shared.
@usableFromInline
package final class ComputedElement: Sendable {
  /// The start tag; nil for text outside of all tags.
  package let tag: StartTag?

  /// Its place among its siblings, where the stylesheet counts them.
  let position: SiblingPosition?

  /// The element for the cascade; nil for text outside of all tags.
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

  /// The node of the resolver that worked the style out.
  package let node: StyleNodeID?

  package let style: TextStyle

  /// Paint behind the text.
  package let compositing: CompositingState

  /// The values of the host program's properties.
  package let extensions: ExtensionValues

  /// Link target: the `href` of the innermost `<a>`; nil outside of links.
  package let link: String?

  /// The language of the text, as the innermost `lang` names it.
  package let language: String?

  let traits: Traits

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// It is in a `sup` or `sub`.
    static let script = Traits(rawValue: 1)
    /// It or an element around it has `display: none`.
    static let hidden = Traits(rawValue: 2)
    /// It is for blanks in a box and not for text: its style is not that of its node.
    static let filling = Traits(rawValue: 4)
    static let block = Traits(rawValue: 8)
  }

  var isInScript: Bool { traits.contains(.script) }

  package var isHidden: Bool { traits.contains(.hidden) }

  package var isFilling: Bool { traits.contains(.filling) }

  /// True if the text is not shown as it was written: `text-transform`, letter forms, or raised and
  /// lowered characters.
  package var changesText: Bool {
    isInScript || TextTransformer.changes(style) || style.visibility == .hidden
  }

  /// The box that it makes inside its line; nil for text among other text.
  package let box: InlineBox?

  /// In a document, the innermost block that it is or that it is in.
  package let block: BlockFormat?

  /// True if it is that block.
  package var isBlock: Bool { traits.contains(.block) }

  /// Pseudo-element that the text comes from; nil for text of the markup.
  package let generated: PseudoElement?

  /// Alternative text of generated text; nil for that text itself.
  package var label: String? { extras?.label }

  /// Text that the stylesheet inserts, and what is said of that; few elements have some.
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

  /// True if it is more than a style for its text: it is hidden, or the sheet puts text into it.
  package var isSpecial: Bool { isHidden || extras?.before != nil || extras?.after != nil }

  /// Text that a sheet puts into an element, expanded and safe.
  package struct Insertion: Sendable {
    package let content: ComputedElement

    /// The text as UTF-8.
    package let text: [UInt8]

    /// True for a marker that has another style and the text of its list.
    package let keepsText: Bool

    /// Number of bytes of it no other element shares.
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

  /// Numbers of what an element hands on to its children.
  package struct Inherited: Sendable {
    /// Equal for elements whose children look alike.
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

  /// Element for the blank cells of its box: the same without decorations that only letters have.
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

  /// About how many bytes it takes besides what every content takes and what it shares.
  var size: Int {
    let inserted = [extras?.before, extras?.after, extras?.marker].reduce(0) {
      $0 + ($1?.ownSize ?? 0)
    }
    return (tag?.size ?? 0) + inserted
  }

  /// The same content with what the stylesheet puts into an element whose node is this; texts are
  /// the known ones where they can be.
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

  /// Returns a stylesheet's content for this element as safe text, and true if no other element
  /// shares it.
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

  /// The same content where no resolver knows its node any more.
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

  /// The content of text that no stylesheet was asked about.
  static let unstyled = ComputedElement(
    tag: nil, host: Host(), node: nil, style: .initial, compositing: CompositingState(), link: nil,
    language: nil)

  /// True when texts in the two look the same in the cells of a block.
  package func looks(like other: ComputedElement) -> Bool {
    self === other || style == other.style && compositing == other.compositing && link == other.link
  }

  /// True when the two cannot be told apart by anything that a reader of the text sees or asks.
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
