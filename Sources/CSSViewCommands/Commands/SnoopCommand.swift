import ArgumentParser
import CSSView
import Rendering
import Diagnostics
import StyledText
import Styling

/// Lists the classes that markup uses and the sheet lacks.
struct SnoopCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "snoop",
    _superCommandName: CSSViewCommand.name,
    abstract: "Prints entries for the classes that markup uses and the sheet lacks.",
    discussion: """
      The entries are ready to be pasted into a dictionary; each holds what the text looks like \
      without them. Nothing is printed when no class is missing.
      """)

  @Argument(
    help: "The stylesheet or the name of a theme; '-' is standard input.",
    completion: .custom(SheetCompletion.names))
  var sheet: String

  @Argument(help: "Files with markup. None, or '-': standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Let tags and comments go on over the ends of lines.")
  var document = false

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Markup") var text: TextFormOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions
  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup(title: "Result") var findings: FindingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try text.refuse("--document", if: document)
    if sheet == "-", files.isEmpty || files.contains("-") {
      throw ValidationError("The stylesheet and the text cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    let terminal = try environment.idealEnvironment(in: console)
    let stylesheet = try sheetOptions.load(
      SheetArgument.source(sheet, in: console), for: terminal)
    var options = MarkupOptions(readsByLine: !document)
    text.apply(to: &options)
    let renderer = TextRenderer(
      stylesheet: stylesheet, environment: terminal, host: host.host, options: options)
    renderer.styles.isSnooping = true
    var diagnostics = stylesheet.diagnostics
    let files = files.isEmpty ? ["-"] : files
    for path in files {
      diagnostics += renderer.attributedText(try InputFile.source(path, in: console)).diagnostics
    }
    // The classes that are missing are the result.
    diagnostics.removeAll { $0.code == .unknownClass }
    let status = findings.report(
      diagnostics, color: environment.color, seeAll: CheckLine(sheet: sheet, markup: files),
      in: console)
    let missing = renderer.styles.snoopedClasses.map(\.withOwnMeaning)
    if !missing.isEmpty {
      try output.write(.text(missing.snoopedDictionary), in: console)
    }
    return stylesheet.isUsable ? status : .unusableInput
  }
}

extension SnoopCommand: ManyArguments {
  static var repeatedOptions: [String] { ["--allow-imports-from"] }
  static var argumentLists: [WritableKeyPath<Self, [String]>] {
    [\.files, \.sheetOptions.allowImportsFrom]
  }
}
