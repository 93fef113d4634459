/// A mistake in a pattern.
package struct PatternError: Error, Equatable, Sendable {
  /// The bytes of the pattern that are wrong.
  package let range: Range<Int>

  /// The problem.
  package let problem: String

  /// Syntax to write instead.
  package let remedy: String

  /// Both, as one message.
  package var message: String { "\(problem); \(remedy)" }
}

/// Bounds that keep the work for any pattern and any text small.
package enum PatternLimits {
  /// The most patterns of a set.
  package static let patterns = 1_000

  /// The most instructions of a pattern, and of all patterns of a set together.
  ///
  /// The work for a byte of text is at most proportional to it.
  package static let instructions = 1 << 17

  /// The most kinds of characters that a set of patterns may tell apart.
  ///
  /// A state of the automaton has a transition for each.
  package static let characterClasses = 1 << 12

  /// The most levels of groups in groups.
  package static let groupDepth = 250

  /// The highest number in a repeat `{m,n}`.
  package static let repeats = 1_000
}
