package struct PatternError: Error, Equatable, Sendable {
  /// The bytes of the pattern that are wrong.
  package let range: Range<Int>

  package let problem: String

  package let remedy: String

  /// Both, as one message.
  package var message: String { "\(problem); \(remedy)" }
}

/// Limits of the work for any pattern and any text.
package enum PatternLimits {
  /// The most patterns of a set.
  package static let patterns = 1_000

  /// The most instructions of a pattern, and of all patterns of a set together.
  package static let instructions = 1 << 17

  /// Instructions per offset of a line that are free of cost, and as many more for each pattern.
  package static let freeWork = 256
  package static let freeWorkOfPattern = 8

  /// Limit of the cost in instructions for a line and for each of its bytes.
  ///
  /// Hardly any line costs so much: few of the instructions match its text at one offset, and the
  /// automaton visits them once. A line that costs more has no matches, so that its time does not
  /// grow with the patterns.
  package static let workForLine = 1 << 16
  package static let workForByte = 1 << 9

  /// The most classes of characters of a set of patterns.
  ///
  /// A state of the automaton has a transition for each.
  package static let characterClasses = 1 << 12

  /// The most levels of nested groups.
  package static let groupDepth = 250

  /// The highest number in a repeat `{m,n}`.
  package static let repeats = 1_000
}
