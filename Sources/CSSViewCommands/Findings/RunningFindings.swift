import CSSView
import Diagnostics
import StyledText
import Styling
import TerminalOutput

/// Tells what is found while a stream runs: the first finding of each code at once, and at the end
/// how many more there were.
///
/// What is wrong with markup counts at every place. What styles lack counts once: each time that a
/// style is worked out it is found again, and that is up to caches and threads.
///
/// Notes are for `cssview check` and are neither told nor counted.
final class RunningFindings {
  private let options: FindingOptions
  private let console: Console
  private let printer: DiagnosticPrinter

  /// Number of findings of each code after the first.
  private var further: [DiagnosticCode: Int] = [:]
  private var order: [DiagnosticCode] = []

  /// Findings about styles that were reported.
  private var said: Set<Diagnostic> = []

  private static let markupCodes = Set(MarkupProblem.allCases.map(\.code))

  /// Starts to report findings; `isUsable` is false if the stylesheet makes the command fail.
  init(
    _ options: FindingOptions, color: ColorOption, isUsable: Bool = true, in console: Console
  ) {
    self.options = options
    self.console = console
    printer = options.printer(color: color, isUsable: isUsable, in: console)
  }

  /// Takes what was found since the last time, in a text of some name or in the sheet.
  func report(_ found: some Sequence<Diagnostic>, in text: String? = nil) {
    var message: SafeText = ""
    for finding in found where finding.severity > .note && isNew(finding, in: text) {
      if let count = further[finding.code] {
        further[finding.code] = count + 1
        continue
      }
      further[finding.code] = 0
      order.append(finding.code)
      message += printer.first(finding)
    }
    if !options.quiet { console.report(message) }
  }

  private func isNew(_ finding: Diagnostic, in text: String?) -> Bool {
    guard !Self.markupCodes.contains(finding.code) else { return true }
    var finding = finding
    if let text, finding.location?.file == text { (finding.location, finding.excerpt) = (nil, nil) }
    return said.insert(finding).inserted
  }

  /// Takes findings that were only counted.
  func count(_ more: [DiagnosticCode: Int]) {
    for (code, count) in more where further[code] != nil { further[code, default: 0] += count }
  }

  /// Exit status because of the findings so far.
  var verdict: ExitStatus { options.strict && !order.isEmpty ? .unusableInput : .success }

  /// Tells how many more there were.
  ///
  /// - Parameter check: The command that shows all findings.
  func finish(_ check: CheckLine) {
    let more = order.map { (code: $0, count: further[$0] ?? 0) }.filter { $0.count > 0 }
    if !options.quiet, !more.isEmpty {
      console.report(printer.tally(more, seeAll: check.text))
    }
  }
}
