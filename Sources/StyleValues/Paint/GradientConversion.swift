import CSSSyntax

extension Gradient: CSSParsable {
  /// Noun phrase for the type in messages.
  package static var expectation: String { "a gradient" }

  /// Takes text, or an array of objects with a location and a color.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Gradient {
    guard case .array(let elements) = raw.content else {
      return try convertText(raw, in: context)
    }
    guard !elements.isEmpty else {
      throw ConversionError(expected: "at least one stop", raw)
    }
    var stops: [Stop] = []
    for element in elements {
      guard let color = element["color"] else {
        throw GeometryNotation.missing("color", in: element)
      }
      guard let place = element["location"] else {
        throw GeometryNotation.missing("location", in: element)
      }
      let location = try location(place, in: context)
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
  ) throws(ConversionError) -> Double {
    let value: Double
    switch raw.content {
    case .number(let number): value = number
    case .text(let text):
      var cursor = ValueCursor(text, in: context)
      guard let number = try cursor.takeNumberOrPercentage(), cursor.isAtEnd else {
        throw ConversionError(expected: "a location from 0 to 1", raw)
      }
      value = number
    default: throw ConversionError(expected: "a location from 0 to 1", raw)
    }
    guard 0...1 ~= value else { throw ConversionError(expected: "a location from 0 to 1", raw) }
    return value
  }

  /// Reads `linear-gradient(…)` or `repeating-linear-gradient(…)`.
  package static func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> Gradient {
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

  /// The direction and the way colours are mixed, in either order.
  private mutating func takeLine(_ cursor: inout ValueCursor) throws(ConversionError) -> Bool {
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

  private mutating func takeDirection(_ cursor: inout ValueCursor) throws(ConversionError) -> Bool {
    guard cursor.takeKeyword("to") else {
      guard let degrees = try cursor.takeAngle() else { return false }
      angle = degrees
      return true
    }
    guard let first = cursor.takeKeyword(Self.sides) else { throw cursor.failure("a side") }
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
    default: throw cursor.failure("two sides that meet in a corner")
    }
    return true
  }

  // MARK: Stops

  private mutating func takeStops(_ cursor: inout ValueCursor) throws(ConversionError) {
    var written: [WrittenStop] = []
    repeat {
      if let hint = try Self.takePlace(&cursor) {
        if cursor.token.kind == .comma || cursor.token.kind == .rightParenthesis {
          guard let last = written.last, last.color != nil, cursor.token.kind == .comma else {
            throw cursor.failure("a colour beside the hint")
          }
          written.append(WrittenStop(place: hint))
          continue
        }
        // A place may stand before its colour as well as after it.
        written.append(WrittenStop(color: try ColorValue.parse(&cursor), place: hint))
      } else {
        let color = try ColorValue.parse(&cursor)
        let place = try Self.takePlace(&cursor)
        written.append(WrittenStop(color: color, place: place))
        // Two places are two stops of one colour.
        if place != nil, let second = try Self.takePlace(&cursor) {
          written.append(WrittenStop(color: color, place: second))
        }
      }
    } while cursor.takeComma()
    guard written.last?.color != nil else { throw cursor.failure("a colour") }
    stops = WrittenStop.placed(written, on: Self.usualLength)
    if written.contains(where: \.hasLength) { self.written = written }
  }

  /// A place on the line: a percentage, a length, or both in a math function.
  private static func takePlace(
    _ cursor: inout ValueCursor
  ) throws(ConversionError) -> LengthFormula? {
    switch cursor.token.kind {
    case .percentage, .function: break
    case .number where cursor.token.number == 0: break
    case .dimension:
      // In some dialects digits with letters after them are a colour.
      guard case .length? = cursor.lookUp(DimensionUnit.table) else { return nil }
    default: return nil
    }
    guard let place = try cursor.takeLengthPercentage() else { return nil }
    switch place.kind {
    case .percentage: return .linear(pixels: 0, percentage: place.value)
    default: return place.formula ?? .linear(pixels: place.value, percentage: place.percentage)
    }
  }
}

/// A stop or a hint of a gradient as it was written, before places that were left out are filled
/// in.
struct WrittenStop: Hashable, Sendable {
  /// The colour; nil for a hint.
  var color: ColorValue?

  /// The place on the line, where one was written.
  var place: LengthFormula?

  /// True if the place depends on how long the line is.
  var hasLength: Bool {
    if case .linear(0, _)? = place { false } else { place != nil }
  }

  /// CSS Images 4 §3.5.3: stops with all their places on a line of so many pixels, and hints as
  /// midpoints.
  static func placed(_ written: [WrittenStop], on length: Double) -> [Gradient.Stop] {
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

  /// Fills in the places that were left out, and keeps places from going back.
  private static func locations(_ written: [WrittenStop], on length: Double) -> [Double] {
    var known = written.map { stop in
      stop.place.map { place in
        var location = 0.0
        if case .linear(0, let percentage) = place {
          location = percentage / 100
        } else if length > 0 {
          location = place.pixels(of: length) / length
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
  /// The value as CSS writes it.
  package var cssText: String {
    var parts: [String] = []
    var line = corner.map { "to \($0.cssText)" } ?? ""
    if corner == nil, angle != 180 { line = NumberText.css(angle) + "deg" }
    if let interpolation {
      line += (line.isEmpty ? "" : " ") + "in \(interpolation.space.rawValue)"
      if interpolation.hue != .shorter { line += " \(interpolation.hue.rawValue) hue" }
    }
    if !line.isEmpty { parts.append(line) }
    if let written {
      parts += written.map { stop in
        [stop.color?.cssText, stop.place?.cssText].compactMap { $0 }.joined(separator: " ")
      }
    }
    for (index, stop) in stops.enumerated() where written == nil {
      parts.append("\(stop.color.cssText) \(NumberText.css(stop.location * 100))%")
      if stop.midpoint != 0.5, index + 1 < stops.count {
        let place = stop.location + stop.midpoint * (stops[index + 1].location - stop.location)
        parts.append(NumberText.css(place * 100) + "%")
      }
    }
    return (isRepeating ? "repeating-" : "")
      + "linear-gradient(\(parts.joined(separator: ", ")))"
  }
}

extension Gradient.Corner {
  /// The sides that meet there, as CSS writes them.
  var cssText: String {
    switch self {
    case .topLeft: "top left"
    case .topRight: "top right"
    case .bottomLeft: "bottom left"
    case .bottomRight: "bottom right"
    }
  }
}
