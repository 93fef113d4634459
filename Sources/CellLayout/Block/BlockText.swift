package import StyledText
package import Styling

/// A part of a block's text that looks the same throughout.
package struct BlockRun: Hashable, Sendable {
  /// Byte offsets into the text.
  package var range: Range<Int>

  /// How it looks.
  package var style: TextStyle

  /// What is behind it.
  package var paint: PaintState

  /// Where it leads; nil is no link.
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
package struct BlockText: Hashable, Sendable {
  /// UTF-8, fit for a terminal.
  package var bytes: [UInt8]

  /// The runs from first to last.
  package var runs: [BlockRun]

  /// Whether what follows the last line feed is a line, although it has no text.
  ///
  /// The lines of a file are: its last line feed is no part of the text.
  package var hasLastLine = false

  /// Puts a text together.
  package init(bytes: [UInt8], runs: [BlockRun]) {
    self.bytes = bytes
    self.runs = runs
  }

  /// A text that looks the same throughout.
  package init(_ text: String, style: TextStyle = .initial) {
    bytes = Array(text.utf8)
    runs = [BlockRun(range: 0..<bytes.count, style: style)]
  }
}

extension BlockText {
  /// The text of parsed markup and the runs that the layout needs to know; hidden ones are blank.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rules: How cells are counted.
  package init(_ text: AttributedText, rules: WidthRules) {
    self.init(
      bytes: text.bytes,
      runs: text.runs.map { run in
        BlockRun(range: run.range, style: run.style, paint: run.paint, link: run.link)
      })
    guard runs.contains(where: { $0.style.visibility == .hidden }) else { return }
    bytes = []
    for index in runs.indices {
      let own = Array(text.bytes[runs[index].range])
      let start = bytes.count
      bytes += runs[index].style.visibility == .hidden ? blanks(insteadOf: own, rules: rules) : own
      runs[index].range = start..<bytes.count
    }
  }
}
