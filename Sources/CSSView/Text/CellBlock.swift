package import CellLayout
import Rendering
import StyleValues
package import TerminalOutput

/// A text laid out as a block: wrapped and aligned, with its box and its shadows, cell by cell.
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

  /// Cells in a row, margins included.
  public var columns: Int { layout.buffer.columns }

  /// Rows, margins included.
  public var rows: Int { layout.buffer.rows }

  /// The cell in a column and a row, both from 0 and inside of the block.
  public subscript(column: Int, row: Int) -> Cell {
    Cell(layout.buffer[column, row], links: layout.buffer.links)
  }

  /// The cells, row after row.
  public var lines: [[Cell]] {
    (0..<rows).map { row in
      layout.buffer.row(row).map { Cell($0, links: layout.buffer.links) }
    }
  }

  /// The number of the run whose text is in a cell, as in `StyledString.runs`; nil where there is
  /// none.
  public func run(column: Int, row: Int) -> Int? { layout.run(column: column, row: row) }

  /// Appends the lines for the terminal that the block was made for, each with a line feed at its
  /// end.
  public func append(to bytes: inout [UInt8]) {
    bytes += target.bytes(of: layout)
  }

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The character that starts here, safe for a terminal; empty in the second cell of a wide one.
    public let text: String

    /// Number of cells the character takes: 0 in the cells after its first one.
    public let width: Int

    /// The colour of the text, exact also for a terminal that has fewer.
    public let color: StyleColor

    /// The colour behind it.
    public let backgroundColor: StyleColor

    /// Bold.
    public let isBold: Bool

    /// Faint, never together with bold.
    public let isFaint: Bool

    /// Italic.
    public let isItalic: Bool

    /// The line under it; nil is none.
    public let underline: RunStyle.Underline?

    /// The colour of that line; `standard` is that of the text.
    public let underlineColor: StyleColor

    /// Struck through.
    public let isStruckThrough: Bool

    /// A line over it.
    public let hasOverline: Bool

    /// Blinking.
    public let blinks: Bool

    /// Target of its link.
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
  /// The lines for the terminal that the block was made for, without a line feed at the end.
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
