import Bytes
import StyledText

/// Escape sequences for colours and links in values, SGR and OSC 8, and what becomes of them.
package final class ValueSequences {
  var treatment = SequenceTreatment.strip

  /// True if some were left out.
  private(set) var areRemoved = false

  /// Removes the sequences of a text, if they are left out.
  func clean(_ text: inout [UInt8], from start: Int) {
    guard treatment == .strip,
      text.span.firstOffset(of: 0x1B, from: start, to: text.count) < text.count
    else { return }
    let kept = Self.removed(from: text[start...])
    if kept.count < text.count - start { areRemoved = true }
    text.replaceSubrange(start..., with: kept)
  }

  /// A text without them.
  package static func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    var offset = text.startIndex
    while offset < text.endIndex {
      if text[offset] == 0x1B, let end = end(of: text[offset...]) {
        offset = end
      } else {
        kept.append(text[offset])
        offset += 1
      }
    }
    return kept
  }

  /// End of the sequence that a text begins with; nil for any other one.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex
    guard text.count > 1 else { return nil }
    switch text[start + 1] {
    case UInt8(ascii: "["):
      let rest = text[(start + 2)...].prefix(64)
      // With private parameters it is no SGR.
      guard let last = rest.firstIndex(where: { !(0x30...0x3B).contains($0) }) else { return nil }
      return text[last] == UInt8(ascii: "m") ? last + 1 : nil
    case UInt8(ascii: "]"):
      guard text[(start + 2)...].starts(with: "8;".utf8) else { return nil }
      let rest = text[(start + 2)...].prefix(4096)
      guard let last = rest.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
      if text[last] == 0x07 { return last + 1 }
      return last + 1 < text.endIndex && text[last + 1] == UInt8(ascii: "\\") ? last + 2 : nil
    default: return nil
    }
  }
}

extension RecordOutput where Self: ~Copyable {
  /// Adds text that may have several lines.
  ///
  /// - Parameters:
  ///   - range: The text.
  ///   - text: The bytes that it is in.
  ///   - source: Its offset in the input.
  ///   - sequences: Treatment of the escape sequences in it.
  ///   - breaksLines: False if a sign stands for each line break.
  mutating func append(
    lines range: Range<Int>, in text: Span<UInt8>, at source: Int, _ sequences: ValueSequences,
    breaksLines: Bool = false
  ) {
    var start = range.lowerBound
    while true {
      let end = text.firstOffset(of: 0x0A, from: start, to: range.upperBound)
      let hasReturn = end < range.upperBound && end > start && text[end - 1] == 0x0D
      let part = start..<(hasReturn ? end - 1 : end)
      let place = source + start - range.lowerBound
      if sequences.treatment == .apply,
        text.firstOffset(of: 0x1B, from: part.lowerBound, to: part.upperBound) < part.upperBound
      {
        append(terminalText: part, in: text, at: place)
      } else if !part.isEmpty {
        _ = append(value: part, in: text, at: place, isLast: true)
      }
      guard end < range.upperBound else { return }
      if breaksLines {
        open(MadeTag(.br), in: text, at: place) { [] }
      } else {
        let sign = Array("␤".utf8)
        _ = append(value: sign.indices, in: sign.span, at: place, isLast: true)
      }
      start = end + 1
    }
  }
}
