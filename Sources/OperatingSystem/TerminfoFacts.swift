import CNCurses

/// What the terminfo database says about a kind of terminal.
///
/// Reading it opens no screen and writes nothing.
package struct TerminfoFacts: Hashable, Sendable {
  /// The number of colours (`colors`), or nil if the description names none.
  package var colors: Int?

  /// True if the description claims 24-bit colour, by `RGB` or by `Tc`.
  package var hasDirectColor: Bool

  /// True if the cursor can be moved (`cup`); a full screen needs it.
  package var movesCursor: Bool

  /// Reads the description of a terminal by its `TERM` name.
  ///
  /// - Throws: `TerminfoError` if there is none, or none of a screen.
  package init(term: String) throws(TerminfoError) {
    try TerminfoError.check(unsafe cn_terminfo_begin(term), term: term)
    defer { cn_terminfo_end() }
    let count = unsafe cn_terminfo_number("colors")
    colors = count > 0 ? Int(count) : nil
    // A user capability may have been declared with any of the three types.
    hasDirectColor = ["RGB", "Tc"].contains { (name: String) in
      unsafe cn_terminfo_flag(name) || cn_terminfo_number(name) > 0
        || cn_terminfo_string(name) != nil
    }
    movesCursor = unsafe cn_terminfo_string("cup") != nil
  }
}

/// Why a terminal description could not be used.
package enum TerminfoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database has no usable description of this `TERM`.
  case unknownTerminal(String)

  /// This `TERM` is a printing terminal.
  case notAScreen(String)

  /// The terminfo database is missing.
  case noDatabase

  /// Throws what a look-up's result stands for.
  package static func check(_ result: Int32, term: String) throws(TerminfoError) {
    switch Int(result) {
    case CN_TERMINFO_OK: return
    case CN_TERMINFO_HARDCOPY: throw .notAScreen(term)
    case CN_TERMINFO_NO_DATABASE: throw .noDatabase
    default: throw .unknownTerminal(term)
    }
  }

  /// One line for a person.
  package var description: String {
    switch self {
    case .unknownTerminal(let term): "no terminfo description of TERM=\(term)"
    case .notAScreen(let term): "TERM=\(term) is a printing terminal, not a screen"
    case .noDatabase: "the terminfo database was not found"
    }
  }
}
