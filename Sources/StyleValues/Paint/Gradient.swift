import Bytes

/// Colours along a line: `linear-gradient()` of CSS Images 4 §3.1, or an array of stops.
///
/// ```swift
/// let gradient = try Gradient.convert("linear-gradient(90deg, red, blue 30%, lime)")
/// print(gradient.angle, gradient.stops.map(\.location))  // 90.0 [0.0, 0.3, 1.0]
/// print(gradient.method.space, gradient.isRepeating)  // srgb false
/// print(gradient.cssText)
/// // linear-gradient(90deg, rgb(255, 0, 0) 0%, rgb(0, 0, 255) 30%, rgb(0, 255, 0) 100%)
///
/// let ramp = gradient.ramp(currentColor: Color(RGB8(0x000000)))
/// print(ramp.color(at: 0.15).hex8)  // #800080ff
/// ```
package struct Gradient: Hashable, Sendable {
  /// A colour at a place on the line.
  ///
  /// ```swift
  /// let stops = try Gradient.convert("linear-gradient(red, 20%, blue)").stops
  /// print(stops[0].location, stops[0].color.cssText, stops[0].midpoint)  // 0.0 rgb(255, 0, 0) 0.2
  /// ```
  package struct Stop: Hashable, Sendable {
    /// The place, 0 at the start of the line and 1 at its end; it may lie outside.
    package var location: Double

    /// The colour there.
    package var color: ColorValue

    /// Point between this stop and the next at which their colours are mixed in half, 0 to 1.
    package var midpoint: Double

    /// Puts a stop together.
    package init(location: Double, color: ColorValue, midpoint: Double = 0.5) {
      self.location = location
      self.color = color
      self.midpoint = midpoint
    }
  }

  /// The stops, at least one; locations never decrease.
  ///
  /// Places in lengths are those on a line as long as 80 columns; `stops(onLineOf:)` has the
  /// others.
  package var stops: [Stop]

  /// The stops as they were written, where some of their places are lengths.
  var written: [WrittenStop]?

  /// 80 columns in pixels.
  static let usualLength = 600.0

  /// The direction of the line in degrees: 0 is upwards, 90 to the right, 180 downwards.
  package var angle: Double

  /// The corner the line points at, when one was written instead of an angle.
  ///
  /// Its angle depends on the shape of the box; `angle` is that of a square.
  package var corner: Corner?

  /// Method of mixing colours; nil is sRGB when all colours are legacy colours, else OKLab.
  package var interpolation: ColorInterpolationMethod?

  /// True if the stops are repeated before the first and after the last.
  package var isRepeating: Bool

  /// The corners of a box.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(to top right in oklch, red, blue)")
  /// print(gradient.corner == .topRight, gradient.interpolation?.space == .oklch)  // true true
  /// print(gradient.angle, gradient.angle(width: 300, height: 100).rounded())  // 45.0 18.0
  /// ```
  package enum Corner: Hashable, Sendable {
    /// Up and to the left.
    case topLeft
    /// Up and to the right.
    case topRight
    /// Down and to the left.
    case bottomLeft
    /// Down and to the right.
    case bottomRight
  }

  /// Puts a gradient together.
  package init(
    stops: [Stop], angle: Double = 180, corner: Corner? = nil,
    interpolation: ColorInterpolationMethod? = nil, isRepeating: Bool = false
  ) {
    self.stops = stops
    self.angle = angle
    self.corner = corner
    self.interpolation = interpolation
    self.isRepeating = isRepeating
  }

  /// The method that `interpolation` stands for (CSS Color 4 §12.1).
  package var method: ColorInterpolationMethod {
    if let interpolation { return interpolation }
    let isLegacy = stops.allSatisfy { stop in
      guard case .absolute(let color) = stop.color else { return true }
      return color.isLegacy
    }
    return ColorInterpolationMethod(isLegacy ? .srgb : .oklab)
  }

  /// The angle of the line in a box, in degrees: a corner's depends on the box's shape.
  ///
  /// CSS Images 3 §3.1.1: the line is at right angles to the diagonal between the two
  /// neighbouring corners, so that these get the colour of the middle.
  package func angle(width: Double, height: Double) -> Double {
    guard let corner, width > 0, height > 0 else { return angle }
    let steep = arcTangent2(height, width) * 180 / .pi
    switch corner {
    case .topRight: return steep
    case .bottomRight: return 180 - steep
    case .bottomLeft: return 180 + steep
    case .topLeft: return 360 - steep
    }
  }

  /// The stops on a line of so many pixels.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(red 15px, blue 2em)")
  /// print(gradient.stops(onLineOf: 60).map(\.location))  // [0.25, 0.5]
  /// ```
  package func stops(onLineOf length: Double) -> [Stop] {
    written.map { WrittenStop.placed($0, on: length) } ?? stops
  }

  /// True if places of stops depend on the length of the line.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(red 15px, blue)")
  /// print(gradient.hasLengths)  // true
  /// ```
  package var hasLengths: Bool { written != nil }

  /// The gradient with ready-made mixtures, for looking up many places.
  ///
  /// - Parameters:
  ///   - currentColor: The meaning of `currentcolor` among the stops.
  ///   - palette: The colours of palette entries among the stops.
  ///   - length: Length of the line, in pixels; places in lengths depend on it.
  /// - Returns: The mixtures.
  package func ramp(
    currentColor: Color, palette: TerminalPalette = .median, length: Double = 600
  ) -> GradientRamp {
    GradientRamp(
      self, stops(onLineOf: length), currentColor: currentColor, palette: palette)
  }
}

/// A gradient that is ready to be asked for colours.
///
/// ```swift
/// let rainbow = Gradient(stops: [
///   Gradient.Stop(location: 0, color: ColorValue(RGB8(0xFF0000))),
///   Gradient.Stop(location: 1, color: ColorValue(RGB8(0x0000FF))),
/// ])
/// let ramp = rainbow.ramp(currentColor: .transparent)
/// print([0, 0.5, 1].map { ramp.color(at: $0).rgb8.hex })  // ["#ff0000", "#800080", "#0000ff"]
/// ```
package struct GradientRamp: Sendable {
  private let locations: [Double]
  private let colors: [SRGBColor]
  private let segments: [(ramp: ColorRamp, midpoint: Double)]
  private let isRepeating: Bool

  init(
    _ gradient: Gradient, _ stops: [Gradient.Stop], currentColor: Color, palette: TerminalPalette
  ) {
    let colors = stops.map { stop in
      switch stop.color {
      case .absolute(let color): color
      case .ansi(let index): Color(palette[index])
      case .currentColor: currentColor
      }
    }
    let method = gradient.method
    locations = stops.map(\.location)
    self.colors = colors.map(\.srgb)
    segments = zip(colors, colors.dropFirst()).enumerated().map { index, pair in
      (ColorRamp(pair.0, pair.1, in: method), stops[index].midpoint)
    }
    isRepeating = gradient.isRepeating
  }

  /// The colour at a place, where 0 is the start of the line and 1 its end.
  package func color(at place: Double) -> SRGBColor {
    guard let first = locations.first, let last = locations.last, let end = colors.last else {
      return SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
    }
    var place = place
    if isRepeating, last > first {
      let turns = (place - first) / (last - first)
      place = first + (turns - turns.rounded(.down)) * (last - first)
    }
    guard place > first else { return place == first ? colorAfterJump(first) : colors[0] }
    guard place < last else { return end }
    // The last stop at or before the place.
    let low = (1..<locations.count - 1).partitioningIndex { locations[$0] > place } - 1
    let start = locations[low]
    let length = locations[low + 1] - start
    guard length > 0 else { return colors[low + 1] }
    let segment = segments[low]
    return segment.ramp.color(
      at: Self.progress((place - start) / length, midpoint: segment.midpoint)
    ).srgb
  }

  /// Returns the colour of the last of several stops at the start, which is seen from there on.
  private func colorAfterJump(_ start: Double) -> SRGBColor {
    var index = 0
    while index + 1 < locations.count, locations[index + 1] == start { index += 1 }
    return colors[index]
  }

  /// CSS Images 4 §3.5.3: a hint bends the way between two stops.
  private static func progress(_ part: Double, midpoint: Double) -> Double {
    if midpoint == 0.5 { return part }
    if midpoint <= 0 { return 1 }
    if midpoint >= 1 { return 0 }
    return power(part, naturalLogarithm(0.5) / naturalLogarithm(midpoint))
  }
}
