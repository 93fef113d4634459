/// Text as a JSON string in double quotes (RFC 8259 §7), with only those escapes that it needs.
///
/// U+007F to U+009F are escaped as well, although they need not be: a terminal may obey them. So
/// are U+2028 and U+2029, which readers that take JSON line by line may take for line breaks, and
/// bidirectional controls, which would let the output read as what it is not.
/// - Parameter text: Any text.
/// - Returns: Text that reads back as a string with these contents.
public func serialiseJSONString(_ text: String) -> String {
  var result = String.UnicodeScalarView("\"".unicodeScalars)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      result.append("\\")
      result.append(scalar)
    case "\u{8}": result.append(contentsOf: "\\b".unicodeScalars)
    case "\t": result.append(contentsOf: "\\t".unicodeScalars)
    case "\n": result.append(contentsOf: "\\n".unicodeScalars)
    case "\u{C}": result.append(contentsOf: "\\f".unicodeScalars)
    case "\r": result.append(contentsOf: "\\r".unicodeScalars)
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16)
      result.append(contentsOf: "\\u".unicodeScalars)
      result.append(contentsOf: String(repeating: "0", count: 4 - digits.count).unicodeScalars)
      result.append(contentsOf: digits.unicodeScalars)
    default: result.append(scalar)
    }
  }
  result.append("\"")
  return String(result)
}
