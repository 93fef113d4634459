/// All input of detection, which reads nothing itself.
package struct TerminalEvidence: Sendable {
  /// The value of an environment variable; nil if it is not set, `""` if it is set and empty.
  package var variable: @Sendable (String) -> String?

  /// True if the output goes to a terminal.
  ///
  /// A full-screen program that opens the terminal device sets it to true, wherever standard output
  /// goes.
  package var isTerminal: Bool

  /// Terminfo description of `TERM`, or nil if it was not read or there is none.
  package var terminfo: Terminfo?

  /// True if the reader uses a terminal, wherever standard output goes.
  ///
  /// Then standard error is a terminal, or the process has one. Nil is the same as `isTerminal`.
  package var hasReader: Bool?

  /// Answers of the terminal; nil if it was not queried.
  package var answers: TerminalAnswers?

  /// True if the answers are those of an earlier program.
  package var areAnswersKept = false

  /// The part of a terminfo description that matters for colour.
  package struct Terminfo: Hashable, Sendable {
    /// The number of colours (`colors`), or nil if the description names none.
    package var colors: Int?

    /// True if it claims 24-bit colour by the user capabilities `RGB` or `Tc`.
    package var hasDirectColor: Bool

    package init(colors: Int?, hasDirectColor: Bool) {
      self.colors = colors
      self.hasDirectColor = hasDirectColor
    }
  }

  package init(
    isTerminal: Bool, terminfo: Terminfo? = nil, answers: TerminalAnswers? = nil,
    variable: @escaping @Sendable (String) -> String?
  ) {
    self.variable = variable
    self.isTerminal = isTerminal
    self.terminfo = terminfo
    self.answers = answers
  }

  /// The value of a variable that is set and not empty.
  func value(_ name: String) -> String? {
    guard let value = variable(name), !value.isEmpty else { return nil }
    return value
  }

  /// Description of an answer in a report; nil for no answer.
  func shownAnswer(_ answer: String?) -> String {
    if answers == nil { return "not asked" }
    return (areAnswersKept ? "kept: " : "") + (answer ?? "no answer")
  }

  /// `TERM`, or the empty string.
  var term: String { variable("TERM") ?? "" }

  var shownOutput: String { isTerminal ? "a terminal" : "not a terminal" }

  /// Variables for a report: `NAME=value`, or `NAME not set`.
  func shown(_ names: String...) -> String {
    names.map { name in variable(name).map { "\(name)=\(printable($0))" } ?? "\(name) not set" }
      .joined(separator: ", ")
  }
}

/// Untrusted text for one line of a report: printable ASCII, at most 60 characters.
package func printable(_ text: String) -> String {
  var result = String(
    String.UnicodeScalarView(
      text.unicodeScalars.prefix(60).map { (" "..."~").contains($0) ? $0 : "\u{FFFD}" }))
  if text.unicodeScalars.count > 60 { result += "…" }
  return result
}
