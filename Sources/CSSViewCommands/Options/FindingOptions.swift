import ArgumentParser
import CSSView
import Diagnostics
import Styling
import TerminalOutput

/// What becomes of warnings and errors in sheets and markup.
struct FindingOptions: ParsableArguments {
  @Flag(help: "Take every warning for an error: exit 65.")
  var strict = false

  @Flag(name: [.short, .long], help: "Show no warnings and errors of sheets and markup.")
  var quiet = false

  /// Prints findings on standard error.
  /// - Returns: What the shell is told because of them.
  func report(
    _ diagnostics: [Diagnostic], color: ColorOption, in console: Console
  ) -> ExitStatus {
    if !quiet {
      let evidence = console.evidence(isTerminal: console.isErrorTerminal)
      let depth = detectColorDepth(option: color, evidence: evidence).value
      console.report(DiagnosticPrinter(usesColor: depth.hasColor).text(diagnostics))
    }
    return strict && diagnostics.contains { $0.severity > .note } ? .unusableInput : .success
  }
}
