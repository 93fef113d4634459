import Bytes
import CellLayout
import DataRecords
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Lays out the blocks of a document (CSS 2.2 §8, §9.2, §12.5) as rows of text, as they are read.
///
/// It reads the lines of a `TreeBuilder`, with the edges of blocks in them, and emits lines with
/// blanks and borders around the text, which any writer of lines can write. A row is emitted as
/// soon as later input cannot change it.
struct DocumentLayout: ~Copyable {
  let target: OutputTarget

  /// True if words are emitted before their row is full.
  let emitsWords: Bool

  var writer = RowWriter()

  /// The open blocks; the first one is the document.
  var frames: [BlockFrame]

  /// Indices of the frames with something beside their rows, and of those whose marker may not be
  /// emitted yet: a row visits only these.
  private var sidedFrames: [Int] = []
  private var markedFrames: [Int] = []

  /// Sums of the columns of each frame's edges and those around it, and the indices of the frames
  /// that have a width of their own.
  private(set) var edgeSums: [Int] = []
  private(set) var fixedFrames: [Int] = []

  /// Text of the innermost block that is in no row yet.
  var paragraph = ParagraphText()

  /// End of the text of the paragraph that was emitted before its row was full.
  var emittedEnd = 0

  /// True if the open row has its edge and some words.
  var isRowOpen = false

  /// Bytes from which an unfinished paragraph is broken into rows again: more each time that the
  /// rest is long, so that text of few cells is not read over and over.
  private var fullParagraph = Self.leastFullParagraph
  private static let leastFullParagraph = 4096

  /// Columns of the open row's text, and the column where it begins.
  var rowColumns = 0
  var rowStart = 0

  /// Collapsed margin before the next row, and the number of frames around it.
  private var margin = CollapsedMargin()
  private var marginDepth = Int.max

  /// True if a row was emitted: margins before the first one are left out.
  private(set) var hasRows = false

  /// Tables that are shown as lists of records.
  var records = TableRecords.auto

  /// Measures all rows of the table before they are laid out, if the input can be read twice.
  var measure: (() -> MeasuredColumns?)?
  /// The list whose items are being counted, and the number of such lists around what is laid out.
  var uncounted: UncountedList?
  var countedLists = 0

  /// The table that is being read.
  var table: OpenTable?

  /// Layout properties of the styles of the table's parts.
  var looks = TableLooks()

  var rowCells: [CellRows] = []

  /// Blanks at the start of a row that a marker may replace; empty between rows.
  private var edgeBlanks: [(count: Int, style: StyleID, areSeen: Bool)] = []

  /// Number of rows that were finished.
  private(set) var rowCount = 0

  /// Number of rows before the first one with text.
  private(set) var firstText: Int?

  /// Columns of the widest row, where rows are measured.
  var widestRow = 0

  /// True if rows are only measured.
  var isMeasuring = false

  /// Number of tables around this one.
  var tableDepth = 0

  /// Deeper tables are laid out as blocks, because each table is laid out three times.
  static let deepestTable = 3

  /// Blocks outside keep at least this many columns for the blocks in them.
  ///
  /// The columns of a table have room for the edges in their cells.
  private var leastColumns: Int { tableDepth > 0 ? 1 : 8 }

  init(
    _ target: OutputTarget, columns: Int, host: StyleID, emitsWords: Bool,
    _ styles: inout ComputedStyleTable
  ) {
    let block = styles[host].block?.style ?? .initial
    let frame = BlockFrame(
      content: host, block.shown(isFlat: target.environment.isFlat, isList: false), &styles)
    self.init(target, frame.fitted(to: columns), emitsWords: emitsWords)
  }

  init(_ target: OutputTarget, _ frame: BlockFrame, emitsWords: Bool) {
    self.target = target
    self.emitsWords = emitsWords
    frames = [frame]
    noteFrame(frame, 0)
  }

  /// Begins the block of the object in a stream, with only its left and right edges.
  mutating func openHost(_ host: BlockStyle, _ styles: inout ComputedStyleTable) {
    var block = host
    (block.margin.top, block.margin.bottom) = (.zero, .zero)
    block.border = BlockStyle.initial.border
    let isMoved =
      block.margin != BlockStyle.initial.margin || block.padding != BlockStyle.initial.padding
      || block.width != nil || block.minWidth != nil || block.maxWidth != nil
    guard isMoved, !isFlat else { return }
    push(.host, &styles) { $0 = block }
  }

  var isFlat: Bool { target.environment.isFlat }

  var columns: Int { frames[frames.count - 1].geometry.contentColumns }

  /// True if blanks of a style can be seen.
  static func paints(_ style: StyleID, _ styles: borrowing ComputedStyleTable) -> Bool {
    let content = styles[style]
    return content.compositing.backdrop != .none || content.style.decorationLines.contains(.reverse)
  }

  // MARK: Input

  /// Reads text up to an offset, and the edges of blocks in it.
  mutating func take(
    _ line: StyledLines, upTo end: Int, _ styles: inout ComputedStyleTable, _ boxes: inout BoxTable
  ) {
    var offset = 0
    for edge in line.blockEdges where edge.offset <= end {
      takeText(line, offset..<edge.offset - (edge.endsLine ? 1 : 0), &styles, &boxes)
      offset = edge.offset
      if let style = edge.style { open(style, &styles) } else { close(&styles) }
    }
    takeText(line, offset..<end, &styles, &boxes)
  }

  private mutating func takeText(
    _ line: StyledLines, _ range: Range<Int>, _ styles: inout ComputedStyleTable,
    _ boxes: inout BoxTable
  ) {
    guard !range.isEmpty else { return }
    if line.boxes.isEmpty { return append(line, range, &styles) }
    let indices =
      line.boxes.partitioningIndex {
        $0.range.lowerBound >= range.lowerBound
      }..<line.boxes.partitioningIndex { $0.range.lowerBound >= range.upperBound }
    guard !indices.isEmpty else { return append(line, range, &styles) }
    let laidOut = boxes.layOut(line.slice(range, boxes: indices), &styles)
    append(laidOut.line, 0..<laidOut.line.bytes.count, boxes: laidOut.atoms, &styles)
  }

  /// Adds text without boxes, or with boxes that are laid out.
  mutating func append(
    _ line: StyledLines, _ range: Range<Int>, boxes: [Range<Int>] = [],
    _ styles: inout ComputedStyleTable
  ) {
    if uncounted != nil {
      uncounted?.append(line, range, boxes: boxes)
      if uncounted?.isFull == true { layOutCounted(&styles) }
      return
    }
    if table != nil {
      table?.content.append(line, range, boxes: boxes)
      return
    }
    let range = markTask(line, range, styles)
    paragraph.append(
      line, range, boxes: boxes, frames[frames.count - 1].block.whiteSpace, keepsLineFeeds: true)
    if paragraph.bytes.count > fullParagraph { emitRows(isEnd: false, &styles) }
  }

  /// Makes the checkbox of a task at the start of an item its marker; returns the text behind it.
  private mutating func markTask(
    _ line: StyledLines, _ range: Range<Int>, _ styles: borrowing ComputedStyleTable
  ) -> Range<Int> {
    guard let frame = markedFrames.last, frames[frame].marker != nil, paragraph.bytes.isEmpty,
      range.count > 3
    else { return range }
    let run = line.runs[line.runIndex(at: range.lowerBound)]
    guard styles[run.style].tag?.element == .input else { return range }
    let box = Array(line.bytes[range.prefix(3)])
    guard box.elementsEqual("\u{2610}".utf8) || box.elementsEqual("\u{2611}".utf8) else {
      return range
    }
    let cells = cellWidth(of: box, in: 0..<3, rules: target.widthRules)
    frames[frame].marker = BlockFrame.Marker(text: box, cells: cells, style: run.style)
    return range.dropFirst(3)
  }

  /// Emits the rows and words that later input cannot change.
  mutating func emitCertain(_ styles: inout ComputedStyleTable) {
    guard table == nil, isLookedAt else { return }
    emitRows(isEnd: false, &styles)
  }

  /// True if an unfinished paragraph is to be broken into rows now.
  private var isLookedAt: Bool {
    // A row has that many bytes at most, but for marks.
    paragraph.bytes.count <= max(Self.leastFullParagraph, 4 * columns)
      || paragraph.bytes.count > fullParagraph
  }

  /// Sets the size at which the rest of the paragraph is broken again.
  mutating func settleParagraph() {
    fullParagraph = max(Self.leastFullParagraph, 2 * paragraph.bytes.count)
  }

  mutating func finish(_ styles: inout ComputedStyleTable) {
    while uncounted != nil || table != nil || frames.count > 1 { close(&styles) }
    endParagraph(&styles)
  }

  // MARK: Blocks

  mutating func open(_ style: StyleID, _ styles: inout ComputedStyleTable) {
    if uncounted != nil {
      uncounted?.open(style, styles)
      if uncounted?.isFull == true { layOutCounted(&styles) }
      return
    }
    if table != nil {
      let look = look(of: style, &styles)
      table?.content.open(style, look.display, spans: look.spans, hasLines: look.hasRows)
      return
    }
    endParagraph(&styles)
    guard let format = styles[style].block else { return }
    if format.display == .table, tableDepth < Self.deepestTable {
      table = OpenTable(TableContent(style))
    } else if needsCount(style, styles) {
      uncounted = UncountedList(style)
    } else {
      push(style, &styles)
    }
  }

  /// Begins a block of rows, whose properties `change` modifies.
  mutating func push(
    _ style: StyleID, _ styles: inout ComputedStyleTable,
    changing change: ((inout BlockStyle) -> Void)? = nil
  ) {
    let element = styles.summary(style).element
    let isList = element == .ul || element == .ol
    var frame = frame(of: style, isList: isList, &styles, changing: change)
    frame.outside = frames[frames.count - 1].filling
    if isList { frame.counter = ListCounter(styles[style].tag?.attributes ?? []) }
    margin.take(frame.block.margin.top, in: frame.available)
    marginDepth = min(marginDepth, frames.count)
    if frame.display == .listItem {
      frame.marker = marker(of: style, frame.block, styles[style].tag?.attributes ?? [], &styles)
    }
    if frame.hasTopEdge { emitMargin(&styles) }
    noteFrame(frame, frames.count)
    frames.append(frame)
    defer { showMarkerInText(&styles) }
    guard frame.hasTopEdge else { return }
    if frame.geometry.border.top > 0 { emitBorder(isTop: true, &styles) }
    emitBlankRows(frame.geometry.padding.top, depth: frames.count, &styles)
  }

  /// The frame of a block that begins, without its counter and marker.
  private mutating func frame(
    of style: StyleID, isList: Bool, _ styles: inout ComputedStyleTable,
    changing change: ((inout BlockStyle) -> Void)?
  ) -> BlockFrame {
    let outer = frames.count - 1
    let isPlain = change == nil && !isMeasuring && !frames[outer].isNarrow
    if isPlain, var frame = looks.frame(of: style, in: columns, &styles) {
      frame.firstShown = frames[outer].firstShown
      return frame
    }
    let format = styles[style].block
    var block = (format?.style ?? .initial).shown(isFlat: isFlat, isList: isList)
    change?(&block)
    if isMeasuring { block = block.measured }
    let filling = styles.filling(of: style)
    var frame = BlockFrame(
      style: style, filling: filling, outside: filling, paintsBlanks: Self.paints(filling, styles),
      display: format?.display ?? .block, block: block,
      geometry: BoxGeometry(block, available: columns))
    frame.firstShown = frames[outer].firstShown
    fit(&frame)
    // With less room, its edges depend on the blocks around it.
    if isPlain, frame.geometry.contentColumns >= leastColumns { looks.keep(frame, styles) }
    return frame
  }

  /// Fits a block into its container: outer blocks lose their edges first.
  private mutating func fit(_ frame: inout BlockFrame) {
    frame.isNarrow = frames[frames.count - 1].isNarrow
    var available = columns
    // A block that is narrow by its own width does not lack room, nor do those in it.
    var open = frame.block
    (open.width, open.maxWidth) = (nil, nil)
    func room() -> Int { BoxGeometry(open, available: available).contentColumns }
    while !frame.isNarrow, room() < leastColumns, frame.firstShown < frames.count,
      !frames[frame.firstShown].isClosed
    {
      available += frames[frame.firstShown].edgeColumns
      frame.firstShown += 1
      frame.geometry = BoxGeometry(frame.block, available: available)
    }
    if !frame.isNarrow, room() < min(leastColumns, available), frame.block.width == nil,
      frame.block.maxWidth == nil
    {
      frame.geometry = BoxGeometry(frame.block.withoutSides, available: available)
    }
    if frame.geometry.contentColumns < min(leastColumns, room()) { frame.isNarrow = true }
    frame.available = available
  }

  mutating func close(_ styles: inout ComputedStyleTable) {
    if uncounted?.close() == true { return }
    layOutCounted(&styles)
    if table != nil { return closeInTable(&styles) }
    endParagraph(&styles)
    guard frames.count > 1, let frame = frames.last else { return }
    if frame.marker != nil { emitEmptyRow(&styles) }
    if frame.hasBottomEdge {
      emitMargin(&styles)
      emitBlankRows(frame.geometry.padding.bottom, depth: frames.count, &styles)
      if frame.geometry.border.bottom > 0 { emitBorder(isTop: false, &styles) }
    }
    frames.removeLast()
    edgeSums.removeLast()
    if sidedFrames.last == frames.count { sidedFrames.removeLast() }
    if markedFrames.last == frames.count { markedFrames.removeLast() }
    if fixedFrames.last == frames.count { fixedFrames.removeLast() }
    margin.take(frame.block.margin.bottom, in: frame.available)
    marginDepth = min(marginDepth, frames.count)
  }

  // MARK: Rows

  mutating func emitMargin(_ styles: inout ComputedStyleTable) {
    defer {
      margin = CollapsedMargin()
      marginDepth = .max
    }
    guard margin.rows > 0, hasRows else { return }
    emitBlankRows(margin.rows, depth: min(marginDepth, frames.count), &styles)
  }

  private mutating func emitBlankRows(
    _ count: Int, depth: Int, _ styles: inout ComputedStyleTable
  ) {
    let shown = min(frames[depth - 1].firstShown, depth)..<depth
    let columns = frames[depth - 1].geometry.contentColumns
    for _ in 0..<count {
      beginEdge(shown, &styles)
      endEdge(shown, spare: columns, in: depth - 1, measures: false, &styles)
    }
  }

  /// Emits a row without text, which may have markers.
  mutating func emitEmptyRow(_ styles: inout ComputedStyleTable) {
    emitMargin(&styles)
    endRow(used: columns - beginRow(&styles), &styles)
  }

  /// Indices of the frames whose edges the rows of the innermost block have.
  private var shownFrames: Range<Int> { frames[frames.count - 1].firstShown..<frames.count }

  /// Begins a row of the innermost block.
  ///
  /// - Returns: The columns that are left for text: fewer where a marker is wide.
  mutating func beginRow(_ styles: inout ComputedStyleTable) -> Int {
    var used = beginEdge(shownFrames, emitsMarkers: true, &styles)
    for index in markedFrames {
      // Without room for the edges of its list, a marker is in the text.
      used += emitMarker(index)
    }
    markedFrames.removeAll(keepingCapacity: true)
    return max(1, columns - used)
  }

  /// Ends a row of the innermost block with a number of used columns.
  mutating func endRow(used: Int, _ styles: inout ComputedStyleTable) {
    endEdge(shownFrames, spare: columns - used, in: frames.count - 1, &styles)
  }

  private mutating func emitMarker(_ index: Int) -> Int {
    guard let marker = frames[index].marker else { return 0 }
    frames[index].marker = nil
    writer.append(marker.text, cells: marker.cells, marker.style)
    writer.appendBlanks(1, frames[index].outside, areSeen: paintsAround(index))
    return marker.cells + 1
  }

  /// Adds the last frame to the indices of frames to visit.
  private mutating func noteFrame(_ frame: BlockFrame, _ number: Int) {
    edgeSums.append((edgeSums.last ?? 0) + frame.available - frame.geometry.columns)
    if frame.edgeColumns > 0 || frame.available != frame.geometry.columns || frame.marker != nil {
      sidedFrames.append(number)
    }
    if frame.marker != nil { markedFrames.append(number) }
    if frame.block.width != nil { fixedFrames.append(number) }
  }

  /// The indices among some frames of those that have something beside their rows.
  private func sided(_ shown: Range<Int>) -> ArraySlice<Int> {
    sidedFrames[
      sidedFrames.partitioningIndex {
        $0 >= shown.lowerBound
      }..<sidedFrames.partitioningIndex { $0 >= shown.upperBound }]
  }

  private func paintsAround(_ index: Int) -> Bool { index > 0 && frames[index - 1].paintsBlanks }

  /// Writes the edges of frames before a row.
  ///
  /// A marker replaces blanks before its block; if they do not suffice, it moves the text of the
  /// row.
  ///
  /// - Returns: Columns by which the text is moved.
  @discardableResult
  private mutating func beginEdge(
    _ shown: Range<Int>, emitsMarkers: Bool = false, _ styles: inout ComputedStyleTable
  ) -> Int {
    hasRows = true
    if writer.isDry, !emitsMarkers || markedFrames.isEmpty { return 0 }
    var shift = 0
    for index in sided(shown) {
      if frames[index].geometry.margin.left > 0 {
        edgeBlanks.append(
          (frames[index].geometry.margin.left, frames[index].outside, paintsAround(index)))
      }
      if emitsMarkers, let cells = frames[index].marker?.cells {
        var wanted = cells + 1
        while wanted > 0, let last = edgeBlanks.popLast() {
          let taken = min(wanted, last.count)
          wanted -= taken
          if last.count > taken {
            edgeBlanks.append((last.count - taken, last.style, last.areSeen))
          }
        }
        shift += wanted
        emitEdgeBlanks()
        _ = emitMarker(index)
      }
      if frames[index].geometry.border.left > 0 {
        emitEdgeBlanks()
        if frames[index].sides.left == nil {
          frames[index].sides.left = TableLine(
            frames[index].block.border.left, frames[index].style, &styles)
        }
        if let line = frames[index].sides.left { writer.append(line.vertical, cells: 1, line.look) }
      }
      if frames[index].geometry.padding.left > 0 {
        edgeBlanks.append(
          (frames[index].geometry.padding.left, frames[index].filling, frames[index].paintsBlanks))
      }
    }
    emitEdgeBlanks()
    return shift
  }

  private mutating func emitEdgeBlanks() {
    for blank in edgeBlanks {
      writer.appendBlanks(blank.count, blank.style, areSeen: blank.areSeen)
    }
    edgeBlanks.removeAll(keepingCapacity: true)
  }

  mutating func emitSide(
    _ side: BorderSide, of style: StyleID, _ styles: inout ComputedStyleTable
  ) {
    writer.append(
      Array(BorderGlyphs.vertical(side).utf8), cells: 1, styles.border(side, of: style))
  }

  /// Writes the edges of frames behind a row, as far as they can be seen.
  ///
  /// `spare` columns of the frame at the index `inner` are between the text and the edges. A row
  /// with text, if `measures`, counts for the width of the document.
  private mutating func endEdge(
    _ shown: Range<Int>, spare: Int, in inner: Int, measures: Bool = true,
    _ styles: inout ComputedStyleTable
  ) {
    if measures { firstText = firstText ?? rowCount }
    if measures, isMeasuring { measure(shown, spare: spare) }
    writer.appendBlanks(spare, frames[inner].filling, areSeen: frames[inner].paintsBlanks)
    for index in (writer.isDry ? [] : sided(shown)).reversed() {
      writer.appendBlanks(
        frames[index].geometry.padding.right, frames[index].filling,
        areSeen: frames[index].paintsBlanks)
      if frames[index].geometry.border.right > 0 {
        if frames[index].sides.right == nil {
          frames[index].sides.right = TableLine(
            frames[index].block.border.right, frames[index].style, &styles)
        }
        if let line = frames[index].sides.right {
          writer.append(line.vertical, cells: 1, line.look)
        }
      }
      writer.appendBlanks(
        frames[index].geometry.margin.right + frames[index].available
          - frames[index].geometry.columns, frames[index].outside, areSeen: paintsAround(index))
    }
    rowCount += 1
    writer.endRow(frames[inner].filling)
  }

  /// Emits the top or bottom border of the innermost block.
  private mutating func emitBorder(isTop: Bool, _ styles: inout ComputedStyleTable) {
    let frame = frames[frames.count - 1]
    let geometry = frame.geometry
    let around = min(frame.firstShown, frames.count - 1)..<frames.count - 1
    // A marker is before text; an `hr` has none.
    beginEdge(around, emitsMarkers: styles[frame.style].tag?.element == .hr, &styles)
    writer.appendBlanks(
      geometry.margin.left, frame.outside, areSeen: paintsAround(frames.count - 1))
    emitBorder(
      frame.block.border, left: geometry.border.left, right: geometry.border.right,
      columns: geometry.borderBoxColumns, isTop: isTop, isRound: frame.block.borderRadius > 0,
      of: frame.style, &styles)
    endEdge(
      around, spare: frame.available - geometry.columns + geometry.margin.right,
      in: max(0, frames.count - 2), measures: false, &styles)
  }

  /// Writes the upper or lower border of a box.
  mutating func emitBorder(
    _ border: BoxSides<BorderSide>, left: Int, right: Int, columns: Int, isTop: Bool,
    isRound: Bool, of style: StyleID, _ styles: inout ComputedStyleTable
  ) {
    let side = isTop ? border.top : border.bottom
    func emitCorner(_ corner: BorderGlyphs.Corner, _ vertical: BorderSide) {
      let glyph = BorderGlyphs.corner(
        corner, horizontal: BorderLine(side), vertical: BorderLine(vertical), isRound: isRound)
      writer.append(Array(glyph.utf8), cells: 1, styles.border(vertical, of: style))
    }
    if left > 0 { emitCorner(isTop ? .topLeft : .bottomLeft, border.left) }
    emitHorizontal(side, columns - left - right, styles.border(side, of: style))
    if right > 0 { emitCorner(isTop ? .topRight : .bottomRight, border.right) }
  }

  mutating func emitHorizontal(_ side: BorderSide, _ count: Int, _ style: StyleID) {
    guard !isMeasuring, count > 0 else { return }
    let glyph = Array(BorderGlyphs.horizontal(side).utf8)
    var line: [UInt8] = []
    line.reserveCapacity(count * glyph.count)
    for _ in 0..<count { line.append(contentsOf: glyph) }
    writer.append(line, cells: count, style)
  }
}

extension DocumentLayout: StyleHolder {
  mutating func visit(_ body: (inout StyleID) -> Void) {
    looks = TableLooks()
    writer.visit(body)
    paragraph.visit(body)
    for index in frames.indices { frames[index].visit(body) }
    table?.visit(body)
    uncounted?.visit(body)
  }
}
