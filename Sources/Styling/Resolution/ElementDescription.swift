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

  /// The `style` text, if there is one.
  package var style: CSSText?

  /// The control states that are active.
  package var states: ControlState

  /// Names an object; without arguments it is `text` without classes.
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

  /// The `style` text, if there is one.
  package var style: CSSText?

  /// Whether it has a link target.
  package var isLink: Bool

  /// Its place among the elements of its parent; needed where `needsSiblingPositions` says so.
  package var position: SiblingPosition?

  /// Puts a description together.
  package init(
    tag: String, classes: [String] = [], style: CSSText? = nil, isLink: Bool = false,
    position: SiblingPosition? = nil
  ) {
    self.tag = tag
    self.classes = classes
    self.style = style
    self.isLink = isLink
    self.position = position
  }

  /// Whether the tag is only a carrier of attributes.
  ///
  /// Any other tag is an element with a name.
  var isSpan: Bool { tag == "span" }
}

/// The place of an element among its siblings.
package struct SiblingPosition: Hashable, Sendable {
  /// From the first one, which is 1.
  package var index: Int

  /// How many there are; nil where the rest has not been read.
  package var count: Int?

  /// Puts a place together.
  package init(index: Int, count: Int? = nil) {
    self.index = index
    self.count = count
  }
}
