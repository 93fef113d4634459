import CSSSyntax
import Diagnostics
import StyleValues

/// Values: any text is one, or an error whose place is in the text.
enum ValueProperties {
  /// The first byte is the type, the second the dialect.
  static func value(_ bytes: [UInt8]) throws {
    guard bytes.count >= 2 else { return }
    let type = ValueType.allCases[Int(bytes[0]) % ValueType.allCases.count]
    let dialect = Dialect.allCases[Int(bytes[1]) % Dialect.allCases.count]
    let source = SourceText(name: "x", bytes: Array(bytes[2...]))
    let text = CSSText(source: source, range: 0..<source.bytes.count)
    try check(type, RawValue(text), dialect)
    // The same text as the JSON that it may be.
    let document = JSONDocument(source)
    if let root = document.root { try check(type, RawValue(root, of: document), dialect) }
  }

  static func calculation(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for type in ValueType.allCases
    where ["number", "length", "angle", "color"].contains(type.rawValue) {
      try check(type, RawValue(CSSText("calc(\(text))")), .css)
      try check(type, RawValue(CSSText("rgb(calc(\(text)) min(\(text)) 3 / clamp(\(text)))")), .css)
    }
  }

  private static func check(_ type: ValueType, _ raw: RawValue, _ dialect: Dialect) throws {
    let value: DescribedValue
    let context = ConversionContext(dialect: dialect)
    do {
      value = try type.describe(raw, in: context)
    } catch {
      let isInside = error.range.map { $0.bytes.upperBound <= $0.source.bytes.count } ?? true
      return try hold(isInside && !error.message.isEmpty, "\(type.rawValue): \(error.message)")
    }
    // Which has no word for what is no number.
    let json = value.json.text
    let document = JSONDocument(SourceText(name: "json", text: json))
    try hold(
      document.root != nil && document.diagnostics.isEmpty, "\(type.rawValue) is no JSON: \(json)")
    try readsBack(value, type, context)
    if type.type == Gradient.self, let gradient = try? Gradient.convert(raw, in: context) {
      try layOut(gradient)
    }
  }

  /// The text of a value is a value: the same one.
  private static func readsBack(
    _ value: DescribedValue, _ type: ValueType, _ context: ConversionContext
  ) throws {
    // A character is shown as itself, which may be a digit: then it would be a code.
    guard type.type != CharacterCode.self else { return }
    guard let again = try? type.describe(RawValue(CSSText(value.text)), in: context) else {
      return try hold(false, "\(type.rawValue) \(value.text) does not read back")
    }
    // What is rounded away in a sum or an extremum is folded when it is read.
    let hasMath = ["calc(", "min(", "max("].contains { value.text.contains($0) }
    try hold(
      hasMath || again.text == value.text,
      "\(type.rawValue) \(value.text) reads back as \(again.text)")
  }

  /// On a line of any length the stops have places and every place a colour.
  private static func layOut(_ gradient: Gradient) throws {
    for length in [0, 1, 79, 1e9] {
      let stops = gradient.stops(onLineOf: length)
      try hold(stops.allSatisfy(\.location.isFinite), "\(gradient.cssText) on \(length): \(stops)")
      let ramp = gradient.ramp(currentColor: Color(RGB8(0x123456)), length: length)
      // A colour of NaN is no byte, and ends the program.
      for place in [0, 0.3, 1] { _ = ramp.color(at: place).rgb8 }
    }
  }
}
