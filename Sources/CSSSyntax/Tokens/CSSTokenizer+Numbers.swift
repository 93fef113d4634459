import Bytes

extension CSSTokenizer {
  /// *Check if three code points would start a number*, §4.3.10.
  @inline(__always)
  func startsNumber(_ index: Int) -> Bool {
    var index = index
    if peek(index) == UInt8(ascii: "+") || peek(index) == UInt8(ascii: "-") { index += 1 }
    if peek(index) == UInt8(ascii: ".") { index += 1 }
    guard let byte = peek(index) else { return false }
    return byte.isASCIIDigit
  }

  /// *Consume a numeric token*, §4.3.3.
  mutating func numeric(from start: Int) -> CSSToken {
    var flags: CSSToken.Flags = []
    let number = consumeNumber(&flags)
    if startsIdentifier(position) {
      let unit = position
      flags.formUnion(consumeName())
      return CSSToken(
        .dimension, start..<position, name: unit..<position, flags: flags, number: number)
    }
    if peek(position) == UInt8(ascii: "%") {
      position += 1
      return CSSToken(.percentage, start..<position, flags: flags, number: number)
    }
    return CSSToken(.number, start..<position, flags: flags, number: number)
  }

  /// *Consume a number*, §4.3.13, correctly rounded.
  private mutating func consumeNumber(_ flags: inout CSSToken.Flags) -> Double {
    let start = position
    var isNegative = false
    if let sign = peek(position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      flags.insert(.sign)
      isNegative = sign == UInt8(ascii: "-")
      position += 1
    }
    var decimal = DecimalNumber()
    flags.insert(.integer)
    while let byte = peek(position), byte.isASCIIDigit {
      decimal.append(digit: byte &- 0x30)
      position += 1
    }
    if peek(position) == UInt8(ascii: "."), let byte = peek(position + 1), byte.isASCIIDigit {
      flags.remove(.integer)
      position += 1
      while let byte = peek(position), byte.isASCIIDigit {
        decimal.append(fractionDigit: byte &- 0x30)
        position += 1
      }
    }
    if let digits = exponentDigits(position) {
      flags.remove(.integer)
      let isBelowOne = bytes[position + 1] == UInt8(ascii: "-")
      position = digits
      while let byte = peek(position), byte.isASCIIDigit {
        decimal.append(exponentDigit: byte &- 0x30)
        position += 1
      }
      decimal.endExponent(isNegative: isBelowOne)
    }
    if let value = decimal.exactValue { return isNegative ? -value : value }
    let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    return value.clampedToFinite
  }

  /// Returns the start offset of an exponent's digits, when one stands here: `e`, a sign or none, a
  /// digit.
  private func exponentDigits(_ index: Int) -> Int? {
    guard let e = peek(index), e | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = index + 1
    if peek(index) == UInt8(ascii: "+") || peek(index) == UInt8(ascii: "-") { index += 1 }
    guard let byte = peek(index), byte.isASCIIDigit else { return nil }
    return index
  }
}

/// The digits of a decimal number as they are read, for the quick and exact way to a `Double`.
///
/// A mantissa below 2⁵³ and a power of ten up to 10²² are both exact, so that one multiplication or
/// division rounds once, which is correct. Whatever is larger goes through the standard library.
struct DecimalNumber {
  private var mantissa: UInt64 = 0
  private var exponent = 0
  private var writtenExponent = 0

  /// Appends a digit before the decimal point.
  @inline(__always)
  mutating func append(digit: UInt8) {
    if mantissa < 1 << 56 {
      mantissa = mantissa * 10 + UInt64(digit)
    } else {
      // Past what is exact: the value stays so large that `exactValue` refuses.
      exponent += 1
    }
  }

  /// Appends a digit after the decimal point.
  @inline(__always)
  mutating func append(fractionDigit digit: UInt8) {
    append(digit: digit)
    exponent -= 1
  }

  /// Appends a digit of the exponent; one of more than six digits is as good as infinite.
  @inline(__always)
  mutating func append(exponentDigit digit: UInt8) {
    if writtenExponent < 1_000_000 { writtenExponent = writtenExponent * 10 + Int(digit) }
  }

  /// Takes the exponent into account.
  mutating func endExponent(isNegative: Bool) {
    exponent += isNegative ? -writtenExponent : writtenExponent
  }

  /// The value, when it can be had without rounding twice.
  var exactValue: Double? {
    if mantissa == 0 { return 0 }
    guard mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
    let value = Double(mantissa)
    if exponent == 0 { return value }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    return exponent < 0 ? value / power : value * power
  }
}

extension Double {
  /// The nearest finite number: an overflow is the largest one, as CSS Values §5.1 has it.
  var clampedToFinite: Double {
    Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
