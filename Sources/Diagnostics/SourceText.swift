import Bytes

/// The bytes of one input, with its name in diagnostics and its line table.
///
/// Offsets are UTF-8 byte offsets from 0. Lines and columns count from 1; a column counts Unicode
/// scalars, as in editors and compilers. As in editors, a byte order mark at the start has no
/// column.
package final class SourceText: Sendable {
  /// Name of this input: a path as it was given, or `<markup>`, `<style>`, `<stdin>`.
  package let name: String

  package let bytes: [UInt8]

  /// True if there is no such file, but only its variants.
  package let isStandIn: Bool

  /// The line feed that ends its last line: no part of the text, unless more follows.
  package let lastLineFeed: Range<Int>?

  /// Counts of the text before each whole `blockSize` bytes but the first.
  ///
  /// A line or column is a sum of two counts and a short scan, also in a file of one huge line, and
  /// the memory is less than that of a table of lines.
  private let blocks: [TextCounts]

  /// Number of lines; an empty input has one.
  package let lineCount: Int

  private static let blockSize = 1024

  /// Start offset of the text: after a byte order mark, which is no part of it.
  package let start: Int

  /// Creates a text of the bytes, all or a part, and builds the line table in one pass.
  ///
  /// A byte order mark may be there if `isStart`. If `endsLine`, a line feed at the end begins no
  /// other line.
  package init(
    name: String, bytes: [UInt8], isStart: Bool = true, isStandIn: Bool = false,
    endsLine: Bool = false
  ) {
    self.name = name
    self.isStandIn = isStandIn
    let end = bytes.count
    lastLineFeed =
      endsLine && bytes.last == 0x0A
      ? (end > 1 && bytes[end - 2] == 0x0D ? end - 2 : end - 1)..<end : nil
    start = isStart && Self.hasMark(bytes.span) ? 3 : 0
    self.bytes = bytes
    var blocks: [TextCounts] = []
    // Single values are short texts, and for these it takes no memory.
    blocks.reserveCapacity(bytes.count / Self.blockSize)
    var total = TextCounts()
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      if start > 0 { blocks.append(total) }
      let end = min(start + Self.blockSize, bytes.count)
      total = total + TextCounts(start..<end, of: bytes.span)
    }
    self.blocks = blocks
    lineCount = total.lineEnds + 1
  }

  package convenience init(name: String, text: String, isStandIn: Bool = false) {
    self.init(name: name, bytes: Array(text.utf8), isStandIn: isStandIn)
  }

  /// True if bytes begin with a byte order mark.
  package static func hasMark(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// The line of an offset, from 1; an offset past the end is on the last line.
  package func line(at offset: Int) -> Int { counts(before: offset).lineEnds + 1 }

  package func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let counts = counts(before: offset)
    let start = lineStart(counts.lineEnds + 1)
    let column = start < offset ? counts.scalars - self.counts(before: start).scalars + 1 : 1
    return SourceLocation(file: name, line: counts.lineEnds + 1, column: column)
  }

  /// The bytes of a line (from 1) without its line ending.
  package func lineBytes(_ line: Int) -> ArraySlice<UInt8> { bytes[lineRange(line)] }

  /// The byte range of a line (from 1) without its line ending.
  package func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStart(line)
    var end = line < lineCount ? lineStart(line + 1) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Offset of the first byte of a line (from 1).
  private func lineStart(_ line: Int) -> Int {
    guard line > 1 else { return start }
    // The last block with fewer line endings before it has the one before this line.
    let next = (1..<blocks.count + 1).partitioningIndex {
      counts(beforeBlock: $0).lineEnds >= line - 1
    }
    let low = next - 1
    var missing = line - 1 - counts(beforeBlock: low).lineEnds
    let bytes = bytes
    var offset = low * Self.blockSize
    while missing > 0 {
      if endsLine(at: offset, in: bytes.span) { missing -= 1 }
      offset += 1
    }
    return offset
  }

  private func counts(beforeBlock block: Int) -> TextCounts {
    block == 0 ? TextCounts() : blocks[block - 1]
  }

  private func counts(before offset: Int) -> TextCounts {
    let bytes = bytes
    let offset = min(max(0, offset), bytes.count)
    let block = min(offset / Self.blockSize, blocks.count)
    return counts(beforeBlock: block) + TextCounts(block * Self.blockSize..<offset, of: bytes.span)
  }
}

/// Number of lines and scalars in some bytes.
private struct TextCounts {
  /// Line endings: LF, CR, and CRLF as one, at its second half.
  var lineEnds = 0
  /// Bytes that start a scalar: all but those of the form 10xxxxxx.
  var scalars = 0

  init() {}

  /// Counts in part of some bytes; the byte behind the part decides if a CR is one of CRLF.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    lineEnds = Self.lineEnds(in: range, of: bytes)
    scalars = Self.scalars(in: range, of: bytes)
  }

  static func scalars(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    guard range.count >= 64 else {
      guard range.count >= 8 else {
        var scalars = 0
        for offset in range where bytes[offset] & 0xC0 != 0x80 { scalars &+= 1 }
        return scalars
      }
      var scalars = range.count
      var offset = range.lowerBound
      while true {
        // The last word overlaps the one before; what was counted there is shifted out.
        let start = min(offset, range.upperBound &- 8)
        let word = UInt64(littleEndian: bytes.word(at: start)) &>> UInt64(8 &* (offset &- start))
        // The first bit of a continuation byte is set and the second is not.
        let continuations = word & ~(word &<< 1) & 0x8080_8080_8080_8080
        if continuations != 0 { scalars &-= continuations.nonzeroBitCount }
        offset &+= 8
        if offset >= range.upperBound { return scalars }
      }
    }
    return range.count - bytes.count(in: range) { $0.isContinuation }
  }

  static func lineEnds(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    var returns = SIMDMask<SIMD16<Int8>>(repeating: false)
    let lineFeeds = bytes.count(in: range) { block in
      returns .|= block .== carriageReturn
      return block .== lineFeed
    }
    guard any(returns) else { return lineFeeds }
    var ends = lineFeeds
    var offset = bytes.firstOffset(of: 0x0D, from: range.lowerBound, to: range.upperBound)
    while offset < range.upperBound {
      if endsLine(at: offset, in: bytes) { ends += 1 }
      offset = bytes.firstOffset(of: 0x0D, from: offset + 1, to: range.upperBound)
    }
    return ends
  }

  static func + (left: TextCounts, right: TextCounts) -> TextCounts {
    var sum = left
    sum.lineEnds += right.lineEnds
    sum.scalars += right.scalars
    return sum
  }
}

/// Number of lines that end in part of an input, counted while that is read.
package struct LineEnds: Sendable {
  package var count = 0

  /// The offset behind the last one.
  package var last = 0

  package init() {}

  /// Adds a line ending behind all others.
  @inline(__always)
  package mutating func add(endingAt offset: Int) {
    count &+= 1
    last = offset
  }

  /// Adds those in a range, which is behind all others.
  package mutating func add(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let added = TextCounts.lineEnds(in: range, of: bytes)
    guard added > 0 else { return }
    count += added
    last = range.upperBound
    while !endsLine(at: last - 1, in: bytes) { last -= 1 }
  }
}

/// True if a line ends with the byte at an offset: LF, or CR without an LF after it.
private func endsLine(at offset: Int, in bytes: Span<UInt8>) -> Bool {
  switch bytes[offset] {
  case 0x0A: true
  case 0x0D: offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A
  default: false
  }
}

/// A location that editors can open: file, line and column.
package struct SourceLocation: Hashable, Sendable {
  /// The name of the input, see `SourceText.name`.
  package var file: String

  /// The line, from 1.
  package var line: Int

  /// The column in Unicode scalars, from 1.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Advances past bytes that start here.
  package mutating func advance(past range: Range<Int>, of bytes: Span<UInt8>) {
    var ends = LineEnds()
    ends.add(range, of: bytes)
    advance(past: range, ends, of: bytes)
  }

  /// Advances past bytes that start here, with known line endings.
  package mutating func advance(past range: Range<Int>, _ ends: LineEnds, of bytes: Span<UInt8>) {
    var start = range.lowerBound
    if ends.count > 0 {
      line += ends.count
      column = 1
      start = ends.last
    }
    column += TextCounts.scalars(in: start..<range.upperBound, of: bytes)
  }

  /// The location in an input of one in a part of it, which starts at `origin`.
  package func moved(to origin: SourceLocation) -> SourceLocation {
    SourceLocation(
      file: origin.file, line: origin.line + line - 1,
      column: line == 1 ? origin.column + column - 1 : column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The form that editors accept: `file:line:column`.
  package var description: String { "\(file):\(line):\(column)" }
}

/// A range of bytes in one input, such as that of a declaration, a value or a tag.
package struct SourceRange: Sendable {
  package let source: SourceText

  package let bytes: Range<Int>

  package init(_ source: SourceText, _ bytes: Range<Int>) {
    self.source = source
    self.bytes = bytes
  }

  package var location: SourceLocation { source.location(at: bytes.lowerBound) }

  package var text: String { String(decoding: source.bytes[bytes], as: UTF8.self) }
}
