import ArgumentParser

/// Shows files in their own formats: the command for `cssview FILE`.
struct ShowCommand: ConsoleCommand {
  static let name = "show"

  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: CSSViewCommand.name,
    abstract: "Show files, each in the stylesheet for its format.",
    usage: """
      cssview [show] [<options>] [<file> ...]
      """,
    discussion: """
      The format is that of the extension: .md, .html, .csv, .tsv, .json, .jsonl or .ansi. \
      Anything else is plain text, coloured text or lines of JSON, as its first line says. The \
      stylesheet is the theme log, table or markdown; a theme of that name in \
      ~/.config/cssview/themes replaces it. A file with the name of a command is written ./check.
      """)

  static let examples = """
    cssview README.md app.log
    kubectl logs -f web | cssview
    """

  @Argument(help: .filesToShow, completion: .file())
  var files: [String] = []

  @Option(
    name: [.customShort("s"), .customLong("stylesheet")],
    help: .value("stylesheet", "Stylesheet or theme in place of the usual one; repeatable."),
    completion: .custom(SheetCompletion.names))
  var sheets: [String] = []

  @OptionGroup var options: StreamOptions

  @OptionGroup(title: "Output") var paging: PagingOptions

  private var inputs: [String] { files.isEmpty ? ["-"] : files }

  func validate() throws {
    try options.validateAll()
    try refuseSharedInput(if: sheets.contains("-") && inputs.contains("-"))
  }

  func run(in console: Console) throws -> ExitStatus {
    try paging.page(
      inputs, isForTerminal: options.to == nil && !options.showing.output.isFile, in: console
    ) { try show(in: console) }
  }

  private func show(in console: Console) throws -> ExitStatus {
    guard let main = sheets.first else {
      return try InputRun(inputs, options, sheet: .usual, detects: true, in: console).run()
    }
    var options = options
    options.showing.sheets.add = sheets.dropFirst() + options.showing.sheets.add
    let (name, source, status) = try options.showing.sheet(
      main, as: options.to, for: inputs, in: console)
    let shown = try InputRun(
      inputs, options, sheet: .given(name, source), detects: true, in: console
    ).run()
    return shown == .success ? status : shown
  }
}

extension ShowCommand: SimpleCommand {
  static var defaults: Self {
    with { ($0.files, $0.sheets, $0.options, $0.paging) = ([], [], .defaults, .defaults) }
  }

  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "-s", "--stylesheet": option.read(into: &sheets)
    case "--paging": option.read(into: &paging.paging)
    case "-P": option.set(&paging.usesNoPager)
    default: options.take(&option)
    }
  }

  mutating func take(operands: [String]) -> Bool {
    files = operands
    return true
  }
}

extension ShowCommand: ManyFiles {}
