import Bytes
import Diagnostics

extension JSONReader {
  // MARK: Numbers and words

  /// Reads a number of RFC 8259 §6, correctly rounded; nil, with nothing read, if it is not one or
  /// other characters follow at once.
  mutating func readNumber() -> Double? {
    var index = position
    var decimal = DecimalNumber()
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let integer = index
    while let digit = digit(index) {
      decimal.append(digit: digit)
      index += 1
    }
    guard index > integer, index == integer + 1 || bytes[integer] != UInt8(ascii: "0") else {
      return nil
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      guard digit(index + 1) != nil else { return nil }
      index += 1
      while let digit = digit(index) {
        decimal.append(fractionDigit: digit)
        index += 1
      }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var isBelowOne = false
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        isBelowOne = bytes[index] == UInt8(ascii: "-")
        index += 1
      }
      guard digit(index) != nil else { return nil }
      while let digit = digit(index) {
        decimal.append(exponentDigit: digit)
        index += 1
      }
      decimal.endExponent(isNegative: isBelowOne)
    }
    guard endsValue(index) else { return nil }
    let range = position..<index
    position = index
    if let value = decimal.exactValue { return isNegative ? -value : value }
    return (Double(String(decoding: bytes[range], as: UTF8.self)) ?? 0).clampedToFinite
  }

  private func digit(_ index: Int) -> UInt8? {
    guard index < bytes.count, bytes[index].isASCIIDigit else { return nil }
    return bytes[index] &- 0x30
  }

  mutating func readWord(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard endsValue(end) else { return false }
    let isEqual = word.withUTF8Buffer { expected in
      expected.indices.allSatisfy { unsafe bytes[position + $0] == expected[$0] }
    }
    if isEqual { position = end }
    return isEqual
  }

  /// True if a number or word may end at an offset: the input ends or punctuation follows.
  private func endsValue(_ index: Int) -> Bool {
    guard index < bytes.count else { return index == bytes.count }
    switch bytes[index] {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: ";"), UInt8(ascii: "/"):
      return true
    default: return false
    }
  }

  // MARK: Strings

  /// Reads a string from its opening quote (RFC 8259 §7).
  mutating func readString() -> JSONString {
    let start = position + 1
    var index = start
    var flags = JSONString.Flags.quotes
    while true {
      index = endOfUnescapedText(from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return JSONString(start..<index, flags)
      } else if byte == UInt8(ascii: "\\") {
        flags.insert(.escapes)
        index = checkEscape(index)
      } else if byte >= 0x80 {
        let scalar = bytes.span.scalar(at: index, before: bytes.count)
        if scalar.form != .wellFormed {
          findings.add(
            .warning, .invalidUTF8, at: index..<index + scalar.length,
            "invalid UTF-8 is read as U+FFFD")
        }
        index += scalar.length
      } else if byte == 0x0A || byte == 0x0D {
        return endString(start, lineEnd: index, flags)
      } else {
        findings.add(
          .error, .jsonControlCharacter, at: index..<index + 1,
          "control character in a string; write \\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))"
        )
        index += 1
      }
    }
    return endString(start, lineEnd: bytes.count, flags)
  }

  /// The offset after the ASCII characters without escapes in a string.
  ///
  /// Half of a sheet's bytes are read here: a loop that changes no state is several times as fast.
  @inline(__always)
  private func endOfUnescapedText(from start: Int) -> Int {
    let end = bytes.count
    var index = start
    while index < end {
      let byte = bytes[index]
      guard byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        break
      }
      index += 1
    }
    return index
  }

  /// Checks an escape, and returns the offset at which reading continues.
  private mutating func checkEscape(_ start: Int) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      let escape = readUnicodeEscape(bytes[start...])
      switch escape.kind {
      case .scalar: break
      case .loneSurrogate:
        findings.add(
          .warning, .jsonLoneSurrogate, at: start..<escape.end,
          "half of a surrogate pair is read as U+FFFD")
      case .malformed:
        findings.add(
          .error, .jsonInvalidEscape, at: start..<escape.end,
          "'\(text.slice(start..<escape.end).string)' needs four hexadecimal digits")
      }
      return escape.end
    case 0x0A, 0x0D: return start + 1
    default:
      let length = decodeEscapedScalar(start + 1)
      findings.add(
        .error, .jsonInvalidEscape, at: start..<start + 1 + length,
        "JSON has no escape '\(text.slice(start..<start + 1 + length).string)'")
      return start + 1 + length
    }
  }

  private func decodeEscapedScalar(_ index: Int) -> Int {
    bytes[index] < 0x80 ? 1 : bytes.span.scalar(at: index, before: bytes.count).length
  }
}

private enum UnicodeEscape { case scalar, loneSurrogate, malformed }

/// Reads `\u` with its four digits, and the second one of a surrogate pair with it.
private func readUnicodeEscape(
  _ bytes: ArraySlice<UInt8>
) -> (kind: UnicodeEscape, value: UInt32, end: Int) {
  let start = bytes.startIndex
  func unit(at index: Int) -> (value: UInt32, end: Int, isWhole: Bool) {
    var value: UInt32 = 0
    let end = index + 6
    for offset in index + 2..<end {
      guard offset < bytes.endIndex, let digit = bytes[offset].hexadecimalValue else {
        return (0xFFFD, offset, false)
      }
      value = value << 4 | UInt32(digit)
    }
    return (value, end, true)
  }
  let first = unit(at: start)
  guard first.isWhole else { return (.malformed, 0xFFFD, first.end) }
  switch first.value {
  case 0xD800...0xDBFF:
    let next = first.end
    if next + 1 < bytes.endIndex, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "u")
    {
      let second = unit(at: next)
      if second.isWhole, (0xDC00...0xDFFF).contains(second.value) {
        let value = 0x10000 + (first.value - 0xD800) << 10 + (second.value - 0xDC00)
        return (.scalar, value, second.end)
      }
    }
    return (.loneSurrogate, 0xFFFD, first.end)
  case 0xDC00...0xDFFF: return (.loneSurrogate, 0xFFFD, first.end)
  default: return (.scalar, first.value, first.end)
  }
}

/// Decodes the escapes of a JSON string; invalid ones are left unchanged.
func decodeJSONEscapes(_ contents: ArraySlice<UInt8>) -> [UInt8] {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(contents.count)
  var index = contents.startIndex
  while index < contents.endIndex {
    guard contents[index] == UInt8(ascii: "\\"), index + 1 < contents.endIndex else {
      decoded.append(contents[index])
      index += 1
      continue
    }
    let escaped = contents[index + 1]
    if escaped == UInt8(ascii: "u") {
      let escape = readUnicodeEscape(contents[index...])
      decoded.append(Unicode.Scalar(orReplacement: escape.value))
      index = escape.end
      continue
    }
    switch escaped {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    default: decoded.append(escaped)
    }
    index += 2
  }
  return decoded
}

/// The end of the first byte or escape of the contents of a string.
func endOfJSONCharacter(_ contents: ArraySlice<UInt8>) -> Int {
  let start = contents.startIndex
  guard contents[start] == UInt8(ascii: "\\"), contents.count > 1 else { return start + 1 }
  return contents[start + 1] == UInt8(ascii: "u") ? readUnicodeEscape(contents).end : start + 2
}
