/// Findings about one input, of which very many of one kind are only counted.
///
/// A megabyte of `}` has a million errors. Each with its line would take longer and more memory
/// than everything else, and nobody reads past the first few.
package struct DiagnosticLog: Sendable {
  /// A finding whose place may not be known yet.
  package struct Entry: Sendable {
    package var diagnostic: Diagnostic
    /// Place of the finding: byte offsets from the start of the input.
    package let range: Range<Int>
    fileprivate let kind: UInt8
  }

  /// The findings that are kept, in the order in which they were made.
  package private(set) var entries: [Entry] = []

  /// Largest number of findings of one kind that are kept.
  package let limit: Int

  /// Added to every offset: where the bytes that the offsets count in begin in the whole input.
  package var base = 0

  /// True for a document that somebody else wrote: what is wrong with its markup is only a note.
  package var isAboutDocument = false

  /// Number of errors added with a place, those included that are only counted.
  package private(set) var errorCount = 0

  private struct Tally {
    let code: DiagnosticCode
    let kind: UInt8
    var count = 0

    var areNotes = false

    /// True if it counts such findings; most codes differ in their lengths already.
    func counts(_ code: DiagnosticCode, _ kind: UInt8) -> Bool {
      self.kind == kind && self.code.rawValue.utf8.count == code.rawValue.utf8.count
        && self.code == code
    }
  }

  /// A broken input has many of the same few kinds: the one that came last is looked at first.
  private var tallies: [Tally] = []
  private var latest = 0

  package init(limit: Int = 100) {
    self.limit = limit
  }

  /// True when nothing was found, or all of it was taken.
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

  /// Adds a finding; it is only made when it is kept.
  ///
  /// `kind` tells apart kinds that share a code. The range has offsets in the bytes at hand, if the
  /// place is not known yet.
  package mutating func add(
    _ code: DiagnosticCode, kind: UInt8 = 0, at range: Range<Int> = 0..<0,
    _ finding: () -> Diagnostic
  ) {
    guard count(code, kind: kind) else { return }
    let finding = finding()
    if finding.severity == .note { tallies[latest].areNotes = true }
    append(finding, kind: kind, at: range)
  }

  /// Adds a finding whose place is given when it is taken out.
  package mutating func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, at range: Range<Int>,
    suggestion: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
  ) {
    if severity == .error { errorCount += 1 }
    add(code, at: range) { Diagnostic(severity, code, message(), suggestion: suggestion()) }
  }

  package mutating func add(_ finding: Diagnostic) {
    add(finding.code) { finding }
  }

  /// Adds a finding of another log at a place of its own.
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

  /// Adds those of another log, and what it only counted.
  package mutating func add(contentsOf other: DiagnosticLog) {
    for entry in other.entries { add(entry, at: entry.range) }
    for tally in other.tallies where tally.count > other.limit {
      count(tally.code, kind: tally.kind, adding: tally.count - other.limit)
    }
  }

  // MARK: Taking

  /// Takes out the findings, by their offsets or as they were added; their number stays known.
  package mutating func take(byLocation: Bool = true) -> [Entry] {
    defer { entries.removeAll() }
    return byLocation ? entries.sorted { $0.range.lowerBound < $1.range.lowerBound } : entries
  }

  /// Takes out the findings, by their offsets, each with the location that it has there.
  package mutating func take(_ locate: (Range<Int>) -> SourceRange) -> [Diagnostic] {
    take().map { entry in
      var diagnostic = entry.diagnostic
      let range = locate(entry.range)
      diagnostic.location = range.location
      diagnostic.excerpt = SourceExcerpt(range)
      return diagnostic
    }
  }

  /// For each kind of which some findings were only counted, a note how many; `file` is the input's
  /// name, if they have a place in it.
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

  /// Number of findings of each code were only counted; notes, of which a stream does not tell, are
  /// left out.
  package var onlyCounted: [DiagnosticCode: Int] {
    tallies.reduce(into: [:]) {
      if !$1.areNotes { $0[$1.code, default: 0] += max(0, $1.count - limit) }
    }
  }

  /// The findings as they were added, and how many were only counted.
  package var all: [Diagnostic] { entries.map(\.diagnostic) + notes() }
}

extension DiagnosticCode {
  /// Number of findings of each code that are not listed.
  package static let moreFindings = DiagnosticCode("more-findings")
}
