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
    self.init(rows, styles)
    origins = rows.runs.map { run in
      let span = Int(run.style.index)
      return span < firstRuns.count ? firstRuns[span] : -1
    }
  }
}
