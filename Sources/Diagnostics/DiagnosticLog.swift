/// Findings about one input, of which very many of one kind are only counted.
///
/// A megabyte of `}` has a million errors. Each with its line would cost more time and memory than
/// everything else, and nobody reads past the first few.
package struct DiagnosticLog: Sendable {
  /// A finding whose location may not be known yet.
  package struct Entry: Sendable {
    package var diagnostic: Diagnostic
    /// Byte offsets of the finding from the start of the input.
    package let range: Range<Int>
    fileprivate let kind: UInt8
  }

  /// The kept findings, in the order in which they were made.
  package private(set) var entries: [Entry] = []

  /// Most kept findings of one kind.
  package let limit: Int

  /// Offset of the current bytes in the whole input, added to every offset.
  package var base = 0

  /// True for a document of another author: errors in its markup are only notes.
  package var isAboutDocument = false

  /// Number of errors that were added with a range, also of those only counted.
  package private(set) var errorCount = 0

  private struct Tally {
    let code: DiagnosticCode
    let kind: UInt8
    var count = 0

    var areNotes = false

    /// True if it counts such findings; the lengths of most codes differ already.
    func counts(_ code: DiagnosticCode, _ kind: UInt8) -> Bool {
      self.kind == kind && self.code.rawValue.utf8.count == code.rawValue.utf8.count
        && self.code == code
    }
  }

  /// Counts by kind: a broken input has many of the same few kinds, so the last one is compared
  /// first.
  private var tallies: [Tally] = []
  private var latest = 0

  package init(limit: Int = 100) { self.limit = limit }

  /// True if there are no findings, or all were taken out.
  package var isEmpty: Bool { entries.isEmpty }

  /// Number of findings of a kind that were made, kept or not.
  package func count(of code: DiagnosticCode, kind: UInt8 = 0) -> Int {
    tallies.first { $0.counts(code, kind) }?.count ?? 0
  }

  package func keeps(_ code: DiagnosticCode) -> Bool { count(of: code) < limit }

  /// Counts a finding of a kind; true if it is to be kept.
  @discardableResult
  package mutating func count(_ code: DiagnosticCode, kind: UInt8 = 0, adding more: Int = 1) -> Bool
  {
    if latest >= tallies.count || !tallies[latest].counts(code, kind) {
      latest = tallies.firstIndex { $0.counts(code, kind) } ?? tallies.count
      if latest == tallies.count { tallies.append(Tally(code: code, kind: kind)) }
    }
    tallies[latest].count += more
    return tallies[latest].count <= limit
  }

  // MARK: Adding

  /// Adds a finding; the closure is only called if it is kept.
  ///
  /// `kind` distinguishes kinds with the same code. The range has offsets in the current bytes, if
  /// the location is not known yet.
  package mutating func add(
    _ code: DiagnosticCode, kind: UInt8 = 0, at range: Range<Int> = 0..<0,
    _ finding: () -> Diagnostic
  ) {
    guard count(code, kind: kind) else { return }
    let finding = finding()
    if finding.severity == .note { tallies[latest].areNotes = true }
    append(finding, kind: kind, at: range)
  }

  /// Adds a finding whose location is computed when it is taken out.
  package mutating func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, at range: Range<Int>,
    suggestion: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
  ) {
    if severity == .error { errorCount += 1 }
    add(code, at: range) { Diagnostic(severity, code, message(), suggestion: suggestion()) }
  }

  package mutating func add(_ finding: Diagnostic) { add(finding.code) { finding } }

  /// Adds a finding of another log with a range in this one.
  package mutating func add(_ entry: Entry, at range: Range<Int>) {
    add(entry.diagnostic.code, kind: entry.kind, at: range) { entry.diagnostic }
  }

  /// Adds a finding that was counted elsewhere.
  package mutating func append(_ finding: Diagnostic, kind: UInt8 = 0, at range: Range<Int>) {
    let shifted = range.lowerBound + base..<range.upperBound + base
    entries.append(Entry(diagnostic: finding, range: shifted, kind: kind))
  }

  package mutating func add(contentsOf findings: [Diagnostic]) {
    for finding in findings { add(finding) }
  }

  /// Adds those of another log, with the counts of others.
  package mutating func add(contentsOf other: DiagnosticLog) {
    for entry in other.entries { add(entry, at: entry.range) }
    for tally in other.tallies where tally.count > other.limit {
      count(tally.code, kind: tally.kind, adding: tally.count - other.limit)
    }
  }

  // MARK: Taking

  /// Takes out the findings, by their offsets or in the order of adding; their number stays known.
  package mutating func take(byLocation: Bool = true) -> [Entry] {
    defer { entries.removeAll() }
    return byLocation ? entries.sorted { $0.range.lowerBound < $1.range.lowerBound } : entries
  }

  /// Takes out the findings by their offsets, each with its location.
  package mutating func take(_ locate: (Range<Int>) -> SourceRange) -> [Diagnostic] {
    take().map { entry in
      var diagnostic = entry.diagnostic
      let range = locate(entry.range)
      diagnostic.location = range.location
      diagnostic.excerpt = SourceExcerpt(range)
      return diagnostic
    }
  }

  /// A note for each kind of which some findings were only counted; `file` is the input's name, if
  /// they are about its text.
  package func notes(file: String? = nil) -> [Diagnostic] {
    tallies.filter { $0.count > limit }.sorted { $0.code.rawValue < $1.code.rawValue }.map {
      let count = $0.count - limit
      var note = Diagnostic(
        .note, .moreFindings, "\(count) more findings of \($0.code.rawValue)",
        location: file.map { SourceLocation(file: $0, line: 1, column: 1) })
      note.detail = .further($0.code, count: count)
      return note
    }
  }

  /// Number of findings of each code that were only counted, without notes, which a stream does not
  /// report.
  package var onlyCounted: [DiagnosticCode: Int] {
    tallies.reduce(into: [:]) {
      if !$1.areNotes { $0[$1.code, default: 0] += max(0, $1.count - limit) }
    }
  }

  /// The findings in the order of adding, and notes about those that were only counted.
  package var all: [Diagnostic] { entries.map(\.diagnostic) + notes() }
}

extension DiagnosticCode {
  /// Number of findings of each code that are not listed.
  package static let moreFindings = DiagnosticCode("more-findings")
}
