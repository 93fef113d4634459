/// Alignment of a line's text in the width.
package enum LineAlignment: Hashable, Sendable {
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle; an odd cell is at the right.
  case center
  /// At both edges: spaces grow, except on the last line of a paragraph.
  case justify

  /// Number of the cells that the text leaves free are before it, unless spaces grow.
  @inline(__always)
  func leading(of spare: Int) -> Int {
    switch self {
    case .left, .justify: 0
    case .right: spare
    case .center: spare / 2
    }
  }
}

/// Displacement and stretching of a line for its alignment.
package struct LinePlacement: Hashable, Sendable {
  /// Blank cells before the text.
  package let leading: Int

  /// Only spaces at or after this offset grow.
  package let stretchStart: Int

  private let gaps: Int
  private let extra: Int

  /// Places a line in `width` cells.
  package init(
    of line: TextLine, _ bytes: [UInt8], width: Int, alignment: LineAlignment,
    sign: OverflowSign = .clip, atoms: [Range<Int>] = []
  ) {
    let shown =
      line.width + (line.showsHyphen ? 1 : 0) + (line.showsOverflow ? sign.width : 0)
    let room = max(0, width - shown)
    leading = alignment.leading(of: room)
    var stretchStart = line.range.upperBound
    var gaps = 0
    if alignment == .justify, room > 0, !line.endsParagraph, !line.showsOverflow {
      (stretchStart, gaps) = Self.gaps(of: line, bytes, atoms)
    }
    self.stretchStart = stretchStart
    self.gaps = gaps
    extra = gaps == 0 ? 0 : room
  }

  /// True if any space grows.
  package var isStretched: Bool { extra > 0 }

  /// Number of cells the space with this number, from 0 on, grows by.
  ///
  /// The shares differ by at most one cell and are spread evenly; they depend on nothing but the
  /// number of spaces and the room, so that equal lines look equal.
  package func growth(ofGap index: Int) -> Int {
    guard gaps > 0 else { return 0 }
    return (index + 1) * extra / gaps - index * extra / gaps
  }

  /// Spaces that may grow: not the indentation, and nothing before a tab or a box, which stay where
  /// they are.
  private static func gaps(
    of line: TextLine, _ bytes: [UInt8], _ atoms: [Range<Int>]
  ) -> (start: Int, count: Int) {
    let box = atoms.inside(line.range).last
    var start = max(line.range.lowerBound, min(box?.upperBound ?? 0, line.range.upperBound))
    while start < line.range.upperBound, bytes[start] == 0x20 { start += 1 }
    var count = 0
    var offset = start
    while true {
      while offset < line.range.upperBound, bytes[offset] > 0x20 { offset += 1 }
      guard offset < line.range.upperBound else { break }
      if bytes[offset] == 0x09 {
        start = offset + 1
        count = 0
      } else if isGap(bytes, offset, in: line.range) {
        count += 1
      }
      offset += 1
    }
    return (start, count)
  }

  /// True if a space may grow: it stands alone, not with a mark on it.
  @inline(__always)
  static func isGap(_ bytes: [UInt8], _ offset: Int, in line: Range<Int>) -> Bool {
    guard bytes[offset] == 0x20 else { return false }
    let next = offset + 1
    if next < line.upperBound, bytes[next] >= 0x80,
      !ClusterBoundary.isAt(bytes, next, before: line.upperBound)
    {
      return false
    }
    return offset == line.lowerBound || bytes[offset - 1] < 0x80
      || ClusterBoundary.isAt(bytes, offset, before: line.upperBound)
  }
}
