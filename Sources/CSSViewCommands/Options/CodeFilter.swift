import ArgumentParser
import Bytes
import Diagnostics

/// Options that choose the findings to report.
struct CodeFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out findings of this code; several are separated by commas. May be given several times.",
      valueName: "code"),
    completion: .list(DiagnosticCode.all))
  var ignore: [CodeList] = []

  @Option(
    help: ArgumentHelp(
      "Tell findings of this code alone; several are separated by commas. May be given several times.",
      valueName: "code"),
    completion: .list(DiagnosticCode.all))
  var only: [CodeList] = []

  func validate() throws {
    for code in (ignore + only).flatMap(\.codes) where !DiagnosticCode.all.contains(code) {
      let near = nearestName(to: code, in: DiagnosticCode.all)
      throw ValidationError("No finding has the code '\(code)'\(hint(at: near)).")
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
