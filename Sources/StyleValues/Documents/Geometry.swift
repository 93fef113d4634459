import CSSSyntax

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
  package var width: Double
  package var height: Double

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
  package var size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

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
  package var top: Double
  package var left: Double
  package var bottom: Double
  package var right: Double

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

  package init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// The notations of geometric types: `1 2`, `{1, 2}` and `name(1, 2)`.
///
/// Numbers may have a unit of length. Objects have a member for each number.
protocol GeometricValue: CSSParsable, DescribableValue {
  typealias Members = [(name: String, path: WritableKeyPath<Self, Double>)]

  /// The function around the numbers.
  static var functionName: StaticString { get }

  /// The numbers in the order of all notations, with their names in objects.
  static var members: Members { get }

  init()

  /// All numbers, if some of them may be left out.
  static func completed(_ numbers: [Double]) -> [Double]
}

extension GeometricValue {
  static func completed(_ numbers: [Double]) -> [Double] { numbers }

  /// From the numbers in order; nil for a wrong count.
  private init?(_ numbers: [Double]) {
    let numbers = Self.completed(numbers)
    guard numbers.count == Self.members.count else { return nil }
    self.init()
    for (member, number) in zip(Self.members, numbers) { self[keyPath: member.path] = number }
  }

  package var cssText: String {
    let numbers = Self.members.map { NumberText.json(self[keyPath: $0.path]) }
    return "{\(numbers.joined(separator: ", "))}"
  }

  package func json(in context: ConversionContext) -> JSONOutput {
    .object(Self.members.map { JSONOutput.Member($0.name, .number(self[keyPath: $0.path])) })
  }

  /// Reads the numbers in any notation.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Self {
    let start = cursor.mark
    let numbers = try GeometryNotation.numbers(&cursor, function: functionName)
    guard let value = Self(numbers) else {
      cursor.rewind(to: start)
      throw cursor.failure(expectation)
    }
    return value
  }

  /// Converts text, an object with a member for each number, or an array of the numbers.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    try convertNumbers(raw, in: context)
  }

  /// Converts a value as the default `convert` does, for types that add forms of their own.
  static func convertNumbers(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    let numbers: [Double]
    switch raw.content {
    case .object: numbers = try GeometryNotation.members(members.map(\.name), of: raw, in: context)
    case .array(let elements):
      var list: [Double] = []
      for element in elements { list.append(try GeometryNotation.number(element, in: context)) }
      numbers = list
    default: return try convertText(raw, in: context)
    }
    guard let value = Self(numbers) else { throw UnexpectedValue(expected: expectation, raw) }
    return value
  }
}

enum GeometryNotation {
  /// Reads numbers with or without commas, in braces, also nested, or in a function.
  static func numbers(
    _ cursor: inout ValueCursor, function: StaticString
  )
    throws(UnexpectedValue) -> [Double]
  {
    var numbers: [Double] = []
    switch cursor.token.kind {
    case .leftBrace: try braced(&cursor, into: &numbers)
    case .function where cursor.isFunction(function):
      try cursor.enter()
      try list(&cursor, into: &numbers)
      try cursor.leave()
    default: try list(&cursor, into: &numbers)
    }
    return numbers
  }

  /// `{1, 2}` or, for a rectangle, `{{1, 2}, {3, 4}}`.
  private static func braced(_ cursor: inout ValueCursor, into numbers: inout [Double])
    throws(UnexpectedValue)
  {
    cursor.advance()
    if cursor.token.kind == .leftBrace {
      try pair(&cursor, into: &numbers)
      _ = cursor.takeComma()
      try pair(&cursor, into: &numbers)
    } else {
      try list(&cursor, into: &numbers)
    }
    guard cursor.token.kind == .rightBrace else { throw cursor.failure("'}'") }
    cursor.advance()
  }

  private static func pair(_ cursor: inout ValueCursor, into numbers: inout [Double])
    throws(UnexpectedValue)
  {
    guard cursor.token.kind == .leftBrace else { throw cursor.failure("'{'") }
    cursor.advance()
    let before = numbers.count
    try list(&cursor, into: &numbers)
    guard cursor.token.kind == .rightBrace, numbers.count == before + 2 else {
      throw cursor.failure("two numbers and '}'")
    }
    cursor.advance()
  }

  private static func list(_ cursor: inout ValueCursor, into numbers: inout [Double])
    throws(UnexpectedValue)
  {
    numbers.append(try number(&cursor))
    let hasCommas = cursor.token.kind == .comma
    while true {
      if hasCommas {
        guard cursor.takeComma() else { return }
      } else {
        switch cursor.token.kind {
        case .number, .dimension, .function: break
        default: return
        }
      }
      guard numbers.count < 4 else { throw cursor.failure("at most four numbers") }
      numbers.append(try number(&cursor))
    }
  }

  private static func number(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Double {
    let start = cursor.mark
    if let value = try cursor.takeNumeric() {
      if value.kind == .number || value.kind == .length { return value.finite }
      cursor.rewind(to: start)
    }
    throw cursor.failure("a number")
  }

  /// A number in an object or array: a JSON number, or text with or without a unit.
  static func number(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Double {
    switch raw.content {
    case .number(let number): return number
    case .text(let text):
      var cursor = ValueCursor(text, in: context)
      let value = try number(&cursor)
      try cursor.expectEnd(after: "a number")
      return value
    default: throw UnexpectedValue(expected: "a number", raw)
    }
  }

  /// The numbers of an object's members, all of which are required.
  static func members(
    _ names: [String], of object: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> [Double] {
    var numbers: [Double] = []
    for name in names {
      guard let value = object[name] else { throw missing(name, in: object) }
      numbers.append(try number(value, in: context))
    }
    return numbers
  }

  /// The error for a missing member, with the member that was probably meant.
  static func missing(_ name: String, in object: RawValue) -> UnexpectedValue {
    var others: [String] = []
    if case .object(let members) = object.content { others = members.map(\.name) }
    return UnexpectedValue(
      expected: "a member '\(name)'",
      found: others.isEmpty
        ? object.summary : "an object with " + others.prefix(8).joined(separator: ", "),
      range: object.range, suggestion: near(name, others).map { _ in name })
  }
}

extension Point: GeometricValue {
  package static var expectation: String { "a point of two numbers" }
  static var functionName: StaticString { "point" }
  static var members: Members { [("x", \.x), ("y", \.y)] }
  init() { self.init(x: 0, y: 0) }
}

extension Size: GeometricValue {
  package static var expectation: String { "a size of two numbers" }
  static var functionName: StaticString { "size" }
  static var members: Members { [("width", \.width), ("height", \.height)] }
  init() { self.init(width: 0, height: 0) }
}

extension Offset: GeometricValue {
  package static var expectation: String { "an offset of two numbers" }
  static var functionName: StaticString { "offset" }
  static var members: Members { [("horizontal", \.horizontal), ("vertical", \.vertical)] }
  init() { self.init(horizontal: 0, vertical: 0) }
}

extension EdgeInsets: GeometricValue {
  package static var expectation: String { "edge insets of one, two or four numbers" }
  static var functionName: StaticString { "insets" }
  static var members: Members {
    [("top", \.top), ("left", \.left), ("bottom", \.bottom), ("right", \.right)]
  }
  init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// One number is for all edges, two are vertical and horizontal, four are in the order top, left,
  /// bottom, right.
  ///
  /// Three are rejected, because CSS and UIKit would read them differently.
  static func completed(_ numbers: [Double]) -> [Double] {
    switch numbers.count {
    case 1: Array(repeating: numbers[0], count: 4)
    case 2: numbers + numbers
    default: numbers
    }
  }
}

extension Rect: GeometricValue {
  package static var expectation: String { "a rectangle of four numbers" }
  static var functionName: StaticString { "rect" }
  static var members: Members {
    [("x", \.origin.x), ("y", \.origin.y), ("width", \.size.width), ("height", \.size.height)]
  }
  init() { self.init(origin: Point(), size: Size()) }

  package var cssText: String { "{\(origin.cssText), \(size.cssText)}" }

  /// Also converts an object with an origin and a size, and an array of two pairs.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Rect {
    switch raw.content {
    case .object where raw["origin"] != nil || raw["size"] != nil:
      guard let origin = raw["origin"] else { throw GeometryNotation.missing("origin", in: raw) }
      guard let size = raw["size"] else { throw GeometryNotation.missing("size", in: raw) }
      return Rect(
        origin: try Point.convert(origin, in: context), size: try Size.convert(size, in: context))
    case .array(let pairs) where pairs.count == 2:
      return Rect(
        origin: try Point.convert(pairs[0], in: context),
        size: try Size.convert(pairs[1], in: context))
    default: return try convertNumbers(raw, in: context)
    }
  }
}
