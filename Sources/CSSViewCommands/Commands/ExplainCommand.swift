import ArgumentParser
import CSSView
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput

/// Tells for every run of a text why it looks as it does.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    _superCommandName: CSSViewCommand.name,
    abstract: "Explain which declarations style each part of a text.",
    usage: """
      cssview explain [<options>] <sheet> [<text> ...]
      cssview explain [<options>] --batch
      """,
    discussion: """
      For each property of each part: the declaration that won, with file, line and column, the \
      declarations that lost, and why. Then the colours at each colour depth.
      """)

  static let examples = """
    cssview explain fjord "Hi <span class=link>Bob</span>"
    cssview explain fjord "Hi <span class=link>Bob</span>" --json
    """

  @Argument(
    help: "Stylesheet or theme name; '-' is standard input.",
    completion: .custom(SheetCompletion.names))
  var sheet: String?

  @Argument(help: "Markup, joined by spaces. Default: standard input.")
  var text: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "For each line of JSON read, print one line of JSON.")
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
    try textForm.refuse("--set", if: !markup.values.isEmpty)
    if batch {
      if sheet != nil { throw ValidationError("'--batch' takes no SHEET and no TEXT.") }
      return
    }
    guard sheet != nil else { throw ValidationError("Missing expected argument '<sheet>'") }
    if sheet == "-", TextArgument(words: text).isStandardInput {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    let palette = try environment.idealPalette(in: console)
    if batch {
      let files = ListedFiles(SystemFiles())
      try LineExchange(console: console).run(beforeWaiting: files.forgetNames) {
        (document, root) throws(LineExchange.Refusal) in
        try ExplainRequest(document, root, files: files).answer(
          in: console, environment, palette, readability, sheetOptions, host, markup: options)
      }
      return .success
    }
    var terminal = environment.idealEnvironment(in: console, palette: palette)
    terminal.readable = readability.readable?.value
    let stylesheet = try sheetOptions.load(
      SheetArgument.source(sheet ?? "-", in: console), for: terminal)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal.adopting(stylesheet.palette), host: host.host,
      options: options)
    let explained = ExplainedText(try TextArgument(words: text).source(in: console), renderer)
    let isTyped = !TextArgument(words: text).isStandardInput
    let status = findings.report(
      explained.diagnostics, color: environment.color,
      seeAll: CheckLine(
        sheet: sheet ?? "-", markup: isTyped ? [] : ["-"], hasTypedMarkup: isTyped),
      in: console)
    return try output.withSink(in: console) { (sink) throws(CommandFailure) in
      var writer = PieceWriter(sink)
      if json {
        try explained.json { (piece) throws(CommandFailure) in try writer.write(rendered: piece) }
        try writer.write("\n")
      } else {
        try explained.report(colors: colors(in: console)) { (piece) throws(CommandFailure) in
          try writer.write(piece)
        }
      }
      try writer.finish()
      return stylesheet.isUsable ? status : .unusableInput
    }
  }

  private var options: MarkupOptions {
    var options = markup.options(writesLinks: false)
    textForm.apply(to: &options)
    return options
  }

  private func colors(in console: Console) -> MessageColors {
    guard !output.isFile else { return MessageColors(isOn: false) }
    let depth = detectColorDepth(option: .auto, evidence: console.evidence()).value
    return MessageColors(isOn: depth > .none)
  }
}

extension ExplainCommand: ManyArguments {
  static var repeatedOptions: [String] { RenderOptions.repeatedOptions }
  static var argumentLists: [WritableKeyPath<Self, [String]>] {
    [\.text, \.markup.allowScheme, \.sheetOptions.allowImportsFrom]
  }
}
