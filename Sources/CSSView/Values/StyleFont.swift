import StyleValues
import Styling

/// A font: family, size, weight and slant.
///
/// ```swift
/// let font = try ThemeValue("AvenirNext-BoldItalic, 18").converted(to: StyleFont.self)
/// print(font.family ?? "", font.size, font.weight, font.isItalic)  // AvenirNext 18.0 700 true
/// ```
public struct StyleFont: Hashable, Sendable, Convertible {
  /// The family; nil where only a weight or a slant was named.
  public var family: String?

  /// The size in pixels; one row of a terminal is 15.
  public var size: Double

  /// How heavy, 1 to 1000; 400 is normal, 700 bold.
  public var weight: Int

  /// Whether it is italic or slanted.
  public var isItalic: Bool

  /// Puts a font together.
  public init(family: String? = nil, size: Double = 15, weight: Int = 400, isItalic: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// Takes `name, size`, `bold 18` and the like, or a dictionary with `name` and `size`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleFont {
    let font = try value.convert(Font.self)
    return StyleFont(
      family: font.family, size: font.size, weight: font.weight, isItalic: font.style != .normal)
  }
}

/// Colours along a line.
///
/// ```swift
/// let sky = try ThemeValue("linear-gradient(white, blue 30%, black)")
///   .converted(to: StyleGradient.self)
/// print(sky.stops.map(\.location))  // [0.0, 0.3, 1.0]
/// ```
public struct StyleGradient: Hashable, Sendable, Convertible {
  /// A colour at a place on the line.
  public struct Stop: Hashable, Sendable {
    /// The place: 0 at the start of the line, 1 at its end.
    public var location: Double
    /// The colour.
    public var color: StyleColor

    /// Puts a stop together.
    init(location: Double, color: StyleColor) {
      self.location = location
      self.color = color
    }
  }

  /// The stops, at least one; locations never decrease.
  public var stops: [Stop]

  /// The direction of the line in degrees: 0 is upwards, 90 to the right.
  public var angle: Double

  /// Puts a gradient together.
  init(stops: [Stop], angle: Double = 180) {
    self.stops = stops
    self.angle = angle
  }

  /// Takes `linear-gradient(…)`, or an array of stops with `location` and `color`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleGradient {
    let gradient = try value.convert(Gradient.self)
    return StyleGradient(
      stops: gradient.stops.map { Stop(location: $0.location, color: StyleColor($0.color)) },
      angle: gradient.angle)
  }
}
