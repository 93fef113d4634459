import ArgumentParser
import Diagnostics
import StyleValues
import Styling
import TerminalOutput

/// Writes a sheet in the other form.
struct ConvertCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a stylesheet in the other form: JSON or CSS.",
    discussion: """
      Order and comments are kept where the form has a place for them. Imports and variants stay \
      files of their own. Nothing is written when something cannot be: exits 65.
      """)

  @Argument(
    help: "The stylesheet or the name of a theme; '-' is standard input.",
    completion: .custom(SheetCompletion.names))
  var sheet: String

  @Option(help: ArgumentHelp("The form to write: json or css.", valueName: "form"))
  var to: StylesheetForm

  @Flag(
    inversion: .prefixedNo,
    help: "Keep comments in JSON, which has none by its standard, though sheets may have them.")
  var comments = true

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The form of the sheet: json or css. Its name or its first byte decides otherwise.",
      valueName: "form"))
  var form: StylesheetForm?

  @Option(
    help: ArgumentHelp("Read the sheet in this dialect, whatever it says.", valueName: "dialect"))
  var dialect: Dialect?

  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  func run(in console: Console) throws -> ExitStatus {
    let result = convertStylesheet(
      try SheetArgument.source(sheet, in: console), from: form, to: to, dialect: dialect,
      keepsComments: comments)
    let status = findings.report(
      result.diagnostics, color: .auto, seeAll: CheckLine(sheet: sheet), in: console)
    guard status == .success else { return status }
    // A sheet with something left out must not pass for the whole of it.
    if result.diagnostics.contains(where: { $0.severity == .error }) { return .unusableInput }
    var text = result.text
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    try output.write(Array(text.utf8), in: console)
    return .success
  }
}
