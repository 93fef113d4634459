import Bytes
import CSSSyntax

///
/// ```swift
/// print(try Double.convert("0x1F"))  // 31.0
/// print(try Double.convert("calc(3 / 2)"))  // 1.5
/// ```
extension Double: CSSParsable {
  /// Noun phrase for the type in messages.
  package static var expectation: String { "a number" }

  /// Reads a number, or a math function that gives one.
  package static func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> Double {
    if let value = try cursor.takeNumber() { return value }
    throw cursor.failure(expectation)
  }

  /// Takes a JSON number as it is, and reads text.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Double {
    if case .number(let number) = raw.content { return number }
    return try convertText(raw, in: context)
  }
}

extension Float: StyleConvertible {
  /// The nearest number of single precision.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Float {
    Float(try Double.convert(raw, in: context))
  }
}

///
/// ```swift
/// print(try Int.convert("1e3"))  // 1000
/// print((try? Int.convert("1.5")) == nil)  // true
/// ```
extension Int: CSSParsable {
  /// Noun phrase for the type in messages.
  package static var expectation: String { "a whole number" }

  /// Reads a whole number; outside of CSS also `1e3`.
  ///
  /// - Throws: Also when the number does not fit, which is neither rounded nor limited.
  package static func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> Int {
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

  /// Takes a JSON number without a fraction, and reads text.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    guard case .number(let number) = raw.content else { return try convertText(raw, in: context) }
    let whole = raw.integerDigits.map { Int($0) } ?? Int(exactly: number)
    guard let whole else { throw ConversionError(expected: expectation, raw) }
    return whole
  }
}

extension UInt: StyleConvertible {
  /// A whole number of 0 or more.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> UInt {
    // Half of the numbers do not fit into an `Int`.
    if let value = raw.integerDigits.flatMap({ UInt($0) }) { return value }
    guard let value = UInt(exactly: try Int.convert(raw, in: context)) else {
      throw ConversionError(expected: "a whole number of 0 or more", raw)
    }
    return value
  }
}

extension ValueCursor {
  /// Takes `0x1F`, with a sign or without, which CSS would read as a number with a unit.
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
    // The zero before the x has to stand alone: `00x1` is nothing.
    let isNegative = bytes[token.range.lowerBound] == UInt8(ascii: "-")
    let zeroes = digits.lowerBound - token.range.lowerBound - (token.hasSign ? 1 : 0)
    guard zeroes == 1 else { return nil }
    advance()
    return isNegative ? -value : value
  }
}
