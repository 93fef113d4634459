public import CellLayout

/// Writes a block of cells as lines of text with escape sequences.
///
/// Every line starts and ends in the terminal's default state, so that it can be cut out, paged or
/// put beside another one. Blank cells at the end of a line are left out unless they have a
/// background or a line on them.
public struct ANSIBlockWriter: Sendable {
  /// Writes the renditions.
  public let encoder: SGREncoder

  /// Whether links are written (OSC 8).
  public let writesLinks: Bool

  /// Whether a line is filled to its last cell, though nothing is to be seen there.
  public let keepsTrailingBlanks: Bool

  /// A writer for a terminal; the cells must have been quantised for it.
  public init(
    encoder: SGREncoder, writesLinks: Bool = false, keepsTrailingBlanks: Bool = false
  ) {
    self.encoder = encoder
    self.writesLinks = writesLinks
    self.keepsTrailingBlanks = keepsTrailingBlanks
  }

  /// Appends the lines of a block, each with a line feed at its end.
  public func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    var pen = Pen(encoder: encoder, links: writesLinks ? buffer.links : [])
    for row in 0..<buffer.rows {
      var cells = buffer.row(row)
      if !keepsTrailingBlanks {
        while let last = cells.last, last.isInvisible { cells.removeLast() }
      }
      for cell in cells where cell.width > 0 {
        pen.set(cell.rendition, link: cell.link, into: &bytes)
        bytes.appendCellText(cell.text)
      }
      pen.reset(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// Writes a block of cells as plain lines of text, without any escape sequence.
public struct PlainBlockWriter: Sendable {
  /// A writer.
  public init() {}

  /// Appends the lines of a block, each without the spaces at its end and with a line feed.
  public func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    for row in 0..<buffer.rows {
      var cells = buffer.row(row)
      while let last = cells.last, last.text == " " { cells.removeLast() }
      for cell in cells where cell.width > 0 { bytes.appendCellText(cell.text) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
