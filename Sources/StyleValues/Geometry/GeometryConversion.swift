import CSSSyntax

/// The notations that all geometric types share: `1 2`, `{1, 2}` and `name(1, 2)`.
///
/// Numbers may have a unit of length. Objects have a member per number.
protocol GeometricValue: CSSParsable {
  /// The functions that may hold the numbers.
  static var functionNames: KeywordTable<Void> { get }

  /// The names of the numbers in objects, in the order of the other notations.
  static var memberNames: [String] { get }

  /// Takes the numbers in the order they were written.
  /// - Returns: nil when there are too few or too many.
  init?(_ numbers: [Double])
}

extension GeometricValue {
  /// Reads the numbers in any of the notations.
  package static func parse(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    let start = cursor.mark
    let numbers = try GeometryNotation.numbers(&cursor, functions: functionNames, in: context)
    guard let value = Self(numbers) else {
      cursor.rewind(to: start)
      throw cursor.failure(expectation)
    }
    return value
  }

  /// Converts text, an object with a member per number, or an array of the numbers.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    try convertNumbers(raw, in: context)
  }

  /// What `convert` does by itself, for types that only add forms of their own to it.
  static func convertNumbers(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    let numbers: [Double]
    switch raw.content {
    case .object: numbers = try GeometryNotation.members(memberNames, of: raw, in: context)
    case .array(let elements):
      var list: [Double] = []
      for element in elements { list.append(try GeometryNotation.number(element, in: context)) }
      numbers = list
    default: return try convertText(raw, in: context)
    }
    guard let value = Self(numbers) else { throw ConversionError(expected: expectation, raw) }
    return value
  }
}

enum GeometryNotation {
  /// Reads numbers with or without commas, in braces (also nested) or in a function.
  static func numbers(
    _ cursor: inout ValueCursor, functions: KeywordTable<Void>, in context: ConversionContext
  ) throws(ConversionError) -> [Double] {
    var numbers: [Double] = []
    switch cursor.token.kind {
    case .leftBrace:
      try braced(&cursor, into: &numbers, in: context)
    case .function where cursor.lookUp(functions) != nil:
      try cursor.enter()
      try list(&cursor, into: &numbers, in: context)
      try cursor.leave()
    default: try list(&cursor, into: &numbers, in: context)
    }
    return numbers
  }

  /// `{1, 2}` or, for a rectangle, `{{1, 2}, {3, 4}}`.
  private static func braced(
    _ cursor: inout ValueCursor, into numbers: inout [Double], in context: ConversionContext
  ) throws(ConversionError) {
    cursor.advance()
    if cursor.token.kind == .leftBrace {
      try pair(&cursor, into: &numbers, in: context)
      _ = cursor.takeComma()
      try pair(&cursor, into: &numbers, in: context)
    } else {
      try list(&cursor, into: &numbers, in: context)
    }
    guard cursor.token.kind == .rightBrace else { throw cursor.failure("“}”") }
    cursor.advance()
  }

  private static func pair(
    _ cursor: inout ValueCursor, into numbers: inout [Double], in context: ConversionContext
  ) throws(ConversionError) {
    guard cursor.token.kind == .leftBrace else { throw cursor.failure("“{”") }
    cursor.advance()
    let before = numbers.count
    try list(&cursor, into: &numbers, in: context)
    guard cursor.token.kind == .rightBrace, numbers.count == before + 2 else {
      throw cursor.failure("two numbers and “}”")
    }
    cursor.advance()
  }

  private static func list(
    _ cursor: inout ValueCursor, into numbers: inout [Double], in context: ConversionContext
  ) throws(ConversionError) {
    numbers.append(try number(&cursor, in: context))
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
      numbers.append(try number(&cursor, in: context))
    }
  }

  private static func number(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> Double {
    let start = cursor.mark
    if let value = try cursor.takeNumeric(in: context) {
      if value.kind == .number || value.kind == .length { return value.finite }
      cursor.rewind(to: start)
    }
    throw cursor.failure("a number")
  }

  /// A number of an object or array: a JSON number, or text with or without a unit.
  static func number(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Double {
    switch raw.content {
    case .number(let number): return number
    case .text(let text):
      var cursor = ValueCursor(text)
      let value = try number(&cursor, in: context)
      try cursor.expectEnd(after: "a number")
      return value
    default: throw ConversionError(expected: "a number", raw)
    }
  }

  /// The numbers of an object's members, all of which have to be there.
  static func members(
    _ names: [String], of object: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> [Double] {
    var numbers: [Double] = []
    for name in names {
      guard let value = object[name] else { throw missing(name, in: object) }
      numbers.append(try number(value, in: context))
    }
    return numbers
  }

  /// The error that a member is missing, with the member that was probably meant to be it.
  static func missing(_ name: String, in object: RawValue) -> ConversionError {
    var others: [String] = []
    if case .object(let members) = object.content { others = members.map(\.name) }
    return ConversionError(
      expected: "a member “\(name)”",
      found: others.isEmpty
        ? object.summary : "an object with " + others.prefix(8).joined(separator: ", "),
      place: object.place, suggestion: near(name, others).map { _ in name })
  }
}

extension Point: GeometricValue {
  /// What messages call it.
  package static var expectation: String { "a point of two numbers" }
  static let functionNames = KeywordTable<Void>([("point", ())])
  static var memberNames: [String] { ["x", "y"] }

  init?(_ numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension Size: GeometricValue {
  /// What messages call it.
  package static var expectation: String { "a size of two numbers" }
  static let functionNames = KeywordTable<Void>([("size", ())])
  static var memberNames: [String] { ["width", "height"] }

  init?(_ numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension Offset: GeometricValue {
  /// What messages call it.
  package static var expectation: String { "an offset of two numbers" }
  static let functionNames = KeywordTable<Void>([("offset", ())])
  static var memberNames: [String] { ["horizontal", "vertical"] }

  init?(_ numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(horizontal: numbers[0], vertical: numbers[1])
  }
}

extension EdgeInsets: GeometricValue {
  /// What messages call it.
  package static var expectation: String { "edge insets of one, two or four numbers" }
  static let functionNames = KeywordTable<Void>([("insets", ())])
  static var memberNames: [String] { ["top", "left", "bottom", "right"] }

  /// One number is for every edge, two are vertical and horizontal, four go round by the left.
  ///
  /// Three are refused: CSS and UIKit would read them differently.
  init?(_ numbers: [Double]) {
    switch numbers.count {
    case 1:
      self.init(top: numbers[0], left: numbers[0], bottom: numbers[0], right: numbers[0])
    case 2:
      self.init(top: numbers[0], left: numbers[1], bottom: numbers[0], right: numbers[1])
    case 4:
      self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    default: return nil
    }
  }
}

extension Rect: GeometricValue {
  /// What messages call it.
  package static var expectation: String { "a rectangle of four numbers" }
  static let functionNames = KeywordTable<Void>([("rect", ())])
  static var memberNames: [String] { ["x", "y", "width", "height"] }

  init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Also takes an object of an origin and a size, and an array of two pairs.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Rect {
    switch raw.content {
    case .object where raw["origin"] != nil || raw["size"] != nil:
      guard let origin = raw["origin"] else {
        throw GeometryNotation.missing("origin", in: raw)
      }
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
