/// One finding about an input, with its location and a suggestion.
///
/// A diagnostic is a value that functions return beside their result. It is printed elsewhere.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable, Comparable {
    /// Information without an error.
    case note
    /// The input was used, but probably not as intended.
    case warning
    /// Part of the input could not be used.
    case error

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  package var severity: Severity

  /// A stable name such as `unknown-class`, for programs; it is never renamed.
  package var code: DiagnosticCode

  /// One sentence without a full stop, at most 400 bytes long.
  package var message: String

  /// Location; nil if the finding is not about text of a file.
  package var location: SourceLocation?

  /// The line of the finding, to be shown with a caret.
  package var excerpt: SourceExcerpt?

  /// The nearest known name, if one is near enough.
  package var suggestion: String?

  package var detail: Detail?

  /// Details of only some findings.
  package enum Detail: Hashable, Sendable {
    /// Contrast of text: names of the background's scheme and of the colour depth, and the ratio.
    case contrast(background: String, depth: String, ratio: Double)
    /// Number of findings of a code that were only counted.
    case further(DiagnosticCode, count: Int)
  }

  /// Most bytes of a message: a longer one would quote half of a file.
  private static let longestMessage = 400

  /// Creates a finding about a range of an input, with its location and excerpt.
  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at range: SourceRange?,
    suggestion: String? = nil
  ) {
    self.init(
      severity, code, message, location: range?.location,
      excerpt: range.flatMap(SourceExcerpt.init), suggestion: suggestion)
  }

  /// Creates a finding with a known location, or none.
  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String,
    location: SourceLocation? = nil, excerpt: SourceExcerpt? = nil, suggestion: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message.limited(toBytes: Self.longestMessage)
    self.location = location
    self.excerpt = excerpt
    self.suggestion = suggestion
  }
}

extension [Diagnostic] {
  package mutating func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: String,
    at range: SourceRange?, suggestion: String? = nil
  ) { append(Diagnostic(severity, code, message, at: range, suggestion: suggestion)) }
}

/// The stable name of a kind of finding, in kebab case.
///
/// Each target adds its own as static members in a file `DiagnosticCodes.swift`.
package struct DiagnosticCode: Hashable, Sendable {
  /// The name in JSON and SARIF.
  package let rawValue: String

  /// Creates a code; use the static members instead.
  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Distinct findings, and the number of further ones.
///
/// The same finding is made again when a file is read for several terminals or texts.
package struct FindingList {
  /// The findings, without those that only report a number.
  package private(set) var findings: [Diagnostic] = []

  /// Number of findings of each code that are not listed.
  package private(set) var omitted: [DiagnosticCode: Int] = [:]

  /// Identity of a finding: findings with the same identity are one.
  private struct Identity: Hashable {
    var code: DiagnosticCode
    var location: SourceLocation?
    var message: String
    var detail: Diagnostic.Detail?
  }

  private var seen: Set<Identity> = []

  package init(_ diagnostics: some Sequence<Diagnostic> = []) { add(diagnostics) }

  /// Adds findings that are not listed yet.
  package mutating func add(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics {
      let identity = Identity(
        code: diagnostic.code, location: diagnostic.location, message: diagnostic.message,
        detail: diagnostic.detail)
      guard seen.insert(identity).inserted else { continue }
      if case .further(let code, let count)? = diagnostic.detail {
        omitted[code, default: 0] += count
      } else {
        findings.append(diagnostic)
      }
    }
  }

  package mutating func keep(_ isWanted: (DiagnosticCode) -> Bool) {
    findings.removeAll { !isWanted($0.code) }
    omitted = omitted.filter { isWanted($0.key) }
  }

  package var counts: [Diagnostic.Severity: Int] {
    var counts: [Diagnostic.Severity: Int] = [:]
    var severities: [DiagnosticCode: Diagnostic.Severity] = [:]
    for finding in findings {
      counts[finding.severity, default: 0] += 1
      severities[finding.code] = finding.severity
    }
    for (code, count) in omitted { counts[severities[code] ?? .note, default: 0] += count }
    return counts
  }

  /// All findings of one code.
  package struct Group {
    /// The first of the most severe ones.
    package var first: Diagnostic

    package var count: Int
  }

  /// Groups of the same code, the most severe first, then in the order in which they begin.
  package func groups(from least: Diagnostic.Severity) -> [Group] {
    var numbers: [DiagnosticCode: Int] = [:]
    var groups: [Group] = []
    for finding in findings where finding.severity >= least {
      if let number = numbers[finding.code] {
        groups[number].count += 1
        if finding.severity > groups[number].first.severity { groups[number].first = finding }
      } else {
        numbers[finding.code] = groups.count
        groups.append(Group(first: finding, count: 1))
      }
    }
    for (code, number) in numbers { groups[number].count += omitted[code] ?? 0 }
    return groups.enumerated().sorted {
      ($1.element.first.severity, $0.offset) < ($0.element.first.severity, $1.offset)
    }.map(\.element)
  }

  /// The findings, then a note for each code with further ones.
  package var all: [Diagnostic] {
    findings
      + omitted.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        Diagnostic(.note, .moreFindings, "\($0.value) more findings of \($0.key.rawValue)")
      }
  }

  /// The findings of each file, from its first line to the last; files in the order in which they
  /// begin.
  package func byFile() -> [[Diagnostic]] {
    var numbers: [String?: Int] = [:]
    var files: [[Diagnostic]] = []
    for finding in findings {
      let name = finding.location?.file
      if let number = numbers[name] {
        files[number].append(finding)
      } else {
        numbers[name] = files.count
        files.append([finding])
      }
    }
    return files.map { findings in
      func sortKey(_ number: Int) -> (Int, Int, Int) {
        (findings[number].location?.line ?? 0, findings[number].location?.column ?? 0, number)
      }
      return findings.indices.sorted { sortKey($0) < sortKey($1) }.map { findings[$0] }
    }
  }
}
