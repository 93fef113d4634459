import ArgumentParser
import CSSView
import Diagnostics
import Documents
import Rendering
import StyledText
import Styling
import TerminalOutput

/// Explains the style of each run of a text.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: CSSViewCommand.name,
    abstract: "Explain which declarations style each part of a text.",
    usage: """
      cssview explain [<options>] <stylesheet> [<markup> ...]
      cssview explain [<options>] --batch
      """,
    discussion: """
      First, print the values of the whole text. Then, for each part, print its own properties and \
      its contrast. A property has its value, its declaration with file, line and \
      column, and the declarations that lost. Each part is shown in its own style; 'text' is the \
      element around the whole text.

      With --batch, read requests from standard input, a line of JSON for each text. The man \
      page describes them.
      """)

  static let examples = """
    cssview explain fjord "Hi <span class=link>Bob</span>"
    cssview explain fjord "Hi <span class=link>Bob</span>" --property color
    """

  @Argument(help: .stylesheet, completion: .custom(SheetCompletion.names))
  var sheet: String?

  @Argument(help: .value("markup", "Markup, joined by spaces. Default: standard input."))
  var text: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print all properties, variables and colour depths.")
  var all = false

  @Option(help: .value("name", "Print everything about this property; repeatable."))
  var property: [String] = []

  @Flag(help: .rare("For each line of JSON read, print one line of JSON."))
  var batch = false

  @OptionGroup(title: "Block") var host: HostOptions
  @OptionGroup(title: "Input") var markup: MarkupArguments
  @OptionGroup(title: "Input") var textForm: TextFormOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Terminal") var readability: ReadabilityOption
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if textForm.format != nil || !readsText { try textForm.validateFormat(markup) }
    _ = try properties
    if batch {
      if sheet != nil {
        throw ValidationError("'--batch' cannot be used with <stylesheet> or <markup>")
      }
      return
    }
    guard sheet != nil else { throw ValidationError("missing argument '<stylesheet>'") }
    try refuseSharedInput(if: sheet == "-" && TextArgument(words: text).isStandardInput)
  }

  func run(in console: Console) throws -> ExitStatus {
    let palette = try environment.idealPalette(in: console)
    if batch {
      let files = ListedFiles(SystemFiles())
      let added = try sheetOptions.added(in: console)
      try LineExchange(console: console).run(beforeWaiting: files.forgetNames) {
        (document, root) throws(LineExchange.Refusal) in
        try ExplainRequest(document, root, files: files).answer(
          in: console, environment, palette, readability, (sheetOptions, added), host,
          markup: options(self.textForm))
      }
      return .success
    }
    var terminal = environment.idealEnvironment(
      in: console, palette: palette, followsTerminal: true)
    terminal.readable = readability.readable?.value
    let stylesheet = try sheetOptions.load(
      sheetOptions.read(sheet ?? "-", in: console), for: terminal)
    if !findings.quiet {
      let theme = ShellText.quoted(sheet ?? "fjord")
      let from = text.first.flatMap(InputFormat.init(fileName:)).map { "--from \($0.rawValue) " }
      TextArgument(words: text).reportFile(
        "to explain its text: cssview explain \(theme) \(from ?? "")< ", in: console)
    }
    var source = try TextArgument(words: text).source(in: console)
    if readsText { source = InputFile.decoded(source, as: textForm.format) }
    if !findings.quiet { markup.reportUnused(in: source, in: console) }
    let form =
      readsText
      ? try textForm.settled(on: source, under: stylesheet) { try $0.validateFormat(markup) }
      : textForm
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal.adopting(stylesheet.palette), host: host.host,
      options: options(form), documents: AllDocumentFormats())
    let explained = ExplainedText(source, renderer)
    let status = findings.report(
      explained.diagnostics, color: environment.color, isUsable: stylesheet.isUsable,
      seeAll: CheckLine(
        sheet: sheet ?? "-", markup: ["-"],
        options: sheetOptions.arguments + host.arguments + markup.arguments + textForm.arguments),
      in: console)
    return try output.withSink(in: console) { (sink) throws(CommandFailure) in
      var writer = PieceWriter(sink)
      if json {
        try explained.json { (piece) throws(CommandFailure) in try writer.write(rendered: piece) }
        try writer.write("\n")
      } else {
        try report(explained, in: console) { (piece) throws(CommandFailure) in
          try writer.write(piece)
        }
      }
      try writer.finish()
      return status
    }
  }

  /// True if the text is standard input, whose format is that of the stylesheet.
  private var readsText: Bool { !batch && TextArgument(words: text).isStandardInput }

  private func options(_ textForm: TextFormOptions) -> MarkupOptions {
    var options = markup.options(writesLinks: false)
    textForm.apply(to: &options)
    return options
  }

  private func report(
    _ explained: ExplainedText, in console: Console,
    _ write: (SafeText) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    // A depth is that of the terminal that is explained, not that of the report.
    var option = environment.color
    if case .depth = option { option = .auto }
    let evidence = console.evidence(for: option)
    let depth = output.isFile ? .none : detectColorDepth(option: option, evidence: evidence).value
    let colors = MessageColors(depth: depth)
    let properties = (try? properties) ?? nil
    if all || properties != nil {
      try explained.report(colors: colors, only: all ? nil : properties, write)
    } else {
      try explained.summary(colors: colors, write)
    }
  }

  /// The properties of `--property`, with the longhands of shorthands; nil without the option.
  private var properties: Set<PropertyID>? {
    get throws {
      guard !property.isEmpty else { return nil }
      var found: Set<PropertyID> = []
      for name in property {
        if let known = PropertyID.allCases.first(where: { $0.name == name }) {
          found.insert(known)
        } else if let shorthand = ShorthandID.allCases.first(where: { $0.name == name }) {
          found.formUnion(shorthand.longhands)
        } else {
          let names = PropertyID.allCases.map(\.name) + ShorthandID.allCases.map(\.name)
          throw ValidationError(
            "unknown property '\(name)'\(hint(at: nearestName(to: name, in: names)))")
        }
      }
      return found
    }
  }
}

extension ExplainCommand: ManyArguments {
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.text] }
}
