import Bytes
import StyledText

/// Lines of a value that stand below its record.
struct LinesBelow {
  /// Name of the field, which is the class of the lines.
  let name: String
  let text: [UInt8]

  /// Offset of the value in the input.
  let source: Int

  /// Adds each line, indented by two cells.
  func append(into output: inout some RecordOutput & ~Copyable) {
    let label = Array(name.utf8.filter { $0 > 0x20 })
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let shown = [0x20, 0x20] + (line.last == 0x0D ? line.dropLast() : line)
      let bytes = label + shown
      output.open(
        MadeTag(.pre, variant: 3, value: 0..<label.count), in: bytes.span, at: source
      ) {
        [("class", label)]
      }
      _ = output.append(
        value: label.count..<bytes.count, in: bytes.span, at: source, isLast: true)
      output.close(.pre, in: bytes.span, at: source)
      output.endRecord(at: source, isContinued: true)
    }
  }
}

/// Escape sequences for colours and links in values: SGR and OSC 8.
enum ColorSequences {
  /// A text without them.
  static func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
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
      guard let last = rest.firstIndex(where: { !(0x30...0x3F).contains($0) }) else { return nil }
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
