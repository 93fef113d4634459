import Bytes
import Diagnostics
import StyledText

/// Plain text whose lines are complete, and whose elements have been met before.
extension FastPath {
  @inline(__always)
  mutating func readPlainText(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>, isLast: Bool,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ lineEnds: inout LineEnds,
    _ output: inout StreamBuffer
  ) -> Int {
    let records = records
    var offset = start
    var cursor = output.cursor
    var set = records ? -1 : writer.current.index
    while offset < end, builder.findPlainSegments(at: offset, in: bytes, isLast: isLast) {
      for segment in builder.plain.segments {
        let attributes = head(segment.style, records, builder).attributes
        unsafe copy(
          Range(uncheckedBounds: (offset, segment.end)), in: attributes, records, at: base,
          of: bytes, &cursor, &set, &builder, &writer, &output)
        offset = segment.end
      }
      // In CRLF, the line feed is the line break.
      if bytes[offset] == 0x0D { offset += 1 }
      passLineFeed(
        at: offset, records, &cursor, &set, &builder, &writer, &lineEnds, &output)
      offset &+= 1
      builder.plain.tokenizer.endLine(isWhole: true)
    }
    output.commit(cursor)
    if !records { writer.current = AttributesID(index: set) }
    return offset
  }
}
