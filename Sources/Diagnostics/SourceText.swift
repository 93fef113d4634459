/// The bytes of one input, under the name that diagnostics give it, with its line table.
///
/// Offsets are UTF-8 byte offsets from 0. Lines and columns count from 1; a column counts
/// Unicode scalars, so that editors and compilers agree with it. As in editors, a byte order mark at
/// the start is in no column.
public final class SourceText: Sendable {
  /// What people call this input: a path as it was given, or `<markup>`, `<style>`, `<stdin>`.
  public let name: String

  /// The input as it was read.
  public let bytes: [UInt8]

  /// Offset of the first byte of the first line: past a byte order mark.
  private let firstLineStart: Int

  /// Offset of the first byte of each line after the first.
  ///
  /// Like `scalarsBeforeBlock`, it is empty and takes no memory for a short text of one line, which
  /// single values are.
  private let laterLineStarts: [Int]

  /// How many scalars start before each whole `blockSize` bytes after the first of them.
  ///
  /// It makes a column a sum of two look-ups and a short scan, also in a file of one huge line.
  private let scalarsBeforeBlock: [Int]

  private static let blockSize = 1024

  /// Takes the bytes and builds the line table in one pass.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    firstLineStart = hasMark ? 3 : 0
    var lineStarts: [Int] = []
    var blocks: [Int] = []
    blocks.reserveCapacity(bytes.count / Self.blockSize)
    var scalars = 0
    var start = 0
    while start < bytes.count {
      if start > 0 { blocks.append(scalars) }
      let end = min(start + Self.blockSize, bytes.count)
      for offset in start..<end {
        let byte = bytes[offset]
        if byte & 0xC0 != 0x80 { scalars &+= 1 }
        guard byte <= 0x0D, byte == 0x0A || byte == 0x0D else { continue }
        let isHalf = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if !isHalf { lineStarts.append(offset + 1) }
      }
      start = end
    }
    laterLineStarts = lineStarts
    scalarsBeforeBlock = blocks
  }

  /// Takes text that is already a string.
  public convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The line that holds `offset`, from 1; an offset past the end is on the last line.
  public func line(at offset: Int) -> Int {
    // How many of the later lines start at or before the offset.
    var low = 0
    var high = laterLineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if laterLineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// Line and column of a byte offset.
  public func location(at offset: Int) -> SourceLocation {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    let start = lineStart(line)
    let column = scalars(before: max(start, offset)) - scalars(before: start) + 1
    return SourceLocation(file: name, line: line, column: column)
  }

  /// The bytes of a line (from 1) without its line ending.
  public func lineBytes(_ line: Int) -> ArraySlice<UInt8> {
    bytes[lineRange(line)]
  }

  /// The byte range of a line (from 1) without its line ending.
  public func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStart(line)
    var end = line < lineCount ? lineStart(line + 1) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// How many lines there are; an empty input has one.
  public var lineCount: Int { laterLineStarts.count + 1 }

  /// The offset of the first byte of a line, from 1.
  private func lineStart(_ line: Int) -> Int {
    line == 1 ? firstLineStart : laterLineStarts[line - 2]
  }

  private func scalars(before offset: Int) -> Int {
    let block = min(offset / Self.blockSize, scalarsBeforeBlock.count)
    let before = block == 0 ? 0 : scalarsBeforeBlock[block - 1]
    return before + Self.scalarCount(bytes[block * Self.blockSize..<offset])
  }

  /// How many bytes start a scalar: all but those of the form 10xxxxxx.
  private static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes { count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    return count
  }
}

/// A place that a person can go to: file, line and column.
public struct SourceLocation: Hashable, Sendable {
  /// The name of the input, as `SourceText.name` gives it.
  public var file: String

  /// The line, from 1.
  public var line: Int

  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Puts a place together.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The form that editors jump to: `file:line:column`.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A range of bytes in one input: where a declaration, a value or a tag was written.
public struct SourceRange: Sendable {
  /// The input.
  public let source: SourceText

  /// Byte offsets into `source.bytes`.
  public let bytes: Range<Int>

  /// Puts a range together.
  public init(_ source: SourceText, _ bytes: Range<Int>) {
    self.source = source
    self.bytes = bytes
  }

  /// Where the range starts.
  public var location: SourceLocation { source.location(at: bytes.lowerBound) }
}
