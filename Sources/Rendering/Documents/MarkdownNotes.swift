import DataRecords
import Diagnostics
import Markdown
import StyledText

/// Notes about Markdown, each once.
struct MarkdownNotes {
  private let name: String
  private var findings: [Diagnostic] = []
  private var told: Set<String> = []

  init(_ name: String) { self.name = name }

  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }

  mutating func read(_ events: MarkdownEvents) {
    for event in events.all {
      switch event.kind {
      case .extraCells:
        let place = SourcePlace(event.number)
        report(.fieldCount, String(place.line), at: place) { _ in
          "the row has cells that its table has no columns for; GitHub leaves them out"
        }
      case .lateDefinition:
        let label = String(decoding: events.bytes[event.value], as: UTF8.self)
        report(.lateDefinition, label, at: SourcePlace(event.number)) {
          "link '\($0)' is defined after its use and stays text; name a file instead of a pipe"
        }
      default: break
      }
    }
  }

  /// The message about a tag that is text; nil for one whose name was met before.
  mutating func message(aboutTag name: String) -> String? {
    guard !name.isEmpty, isNew(MarkupProblem.unknownElement.code, name) else { return nil }
    return "element <\(SafeText.label(name.prefix(80)).string)> is shown as text"
  }

  /// Notes a tag that is text, whose place is not known.
  mutating func noteTag(_ name: String) {
    guard let message = message(aboutTag: name) else { return }
    findings.append(Diagnostic(.note, MarkupProblem.unknownElement.code, message))
  }

  private mutating func isNew(_ code: DiagnosticCode, _ name: String) -> Bool {
    told.count < 100 && told.insert(code.rawValue + " " + name).inserted
  }

  private mutating func report(
    _ code: DiagnosticCode, _ label: String, at place: SourcePlace, _ message: (String) -> String
  ) {
    guard isNew(code, label) else { return }
    findings.append(
      Diagnostic(
        .note, code, message(SafeText.label(label.prefix(80)).string),
        location: SourceLocation(file: name, line: place.line, column: place.column)))
  }
}
