public import CSSView
import Pictures
import Rendering
import TerminalOutput

extension CellBlock {
  /// The block as a picture in SVG, whose text stays text.
  ///
  /// Its colours are those of the block's terminal, exact ones only if that supports them.
  ///
  /// ```swift
  /// let theme: Theme = [".bad": ["color": "#ff0000"]]
  /// let block = theme.renderer(for: Terminal()).block("<span class=bad>No</span>", columns: 2)
  /// print(block.svg().contains("fill=\"#ff0000\""))  // true
  /// ```
  public func svg() -> String { text { SVGWriter().append(CellPicture(self), into: &$0) } }

  /// The block in HTML, whose text stays text.
  ///
  /// - Parameter title: The title of a page; nil makes a fragment for another page.
  /// - Returns: A page that loads and runs nothing, or one `pre` element.
  public func html(title: String? = nil) -> String {
    var page = HTMLPage(colors: ScreenColors(target.environment), title: title)
    return text { page.append(CellPicture(self), into: &$0) }
  }

  /// The block as a picture in PNG, with letters of an embedded bitmap font.
  ///
  /// A cell is 8 × 16 pixels times the scale, with a margin of 8 pixels times the scale around all.
  /// A letter that the font lacks is drawn as a frame.
  ///
  /// - Parameter scale: Width and height in pixels of a pixel of the font, at least 1.
  /// - Returns: The bytes of the file; empty if it would have more than 2,147,483,648 pixels.
  public func png(scale: Int = 1) -> [UInt8] {
    let (picture, writer) = (CellPicture(self), PNGWriter(scale: min(scale, 1 << 15)))
    let size = writer.size(of: picture)
    let pixels = size.width.multipliedReportingOverflow(by: size.height)
    guard !pixels.overflow, pixels.partialValue <= PNGWriter.mostPixels else { return [] }
    var bytes: [UInt8] = []
    writer.append(picture, into: &bytes)
    return bytes
  }

  private func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CellPicture {
  /// The picture of a block for its own terminal.
  fileprivate init(_ block: CellBlock) { self.init(block.layout, for: block.target) }
}
