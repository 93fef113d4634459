/// The markup that shows exactly this text.
///
/// For any text, rendering `escape(text)` gives what `TextSanitizer` makes of `text`: tags,
/// character references and placeholders in it are shown as they are written.
///
/// ```swift
/// escape("5 < 6 & {x}")   // "5 &lt; 6 &amp; &#123;x}"
/// ```
public func escape(_ text: String) -> String {
  var output: [UInt8] = []
  let bytes = Array(text.utf8)
  appendEscaped(bytes.span, to: &output)
  return String(decoding: output, as: UTF8.self)
}

/// Appends the markup that shows exactly this text, whatever bytes it is made of.
///
/// Every byte stands for itself or becomes a reference, so a text may be given in parts.
public func appendEscaped(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
  var start = 0
  for offset in 0..<bytes.count {
    let reference: StaticString
    switch bytes[offset] {
    case 0x26: reference = "&amp;"
    case 0x3C: reference = "&lt;"
    case 0x3E: reference = "&gt;"
    case 0x22: reference = "&quot;"
    case 0x27: reference = "&#39;"
    case 0x7B: reference = "&#123;"
    default: continue
    }
    output.append(start..<offset, of: bytes)
    reference.withUTF8Buffer { output.append(contentsOf: $0) }
    start = offset + 1
  }
  output.append(start..<bytes.count, of: bytes)
}
