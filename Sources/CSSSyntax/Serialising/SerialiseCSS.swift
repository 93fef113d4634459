/// A name as a CSS identifier: *serialize an identifier*, CSSOM §2.1.
///
/// Beyond that section it escapes the scalars of U+0080 and above that CSS Syntax no longer takes
/// for parts of a name, such as U+00A0.
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

/// U+007F to U+009F, which a terminal may obey, separators and bidirectional controls, which let
/// the output read as what it is not, and what nobody sees: noncharacters, U+FEFF, interlinear
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
    ? CSSByte.isName(UInt8(truncatingIfNeeded: scalar.value))
    : CSSByte.isNonASCIIName(scalar.value)
}

extension String.UnicodeScalarView {
  /// Appends *a character escaped as code point*: backslash, hexadecimal digits, space.
  mutating func appendEscape(_ scalar: Unicode.Scalar) {
    append("\\")
    append(contentsOf: String(scalar.value, radix: 16).unicodeScalars)
    append(" ")
  }
}
