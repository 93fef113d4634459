package import StyledText
import TerminalOutput

/// A part of a line that is written in one go.
package enum LinePiece: Hashable, Sendable {
  /// Blank cells: alignment, which has no style, a tab, or the growth of a space.
  case blanks(count: Int, StyleID?)

  /// Bytes of the text, without tabs and soft hyphens, all in one style.
  case text(Range<Int>, StyleID)

  /// A sign after the text: the hyphen of a soft hyphen, or the sign for cut text.
  case sign([UInt8], StyleID)
}

/// The pieces of a line, for whoever writes it.
///
/// A run that ends inside a cluster goes on to the end of the cluster.
package struct LinePieces: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let runs: [LineBuffer.Run]
  private let line: TextLine
  private let placement: LinePlacement
  private let sign: [UInt8]
  private var position: Int
  private var run: Int
  /// End of what the run writes, once it is known: of its last cluster.
  private var runEnd = 0
  private var gap = 0
  private var pending: LinePiece?
  private var isAtEnd = false
  /// Column of the line at `measured`; only tabs ask for it.
  private var column: ColumnMeter
  private var measured: Int

  /// Takes the lines of a text apart, one line at a time.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - line: One of its lines.
  ///   - fitting: Rules by which the line was made.
  ///   - placement: Placement of the line.
  package init(
    _ text: LineBuffer, _ line: TextLine, _ fitting: LineFitting, _ placement: LinePlacement
  ) {
    bytes = text.bytes
    runs = text.runs
    self.line = line
    self.placement = placement
    sign = line.showsHyphen ? [UInt8(ascii: "-")] : line.showsOverflow ? fitting.sign.text : []
    position = line.range.lowerBound
    measured = position
    column = ColumnMeter(fitting)
    run = text.runIndex(at: position)
    if placement.leading > 0 { pending = .blanks(count: placement.leading, nil) }
  }

  /// The next piece, or nil at the end of the line.
  package mutating func next() -> LinePiece? {
    if let piece = pending {
      pending = nil
      return piece
    }
    while position < line.range.upperBound {
      while run + 1 < runs.count, runs[run + 1].start <= position {
        run += 1
        runEnd = 0
      }
      var start = position
      if runEnd <= position {
        let next = run + 1 < runs.count ? runs[run + 1].start : bytes.count
        runEnd = clusterEnd(
          bytes, at: Swift.min(next, line.range.upperBound), from: position,
          before: line.range.upperBound)
      }
      let end = runEnd
      while position < end {
        // Nothing else matters, and most text is nothing else.
        while position < end, bytes[position] > 0x20, bytes[position] != 0xC2 { position += 1 }
        guard position < end else { break }
        switch bytes[position] {
        case 0x09:
          let tab = LinePiece.blanks(count: tabWidth(at: position), style)
          return piece(start, position, after: position + 1, tab)
        case 0xC2 where position + 1 < end && bytes[position + 1] == 0xAD:
          // It shows only at the end of a line; some terminals would give it a cell here.
          if position > start { return piece(start, position, after: position + 2, nil) }
          position += 2
          start = position
        case 0x20
        where placement.isStretched && position >= placement.stretchStart
          && LinePlacement.isGap(bytes, position, in: line.range):
          let growth = placement.growth(ofGap: gap)
          gap += 1
          if growth > 0 {
            let blanks = LinePiece.blanks(count: growth, style)
            return piece(start, position + 1, after: position + 1, blanks)
          }
          position += 1
        default:
          position += 1
        }
      }
      if start < end { return .text(start..<end, style) }
    }
    return endPiece()
  }

  private var style: StyleID { runs[run].style }

  /// The text from `start` to `end`, and then what follows it.
  private mutating func piece(_ start: Int, _ end: Int, after next: Int, _ following: LinePiece?)
    -> LinePiece?
  {
    position = next
    guard end > start else { return following }
    pending = following
    return .text(start..<end, style)
  }

  private mutating func tabWidth(at offset: Int) -> Int {
    _ = column.take(bytes, from: measured, to: offset, limit: Int.max)
    let before = column.column
    measured = offset + 1
    _ = column.take(bytes, from: offset, to: measured, limit: Int.max)
    return column.column - before
  }

  private mutating func endPiece() -> LinePiece? {
    guard !isAtEnd, line.showsHyphen || line.showsOverflow, !runs.isEmpty else { return nil }
    isAtEnd = true
    return .sign(sign, style)
  }
}

/// Returns the end of the cluster that an offset is in; the offset itself if it is between
/// clusters.
///
/// - Parameters:
///   - bytes: The text.
///   - offset: The place; after `start`.
///   - start: A place between clusters.
///   - limit: End of the search.
/// - Returns: The offset, or one after it.
package func clusterEnd(
  _ bytes: [UInt8], at offset: Int, from start: Int, before limit: Int
) -> Int {
  guard offset < limit, bytes[offset] >= 0x80 || bytes[offset - 1] >= 0x80 else { return offset }
  // The ends of clusters are the same by all rules.
  var clusters = TextClusters(bytes, in: start..<limit, rules: .clusters)
  while clusters.position < offset, clusters.next() != nil {}
  // A cluster that a joiner takes in without being joined to it has no cell of its own.
  while clusters.takesNext, clusters.next() != nil {}
  return clusters.position
}
