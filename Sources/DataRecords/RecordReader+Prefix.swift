import Bytes
import StyledText

/// Records behind a prefix, as programs that gather logs write them.
extension RecordReader {
  /// The first brace of a line with other text in front of it: a record may begin there.
  static func startOfLastPart(of line: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    let brace = bytes.firstOffset(of: UInt8(ascii: "{"), from: line.lowerBound, to: line.upperBound)
    return brace > line.lowerBound && brace < line.upperBound ? brace : nil
  }

  /// Writes a line whose last part is a record, such as `web_1  | {"level":"info"}`; false for
  /// others.
  mutating func writeBehindPrefix(
    _ bytes: Span<UInt8>, _ line: Range<Int>, into output: inout some RecordOutput & ~Copyable
  ) -> Bool {
    guard template.asksForKnown, table == nil else { return false }
    guard let brace = Self.startOfLastPart(of: line, in: bytes),
      record.read(brace..<line.upperBound, of: bytes, template) == nil,
      record.hasKnownField(template)
    else { return false }
    let source = base + line.lowerBound
    output.open(MadeTag(.span, variant: 4), in: bytes, at: source) {
      [("class", Array("prefix".utf8))]
    }
    output.beginSearch()
    // The name of what has written the line.
    var end = line.lowerBound
    while end < brace, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "|") { end += 1 }
    let name = line.lowerBound..<end
    if !name.isEmpty {
      output.open(MadeTag(.span, variant: 5, value: name), in: bytes, at: source) {
        var value: [UInt8] = []
        value.append(name, of: bytes)
        return [("class", Array("origin".utf8)), ("data-value", value)]
      }
      _ = output.append(value: name, in: bytes, at: source, isLast: true)
      output.close(.span, in: bytes, at: source)
    }
    _ = output.append(value: end..<brace, in: bytes, at: base + end, isLast: true)
    output.endSearch(isLine: false)
    output.close(.span, in: bytes, at: source)
    writeRecord(bytes, brace..<line.upperBound, into: &output)
    return true
  }
}
