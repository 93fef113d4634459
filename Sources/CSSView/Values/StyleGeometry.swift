import StyleValues

/// A point, in pixels: `{2, 1}`.
public struct StylePoint: Hashable, Sendable, Convertible {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// Puts a point together.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: Point) { self.init(x: point.x, y: point.y) }

  /// Takes `{x, y}`, `x y` or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StylePoint {
    StylePoint(try value.convert(Point.self))
  }
}

/// A width and a height, in pixels: `{20, 10}`.
public struct StyleSize: Hashable, Sendable, Convertible {
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  /// Puts a size together.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  init(_ size: Size) { self.init(width: size.width, height: size.height) }

  /// Takes `{width, height}`, `width height` or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleSize {
    StyleSize(try value.convert(Size.self))
  }
}

/// A rectangle, in pixels: `{{10, 10}, {64, 64}}`.
///
/// ```swift
/// let frame = try ThemeValue("{{10, 10}, {64, 32}}").converted(to: StyleRect.self)
/// print(frame.origin.x, frame.size.height)  // 10.0 32.0
/// ```
public struct StyleRect: Hashable, Sendable, Convertible {
  /// The upper left corner.
  public var origin: StylePoint
  /// The extent.
  public var size: StyleSize

  /// Puts a rectangle together.
  public init(origin: StylePoint, size: StyleSize) {
    self.origin = origin
    self.size = size
  }

  /// Takes `{{x, y}, {width, height}}`, four numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleRect {
    let rect = try value.convert(Rect.self)
    return StyleRect(origin: StylePoint(rect.origin), size: StyleSize(rect.size))
  }
}

/// Distances from the four edges inwards, in pixels: `{top, left, bottom, right}`.
///
/// ```swift
/// let insets = try ThemeValue("{4, 3, 2, 1}").converted(to: StyleInsets.self)
/// print(insets.top, insets.left, insets.bottom, insets.right)  // 4.0 3.0 2.0 1.0
/// ```
public struct StyleInsets: Hashable, Sendable, Convertible {
  /// From the top edge.
  public var top: Double
  /// From the left edge.
  public var left: Double
  /// From the bottom edge.
  public var bottom: Double
  /// From the right edge.
  public var right: Double

  /// Puts insets together.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Takes `{top, left, bottom, right}`, numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleInsets {
    let insets = try value.convert(EdgeInsets.self)
    return StyleInsets(
      top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

/// A shift, in pixels: `{1, -2}`.
public struct StyleOffset: Hashable, Sendable, Convertible {
  /// To the right.
  public var horizontal: Double
  /// Downwards.
  public var vertical: Double

  /// Puts an offset together.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Takes `{horizontal, vertical}`, two numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleOffset {
    let offset = try value.convert(Offset.self)
    return StyleOffset(horizontal: offset.horizontal, vertical: offset.vertical)
  }
}

/// A length in pixels, whatever its unit was: a cell is 7.5 px wide and 15 px high.
///
/// ```swift
/// print(try ThemeValue("2em").converted(to: StyleLength.self).pixels)  // 30.0
/// ```
public struct StyleLength: Hashable, Sendable, Convertible {
  /// The length.
  public var pixels: Double

  /// A length in pixels.
  public init(pixels: Double) {
    self.pixels = pixels
  }

  /// Takes a number with a unit, or without one; a percentage counts of nothing and is an error.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleLength {
    let length = try value.convert(Length.self)
    guard let pixels = length.pixels(in: value.conversionContext) else {
      throw value.failure(expected: "a length without a percentage")
    }
    return StyleLength(pixels: pixels)
  }
}
