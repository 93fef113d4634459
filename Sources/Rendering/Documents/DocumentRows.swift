import CellLayout
import StyledText
import Styling

extension AttributedText {
  /// The text with the edges of its blocks; its styles are the numbers of its spans.
  var line: LineBuffer {
    var line = LineBuffer()
    line.bytes = bytes
    line.runs = runs.map { run in
      LineBuffer.Run(start: run.range.lowerBound, style: StyleID(index: Int32(run.spanIndex)))
    }
    line.boxes = boxes.map { box in
      var lineBox = LineBuffer.Box(
        range: box.range, style: StyleID(index: Int32(box.span)),
        outer: StyleID(index: Int32(spans[box.span].parent ?? 0)), element: 0, depth: box.depth)
      lineBox.isTooLong = box.isTooLong
      return lineBox
    }
    line.blockEdges = blockEdges.map { edge in
      LineBuffer.BlockEdge(
        offset: edge.offset, style: edge.span.map { StyleID(index: Int32($0)) },
        endsLine: edge.endsLine)
    }
    return line
  }
}

extension InlineContent {
  /// The rows of a document that is laid out.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - rows: Its rows.
  ///   - styles: The styles of the rows, of which the first ones are those of its spans.
  init(rowsOf text: AttributedText, _ rows: LineBuffer, _ styles: borrowing ComputedStyleTable) {
    var firstRuns = Array(repeating: Int32(-1), count: text.spans.count)
    for (index, run) in text.runs.enumerated() where firstRuns[run.spanIndex] < 0 {
      firstRuns[run.spanIndex] = Int32(index)
    }
    var runs: [BlockRun] = []
    var origins: [Int32] = []
    runs.reserveCapacity(rows.runs.count)
    origins.reserveCapacity(rows.runs.count)
    var looks = RunLooks()
    for (index, run) in rows.runs.enumerated() {
      runs.append(
        BlockRun(
          range: run.start..<rows.end(ofRun: index), looks.look(of: styles[run.style])))
      let span = Int(run.style.index)
      origins.append(span < firstRuns.count ? firstRuns[span] : -1)
    }
    self.init(bytes: rows.bytes, runs: runs)
    self.origins = origins
  }
}
