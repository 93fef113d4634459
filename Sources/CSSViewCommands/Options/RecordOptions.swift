import ArgumentParser
import Bytes
import StyledText
import Styling

/// Options for data: CSV, TSV and lines of JSON.
struct RecordOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Markup for each record of data, such as '{time} {msg}'.", valueName: "markup",
      visibility: .fullHelp))
  var template: String?

  @Flag(help: ArgumentHelp("The first record of data is no header.", visibility: .fullHelp))
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "Columns of the table; with --no-header, names or numbers.", valueName: "name,...",
      visibility: .fullHelp))
  var columns: String?

  /// The arguments that set these options.
  var arguments: [String] {
    (template.map { ["--template", $0] } ?? []) + (noHeader ? ["--no-header"] : [])
      + (columns.map { ["--columns", $0] } ?? [])
  }

  /// Checks the options for a form of input.
  func validate(for format: InputFormat) throws {
    if format.records == nil, template != nil {
      throw ValidationError("'--template' needs '--from csv', 'tsv' or 'jsonl'")
    }
    if noHeader, format != .csv, format != .tsv {
      throw ValidationError("'--no-header' needs '--from csv' or 'tsv'")
    }
    if columns != nil, format.records == nil {
      throw ValidationError("'--columns' needs '--from csv', 'tsv' or 'jsonl'")
    }
    if columns != nil, template != nil, !noHeader {
      throw ValidationError("'--columns' cannot be used with '--template' without '--no-header'")
    }
  }

  /// Puts what was asked for into options for markup.
  func apply(to options: inout MarkupOptions) {
    options.data.hasHeader = !noHeader
    options.data.columns =
      columns?.split(separator: ",").map { $0.trimmingASCIIWhitespace } ?? []
    if let template { options.useTemplate(template) }
  }
}

extension RecordOptions {
  /// The options with their default values.
  static var defaults: Self {
    var options = Self()
    (options.template, options.noHeader, options.columns) = (nil, false, nil)
    return options
  }
}
