import ArgumentParser
import CSSView
import Diagnostics

/// Shows a text as one block.
struct PreviewCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows a text as one block: wrapped, aligned, with border and background.",
    discussion: """
      Try: cssview preview theme.json "Hi <span class=bold>Bob</span>"
      """)

  @Argument(
    help: "The stylesheet; '-' is standard input.", completion: .file(extensions: ["json", "css"]))
  var sheet: String

  @Argument(help: "Markup; several are joined by a space. None, or '-': standard input.")
  var text: [String] = []

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Markup") var markup: MarkupArguments
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if sheet == "-", TextArgument(text).isStandardInput {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    let profile = drawing.profile(environment, in: console, toFile: output.isFile)
    let terminal = environment.environment(in: console, for: profile)
    let stylesheet = try sheetOptions.load(sheet, for: terminal, in: console)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal, host: host.host, options: markup.options)
    let argument = TextArgument(text)
    let source = SourceText(name: argument.name, bytes: try argument.readLines(in: console))
    let text = renderer.attributedText(source)
    let status = findings.report(
      stylesheet.diagnostics + text.diagnostics, color: environment.color, in: console)
    guard status == .success else { return status }
    try output.write(renderer.lines(text.value, for: OutputTarget(profile)), in: console)
    return .success
  }
}
