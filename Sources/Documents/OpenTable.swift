import StyledText
import Styling

/// An open table of a document: its content, and the form in which its rows are emitted.
///
/// It is a class so that it can be moved out of its layout for each row without copies.
final class OpenTable {
  var content: TableContent

  /// The form of the emitted rows; nil until it is decided.
  var form: Form?

  enum Form {
    /// In columns.
    case grid(TableGrid)
    /// Each cell with the header of its column, in two columns or, if they do not fit, in one line.
    case records(TableGrid?)
  }

  /// Cells of the first header row, for records, and their content.
  var headers: [TableContent.Cell?] = []
  var headerText = CellContent()

  /// True if a block around it contains its caption.
  var isCaptioned = false

  /// True if a record was emitted.
  var hasRecords = false

  /// Cells that go on in the next row.
  var spans: [CellRows] = []

  var last: TableContent.Row?

  /// The lines beside a row, which most rows after it share.
  var sides: (row: TableContent.Row, lines: [TableLine?])?

  /// With more rows or bytes than this, widths are decided.
  static let mostRows = 1000
  static let mostBytes = 1 << 20

  init(_ content: TableContent) { self.content = content }

  /// Most bytes of a name in front of each record; a longer one is whole in front of the first.
  private static let longestHeader = 128

  /// Cuts long column names, which each record would repeat.
  func cutHeaders() {
    var text = CellContent()
    for index in headers.indices {
      guard let first = headers[index] else { continue }
      let start = text.items.count
      text.append(headerText, first.items, atMost: Self.longestHeader)
      headers[index]?.items = start..<text.items.count
    }
    headerText = text
  }

  func visit(_ body: (inout StyleID) -> Void) {
    sides = nil
    content.visit(body)
    last?.visit(body)
    for index in headers.indices { headers[index]?.visit(body) }
    headerText.visit(body)
    for index in spans.indices { spans[index].visit(body) }
  }
}
