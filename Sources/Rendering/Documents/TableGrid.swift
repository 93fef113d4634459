import CellLayout
import StyledText
import Styling

/// Columns of a table: their widths, and the cells between them (CSS 2.2 §17.5.2, §17.6).
struct TableGrid {
  /// Number of cells of each column, padding of its cells included.
  private(set) var widths: [Int]

  /// For each boundary between columns, from the left edge on, the number of cells that it takes.
  let boundaries: [Int]

  /// For each column the cells in front of it, and those of the whole table: a row may be short, and
  /// then it costs no more than its own columns.
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

  /// Number of cells of the whole table.
  var total: Int { starts[widths.count] }

  /// Most cells that a column gets for longer words of rows that are not known yet.
  private static let mostSpare = 4

  /// Gives columns without a width of their own some of the room that is left: numbers grow.
  mutating func widen(_ measures: [ColumnMeasures], available: Int) {
    let spare = max(0, available - widths.reduce(0, +)) / widths.count
    for (index, column) in measures.enumerated() where column.fixed == nil {
      widths[index] += min(Self.mostSpare, spare, max(0, column.limit - widths[index]))
    }
    setStarts()
  }

  /// Number of cells of a cell that takes some columns.
  func width(of columns: Range<Int>) -> Int {
    columns.isEmpty
      ? 0 : starts[columns.upperBound] - boundaries[columns.upperBound] - starts[columns.lowerBound]
  }
}

/// Measures of the cells of a column, in cells.
struct ColumnMeasures {
  /// Width of its longest word, and of its longest line.
  var least = 0
  var most = 0

  /// Width that the sheet says.
  var fixed: Int?

  /// Least `max-width` of a cell.
  private(set) var limit = Int.max

  /// Applies `min-width` and `max-width` of a cell; its longest word stays whole.
  mutating func limit(least minimum: Int?, most maximum: Int?) {
    if let maximum { (most, limit) = (min(most, max(maximum, least)), maximum) }
    if let minimum { (least, most) = (max(least, minimum), max(most, minimum)) }
  }

  /// Takes a cell into account that is in this column only.
  mutating func take(_ cell: ColumnMeasures) {
    least = max(least, cell.least)
    most = max(most, cell.most)
    limit = min(limit, cell.limit)
    if let width = cell.fixed { fixed = max(fixed ?? 0, width) }
  }
}

extension [ColumnMeasures] {
  /// Spreads what a cell that takes several columns needs besides what they have.
  mutating func take(_ cell: ColumnMeasures, over columns: Range<Int>, between: Int) {
    func spread(_ path: WritableKeyPath<ColumnMeasures, Int>) {
      let wanted = cell[keyPath: path] - between
      let missing = wanted - self[columns].reduce(0) { $0 + $1[keyPath: path] }
      guard missing > 0 else { return }
      for (place, column) in columns.enumerated() {
        self[column][keyPath: path] +=
          (place + 1) * missing / columns.count - place * missing / columns.count
      }
    }
    spread(\.least)
    spread(\.most)
  }

  /// The least widths of the columns.
  var least: [Int] { map { Swift.max($0.least, $0.fixed ?? 0) } }

  /// Widths of the columns in some room; nil where the longest words do not fit.
  ///
  /// Each column has the width of its longest word at least; what is left goes to the columns in
  /// proportion to what they would still like to have.
  ///
  /// - Parameters:
  ///   - available: Cells for all columns.
  ///   - fills: True if all of these are to be used.
  /// - Returns: A width for each column; nil where there is no room.
  func widths(available: Int, fills: Bool) -> [Int]? {
    let least = least
    let most = indices.map { Swift.max(least[$0], self[$0].fixed ?? self[$0].most) }
    let (leastSum, mostSum) = (least.reduce(0, +), most.reduce(0, +))
    guard leastSum <= available else { return nil }
    if mostSum <= available {
      guard fills, mostSum > 0 else { return most }
      return Self.share(available - mostSum, in: most, addingTo: most)
    }
    return Self.share(
      available - leastSum, in: indices.map { most[$0] - least[$0] }, addingTo: least)
  }

  /// Widths where the first row or the sheet says them (`table-layout: fixed`).
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
    let set =
      lines == [.double] ? double : lines == [.heavy] ? heavy : light
    return String(set[bits])
  }
}
