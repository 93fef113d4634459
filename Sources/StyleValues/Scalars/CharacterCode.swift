import CSSSyntax

/// The code of a single character, as StringCoding converts strings to `char`.
///
/// ```swift
/// print(try CharacterCode.convert("A").value)  // 65
/// print(try CharacterCode.convert("0x41").value)  // 65
/// print(try CharacterCode.convert("yes").value)  // 1
/// ```
package struct CharacterCode: Hashable, Sendable {
  /// −128 to 127, or above that the Unicode scalar of a character outside of ASCII.
  package var value: Int

  /// Makes a code.
  package init(_ value: Int) {
    self.value = value
  }
}

extension CharacterCode: StyleConvertible {
  /// One character is itself; `65`, `-5`, `0x41` and `yes` are numbers.
  ///
  /// Decimal numbers have at least two characters and lie from −128 to 127; hexadecimal ones go
  /// up to `0xff`, where those above `0x7f` are negative.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> CharacterCode {
    switch raw.content {
    case .number(let number):
      guard let code = Int(exactly: number), -128...127 ~= code else {
        throw ConversionError(expected: "a code from -128 to 127", raw)
      }
      return CharacterCode(code)
    case .bool(let flag): return CharacterCode(flag ? 1 : 0)
    case .text(let text):
      guard let code = code(of: text.string) else {
        throw ConversionError(expected: "a character or a code from -128 to 127", raw)
      }
      return CharacterCode(code)
    case .array, .object, .null: throw ConversionError(expected: "a character", raw)
    }
  }

  private static func code(of text: String) -> Int? {
    let scalars = text.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return Int(only.value) }
    let trimmed = text.split(whereSeparator: \.isWhitespace)
    guard let word = trimmed.first, trimmed.count == 1 else { return nil }
    let lower = word.lowercased()
    if lower.hasPrefix("0x") {
      let digits = lower.dropFirst(2)
      guard digits.first?.isHexDigit == true, let code = Int(digits, radix: 16), code <= 0xFF
      else { return nil }
      return code > 0x7F ? code - 0x100 : code
    }
    if let number = Int(word) { return -128...127 ~= number ? number : nil }
    return Bool.words[lower].map { $0 ? 1 : 0 }
  }
}
