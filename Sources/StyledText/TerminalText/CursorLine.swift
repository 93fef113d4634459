import Bytes
import TerminalOutput

/// The cells of a line that is written more than once, as a terminal shows them at its end.
///
/// It takes text and functions that move in the line. Work is linear in the input: columns are at
/// most `CursorFunction.farthest`, and a line with `mostText` bytes is released.
struct CursorLine: Sendable {
  /// A column of the line.
  private struct Cell {
    /// The start of its text and the number of its bytes; 0 for a blank.
    var start: Int32 = 0
    var count: UInt16 = 0
    /// In columns; 0 after the first column of a character.
    var width: UInt8 = 1
    var state: Int32

    init(blank state: Int32) { self.state = state }

    init(_ start: Int, _ count: Int, width: Int, _ state: Int32) {
      self.start = Int32(start)
      self.count = UInt16(count)
      self.width = UInt8(width)
      self.state = state
    }
  }

  /// Text with one state.
  struct Run: Hashable {
    var state: Int32
    var text: [UInt8]
  }

  /// In bytes; a line with more text is released.
  static let mostText = 1 << 16

  /// In bytes, with marks.
  private static let longestCharacter = 256

  private var cells: [Cell] = []

  /// The text of the cells, and text that was overwritten.
  private var text: [UInt8] = []

  /// With more bytes overwritten text is removed.
  private var enoughText = mostText

  /// The column of the next character.
  private(set) var column = 0

  /// The state of the blank columns after the cells.
  private var rest: Int32 = 0

  /// The last character, for REP.
  private var last: Cell?

  private var meter = CellMeter(.clusters)

  /// The bytes of input in the line.
  var byteCount = 0

  /// The start of the line in the whole input.
  var start = 0

  /// True if it has as much text as it may have.
  private(set) var isFull = false

  /// The number of columns that were shown before the end of the line; nil if none were.
  private var shown: Int?

  /// Cells before this column have not changed since then.
  private var unchanged = 0

  /// True if it has changed since it was shown.
  private(set) var hasNews = false

  /// True if a function had an effect in it.
  private(set) var wasMoved = false

  init() {}

  /// The number of columns that moves and REP may reach.
  private var reach: Int {
    // A short sequence moves far: the memory of cells is limited by the length of the text.
    min(CursorFunction.farthest, max(cells.count, 4096 + 8 * byteCount))
  }

  // MARK: Text

  /// Writes text at the cursor, without controls other than tabs; returns its end, or the offset at
  /// which the line was full.
  mutating func write(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ state: Int32, isGraphics: Bool = false
  ) -> Int {
    var offset = range.lowerBound
    hasNews = true
    while offset < range.upperBound, !isFull {
      let scalar = bytes.scalar(at: offset, before: range.upperBound)
      let next = offset..<offset + scalar.length
      offset = next.upperBound
      if scalar.value == 0x09 {
        apply(.tabs(1), blank: state, columns: 0)
      } else if isGraphics, scalar.value < 0x80,
        let graphic = CharacterSets.graphic(UInt8(scalar.value))
      {
        var written: [UInt8] = []
        written.append(graphic)
        write(graphic.value, 0..<written.count, of: written.span, state)
      } else {
        let isKnown = scalar.form == .wellFormed && scalar.value >= 0xA0 || scalar.value < 0x80
        write(isKnown ? scalar.value : 0xFFFD, next, of: bytes, state)
      }
    }
    return offset
  }

  /// Writes a character, or adds a mark to the one before the cursor.
  private mutating func write(
    _ scalar: UInt32, _ range: Range<Int>, of bytes: Span<UInt8>, _ state: Int32
  ) {
    let start = text.count
    var width = 1
    if scalar < 0x80, meter.countsASCII {
      meter.passASCII()
    } else {
      let form = CharacterClasses(of: scalar).width
      width = meter.cells(of: form)
      let isMark = form != .control && form.rawValue < WidthClass.narrow.rawValue || width == 0
      if isMark, add(range, of: bytes, width: width) { return }
      width = max(1, width)
    }
    text.append(range, of: bytes)
    let cell = Cell(start, range.count, width: width, state)
    last = cell
    put(cell)
    if text.count >= enoughText { compact() }
  }

  /// Writes a character to the cells at the cursor, and moves the cursor behind it.
  private mutating func put(_ cell: Cell) {
    let width = Int(cell.width)
    pad(to: column)
    split(at: column)
    split(at: column + width)
    unchanged = min(unchanged, column)
    for index in 0..<width {
      var part = cell
      if index > 0 {
        part = Cell(blank: cell.state)
        part.width = 0
      }
      if column < cells.count { cells[column] = part } else { cells.append(part) }
      column += 1
    }
  }

  /// Adds a mark to the character before the cursor; returns false if there is none.
  private mutating func add(_ range: Range<Int>, of bytes: Span<UInt8>, width: Int) -> Bool {
    guard column > 0, column <= cells.count else { return false }
    let index = base(of: column - 1)
    var cell = cells[index]
    guard Int(cell.count) + range.count < Self.longestCharacter else { return true }
    unchanged = min(unchanged, index)
    if cell.count == 0 || Int(cell.start) + Int(cell.count) != text.count {
      let start = text.count
      if cell.count == 0 {
        text.append(0x20)
        cell.count = 1
      } else {
        for offset in Int(cell.start)..<Int(cell.start) + Int(cell.count) {
          text.append(text[offset])
        }
      }
      cell.start = Int32(start)
    }
    text.append(range, of: bytes)
    cell.count += UInt16(range.count)
    cells[index] = cell
    if width > 0, cell.width == 1 {
      // An emoji selector makes it wide.
      column = index
      cell.width = 2
      put(cell)
    }
    if text.count >= enoughText { compact() }
    return true
  }

  /// Removes overwritten text.
  private mutating func compact() {
    var kept: [UInt8] = []
    for index in cells.indices where cells[index].count > 0 {
      let start = Int(cells[index].start)
      cells[index].start = Int32(kept.count)
      kept += text[start..<start + Int(cells[index].count)]
    }
    isFull = kept.count >= Self.mostText
    if var cell = last {
      let start = Int(cell.start)
      cell.start = Int32(kept.count)
      kept += text[start..<start + Int(cell.count)]
      last = cell
    }
    text = kept
    enoughText = kept.count + Self.mostText
  }

  // MARK: Functions

  /// Applies a function; `blank` is the state of erased cells, `columns` the width of the terminal,
  /// 0 if unknown.
  mutating func apply(_ function: CursorFunction, blank: Int32, columns: Int) {
    meter = CellMeter(.clusters)
    (hasNews, wasMoved) = (true, true)
    switch function {
    case .lineStart: column = 0
    case .back(let distance):
      let target = column - distance
      column = distance > 0 ? max(0, target) : max(column, min(target, reach - 1))
    case .column(let target): column = min(target, reach - 1)
    case .tabs(let count) where count < 0: column = max(0, ((column + 7) / 8 + count) * 8)
    case .tabs(let count): column = max(column, min((column / 8 + count) * 8, reach - 1))
    case .eraseEnd:
      change(from: column)
      if rest != blank { pad(to: column) }
      if column < cells.count {
        split(at: column)
        cells.removeSubrange(column...)
      }
      rest = blank
    case .eraseAll:
      change(from: 0)
      cells.removeAll(keepingCapacity: true)
      rest = blank
    case .eraseStart: erase(0..<min(column + 1, reach), blank)
    case .erase(let count): erase(column..<max(column, min(column + count, reach)), blank)
    case .delete(let count): delete(count, blank, columns)
    case .insert(let count): insert(count, blank, columns)
    case .repeat(let count):
      guard let last else { return }
      for _ in 0..<count where column + Int(last.width) <= reach { put(last) }
    }
  }

  private mutating func change(from column: Int) { unchanged = min(unchanged, base(of: column)) }

  /// The first column of the character in a column.
  private func base(of column: Int) -> Int {
    var index = column
    while index > 0, index < cells.count, cells[index].width == 0 { index -= 1 }
    return index
  }

  /// Replaces a character on both sides of a column's start by blanks.
  private mutating func split(at column: Int) {
    guard column < cells.count, cells[column].width == 0 else { return }
    var index = base(of: column)
    change(from: index)
    repeat {
      cells[index] = Cell(blank: cells[index].state)
      index += 1
    } while index < cells.count && cells[index].width == 0
  }

  /// Adds blanks up to a column.
  private mutating func pad(to column: Int) {
    guard cells.count < column else { return }
    unchanged = min(unchanged, cells.count)
    cells.append(contentsOf: repeatElement(Cell(blank: rest), count: column - cells.count))
  }

  private mutating func erase(_ range: Range<Int>, _ blank: Int32) {
    if blank != rest { pad(to: range.upperBound) }
    let range = range.clamped(to: 0..<cells.count)
    guard !range.isEmpty else { return }
    split(at: range.lowerBound)
    split(at: range.upperBound)
    change(from: range.lowerBound)
    for index in range { cells[index] = Cell(blank: blank) }
  }

  /// Deletes cells; those behind them move, up to the greatest width of a terminal.
  private mutating func delete(_ count: Int, _ blank: Int32, _ columns: Int) {
    if blank != rest { pad(to: min(columns, CursorFunction.farthest)) }
    let limit = min(cells.count, CursorFunction.farthest)
    guard column < limit else { return }
    let distance = min(count, limit - column)
    split(at: column)
    split(at: column + distance)
    split(at: limit)
    change(from: column)
    for index in column..<limit - distance { cells[index] = cells[index + distance] }
    if limit == cells.count, blank == rest || columns == 0 {
      cells.removeLast(distance)
    } else {
      for index in limit - distance..<limit { cells[index] = Cell(blank: blank) }
    }
  }

  /// Inserts blanks, as many as fit.
  private mutating func insert(_ count: Int, _ blank: Int32, _ columns: Int) {
    if blank != rest { pad(to: column) }
    // The same limit as for `reach`.
    let room = min(CursorFunction.farthest, 4096 + 8 * byteCount) - cells.count
    guard room > 0, column < cells.count || column == cells.count && blank != rest else { return }
    split(at: column)
    change(from: column)
    cells.insert(contentsOf: repeatElement(Cell(blank: blank), count: min(count, room)), at: column)
    // What was painted to the end of the line is not moved out of it.
    while columns > 0, cells.count > columns, cells.last?.count == 0, cells.last?.width == 1 {
      cells.removeLast()
    }
  }

  // MARK: What is seen

  /// The text to show, by states, without invisible blanks at its end; a background extends to
  /// `columns`.
  func runs(columns: Int) -> [Run] {
    let first = firstColumn
    var runs: [Run] = []
    func add(_ text: ArraySlice<UInt8>, _ state: Int32) {
      if runs.last?.state != state { runs.append(Run(state: state, text: [])) }
      runs[runs.count - 1].text += text
    }
    let end = max(first, seenCount)
    let blank: ArraySlice<UInt8> = [0x20]
    for cell in cells[min(first, cells.count)..<min(end, cells.count)] where cell.width > 0 {
      let start = Int(cell.start)
      add(cell.count == 0 ? blank : text[start..<start + Int(cell.count)], cell.state)
    }
    if rest != 0, columns > cells.count {
      for _ in max(first, cells.count)..<columns { add(blank, rest) }
    }
    return runs
  }

  /// The number of its cells, without invisible blanks at the end.
  private var seenCount: Int {
    var count = cells.count
    while rest == 0, count > 0, cells[count - 1].count == 0, cells[count - 1].width == 1,
      cells[count - 1].state == 0
    {
      count -= 1
    }
    return count
  }

  mutating func wasShown() {
    shown = seenCount
    unchanged = rest == 0 ? seenCount : -1
    hasNews = false
  }

  /// Records that the cells are not shown until they change, because they do not fit.
  mutating func wasLeft() { hasNews = false }

  /// True if a part that was shown has changed, so that the whole line is shown again.
  var isRedrawn: Bool { shown.map { $0 != unchanged } ?? false }

  /// The first column to show.
  var firstColumn: Int { isRedrawn ? 0 : shown ?? 0 }

  // MARK: States

  var states: Set<Int32> {
    var states = Set(cells.map(\.state))
    states.insert(rest)
    if let last { states.insert(last.state) }
    return states
  }

  mutating func renumber(_ numbers: [Int32: Int32]) {
    for index in cells.indices { cells[index].state = numbers[cells[index].state] ?? 0 }
    rest = numbers[rest] ?? 0
    if let last { self.last?.state = numbers[last.state] ?? 0 }
  }
}
