import Bytes
package import CellLayout
import StyleValues
import TerminalOutput

/// Writes a block of cells as HTML.
///
/// Every look that occurs is a class, and the rules for the classes come with the text. The page
/// loads nothing and runs nothing.
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
    let classes = Classes(buffer, colors)
    if let title {
      bytes.append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
      bytes.appendEscaped(title)
      bytes.append("</title>\n")
    }
    bytes.append("<style>\n.cssview{color:")
    bytes.append(contentsOf: colors.foreground.hex.utf8)
    bytes.append(";background:")
    bytes.append(contentsOf: colors.background.hex.utf8)
    bytes.append(
      """
      ;padding:1ch;font-family:ui-monospace,Menlo,Consolas,monospace;line-height:1.25;\
      font-variant-ligatures:none}
      .cssview a{color:inherit}
      .cssview .wide{display:inline-block;width:2ch}

      """)
    for (index, rule) in classes.rules.enumerated() {
      bytes.append(contentsOf: ".cssview .s\(index + 1){\(rule)}\n".utf8)
    }
    bytes.append("</style>\n")
    bytes.append(contentsOf: title == nil ? [] : Array("</head>\n<body>\n".utf8))
    bytes.append("<pre class=\"cssview\">")
    for row in 0..<buffer.rows { append(row: row, of: buffer, classes, into: &bytes) }
    bytes.append("</pre>\n")
    if title != nil { bytes.append("</body>\n</html>\n") }
  }

  private func append(
    row: Int, of buffer: CellBuffer, _ classes: Classes, into bytes: inout [UInt8]
  ) {
    var cells = buffer.row(row)
    while let last = cells.last, last.isInvisible { cells.removeLast() }
    while let first = cells.first {
      let run = cells.prefix { $0.rendition == first.rendition && $0.link == first.link }
      cells = cells.dropFirst(run.count)
      let link = buffer.hyperlink(first.link)
      if let link {
        bytes.append("<a href=\"")
        bytes.appendEscaped(link)
        bytes.append("\" rel=\"noopener noreferrer\">")
      }
      let style = classes.number(of: first.rendition)
      if let style { bytes.append(contentsOf: "<span class=\"s\(style)\">".utf8) }
      for cell in run where cell.width > 0 {
        if cell.width == 2 { bytes.append("<span class=\"wide\">") }
        bytes.appendEscaped(cell.text)
        if cell.width == 2 { bytes.append("</span>") }
      }
      if style != nil { bytes.append("</span>") }
      if link != nil { bytes.append("</a>") }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The looks of a buffer, numbered from 1 in the order in which they occur.
  private struct Classes {
    private(set) var rules: [String] = []
    private var numbers: [GraphicRendition: Int] = [:]

    init(_ buffer: CellBuffer, _ colors: ScreenColors) {
      var ruleNumbers: [String: Int] = ["": 0]
      for cell in buffer.cells where numbers[cell.rendition] == nil {
        let rule = cell.rendition.css(colors)
        if ruleNumbers[rule] == nil {
          rules.append(rule)
          ruleNumbers[rule] = rules.count
        }
        numbers[cell.rendition] = ruleNumbers[rule]
      }
    }

    /// The class, or nil for the default look.
    func number(of rendition: GraphicRendition) -> Int? {
      numbers[rendition].flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension CellBuffer {
  /// A link that a page may have; `number` is that of the cell.
  func hyperlink(_ number: UInt16) -> Hyperlink? {
    guard number > 0, Int(number) <= links.count,
      let link = Hyperlink(target: links[Int(number) - 1]), link.isSafeInPages
    else { return nil }
    return link
  }
}
