import CNCurses

/// Reason why a terminal description cannot be used.
enum TerminfoError: Error, Hashable, CustomStringConvertible {
  /// The database has no usable description of this `TERM`.
  case unknownTerminal(String)

  /// This `TERM` is a printing terminal, or cannot move its cursor.
  case notAScreen(String)

  /// The terminfo database is missing.
  case noDatabase

  /// Throws the error that a look-up's result stands for.
  static func check(_ result: Int32, term: String) throws(TerminfoError) {
    switch Int(result) {
    case CN_TERMINFO_OK: return
    case CN_TERMINFO_HARDCOPY: throw .notAScreen(term)
    case CN_TERMINFO_NO_DATABASE: throw .noDatabase
    default: throw .unknownTerminal(term)
    }
  }

  /// One line for a person.
  var description: String {
    switch self {
    case .unknownTerminal(let term): "no terminfo description of TERM=\(term)"
    case .notAScreen(let term): "TERM=\(term) is a printing terminal, not a screen"
    case .noDatabase: "the terminfo database was not found"
    }
  }
}
