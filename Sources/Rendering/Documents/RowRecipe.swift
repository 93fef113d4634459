import Bytes
import CellLayout
import DataRecords
import StyledText
import TerminalOutput

/// Parts of a row of a table whose cells are lines of plain text, so that rows like it can be written
/// without their layout.
struct RowParts {
  enum Part {
    case blanks(Int, StyleID, areSeen: Bool)
    case text([UInt8], StyleID)
    /// The text of the next cell.
    case cell(Cell)
  }

  /// A cell without its edges but the last one.
  struct Cell {
    let columns: Int
    /// Blanks behind them.
    let padding: Int
    let alignment: LineAlignment
    let style: StyleID
    let filling: StyleID
    let areBlanksSeen: Bool
  }

  var parts: [Part] = []

  /// The row that it was made of.
  var row: TableContent.Row?
}

/// A row of a table that waits for the texts of its cells.
final class RowRecipe {
  /// A part of the row: text, blanks, or a cell.
  ///
  /// Nothing in it counts references, which would take longer than all else.
  fileprivate struct Part {
    /// Text of the row itself, in `text`.
    var text = 0..<0
    /// Number of blanks, or of the cells of a cell.
    var columns = 0
    var padding = 0
    var alignment: LineAlignment?
    var style = AttributesID.standard
    /// Style of blanks, and true if they can be seen.
    var filling = AttributesID.standard
    var areBlanksSeen = false
  }

  private let parts: [Part]
  private let text: [UInt8]
  private let columns: [Int]
  let row: TableContent.Row

  /// Prepares a row for a terminal; nil if its text may look otherwise than it was written.
  init?(
    _ source: RowParts, _ styles: borrowing ComputedStyleTable,
    _ attributes: borrowing StreamAttributes
  ) {
    guard let row = source.row else { return nil }
    var (parts, text, columns) = ([Part](), [UInt8](), [Int]())
    for sourcePart in source.parts {
      var part = Part()
      switch sourcePart {
      case .blanks(let count, let style, let areSeen):
        part.columns = count
        (part.filling, part.areBlanksSeen) = (AttributesID(styles, style), areSeen)
      case .text(let bytes, let style):
        part.text = text.count..<text.count + bytes.count
        part.style = AttributesID(styles, style)
        text += bytes
      case .cell(let cell):
        part.style = AttributesID(styles, cell.style)
        guard styles.head(cell.style).isVerbatim, !attributes[part.style].isBlank else {
          return nil
        }
        (part.columns, part.padding) = (cell.columns, cell.padding)
        part.alignment = cell.alignment
        (part.filling, part.areBlanksSeen) = (
          AttributesID(styles, cell.filling), cell.areBlanksSeen
        )
        columns.append(cell.columns)
      }
      parts.append(part)
    }
    (self.parts, self.columns, self.row) = (parts, columns, row)
    // Text is copied in blocks.
    self.text = text + [UInt8](repeating: 0, count: 16)
  }

  /// True if the texts of cells fit.
  func fits(_ cells: [PlainCell]) -> Bool {
    guard cells.count == columns.count else { return false }
    for index in columns.indices where cells[index].columns > columns[index] { return false }
    return true
  }

  /// Writes a row with texts that fit.
  func write(
    _ cells: [PlainCell], of bytes: Span<UInt8>, _ blanks: inout OwedBlanks,
    _ writer: inout LineWriter, to output: inout StreamBuffer
  ) {
    let text = text
    blanks.forget()
    var number = 0
    for part in parts {
      guard let alignment = part.alignment else {
        if part.text.isEmpty {
          blanks.add(part.columns, part, &writer, to: &output)
        } else {
          blanks.pay(&writer, to: &output)
          writer.take(part.style, &output)
          output.appendBlocks(part.text, of: text.span)
        }
        continue
      }
      let cell = cells[number]
      number += 1
      var leading = 0
      if !cell.text.isEmpty {
        leading = alignment.leading(of: part.columns - cell.columns)
        blanks.add(leading, part, &writer, to: &output)
        blanks.pay(&writer, to: &output)
        writer.take(part.style, &output)
        output.appendBlocks(cell.text, of: bytes)
      }
      blanks.add(
        part.columns - leading - cell.columns + part.padding, part, &writer, to: &output)
    }
    writer.endLine(&output)
  }

  /// Blanks that are written once something follows them, as in `RowWriter`.
  struct OwedBlanks {
    private var last: (count: Int, style: AttributesID) = (0, .standard)
    /// Those before the last ones, of other styles.
    private var others: [(count: Int, style: AttributesID)] = []

    /// Owes none.
    @inline(__always)
    mutating func forget() {
      last.count = 0
      if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }

    @inline(__always)
    fileprivate mutating func add(
      _ count: Int, _ part: Part, _ writer: inout LineWriter, to output: inout StreamBuffer
    ) {
      guard count > 0 else { return }
      if part.areBlanksSeen {
        pay(&writer, to: &output)
        return writer.writeBlanks(count, part.filling, &output)
      }
      if last.count > 0, last.style != part.filling {
        others.append(last)
        last.count = 0
      }
      last = (last.count + count, part.filling)
    }

    @inline(__always)
    mutating func pay(_ writer: inout LineWriter, to output: inout StreamBuffer) {
      for (count, style) in others { writer.writeBlanks(count, style, &output) }
      writer.writeBlanks(last.count, last.style, &output)
      forget()
    }
  }
}

extension AttributesID {
  /// The attributes of a style.
  fileprivate init(_ styles: borrowing ComputedStyleTable, _ style: StyleID) {
    self.init(index: styles.head(style).attributes)
  }
}

/// Rows of a table by the kinds of their cells and their place, while their styles stay.
struct RowRecipes {
  /// Kinds of the cells of a row, and a number for its place among the others.
  struct Key: Hashable {
    var kinds: [UInt8] = []
    var place: Int32 = 0

    /// True for cells of these kinds.
    func matches(_ cells: [PlainCell], at place: Int32) -> Bool {
      guard self.place == place, kinds.count == cells.count else { return false }
      for index in kinds.indices where kinds[index] != cells[index].kind { return false }
      return true
    }
  }

  private var recipes: [Key: RowRecipe] = [:]

  /// Number of kinds of rows that are known.
  var count: Int { recipes.count }

  private var last: RowRecipe?

  /// Key of the last row.
  private(set) var key = Key()

  /// A table with more kinds of rows is laid out.
  private static let most = 256

  /// The recipe for a row, which is the last one then.
  mutating func recipe(for cells: [PlainCell], at place: Int32) -> RowRecipe? {
    if !key.matches(cells, at: place) {
      key = Key(kinds: cells.map(\.kind), place: place)
      last = recipes[key]
    }
    return last
  }

  /// Keeps the recipe for the last row.
  mutating func keep(_ recipe: RowRecipe) {
    guard recipes.count < Self.most else { return }
    recipes[key] = recipe
    last = recipe
  }
}
