import StyleValues

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
    public init(location: Double, color: StyleColor) {
      self.location = location
      self.color = color
    }
  }

  /// The stops, at least one; locations never decrease.
  public var stops: [Stop]

  /// The colours of the stops.
  public var colors: [StyleColor] { stops.map(\.color) }

  /// The places of the stops: 0 at the start of the line, 1 at its end.
  public var locations: [Double] { stops.map(\.location) }

  /// The direction of the line in degrees: 0 is upwards, 90 to the right.
  public var angle: Double

  /// Puts a gradient together.
  ///
  /// As in CSS, a location that is before that of an earlier stop counts as that one. Without stops
  /// it is one of the terminal's own colour.
  public init(stops: [Stop], angle: Double = 180) {
    var last = -Double.infinity
    self.stops = stops.map { stop in
      last = max(last, stop.location)
      return Stop(location: last, color: stop.color)
    }
    if stops.isEmpty { self.stops = [Stop(location: 0, color: .standard)] }
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
