import Bytes

/// A value in the bytes of a record.
struct FieldValue {
  /// Spelling of a value.
  enum Form {
    /// The text itself.
    case plain
    /// In quotes, with `""` for a quote (RFC 4180).
    case quoted
    /// Between the quotes of a JSON string, with escapes.
    case escaped
    /// A JSON object or array.
    case container
  }

  var range: Range<Int>
  var form: Form
}

extension FieldValue {
  /// The text of the value, if its bytes need no decoding.
  func verbatim(of bytes: Span<UInt8>) -> Range<Int>? {
    switch form {
    case .plain: range
    case .container:
      bytes.firstOffset(of: 0x0A, from: range.lowerBound, to: range.upperBound)
        == range.upperBound ? range : nil
    case .quoted:
      // A quote in quotes is doubled.
      bytes.firstOffset(of: 0x22, from: range.lowerBound, to: range.upperBound)
        == range.upperBound ? range : nil
    case .escaped: nil
    }
  }

  /// Appends the decoded text of the value.
  func appendText(of bytes: Span<UInt8>, to output: inout [UInt8]) {
    switch form {
    case .plain: output.append(range, of: bytes)
    case .container:
      if verbatim(of: bytes) != nil { return output.append(range, of: bytes) }
      appendCompact(of: bytes, to: &output)
    case .quoted:
      var start = range.lowerBound
      while true {
        let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: start, to: range.upperBound)
        guard quote < range.upperBound else { break }
        // The second quote of two is the character.
        output.append(start..<quote + 1, of: bytes)
        start = quote + 2
      }
      output.append(start..<range.upperBound, of: bytes)
    case .escaped: appendJSONText(of: bytes, to: &output)
    }
  }

  /// Appends JSON of several lines as one, without the white space outside of its strings.
  private func appendCompact(of bytes: Span<UInt8>, to output: inout [UInt8]) {
    var (isInString, isEscaped) = (false, false)
    for offset in range {
      let byte = bytes[offset]
      if !isInString, byte.isASCIIWhitespace { continue }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      output.append(byte)
    }
  }

  /// True for an object of JSON.
  func isObject(in bytes: Span<UInt8>) -> Bool {
    form == .container && bytes[range.lowerBound] == UInt8(ascii: "{")
  }

  /// True for `null` of JSON.
  func isNull(in bytes: Span<UInt8>) -> Bool {
    form == .plain && range.count == 4 && !isString(in: bytes)
      && zip(range, "null".utf8).allSatisfy { bytes[$0] == $1 }
  }

  /// True for `null` and for `{}` of JSON.
  func hasNoMembers(in bytes: Span<UInt8>) -> Bool {
    isNull(in: bytes)
      || isObject(in: bytes)
        && range.dropFirst().dropLast().allSatisfy { bytes[$0].isASCIIWhitespace }
  }

  /// True for a string of JSON.
  func isString(in bytes: Span<UInt8>) -> Bool {
    form == .escaped
      || form == .plain && range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
  }

  /// Appends the bytes of an array of numbers, as journald writes them; false for other values.
  func appendBytes(of bytes: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard form == .container, bytes[range.lowerBound] == UInt8(ascii: "[") else { return false }
    var numbers: [UInt8] = []
    var number: Int?
    for offset in range.dropFirst().dropLast() {
      let byte = bytes[offset]
      if byte.isASCIIDigit {
        number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard number ?? 0 < 256 else { return false }
      } else if byte == UInt8(ascii: ","), let last = number {
        numbers.append(UInt8(last))
        number = nil
      } else if !byte.isASCIIWhitespace {
        return false
      }
    }
    guard let last = number else { return false }
    output += numbers
    output.append(UInt8(last))
    return true
  }

  /// The start of the value, for a message.
  func label(of bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    appendText(of: bytes, to: &text)
    return String(decoding: text.prefix(80), as: UTF8.self)
  }

  private func appendJSONText(of bytes: Span<UInt8>, to output: inout [UInt8]) {
    var start = range.lowerBound
    while true {
      let escape = bytes.firstOffset(of: UInt8(ascii: "\\"), from: start, to: range.upperBound)
      output.append(start..<min(escape, range.upperBound), of: bytes)
      guard escape + 1 < range.upperBound else { return }
      start = escape + 2
      switch bytes[escape + 1] {
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "u"):
        var value = hexadecimal(at: start, of: bytes)
        start += 4
        if value & 0xFC00 == 0xD800, start + 6 <= range.upperBound,
          bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u"),
          case let low = hexadecimal(at: start + 2, of: bytes), low & 0xFC00 == 0xDC00
        {
          value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
          start += 6
        }
        output.append(Unicode.Scalar(orReplacement: value))
      case let other: output.append(other)
      }
    }
  }

  /// Value of four hexadecimal digits, which the scanner has checked.
  private func hexadecimal(at offset: Int, of bytes: Span<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for place in offset..<offset + 4 {
      value = value << 4 | UInt32(bytes[place].hexadecimalValue ?? 0)
    }
    return value
  }
}
