import ArgumentParser
import CSSView
import Diagnostics
import StyleValues
import StyledText
import Styling
package import TerminalOutput
import ThemeBrowser

/// Reports everything that is wrong in sheets, and in markup that uses them.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports what is wrong in stylesheets and markup.",
    discussion: "Exits 1 when there are errors, or warnings under --strict.")

  /// The forms of a report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif
  }

  @Argument(
    help: "The sheets; '-' is standard input.", completion: .file(extensions: ["json", "css"]))
  var sheets: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Check these files with markup, too.", valueName: "file"),
    completion: .file())
  var markup: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check that text can be read, by WCAG 2 level AA or AAA, at every depth, on dark and light.",
      valueName: "level"))
  var contrast: ContrastLevel?

  @Option(help: ArgumentHelp("The form of the report: text, json or sarif.", valueName: "form"))
  var format = Format.text

  @Flag(help: "Exit 1 for warnings, too.")
  var strict = false

  @Flag(help: "Check sheets of the browser's own window, with their keys and actions.")
  var chrome = false

  @OptionGroup(title: "Object") var host: HostOptions
  @OptionGroup(title: "Terminal") var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp("Read sheets in this dialect, whatever they say.", valueName: "dialect"))
  var dialect: Dialect?

  @Option(
    help: ArgumentHelp("Let sheets import files from this directory, too.", valueName: "directory"),
    completion: .directory)
  var allowImportsFrom: [String] = []

  func validate() throws {
    if sheets.contains("-"), markup.contains("-") {
      throw ValidationError("A stylesheet and markup cannot both be standard input.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    let terminal = environment.idealEnvironment(in: console)
    var diagnostics: [Diagnostic] = []
    let texts = try markup.map { try InputFile.source($0, in: console) }
    for path in sheets {
      diagnostics += try check(path, texts, for: terminal, in: console)
    }
    try report(diagnostics, in: console)
    let least: Diagnostic.Severity = strict ? .warning : .error
    return diagnostics.contains { $0.severity >= least } ? .findings : .success
  }

  /// The findings about one sheet and the texts under it.
  private func check(
    _ path: String, _ texts: [SourceText], for terminal: Environment, in console: Console
  ) throws -> [Diagnostic] {
    let source = try InputFile.source(path, in: console)
    var options = SheetOptions()
    options.dialect = dialect
    options.allowImportsFrom = allowImportsFrom
    if chrome { return Chrome.check(source, environment: terminal) }
    let loader = options.loader(for: terminal)
    let stylesheet = loader.load(source)
    var diagnostics = stylesheet.check(files: loader.files)
    if !texts.isEmpty {
      let renderer = TextRenderer(
        stylesheet: stylesheet, environment: terminal, host: host.host,
        options: MarkupOptions(readsByLine: true))
      var usage = MarkupUsage()
      usage.add(tag: host.host.element, classes: host.host.classes)
      for source in texts {
        let text = renderer.attributedText(source)
        diagnostics += text.diagnostics
        for case let element? in text.value.spans.map(\.content.description) {
          usage.add(tag: element.tag, classes: element.classes)
        }
      }
      diagnostics += usage.unusedRules(of: stylesheet, host: host.host.element)
    }
    if let contrast {
      var check = ContrastCheck(level: contrast, host: host.host, depths: depths)
      for scheme in ColorScheme.allCases {
        var other = terminal
        other.colorScheme = scheme
        other.background = nil
        check.look(in: other) { options.loader(for: $0).load(source) }
      }
      diagnostics += check.findings
    }
    return diagnostics
  }

  /// The depth that was asked for, or all that have colours to choose from.
  private var depths: [ColorDepth] {
    if case .depth(let depth) = environment.color { return [depth] }
    return [.truecolor, .ansi256, .ansi16]
  }

  private func report(_ diagnostics: [Diagnostic], in console: Console) throws {
    switch format {
    case .text:
      let depth = detectColorDepth(option: .auto, evidence: console.evidence()).value
      try console.write(DiagnosticPrinter(usesColor: depth.hasColor).text(diagnostics))
    case .json:
      let report: JSONOutput = ["diagnostics": JSONOutput(diagnostics)]
      try console.write(report.text + "\n")
    case .sarif:
      try console.write(SARIFLog(diagnostics: diagnostics).json.text + "\n")
    }
  }
}

extension ContrastLevel: ExpressibleByArgument {
  /// Reads `AA` or `AAA` in any case.
  package init?(argument: String) {
    self.init(rawValue: argument.uppercased())
  }
}
