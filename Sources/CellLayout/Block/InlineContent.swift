package import StyledText
package import Styling
package import TerminalOutput

/// A part of a block's text that looks the same throughout.
package struct BlockRun: Hashable, Sendable {
  /// Byte offsets into the text.
  package var range: Range<Int>

  /// Its look, which other runs share.
  package let look: RunLook

  /// Computed text style.
  package var style: TextStyle { look.style }

  /// Paint behind it.
  package var compositing: CompositingState { look.compositing }

  /// Link target; nil is no link.
  package var link: String? { look.link }

  /// Puts a run together.
  package init(range: Range<Int>, _ look: RunLook) {
    self.range = range
    self.look = look
  }

  /// Puts a run together whose look no other one shares.
  package init(
    range: Range<Int>, style: TextStyle, compositing: CompositingState = CompositingState(),
    link: String? = nil
  ) {
    self.init(range: range, RunLook(style, compositing, link: link))
  }
}

/// The look of runs: a text has many runs, but few looks.
package final class RunLook: Hashable, Sendable {
  /// Computed text style.
  package let style: TextStyle

  /// Paint behind it.
  package let compositing: CompositingState

  /// Link target; nil is no link.
  package let link: String?

  /// Puts a look together.
  package init(_ style: TextStyle, _ compositing: CompositingState, link: String?) {
    self.style = style
    self.compositing = compositing
    self.link = link
  }

  /// True if nobody can tell them apart.
  package static func == (left: RunLook, right: RunLook) -> Bool {
    left === right
      || left.style == right.style && left.compositing == right.compositing
        && left.link == right.link
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    hasher.combine(compositing)
    hasher.combine(link)
  }
}

/// The looks of elements, each once.
package struct RunLooks {
  private var looks: [ObjectIdentifier: RunLook] = [:]

  /// No looks.
  package init() {}

  /// The look of text in an element, which must live as long as this does.
  package mutating func look(of content: ComputedElement) -> RunLook {
    if let known = looks[ObjectIdentifier(content)] { return known }
    let look = RunLook(content.style, content.compositing, link: content.link)
    looks[ObjectIdentifier(content)] = look
    return look
  }
}

/// The text of a block and its runs, which cover it without gaps, in order.
package struct InlineContent: Hashable, Sendable {
  /// UTF-8, fit for a terminal.
  package var bytes: [UInt8]

  /// The runs from first to last.
  package var runs: [BlockRun]

  /// True if what follows the last line feed is a line, although it has no text.
  ///
  /// The lines of a file are: its last line feed is no part of the text.
  package var hasLastLine = false

  /// The boxes of one line in the text, before they are laid out, an outer one before those in it.
  package internal(set) var boxes: [BlockBox] = []

  /// Boxes after layout: parts of the text in which no line breaks, from first to last.
  package var atoms: [Range<Int>] = []

  /// True if it ends where its boxes had more blanks than there may be.
  var hasTooManyBlanks = false

  /// True if a character in one of its boxes is wider than the box.
  var standsOut = false

  /// For each run the number that it had before boxes were laid out, -1 for what has none; nil
  /// while all have their own.
  package var origins: [Int32]?

  /// Puts a text together.
  package init(bytes: [UInt8], runs: [BlockRun]) {
    self.bytes = bytes
    self.runs = runs
  }

  /// A text whose runs have the styles of a table.
  package init(_ line: LineBuffer, _ styles: borrowing ComputedStyleTable) {
    var looks = RunLooks()
    bytes = line.bytes
    runs = []
    runs.reserveCapacity(line.runs.count)
    for (index, run) in line.runs.enumerated() {
      runs.append(
        BlockRun(range: run.start..<line.end(ofRun: index), looks.look(of: styles[run.style])))
    }
  }

  /// A text that looks the same throughout.
  package init(_ text: SafeText, style: TextStyle = .initial) {
    bytes = Array(text.utf8)
    runs = [BlockRun(range: 0..<bytes.count, style: style)]
  }

  /// Some whole clusters: the bytes have gone through the sanitizer, so a slice of them is safe.
  func slice(_ range: Range<Int>) -> SafeText {
    SafeText(trusted: String(decoding: bytes[range], as: UTF8.self))
  }
}

extension InlineContent {
  /// The text of parsed markup and the runs that the layout needs to know; hidden ones are blank.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rules: Rules that count cells.
  package init(_ text: AttributedText, rules: WidthRules) {
    var looks = RunLooks()
    self.init(
      bytes: text.bytes,
      runs: text.runs.map { BlockRun(range: $0.range, looks.look(of: $0.content)) })
    boxes = text.boxes.map { box in
      let span = text.spans[box.span]
      return BlockBox(
        range: box.range, depth: box.depth, box: span.content.box, isText: box.isTooLong,
        filling: Self.blankRun(span.content),
        outside: Self.blankRun(text.spans[span.parent ?? 0].content))
    }
    guard runs.contains(where: { $0.style.visibility == .hidden }) else { return }
    var line = numbered
    line.hideText(rules) { runs[Int($0.index)].style.visibility == .hidden }
    bytes = line.bytes
    for index in runs.indices {
      runs[index].range = line.runs[index].start..<line.end(ofRun: index)
    }
    for index in boxes.indices { boxes[index].range = line.boxes[index].range }
  }

  /// The text as a line whose styles are the indices of the runs.
  var numbered: LineBuffer {
    var line = LineBuffer()
    line.bytes = bytes
    line.runs = runs.enumerated().map { index, run in
      LineBuffer.Run(start: run.range.lowerBound, style: StyleID(index: Int32(index)))
    }
    line.boxes = boxes.map { box in
      var lineBox = LineBuffer.Box(
        range: box.range, style: .host, outer: .host, element: 0, depth: box.depth)
      lineBox.isTooLong = box.isText
      return lineBox
    }
    return line
  }

  /// The look of blanks in an element.
  private static func blankRun(_ content: ComputedElement) -> BlockRun {
    let content = content.filling
    return BlockRun(range: 0..<0, style: content.style, compositing: content.compositing)
  }
}

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
    var text = withRuns(of: laidOut.line, laidOut.atoms)
    text.standsOut = laidOut.standsOut
    text.hasTooManyBlanks = laidOut.hasTooManyBlanks
    return text
  }

  /// The text after the first phase of CSS Text 3 §4.1.1 for `white-space`.
  ///
  /// A line feed becomes a space unless the value keeps it.
  package func collapsed(for whiteSpace: WhiteSpace) -> InlineContent {
    guard whiteSpace.collapses else { return self }
    var text = ParagraphText()
    text.append(numbered, 0..<bytes.count, boxes: atoms, whiteSpace)
    return withRuns(of: text.line, text.atoms)
  }

  /// The content with another text, whose styles are numbers: of runs, and behind them of the
  /// blanks in and beside each box.
  ///
  /// Blanks that look like the text beside them belong to it.
  private func withRuns(of line: LineBuffer, _ atoms: [Range<Int>]) -> InlineContent {
    var text = self
    (text.bytes, text.runs, text.boxes, text.atoms) = (line.bytes, [], [], atoms)
    var origins: [Int32] = []
    for (index, piece) in line.runs.enumerated() {
      let number = Int(piece.style.index)
      let isBlank = number >= runs.count
      let box = (number - runs.count) / 2
      var run =
        !isBlank
        ? runs[number]
        : (number - runs.count) % 2 == 0 ? boxes[box].filling : boxes[box].outside
      run.range = piece.start..<line.end(ofRun: index)
      let origin = isBlank ? -1 : self.origins?[number] ?? piece.style.index
      if let last = text.runs.last, last.look == run.look,
        origin < 0 || origins[origins.count - 1] < 0
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
