import Bytes

/// Markup that shows exactly this text.
///
/// Rendering `escape(text)` shows the sanitized `text`, with its tags, character references and
/// placeholders as written.
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

/// Appends markup that shows exactly this text, whatever its bytes.
///
/// Control characters, bidirectional ones, tag characters, U+2028 and U+2029 become references, so
/// that the markup itself can be printed. Controls of C1, whose references stand for other
/// characters, noncharacters and invalid UTF-8 become U+FFFD. U+FEFF and interlinear annotation,
/// which no text shows, are dropped. CRLF becomes a line feed.
///
/// - Returns: The number of bytes used: fewer than all if a part that is not the last ends inside a
/// character or with a CR. The rest has to precede the next part.
@discardableResult
package func appendEscaped(
  _ bytes: Span<UInt8>, isLast: Bool = true, to output: inout [UInt8]
) -> Int {
  var start = 0
  var next = 0
  while true {
    let offset = bytes.firstOffset(from: next, to: bytes.count) { $0.mayNeedEscaping }
    guard offset < bytes.count else { break }
    next = offset + 1
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
    case 0x0D where !isLast && offset + 1 == bytes.count:
      output.append(start..<offset, of: bytes)
      return offset
    // In CRLF, the line feed is the line break; a CR alone is shown.
    case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A: reference = ""
    // The reference of NUL means U+FFFD.
    case 0: reference = "\u{2400}"
    case 0..<0x20, 0x7F:
      output.append(start..<offset, of: bytes)
      output.append(contentsOf: "&#\(bytes[offset]);".utf8)
      start = offset + 1
      continue
    case 0x80...:
      let scalar = bytes.scalar(at: offset, before: bytes.count)
      length = scalar.length
      next = offset + length
      if scalar.form == .incomplete, !isLast {
        output.append(start..<offset, of: bytes)
        return offset
      }
      switch scalar.value {
      case _ where scalar.form != .wellFormed, 0x80..<0xA0: reference = "\u{FFFD}"
      case 0xFEFF, 0xFFF9...0xFFFB: reference = ""
      case 0xFDD0...0xFDEF,
        _ where scalar.value & 0xFFFE == 0xFFFE:
        reference = "\u{FFFD}"
      case 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F:
        output.append(start..<offset, of: bytes)
        output.append(contentsOf: "&#\(scalar.value);".utf8)
        start = next
        continue
      default: continue
      }
    default: continue
    }
    output.append(start..<offset, of: bytes)
    reference.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
    start = offset + length
    next = start
  }
  output.append(start..<bytes.count, of: bytes)
  return bytes.count
}

extension SIMD16<UInt8> {
  /// A mask of bytes with a meaning in markup, of controls, and of lead bytes of possible controls.
  @inline(__always)
  fileprivate var mayNeedEscaping: SIMDMask<SIMD16<Int8>> {
    let isControl =
      self .< SIMD16<UInt8>(repeating: 0x20) .| self .== SIMD16<UInt8>(repeating: 0x7F)
    let isAmpersandOrApostrophe =
      self & SIMD16<UInt8>(repeating: 0xFE) .== SIMD16<UInt8>(repeating: 0x26)
    let isAngle = self & SIMD16<UInt8>(repeating: 0xFD) .== SIMD16<UInt8>(repeating: 0x3C)
    let isQuoteOrBrace =
      self .== SIMD16<UInt8>(repeating: 0x22) .| self .== SIMD16<UInt8>(repeating: 0x7B)
    let isOther = self .>= SIMD16<UInt8>(repeating: 0x80)
    return isControl .| isAmpersandOrApostrophe .| isAngle .| isQuoteOrBrace .| isOther
  }
}
