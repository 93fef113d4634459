import ArgumentParser
import Bytes
import CSSView
import Diagnostics
import OperatingSystem
import StyledText
import Styling
import TerminalOutput

struct FindingOptions: ParsableArguments {
  @Flag(help: .rare("Treat warnings as errors: exit 65."))
  var strict = false

  @Flag(name: [.short, .long], help: .rare("Hide warnings and errors in stylesheets and markup."))
  var quiet = false

  /// Prints the first finding of each code on standard error, and returns the exit status for them.
  ///
  /// If `isSilent`, only errors are printed, and only if the command fails because of them.
  func report(
    _ diagnostics: [Diagnostic], color: ColorOption, isUsable: Bool = true,
    seeAll check: CheckLine, in console: Console, isSilent: Bool = false
  ) -> ExitStatus {
    console.report(
      summary(
        diagnostics, color: color, isUsable: isUsable, seeAll: check, in: console,
        isSilent: isSilent))
    return isUsable ? verdict(on: diagnostics) : .unusableInput
  }

  func summary(
    _ diagnostics: [Diagnostic], color: ColorOption, isUsable: Bool = true,
    seeAll check: CheckLine, in console: Console, isSilent: Bool = false
  ) -> SafeText {
    guard !quiet, !isSilent || !isUsable else { return "" }
    let told = isSilent ? diagnostics.filter { $0.severity == .error } : diagnostics
    // The command that lists all costs more than the rest of a short run without findings.
    guard !told.isEmpty else { return "" }
    return printer(color: color, isUsable: isUsable, in: console).summary(
      FindingList(told), seeAll: check.hint)
  }

  /// A line for each finding, for notes that a summary leaves out.
  func lines(of findings: [Diagnostic], color: ColorOption, in console: Console) -> SafeText {
    guard !isSilent(in: console), !findings.isEmpty else { return "" }
    let printer = printer(color: color, in: console)
    return findings.map { printer.first($0) }.joined()
  }

  /// True if an option or the environment suppresses findings that do not set the status.
  func isSilent(in console: Console) -> Bool { quiet || !strict && console.isQuiet }

  func verdict(on diagnostics: [Diagnostic]) -> ExitStatus {
    strict && diagnostics.contains { $0.severity > .note } ? .unusableInput : .success
  }

  /// The printer for standard error.
  func printer(
    color: ColorOption, isUsable: Bool = true, in console: Console
  ) -> DiagnosticPrinter {
    let evidence = console.evidence(isTerminal: console.isErrorTerminal)
    let depth = detectColorDepth(option: color, evidence: evidence).value
    return DiagnosticPrinter(usesColor: depth.hasColor, showsErrorsAsWarnings: isUsable && !strict)
  }
}

/// The `cssview check` that shows all findings of a stylesheet, and of its markup.
struct CheckLine {
  var sheet: String

  /// The files with markup; `-` is text without a file.
  var markup: [String] = []

  /// Options that change the findings.
  var options: [String] = []

  /// The command, ready to be pasted, and the advice before it: a stylesheet or text without a file
  /// has to be saved under the name in the command.
  var hint: (advice: String, command: String) {
    var saved: [String] = []
    if Self.isPipe(sheet) { saved.append("the stylesheet as \(Self.savedSheet)") }
    if markup.contains(where: Self.isPipe) { saved.append("the text as \(Self.savedText)") }
    let advice =
      "to list all findings" + (saved.isEmpty ? "" : ", save " + saved.joined(separator: " and "))
    // A value that is too long is left out with its option, as a part of it would be another one.
    var options = options
    while (advice + command(options)).utf8.count > Self.longest,
      let longest = longestValue(options)
    {
      options.removeSubrange(longest - 1...longest)
    }
    return (advice, command(options))
  }

  private func command(_ options: [String]) -> String {
    let files = markup.flatMap { file in
      // A name that begins like an option is a path, too.
      [
        "--markup",
        Self.isPipe(file) ? Self.savedText : file.hasPrefix("-") ? "./" + file : file,
      ]
    }
    return ShellText.line(
      ["cssview", "check", Self.isPipe(sheet) ? Self.savedSheet : sheet] + options + files)
  }

  private func longestValue(_ options: [String]) -> Int? {
    options.indices.filter { $0 > 0 && options[$0 - 1].hasPrefix("--") && options[$0].count > 20 }
      .max { options[$0].utf8.count < options[$1].utf8.count }
  }

  /// The names have no extension, because the first byte of the stylesheet decides, and an option
  /// names the format of the text.
  private static let savedSheet = "./stylesheet"
  private static let savedText = "text.txt"

  /// In bytes; `DiagnosticPrinter` cuts longer ones.
  private static let longest = 260

  /// True if the text cannot be read again.
  private static func isPipe(_ path: String) -> Bool {
    path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }
}

extension FindingOptions {
  static var defaults: Self { with { ($0.strict, $0.quiet) = (false, false) } }
}

/// Options that choose the findings to report.
struct CodeFilter: ParsableArguments {
  @Option(
    help: .value(
      "code,...", "Ignore findings by code, such as unknown-property.",
      "The code is the word in brackets behind a finding; repeatable."),
    completion: .list(DiagnosticCode.all))
  var ignore: [CodeList] = []

  @Option(
    help: .value("code,...", "Report only these codes; repeatable."),
    completion: .list(DiagnosticCode.all))
  var only: [CodeList] = []

  func validate() throws {
    for code in (ignore + only).flatMap(\.codes) where !DiagnosticCode.all.contains(code) {
      let near = nearestName(to: code, in: DiagnosticCode.all)
      throw ValidationError(
        "unknown code '\(code)'\(near == nil ? "; 'man cssview-findings' lists the codes" : hint(at: near))"
      )
    }
  }

  /// True if findings of a code are reported.
  func isWanted(_ code: DiagnosticCode) -> Bool {
    let only = only.flatMap(\.codes)
    return (only.isEmpty || only.contains(code.rawValue))
      && !ignore.contains { $0.codes.contains(code.rawValue) }
  }
}

struct CodeList: ExpressibleByArgument {
  var codes: [String]

  init(argument: String) {
    codes = argument.split(separator: ",").map { $0.trimmingASCIIWhitespace }
  }
}
