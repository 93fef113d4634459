import StyleValues
package import Styling

/// What all spans with the same tag in the same surroundings have in common: what the tag says
/// and how the text inside it looks.
///
/// It is made once for each distinct tag and parent, and shared.
package final class SpanContent: Sendable {
  /// What the tag says; nil for text outside of all tags.
  package let tag: TagContent?

  /// Its place among its siblings, where the stylesheet counts them.
  let position: SiblingPosition?

  /// The element for the cascade; nil for text outside of all tags.
  package var description: ElementDescription? { tag?.description(at: position) }

  /// The classes of the tag, or of the host object for text outside of all tags.
  package let classes: [String]

  /// The element name of the host object.
  package let hostElement: String

  /// The node of the resolver that worked the style out.
  package let node: StyleNodeID?

  /// How the text looks.
  package let style: TextStyle

  /// What is painted behind it.
  package let paint: PaintState

  /// The values of the host program's properties.
  package let extensions: ExtensionValues

  /// Where the text links to, if it does: the `href` of the innermost `<a>`.
  package let link: String?

  /// The language of the text, as the innermost `lang` names it.
  package let language: String?

  /// Whether it is in a `sup` or `sub`.
  let isInScript: Bool

  /// Whether the text is not shown as it was written: `text-transform`, letter forms, or raised and
  /// lowered characters.
  package let changesText: Bool

  /// Whether it or an element around it has `display: none`.
  package let isHidden: Bool

  /// The box that it makes inside its line; nil for text among other text.
  package let box: InlineBox?

  /// Whether it is for blanks in a box and not for text: its style is not that of its node.
  package let isFilling: Bool

  /// Where in its element the sheet has put it; nil for text of the markup.
  package let generated: PseudoElement?

  /// What the sheet puts in front of the text.
  let before: Insertion?

  /// What the sheet puts behind the text.
  let after: Insertion?

  /// Whether it is more than a style for its text: it is hidden, or the sheet puts text into it.
  package var isSpecial: Bool { isHidden || before != nil || after != nil }

  /// Text that a sheet puts into an element, expanded and safe.
  package struct Insertion: Sendable {
    /// How it looks.
    package let content: SpanContent

    /// The text as UTF-8.
    package let text: [UInt8]

    /// How many bytes of it no other element shares.
    fileprivate let ownSize: Int
  }

  /// What the sheet puts in front of the text or behind it.
  package func insertion(_ part: PseudoElement) -> Insertion? {
    switch part {
    case .before: before
    case .after: after
    }
  }

  /// A number that is equal for contents whose children look alike.
  package let state: Int32

  /// A number that is equal for contents with the same link and language.
  let setting: Int32

  init(
    tag: TagContent?, position: SiblingPosition? = nil, classes: [String], hostElement: String,
    node: StyleNodeID?, style: TextStyle, paint: PaintState,
    extensions: ExtensionValues = .none, link: String?, language: String?,
    isInScript: Bool = false, isHidden: Bool = false, box: InlineBox? = nil,
    isFilling: Bool = false, generated: PseudoElement? = nil,
    before: Insertion? = nil, after: Insertion? = nil, state: Int32, setting: Int32
  ) {
    self.isInScript = isInScript
    self.isHidden = isHidden
    self.box = box
    self.isFilling = isFilling
    self.generated = generated
    self.before = before
    self.after = after
    self.tag = tag
    self.position = position
    self.classes = classes
    self.hostElement = hostElement
    self.node = node
    self.style = style
    self.paint = paint
    self.extensions = extensions
    self.link = link
    self.language = language
    self.state = state
    self.setting = setting
    changesText =
      isInScript || TextTransformer.changes(style) || style.visibility == .hidden
  }

  /// The same content with another style and another link.
  func restyled(_ style: TextStyle, link: String?) -> SpanContent {
    var paint = paint
    if style.backgroundColor != self.style.backgroundColor {
      // Over nothing, so that no entry of a palette shines through.
      paint.backdrop = Backdrop.none.painting(
        style.backgroundColor, opacity: paint.opacity, palette: .median)
    }
    return SpanContent(
      tag: tag, position: position, classes: classes, hostElement: hostElement, node: node,
      style: style, paint: paint, extensions: extensions, link: link, language: language,
      isInScript: isInScript, isHidden: isHidden, box: box, generated: generated,
      state: state, setting: setting)
  }

  /// What fills the box of such an element: the same without what only letters have.
  package var filling: SpanContent {
    guard box != nil || link != nil || !style.decorationLines.isEmpty || !style.shadows.isEmpty
    else { return self }
    var style = style
    style.decorationLines.formIntersection(.reverse)
    style.shadows = []
    return SpanContent(
      tag: tag, position: position, classes: classes, hostElement: hostElement, node: node,
      style: style, paint: paint, extensions: extensions, link: nil, language: language,
      isFilling: true, state: state, setting: setting)
  }

  /// About how many bytes it takes besides what every content takes and what it shares.
  var size: Int {
    let inserted = [before, after].reduce(0) { $0 + ($1?.ownSize ?? 0) }
    return (tag?.size ?? 0) + inserted
  }

  /// The same content with what the sheet puts into an element whose node is this.
  ///
  /// Texts are the known ones where they can be.
  func inserting(
    _ node: StyleNode, from styles: StyleResolver, _ known: inout [GeneratedContent: [UInt8]]
  ) -> SpanContent {
    let before = insertion(.before, of: node, from: styles, &known)
    let after = insertion(.after, of: node, from: styles, &known)
    guard before != nil || after != nil else { return self }
    return copy(
      node: self.node, style: style, paint: paint, extensions: extensions, box: box,
      before: before, after: after)
  }

  private func insertion(
    _ part: PseudoElement, of node: StyleNode, from styles: StyleResolver,
    _ known: inout [GeneratedContent: [UInt8]]
  ) -> Insertion? {
    guard let generated = node.generated(part) else { return nil }
    let (text, isOwn) = insertedText(generated.content, &known)
    if text.isEmpty { return nil }
    let own = styles[generated.node]
    return Insertion(
      content: copy(
        node: generated.node, style: own.style, paint: own.paint, extensions: own.extensions,
        box: own.box, generated: part),
      text: text, ownSize: isOwn ? text.count : 0)
  }

  /// What a sheet's content is on this element, safe, and whether no other element shares it.
  private func insertedText(
    _ content: GeneratedContent, _ known: inout [GeneratedContent: [UInt8]]
  ) -> (text: [UInt8], isOwn: Bool) {
    if let text = known[content] { return (text, false) }
    let text = TextSanitizer.sanitized(
      Array(content.text(tag?.selectable ?? []).utf8), form: .text)
    // Of contents that elements compute there may be as many as elements.
    guard !content.hasAttributes, known.count < 64 else { return (text, true) }
    known[content] = text
    return (text, false)
  }

  private func copy(
    node: StyleNodeID?, style: TextStyle, paint: PaintState, extensions: ExtensionValues,
    box: InlineBox?, generated: PseudoElement? = nil, before: Insertion? = nil,
    after: Insertion? = nil
  ) -> SpanContent {
    SpanContent(
      tag: tag, position: position, classes: classes, hostElement: hostElement, node: node,
      style: style, paint: paint, extensions: extensions, link: link, language: language,
      isInScript: isInScript, isHidden: isHidden, box: box, generated: generated,
      before: before, after: after, state: state, setting: setting)
  }

  /// The content of text that no stylesheet was asked about.
  static let plain = SpanContent(
    tag: nil, classes: [], hostElement: ElementName.standard, node: nil,
    style: .initial, paint: PaintState(), link: nil, language: nil, state: 0,
    setting: 0)

  /// True when the two cannot be told apart by anything that a reader of the text sees or asks.
  func isEqual(to other: SpanContent) -> Bool {
    if self === other { return true }
    return style == other.style && paint == other.paint && extensions === other.extensions
      && box == other.box
      && tag?.element == other.tag?.element
      && generated == other.generated && classes == other.classes
      && hostElement == other.hostElement && link == other.link
      && language == other.language && (tag?.attributes ?? []) == (other.tag?.attributes ?? [])
  }
}
