/// A name as a CSS identifier: *serialize an identifier*, CSSOM §2.1.
///
/// Beyond that section it escapes the scalars of U+0080 and above that CSS Syntax no longer allows
/// in a name, such as U+00A0.
/// - Parameter name: Any text; NUL becomes U+FFFD.
/// - Returns: Text that reads back as one ident token with this name (unless `name` is empty).
package func serialiseIdentifier(_ name: String) -> String {
  var result = String.UnicodeScalarView()
  let scalars = name.unicodeScalars
  let startsWithDash = scalars.first == "-"
  for (index, scalar) in scalars.enumerated() {
    switch scalar {
    case "\0": result.append("\u{FFFD}")
    case "\u{1}"..."\u{1F}": result.appendEscape(scalar)
    case _ where mayMislead(scalar): result.appendEscape(scalar)
    case "0"..."9" where index == 0 || (index == 1 && startsWithDash): result.appendEscape(scalar)
    case "-" where scalars.count == 1:
      result.append("\\")
      result.append(scalar)
    case _ where isNameScalar(scalar): result.append(scalar)
    default:
      result.append("\\")
      result.append(scalar)
    }
  }
  return String(result)
}

/// Text as a CSS string in double quotes: *serialize a string*, CSSOM §2.1.
/// - Parameter text: Any text; NUL becomes U+FFFD.
/// - Returns: Text that reads back as one string token with these contents.
package func serialiseString(_ text: String) -> String {
  var result = String.UnicodeScalarView("\"".unicodeScalars)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\0": result.append("\u{FFFD}")
    case "\u{1}"..."\u{1F}": result.appendEscape(scalar)
    case _ where mayMislead(scalar): result.appendEscape(scalar)
    case "\"", "\\":
      result.append("\\")
      result.append(scalar)
    default: result.append(scalar)
    }
  }
  result.append("\"")
  return String(result)
}

/// True for U+007F to U+009F, which a terminal may obey, separators and bidirectional controls,
/// which let the output read differently, and invisible ones: noncharacters, U+FEFF, interlinear
/// annotation and tag characters.
func mayMislead(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}",
    "\u{FFF9}"..."\u{FFFB}", "\u{E0000}"..."\u{E007F}":
    true
  default: scalar.value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar.value
  }
}

private func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x80
    ? CSSByte.isName(UInt8(truncatingIfNeeded: scalar.value)) : CSSByte.isNonASCIIName(scalar.value)
}

extension String.UnicodeScalarView {
  /// Appends *a character escaped as code point*: backslash, hexadecimal digits, space.
  mutating func appendEscape(_ scalar: Unicode.Scalar) {
    append("\\")
    append(contentsOf: String(scalar.value, radix: 16).unicodeScalars)
    append(" ")
  }
}

/// Text as a JSON string in double quotes (RFC 8259 §7), with only the necessary escapes.
///
/// U+007F to U+009F are escaped as well, although JSON does not require it: a terminal may obey
/// them. So are U+2028 and U+2029, which readers of lines of JSON may treat as line breaks,
/// bidirectional controls, which let the output read differently, and invisible scalars:
/// noncharacters, U+FEFF, interlinear annotation and tag characters.
package func serialiseJSONString(_ text: String) -> String {
  var bytes: [UInt8] = []
  appendJSONString(text, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends the result of `serialiseJSONString(_:)`.
package func appendJSONString(_ text: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  if text.utf8.allSatisfy(isUnescapedInJSON) {
    bytes.append(contentsOf: text.utf8)
  } else {
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(forJSON: scalar)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}

/// A JSON string that was read, to be written again exactly as it was, with its escapes.
///
/// Scalars that `serialiseJSONString(_:)` escapes for safety are escaped here as well.
/// - Parameter contents: The text between the quotes of a string without errors.
/// - Returns: Text that reads back as the same string.
package func quoteJSONContents(_ contents: String) -> String {
  var bytes = [UInt8(ascii: "\"")]
  for scalar in contents.unicodeScalars { bytes.append(forJSON: scalar) }
  bytes.append(UInt8(ascii: "\""))
  return String(decoding: bytes, as: UTF8.self)
}

/// True if a byte is an ASCII character that a JSON string contains without an escape.
private func isUnescapedInJSON(_ byte: UInt8) -> Bool {
  byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

extension Array<UInt8> {
  /// Appends a scalar, as an escape if JSON requires it or it may mislead.
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

/// CSS text with escapes for scalars that a terminal may obey or that mislead a reader.
///
/// Those are controls other than tab and line feed, line and paragraph separators, and
/// bidirectional controls. Other newlines become line feeds; comments have no escapes, so such
/// scalars become U+FFFD.
/// - Parameter text: Any text.
/// - Returns: Text that reads as the same tokens; nil if such a scalar is a token by itself, which
///   no escape can replace, or part of a bad string or URL.
package func escapingControls(in text: CSSText) -> String? {
  let written = text.string
  guard written.unicodeScalars.contains(where: isUnsafe) else { return written }
  var tokenizer = CSSTokenizer(text, keepsComments: true)
  var result = String.UnicodeScalarView()
  var end = text.range.lowerBound
  while true {
    let token = tokenizer.next()
    // There are only comments between tokens.
    let comments = text.slice(end..<token.range.lowerBound).string
    result.append(contentsOf: replacingControls(inComment: comments).unicodeScalars)
    if token.kind == .endOfFile { return String(result) }
    end = token.range.upperBound
    let scalars = text.slice(token.range).string.unicodeScalars
    switch token.kind {
    case .whitespace: result.append(contentsOf: withLineFeeds(scalars))
    case .ident, .function, .atKeyword, .hash, .dimension, .string, .url:
      result.appendEscapingControls(scalars)
    default:
      guard !scalars.contains(where: isUnsafe) else { return nil }
      result.append(contentsOf: scalars)
    }
  }
}

/// A comment, or several, with U+FFFD for scalars that a terminal may obey or that mislead, and
/// line feeds as its only newlines.
package func replacingControls(inComment comment: String) -> String {
  guard comment.unicodeScalars.contains(where: isUnsafe) else { return comment }
  var result = String.UnicodeScalarView()
  for scalar in withLineFeeds(comment.unicodeScalars) {
    result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
  }
  return String(result)
}

/// True if a scalar must not be written unchanged.
private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\t", "\n": false
  case "\0"..."\u{1F}": true
  default: mayMislead(scalar)
  }
}

/// The scalars with one line feed for each newline of CSS (CSS Syntax §3.3).
private func withLineFeeds(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
  var result = String.UnicodeScalarView()
  var isAfterReturn = false
  for scalar in scalars {
    if scalar != "\n" || !isAfterReturn {
      result.append(scalar == "\r" || scalar == "\u{C}" ? "\n" : scalar)
    }
    isAfterReturn = scalar == "\r"
  }
  return result
}

extension String.UnicodeScalarView {
  /// Appends a token with a name or contents, with unsafe scalars escaped.
  fileprivate mutating func appendEscapingControls(_ scalars: String.UnicodeScalarView) {
    var isEscaped = false
    for scalar in withLineFeeds(scalars) {
      if isUnsafe(scalar) {
        // The backslash of an escape is the one of its replacement.
        if isEscaped { removeLast() }
        if scalar == "\0" { append("\u{FFFD}") } else { appendEscape(scalar) }
        isEscaped = false
      } else {
        append(scalar)
        isEscaped = scalar == "\\" && !isEscaped
      }
    }
  }
}
