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

  /// A number that is equal for contents whose children look alike.
  package let state: Int32

  /// A number that is equal for contents with the same link and language.
  let setting: Int32

  init(
    tag: TagContent?, position: SiblingPosition? = nil, classes: [String], hostElement: String,
    node: StyleNodeID?, style: TextStyle, paint: PaintState,
    extensions: ExtensionValues = .none, link: String?, language: String?,
    isInScript: Bool = false, state: Int32, setting: Int32
  ) {
    self.isInScript = isInScript
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
    changesText = isInScript || TextTransformer.changes(style)
  }

  /// The same content with another style.
  func restyled(_ change: (inout TextStyle) -> Void) -> SpanContent {
    var style = style
    change(&style)
    var paint = paint
    if style.backgroundColor != self.style.backgroundColor {
      paint.backdrop = Backdrop.none.painting(style.backgroundColor, opacity: paint.opacity)
    }
    return SpanContent(
      tag: tag, position: position, classes: classes, hostElement: hostElement, node: node,
      style: style, paint: paint, extensions: extensions, link: link, language: language,
      isInScript: isInScript,
      state: state, setting: setting)
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
      && tag?.element == other.tag?.element
      && classes == other.classes && hostElement == other.hostElement && link == other.link
      && language == other.language && (tag?.attributes ?? []) == (other.tag?.attributes ?? [])
  }
}
