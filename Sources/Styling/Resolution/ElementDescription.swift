package import CSSSyntax
package import StyleValues

/// The object of the program that a text belongs to: the outermost element.
///
/// ViewCSS calls it the object that `css(object:class:style:)` is called for.
package struct HostObject: Sendable {
  package var element: String

  package var classes: [String]

  package var style: CSSText?

  package var states: ControlState

  /// True if elements inside it may be blocks: in documents.
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

/// A tag of the markup, as selectors and the cascade see it.
package struct ElementDescription: Sendable {
  /// In lower case: `span`, `b`, `a`, ….
  package var tag: String

  package var classes: [String]

  package var style: CSSText?

  /// Declarations of its classes and attributes without a stylesheet, in dialect `css`.
  ///
  /// HTML calls them presentational hints; every rule of a stylesheet is stronger.
  package var hints: CSSText?

  package var isLink: Bool

  /// True for a match of a pattern: its tag has no built-in style.
  package var isMatch: Bool

  /// Empty unless `needsAttributes`.
  package var attributes: [ElementAttribute]

  /// Its position among its siblings, if `needsSiblingPositions`; without one no selector can test
  /// it.
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

  /// True if the tag only carries attributes; any other tag is an element with a name.
  var isSpan: Bool { tag == "span" }
}

package struct ElementAttribute: Hashable, Sendable {
  /// In lower case.
  package let name: String

  /// Empty for an attribute without one.
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

package struct SiblingPosition: Hashable, Sendable {
  /// From 1.
  package var index: Int

  /// The number of siblings with itself; nil if the rest has not been read.
  package var count: Int?

  package init(index: Int, count: Int? = nil) {
    self.index = index
    self.count = count
  }
}

/// Properties of an element besides its text style; nearly all elements have none.
struct ElementFormat: Hashable, Sendable {
  /// True if it or an outer element has `display: none`.
  var isHidden = false

  /// Its box inside the line.
  var box: InlineBox?

  var before: GeneratedText?

  var after: GeneratedText?

  /// In a document, the innermost block around it, or itself.
  var block: BlockFormat?

  /// True if it is that block.
  var isBlock = false

  static let unformatted = ElementFormat()
}

/// The box of a block in a document.
package final class BlockFormat: Hashable, Sendable {
  package let display: Display

  package let style: BlockStyle

  /// The marker of an item of a list, if the stylesheet styles it.
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

  /// Hashes little, because few blocks of a stylesheet have the same display.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(display)
    hasher.combine(style.whiteSpace)
    hasher.combine(style.padding.left)
  }
}

/// Content that a stylesheet adds to an element (CSS Pseudo 4 §4).
package struct GeneratedText: Hashable, Sendable {
  /// The style of the content.
  package let node: StyleNodeID

  package let content: GeneratedContent
}
