public import CSSView
import Documents
import Styling

extension TextFormat {
  /// HTML, as a document in the columns of the terminal.
  public static let html = document(.html)
  /// CommonMark with the extensions of GitHub, as a document.
  public static let markdown = document(.markdown)
  /// Comma-separated values (RFC 4180), as a table; the first record is the header.
  ///
  /// As for all data, a `--record-template` of the theme shows each record instead.
  public static let csv = document(.csv)
  /// Tab-separated values, as a table.
  public static let tsv = document(.tsv)
  /// Columns separated by blanks, as `df`, `ps`, `docker` and `kubectl` print them, as a table.
  public static let columns = document(.columns)
  /// JSON: objects, or arrays of objects, as a table.
  public static let json = document(.json)
  /// JSON objects, one on each line, as a table.
  public static let jsonl = document(.jsonl)

  private static func document(_ form: InputFormat) -> TextFormat {
    TextFormat(form, documents: AllDocumentFormats())
  }
}
