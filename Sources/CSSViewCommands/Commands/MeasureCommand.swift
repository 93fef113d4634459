import ArgumentParser
import CSSSyntax
import CSSView
import CellLayout
import Diagnostics
import Documents
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Measures plain text: cells, grapheme clusters, line break opportunities.
struct MeasureCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", _superCommandName: CSSViewCommand.name,
    abstract: "Measure cells, grapheme clusters and line breaks.",
    usage: "cssview measure [<options>] [<text> ...]",
    discussion: """
      The rules are those of Unicode \(Version.unicode): UAX #11 for widths, #29 for clusters, \
      #14 for line breaks. Each line break is printed as the number of UTF-8 bytes before it.
      """)

  static let examples = """
    cssview measure "naïve 日本語"
    cssview measure --markup fjord "Hi <b>Bob</b>" --json
    """

  @Argument(help: "Text, joined by spaces. Default: standard input.")
  var text: [String] = []

  @Option(
    help: .value("stylesheet", "Measure the text as markup, rendered with this stylesheet."),
    completion: .custom(SheetCompletion.names))
  var markup: String?

  @OptionGroup(title: "Input", visibility: .fullHelp) var form: TextFormOptions
  @OptionGroup var width: WidthRulesOption

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Read JSON strings, one on a line; print a line of JSON each.")
  var batch = false

  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions

  func validate() throws {
    try form.validateFormat()
    if form.sgr != .show, markup == nil { throw ValidationError("'--sgr' needs '--markup'") }
    if batch, form.from != .markup {
      throw ValidationError("'--batch' cannot be used with '--from'")
    }
    if batch, !text.isEmpty || markup != nil {
      throw ValidationError("'--batch' cannot be used with <text> or '--markup'")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    if batch {
      try LineExchange(console: console).run { (document, root) throws(LineExchange.Refusal) in
        guard case .string(let string) = root.value else {
          throw LineExchange.Refusal(message: "expected a JSON string")
        }
        let text = Array(document.string(string).utf8)
        var answer: SafeText = ""
        Measure(text, rules: width.widthRules).json { answer += $0 }
        return answer
      }
      return .success
    }
    let (text, status) = try unstyledText(in: console)
    let measure = Measure(text, rules: width.widthRules)
    var writer = PieceWriter(console.result)
    let write = { (piece: SafeText) throws(CommandFailure) in try writer.write(piece) }
    if json { try measure.json(write) } else { try measure.text(write) }
    try writer.write("\n")
    try writer.finish()
    return status
  }

  /// The text to measure, as valid UTF-8, and the exit status for its stylesheet.
  private func unstyledText(in console: Console) throws -> ([UInt8], ExitStatus) {
    let source = try TextArgument(words: text).source(in: console)
    guard markup != nil || form.from == .ansi else {
      return (Array(String(decoding: source.bytes, as: UTF8.self).utf8), .success)
    }
    let terminal = Environment()
    let options = SheetOptions.defaults
    let sheet = options.load(
      try options.read(markup ?? SheetArgument.emptySheet, in: console), for: terminal)
    var markupOptions = MarkupOptions()
    form.apply(to: &markupOptions)
    let renderer = TextRenderer(
      stylesheet: sheet, environment: terminal, options: markupOptions,
      documents: AllDocumentFormats())
    let text = renderer.attributedText(source)
    let status = findings.report(
      renderer.diagnostics + text.diagnostics, color: .auto, isUsable: sheet.isUsable,
      seeAll: CheckLine(
        sheet: markup ?? SheetArgument.emptySheet, markup: ["-"], options: form.arguments),
      in: console)
    // The measured text is the drawn text: columns with their padding.
    let target = OutputTarget(terminal, widthRules: width.widthRules)
    return (renderer.lineWithBoxes(of: text.value, for: target), status)
  }
}

extension MeasureCommand: ManyArguments {
  static var repeatedOptions: [String] { [] }
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.text] }
}
