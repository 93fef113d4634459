import Bytes
import CSSSyntax

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
  /// A colour at a position on the line.
  ///
  /// ```swift
  /// let stops = try Gradient.convert("linear-gradient(red, 20%, blue)").stops
  /// print(stops[0].location, stops[0].color.cssText, stops[0].midpoint)  // 0.0 rgb(255, 0, 0) 0.2
  /// ```
  package struct Stop: Hashable, Sendable {
    /// 0 at the start of the line and 1 at its end; it may be outside.
    package var location: Double

    package var color: ColorValue

    /// The point, 0 to 1, between this stop and the next at which their colours are mixed in half.
    package var midpoint: Double

    package init(location: Double, color: ColorValue, midpoint: Double = 0.5) {
      self.location = location
      self.color = color
      self.midpoint = midpoint
    }
  }

  /// At least one; locations never decrease.
  ///
  /// Positions in lengths are those on a line of 80 columns; `stops(onLineOf:)` returns the others.
  package var stops: [Stop]

  /// The written stops, if some of their positions are lengths.
  var written: [WrittenStop]?

  /// 80 columns, in px.
  static let usualLength = 600.0

  /// In degrees: 0 is upwards, 90 to the right, 180 downwards.
  package var angle: Double

  /// The corner at the end of the line, if one was written instead of an angle.
  ///
  /// Its angle depends on the shape of the box; `angle` is that in a square.
  package var corner: Corner?

  /// nil is sRGB if all colours are legacy colours, else OKLab.
  package var interpolation: ColorInterpolationMethod?

  /// True if the stops are repeated before the first and after the last one.
  package var isRepeating: Bool

  /// The corners of a box.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(to top right in oklch, red, blue)")
  /// print(gradient.corner == .topRight, gradient.interpolation?.space == .oklch)  // true true
  /// print(gradient.angle, gradient.angle(width: 300, height: 100).rounded())  // 45.0 18.0
  /// ```
  package enum Corner: Hashable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

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

  /// The method, with the default applied (CSS Color 4 §12.1).
  package var method: ColorInterpolationMethod {
    if let interpolation { return interpolation }
    let isLegacy = stops.allSatisfy { stop in
      guard case .absolute(let color) = stop.color else { return true }
      return color.isLegacy
    }
    return ColorInterpolationMethod(isLegacy ? .srgb : .oklab)
  }

  /// The angle of the line in a box, in degrees.
  ///
  /// CSS Images 3 §3.1.1: the line to a corner is at right angles to the diagonal between the two
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

  /// The stops on a line of a length in pixels.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(red 15px, blue 2em)")
  /// print(gradient.stops(onLineOf: 60).map(\.location))  // [0.25, 0.5]
  /// ```
  package func stops(onLineOf length: Double) -> [Stop] {
    written.map { WrittenStop.resolved($0, on: length) } ?? stops
  }

  /// True if positions of stops depend on the length of the line.
  ///
  /// ```swift
  /// let gradient = try Gradient.convert("linear-gradient(red 15px, blue)")
  /// print(gradient.hasLengths)  // true
  /// ```
  package var hasLengths: Bool { written != nil }

  /// The gradient prepared for many positions; `length` is that of the line in pixels.
  package func ramp(
    currentColor: Color, palette: TerminalPalette = .median, length: Double = 600
  ) -> GradientRamp {
    GradientRamp(
      self, stops(onLineOf: length), currentColor: currentColor, palette: palette)
  }
}

/// A gradient prepared for many positions.
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

  /// The colour at a position; 0 is the start of the line and 1 its end.
  package func color(at position: Double) -> SRGBColor {
    guard let first = locations.first, let last = locations.last, let end = colors.last else {
      return SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
    }
    var position = position
    if isRepeating, last > first {
      let turns = (position - first) / (last - first)
      position = first + (turns - turns.rounded(.down)) * (last - first)
    }
    guard position > first else { return position == first ? colorAfterJump(first) : colors[0] }
    guard position < last else { return end }
    // The last stop at or before the position.
    let low = (1..<locations.count - 1).partitioningIndex { locations[$0] > position } - 1
    let start = locations[low]
    let length = locations[low + 1] - start
    guard length > 0 else { return colors[low + 1] }
    let segment = segments[low]
    return segment.ramp.color(
      at: Self.progress((position - start) / length, midpoint: segment.midpoint)
    ).srgb
  }

  /// The colour of the last of several stops at the start, which counts from there on.
  private func colorAfterJump(_ start: Double) -> SRGBColor {
    var index = 0
    while index + 1 < locations.count, locations[index + 1] == start { index += 1 }
    return colors[index]
  }

  /// The progress between two stops with a hint (CSS Images 4 §3.5.3).
  private static func progress(_ share: Double, midpoint: Double) -> Double {
    if midpoint == 0.5 { return share }
    if midpoint <= 0 { return 1 }
    if midpoint >= 1 { return 0 }
    return power(share, naturalLogarithm(0.5) / naturalLogarithm(midpoint))
  }
}

extension Gradient: CSSParsable {
  package static var expectation: String { "a gradient" }

  /// Converts text, or an array of objects with a location and a color.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Gradient {
    guard case .array(let elements) = raw.content else {
      return try convertText(raw, in: context)
    }
    guard !elements.isEmpty else { throw UnexpectedValue(expected: "at least one stop", raw) }
    var stops: [Stop] = []
    for element in elements {
      guard let color = element["color"] else {
        throw GeometryNotation.missing("color", in: element)
      }
      guard let value = element["location"] else {
        throw GeometryNotation.missing("location", in: element)
      }
      let location = try location(value, in: context)
      let highest = stops.last?.location ?? 0
      stops.append(
        Stop(
          location: Swift.max(location, highest),
          color: try ColorValue.convert(color, in: context)))
    }
    return Gradient(stops: stops)
  }

  private static func location(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Double {
    let value: Double
    switch raw.content {
    case .number(let number): value = number
    case .text(let text):
      var cursor = ValueCursor(text, in: context)
      guard let number = try cursor.takeNumberOrPercentage(), cursor.isAtEnd else {
        throw UnexpectedValue(expected: "a location from 0 to 1", raw)
      }
      value = number
    default: throw UnexpectedValue(expected: "a location from 0 to 1", raw)
    }
    guard 0...1 ~= value else { throw UnexpectedValue(expected: "a location from 0 to 1", raw) }
    return value
  }

  /// Reads `linear-gradient(…)` or `repeating-linear-gradient(…)`.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Gradient {
    let isRepeating = cursor.isFunction("repeating-linear-gradient")
    guard isRepeating || cursor.isFunction("linear-gradient") else {
      throw cursor.failure(expectation)
    }
    try cursor.enter()
    var gradient = Gradient(stops: [], isRepeating: isRepeating)
    if try gradient.takeLine(&cursor) { try cursor.expectComma() }
    try gradient.takeStops(&cursor)
    try cursor.leave()
    return gradient
  }

  // MARK: The line

  /// Reads the direction and the interpolation method, in either order.
  private mutating func takeLine(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Bool {
    interpolation = try ColorInterpolationMethod.parseIfPresent(&cursor)
    let hasDirection = try takeDirection(&cursor)
    if hasDirection, interpolation == nil {
      interpolation = try ColorInterpolationMethod.parseIfPresent(&cursor)
    }
    return hasDirection || interpolation != nil
  }

  private enum Side { case top, bottom, left, right }

  private static let sides = KeywordTable<Side>([
    ("top", .top), ("bottom", .bottom), ("left", .left), ("right", .right),
  ])

  private mutating func takeDirection(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Bool {
    guard cursor.takeKeyword("to") else {
      guard let degrees = try cursor.takeAngle() else { return false }
      angle = degrees
      return true
    }
    guard let first = cursor.takeKeyword(Self.sides) else {
      throw cursor.failure("top, bottom, left or right")
    }
    let second = cursor.takeKeyword(Self.sides)
    switch (first, second) {
    case (.top, nil): angle = 0
    case (.right, nil): angle = 90
    case (.bottom, nil): angle = 180
    case (.left, nil): angle = 270
    case (.top, .right), (.right, .top): (angle, corner) = (45, .topRight)
    case (.bottom, .right), (.right, .bottom): (angle, corner) = (135, .bottomRight)
    case (.bottom, .left), (.left, .bottom): (angle, corner) = (225, .bottomLeft)
    case (.top, .left), (.left, .top): (angle, corner) = (315, .topLeft)
    default: throw cursor.failure("a corner such as top left")
    }
    return true
  }

  // MARK: Stops

  private mutating func takeStops(_ cursor: inout ValueCursor) throws(UnexpectedValue) {
    var written: [WrittenStop] = []
    repeat {
      if let hint = try Self.takePosition(&cursor) {
        if cursor.token.kind == .comma || cursor.token.kind == .rightParenthesis {
          guard let last = written.last, last.color != nil, cursor.token.kind == .comma else {
            throw cursor.failure("a colour before and after the hint")
          }
          written.append(WrittenStop(position: hint))
          continue
        }
        // A position may be before its colour as well as after it.
        written.append(WrittenStop(color: try ColorValue.parse(&cursor), position: hint))
      } else {
        let color = try ColorValue.parse(&cursor)
        let position = try Self.takePosition(&cursor)
        written.append(WrittenStop(color: color, position: position))
        // Two positions are two stops of one colour.
        if position != nil, let second = try Self.takePosition(&cursor) {
          written.append(WrittenStop(color: color, position: second))
        }
      }
    } while cursor.takeComma()
    guard written.last?.color != nil else { throw cursor.failure("a colour") }
    stops = WrittenStop.resolved(written, on: Self.usualLength)
    if written.contains(where: \.hasLength) { self.written = written }
  }

  /// Reads a percentage, a length, or both in a math function.
  private static func takePosition(
    _ cursor: inout ValueCursor
  ) throws(UnexpectedValue) -> LengthFormula? {
    switch cursor.token.kind {
    case .percentage, .function: break
    case .number where cursor.token.number == 0: break
    case .dimension:
      // In some dialects digits with letters after them are a colour.
      guard case .length? = cursor.lookUp(DimensionUnit.table) else { return nil }
    default: return nil
    }
    guard let position = try cursor.takeLengthPercentage() else { return nil }
    switch position.kind {
    case .percentage: return .linear(pixels: 0, percentage: position.value)
    default:
      return position.formula ?? .linear(pixels: position.value, percentage: position.percentage)
    }
  }
}

/// A stop or a hint as written, before missing positions are filled in.
struct WrittenStop: Hashable, Sendable {
  /// nil for a hint.
  var color: ColorValue?

  /// nil if none was written.
  var position: LengthFormula?

  /// True if the position depends on the length of the line.
  var hasLength: Bool { if case .linear(0, _)? = position { false } else { position != nil } }

  /// The stops with all positions on a line of a length in pixels, with hints as midpoints (CSS
  /// Images 4 §3.5.3).
  static func resolved(_ written: [WrittenStop], on length: Double) -> [Gradient.Stop] {
    let locations = locations(written, on: length)
    var stops: [Gradient.Stop] = []
    for (index, item) in written.enumerated() {
      let location = locations[index]
      if let color = item.color {
        stops.append(Gradient.Stop(location: location, color: color))
      } else if let last = stops.last, index + 1 < written.count {
        let end = locations[index + 1]
        stops[stops.count - 1].midpoint =
          end > last.location ? (location - last.location) / (end - last.location) : 0.5
      }
    }
    return stops
  }

  /// All locations, with missing ones filled in, and none less than the one before.
  private static func locations(_ written: [WrittenStop], on length: Double) -> [Double] {
    var known = written.map { stop in
      stop.position.map { position in
        var location = 0.0
        if case .linear(0, let percentage) = position {
          location = percentage / 100
        } else if length > 0 {
          location = position.pixels(of: length) / length
        }
        // Locations further out are not seen, and no two of these are infinitely far apart.
        return min(max(location, -1e30), 1e30)
      }
    }
    if known[0] == nil { known[0] = 0 }
    if known[known.count - 1] == nil { known[known.count - 1] = 1 }
    var locations: [Double] = []
    var highest = -Double.infinity
    var pending = 0
    for location in known {
      guard let location else {
        pending += 1
        continue
      }
      let start = locations.last ?? location
      highest = max(highest, location)
      let step = (highest - start) / Double(pending + 1)
      for number in 0..<pending { locations.append(start + step * Double(number + 1)) }
      locations.append(highest)
      pending = 0
    }
    return locations
  }
}

extension Gradient {
  package var cssText: String {
    var pieces: [String] = []
    var line = corner.map { "to \($0.cssText)" } ?? ""
    if corner == nil, angle != 180 { line = NumberText.css(angle) + "deg" }
    if let interpolation {
      line += (line.isEmpty ? "" : " ") + "in \(interpolation.space.rawValue)"
      if interpolation.hue != .shorter { line += " \(interpolation.hue.rawValue) hue" }
    }
    if !line.isEmpty { pieces.append(line) }
    if let written {
      pieces += written.map { stop in
        [stop.color?.cssText, stop.position?.cssText].compactMap { $0 }.joined(separator: " ")
      }
    }
    for (index, stop) in stops.enumerated() where written == nil {
      pieces.append("\(stop.color.cssText) \(NumberText.css(stop.location * 100))%")
      if stop.midpoint != 0.5, index + 1 < stops.count {
        let position = stop.location + stop.midpoint * (stops[index + 1].location - stop.location)
        pieces.append(NumberText.css(position * 100) + "%")
      }
    }
    return (isRepeating ? "repeating-" : "") + "linear-gradient(\(pieces.joined(separator: ", ")))"
  }
}

extension Gradient.Corner {
  /// The sides that meet there, as in CSS.
  var cssText: String {
    switch self {
    case .topLeft: "top left"
    case .topRight: "top right"
    case .bottomLeft: "bottom left"
    case .bottomRight: "bottom right"
    }
  }
}
