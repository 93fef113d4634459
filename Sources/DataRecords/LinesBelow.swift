import Bytes
import StyledText

/// Lines of a value below its record.
struct LinesBelow {
  /// Name of the field, which is the class of the lines.
  let name: String
  let text: [UInt8]

  /// Offset of the value in the input.
  let source: Int

  /// Adds each line, indented by two cells.
  func append(_ sequences: ValueSequences, into output: inout some RecordOutput & ~Copyable) {
    let label = Array(name.utf8.filter { $0 > 0x20 })
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let shown = [0x20, 0x20] + (line.last == 0x0D ? line.dropLast() : line)
      let bytes = label + shown
      output.open(MadeTag(.pre, variant: 3, value: 0..<label.count), in: bytes.span, at: source) {
        [("class", label)]
      }
      output.append(lines: label.count..<bytes.count, in: bytes.span, at: source, sequences)
      output.close(.pre, in: bytes.span, at: source)
      output.endRecord(at: source, isContinued: true)
    }
  }
}
