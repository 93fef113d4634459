import ArgumentParser
import Bytes
import DataRecords
import StyledText
import Styling

/// Options for data: CSV, TSV, columns and JSON.
struct RecordOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .rare("Markup for each record of data, such as '{time} {msg}'.", value: "markup"))
  var template: String?

  @Flag(help: .rare("The first record of data is no header."))
  var noHeader = false

  @Option(
    help: .rare("Columns of the table; with --no-header, names or numbers.", value: "name,..."))
  var columns: String?

  @Option(
    parsing: .unconditional,
    help: .rare("Character between the fields of CSV, 'tab' or 'auto'.", value: "char"))
  var delimiter: String?

  @Option(help: .rare("Lines to leave out before the first record.", value: "count"))
  var skipLines: Int?

  @Option(
    help: .rare(
      "Tables to show as records: auto, always or never.",
      "By default those whose columns do not fit.", value: "when"))
  var records = TableRecords.auto

  var arguments: [String] {
    (template.map { ["--template", $0] } ?? []) + (noHeader ? ["--no-header"] : [])
      + (columns.map { ["--columns", $0] } ?? []) + (delimiter.map { ["--delimiter", $0] } ?? [])
      + (skipLines.map { ["--skip-lines", String($0)] } ?? [])
  }

  func validate(for format: InputFormat) throws {
    if !format.isData, template != nil {
      throw ValidationError("'--template' needs '--from csv', 'tsv', 'columns', 'json' or 'jsonl'")
    }
    if noHeader, !format.isData || format.isJSON {
      throw ValidationError("'--no-header' needs '--from csv', 'tsv' or 'columns'")
    }
    if let delimiter, format != .csv {
      throw ValidationError("'--delimiter \(delimiter)' needs '--from csv'")
    }
    if let delimiter, delimiter != "auto", Self.byte(delimiter) == nil {
      throw ValidationError(
        "invalid value '\(delimiter)' for '--delimiter <char>'; "
          + "use a character of ASCII, 'tab' or 'auto'")
    }
    if skipLines != nil, !format.isData {
      throw ValidationError(
        "'--skip-lines' needs '--from csv', 'tsv', 'columns', 'json' or 'jsonl'")
    }
    if let skipLines, skipLines < 0 {
      throw ValidationError(
        "invalid value '\(skipLines)' for '--skip-lines <count>'; use 0 or more")
    }
    if records != .auto, !format.isDocument || template != nil {
      throw ValidationError(
        "'--records' needs a table: '--from csv', 'tsv', 'columns', 'json', 'jsonl', 'html' "
          + "or 'markdown'")
    }
    if columns != nil, !format.isData {
      throw ValidationError("'--columns' needs '--from csv', 'tsv', 'columns', 'json' or 'jsonl'")
    }
    if columns != nil, template != nil, !noHeader {
      throw ValidationError("'--columns' cannot be used with '--template' without '--no-header'")
    }
  }

  /// Applies the options to those of markup.
  func apply(to options: inout MarkupOptions) {
    options.data.hasHeader = !noHeader
    options.data.columns = columns?.split(separator: ",").map { $0.trimmingASCIIWhitespace } ?? []
    options.data.delimiter = delimiter.flatMap(Self.byte)
    options.data.skippedLines = skipLines ?? 0
    options.data.records = records
    if let template { options.useTemplate(template) }
  }

  /// The byte of a delimiter's name.
  private static func byte(_ name: String) -> UInt8? {
    if name == "tab" || name == "\\t" { return 0x09 }
    guard name.utf8.count == 1, let byte = name.utf8.first, byte != 0x22, byte != 0x0A, byte != 0x0D
    else { return nil }
    return byte
  }
}

extension RecordOptions {
  static var defaults: Self {
    with {
      ($0.template, $0.noHeader, $0.columns) = (nil, false, nil)
      ($0.delimiter, $0.skipLines, $0.records) = (nil, nil, .auto)
    }
  }
}

extension TableRecords: ExpressibleByArgument {}
