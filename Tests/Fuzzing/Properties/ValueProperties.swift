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
    let json: String
    do {
      json = try type.describe(raw, in: ConversionContext(dialect: dialect)).json.text
    } catch {
      let isInside = error.place.map { $0.bytes.upperBound <= $0.source.bytes.count } ?? true
      return try hold(isInside && !error.message.isEmpty, "\(type.rawValue): \(error.message)")
    }
    // Which has no word for what is no number.
    let document = JSONDocument(SourceText(name: "json", text: json))
    try hold(
      document.root != nil && document.diagnostics.isEmpty, "\(type.rawValue) is no JSON: \(json)")
  }
}
