import ArgumentParser
import CSSView
import Diagnostics
import OperatingSystem
import StyleValues
import StyledText
import Styling
package import TerminalOutput
import ThemeBrowser

/// Reports problems in stylesheets, and in markup that uses them.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: CSSViewCommand.name,
    abstract: "Check stylesheets for mistakes.",
    usage: "cssview check [<options>] <stylesheet> ...",
    discussion: """
      With --contrast, also check that text can be read; with --markup FILE, also check the \
      markup in that file. The exit status is 1 if there are errors (with --strict, also for \
      warnings), and 66 if a file cannot be read. Notes do not change the exit status.
      """)

  static let examples = """
    cssview check fjord --contrast AA
    echo ".warn { color: #fc6 }" | cssview check - --format json
    """

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, sarif }

  @Argument(
    help: .value("stylesheet", "Stylesheets, themes or folders; '-' is standard input."),
    completion: .custom(SheetCompletion.names))
  var sheets: [String]

  @Option(
    help: .value("file", "Also check this file of markup, or '-'; repeatable."), completion: .file()
  )
  var markup: [String] = []

  @Option(
    name: .customLong("text"),
    help: .rare("Also check the patterns on this plain text; repeatable.", value: "file"),
    completion: .file())
  var plainText: [String] = []

  @Option(
    help: .value(
      "level", "Check WCAG 2 contrast, on dark and light backgrounds.",
      "Findings also have the contrast by APCA, a newer measure."))
  var contrast: ContrastLevel?

  @Flag(help: "Check for classes that differ only in colour and look alike.")
  var distinct = false

  @Option(
    help: .value("directory", "Check contrast on palette files; print the share that pass."),
    completion: .directory)
  var palettes: String?

  @Option(help: .value("format", "Format of the report."))
  var format = Format.text

  @Flag(help: "Print JSON; the same as --format json.")
  var json = false

  @Flag(help: "Treat warnings as errors: exit 1.")
  var strict = false

  @Flag(help: .rare("Let tags and elements in --markup span lines."))
  var document = false

  @Flag(help: .rare("Check stylesheets for the window of 'browse'."))
  var chrome = false

  @OptionGroup var codes: CodeFilter

  @Flag(name: [.short, .long], help: "Print only the number of findings, except in JSON.")
  var quiet = false

  @OptionGroup(title: "Block", visibility: .fullHelp) var host: HostOptions
  @OptionGroup(title: "Input", visibility: .fullHelp) var placeholders: MarkupArguments
  @OptionGroup(title: "Input", visibility: .fullHelp) var text: TextFormOptions
  @OptionGroup(title: "Input", visibility: .fullHelp) var data: RecordOptions
  @OptionGroup(title: "Terminal", visibility: .fullHelp) var environment: EnvironmentOptions

  @OptionGroup(title: "Stylesheet") var sheetOptions: SheetOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if text.format != nil || markup.isEmpty { try validateFormat(text) }
    if sheets.count(where: { $0 == "-" }) > 1 { throw ValidationError("'-' can be used only once") }
    if (sheets + markup + plainText).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("the stylesheet and the markup cannot both be standard input")
    }
    if chrome,
      !markup.isEmpty || !plainText.isEmpty || contrast != nil || distinct || palettes != nil
    {
      throw ValidationError(
        "'--chrome' cannot be used with '--markup', '--text', '--contrast', '--distinct' or "
          + "'--palettes'")
    }
  }

  private func validateFormat(_ text: TextFormOptions) throws {
    try text.validateFormat()
    try data.validate(for: text.from)
    try text.refuse("--document", if: document)
    try text.refuse("--set", if: !placeholders.values.isEmpty)
  }

  func run(in console: Console) throws -> ExitStatus {
    var status = ExitStatus.success
    var texts: [SourceText] = []
    var plainTexts: [SourceText] = []
    var findings = FindingList()
    var unchecked: String?
    for (index, path) in (markup + plainText).enumerated() {
      try goOn(past: &status, in: console) { () throws(CommandFailure) in
        let source = try InputFile.source(path, in: console)
        guard index < markup.count else { return plainTexts.append(source) }
        texts.append(InputFile.decoded(source, as: text.format ?? InputFormat(fileName: path)))
      }
    }
    let folder = try paletteFolder()
    for note in folder?.notes ?? [] { console.complain(note) }
    var reports = PaletteReports()
    findings.add(folder?.findings ?? [])
    var files: Set<String> = Set((texts + plainTexts).map(\.name))
    let listed = ListedFiles(SystemFiles())
    let added = try sheetOptions.added(in: console)
    for (path, isFound) in paths(&status, in: console) {
      try goOn(past: &status, in: console) { () throws(CommandFailure) in
        let source =
          isFound
          ? try SheetArgument.source(path, nil, isFound: true, in: console)
          : try SheetArgument.source(path, in: console)
        let sources = SheetSources(
          main: source, added: added, catalog: ThemeCatalog(variable: console.variable))
        let terminal = try environment.idealEnvironment(in: console)
        guard !chrome else {
          findings.add(Chrome.check(source, environment: terminal))
          files.insert(source.name)
          return
        }
        let check = try SheetCheck(
          sources: sources, options: sheetOptions, files: listed, terminal: terminal,
          host: host.host, texts: texts
        ) { (sheet) throws(CommandFailure) in try markupOptions(for: texts.first, under: sheet) }
        findings.add(check.findings)
        findings.add(check.patterns(in: plainTexts))
        files.formUnion(check.fileNames)
        if let contrast = contrast ?? (folder == nil ? nil : .aa) {
          let found = check.contrast(
            contrast, depths: depths, schemes: schemes, measuresPalette: folder != nil)
          unchecked = unchecked ?? found.unchecked
          findings.add(folder == nil ? found.findings : found.findings.map(\.onlyUnreadable))
          if let folder {
            reports.readability.append(
              check.readability(contrast, depths: depths, schemes: schemes, on: folder))
          }
        }
        guard distinct else { return }
        findings.add(check.distinct(depths: depths, schemes: schemes))
        if let folder {
          reports.likeness.append(check.likeness(depths: depths, schemes: schemes, on: folder))
        }
      }
    }
    findings.keep(codes.isWanted)
    if status == .success || !files.isEmpty {
      let report = report(findings, files: files.count, palettes: reports, in: console)
      try output.write(report, in: console)
    }
    if let unchecked, !quiet, !json, format == .text {
      console.complain(
        "colours of the terminal, such as that of \(unchecked), are not checked; to see on how "
          + "many palettes they are legible, add '--palettes DIRECTORY'")
    }
    guard status == .success else { return status }
    let least: Diagnostic.Severity = strict ? .warning : .error
    return findings.findings.contains { $0.severity >= least } ? .findings : .success
  }

  /// The options for texts; the first text decides on their format.
  private func markupOptions(
    for first: SourceText?, under sheet: Stylesheet
  ) throws(CommandFailure) -> MarkupOptions {
    var text = text
    if let first { text = try text.settled(on: first, under: sheet, validateFormat) }
    var options = placeholders.options(writesLinks: true)
    options.readsByLine = !document
    text.apply(to: &options)
    data.apply(to: &options)
    return options
  }

  /// The paths of the named stylesheets, and of those in named folders.
  private func paths(
    _ status: inout ExitStatus, in console: Console
  ) -> [(path: String, isFound: Bool)] {
    var paths: [(String, Bool)] = []
    for argument in sheets {
      let isTheme = SheetArgument.entry(argument, ThemeCatalog(variable: console.variable)) != nil
      guard argument != "-", !isTheme, let inside = SheetFolder.sheets(in: argument) else {
        paths.append((argument, false))
        continue
      }
      for note in inside.walk.notes { console.complain(note) }
      if inside.walk.isCut { status = .noInput }
      if inside.paths.isEmpty, !inside.walk.isCut {
        console.complain("\(argument): no *.json or *.css in this directory")
        status = .noInput
      }
      paths += inside.paths.map { ($0, true) }
    }
    return paths
  }

  /// Reports an error of input, and continues.
  private func goOn(
    past status: inout ExitStatus, in console: Console, _ body: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      try body()
    } catch {
      guard [.noInput, .unusableInput].contains(error.status), let message = error.message else {
        throw error
      }
      console.complain(message)
      status = error.status
    }
  }

  /// The depth of the option, or all with a choice of colours.
  private var depths: [ColorDepth] {
    if case .depth(let depth) = environment.color { return [depth] }
    return [.truecolor, .ansi256, .ansi16]
  }

  /// The background of the option, or both.
  private var schemes: [ColorScheme] {
    switch environment.background {
    case .auto, .both: ColorScheme.allCases
    case .scheme(let scheme): [scheme]
    case .color(let color): [TerminalBackground(color).scheme]
    }
  }

  private func paletteFolder() throws(CommandFailure) -> PaletteFolder? {
    guard let palettes else { return nil }
    guard let folder = PaletteFolder(palettes) else {
      throw CommandFailure(.noInput, "\(ArgumentText.label(palettes)): no such directory")
    }
    guard !folder.entries.isEmpty else {
      throw CommandFailure(
        .noInput, "\(ArgumentText.label(palettes)): no palette files in this directory")
    }
    return folder
  }

  private struct PaletteReports {
    var readability: [ReadabilityReport] = []
    var likeness: [LikenessReport] = []
  }

  private func report(
    _ findings: FindingList, files: Int, palettes: PaletteReports, in console: Console
  ) -> SafeText {
    switch json ? .json : format {
    case .text:
      let depth = detectColorDepth(option: .auto, evidence: console.evidence()).value
      let printer = DiagnosticPrinter(usesColor: depth.hasColor && !output.isFile)
      let tally = printer.tally(findings, files: files)
      let all: SafeText = quiet ? "" : printer.report(findings)
      let texts = palettes.readability.map(\.text) + palettes.likeness.map(\.text)
      let tables: SafeText = quiet ? "" : texts.map { $0 + "\n" }.joined()
      return all + (all.isEmpty ? "" : "\n") + tables + tally
    case .json:
      var report: JSONOutput = ["diagnostics": JSONOutput(findings.all)]
      if self.palettes != nil {
        report += ["palettes": .array(palettes.readability.flatMap(\.json))]
        if distinct { report += ["pairs": .array(palettes.likeness.flatMap(\.json))] }
      }
      return SafeText(report) + "\n"
    case .sarif: return SafeText(SARIFLog(diagnostics: findings.all).json) + "\n"
    }
  }
}

extension Diagnostic {
  /// The finding for a check with palettes: an error only if the text can hardly be read at all.
  fileprivate var onlyUnreadable: Diagnostic {
    guard severity == .error, case .contrast(_, _, let ratio)? = detail, ratio >= 3 else {
      return self
    }
    var copy = self
    copy.severity = .warning
    return copy
  }
}

extension ContrastLevel: ExpressibleByArgument {
  /// Case is ignored.
  package init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}

extension CheckCommand: ManyArguments {
  static var repeatedOptions: [String] { ["--markup", "--text"] + RenderOptions.repeatedOptions }
  static var argumentLists: [WritableKeyPath<Self, [String]>] { [\.sheets, \.markup, \.plainText] }
}
