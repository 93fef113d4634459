package struct PatternError: Error, Equatable, Sendable {
  /// The bytes of the pattern that are wrong.
  package let range: Range<Int>

  package let problem: String

  package let remedy: String

  /// Both, as one message.
  package var message: String { "\(problem); \(remedy)" }
}

/// Bounds that keep the work for any pattern and any text small.
package enum PatternLimits {
  /// The most patterns of a set.
  package static let patterns = 1_000

  /// The most instructions of a pattern, and of all patterns of a set together.
  package static let instructions = 1 << 17

  /// Instructions that may be looked at at each place of a line and count for nothing, and so many
  /// more for each pattern.
  package static let freeWork = 256
  package static let freeWorkOfPattern = 8

  /// Instructions that may be looked at, where they count, for a line and for each of its bytes.
  ///
  /// Hardly any line takes so many: few of the instructions that there are may match its text at one
  /// place, and the automaton looks at them once. A line that takes more has no matches, so that the
  /// time for it does not grow with the patterns.
  package static let workForLine = 1 << 16
  package static let workForByte = 1 << 9

  /// The most kinds of characters that a set of patterns may tell apart.
  ///
  /// A state of the automaton has a transition for each.
  package static let characterClasses = 1 << 12

  /// The most levels of groups in groups.
  package static let groupDepth = 250

  /// The highest number in a repeat `{m,n}`.
  package static let repeats = 1_000
}
