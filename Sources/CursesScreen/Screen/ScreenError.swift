package import SystemPackage

/// Why the terminal could not be taken or used.
package enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The process has no terminal.
  case noTerminal(Errno)

  /// The terminal's kind, `TERM`, cannot show a full screen.
  case unusableTerminal(String)

  /// A call to the system failed.
  case system(Errno, doing: String)

  /// One line for a person.
  package var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on"
    case .unusableTerminal(let reason): reason
    case .system(let error, let doing): "\(doing): \(error)"
    }
  }
}
