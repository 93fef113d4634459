import Bytes
import CSSSyntax

///
/// ```swift
/// print(try Bool.convert("Yes"), try Bool.convert("off"))  // true false
/// ```
extension Bool: StyleConvertible {
  static let words = KeywordTable<Bool>([
    ("true", true), ("t", true), ("yes", true), ("y", true), ("on", true),
    ("false", false), ("f", false), ("no", false), ("n", false), ("off", false),
  ])

  /// Converts `true`, `t`, `yes`, `y`, `on` and their opposites in any case.
  ///
  /// A number, also one in text, is true if it is above 0.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Bool {
    switch raw.content {
    case .bool(let flag): return flag
    case .number(let number): return number > 0
    case .text(let text):
      var cursor = ValueCursor(text, in: context)
      if let flag = cursor.takeKeyword(words), cursor.isAtEnd { return flag }
      if let number = try? Double.parse(whole: text, in: context) { return number > 0 }
      let suggestion = cursor.token.kind == .ident ? near(cursor.name, words.keywords) : nil
      throw UnexpectedValue(expected: "true or false", raw, suggestion: suggestion)
    case .array, .object, .null: throw UnexpectedValue(expected: "true or false", raw)
    }
  }
}

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

  package init(_ value: Int) { self.value = value }
}

extension CharacterCode: StyleConvertible {
  /// A single character is itself; `65`, `-5`, `0x41` and `yes` are numbers.
  ///
  /// Decimal numbers have at least two characters and are −128 to 127; hexadecimal ones go up to
  /// `0xff`, and above `0x7f` are negative.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> CharacterCode {
    switch raw.content {
    case .number(let number):
      guard let code = Int(exactly: number), -128...127 ~= code else {
        throw UnexpectedValue(expected: "a code from -128 to 127", raw)
      }
      return CharacterCode(code)
    case .bool(let flag): return CharacterCode(flag ? 1 : 0)
    case .text(let text):
      guard let code = code(of: text.string) else {
        throw UnexpectedValue(expected: "a character or a code from -128 to 127", raw)
      }
      return CharacterCode(code)
    case .array, .object, .null: throw UnexpectedValue(expected: "a character", raw)
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

///
/// ```swift
/// print(try Double.convert("0x1F"))  // 31.0
/// print(try Double.convert("calc(3 / 2)"))  // 1.5
/// ```
extension Double: CSSParsable {
  package static var expectation: String { "a number" }

  /// Reads a number, or a math function for one.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Double {
    if let value = try cursor.takeNumber() { return value }
    throw cursor.failure(expectation)
  }

  /// Converts a JSON number, or reads text.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Double {
    if case .number(let number) = raw.content { return number }
    return try convertText(raw, in: context)
  }
}

///
/// ```swift
/// print(try Int.convert("1e3"))  // 1000
/// print((try? Int.convert("1.5")) == nil)  // true
/// ```
extension Int: CSSParsable {
  package static var expectation: String { "a whole number" }

  /// Reads an integer; outside of CSS also `1e3`.
  ///
  /// - Throws: Also if the integer is out of range; it is neither rounded nor limited.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Int {
    let token = cursor.token
    guard token.kind == .number else {
      if let value = try cursor.takeInteger() { return value }
      throw cursor.failure(expectation)
    }
    let whole =
      token.isInteger
      ? Int(String(decoding: cursor.bytes[token.range], as: UTF8.self))
      : cursor.context.dialect == .css ? nil : Int(exactly: token.number)
    guard let whole else { throw cursor.failure(expectation) }
    cursor.advance()
    return whole
  }

  /// Converts a JSON number without a fraction, or reads text.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Int {
    guard case .number(let number) = raw.content else { return try convertText(raw, in: context) }
    let whole = raw.integerDigits.map { Int($0) } ?? Int(exactly: number)
    guard let whole else { throw UnexpectedValue(expected: expectation, raw) }
    return whole
  }
}

extension UInt: StyleConvertible {
  /// Converts an integer of 0 or more.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> UInt {
    // Half of the numbers do not fit into an `Int`.
    if let value = raw.integerDigits.flatMap({ UInt($0) }) { return value }
    guard let value = UInt(exactly: try Int.convert(raw, in: context)) else {
      throw UnexpectedValue(expected: "a whole number of 0 or more", raw)
    }
    return value
  }
}

extension ValueCursor {
  /// Reads `0x1F`, with or without a sign, which CSS would read as a number with a unit.
  mutating func takeHexadecimal() -> Int? {
    guard context.dialect != .css, token.kind == .dimension, token.number == 0, token.isInteger,
      !token.hasEscapes
    else { return nil }
    let digits = token.nameRange
    guard 2...13 ~= digits.count, bytes[digits.lowerBound] | 0x20 == UInt8(ascii: "x") else {
      return nil
    }
    var value = 0
    for index in digits.dropFirst() {
      guard let digit = bytes[index].hexadecimalValue else { return nil }
      value = value << 4 | Int(digit)
    }
    // There must be one zero before the x: `00x1` is invalid.
    let isNegative = bytes[token.range.lowerBound] == UInt8(ascii: "-")
    let zeroes = digits.lowerBound - token.range.lowerBound - (token.hasSign ? 1 : 0)
    guard zeroes == 1 else { return nil }
    advance()
    return isNegative ? -value : value
  }
}

///
/// ```swift
/// print(try String.convert(1.5 as RawValue, in: ConversionContext()))  // 1.5
/// ```
extension String: StyleConvertible {
  /// Converts text, numbers and booleans as they are written.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> String {
    switch raw.content {
    case .text(let text): return text.string
    case .number(let number): return raw.integerDigits ?? NumberText.json(number)
    case .bool(let flag): return flag ? "true" : "false"
    case .array, .object, .null: throw UnexpectedValue(expected: "a string", raw)
    }
  }
}
