import CellLayout
import TestSupport
import Testing

@testable import Rendering

@Suite("Widths of columns")
struct TableWidthTests {
  private func column(_ most: Int, number: Int = 0, fixed: Int? = nil) -> ColumnMeasures {
    var column = ColumnMeasures()
    (column.most, column.number, column.fixed) = (most, number, fixed)
    return column
  }

  @Test("are what the columns want, if that fits")
  func wanted() {
    #expect([column(3), column(10)].widths(available: 13, fills: false) == [3, 10])
    #expect([column(3), column(10)].widths(available: 20, fills: false) == [3, 10])
  }

  @Test("shrink where columns are widest")
  func widest() {
    let columns = [column(3), column(50), column(12), column(40)]
    #expect(columns.widths(available: 60, fills: false) == [3, 23, 12, 22])
    #expect(columns.widths(available: 35, fills: false) == [3, 11, 11, 10])
  }

  @Test("are eight cells at least, or there are none")
  func floors() {
    let columns = [column(3), column(50), column(12)]
    #expect(columns.widths(available: 19, fills: false) == [3, 8, 8])
    #expect(columns.widths(available: 18, fills: false) == nil)
  }

  @Test("keep numbers whole as long as there is room")
  func numbers() {
    let columns = [column(40), column(12, number: 12)]
    #expect(columns.widths(available: 21, fills: false) == [9, 12])
    #expect(columns.widths(available: 18, fills: false) == [9, 9])
  }

  @Test("of the stylesheet stay as they are")
  func fixed() {
    #expect([column(40), column(4, fixed: 20)].widths(available: 30, fills: false) == [10, 20])
  }

  @Test("fit, are as even as they can be, and use all room", arguments: 0..<200)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let columns = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
      column(
        Int.random(in: 0...60, using: &generator),
        number: Int.random(in: 0...20, using: &generator))
    }
    let available = Int.random(in: 1...200, using: &generator)
    let wanted = columns.map(\.wanted)
    guard let widths = columns.widths(available: available, fills: false) else {
      #expect(columns.reduce(0) { $0 + $1.floor(keepsNumbers: false) } > available)
      return
    }
    #expect(widths.reduce(0, +) == min(available, wanted.reduce(0, +)))
    for (index, width) in widths.enumerated() where width < wanted[index] {
      // No other column is wider without need.
      for (other, column) in columns.enumerated() where widths[other] > width + 1 {
        #expect(widths[other] <= column.floor(keepsNumbers: true))
      }
    }
  }
}
