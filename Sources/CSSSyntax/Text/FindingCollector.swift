import Diagnostics

/// Keeps the findings about one input, and only counts those of a code that comes up too often.
///
/// A megabyte of `}` has a million errors. Each with its line would take longer and more memory than
/// everything else, and nobody reads past the first few.
struct FindingCollector {
  /// How many findings of one code are kept.
  static let limit = 100

  /// How many errors there were, those included that are only counted.
  private(set) var errorCount = 0

  private var kept: [(offset: Int, finding: Diagnostic)] = []
  /// How many findings of each code there were.
  ///
  /// A broken input has many of the same few codes: the one that came last is looked at first.
  private var counts: [(code: DiagnosticCode, count: Int)] = []
  private var latest = 0
  private let text: CSSText

  /// Collects findings about an input.
  init(_ text: CSSText) {
    self.text = text
  }

  /// Adds one; its message and suggestion are made only if it is kept.
  mutating func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, at range: Range<Int>,
    suggestion: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
  ) {
    if severity == .error { errorCount += 1 }
    guard count(code) <= Self.limit else { return }
    let finding = Diagnostic(
      severity, code, message(), at: text.place(of: range), suggestion: suggestion())
    kept.append((range.lowerBound, finding))
  }

  /// Counts one more finding of a code.
  /// - Returns: How many there are now.
  private mutating func count(_ code: DiagnosticCode) -> Int {
    if latest >= counts.count || counts[latest].code != code {
      latest = counts.firstIndex { $0.code == code } ?? counts.count
      if latest == counts.count { counts.append((code, 0)) }
    }
    counts[latest].count += 1
    return counts[latest].count
  }

  /// All that were kept, by place, and a count for each code of which some were not.
  func finish() -> [Diagnostic] {
    var findings = kept.sorted { $0.offset < $1.offset }.map(\.finding)
    for (code, count) in counts.sorted(by: { $0.code.rawValue < $1.code.rawValue })
    where count > Self.limit {
      findings.append(
        Diagnostic(
          .note, .moreFindings, "\(count - Self.limit) more findings of \(code.rawValue)",
          location: SourceLocation(file: text.source.name, line: 1, column: 1)))
    }
    return findings
  }
}

/// How deep blocks and brackets, arrays and objects may stand in each other.
let nestingLimit = 512
