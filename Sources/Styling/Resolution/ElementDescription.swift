package import CSSSyntax
package import StyleValues

/// The object that a text belongs to, as its program names it: the outermost element.
///
/// ViewCSS calls it the object that `css(object:class:style:)` is called for.
package struct HostObject: Sendable {
  /// The element name, such as `my_cell`.
  package var element: String

  /// The classes in the order in which they are listed.
  package var classes: [String]

  package var style: CSSText?

  package var states: ControlState

  /// True if elements inside it may be blocks: the text is a document, and not only lines.
  package var holdsBlocks = false

  package init(
    element: String = ElementName.standard, classes: [String] = [], style: CSSText? = nil,
    states: ControlState = .normal
  ) {
    self.element = element
    self.classes = classes
    self.style = style
    self.states = states
  }
}

/// One tag of the markup, as far as selectors and the cascade have to know it.
package struct ElementDescription: Sendable {
  /// The tag's name in lower case: `span`, `b`, `a`, ….
  package var tag: String

  /// The classes in the order in which they are listed.
  package var classes: [String]

  package var style: CSSText?

  /// Declarations that its classes and attributes imply without a stylesheet, in dialect `css`.
  ///
  /// HTML calls such declarations presentational hints; every rule of a sheet is stronger.
  package var hints: CSSText?

  /// True if it has a link target.
  package var isLink: Bool

  /// True for a match of a pattern: its tag has no meaning without a stylesheet.
  package var isMatch: Bool

  /// Its attributes, where `needsAttributes` says that selectors ask for them.
  package var attributes: [ElementAttribute]

  /// Its place among the elements of its parent, where `needsSiblingPositions` asks for it; without
  /// one it has no position that a selector can test.
  package var position: SiblingPosition?

  package init(
    tag: String, classes: [String] = [], style: CSSText? = nil, hints: CSSText? = nil,
    isLink: Bool = false, isMatch: Bool = false, attributes: [ElementAttribute] = [],
    position: SiblingPosition? = nil
  ) {
    self.tag = tag
    self.classes = classes
    self.style = style
    self.hints = hints
    self.isLink = isLink
    self.isMatch = isMatch
    self.attributes = attributes
    self.position = position
  }

  /// True if the tag is only a carrier of attributes.
  ///
  /// Any other tag is an element with a name.
  var isSpan: Bool { tag == "span" }
}

/// An attribute of a tag, as selectors and programs see it.
package struct ElementAttribute: Hashable, Sendable {
  /// The name in lower case.
  package let name: String

  /// The value; empty for an attribute without one.
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The place of an element among its siblings.
package struct SiblingPosition: Hashable, Sendable {
  /// From the first one, which is 1.
  package var index: Int

  /// Number of siblings; nil where the rest has not been read.
  package var count: Int?

  package init(index: Int, count: Int? = nil) {
    self.index = index
    self.count = count
  }
}

/// Format of an element besides the style of its text; nearly all elements have none.
struct ElementFormat: Hashable, Sendable {
  /// True if it or an element around it has `display: none`.
  var isHidden = false

  /// Its box, where it has one inside the line.
  var box: InlineBox?

  var before: GeneratedText?

  var after: GeneratedText?

  /// In a document, the innermost block that it is or that it is in.
  var block: BlockFormat?

  /// True if it is that block.
  var isBlock = false

  static let unformatted = ElementFormat()
}

/// The box of a block in a document.
package final class BlockFormat: Hashable, Sendable {
  package let display: Display

  package let style: BlockStyle

  /// Its marker, where the sheet says something of it and it is an item of a list.
  let marker: GeneratedText?

  init(display: Display, style: BlockStyle, marker: GeneratedText? = nil) {
    self.display = display
    self.style = style
    self.marker = marker
  }

  package static func == (left: BlockFormat, right: BlockFormat) -> Bool {
    left === right
      || left.display == right.display && left.marker == right.marker && left.style == right.style
  }

  /// Few blocks of a sheet have the same display.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(display)
    hasher.combine(style.whiteSpace)
    hasher.combine(style.padding.left)
  }
}

/// Text that a sheet puts into an element (CSS Pseudo 4 §4).
package struct GeneratedText: Hashable, Sendable {
  /// Node with the style of the content.
  package let node: StyleNodeID

  package let content: GeneratedContent
}
