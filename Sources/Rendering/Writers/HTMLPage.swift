import Bytes
package import CellLayout
import StyleValues
import TerminalOutput

/// Text in HTML: the page or fragment around it, and the elements that it stands in.
///
/// The page loads nothing and runs nothing.
package struct HTMLPage: Sendable {
  /// What stands for the terminal's own colours.
  let colors: ScreenColors

  /// The page's title; nil makes a fragment to be put into another page.
  let title: String?

  /// What the text that was written last is in.
  private var rendition = GraphicRendition.standard
  private var link: Hyperlink?
  /// The style attributes of the renditions that were met lately.
  private var styles: [GraphicRendition: [UInt8]] = [:]

  private static let mostStyles = 1024

  /// A page before its text.
  package init(colors: ScreenColors, title: String?) {
    self.colors = colors
    self.title = title
  }

  /// Appends what comes before the text.
  package func begin(into bytes: inout [UInt8]) {
    if let title {
      bytes.append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
      bytes.appendEscaped(title)
      bytes.append("</title>\n</head>\n<body>\n")
    }
    let style =
      "<pre style=\"color:\(colors.foreground.hex);background:\(colors.background.hex);"
      + "padding:1ch;font-family:ui-monospace,Menlo,Consolas,monospace;line-height:1.25;"
      + "font-variant-ligatures:none\">\n"
    bytes.append(contentsOf: style.utf8)
  }

  /// Closes what ends and opens what begins: a link around a span.
  @inline(__always)
  mutating func set(
    _ next: GraphicRendition, link nextLink: Hyperlink?, into bytes: inout [UInt8]
  ) {
    if next != rendition || nextLink != link { change(to: next, nextLink, into: &bytes) }
  }

  private mutating func change(
    to next: GraphicRendition, _ nextLink: Hyperlink?, into bytes: inout [UInt8]
  ) {
    if rendition != .standard { bytes.append("</span>") }
    if nextLink != link {
      if link != nil { bytes.append("</a>") }
      if let nextLink {
        bytes.append("<a style=\"color:inherit\" href=\"")
        bytes.appendEscaped(nextLink)
        bytes.append("\" rel=\"noopener noreferrer\">")
      }
      link = nextLink
    }
    if next != .standard {
      bytes.append("<span style=\"")
      bytes.append(contentsOf: style(of: next))
      bytes.append("\">")
    }
    rendition = next
  }

  /// Appends what comes after the text.
  package mutating func end(into bytes: inout [UInt8]) {
    set(.standard, link: nil, into: &bytes)
    bytes.append("</pre>\n")
    if title != nil { bytes.append("</body>\n</html>\n") }
  }

  /// Appends a page or fragment whose text is a block of cells, which need not have been quantised.
  package mutating func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    let picture = CellPicture(buffer: buffer, colors: colors)
    begin(into: &bytes)
    for row in 0..<buffer.rows {
      for run in picture.runs(of: row, upTo: buffer.seenColumns(in: row)) {
        set(run.rendition, link: run.link, into: &bytes)
        for cell in run.cells where cell.width > 0 {
          // Fonts for pages rarely have wide characters of exactly two columns.
          if cell.width == 2 { bytes.append("<span style=\"display:inline-block;width:2ch\">") }
          bytes.appendEscaped(cell.text)
          if cell.width == 2 { bytes.append("</span>") }
        }
      }
      set(.standard, link: nil, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    end(into: &bytes)
  }

  private mutating func style(of rendition: GraphicRendition) -> [UInt8] {
    if let known = styles[rendition] { return known }
    if styles.count >= Self.mostStyles { styles.removeAll(keepingCapacity: true) }
    let style = Array(rendition.css(colors).utf8)
    styles[rendition] = style
    return style
  }
}
