import CSSSyntax
package import Diagnostics

/// Collects what is wrong with markup, without growing with the number of findings.
///
/// A million stray `<` are a million findings; after `limit` of one kind only their number is
/// kept.
package struct FindingLog: Sendable {
  /// One finding at a place in the markup.
  package struct Finding: Hashable, Sendable {
    /// What is wrong.
    package let problem: MarkupProblem
    /// Where: byte offsets from the start of the input.
    package let range: Range<Int>
    /// What it is about, as it was written; empty when there is nothing to name.
    package let name: String
  }

  /// The findings, in the order they were made.
  package private(set) var findings: [Finding] = []

  /// How many findings of one kind are kept.
  package let limit: Int

  /// Added to every offset: where the bytes that the offsets count in begin in the whole input.
  package var base = 0

  private var counts = [Int](repeating: 0, count: MarkupProblem.allCases.count)

  /// Makes an empty log.
  ///
  /// - Parameter limit: How many findings of one kind are kept.
  package init(limit: Int = 100) {
    self.limit = limit
  }

  /// True when nothing was found.
  package var isEmpty: Bool { findings.isEmpty }

  /// How many findings of one kind were made, kept or not.
  package func count(of problem: MarkupProblem) -> Int {
    counts[Int(problem.rawValue)]
  }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - problem: What is wrong.
  ///   - range: Where, as offsets in the bytes at hand.
  ///   - name: What it is about; not asked for when the finding is only counted.
  package mutating func record(
    _ problem: MarkupProblem, at range: Range<Int>, about name: @autoclosure () -> String = ""
  ) {
    counts[Int(problem.rawValue)] += 1
    guard counts[Int(problem.rawValue)] <= limit else { return }
    let shifted = range.lowerBound + base..<range.upperBound + base
    findings.append(Finding(problem: problem, range: shifted, name: name()))
  }

  /// Takes out the findings that were made since the last call; their number stays known.
  package mutating func take() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Takes out the findings as diagnostics, in the order of their places.
  ///
  /// - Parameter source: The whole markup.
  /// - Returns: One diagnostic for each finding.
  package mutating func findings(in source: SourceText) -> [Diagnostic] {
    take().sorted { $0.range.lowerBound < $1.range.lowerBound }.map { $0.diagnostic(in: source) }
  }

  /// One diagnostic for each kind of which some findings were only counted.
  package var uncounted: [Diagnostic] {
    MarkupProblem.allCases.compactMap { problem in
      let rest = count(of: problem) - limit
      guard rest > 0 else { return nil }
      return Diagnostic(.note, .moreFindings, "\(rest) more findings of \(problem.code.rawValue)")
    }
  }
}

extension FindingLog.Finding {
  /// The finding as a diagnostic with line, column and caret.
  ///
  /// - Parameters:
  ///   - source: The bytes that `range` counts in, after `base` is taken off.
  ///   - base: Where those bytes begin in the whole input.
  /// - Returns: The diagnostic.
  package func diagnostic(in source: SourceText, base: Int = 0) -> Diagnostic {
    let shown = TextSanitizer.label(String(name.prefix(80)))
    return Diagnostic(
      problem.severity, problem.code, problem.message(about: shown),
      at: SourceRange(source, range.lowerBound - base..<range.upperBound - base),
      suggestion: problem.suggestion(for: shown))
  }
}
