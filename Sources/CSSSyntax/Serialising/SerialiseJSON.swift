/// Text as a JSON string in double quotes (RFC 8259 §7), with only those escapes that it needs.
///
/// U+007F to U+009F are escaped as well, although they need not be: a terminal may obey them. So
/// are U+2028 and U+2029, which readers that take JSON line by line may take for line breaks, and
/// bidirectional controls, which would let the output read as what it is not, and what nobody sees:
/// noncharacters, U+FEFF, interlinear annotation and tag characters.
/// - Parameter text: Any text.
/// - Returns: Text that reads back as a string with these contents.
package func serialiseJSONString(_ text: String) -> String {
  var bytes: [UInt8] = []
  appendJSONString(text, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends what `serialiseJSONString(_:)` gives.
package func appendJSONString(_ text: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  if text.utf8.allSatisfy(isPlainInJSON) {
    bytes.append(contentsOf: text.utf8)
  } else {
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(forJSON: scalar)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}

/// A JSON string that was read, to be written again exactly as it was: its own escapes stay.
///
/// Only what `serialiseJSONString(_:)` escapes for safety's sake is escaped here as well.
/// - Parameter contents: The text between the quotes of a string without errors.
/// - Returns: Text that reads back as the same string.
package func quoteJSONContents(_ contents: String) -> String {
  var bytes = [UInt8(ascii: "\"")]
  for scalar in contents.unicodeScalars { bytes.append(forJSON: scalar) }
  bytes.append(UInt8(ascii: "\""))
  return String(decoding: bytes, as: UTF8.self)
}

/// True if a byte is an ASCII character that a JSON string holds as it is.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
  byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

extension Array<UInt8> {
  /// Appends a scalar, as an escape where it must be one or may mislead.
  fileprivate mutating func append(forJSON scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{8}": append(contentsOf: "\\b".utf8)
    case "\t": append(contentsOf: "\\t".utf8)
    case "\n": append(contentsOf: "\\n".utf8)
    case "\u{C}": append(contentsOf: "\\f".utf8)
    case "\r": append(contentsOf: "\\r".utf8)
    case "\0"..."\u{1F}": appendEscapes(of: scalar)
    case _ where mayMislead(scalar): appendEscapes(of: scalar)
    default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends the escape of a scalar, or the two of a scalar outside of the first plane.
  private mutating func appendEscapes(of scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      append(contentsOf: "\\u".utf8)
      append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      append(contentsOf: digits.utf8)
    }
  }
}
