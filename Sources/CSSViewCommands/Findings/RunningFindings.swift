import Bytes
import CSSView
import DataRecords
import Diagnostics
import StyledText
import Styling
import TerminalOutput

/// Reports findings while a stream runs: the first one of each code at once, and at the end the
/// number of the rest.
///
/// Problems of markup count at every position. Those of styles count once, because how often a
/// style is computed depends on caches and threads.
///
/// Notes are for `cssview check` and are neither reported nor counted.
final class RunningFindings {
  private let options: FindingOptions
  private let console: Console
  private let color: ColorOption
  private var printer: DiagnosticPrinter

  /// True if a stylesheet makes the command fail.
  var failsByStylesheet = false {
    didSet {
      guard failsByStylesheet != oldValue else { return }
      printer = options.printer(color: color, isUsable: !failsByStylesheet, in: console)
    }
  }

  /// True if nothing is reported, or only errors that set the status.
  private let isSilent: Bool
  private var tellsErrors: Bool { !options.quiet && failsByStylesheet }

  /// True if all findings are reported, where few are made.
  private let listsAll: Bool

  /// The number of findings of each code after the first.
  private var further: [DiagnosticCode: Int] = [:]
  private var order: [DiagnosticCode] = []

  /// The reported findings about styles.
  private var said: Set<Diagnostic> = []

  /// The codes of findings about texts, which count each time, although many have the same words.
  private static let textCodes: Set<DiagnosticCode> = Set(MarkupProblem.allCases.map(\.code))
    .union([.fieldCount, .invalidRecord, .unclosedQuote])

  /// Starts to report findings: if `isSilent`, only errors, and those only if the command fails; if
  /// it `listsAll`, all, where few are made.
  init(
    _ options: FindingOptions, color: ColorOption, isSilent: Bool = false, listsAll: Bool = false,
    in console: Console
  ) {
    self.listsAll = listsAll
    self.options = options
    self.color = color
    self.console = console
    printer = options.printer(color: color, in: console)
    self.isSilent = isSilent || options.quiet
  }

  /// Reports the findings since the last time, about a text with a name or about the stylesheet.
  func report(_ found: some Sequence<Diagnostic>, in text: String? = nil) {
    var message: SafeText = ""
    for finding in found where finding.severity > .note && isNew(finding, in: text) {
      if !listsAll, let count = further[finding.code] {
        further[finding.code] = count + 1
        continue
      }
      if further.updateValue(0, forKey: finding.code) == nil { order.append(finding.code) }
      if !isSilent || tellsErrors && finding.severity == .error {
        message += printer.first(finding)
      }
    }
    console.report(message)
  }

  /// Reports a text that may not be meant as markup: it has short elements and no attribute, or no
  /// element while the stylesheet has patterns for plain text.
  ///
  /// It may be correct, so it does not count under `--strict`.
  func reportPlainText(in text: SourceText, hasPatterns: Bool) {
    let bytes = text.bytes
    var tokenizer = MarkupTokenizer(readsByLine: true)
    var first: Range<Int>?
    var hasElements = false
    var offset = text.start
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: true)
      offset = token.range.upperBound
      guard token.kind == .startTag else { continue }
      guard tokenizer.attributes.isEmpty else { return }
      hasElements = true
      if first == nil, tokenizer.endsOnItsLine(token) { first = token.range }
    }
    var finding: Diagnostic
    if let first {
      // Some were shown as text, because their lines came in parts; another finding reports that.
      guard further[MarkupProblem.lateEndTag.code] == nil else { return }
      let tag = SafeText.label(String(first, of: bytes.span)).string
      finding = Diagnostic(
        .warning, .readAsMarkup, "'\(tag)' is read as markup; '--from text' shows it as written")
      finding.location = SourceRange(text, first).location
    } else if hasPatterns, !hasElements, offset > text.start {
      finding = Diagnostic(
        .warning, .readAsMarkup,
        "the stylesheet has patterns for plain text; to find them, add '--from text'")
    } else {
      return
    }
    if isNew(finding, in: text.name) { tell([finding]) }
  }

  /// Reports findings that do not count under `--strict`.
  func tell(_ findings: [Diagnostic]) {
    guard !isSilent else { return }
    for finding in findings { console.report(printer.first(finding)) }
  }

  private func isNew(_ finding: Diagnostic, in text: String?) -> Bool {
    guard !Self.textCodes.contains(finding.code) else { return true }
    var finding = finding
    if let text, finding.location?.file == text { (finding.location, finding.excerpt) = (nil, nil) }
    return said.insert(finding).inserted
  }

  /// Adds findings that were only counted.
  func count(_ more: [DiagnosticCode: Int]) {
    for (code, count) in more where further[code] != nil { further[code, default: 0] += count }
  }

  var verdict: ExitStatus { options.strict && !order.isEmpty ? .unusableInput : .success }

  /// Reports the number of the rest, and the command that shows them.
  func finish(_ check: CheckLine) {
    let more = order.compactMap { code in
      further[code].flatMap { $0 > 0 ? SafeText("\($0) more [\(code.rawValue)]") : nil }
    }
    if !isSilent, !more.isEmpty { console.report(printer.tally(more, seeAll: check.hint)) }
  }
}

extension DiagnosticCode {
  /// Short elements without attributes, in a text that may be plain text.
  static let readAsMarkup = DiagnosticCode("read-as-markup")
}
