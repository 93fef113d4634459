import Bytes

/// The markup that shows exactly this text.
///
/// For any text, rendering `escape(text)` gives what `TextSanitizer` makes of `text`: tags,
/// character references and placeholders in it are shown as they are written.
///
/// ```swift
/// escape("5 < 6 & {x}")   // "5 &lt; 6 &amp; &#123;x}"
/// ```
package func escape(_ text: String) -> String {
  var output: [UInt8] = []
  let bytes = Array(text.utf8)
  appendEscaped(bytes.span, to: &output)
  return String(decoding: output, as: UTF8.self)
}

/// Appends the markup that shows exactly this text, whatever bytes it is made of.
///
/// A text may be given in parts. Controls become references, so that the markup itself can be
/// printed; those of C1, for which references stand for other characters, become U+FFFD at once.
package func appendEscaped(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
  var start = 0
  for offset in 0..<bytes.count {
    // The second byte of a C1 control, whose first byte was dealt with.
    if offset < start { continue }
    let reference: StaticString
    var length = 1
    switch bytes[offset] {
    case 0x26: reference = "&amp;"
    case 0x3C: reference = "&lt;"
    case 0x3E: reference = "&gt;"
    case 0x22: reference = "&quot;"
    case 0x27: reference = "&#39;"
    case 0x7B: reference = "&#123;"
    case 0x09, 0x0A: continue
    // Of CRLF, both stay; a CR alone is shown.
    case 0x0D where offset + 1 == bytes.count || bytes[offset + 1] == 0x0A: continue
    // The reference of NUL stands for U+FFFD.
    case 0: reference = "\u{2400}"
    case 0..<0x20, 0x7F:
      output.append(start..<offset, of: bytes)
      output.append(contentsOf: "&#\(bytes[offset]);".utf8)
      start = offset + 1
      continue
    case 0xC2 where offset + 1 < bytes.count && bytes[offset + 1] & 0xE0 == 0x80:
      reference = "\u{FFFD}"
      length = 2
    default: continue
    }
    output.append(start..<offset, of: bytes)
    reference.withUTF8Buffer { output.append(contentsOf: $0) }
    start = offset + length
  }
  output.append(start..<bytes.count, of: bytes)
}
