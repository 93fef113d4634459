import ArgumentParser
import Diagnostics
import OperatingSystem
import Rendering
import StyledText
import Styling
import TerminalOutput

/// Options of the commands that show inputs in turn: `render` and `show`.
struct StreamOptions: ParsableArguments {
  @Option(help: .value("format", "Output format; by default the extension of --output."))
  var to: RenderForm?

  @Flag(help: "Treat each line separately: elements end with the line.")
  var lines = false

  @Flag(help: .rare("Let every element continue on the next line."))
  var document = false

  @Option(
    help: .rare(
      "Number of threads; needs --lines.", "For large files: the output comes in large pieces.",
      value: "count"))
  var jobs = 1

  @Option(
    help: .rare(
      "Program that colours code of Markdown; {} is its language.",
      "For example 'bat --color=always --style=plain -l {}'.", value: "command"))
  var codeHighlighter: String?

  @Option(
    help: .rare(
      "Encoding of input that has no byte order mark.",
      "For example latin1, windows-1252, utf-16le or utf-16be.", value: "name"))
  var encoding: TextEncoding?

  @OptionGroup(title: "Input") var data: RecordOptions

  @OptionGroup(title: "Search") var search: SearchOptions

  @OptionGroup var showing: RenderOptions

  var form: RenderForm { showing.form(to) ?? .ansi }

  /// Checks options that do not depend on the format of the inputs, and the format if an option
  /// names it.
  func validateAll() throws {
    if lines, document { throw ValidationError("'--document' cannot be used with '--lines'") }
    guard (1...256).contains(jobs) else {
      throw ValidationError("invalid value '\(jobs)' for '--jobs <count>'; use 1 to 256")
    }
    if jobs > 1, !lines { throw ValidationError("'--jobs' needs '--lines'") }
    if jobs > 1, form.isPicture {
      throw ValidationError("'--jobs' cannot be used with '--to \(form.rawValue)'")
    }
    if jobs > 1, showing.environment.background == .both {
      throw ValidationError("'--jobs' cannot be used with '--background both'")
    }
    if jobs > 1, let option = search.filterOption {
      throw ValidationError("'--jobs' cannot be used with '\(option)'")
    }
    if data.template != nil, !showing.markup.values.isEmpty {
      throw ValidationError(
        "'--set' cannot be used with '--template'; write the value in the template")
    }
    try showing.validate(for: form, isNamed: to != nil)
    if showing.text.format != nil { try validateFormat() }
  }

  /// Checks options against the format of an input, `showing.text`.
  func validateFormat() throws {
    let format = showing.text.from
    try showing.text.validateFormat()
    try data.validate(for: format)
    try showing.text.refuse("--set", if: !showing.markup.values.isEmpty)
    try showing.text.refuse("--document", if: document)
    if codeHighlighter != nil, format != .markdown {
      throw ValidationError("'--code-highlighter' needs '--from markdown'")
    }
    if jobs > 1, [.csv, .tsv, .columns, .json].contains(format) {
      throw ValidationError("'--jobs' cannot be used with '--from \(format.rawValue)'")
    }
    if format.isDocument, data.template == nil { try showing.text.refuse("--lines", if: lines) }
  }

  /// The options for an input of a known format; fails if an option does not fit it.
  func settled(on format: InputFormat) throws(CommandFailure) -> StreamOptions {
    guard format != showing.text.format else { return self }
    var options = self
    options.showing.text.format = format
    try TextFormOptions.checking { try options.validateFormat() }
    return options
  }

  /// The options with which `cssview check` has the same findings.
  var checkOptions: [String] {
    showing.checkOptions + data.arguments + (document ? ["--document"] : [])
  }
}

extension StreamOptions {
  static var defaults: Self {
    with {
      ($0.to, $0.lines, $0.document) = (nil, false, false)
      ($0.jobs, $0.codeHighlighter, $0.encoding) = (1, nil, nil)
      ($0.showing, $0.data, $0.search) = (.defaults, .defaults, .defaults)
    }
  }

  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "--to": option.read(into: &to)
    case "--lines": option.set(&lines)
    case "--jobs": option.read(into: &jobs)
    default: showing.take(&option)
    }
  }
}

extension TextEncoding: ExpressibleByArgument {
  package init?(argument: String) { self.init(label: argument) }
}

/// A command that streams any number of files.
protocol ManyFiles: ManyArguments {
  var files: [String] { get set }
  var options: StreamOptions { get set }
}

extension ManyFiles {
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.files] }
}
