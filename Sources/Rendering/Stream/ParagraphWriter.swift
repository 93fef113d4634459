import Bytes
import CellLayout
import StyledText
import Styling
import TerminalOutput

/// Wraps and aligns lines and writes them, without making cells of them.
///
/// The result looks like that of a `BlockLayout`, which is used where runs need cells: for shadows
/// and gradients.
struct ParagraphWriter: ~Copyable {
  private let host: ComputedStyle
  private let target: OutputTarget
  private let columns: Int
  private let fitting: LineFitting
  private let whiteSpace: WhiteSpace
  /// True if every line is filled up with blanks, because they can be seen.
  private let fillsLines: Bool
  private let alwaysNeedsCells: Bool

  private var paragraph = ParagraphText()
  private var needsCells = false
  /// True if there may be tabs or soft hyphens in the paragraph.
  private var hasSpecials = false

  /// Prepares to write paragraphs in the host object's style.
  init(_ target: OutputTarget, _ resolver: StyleResolver, _ attributes: borrowing StreamAttributes)
  {
    host = resolver.hostStyle.ofParagraph.shown(in: target.environment)
    self.target = target
    columns = max(1, target.environment.columns)
    whiteSpace = host.block.whiteSpace
    fitting = LineFitting(host.block, columns: columns, rules: target.widthRules)
    fillsLines = !attributes[attributes.blank].hidesBlanks
    if case .gradient? = host.text.backgroundImage {
      alwaysNeedsCells = attributes.depth >= .ansi8
    } else {
      alwaysNeedsCells = false
    }
  }

  /// Writes all complete lines, and returns the number of bytes of the text that are written.
  mutating func write(
    _ line: StyledLines, isLast: Bool, _ styles: inout ComputedStyleTable, _ boxes: inout BoxTable,
    _ writer: inout LineWriter, to output: inout StreamBuffer
  ) -> Int {
    var start = 0
    var ends = line.lineEnds
    let wholeLines = ends.count
    if isLast, line.bytes.count > (ends.last ?? -1) + 1 { ends.append(line.bytes.count) }
    for (index, end) in ends.enumerated() {
      take(start..<end, of: line, &styles, &boxes, &writer)
      // Behind a `<br>` the line feed of the input ends another line.
      let endsInBreak = index < wholeLines && paragraph.bytes.last == 0x0A
      writeParagraph(&styles, &writer, to: &output)
      if endsInBreak, fitting.maxLines == nil {
        if fillsLines { fill(columns, &writer, to: &output) }
        writer.endLine(&output)
      }
      start = end + 1
    }
    return min(start, line.bytes.count)
  }

  /// Copies a line of the text, with its boxes laid out and blanks for hidden text.
  private mutating func take(
    _ range: Range<Int>, of line: StyledLines, _ styles: inout ComputedStyleTable,
    _ boxes: inout BoxTable, _ writer: inout LineWriter
  ) {
    paragraph.removeAll()
    guard !range.isEmpty else { return }
    paragraph.append(line, range, whiteSpace)
    let hasBlanks = paragraph.line.runs.contains { styles.summary($0.style).isBlank }
    if hasBlanks || !line.boxes.isEmpty {
      paragraph.removeAll()
      let laidOut = boxes.layOut(line.slice(range), &styles)
      writer.attributes.update(for: laidOut, &styles)
      paragraph.append(laidOut.line, 0..<laidOut.line.bytes.count, boxes: laidOut.atoms, whiteSpace)
    }
    needsCells =
      alwaysNeedsCells
      || paragraph.line.runs.contains {
        writer.attributes[writer.attributes.id(of: $0.style, styles)].needsCells
      }
  }

  private mutating func writeParagraph(
    _ styles: inout ComputedStyleTable, _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    guard !paragraph.bytes.isEmpty else {
      // A paragraph has a line, even where all of its spaces have collapsed.
      if fillsLines { fill(columns, &writer, to: &output) }
      return writer.endLine(&output)
    }
    if needsCells { return writeCells(&styles, &writer, to: &output) }
    let bytes = paragraph.bytes
    hasSpecials =
      bytes.span.firstOffset(from: 0, to: bytes.count) { block in
        (block .== SIMD16(repeating: 0x09)) .| (block .== SIMD16(repeating: 0xAD))
      } < bytes.count
    var run = 0
    let lines = fitLines(bytes, in: 0..<bytes.count, fitting, atoms: paragraph.atoms)
    for line in lines { write(line, of: bytes, &run, &styles, &writer, to: &output) }
  }

  // MARK: Lines

  private mutating func write(
    _ line: TextLine, of bytes: [UInt8], _ run: inout Int,
    _ styles: inout ComputedStyleTable, _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    run = paragraph.line.runIndex(at: line.range.lowerBound, from: run)
    let placement = LinePlacement(of: line, bytes, fitting, atoms: paragraph.atoms)
    var line = line
    let hasSign = line.showsHyphen || line.showsOverflow
    if line.width == 0, !showsWithoutCells(String(decoding: bytes[line.range], as: UTF8.self)) {
      line.range = line.range.lowerBound..<line.range.lowerBound
    }
    if !fillsLines, !hasSign {
      leaveOutBlanks(at: &line, of: bytes, after: run, writer.attributes, styles)
    }
    // Text without cells needs a cell to be in.
    let isBare = line.width == 0 && !line.range.isEmpty && !hasSign
    let leading = min(placement.leading, isBare ? columns - 1 : columns)
    let shown = placement.columns - placement.leading + leading
    if shown > columns { writer.attributes.layoutFindings.found.insert(.standsOut) }
    if !line.range.isEmpty || hasSign || fillsLines {
      fill(leading, &writer, to: &output)
      if hasSpecials || placement.isStretched || hasSign {
        writePieces(of: line, placement, styles, &writer, to: &output)
      } else {
        writer.write(paragraph.line, line.range, from: &run, &styles, to: &output)
      }
      if fillsLines {
        fill(columns - shown, &writer, to: &output)
      } else if isBare {
        fill(1, &writer, to: &output)
      }
    }
    writer.endLine(&output)
  }

  private func leaveOutBlanks(
    at line: inout TextLine, of bytes: [UInt8], after first: Int,
    _ known: borrowing StreamAttributes, _ styles: borrowing ComputedStyleTable
  ) {
    let runs = paragraph.line.runs
    let start = line.range.lowerBound
    var end = line.range.upperBound
    var run = first
    while run + 1 < runs.count, runs[run + 1].start < end { run += 1 }
    while end > start {
      let last = bytes[end - 1]
      let isSoftHyphen = end - 2 >= start && last == 0xAD && bytes[end - 2] == 0xC2
      guard isSoftHyphen || last.isBlank else { break }
      while run > first, runs[run].start >= end { run -= 1 }
      guard known[known.id(of: runs[run].style, styles)].hidesBlanks else { break }
      end -= isSoftHyphen ? 2 : 1
    }
    line.range = start..<end
  }

  /// Writes a line with tabs, hyphens, signs or spaces that grow.
  private func writePieces(
    of line: TextLine, _ placement: LinePlacement, _ styles: borrowing ComputedStyleTable,
    _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    paragraph.line.forEachPiece(of: line, fitting, placement) { piece in
      switch piece {
      case .blanks(_, nil): break  // They are there already.
      case .blanks(let count, let run?):
        let style = paragraph.line.runs[run].style
        writer.writeBlanks(count, writer.attributes.id(of: style, styles), &output)
      case .text(let range, let run):
        writer.append(range, of: paragraph.bytes, paragraph.line.runs[run].style, styles, &output)
      case .sign(let sign, let run):
        writer.append(0..<sign.count, of: sign, paragraph.line.runs[run].style, styles, &output)
      }
    }
  }

  private func fill(_ count: Int, _ writer: inout LineWriter, to output: inout StreamBuffer) {
    writer.writeBlanks(count, writer.attributes.blank, &output)
  }

  // MARK: Cells

  private func writeCells(
    _ styles: inout ComputedStyleTable, _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    let block = BlockLayout(
      paragraph.line.numbered, &styles, atoms: paragraph.atoms, host: host,
      backdrop: writer.attributes.hostBackdrop, for: target, budget: writer.attributes.budget)
    writer.attributes.append(block, to: &output)
  }
}
