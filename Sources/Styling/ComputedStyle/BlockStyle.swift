public import StyleValues

/// The computed values of the properties that belong to the block: the box around the text and how
/// lines are laid out in it.
///
/// They are read from the host object.
public struct BlockStyle: Hashable, Sendable {
  /// `text-align`.
  public var textAlign = TextAlignment.start

  /// `text-overflow`.
  public var textOverflow = TextOverflow.clip

  /// `white-space`.
  public var whiteSpace = WhiteSpace.preWrap

  /// `overflow-wrap`.
  public var overflowWrap = OverflowWrap.anywhere

  /// `tab-size` in cells.
  public var tabSize = 8

  /// `max-lines`; nil is `none`.
  public var maxLines: Int?

  /// `width`; nil is `auto`.
  public var width: BoxLength?

  /// `min-width`; nil is `auto`.
  public var minWidth: BoxLength?

  /// `max-width`; nil is `none`.
  public var maxWidth: BoxLength?

  /// `padding-top` and the others; never `auto`.
  public var padding = BoxSides<BoxLength>(all: .zero)

  /// `margin-top` and the others; nil is `auto`.
  public var margin = BoxSides<BoxLength?>(all: .zero)

  /// `border-top-width`, `-style`, `-color` and the others.
  public var border = BoxSides<BorderSide>(all: BorderSide())

  /// `border-radius` in px.
  public var borderRadius = 0.0

  /// Every property at its initial value.
  public init() {}

  /// Every property at its initial value.
  public static let initial = BlockStyle()
}

/// One value for each side of a box.
public struct BoxSides<Value> {
  /// The upper side.
  public var top: Value

  /// The right side.
  public var right: Value

  /// The lower side.
  public var bottom: Value

  /// The left side.
  public var left: Value

  /// Puts the sides together, clockwise.
  public init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same value on all sides.
  public init(all value: Value) {
    self.init(top: value, right: value, bottom: value, left: value)
  }
}

extension BoxSides: Equatable where Value: Equatable {}
extension BoxSides: Hashable where Value: Hashable {}
extension BoxSides: Sendable where Value: Sendable {}

/// The border on one side.
public struct BorderSide: Hashable, Sendable {
  /// `border-*-width` in px.
  public var width = 0.0

  /// `border-*-style`.
  public var style = BorderStyle.solid

  /// `border-*-color`; nil is `currentcolor`.
  public var color: ColorValue?

  /// No border.
  public init() {}

  /// Whether there is something to draw.
  public var isVisible: Bool { width > 0 && style != .none }
}

/// A length of the box: pixels plus a share of the width that there is.
public struct BoxLength: Hashable, Sendable {
  /// CSS pixels: a cell is 7.5 px wide and 15 px high.
  public var pixels: Double

  /// Hundredths of the width of the containing block.
  public var percentage: Double

  /// Puts a length together.
  public init(pixels: Double, percentage: Double = 0) {
    self.pixels = pixels
    self.percentage = percentage
  }

  /// No length.
  public static let zero = BoxLength(pixels: 0)
}
