import CellLayout
import TestSupport
import Testing

@testable import Documents
@testable import Rendering

@Suite("Widths of columns")
struct TableWidthTests {
  private func column(
    _ most: Int, number: Int = 0, word: Int = 0, fixed: Int? = nil
  ) -> ColumnMeasures {
    var column = ColumnMeasures()
    (column.most, column.number, column.word, column.fixed) = (most, number, word, fixed)
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
    #expect(columns.widths(available: 18, fills: false) == [8, 10])
  }

  @Test("keep words whole as long as there is room, and numbers for longer")
  func words() {
    let columns = [column(40, word: 10), column(12, word: 12), column(9, number: 9)]
    #expect(columns.widths(available: 60, fills: false) == [39, 12, 9])
    #expect(columns.widths(available: 31, fills: false) == [10, 12, 9])
    #expect(columns.widths(available: 30, fills: false) == [10, 11, 9])
    #expect(columns.widths(available: 25, fills: false) == [8, 8, 9])
    #expect(columns.widths(available: 24, fills: false) == [8, 8, 8])
    #expect(columns.widths(available: 23, fills: false) == nil)
  }

  @Test("break the words of as few columns as possible, the last of the widest ones first")
  func fewBroken() {
    let columns = [column(20, word: 12), column(12, word: 11), column(15, word: 12)]
    #expect(columns.widths(available: 34, fills: false) == [12, 11, 11])
    #expect(columns.widths(available: 31, fills: false) == [12, 11, 8])
    #expect(columns.widths(available: 30, fills: false) == [11, 11, 8])
  }

  @Test("break as few words as possible")
  func fewWords() {
    var words = Array(repeating: Array(repeating: 0, count: 21), count: 2)
    (words[0][12], words[1][12], words[1][11]) = (2, 5, 1)
    let columns = [column(20, word: 12), column(30, word: 12)]
    #expect(columns.widths(available: 23, fills: false) { words } == [11, 12])
    #expect(columns.widths(available: 20, fills: false) { words } == [8, 12])
    #expect(columns.widths(available: 18, fills: false) { words } == [8, 10])
    (words[0][11], words[0][10], words[0][9]) = (2, 2, 2)
    #expect(columns.widths(available: 20, fills: false) { words } == [12, 8])
  }

  @Test("break a word that is longer than twenty cells like text")
  func longWords() {
    let columns = [column(60, word: 10), column(64, word: 64)]
    #expect(columns.widths(available: 70, fills: false) == [35, 35])
    #expect(columns.widths(available: 30, fills: false) == [10, 20])
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
        number: Int.random(in: 0...20, using: &generator),
        word: Int.random(in: 0...30, using: &generator))
    }
    let available = Int.random(in: 1...200, using: &generator)
    let wanted = columns.map(\.wanted)
    guard let widths = columns.widths(available: available, fills: false) else {
      #expect(columns.reduce(0) { $0 + $1.floor(keeping: .none) } > available)
      return
    }
    #expect(widths.reduce(0, +) == min(available, wanted.reduce(0, +)))
    for (index, width) in widths.enumerated() where width < wanted[index] {
      // No other column is wider without need.
      for (other, column) in columns.enumerated() where widths[other] > width + 1 {
        #expect(widths[other] <= column.floor(keeping: .words))
      }
    }
  }
}
