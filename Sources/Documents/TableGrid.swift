import CellLayout
import DataRecords
import StyledText
import Styling

/// Columns of a table: their widths, and the cells between them (CSS 2.2 §17.5.2, §17.6).
struct TableGrid {
  /// Width of each column in cells, including the padding of its cells.
  private(set) var widths: [Int]

  /// Width in cells of each boundary between columns, from the left edge on.
  let boundaries: [Int]

  /// Sums of the columns and boundaries in front of each column, and of the whole table: a short
  /// row costs no more than its own columns.
  private var starts: [Int] = []

  init(widths: [Int], boundaries: [Int]) {
    (self.widths, self.boundaries) = (widths, boundaries)
    setStarts()
  }

  private mutating func setStarts() {
    starts = [boundaries[0]]
    for column in widths.indices {
      starts.append(starts[column] + widths[column] + boundaries[column + 1])
    }
  }

  /// Width of the whole table in cells.
  var total: Int { starts[widths.count] }

  /// Most spare cells of a column, for longer words of rows that are not read yet.
  private static let mostSpare = 4

  /// Widens columns without a declared width by some of the spare room, because later numbers may
  /// be longer.
  mutating func widen(_ measures: [ColumnMeasures], available: Int) {
    let spare = max(0, available - widths.reduce(0, +)) / widths.count
    for (index, column) in measures.enumerated() where column.fixed == nil {
      widths[index] += min(Self.mostSpare, spare, max(0, column.limit - widths[index]))
    }
    setStarts()
  }

  /// Width in cells of a cell that spans some columns.
  func width(of columns: Range<Int>) -> Int {
    columns.isEmpty
      ? 0 : starts[columns.upperBound] - boundaries[columns.upperBound] - starts[columns.lowerBound]
  }
}

/// Measures of the cells of a column, in cells.
struct ColumnMeasures {
  /// Width of its longest line.
  var most = 0

  /// Width of its longest number or date, which is misread when it is broken.
  var number = 0

  /// Width of its longest word.
  var word = 0

  /// Declared width.
  var fixed: Int?

  /// Greatest `min-width` and least `max-width` of a cell.
  private(set) var least = 0
  private(set) var limit = Int.max

  /// Applies `min-width` and `max-width` of a cell.
  mutating func limit(least minimum: Int?, most maximum: Int?) {
    if let maximum { (most, limit) = (min(most, maximum), maximum) }
    if let minimum { (least, most) = (minimum, max(most, minimum)) }
  }

  /// Includes a cell that is in this column only.
  mutating func take(_ cell: ColumnMeasures) {
    most = max(most, cell.most)
    number = max(number, cell.number)
    word = max(word, cell.word)
    least = max(least, cell.least)
    limit = min(limit, cell.limit)
    if let width = cell.fixed { fixed = max(fixed ?? 0, width) }
  }

  /// Includes the widest texts of the whole column.
  mutating func take(_ column: MeasuredColumns.Column, edges: Int) {
    most = max(most, column.most + edges)
    if column.number > 0 { number = max(number, column.number + edges) }
  }

  /// The width if there is room.
  var wanted: Int { fixed ?? max(most, least) }

  /// A narrower column cannot be read.
  private static let readable = 8

  /// Longer words are broken like text.
  private static let longestWord = 20

  /// Parts of the text that stay whole; each case includes those before it.
  enum Kept: CaseIterable { case none, numbers, words }

  /// The least width if there are other columns.
  func floor(keeping kept: Kept) -> Int {
    if let fixed { return fixed }
    var least = max(min(Self.readable, wanted), least)
    if kept != .none { least = max(least, min(number, wanted)) }
    if kept == .words { least = max(least, min(word, Self.longestWord, wanted)) }
    return least
  }
}

extension [ColumnMeasures] {
  /// Distributes the missing width of a cell that spans several columns over them.
  mutating func take(_ cell: ColumnMeasures, over columns: Range<Int>, between: Int) {
    let missing = cell.wanted - between - self[columns].reduce(0) { $0 + $1.most }
    guard missing > 0 else { return }
    for (place, column) in columns.enumerated() {
      self[column].most += (place + 1) * missing / columns.count - place * missing / columns.count
    }
  }

  /// Widths of the columns in some room; nil where there is too little.
  func widths(available: Int, fills: Bool, words: () -> [[Int]] = { [] }) -> [Int]? {
    let wanted = map(\.wanted)
    let sum = wanted.reduce(0, +)
    if sum <= available {
      guard fills, sum > 0 else { return wanted }
      return Self.share(available - sum, in: wanted, addingTo: wanted)
    }
    var most = wanted
    for kept in ColumnMeasures.Kept.allCases.reversed() {
      let floors = map { $0.floor(keeping: kept) }
      if floors.reduce(0, +) <= available {
        return kept == .words
          ? Self.level(most, floors, to: available) : Self.cut(most, floors, words(), to: available)
      }
      most = floors
    }
    return nil
  }

  /// Widths where the columns have to be narrower than readable, or wider than the room.
  func leastWidths(available: Int) -> [Int] {
    let floors = map { $0.fixed ?? Swift.min(Self.narrowest, $0.wanted) }
    return floors.reduce(0, +) <= available
      ? Self.level(map(\.wanted), floors, to: available) : floors
  }

  /// Cells of a wide character and a blank.
  private static let narrowest = 3

  /// Limits the widest columns to a level at which all fit.
  private static func level(_ wanted: [Int], _ floors: [Int], to available: Int) -> [Int] {
    func widths(_ level: Int) -> [Int] {
      zip(wanted, floors).map { Swift.min($0, Swift.max($1, level)) }
    }
    // The greatest level at which they fit.
    var fits = 0..<(wanted.max() ?? 0)
    while fits.count > 1 {
      let middle = fits.lowerBound + fits.count / 2
      if widths(middle).reduce(0, +) <= available {
        fits = middle..<fits.upperBound
      } else {
        fits = fits.lowerBound..<middle
      }
    }
    let level = fits.lowerBound
    var widths = widths(level)
    var spare = available - widths.reduce(0, +)
    for index in widths.indices where spare > 0 && widths[index] == level {
      guard wanted[index] > level else { continue }
      widths[index] += 1
      spare -= 1
    }
    return widths
  }

  /// Narrows one column after the other, where the fewest words are broken for each cell; of equal
  /// columns, the last of the widest.
  private static func cut(
    _ most: [Int], _ floors: [Int], _ words: [[Int]], to available: Int
  ) -> [Int] {
    var widths = most
    var excess = most.reduce(0, +) - available
    let order = most.indices.sorted { (most[$0], $0) > (most[$1], $1) }
    while excess > 0 {
      var best: (index: Int, cells: Int, broken: Int)?
      for index in order {
        var broken = 0
        for cells in 0..<Swift.min(excess, widths[index] - floors[index]) {
          let width = widths[index] - cells
          if index < words.count, width < words[index].count { broken += words[index][width] }
          if let best {
            let (cost, least) = (broken * best.cells, best.broken * (cells + 1))
            guard cost < least || cost == least && index == best.index else { continue }
          }
          best = (index, cells + 1, broken)
        }
      }
      guard let best else { return widths }
      widths[best.index] -= best.cells
      excess -= best.cells
    }
    return widths
  }

  /// Widths that the first row or the sheet declares (`table-layout: fixed`).
  func fixedWidths(available: Int) -> [Int] {
    let known = reduce(0) { $0 + ($1.fixed ?? 0) }
    let open = count { $0.fixed == nil }
    let rest = Swift.max(0, available - known)
    var number = 0
    return map { column in
      if let width = column.fixed { return width }
      number += 1
      return Swift.max(1, number * rest / open - (number - 1) * rest / open)
    }
  }

  private static func share(_ spare: Int, in parts: [Int], addingTo base: [Int]) -> [Int] {
    let sum = parts.reduce(0, +)
    guard sum > 0 else { return base }
    var passed = 0
    return base.indices.map { index in
      let before = passed * spare / sum
      passed += parts[index]
      return base[index] + passed * spare / sum - before
    }
  }
}

/// Characters where border lines of a table meet (U+2500 to U+257F).
enum Junction {
  private static let light = Array(" ╶╷┌╴─┐┬╵└│├┘┴┤┼")
  private static let heavy = Array(" ╺╻┏╸━┓┳╹┗┃┣┛┻┫╋")
  private static let double = Array(" ═║╔══╗╦║╚║╠╝╩╣╬")

  /// Returns the character that joins lines; mixed lines are joined by light ones.
  static func glyph(
    up: BorderLine, down: BorderLine, left: BorderLine, right: BorderLine
  ) -> String {
    let arms = [right, down, left, up]
    var bits = 0
    for (index, arm) in arms.enumerated() where arm != .none { bits |= 1 << index }
    let lines = Set(arms.filter { $0 != .none })
    let set = lines == [.double] ? double : lines == [.heavy] ? heavy : light
    return String(set[bits])
  }
}
