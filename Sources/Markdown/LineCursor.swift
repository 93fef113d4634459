import Bytes

/// A position in a line, in bytes and in columns: a tab advances to the next multiple of four.
struct LineCursor {
  private(set) var offset: Int

  /// End offset of the line, without its line feed.
  let end: Int

  /// Column of the next byte, or inside of the tab there.
  private var column = 0

  /// Number of unused columns of the tab before `offset`.
  private(set) var spaces = 0

  /// Offset of the next byte that is no space or tab, or the end.
  private(set) var contentStart = 0

  /// Number of columns up to `contentStart`.
  private(set) var indent = 0

  init(_ line: Span<UInt8>, _ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
    findContent(in: line)
  }

  /// True if only spaces and tabs are left.
  var isBlank: Bool { contentStart == end }

  /// True if the content is indented as far as code.
  var isIndented: Bool { indent >= 4 }

  /// The first byte of the content; nil at the end.
  func first(in line: Span<UInt8>) -> UInt8? { contentStart < end ? line[contentStart] : nil }

  /// Moves behind content without tabs, such as a marker.
  mutating func move(to target: Int, in line: Span<UInt8>) {
    column += indent + (target - contentStart)
    offset = target
    spaces = 0
    findContent(in: line)
  }

  /// Skips up to `wanted` columns of spaces and tabs.
  mutating func advance(columns wanted: Int, in line: Span<UInt8>) {
    var rest = min(wanted, indent)
    indent -= rest
    while rest > 0 {
      if spaces == 0 {
        spaces = line[offset] == 0x09 ? 4 - column & 3 : 1
        offset += 1
      }
      let used = min(rest, spaces)
      spaces -= used
      column += used
      rest -= used
    }
  }

  private mutating func findContent(in line: Span<UInt8>) {
    var position = offset
    var reached = column
    while position < end {
      if line[position] == 0x20 {
        reached += 1
      } else if line[position] == 0x09 {
        reached += 4 - reached & 3
      } else {
        break
      }
      position += 1
    }
    contentStart = position
    indent = reached - column
  }
}

extension [UInt8] {
  mutating func append(_ cursor: LineCursor, of line: Span<UInt8>) {
    for _ in 0..<cursor.spaces { append(0x20) }
    append(cursor.offset..<cursor.end, of: line)
  }
}
