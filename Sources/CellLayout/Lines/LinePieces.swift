import Bytes
package import StyledText
import TerminalOutput

/// A part of a line that is written in one go.
package enum LinePiece: Hashable, Sendable {
  /// Blank cells: alignment, which is in no run, a tab, or the growth of a space.
  case blanks(count: Int, run: Int?)

  /// Bytes of the text, without tabs and soft hyphens, all in one run.
  case text(Range<Int>, run: Int)

  /// A sign after the text: the hyphen of a soft hyphen, or the sign for cut text.
  case sign([UInt8], run: Int)
}

extension StyledLines {
  /// Calls a function with each piece of a line of the text; a run that ends inside a cluster is
  /// extended to the end of the cluster.
  package func forEachPiece(
    of line: TextLine, _ fitting: LineFitting, _ placement: LinePlacement,
    _ body: (LinePiece) -> Void
  ) {
    if placement.leading > 0 { body(.blanks(count: placement.leading, run: nil)) }
    let end = line.range.upperBound
    var start = line.range.lowerBound
    var run = runIndex(at: start)
    var mark = firstMark(from: start, to: end, placement)
    var gap = 0
    var meter = ColumnMeter(fitting)
    var measured = start
    while start < end {
      while run + 1 < runs.count, runs[run + 1].start <= start { run += 1 }
      let runEnd = clusterEnd(bytes, at: min(self.end(ofRun: run), end), from: start, before: end)
      while mark < runEnd {
        var (textEnd, next, blanks) = (mark, mark, 0)
        switch bytes[mark] {
        case 0x09:
          next = mark + 1
          _ = meter.take(bytes, from: measured, to: mark, limit: Int.max)
          let column = meter.column
          _ = meter.take(bytes, from: mark, to: next, limit: Int.max)
          (blanks, measured) = (meter.column - column, next)
        // It is visible only at the end of a line; some terminals would draw it in a cell here.
        case 0xC2 where mark + 1 < runEnd && bytes[mark + 1] == 0xAD: next = mark + 2
        case 0x20
        where mark >= placement.stretchStart && LinePlacement.isGap(bytes, mark, in: line.range):
          blanks = placement.growth(ofGap: gap)
          gap += 1
          if blanks > 0 { (textEnd, next) = (mark + 1, mark + 1) }
        default: break
        }
        if next > mark {
          if textEnd > start { body(.text(start..<textEnd, run: run)) }
          if blanks > 0 { body(.blanks(count: blanks, run: run)) }
          start = next
        }
        mark = firstMark(from: max(mark + 1, next), to: end, placement)
      }
      if start < runEnd { body(.text(start..<runEnd, run: run)) }
      start = max(start, runEnd)
    }
    guard line.showsHyphen || line.showsOverflow, run < runs.count else { return }
    body(.sign(line.showsHyphen ? [UInt8(ascii: "-")] : fitting.sign.text, run: run))
  }

  /// The first offset where the text of a line may be split into pieces, or one behind its end.
  private func firstMark(from start: Int, to end: Int, _ placement: LinePlacement) -> Int {
    // Whole blocks are compared faster than the last few bytes.
    let limit = min(bytes.count, start + (end - start + 15) / 16 * 16)
    let gap: UInt8 = placement.isStretched ? 0x20 : 0x09
    return bytes.span.firstOffset(from: start, to: limit) { block in
      (block .== SIMD16(repeating: 0x09)) .| (block .== SIMD16(repeating: 0xC2))
        .| (block .== SIMD16(repeating: gap))
    }
  }
}

/// The end of the cluster that `offset` is in, or `offset` itself if it is between clusters, as
/// `start` before it is.
package func clusterEnd(
  _ bytes: [UInt8], at offset: Int, from start: Int, before limit: Int
) -> Int {
  guard offset < limit, bytes[offset] >= 0x80 || bytes[offset - 1] >= 0x80 else { return offset }
  // The ends of clusters are the same by all rules.
  var clusters = TextClusters(bytes, in: start..<limit, rules: .clusters)
  while clusters.position < offset, clusters.next() != nil {}
  // A cluster in the cell of a joiner has no cell of its own, even if it is not joined.
  while clusters.takesNext, clusters.next() != nil {}
  return clusters.position
}
