import Bytes
import CellLayout
import StyledText
import Styling
import TerminalOutput

/// Wraps and aligns lines and writes them, without making cells of them.
///
/// The screen is the same as with the cells of a `BlockLayout`, which is asked where runs need
/// cells of their own: for shadows and gradients.
struct ParagraphWriter: ~Copyable {
  private let host: ComputedStyle
  private let target: OutputTarget
  private let columns: Int
  private let whiteSpace: WhiteSpace
  private let maxLines: Int?
  private let fitting: LineFitting
  private let alignment: LineAlignment
  private let sign: OverflowSign
  /// True if every line has to be filled up with blanks, because they can be seen.
  private let fillsLines: Bool
  /// True if every paragraph needs cells.
  private let alwaysNeedsCells: Bool

  /// The paragraph at hand.
  private var paragraph = Paragraph()
  /// Text of a paragraph, fit for the layout of lines.
  private struct Paragraph {
    /// Its bytes, and 32 more: text is copied in blocks.
    var bytes: [UInt8] = []
    var end = 0
    var runEnds: [Int] = []
    var styles: [StyleID] = []
    var attributes: [AttributesID] = []
    /// Parts in which no line breaks.
    var atoms: [Range<Int>] = []
    /// True if there are tabs or soft hyphens.
    var hasSpecials = false

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      runEnds.removeAll(keepingCapacity: true)
      styles.removeAll(keepingCapacity: true)
      attributes.removeAll(keepingCapacity: true)
      if !atoms.isEmpty { atoms.removeAll() }
    }
  }

  /// Prepares to write paragraphs of the host object's style.
  init(_ target: OutputTarget, _ resolver: StyleResolver, _ attributes: borrowing StreamAttributes)
  {
    host = resolver.hostStyle.ofParagraph.shown(in: target.environment)
    self.target = target
    columns = max(1, target.environment.columns)
    whiteSpace = host.block.whiteSpace
    maxLines = host.block.maxLines.map { max(0, $0) }
    fitting = LineFitting(
      host.block, columns: columns, rules: target.widthRules)
    alignment = LineAlignment(host.block.textAlign)
    sign = OverflowSign(host.block.textOverflow, rules: target.widthRules)
    fillsLines = !attributes[attributes.blank].hidesBlanks
    if case .gradient? = host.text.backgroundImage {
      alwaysNeedsCells = attributes.depth >= .ansi8
    } else {
      alwaysNeedsCells = false
    }
  }

  /// Writes all lines that are complete.
  ///
  /// - Parameters:
  ///   - line: The lines.
  ///   - isLast: True if the text ends with them.
  ///   - styles: The styles in it.
  ///   - boxes: The boxes of styles.
  ///   - writer: Writer of their lines.
  ///   - output: Destination of the bytes.
  /// - Returns: Number of bytes of the text that are written.
  mutating func write(
    _ line: LineBuffer, isLast: Bool, _ styles: inout ComputedStyleTable, _ boxes: inout BoxTable,
    _ writer: inout LineWriter, to output: inout StreamBuffer
  ) -> Int {
    var start = 0
    var ends = line.lineEnds
    let wholeLines = ends.count
    if isLast, line.bytes.count > (ends.last ?? -1) + 1 { ends.append(line.bytes.count) }
    for (index, end) in ends.enumerated() {
      take(start..<end, of: line, &styles, &boxes, &writer)
      // Behind a `<br>` the line feed of the input ends another line.
      let endsInBreak =
        index < wholeLines && paragraph.end > 0 && paragraph.bytes[paragraph.end - 1] == 0x0A
      writeParagraph(&styles, &writer, to: &output)
      if endsInBreak, maxLines == nil {
        if fillsLines { fill(columns, &writer, to: &output) }
        writer.endLine(&output)
      }
      start = end + 1
    }
    return min(start, line.bytes.count)
  }

  private static let padding = [UInt8](repeating: 0, count: 32)

  /// Takes a line out of what was read.
  private mutating func take(
    _ range: Range<Int>, of line: LineBuffer, _ styles: inout ComputedStyleTable,
    _ boxes: inout BoxTable, _ writer: inout LineWriter
  ) {
    paragraph.removeAll()
    let showsAll = add(line, range, &styles)
    if !range.isEmpty, !showsAll || !line.boxes.isEmpty {
      let laidOut = layOut(range, of: line, &styles, &boxes, &writer)
      paragraph.removeAll()
      add(laidOut.line, 0..<laidOut.line.bytes.count, &styles)
      paragraph.atoms = laidOut.atoms
    }
    if whiteSpace.collapses {
      collapseSpaces(
        in: &paragraph.bytes, runEnds: &paragraph.runEnds, atoms: &paragraph.atoms,
        for: whiteSpace)
    }
    paragraph.end = paragraph.bytes.count
    paragraph.bytes += Self.padding
  }

  /// Lays out the boxes of a line, with blanks for what is hidden.
  private func layOut(
    _ range: Range<Int>, of line: LineBuffer, _ styles: inout ComputedStyleTable,
    _ boxes: inout BoxTable, _ writer: inout LineWriter
  ) -> BoxLayout.Result {
    var slice = line.slice(range)
    slice.hideText(target.widthRules) { styles.head($0).isBlank }
    let laidOut = BoxLayout.layOut(
      slice, in: 0..<slice.bytes.count, isFlat: target.environment.isFlat
    ) { index in
      boxes.measures(slice.boxes[index].style, inside: slice.boxes[index].outer, &styles)
    }
    writer.attributes.update(&styles)
    if laidOut.standsOut { writer.attributes.layoutFindings.found.insert(.standsOut) }
    return laidOut
  }

  /// Adds runs of a line to the paragraph.
  ///
  /// - Returns: False if some of its text is hidden.
  @discardableResult
  private mutating func add(
    _ line: LineBuffer, _ range: Range<Int>, _ styles: inout ComputedStyleTable
  ) -> Bool {
    paragraph.bytes += line.bytes[range]
    var showsAll = true
    var index = line.runIndex(at: range.lowerBound)
    while index < line.runs.count, line.runs[index].start < range.upperBound {
      let style = line.runs[index].style
      let head = styles.head(style)
      if head.isBlank { showsAll = false }
      paragraph.styles.append(style)
      paragraph.attributes.append(AttributesID(index: head.attributes))
      paragraph.runEnds.append(min(line.end(ofRun: index), range.upperBound) - range.lowerBound)
      index += 1
    }
    return showsAll
  }

  private mutating func writeParagraph(
    _ styles: inout ComputedStyleTable, _ writer: inout LineWriter,
    to output: inout StreamBuffer
  ) {
    guard paragraph.end > 0 else {
      // A paragraph has a line, even where all of its spaces have collapsed.
      fill(columns, &writer, to: &output)
      return writer.endLine(&output)
    }
    if alwaysNeedsCells
      || paragraph.attributes.contains(where: { writer.attributes[$0].needsCells })
    {
      return writeCells(&styles, &writer, to: &output)
    }
    paragraph.hasSpecials = Self.hasSpecials(paragraph.bytes, before: paragraph.end)
    let lines = fitLines(
      paragraph.bytes, in: 0..<paragraph.end, fitting, maxLines: maxLines, sign: sign,
      atoms: paragraph.atoms)
    var run = 0
    for line in lines { write(line, &run, &writer, to: &output) }
  }

  // MARK: Lines

  private mutating func write(
    _ line: TextLine, _ run: inout Int, _ writer: inout LineWriter,
    to output: inout StreamBuffer
  ) {
    let placement = LinePlacement(
      of: line, paragraph.bytes, width: columns, alignment: alignment, sign: sign,
      atoms: paragraph.atoms)
    var line = line
    let hasSign = line.showsHyphen || line.showsOverflow
    while paragraph.runEnds[run] <= line.range.lowerBound, run + 1 < paragraph.runEnds.count {
      run += 1
    }
    if line.width == 0,
      !showsWithoutCells(String(decoding: paragraph.bytes[line.range], as: UTF8.self))
    {
      line.range = line.range.lowerBound..<line.range.lowerBound
    }
    if !fillsLines, !hasSign { leaveOutBlanks(at: &line, after: run, &writer) }
    // Text without cells has to stand in one.
    let isBare = line.width == 0 && !line.range.isEmpty && !hasSign
    let leading = min(placement.leading, isBare ? columns - 1 : columns)
    let shown =
      placement.isStretched
      ? columns
      : leading + line.width + (line.showsHyphen ? 1 : 0)
        + (line.showsOverflow ? sign.width : 0)
    if shown > columns { writer.attributes.layoutFindings.found.insert(.standsOut) }
    if !line.range.isEmpty || hasSign || fillsLines {
      fill(leading, &writer, to: &output)
      if paragraph.hasSpecials || placement.isStretched || hasSign {
        writePieces(of: line, placement, &run, &writer, to: &output)
      } else {
        writeText(line.range, &run, &writer, to: &output)
      }
      if fillsLines {
        fill(columns - shown, &writer, to: &output)
      } else if isBare {
        fill(1, &writer, to: &output)
      }
    }
    writer.endLine(&output)
  }

  /// Leaves out the blanks at the end of a line that cannot be seen.
  private func leaveOutBlanks(
    at line: inout TextLine, after first: Int, _ writer: inout LineWriter
  ) {
    let start = line.range.lowerBound
    var end = line.range.upperBound
    var run = first
    while run + 1 < paragraph.runEnds.count, paragraph.runEnds[run] < end { run += 1 }
    while end > start {
      let isSoftHyphen =
        end - 2 >= start && paragraph.bytes[end - 1] == 0xAD && paragraph.bytes[end - 2] == 0xC2
      guard isSoftHyphen || paragraph.bytes[end - 1] == 0x20 || paragraph.bytes[end - 1] == 0x09
      else { break }
      while run > first, paragraph.runEnds[run - 1] >= end { run -= 1 }
      guard writer.attributes[paragraph.attributes[run]].hidesBlanks else { break }
      end -= isSoftHyphen ? 2 : 1
    }
    line.range = start..<end
  }

  /// Writes text as it stands.
  @inline(__always)
  private mutating func writeText(
    _ range: Range<Int>, _ run: inout Int, _ writer: inout LineWriter,
    to output: inout StreamBuffer
  ) {
    var position = range.lowerBound
    while true {
      let end = clusterEnd(
        paragraph.bytes, at: min(paragraph.runEnds[run], range.upperBound), from: position,
        before: range.upperBound)
      if end > position {
        writer.take(paragraph.attributes[run], &output)
        append(position..<end, writer.attributes.encoder, to: &output)
        position = end
      }
      guard position < range.upperBound else { return }
      run += 1
    }
  }

  @inline(__always)
  private func append(
    _ range: Range<Int>, _ encoder: TextEncoder, to output: inout StreamBuffer
  ) {
    if encoder.keepsText {
      output.append(range.lowerBound, count: range.count, of: paragraph.bytes)
    } else {
      encoder.append(range, of: paragraph.bytes.span, to: &output)
    }
  }

  /// Writes a line with tabs, hyphens, signs or spaces that grow.
  private mutating func writePieces(
    of line: TextLine, _ placement: LinePlacement, _ run: inout Int,
    _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    let pieces = LinePieces(
      paragraph.bytes, runEnds: paragraph.runEnds, line, firstRun: run, fitting, placement,
      sign: sign)
    for piece in pieces {
      switch piece {
      case .blanks(_, run: nil):
        break  // They are there already.
      case .blanks(let count, let number?):
        run = number
        writer.writeBlanks(count, paragraph.attributes[number], &output)
      case .text(let range, let number):
        run = number
        writer.take(paragraph.attributes[number], &output)
        append(range, writer.attributes.encoder, to: &output)
      case .sign(let sign, let number):
        writer.take(paragraph.attributes[number], &output)
        writer.attributes.encoder.append(0..<sign.count, of: sign.span, to: &output)
      }
    }
  }

  /// Writes cells without text.
  private mutating func fill(
    _ count: Int, _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    guard count > 0, fillsLines || paragraph.end > 0 else { return }
    writer.writeBlanks(count, writer.attributes.blank, &output)
  }

  /// True if there are tabs or soft hyphens before an offset behind which there are sixteen bytes.
  private static func hasSpecials(_ bytes: [UInt8], before end: Int) -> Bool {
    let raw = unsafe bytes.span.bytes
    let tab = SIMD16<UInt8>(repeating: 0x09)
    let (lead, trail) = (SIMD16<UInt8>(repeating: 0xC2), SIMD16<UInt8>(repeating: 0xAD))
    var offset = 0
    while offset < end {
      let block = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let next = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset + 1, as: SIMD16<UInt8>.self)
      let found = (block .== tab) .| ((block .== lead) .& (next .== trail))
      if found.firstTrue < 16 { return true }
      offset += 16
    }
    return false
  }

  // MARK: Cells

  /// Writes a paragraph by way of its cells.
  private mutating func writeCells(
    _ styles: inout ComputedStyleTable, _ writer: inout LineWriter,
    to output: inout StreamBuffer
  ) {
    var start = 0
    var runs: [BlockRun] = []
    for (end, style) in zip(paragraph.runEnds, paragraph.styles) {
      let content = styles[style]
      runs.append(
        BlockRun(
          range: start..<end, style: content.style, compositing: content.compositing,
          link: content.link))
      start = end
    }
    var text = InlineContent(bytes: Array(paragraph.bytes[..<paragraph.end]), runs: runs)
    text.atoms = paragraph.atoms
    let block = BlockLayout(
      text, host: host, backdrop: writer.attributes.hostBackdrop, for: target,
      budget: writer.attributes.budget)
    writer.attributes.append(block, to: &output)
  }
}
