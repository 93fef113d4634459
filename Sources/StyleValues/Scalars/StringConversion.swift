import CSSSyntax

///
/// ```swift
/// print(try String.convert(1.5 as RawValue, in: ConversionContext()))  // 1.5
/// ```
extension String: StyleConvertible {
  /// Takes text as it stands, and numbers and truth values as they are written.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> String {
    switch raw.content {
    case .text(let text): return text.string
    case .number(let number): return raw.integerDigits ?? NumberText.json(number)
    case .bool(let flag): return flag ? "true" : "false"
    case .array, .object, .null: throw ConversionError(expected: "a string", raw)
    }
  }
}
