import ArgumentParser
import Diagnostics
import StyleValues
import Styling
import TerminalOutput

/// Reports everything that is wrong in sheets.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports what is wrong in stylesheets.",
    discussion: "Exits 1 when there are errors, or warnings under --strict.")

  /// The forms of a report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif
  }

  @Argument(help: "The sheets.", completion: .file(extensions: ["json", "css"]))
  var sheets: [String]

  @Option(help: ArgumentHelp("The form of the report: text, json or sarif.", valueName: "form"))
  var format = Format.text

  @Flag(help: "Exit 1 for warnings, too.")
  var strict = false

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp("Read sheets in this dialect, whatever they say.", valueName: "dialect"))
  var dialect: Dialect?

  @Option(
    help: ArgumentHelp("Let sheets import files from this directory, too.", valueName: "directory"))
  var allowImportsFrom: [String] = []

  func run(in console: Console) throws -> ExitStatus {
    var options = SheetOptions()
    options.dialect = dialect
    options.allowImportsFrom = allowImportsFrom
    // Options that no command line filled in have no value, not even nil.
    options.form = nil
    let terminal = environment.idealEnvironment(in: console)
    var diagnostics: [Diagnostic] = []
    for path in sheets {
      diagnostics += try options.load(path, for: terminal, in: console).diagnostics
    }
    switch format {
    case .text:
      let evidence = console.evidence()
      let depth = detectColorDepth(option: environment.color, evidence: evidence).value
      try console.write(DiagnosticPrinter(usesColor: depth.hasColor).text(diagnostics))
    case .json:
      let report: JSONOutput = ["diagnostics": JSONOutput(diagnostics)]
      try console.write(report.text + "\n")
    case .sarif:
      try console.write(SARIFLog(diagnostics: diagnostics).json.text + "\n")
    }
    let least: Diagnostic.Severity = strict ? .warning : .error
    return diagnostics.contains { $0.severity >= least } ? .findings : .success
  }
}
