package import StyleValues
import StyledText
package import Styling
package import TerminalOutput

/// A line of a block: ordinary text, or text of several sizes on a common last row.
enum BlockLine {
  case text(TextLine)
  case sized(SizedLine)

  var rows: Int {
    switch self {
    case .text: 1
    case .sized(let line): line.rows
    }
  }
}

/// The lines of a block, and the values for fitting them.
struct BlockLines {
  private(set) var lines: [BlockLine]
  let fitting: LineFitting

  private(set) var rows: Int

  /// Columns of the longest line.
  var columns: Int {
    lines.reduce(0) { widest, line in
      switch line {
      case .text(let line): max(widest, line.width)
      case .sized(let line): max(widest, line.columns)
      }
    }
  }

  /// Breaks the text into lines that fit into `columns`.
  ///
  /// A paragraph whose letters are higher than a row is drawn large if it fits on one line;
  /// otherwise it is wrapped as text of one row. At most `mostRows` and one lines are made.
  init(
    _ text: ParagraphText, _ textStyles: RunStyles, _ style: BlockStyle, columns: Int,
    target: OutputTarget, hasLastLine: Bool = false, mostRows: Int = .max
  ) {
    var fitting = LineFitting(style, columns: columns, rules: target.widthRules)
    self.fitting = fitting
    let sizes = RunSizes(textStyles, target.largeText)
    var lines: [BlockLine] = []
    // One more shows that there are too many.
    let most = mostRows < Int.max / 2 ? max(1, mostRows) + 1 : Int.max
    let limit = min(fitting.maxLines ?? Int.max, most)
    func fit(_ range: Range<Int>) {
      guard lines.count < limit, !range.isEmpty else { return }
      fitting.maxLines = limit == Int.max ? nil : limit - lines.count
      lines += fitLines(text.bytes, in: range, fitting, atoms: text.atoms).map(BlockLine.text)
    }
    if sizes.isUnsized {
      fit(0..<text.bytes.count)
    } else {
      var unsizedStart = 0
      for paragraph in text.paragraphs {
        guard
          let line = SizedLine(
            text.line, paragraph, sizes, columns: columns, rules: target.widthRules)
        else { continue }
        fit(unsizedStart..<paragraph.lowerBound)
        if lines.count < limit { lines.append(.sized(line)) }
        unsizedStart = min(paragraph.upperBound + 1, text.bytes.count)
      }
      fit(unsizedStart..<text.bytes.count)
    }
    let end = text.bytes.count
    if hasLastLine, lines.count < limit, text.bytes.last.map({ $0 == 0x0A }) ?? true {
      lines.append(.text(TextLine(range: end..<end, end: end, width: 0, endsParagraph: true)))
    }
    self.lines = lines
    rows = lines.reduce(0) { $0 + $1.rows }
  }

  /// Drops lines that begin past a number of rows, but not the first line, and returns the dropped
  /// rows.
  mutating func cut(toRows most: Int) -> Int {
    let before = rows
    while rows > most, lines.count > 1, let last = lines.popLast() { rows -= last.rows }
    return before - rows
  }
}

extension LineFitting {
  package init(_ style: BlockStyle, columns: Int, rules: WidthRules) {
    self.init(
      width: columns, wraps: style.whiteSpace != .nowrap && style.whiteSpace != .pre,
      breaksWords: style.overflowWrap != .normal, trailingSpaces: TrailingSpaces(style.whiteSpace),
      tabSize: style.tabSize, alignment: LineAlignment(style.textAlign), maxLines: style.maxLines,
      sign: OverflowSign(style.textOverflow, rules: rules), rules: rules)
  }
}

extension TrailingSpaces {
  /// Treatment of trailing spaces by `white-space`.
  init(_ whiteSpace: WhiteSpace) {
    switch whiteSpace {
    case .normal, .nowrap, .preLine: self = .removed
    case .pre, .preWrap: self = .hanging
    case .breakSpaces: self = .kept
    }
  }
}

extension LineAlignment {
  /// Alignment by `text-align`, where terminals write from left to right.
  package init(_ align: TextAlignment) {
    switch align {
    case .left, .start, .natural: self = .left
    case .right, .end: self = .right
    case .center: self = .center
    case .justify: self = .justify
    }
  }
}

extension OverflowSign {
  /// The sign of `text-overflow`.
  package init(_ overflow: TextOverflow, rules: WidthRules) {
    switch overflow {
    case .clip: self = .clip
    case .ellipsis: self.init("…", rules: rules)
    case .string(let sign), .middle(let sign): self.init(.label(sign), rules: rules)
    // A line of a block is cut at its end, where such a value has no sign.
    case .start: self = .clip
    }
  }
}

extension ParagraphText {
  var paragraphs: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for offset in bytes.indices where bytes[offset] == 0x0A {
      ranges.append(start..<offset)
      start = offset + 1
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }
}

extension ComputedStyle {
  /// The style of a paragraph inside of a block, for its lines and without the block's box.
  package var ofParagraph: ComputedStyle {
    var result = self
    result.block = .initial
    result.block.textAlign = block.textAlign
    result.block.textOverflow = block.textOverflow
    result.block.whiteSpace = block.whiteSpace
    result.block.overflowWrap = block.overflowWrap
    result.block.tabSize = block.tabSize
    result.block.maxLines = block.maxLines
    return result
  }

  /// The style of a block on a terminal: without what is only drawn, if text is flat.
  package func shown(in environment: Environment) -> ComputedStyle {
    guard environment.isFlat else { return self }
    var result = self
    result.block.border = BlockStyle.initial.border
    result.block.borderRadius = 0
    result.block.padding = BlockStyle.initial.padding
    result.block.margin = BlockStyle.initial.margin
    result.block.textAlign = .start
    result.text.backgroundImage = nil
    result.text.shadows = []
    return result
  }
}
