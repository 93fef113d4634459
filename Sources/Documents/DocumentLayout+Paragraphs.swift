import Bytes
import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Paragraphs: text in rows.
extension DocumentLayout {
  mutating func endParagraph(_ styles: inout ComputedStyleTable) {
    emitRows(isEnd: true, &styles)
    paragraph.removeAll()
    settleParagraph()
    emittedEnd = 0
  }

  /// End of the text that later input cannot change: the end of the last word.
  private var certainEnd: Int {
    let bytes = paragraph.bytes
    if let space = bytes.suffix(4095).lastIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
      return space + 1
    }
    guard bytes.count > 4096 else { return 0 }
    // A word without an end: its last cluster may continue.
    var end = bytes.count - 256
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  mutating func emitRows(isEnd: Bool, _ styles: inout ComputedStyleTable) {
    defer { settleParagraph() }
    let inner = frames.count - 1
    let end = isEnd ? paragraph.bytes.count : certainEnd
    guard end > 0 else { return }
    // Between outermost blocks, too; the object may have a frame of its own.
    let isOutside = tableDepth == 0 && frames[inner].style == .host
    let collapses = frames[inner].block.whiteSpace.collapsesSpaces || isOutside
    if !isRowOpen, collapses, paragraph.bytes.allSatisfy({ $0 == 0x20 }) { return }
    if !isEnd, frames[inner].block.maxLines != nil { return }
    emitMargin(&styles)
    var start = 0
    var lines = 0
    // It continues from line to line: a word that fills many of them is scanned once.
    var fitter: LineFitter?
    var fitting = LineFitting(width: 0, rules: target.widthRules)
    var fitterColumns = 0
    while start < end {
      if !isRowOpen {
        rowColumns = beginRow(&styles)
        rowStart = writer.column
      }
      if fitterColumns != rowColumns {
        fitting = self.fitting(columns: rowColumns)
        fitter = LineFitter(paragraph.bytes, in: start..<end, fitting, atoms: paragraph.atoms)
        fitterColumns = rowColumns
      }
      let most = fitting.maxLines.map { $0 - lines }
      if let most, most <= 0 { break }
      guard var line = fitter?.next() else { break }
      if most == 1 || !fitting.wraps {
        let isCut = most == 1 && line.end < end
        line.cut(paragraph.bytes, fitting, isCut: isCut)
        if isCut { line.end = end }
      }
      let isFull = isEnd || line.end < end || paragraph.bytes[line.end - 1] == 0x0A
      guard isFull else {
        if emitsWords { emitWords(line, fitting) } else { isRowOpen = true }
        break
      }
      emitLine(line, fitting, &styles)
      lines += 1
      start = line.end
      emittedEnd = start
    }
    fitter = nil
    paragraph.removeFirst(start)
    emittedEnd = max(0, emittedEnd - start)
  }

  private mutating func fitting(columns: Int) -> LineFitting {
    let inner = frames.count - 1
    var fitting = LineFitting(frames[inner].block, columns: columns, rules: target.widthRules)
    // Text that does not wrap would leave its block; it is cut only if the sheet says so.
    if frames[inner].block.whiteSpace == .pre, frames[inner].block.textOverflow == .clip,
      frames[inner].block.overflow != .hidden
    {
      fitting.wraps = true
    }
    if isMeasuring { fitting.alignment = .left }
    fitting.breaksBehindSigns = tableDepth > 0
    return fitting
  }

  /// Emits the words of a line that may get more of them.
  private mutating func emitWords(_ line: TextLine, _ fitting: LineFitting) {
    isRowOpen = true
    var words = line
    words.range = max(emittedEnd, line.range.lowerBound)..<max(emittedEnd, line.range.upperBound)
    words.showsHyphen = false
    guard fitting.alignment == .left, !words.range.isEmpty,
      !paragraph.bytes[line.range].contains(0x09)
    else { return }
    write(words, fitting, LinePlacement(of: words, paragraph.bytes, fitting))
    emittedEnd = words.range.upperBound
  }

  /// Emits a row with a line, without the words that were emitted before.
  private mutating func emitLine(
    _ line: TextLine, _ fitting: LineFitting, _ styles: inout ComputedStyleTable
  ) {
    isRowOpen = false
    let placement = LinePlacement(of: line, paragraph.bytes, fitting, atoms: paragraph.atoms)
    var rest = line
    let start = min(max(emittedEnd, line.range.lowerBound), line.range.upperBound)
    rest.range = start..<line.range.upperBound
    write(rest, fitting, placement)
    writer.setColumn(rowStart + placement.columns)
    endRow(used: columns - rowColumns + placement.columns, &styles)
  }

  private mutating func write(
    _ line: TextLine, _ fitting: LineFitting, _ placement: LinePlacement
  ) {
    let inner = frames.count - 1
    writer.append(
      line, of: paragraph.line, fitting, placement, frames[inner].filling,
      areBlanksSeen: frames[inner].paintsBlanks)
  }
}

extension RowWriter {
  /// Writes a line of a text.
  ///
  /// It is not a method of the layout, whose paragraph would be copied for each piece.
  fileprivate mutating func append(
    _ line: TextLine, of text: StyledLines, _ fitting: LineFitting,
    _ placement: LinePlacement, _ filling: StyleID, areBlanksSeen: Bool
  ) {
    text.forEachPiece(of: line, fitting, placement) { piece in
      switch piece {
      case .blanks(let count, nil): appendBlanks(count, filling, areSeen: areBlanksSeen)
      case .blanks(let count, let run?): appendBlanks(count, text.runs[run].style, areSeen: true)
      case .text(let range, let run):
        append(
          range, of: text.bytes.span, cells: 0, text.runs[run].style,
          element: text.runs[run].element)
      case .sign(let sign, let run): append(sign, cells: 0, text.runs[run].style)
      }
    }
  }
}
