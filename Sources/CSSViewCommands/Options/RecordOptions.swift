import ArgumentParser
import Bytes
import DataRecords
import Diagnostics
import OperatingSystem
import StyledText
import SystemPackage

/// Options for data: CSV, TSV and lines of JSON.
struct RecordOptions: ParsableArguments {
  @Option(
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

  /// Puts what was asked for into options for markup: records with a template are markup.
  func apply(to options: inout MarkupOptions) {
    if template != nil { options.form = .markup }
    options.records = (!noHeader, names)
  }

  private var names: [String] {
    columns?.split(separator: ",").map { $0.trimmingASCIIWhitespace } ?? []
  }

  private func converter(from format: InputFormat, named name: String) -> RecordConverter? {
    guard let records = format.records, let template else { return nil }
    return RecordConverter(
      records, RecordTemplate(template), hasHeader: !noHeader, columns: names, name: name)
  }

  /// An input of data as the markup that it becomes; any other input as it is.
  func converting(
    _ input: InputStream, named name: String, from format: InputFormat,
    to running: RunningFindings
  ) -> InputStream {
    guard let converter = converter(from: format, named: name) else { return input }
    let source = RecordSource(
      input.source, converter, report: { running.report($0) }, count: { running.count($0) })
    return InputStream(source: source, name: input.name)
  }

  /// Data as the markup that it becomes; any other text as it is.
  func converting(
    _ text: SourceText, from format: InputFormat, findings: inout [Diagnostic]
  ) -> SourceText {
    guard var converter = converter(from: format, named: text.name) else { return text }
    var markup: [UInt8] = []
    let data = text.bytes
    _ = converter.convert(data.span, isLast: true, to: &markup)
    findings += converter.takeFindings()
    return SourceText(name: text.name, bytes: markup, endsLine: true)
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
