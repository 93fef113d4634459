import Bytes
import StyledText

/// Treatment of escape sequences for colours and links in values, SGR and OSC 8.
package final class ValueSequences {
  var treatment = SequenceTreatment.strip

  /// True if some were removed.
  private(set) var areRemoved = false

  /// Removes the sequences of a text, if the treatment is `strip`.
  func clean(_ text: inout [UInt8], from start: Int) {
    guard treatment == .strip,
      text.span.firstOffset(of: 0x1B, from: start, to: text.count) < text.count
    else { return }
    let kept = Self.removed(from: text[start...])
    if kept.count < text.count - start { areRemoved = true }
    text.replaceSubrange(start..., with: kept)
  }

  /// A text without such sequences.
  package static func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(text)
    var kept: [UInt8] = []
    var scanner = ControlSequenceScanner()
    var offset = 0
    while offset < text.count {
      let escape = text.span.firstOffset(of: 0x1B, from: offset, to: text.count)
      kept += text[offset..<escape]
      guard escape < text.count else { break }
      offset = escape + 1
      if case .sequence(let sequence) = scanner.scan(from: escape, in: text.span, isLast: true),
        sequence.isSelectGraphicRendition(in: text.span)
          || sequence.linkTarget(in: text.span) != nil
      {
        offset = sequence.range.upperBound
      } else {
        kept.append(0x1B)
        scanner = ControlSequenceScanner()
      }
    }
    return kept
  }
}

extension RecordOutput where Self: ~Copyable {
  /// Adds text that may have several lines; a sign replaces each line break unless `breaksLines`.
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
