import Bytes
package import CellLayout
import TerminalOutput

/// Writes a block of cells as HTML, as the stream writes lines.
package struct HTMLWriter: Sendable {
  /// What stands for the terminal's own colours.
  package let colors: ScreenColors

  /// The page's title; nil writes a fragment to be put into another page.
  package let title: String?

  /// A writer.
  package init(colors: ScreenColors, title: String? = nil) {
    self.colors = colors
    self.title = title
  }

  /// Appends a block; the cells need not have been quantised.
  package func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    let picture = CellPicture(buffer: buffer, colors: colors)
    var page = HTMLPage(colors: colors, title: title)
    page.begin(into: &bytes)
    for row in 0..<buffer.rows {
      for run in picture.runs(of: row, upTo: buffer.seenColumns(in: row)) {
        page.set(run.rendition, link: run.link, into: &bytes)
        for cell in run.cells where cell.width > 0 {
          // Fonts for pages rarely have wide characters of exactly two columns.
          if cell.width == 2 { bytes.append("<span style=\"display:inline-block;width:2ch\">") }
          bytes.appendEscaped(cell.text)
          if cell.width == 2 { bytes.append("</span>") }
        }
      }
      page.set(.standard, link: nil, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    page.end(into: &bytes)
  }
}
