import StyleValues
import TerminalOutput

/// The pixels of one row of cells.
struct PixelStrip: PixelCanvas {
  /// Pixels of a cell, from left to right and from top to bottom.
  static let cellWidth = 8
  static let cellHeight = 16

  let width: Int
  /// `0xRRGGBB`, line after line.
  private(set) var pixels: [UInt32]

  init(columns: Int, margin: Int, background: RGB8) {
    width = columns * Self.cellWidth + 2 * margin
    pixels = Array(repeating: Self.pixel(background), count: width * Self.cellHeight)
  }

  static func pixel(_ color: RGB8) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  /// The pixels of a line.
  func line(_ y: Int) -> ArraySlice<UInt32> {
    pixels[y * width..<(y + 1) * width]
  }

  /// Colours a rectangle; what is outside of the strip is left out.
  mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ color: RGB8) {
    let pixel = Self.pixel(color)
    for y in lines.clamped(to: 0..<Self.cellHeight) {
      for x in columns.clamped(to: 0..<width) { pixels[y * width + x] = pixel }
    }
  }
}
