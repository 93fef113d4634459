import CSSSyntax
import Diagnostics

/// Findings about one input, of which very many of one kind are only counted.
///
/// Each finding holds the line it is about; a file of a million mistakes must not become a
/// gigabyte of messages.
struct FindingList: Sendable {
  /// How many findings of one code are kept.
  static let most = 1000

  /// Those that are kept, in the order in which they were made.
  private(set) var kept: [Diagnostic] = []
  private var counts: [DiagnosticCode: Int] = [:]

  /// Whether another finding of a code would be kept.
  func keeps(_ code: DiagnosticCode) -> Bool { counts[code, default: 0] < Self.most }

  /// Whether another finding of a code gets a suggestion.
  ///
  /// To look for one among a hundred thousand names that are much alike takes milliseconds.
  func suggests(_ code: DiagnosticCode) -> Bool { counts[code, default: 0] < 100 }

  /// Counts a finding that nobody needs to see.
  mutating func count(_ code: DiagnosticCode) { counts[code, default: 0] += 1 }

  /// Adds a finding; it is only made when it is kept.
  mutating func add(_ code: DiagnosticCode, _ finding: () -> Diagnostic) {
    if keeps(code) { kept.append(finding()) }
    count(code)
  }

  /// Adds a finding.
  mutating func add(_ finding: Diagnostic) {
    add(finding.code) { finding }
  }

  /// Adds several findings.
  mutating func add(contentsOf findings: [Diagnostic]) {
    for finding in findings { add(finding) }
  }

  /// Adds those of another list, and what it only counted.
  mutating func add(contentsOf other: FindingList) {
    add(contentsOf: other.kept)
    for (code, count) in other.counts where count > Self.most {
      counts[code, default: 0] += count - Self.most
    }
  }

  /// The findings, and for each code of which some were only counted, how many.
  var all: [Diagnostic] {
    var all = kept
    for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where count > Self.most {
      all.append(
        Diagnostic(.note, .moreFindings, "\(count - Self.most) more findings of \(code.rawValue)"))
    }
    return all
  }
}
