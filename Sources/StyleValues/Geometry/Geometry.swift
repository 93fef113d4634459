/// A point in a plane, in pixels.
///
/// ```swift
/// let point = try Point.convert("{1.5, 2}")
/// print(point.x, point.y)  // 1.5 2.0
/// ```
package struct Point: Hashable, Sendable {
  /// To the right.
  package var x: Double
  /// Downwards.
  package var y: Double

  /// Puts a point together.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in pixels.
///
/// ```swift
/// let size = try Size.convert(["width": 10, "height": 20], in: ConversionContext())
/// print(size.width, size.height)  // 10.0 20.0
/// ```
package struct Size: Hashable, Sendable {
  /// From left to right.
  package var width: Double
  /// From top to bottom.
  package var height: Double

  /// Puts a size together.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle, in pixels.
///
/// ```swift
/// let rect = try Rect.convert("{{1, 2}, {3, 4}}")
/// print(rect.origin == Point(x: 1, y: 2), rect.size.height)  // true 4.0
/// ```
package struct Rect: Hashable, Sendable {
  /// The upper left corner.
  package var origin: Point
  /// The extent.
  package var size: Size

  /// Puts a rectangle together.
  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Puts a rectangle together from its four numbers.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

/// Distances from the four edges of a box inwards, in pixels.
///
/// ```swift
/// let insets = try EdgeInsets.convert("insets(4, 5)")
/// print(insets.top, insets.left, insets.bottom, insets.right)  // 4.0 5.0 4.0 5.0
/// ```
package struct EdgeInsets: Hashable, Sendable {
  /// From the top edge.
  package var top: Double
  /// From the left edge.
  package var left: Double
  /// From the bottom edge.
  package var bottom: Double
  /// From the right edge.
  package var right: Double

  /// Puts insets together.
  package init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// A shift, in pixels.
///
/// ```swift
/// let offset = try Offset.convert("1 -2")
/// print(offset.horizontal, offset.vertical)  // 1.0 -2.0
/// ```
package struct Offset: Hashable, Sendable {
  /// To the right.
  package var horizontal: Double
  /// Downwards.
  package var vertical: Double

  /// Puts an offset together.
  package init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
