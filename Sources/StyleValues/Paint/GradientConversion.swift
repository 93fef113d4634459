import CSSSyntax

extension Gradient: CSSParsable {
  /// What messages call it.
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

  /// Stops and hints as they were written, before missing places are filled in.
  private struct WrittenStop {
    var color: ColorValue?
    var location: Double?
  }

  private mutating func takeStops(_ cursor: inout ValueCursor) throws(ConversionError) {
    var written: [WrittenStop] = []
    repeat {
      if let hint = try Self.takeLocation(&cursor) {
        if cursor.token.kind == .comma || cursor.token.kind == .rightParenthesis {
          guard let last = written.last, last.color != nil, cursor.token.kind == .comma else {
            throw cursor.failure("a colour beside the hint")
          }
          written.append(WrittenStop(location: hint))
          continue
        }
        // A place may stand before its colour as well as after it.
        written.append(
          WrittenStop(color: try ColorValue.parse(&cursor), location: hint))
      } else {
        let color = try ColorValue.parse(&cursor)
        let location = try Self.takeLocation(&cursor)
        written.append(WrittenStop(color: color, location: location))
        // Two places are two stops of one colour.
        if location != nil, let second = try Self.takeLocation(&cursor) {
          written.append(WrittenStop(color: color, location: second))
        }
      }
    } while cursor.takeComma()
    guard written.last?.color != nil else { throw cursor.failure("a colour") }
    stops = Self.placed(written)
  }

  /// A place on the line as a fraction of it.
  private static func takeLocation(_ cursor: inout ValueCursor) throws(ConversionError) -> Double? {
    guard cursor.token.kind == .percentage || cursor.token.kind == .function else {
      guard cursor.token.kind == .number, cursor.token.number == 0 else { return nil }
      cursor.advance()
      return 0
    }
    return try cursor.takePercentage().map { $0 / 100 }
  }

  /// CSS Images 4 §3.5.3: stops with all their places, and hints as midpoints.
  private static func placed(_ written: [WrittenStop]) -> [Stop] {
    let items = withPlaces(written)
    var stops: [Stop] = []
    for (index, item) in items.enumerated() {
      let location = item.location ?? 0
      if let color = item.color {
        stops.append(Stop(location: location, color: color))
      } else if let last = stops.last, index + 1 < items.count {
        let end = items[index + 1].location ?? 1
        stops[stops.count - 1].midpoint =
          end > last.location ? (location - last.location) / (end - last.location) : 0.5
      }
    }
    return stops
  }

  /// Fills in the places that were left out, and keeps places from going back.
  private static func withPlaces(_ written: [WrittenStop]) -> [WrittenStop] {
    var items = written
    if items[0].location == nil { items[0].location = 0 }
    if items[items.count - 1].location == nil { items[items.count - 1].location = 1 }
    var highest = -Double.infinity
    for index in items.indices {
      guard let location = items[index].location else { continue }
      highest = Swift.max(highest, location)
      items[index].location = highest
    }
    var known = 0
    for index in items.indices.dropFirst() where items[index].location != nil {
      let start = items[known].location ?? 0
      let step = ((items[index].location ?? 1) - start) / Double(index - known)
      for between in known + 1..<index where items[between].location == nil {
        items[between].location = start + step * Double(between - known)
      }
      known = index
    }
    return items
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
    for (index, stop) in stops.enumerated() {
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
