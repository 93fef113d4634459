public import CSSSyntax
public import StyleValues

/// The object that a text belongs to, as its program names it: the outermost element.
///
/// ViewCSS calls it the object that `css(object:class:style:)` is called for.
public struct HostObject: Sendable {
  /// The element name, such as `my_cell`.
  public var element: String

  /// The classes in the order in which they are listed.
  public var classes: [String]

  /// The `style` text, if there is one.
  public var style: CSSText?

  /// The control states that are active.
  public var states: ControlState

  /// Names an object; without arguments it is `text` without classes.
  public init(
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
public struct ElementDescription: Sendable {
  /// The tag's name in lower case: `span`, `b`, `a`, ….
  public var tag: String

  /// The classes in the order in which they are listed.
  public var classes: [String]

  /// The `style` text, if there is one.
  public var style: CSSText?

  /// Whether it has a link target.
  public var isLink: Bool

  /// Its place among the elements of its parent; needed where `needsSiblingPositions` says so.
  public var position: SiblingPosition?

  /// Puts a description together.
  public init(
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
public struct SiblingPosition: Hashable, Sendable {
  /// From the first one, which is 1.
  public var index: Int

  /// How many there are; nil where the rest has not been read.
  public var count: Int?

  /// Puts a place together.
  public init(index: Int, count: Int? = nil) {
    self.index = index
    self.count = count
  }
}
