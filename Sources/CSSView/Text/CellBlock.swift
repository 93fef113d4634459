package import CellLayout
import Rendering
import StyleValues
package import TerminalOutput

/// The cells of a text laid out as a block: wrapped and aligned, with its box and its shadows.
///
/// ```swift
/// let theme: Theme = [".card": ["border": "1px solid", "padding": "0 1ch"]]
/// let renderer = theme.renderer(for: .plain, as: StyledObject(classes: ["card"]))
/// let block = renderer.block("Hi", columns: 6)
/// print(block)
/// // ┌────┐
/// // │ Hi │
/// // └────┘
/// print(block[2, 1].text, block.run(column: 2, row: 1) ?? -1)  // H 0
/// ```
public struct CellBlock: Hashable, Sendable {
  package let layout: BlockLayout
  package let target: OutputTarget

  /// Cells in a row, with margins.
  public var columns: Int { layout.buffer.columns }

  /// Rows, with margins.
  public var rows: Int { layout.buffer.rows }

  /// The cell in a column and a row, both from 0 and inside of the block.
  public subscript(column: Int, row: Int) -> Cell {
    Cell(layout.buffer[column, row], links: layout.buffer.links)
  }

  /// The cells, row after row.
  public var lines: [[Cell]] {
    (0..<rows).map { row in layout.buffer.row(row).map { Cell($0, links: layout.buffer.links) } }
  }

  /// The index in `StyledString.runs` of the run in a cell; nil if there is none.
  public func run(column: Int, row: Int) -> Int? { layout.run(column: column, row: row) }

  /// Appends the lines for the block's terminal, each with a line feed.
  public func append(to bytes: inout [UInt8]) { bytes += target.bytes(of: layout) }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The character that starts here, safe for a terminal; empty in the later cells of a wide one.
    public let text: String

    /// The number of cells of the character; 0 in its later cells.
    public let width: Int

    /// The exact colour of the text, whatever the terminal can show.
    public let color: StyleColor

    /// The colour of the background.
    public let backgroundColor: StyleColor

    /// True if the text is bold.
    public let isBold: Bool

    /// True if the text is faint, which is never bold.
    public let isFaint: Bool

    /// True if the text is italic.
    public let isItalic: Bool

    /// The line under the text; nil is none.
    public let underline: RunStyle.Underline?

    /// The colour of that line; `standard` is that of the text.
    public let underlineColor: StyleColor

    /// True if the text is struck through.
    public let isStruckThrough: Bool

    /// True if there is a line over the text.
    public let hasOverline: Bool

    /// True if the text blinks.
    public let blinks: Bool

    /// The target of its link.
    public let link: String?

    init(_ cell: CellLayout.Cell, links: [String]) {
      let rendition = cell.rendition
      let attributes = rendition.attributes
      text = cell.text
      width = Int(cell.width)
      color = StyleColor(rendition.foreground)
      backgroundColor = StyleColor(rendition.background)
      isBold = attributes.contains(.bold)
      isFaint = attributes.contains(.faint)
      isItalic = attributes.contains(.italic)
      underline = RunStyle.Underline(rendition.underline)
      underlineColor = StyleColor(rendition.underlineColor)
      isStruckThrough = attributes.contains(.strikethrough)
      hasOverline = attributes.contains(.overline)
      blinks = attributes.contains(.blink)
      link = cell.link == 0 ? nil : links[Int(cell.link) - 1]
    }
  }
}

extension CellBlock.Cell: CustomStringConvertible {
  /// The text of the cell.
  public var description: String { text }
}

extension CellBlock: CustomStringConvertible {
  /// The lines for the block's terminal, without a line feed at the end.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    if bytes.last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RunStyle.Underline {
  fileprivate init?(_ underline: UnderlineStyle) {
    switch underline {
    case .none: return nil
    case .single: self = .solid
    case .double: self = .double
    case .curly: self = .wavy
    case .dotted: self = .dotted
    case .dashed: self = .dashed
    }
  }
}
