import CellLayout
import CursesScreen
import StyleValues
import StyledText
import TerminalOutput

/// Frames as a saved stylesheet makes them: the same text in twenty classes, of which all, one or
/// none get another colour.
///
/// Each frame is compared with what the simplest program sends that only writes the cells that
/// differ: the place of a run of changed cells, its whole rendition, and its text.
enum FrameProbe {
  static func run() throws(ScreenError) -> String {
    var screen = try Screen(
      term: ScreenProbe.variable("TERM") ?? "",
      features: ScreenFeatures(
        renditions: [.underlineStyles, .overline], synchronizedOutput: true))
    var shown = frame(screen.columns, screen.rows) { $0 }
    try screen.present(shown)
    var lines: [String] = []
    for changed in [Array(0..<20), [3], []] {
      let next = frame(screen.columns, screen.rows) { changed.contains($0) ? $0 + 20 : $0 }
      let sent = try screen.present(next)
      lines.append("\(changed.count) classes: \(sent) of \(floor(from: shown, to: next))")
      shown = next
      let first = frame(screen.columns, screen.rows) { $0 }
      try screen.present(first)
      shown = first
    }
    return lines.joined(separator: "\n")
  }

  private static func frame(
    _ columns: Int, _ rows: Int, look: (Int) -> Int
  ) -> CellBuffer {
    var buffer = CellBuffer(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let style = (column / 7 + row) % 20
        let letter = UInt8(ascii: "a") + UInt8((column * 7 + row * 3) % 26)
        buffer[column, row] = Cell(
          text: .label(String(Unicode.Scalar(letter))), rendition: rendition(look(style)))
      }
    }
    return buffer
  }

  private static func rendition(_ number: Int) -> GraphicRendition {
    let color = UInt32(truncatingIfNeeded: number &* 2_654_435_761) & 0xFFFFFF
    return GraphicRendition(
      foreground: .rgb(RGB8(color)), attributes: number % 20 % 5 == 1 ? .bold : [])
  }

  private static func floor(from old: CellBuffer, to new: CellBuffer) -> Int {
    var bytes = 0
    var last: (index: Int, rendition: GraphicRendition)?
    for (index, cell) in new.cells.enumerated() where cell != old.cells[index] {
      let column = index % new.columns
      if last?.index != index - 1 || column == 0 {
        bytes += "\u{1B}[\(index / new.columns + 1);\(column + 1)H".utf8.count
      }
      if last?.rendition != cell.rendition, case .rgb(let rgb) = cell.rendition.foreground {
        let isBold = cell.rendition.attributes.contains(.bold)
        bytes +=
          "\u{1B}[0\(isBold ? ";1" : "");38;2;\(rgb.red);\(rgb.green);\(rgb.blue)m".utf8.count
      }
      bytes += 1
      last = (index, cell.rendition)
    }
    return bytes
  }
}
