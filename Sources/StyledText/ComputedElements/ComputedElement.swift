import StyleValues
package import Styling

/// The computed style and attributes of all spans with equal tags and equal parents, which share
/// it.
@usableFromInline
package final class ComputedElement: Sendable {
  let values: Values

  /// All of an element but its generated content; initial without a stylesheet.
  struct Values: Sendable {
    var tag: StartTag?
    var position: SiblingPosition?
    var host = Host()
    var node: StyleNodeID?
    var style = TextStyle.initial
    var compositing = CompositingState()
    var extensions = ExtensionValues.none
    var link: String?
    var language: String?
    var traits: Traits = []
    var box: InlineBox?
    var block: BlockFormat?
    var generated: PseudoElement?
    var inherited = Inherited()

    /// Takes the values of a node.
    mutating func take(_ id: StyleNodeID, _ found: StyleNode) {
      (node, style, compositing) = (id, found.style, found.compositing)
      (extensions, box, block) = (found.extensions, found.box, found.block)
    }
  }

  /// The start tag; nil for text outside of all tags.
  package var tag: StartTag? { values.tag }

  /// Its description for the cascade; nil for text outside of all tags.
  package var description: ElementDescription? { tag?.description(at: values.position) }

  /// Names of a host object.
  struct Host: Hashable, Sendable {
    var element = ElementName.standard
    var classes: [String] = []
  }

  /// The classes of the tag, or of the host object for text outside of all tags.
  package var classes: [String] { tag?.classes ?? values.host.classes }

  package var hostElement: String { values.host.element }

  /// The resolver's node with its style.
  package var node: StyleNodeID? { values.node }

  package var style: TextStyle { values.style }

  /// The background and opacity of the text.
  package var compositing: CompositingState { values.compositing }

  package var extensions: ExtensionValues { values.extensions }

  /// Link target: the `href` of the innermost `<a>`; nil outside of links.
  package var link: String? { values.link }

  /// The language of the text, according to the innermost `lang`.
  package var language: String? { values.language }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let script = Traits(rawValue: 1)
    static let hidden = Traits(rawValue: 2)
    /// It is for the blanks of a box rather than for text, so its style is not that of its node.
    static let filling = Traits(rawValue: 4)
    static let block = Traits(rawValue: 8)
  }

  var isInScript: Bool { values.traits.contains(.script) }

  package var isHidden: Bool { values.traits.contains(.hidden) }

  package var isFilling: Bool { values.traits.contains(.filling) }

  /// True if the text is shown differently than written: `text-transform`, letter forms, raised or
  /// lowered characters, or blanks.
  package var changesText: Bool {
    isInScript || TextTransformer.changes(style) || style.visibility == .hidden
  }

  /// Its box inside the line; nil for plain text.
  package var box: InlineBox? { values.box }

  /// In a document, the innermost block around it, or itself.
  package var block: BlockFormat? { values.block }

  package var isBlock: Bool { values.traits.contains(.block) }

  /// nil for text of the markup.
  package var generated: PseudoElement? { values.generated }

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
  package var altersContent: Bool { isHidden || extras?.before != nil || extras?.after != nil }

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

  var inherited: Inherited { values.inherited }

  /// Numbers of the properties that an element's children inherit.
  package struct Inherited: Sendable {
    /// Equal for elements whose children have the same styles.
    package var state: Int32 = 0

    /// Equal for elements with the same link and language.
    package var setting: Int32 = 0
  }

  init(
    _ values: Values, label: String? = nil, before: Insertion? = nil, after: Insertion? = nil,
    marker: Insertion? = nil
  ) {
    self.values = values
    extras = Extras(before: before, after: after, marker: marker, label: label)
  }

  func restyled(_ style: TextStyle, link: String?) -> ComputedElement {
    var values = values
    if style.backgroundColor != self.style.backgroundColor {
      // Over nothing, so that no entry of a palette shines through.
      values.compositing.backdrop = Backdrop.none.painting(
        style.backgroundColor, opacity: compositing.opacity, palette: .median)
    }
    (values.style, values.link) = (style, link)
    return ComputedElement(values, label: label)
  }

  /// The element for the blank cells of its box, without decorations that only letters have.
  package var filling: ComputedElement {
    guard box != nil || link != nil || !style.decorationLines.isEmpty || !style.shadows.isEmpty
    else { return self }
    var style = style
    style.decorationLines.formIntersection(.reverse)
    style.shadows = []
    return filling(style)
  }

  func bordered(_ side: BorderSide) -> ComputedElement {
    var style = TextStyle.initial
    style.color = side.color ?? self.style.color
    style.backgroundColor = self.style.backgroundColor
    style.opacity = self.style.opacity
    return filling(style)
  }

  private func filling(_ style: TextStyle) -> ComputedElement {
    var values = values
    (values.style, values.traits) = (style, .filling)
    (values.link, values.box, values.generated) = (nil, nil, nil)
    return ComputedElement(values)
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
    var values = ownValues
    values.generated = nil
    return ComputedElement(values, before: before, after: after, marker: marker)
  }

  private func insertion(
    _ pseudoElement: PseudoElement, of node: StyleNode, from styles: StyleResolver,
    _ known: inout [GeneratedContent: [UInt8]]
  ) -> Insertion? {
    guard let generated = node.generated(pseudoElement) else { return nil }
    let (text, isOwn) = insertedText(generated.content, isFlat: styles.environment.isFlat, &known)
    if text.isEmpty, pseudoElement != .marker { return nil }
    var values = ownValues
    values.take(generated.node, styles[generated.node])
    (values.block, values.generated) = (block, pseudoElement)
    let label = generated.content.alternativeText(tag?.selectable ?? []).map {
      String(decoding: TextSanitizer.sanitized(Array($0.utf8), form: .text), as: UTF8.self)
    }
    return Insertion(
      content: ComputedElement(values, label: styles.environment.isFlat ? nil : label),
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
    var values = ownValues
    values.node = nil
    return ComputedElement(
      values, label: label, before: extras?.before, after: extras?.after, marker: extras?.marker)
  }

  /// The values of an element for text.
  private var ownValues: Values {
    var values = values
    values.traits.subtract(.filling)
    return values
  }

  /// For text without a stylesheet.
  static let unstyled = ComputedElement(Values())

  /// True if text of both is drawn in the same way in a block.
  package func looks(like other: ComputedElement) -> Bool {
    self === other || style == other.style && compositing == other.compositing && link == other.link
  }

  /// True if readers and callers cannot distinguish the two.
  func isEqual(to other: ComputedElement) -> Bool {
    if self === other { return true }
    return style == other.style && compositing == other.compositing
      && extensions === other.extensions && box == other.box && tag?.name == other.tag?.name
      && generated == other.generated && label == other.label && classes == other.classes
      && hostElement == other.hostElement && link == other.link
      && language == other.language && (tag?.attributes ?? []) == (other.tag?.attributes ?? [])
  }
}
