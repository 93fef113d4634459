import ArgumentParser
import Bytes
import CSSView
import Diagnostics
import OperatingSystem
import StyledText
import Styling
import TerminalOutput

/// Options for warnings and errors in sheets and markup.
struct FindingOptions: ParsableArguments {
  @Flag(help: ArgumentHelp("Treat warnings as errors: exit 65.", visibility: .fullHelp))
  var strict = false

  @Flag(
    name: [.short, .long],
    help: ArgumentHelp(
      "Hide warnings and errors in stylesheets and markup.", visibility: .fullHelp))
  var quiet = false

  /// Prints findings on standard error: the first of each code.
  ///
  /// - Parameters:
  ///   - diagnostics: The findings.
  ///   - color: The user's setting for colour.
  ///   - isUsable: False if the command fails because of them.
  ///   - check: The command that shows all of them.
  ///   - console: The process.
  /// - Returns: The exit status because of the findings.
  func report(
    _ diagnostics: [Diagnostic], color: ColorOption, isUsable: Bool = true,
    seeAll check: CheckLine, in console: Console
  ) -> ExitStatus {
    console.report(
      summary(diagnostics, color: color, isUsable: isUsable, seeAll: check, in: console))
    return isUsable ? verdict(on: diagnostics) : .unusableInput
  }

  /// Returns the text about findings for standard error.
  func summary(
    _ diagnostics: [Diagnostic], color: ColorOption, isUsable: Bool = true,
    seeAll check: CheckLine, in console: Console
  ) -> SafeText {
    guard !quiet else { return "" }
    return printer(color: color, isUsable: isUsable, in: console).summary(
      FindingList(diagnostics), seeAll: check.text)
  }

  /// Returns a line for each finding, for notes that a summary leaves out.
  func lines(
    of findings: [Diagnostic], color: ColorOption, in console: Console
  ) -> SafeText {
    guard !quiet, !findings.isEmpty else { return "" }
    let printer = printer(color: color, in: console)
    return findings.map { printer.first($0) }.joined()
  }

  /// Returns the exit status because of findings.
  func verdict(on diagnostics: [Diagnostic]) -> ExitStatus {
    strict && diagnostics.contains { $0.severity > .note } ? .unusableInput : .success
  }

  /// Prints on standard error.
  func printer(
    color: ColorOption, isUsable: Bool = true, in console: Console
  ) -> DiagnosticPrinter {
    let evidence = console.evidence(isTerminal: console.isErrorTerminal)
    let depth = detectColorDepth(option: color, evidence: evidence).value
    return DiagnosticPrinter(
      usesColor: depth.hasColor, showsErrorsAsWarnings: isUsable && !strict)
  }
}

/// The `cssview check` that shows all findings of a sheet, and of the markup with it.
struct CheckLine {
  /// The argument SHEET.
  var sheet: String

  /// The files with markup; `-` is text that is in no file.
  var markup: [String] = []

  /// Options that change the findings.
  var options: [String] = []

  /// The command, for a person to copy.
  var text: String {
    let sheet = Self.isPipe(sheet) ? "STYLESHEET" : sheet
    let files = markup.flatMap { file in
      // A name that begins like an option is a path, too.
      ["--markup", Self.isPipe(file) ? "FILE" : file.hasPrefix("-") ? "./" + file : file]
    }
    return ShellText.line(["cssview", "check", sheet] + options + files)
  }

  /// True if the text cannot be read again.
  private static func isPipe(_ path: String) -> Bool {
    path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }
}

extension FindingOptions {
  /// The options with their default values.
  static var defaults: Self {
    var options = Self()
    (options.strict, options.quiet) = (false, false)
    return options
  }

  /// Takes an option that needs no parser.
  mutating func take(_ option: inout SimpleOption) -> Bool {
    switch option.name {
    case "--strict": option.set(&strict)
    case "--quiet", "-q": option.set(&quiet)
    default: false
    }
  }
}

/// Options that choose the findings to report.
struct CodeFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ignore findings by code, such as unknown-property.",
      discussion: "The code is the word in brackets behind a finding; repeatable.",
      valueName: "code,..."),
    completion: .list(DiagnosticCode.all))
  var ignore: [CodeList] = []

  @Option(
    help: ArgumentHelp(
      "Report only these codes; repeatable.", valueName: "code,..."),
    completion: .list(DiagnosticCode.all))
  var only: [CodeList] = []

  func validate() throws {
    for code in (ignore + only).flatMap(\.codes) where !DiagnosticCode.all.contains(code) {
      let near = nearestName(to: code, in: DiagnosticCode.all)
      throw ValidationError(
        "unknown code '\(code)'\(near == nil ? "; 'man cssview' lists the codes" : hint(at: near))")
    }
  }

  /// True if findings of a code are told.
  func isWanted(_ code: DiagnosticCode) -> Bool {
    let only = only.flatMap(\.codes)
    return (only.isEmpty || only.contains(code.rawValue))
      && !ignore.contains { $0.codes.contains(code.rawValue) }
  }
}

/// Codes, separated by commas.
struct CodeList: ExpressibleByArgument {
  var codes: [String]

  init(argument: String) {
    codes = argument.split(separator: ",").map { $0.trimmingASCIIWhitespace }
  }
}
