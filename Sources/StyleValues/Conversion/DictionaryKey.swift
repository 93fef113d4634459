import Bytes

/// The two spellings of a property's name: `background-color` and `backgroundColor`.
///
/// Custom properties, which start with `--`, are never rewritten.
///
/// ```swift
/// print(try DictionaryKey.convert("background-color").camelCase)  // backgroundColor
/// print(DictionaryKey.dashed("backgroundColor"))  // background-color
/// ```
package struct DictionaryKey: Hashable, Sendable {
  /// The spelling of Swift and Pixelbits.
  package var camelCase: String

  /// From either spelling: a dash is removed and the next character becomes upper case.
  package init(_ key: String) { camelCase = Self.camelCase(key) }

  /// `background-color` as `backgroundColor`; other keys are not changed.
  package static func camelCase(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "-")), !key.isCustomPropertyName else { return key }
    var result = ""
    var isAfterDash = false
    for character in key {
      if character == "-" {
        isAfterDash = true
      } else {
        result += isAfterDash ? character.uppercased() : String(character)
        isAfterDash = false
      }
    }
    return result
  }

  /// `backgroundColor` as `background-color`; other keys are not changed.
  package static func dashed(_ key: String) -> String {
    guard !key.isCustomPropertyName, key.utf8.contains(where: { 0x41...0x5A ~= $0 }) else {
      return key
    }
    var result: [UInt8] = []
    for byte in key.utf8 {
      if 0x41...0x5A ~= byte {
        if !result.isEmpty, result.last != UInt8(ascii: "-") { result.append(UInt8(ascii: "-")) }
        result.append(byte | 0x20)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension DictionaryKey: StyleConvertible {
  /// From any text that is not empty.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> DictionaryKey {
    let written = try String.convert(raw, in: context)
    // White space at the ends comes out of dashes, too: of `- a`.
    let camelCase = DictionaryKey.camelCase(written.trimmingWhitespace).trimmingWhitespace
    guard !camelCase.isEmpty else { throw UnexpectedValue(expected: "a key", raw) }
    return DictionaryKey(camelCase)
  }
}
