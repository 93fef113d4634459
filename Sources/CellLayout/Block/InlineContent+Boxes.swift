import StyledText
package import Styling

/// A box of one line in a block's text.
package struct BlockBox: Hashable, Sendable {
  /// Byte offsets into the text; it may be empty.
  package var range: Range<Int>

  /// Number of boxes around it.
  let depth: Int

  /// Its measures; nil lays it out as text.
  let box: InlineBox?

  /// True if it is only text behind its padding: it is too long.
  let isText: Bool

  /// The look of the blanks in it.
  let filling: BlockRun

  /// The look of the blanks beside it.
  let outside: BlockRun
}

extension InlineContent {
  /// The text with its boxes laid out, in lines of so many columns: with the blanks that fill them
  /// and without what they cut.
  ///
  /// - Parameters:
  ///   - columns: Columns that percentages refer to.
  ///   - whiteSpace: True if spaces in boxes collapse.
  ///   - rules: Rules that count cells.
  ///   - isFlat: True if boxes are just text, with one space before what follows.
  ///   - mostBlanks: With more of them the text ends.
  /// - Returns: The text; runs of blanks are among its runs.
  package func layingOutBoxes(
    columns: Int, whiteSpace: WhiteSpace, rules: WidthRules, isFlat: Bool = false,
    mostBlanks: Int = .max
  ) -> InlineContent {
    guard !boxes.isEmpty else { return self }
    // Behind the runs, fillings and what is beside boxes have numbers.
    func number(_ index: Int) -> StyleID { StyleID(index: Int32(index)) }
    let laidOut = BoxLayout.layOut(
      numbered, in: 0..<bytes.count, isFlat: isFlat, mostBlanks: mostBlanks
    ) { index in
      let box = boxes[index]
      guard let measures = box.box else { return nil }
      return BoxLayout.Measures(
        cells: InlineBoxCells(
          measures, columns: columns, whiteSpace: whiteSpace,
          isHidden: box.filling.style.visibility == .hidden, rules: rules),
        filling: number(runs.count + 2 * index), outside: number(runs.count + 2 * index + 1))
    }
    return withRuns(of: laidOut)
  }

  /// The text with runs for its blanks; blanks that look like the text beside them belong to it.
  private func withRuns(of laidOut: BoxLayout.Result) -> InlineContent {
    var text = InlineContent(bytes: laidOut.line.bytes, runs: [])
    text.hasLastLine = hasLastLine
    text.atoms = laidOut.atoms
    text.standsOut = laidOut.standsOut
    text.hasTooManyBlanks = laidOut.hasTooManyBlanks
    var origins: [Int32] = []
    for (index, part) in laidOut.line.runs.enumerated() {
      let number = Int(part.style.index)
      let isBlank = number >= runs.count
      let box = (number - runs.count) / 2
      var run =
        !isBlank
        ? runs[number]
        : (number - runs.count) % 2 == 0 ? boxes[box].filling : boxes[box].outside
      run.range = part.start..<laidOut.line.end(ofRun: index)
      let origin = isBlank ? -1 : part.style.index
      if let last = text.runs.last, last.style == run.style, last.paint == run.paint,
        last.link == run.link, origin < 0 || origins[origins.count - 1] < 0
      {
        text.runs[text.runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
        origins[origins.count - 1] = max(origins[origins.count - 1], origin)
      } else {
        text.runs.append(run)
        origins.append(origin)
      }
    }
    text.origins = origins
    return text
  }
}
