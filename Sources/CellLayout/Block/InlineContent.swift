package import StyledText
package import Styling

/// A part of a block's text that looks the same throughout.
package struct BlockRun: Hashable, Sendable {
  /// Byte offsets into the text.
  package var range: Range<Int>

  /// Computed text style.
  package var style: TextStyle

  /// Paint behind it.
  package var paint: PaintState

  /// Link target; nil is no link.
  package var link: String?

  /// Puts a run together.
  package init(
    range: Range<Int>, style: TextStyle, paint: PaintState = PaintState(), link: String? = nil
  ) {
    self.range = range
    self.style = style
    self.paint = paint
    self.link = link
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
  var origins: [Int32]?

  /// Puts a text together.
  package init(bytes: [UInt8], runs: [BlockRun]) {
    self.bytes = bytes
    self.runs = runs
  }

  /// A text that looks the same throughout.
  package init(_ text: SafeText, style: TextStyle = .initial) {
    bytes = Array(text.utf8)
    runs = [BlockRun(range: 0..<bytes.count, style: style)]
  }

  /// Some whole clusters: the bytes have gone through the sanitizer, so a part of them is safe.
  func part(_ range: Range<Int>) -> SafeText {
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
    self.init(
      bytes: text.bytes,
      runs: text.runs.map { run in
        BlockRun(range: run.range, style: run.style, paint: run.paint, link: run.link)
      })
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
      var part = LineBuffer.Box(
        range: box.range, style: .host, outer: .host, element: 0, depth: box.depth)
      part.isTooLong = box.isText
      return part
    }
    return line
  }

  /// The look of blanks in an element.
  private static func blankRun(_ content: ComputedElement) -> BlockRun {
    let content = content.filling
    return BlockRun(range: 0..<0, style: content.style, paint: content.paint)
  }
}
