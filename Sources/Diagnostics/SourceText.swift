/// The bytes of one input, under the name that diagnostics give it, with its line table.
///
/// Offsets are UTF-8 byte offsets from 0. Lines and columns count from 1; a column counts
/// Unicode scalars, so that editors and compilers agree with it. As in editors, a byte order mark at
/// the start is in no column.
package final class SourceText: Sendable {
  /// What people call this input: a path as it was given, or `<markup>`, `<style>`, `<stdin>`.
  package let name: String

  /// The input as it was read.
  package let bytes: [UInt8]

  /// What comes before each whole `blockSize` bytes but the first.
  ///
  /// It makes a line or column a sum of two look-ups and a short scan, also in a file of one huge
  /// line, and takes less room than a table of lines.
  private let blocks: [Counts]

  /// How many lines there are; an empty input has one.
  package let lineCount: Int

  private static let blockSize = 1024

  /// How much there is in some bytes.
  private struct Counts {
    /// Line endings; CRLF is one, where its second half stands.
    var lineEnds = 0
    /// Bytes that start a scalar: all but those of the form 10xxxxxx.
    var scalars = 0
  }

  /// Takes the bytes and builds the line table in one pass.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var blocks: [Counts] = []
    // Single values are short texts, and for these it takes no memory.
    blocks.reserveCapacity(bytes.count / Self.blockSize)
    var total = Counts()
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      if start > 0 { blocks.append(total) }
      let counts = Self.counts(bytes, start..<min(start + Self.blockSize, bytes.count))
      total.lineEnds += counts.lineEnds
      total.scalars += counts.scalars
    }
    self.blocks = blocks
    lineCount = total.lineEnds + 1
  }

  /// Takes text that is already a string.
  package convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The line that holds `offset`, from 1; an offset past the end is on the last line.
  package func line(at offset: Int) -> Int { counts(before: offset).lineEnds + 1 }

  /// Line and column of a byte offset.
  package func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let counts = counts(before: offset)
    let start = lineStart(counts.lineEnds + 1)
    let column = start < offset ? counts.scalars - self.counts(before: start).scalars + 1 : 1
    return SourceLocation(file: name, line: counts.lineEnds + 1, column: column)
  }

  /// The bytes of a line (from 1) without its line ending.
  package func lineBytes(_ line: Int) -> ArraySlice<UInt8> {
    bytes[lineRange(line)]
  }

  /// The byte range of a line (from 1) without its line ending.
  package func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStart(line)
    var end = line < lineCount ? lineStart(line + 1) : bytes.count
    while end > start, Self.isNewline(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Offset of the first byte of a line (from 1).
  private func lineStart(_ line: Int) -> Int {
    guard line > 1 else { return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
    // The last block with fewer line endings before it has the one before this line.
    var low = 0
    var high = blocks.count + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts(beforeBlock: middle).lineEnds < line - 1 { low = middle } else { high = middle }
    }
    var missing = line - 1 - counts(beforeBlock: low).lineEnds
    var offset = low * Self.blockSize
    while missing > 0 {
      if Self.endsLine(bytes, offset) { missing -= 1 }
      offset += 1
    }
    return offset
  }

  private func counts(beforeBlock block: Int) -> Counts {
    block == 0 ? Counts() : blocks[block - 1]
  }

  private func counts(before offset: Int) -> Counts {
    let offset = min(max(0, offset), bytes.count)
    let block = min(offset / Self.blockSize, blocks.count)
    var counts = counts(beforeBlock: block)
    let rest = Self.counts(bytes, block * Self.blockSize..<offset)
    counts.lineEnds += rest.lineEnds
    counts.scalars += rest.scalars
    return counts
  }

  private static func counts(_ bytes: [UInt8], _ range: Range<Int>) -> Counts {
    var counts = Counts()
    var hasReturns = false
    var offset = range.lowerBound
    let raw = bytes.span.bytes
    let blocks = offset + range.count / 16 * 16
    while offset < blocks {
      let block = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      counts.scalars &+= 16 &- matches(block & lead, continuation)
      counts.lineEnds &+= matches(block, lineFeeds)
      hasReturns = hasReturns || matches(block, carriageReturns) > 0
      offset += 16
    }
    while offset < range.upperBound {
      counts.scalars += bytes[offset] & 0xC0 == 0x80 ? 0 : 1
      counts.lineEnds += bytes[offset] == 0x0A ? 1 : 0
      hasReturns = hasReturns || bytes[offset] == 0x0D
      offset += 1
    }
    guard hasReturns else { return counts }
    for offset in range where bytes[offset] == 0x0D && endsLine(bytes, offset) {
      counts.lineEnds += 1
    }
    return counts
  }

  // Constants with their types: the comparison with a literal is not done in one instruction.
  private static let lead = SIMD16<UInt8>(repeating: 0xC0)
  private static let continuation = SIMD16<UInt8>(repeating: 0x80)
  private static let lineFeeds = SIMD16<UInt8>(repeating: 0x0A)
  private static let carriageReturns = SIMD16<UInt8>(repeating: 0x0D)

  /// How many bytes of two blocks are the same.
  @inline(__always)
  private static func matches(_ block: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> Int {
    let ones = SIMD16<UInt8>(repeating: 0).replacing(
      with: SIMD16(repeating: 1), where: block .== other)
    return Int(ones.wrappedSum())
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether a line ends with the byte at an offset: LF, or CR without an LF after it.
  private static func endsLine(_ bytes: [UInt8], _ offset: Int) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A
    default: false
    }
  }
}

/// A place that a person can go to: file, line and column.
package struct SourceLocation: Hashable, Sendable {
  /// The name of the input, as `SourceText.name` gives it.
  package var file: String

  /// The line, from 1.
  package var line: Int

  /// The column in Unicode scalars, from 1.
  package var column: Int

  /// Puts a place together.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The form that editors jump to: `file:line:column`.
  package var description: String { "\(file):\(line):\(column)" }
}

/// A range of bytes in one input: where a declaration, a value or a tag was written.
package struct SourceRange: Sendable {
  /// The input.
  package let source: SourceText

  /// Byte offsets into `source.bytes`.
  package let bytes: Range<Int>

  /// Puts a range together.
  package init(_ source: SourceText, _ bytes: Range<Int>) {
    self.source = source
    self.bytes = bytes
  }

  /// Where the range starts.
  package var location: SourceLocation { source.location(at: bytes.lowerBound) }
}
