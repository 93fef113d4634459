import ArgumentParser
import CSSView
import Diagnostics
import Documents
import Rendering
import StyledText
import Styling

/// Lists the classes that markup uses and the stylesheet does not define.
struct SnoopCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "snoop", _superCommandName: CSSViewCommand.name,
    abstract: "Print starter rules for undefined classes.",
    usage: "cssview snoop [<options>] <stylesheet> [<file> ...]",
    discussion: """
      Print rules for the classes that the markup uses and the stylesheet does not define. Each \
      is a start for changes, with values such as the present colour of the text. The \
      extension of --output decides the format; without it, the format is that of the \
      stylesheet. If no class is missing, nothing is printed.
      """)

  static let examples = """
    echo "<span class=server>web1</span> is up" | cssview snoop fjord
    echo "<span class=server>web1</span> is up" | cssview snoop none -o new.json
    """

  @Argument(help: .stylesheet, completion: .custom(SheetCompletion.names))
  var sheet: String

  @Argument(help: .filesOfMarkup, completion: .file())
  var files: [String] = []

  @Flag(help: "Print JSON for any stylesheet; {} if no class is missing.")
  var json = false

  @Flag(help: .rare("Let every element continue on the next line."))
  var document = false

  @OptionGroup(title: "Block", visibility: .fullHelp) var host: HostOptions
  @OptionGroup(title: "Input") var text: TextFormOptions
  @OptionGroup(title: "Terminal", visibility: .fullHelp) var environment: EnvironmentOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Warnings and errors") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if text.format != nil { try validateFormat(text) }
    try refuseSharedInput(if: sheet == "-" && (files.isEmpty || files.contains("-")))
  }

  private func validateFormat(_ text: TextFormOptions) throws {
    try text.validateFormat()
    try text.refuse("--document", if: document)
  }

  func run(in console: Console) throws -> ExitStatus {
    let terminal = try environment.idealEnvironment(in: console)
    let source = try sheetOptions.read(sheet, in: console)
    let stylesheet = sheetOptions.load(source, for: terminal)
    let files = files.isEmpty ? ["-"] : files
    let texts = try files.map { try InputFile.source($0, in: console) }
    var text = text
    if let first = texts.first {
      text = try text.settled(on: first, under: stylesheet, validateFormat)
    }
    var options = MarkupOptions(readsByLine: !document)
    text.apply(to: &options)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal, host: host.host, options: options,
      documents: AllDocumentFormats())
    renderer.styles.isSnooping = true
    var diagnostics = stylesheet.diagnostics
    for text in texts { diagnostics += renderer.attributedText(text).diagnostics }
    // The classes that are missing are the result.
    diagnostics.removeAll { $0.code == .unknownClass }
    let status = findings.report(
      diagnostics, color: environment.color, isUsable: stylesheet.isUsable,
      seeAll: CheckLine(
        sheet: sheet, markup: files,
        options: sheetOptions.arguments + host.arguments + text.arguments
          + (document ? ["--document"] : [])), in: console)
    let missing = renderer.styles.snoopedClasses.map(\.withOwnMeaning)
    if json || !missing.isEmpty {
      let form =
        json
        ? .json
        : sheetOptions.form ?? output.file.flatMap(StylesheetForm.init(ofFile:))
          ?? StylesheetForm(of: source.main)
      let rules = form == .css ? missing.snoopedRules : missing.snoopedDictionary
      try output.write(.text(rules), in: console)
    }
    return status
  }
}

extension SnoopCommand: ManyArguments {
  static var repeatedOptions: [String] { ["--allow-imports-from", "--add", "--css"] }
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.files] }
}
