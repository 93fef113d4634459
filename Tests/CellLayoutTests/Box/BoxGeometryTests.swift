import Styling
import TestSupport
import Testing

@testable import CellLayout

@Suite("Box geometry")
struct BoxGeometryTests {
  @Test(
    "rounds lengths half up to cells",
    arguments: [
      (0, 0, 0), (3, 0, 0), (3.75, 1, 0), (4, 1, 1), (7.5, 1, 1), (8, 1, 1), (11.24, 1, 1),
      (11.25, 2, 1), (15, 2, 1), (22.4, 3, 1), (22.5, 3, 2), (30, 4, 2), (-5, 0, 0),
      (1e300, 65_535, 500), (.infinity, 65_535, 500), (.nan, 0, 0),
    ])
  func rounding(pixels: Double, columns: Int, rows: Int) {
    let length = BoxLength(pixels: pixels)
    #expect(CellMetrics.cells(length, .horizontal, of: 80, keepsSmall: true) == columns)
    #expect(CellMetrics.cells(length, .vertical, of: 80, keepsSmall: true) == rows)
  }

  @Test("takes percentages of the columns there are")
  func percentages() {
    let half = BoxLength(pixels: 0, percentage: 50)
    #expect(CellMetrics.cells(half, .horizontal, of: 81) == 41)
    #expect(CellMetrics.cells(half, .vertical, of: 80) == 20)
    let mixed = BoxLength(pixels: -15, percentage: 50)
    #expect(CellMetrics.cells(mixed, .horizontal, of: 80) == 38)
  }

  @Test(
    "clamps the width of the text",
    arguments: [
      (nil, nil, nil, 80), (20, nil, nil, 20), (20, 30, nil, 30), (20, nil, 10, 10),
      (20, 30, 10, 30), (200, nil, nil, 80), (nil, nil, 40, 40), (0, nil, nil, 1),
    ] as [(Double?, Double?, Double?, Int)])
  func widths(width: Double?, least: Double?, most: Double?, expected: Int) {
    var style = BlockStyle()
    style.width = width.map(BoxLength.columns)
    style.minWidth = least.map(BoxLength.columns)
    style.maxWidth = most.map(BoxLength.columns)
    #expect(BoxGeometry(style, available: 80).contentColumns == expected)
  }

  @Test("gives what is left over to automatic margins")
  func automaticMargins() {
    var style = BlockStyle()
    style.width = .columns(10)
    style.margin.left = nil
    #expect(BoxGeometry(style, available: 31).margin.left == 21)
    style.margin.right = nil
    let centred = BoxGeometry(style, available: 31)
    #expect(centred.margin.left == 10 && centred.margin.right == 11)
    #expect(centred.columns == 31)
  }

  @Test("never asks for more columns than there are", arguments: [0, 1, 2] as [UInt64])
  func neverWider(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for available in 1...200 {
      var style = BlockStyle()
      func length() -> BoxLength {
        BoxLength(
          pixels: Double.random(in: 0...400, using: &generator),
          percentage: Double.random(in: 0...60, using: &generator))
      }
      style.padding = BoxSides(top: length(), right: length(), bottom: length(), left: length())
      style.margin = BoxSides(top: length(), right: length(), bottom: length(), left: length())
      style.border = BoxSides(all: BorderSide(1))
      if Bool.random(using: &generator) { style.width = length() }
      if Bool.random(using: &generator) { style.minWidth = length() }
      let geometry = BoxGeometry(style, available: available)
      #expect(geometry.contentColumns >= 1)
      #expect(geometry.columns <= available, "\(available) seed \(seed)")
    }
  }
}
