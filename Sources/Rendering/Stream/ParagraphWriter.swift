import Bytes
import CellLayout
import StyledText
import Styling
import TerminalOutput

/// Wraps and aligns recorded lines and writes them, without making cells of them.
///
/// The screen is the same as with the cells of a `BlockLayout`, which is asked where runs need
/// cells of their own: for shadows and gradients.
struct ParagraphWriter: ~Copyable {
  private let host: ComputedStyle
  private let whiteSpace: WhiteSpace
  private let maxLines: Int?
  private let target: OutputTarget
  private let columns: Int
  private let fitting: LineFitting
  private let alignment: LineAlignment
  private let sign: OverflowSign
  private let encoder: LookEncoder

  /// Whether every line has to be filled up with blanks, because they can be seen.
  private let fillsLines: Bool
  /// Whether every paragraph needs cells.
  private let alwaysNeedsCells: Bool

  // What is known of the paragraph at hand.
  /// Its text, and 32 more bytes: text is copied in blocks.
  private var bytes: [UInt8] = []
  private var textEnd = 0
  private var runEnds: [Int] = []
  private var runLooks: [LookID] = []
  /// The parts in which no line breaks.
  private var atoms: [Range<Int>] = []
  private var hasSpecials = false
  /// The look that the terminal is set to.
  private var current = LookID.standard

  /// Prepares to write paragraphs of the host object's style.
  init(_ target: OutputTarget, _ encoder: LookEncoder, styles: borrowing StreamStyles) {
    host = styles.spans.styles.hostStyle.ofParagraph.shown(in: target.environment)
    whiteSpace = host.block.whiteSpace
    maxLines = host.block.maxLines.map { max(0, $0) }
    self.target = target
    self.encoder = encoder
    columns = max(1, target.environment.columns)
    let rules = target.widthRules
    fitting = LineFitting(host.block, columns: columns, rules: rules)
    alignment = LineAlignment(host.block.textAlign)
    sign = OverflowSign(host.block.textOverflow, rules: rules)
    fillsLines = !styles.looks[styles.blankLook].hidesBlanks
    if case .gradient? = host.text.backgroundImage {
      alwaysNeedsCells = styles.depth >= .ansi8
    } else {
      alwaysNeedsCells = false
    }
  }

  /// Writes all lines that are complete and forgets them.
  ///
  /// - Parameters:
  ///   - isLast: Whether the text ends with what was recorded.
  ///   - recorded: The lines.
  ///   - styles: The styles that it names.
  ///   - output: Where the bytes go.
  mutating func write(
    isLast: Bool, from recorded: inout RecordedText, _ styles: inout StreamStyles,
    to output: inout StreamBuffer
  ) {
    var start = 0
    var firstLook = 0
    var firstAtom = 0
    var ends = recorded.lineEnds
    let wholeLines = ends.count
    if isLast, recorded.text.count > (ends.last ?? -1) + 1 { ends.append(recorded.text.count) }
    for (index, end) in ends.enumerated() {
      take(start..<end, of: recorded, &firstLook, &firstAtom)
      // Behind a `<br>` the line feed of the input ends another line.
      let endsInBreak = index < wholeLines && textEnd > 0 && bytes[textEnd - 1] == 0x0A
      writeParagraph(&styles, to: &output)
      if endsInBreak, maxLines == nil {
        if fillsLines { fill(columns, &styles, to: &output) }
        endLine(&styles, to: &output)
      }
      start = end + 1
    }
    recorded.removeFirst(min(start, recorded.text.count))
  }

  private static let padding = [UInt8](repeating: 0, count: 32)

  /// Takes a line out of what was recorded.
  private mutating func take(
    _ range: Range<Int>, of recorded: borrowing RecordedText, _ firstLook: inout Int,
    _ firstAtom: inout Int
  ) {
    bytes.removeAll(keepingCapacity: true)
    unsafe bytes.append(contentsOf: recorded.text.bytes[range])
    runEnds.removeAll(keepingCapacity: true)
    runLooks.removeAll(keepingCapacity: true)
    while firstLook < recorded.starts.count,
      recorded.starts[firstLook].offset < range.upperBound
    {
      let start = recorded.starts[firstLook]
      if !runLooks.isEmpty { runEnds.append(start.offset - range.lowerBound) }
      runLooks.append(start.look)
      firstLook += 1
    }
    if !runLooks.isEmpty { runEnds.append(range.count) }
    atoms.removeAll(keepingCapacity: true)
    while firstAtom < recorded.atoms.count,
      case let atom = recorded.atoms[firstAtom], atom.lowerBound < range.upperBound
    {
      atoms.append(atom.lowerBound - range.lowerBound..<atom.upperBound - range.lowerBound)
      firstAtom += 1
    }
    if whiteSpace.collapses {
      collapseSpaces(in: &bytes, runEnds: &runEnds, atoms: &atoms, for: whiteSpace)
    }
    textEnd = bytes.count
    bytes += Self.padding
  }

  private mutating func writeParagraph(
    _ styles: inout StreamStyles, to output: inout StreamBuffer
  ) {
    guard textEnd > 0 else {
      // A paragraph has a line, even where all of its spaces have collapsed.
      fill(columns, &styles, to: &output)
      return endLine(&styles, to: &output)
    }
    if alwaysNeedsCells || runLooks.contains(where: { styles.looks[$0].needsCells }) {
      return writeCells(&styles, to: &output)
    }
    hasSpecials = Self.hasSpecials(bytes, before: textEnd)
    let lines = fitLines(
      bytes, in: 0..<textEnd, fitting, maxLines: maxLines, sign: sign, atoms: atoms)
    var run = 0
    for line in lines { write(line, &run, &styles, to: &output) }
  }

  // MARK: Lines

  private mutating func write(
    _ line: TextLine, _ run: inout Int, _ styles: inout StreamStyles,
    to output: inout StreamBuffer
  ) {
    let placement = LinePlacement(
      of: line, bytes, width: columns, alignment: alignment, sign: sign, atoms: atoms)
    var line = line
    let hasSign = line.showsHyphen || line.showsOverflow
    while runEnds[run] <= line.range.lowerBound, run + 1 < runEnds.count { run += 1 }
    if line.width == 0, !showsWithoutCells(String(decoding: bytes[line.range], as: UTF8.self)) {
      line.range = line.range.lowerBound..<line.range.lowerBound
    }
    if !fillsLines, !hasSign { leaveOutBlanks(at: &line, after: run, styles) }
    // Text without cells has to stand in one.
    let isBare = line.width == 0 && !line.range.isEmpty && !hasSign
    let leading = min(placement.leading, isBare ? columns - 1 : columns)
    let shown =
      placement.isStretched
      ? columns
      : leading + line.width + (line.showsHyphen ? 1 : 0)
        + (line.showsOverflow ? sign.width : 0)
    if shown > columns { styles.layoutFindings.found.insert(.standsOut) }
    if !line.range.isEmpty || hasSign || fillsLines {
      fill(leading, &styles, to: &output)
      if hasSpecials || placement.isStretched || hasSign {
        writePieces(of: line, placement, &run, &styles, to: &output)
      } else {
        writeText(line.range, &run, &styles, to: &output)
      }
      if fillsLines {
        fill(columns - shown, &styles, to: &output)
      } else if isBare {
        fill(1, &styles, to: &output)
      }
    }
    endLine(&styles, to: &output)
  }

  /// Leaves out the blanks at the end of a line that cannot be seen.
  private func leaveOutBlanks(
    at line: inout TextLine, after first: Int, _ styles: borrowing StreamStyles
  ) {
    let start = line.range.lowerBound
    var end = line.range.upperBound
    var run = first
    while run + 1 < runEnds.count, runEnds[run] < end { run += 1 }
    while end > start {
      let isSoftHyphen = end - 2 >= start && bytes[end - 1] == 0xAD && bytes[end - 2] == 0xC2
      guard isSoftHyphen || bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 else { break }
      while run > first, runEnds[run - 1] >= end { run -= 1 }
      guard styles.looks[runLooks[run]].hidesBlanks else { break }
      end -= isSoftHyphen ? 2 : 1
    }
    line.range = start..<end
  }

  /// Writes text as it stands.
  @inline(__always)
  private mutating func writeText(
    _ range: Range<Int>, _ run: inout Int, _ styles: inout StreamStyles,
    to output: inout StreamBuffer
  ) {
    var position = range.lowerBound
    while true {
      let end = clusterEnd(
        bytes, at: min(runEnds[run], range.upperBound), from: position, before: range.upperBound)
      if end > position {
        takeUp(runLooks[run], &styles, to: &output)
        append(position..<end, to: &output)
        position = end
      }
      guard position < range.upperBound else { return }
      run += 1
    }
  }

  @inline(__always)
  private func append(_ range: Range<Int>, to output: inout StreamBuffer) {
    if encoder.keepsText {
      output.append(range.lowerBound, count: range.count, of: bytes)
    } else {
      encoder.append(range, of: bytes.span, to: &output)
    }
  }

  /// Writes a line with tabs, hyphens, signs or spaces that grow.
  private mutating func writePieces(
    of line: TextLine, _ placement: LinePlacement, _ run: inout Int,
    _ styles: inout StreamStyles, to output: inout StreamBuffer
  ) {
    let pieces = LinePieces(
      bytes, runEnds: runEnds, line, firstRun: run, fitting, placement, sign: sign)
    for piece in pieces {
      switch piece {
      case .blanks(_, run: nil):
        break  // They are there already.
      case .blanks(let count, let number?):
        run = number
        takeUp(runLooks[number], &styles, to: &output)
        output.append(repeating: 0x20, count: count)
      case .text(let range, let number):
        run = number
        takeUp(runLooks[number], &styles, to: &output)
        append(range, to: &output)
      case .sign(let sign, let number):
        takeUp(runLooks[number], &styles, to: &output)
        encoder.append(0..<sign.count, of: sign.span, to: &output)
      }
    }
  }

  /// Writes cells without text.
  private mutating func fill(
    _ count: Int, _ styles: inout StreamStyles, to output: inout StreamBuffer
  ) {
    guard count > 0, fillsLines || textEnd > 0 else { return }
    takeUp(styles.blankLook, &styles, to: &output)
    output.append(repeating: 0x20, count: count)
  }

  private mutating func endLine(_ styles: inout StreamStyles, to output: inout StreamBuffer) {
    takeUp(.standard, &styles, to: &output)
    output.append(0x0A)
  }

  @inline(__always)
  private mutating func takeUp(
    _ look: LookID, _ styles: inout StreamStyles, to output: inout StreamBuffer
  ) {
    guard look != current else { return }
    styles.looks.appendChange(from: current, to: look, into: &output)
    current = look
  }

  /// Whether there are tabs or soft hyphens before an offset behind which there are sixteen bytes.
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
    _ styles: inout StreamStyles, to output: inout StreamBuffer
  ) {
    var start = 0
    var runs: [BlockRun] = []
    for (end, look) in zip(runEnds, runLooks) {
      guard let style = styles.looks[look].style else { continue }
      let content = styles.content(style)
      runs.append(
        BlockRun(
          range: start..<end, style: content.style, paint: content.paint, link: content.link))
      start = end
    }
    var text = BlockText(bytes: Array(bytes[..<textEnd]), runs: runs)
    text.atoms = atoms
    let block = BlockLayout(
      text, host: host, backdrop: styles.hostBackdrop, for: target, budget: styles.budget)
    styles.append(block, to: &output)
  }
}
