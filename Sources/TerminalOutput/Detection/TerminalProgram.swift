/// A terminal program or multiplexer whose abilities are known.
package enum TerminalProgram: String, CaseIterable, Sendable {
  /// Alacritty.
  case alacritty
  /// Terminal.app of macOS.
  case appleTerminal = "Apple Terminal"
  /// Contour.
  case contour
  /// foot.
  case foot
  /// Ghostty.
  case ghostty
  /// iTerm2.
  case iTerm2
  /// kitty.
  case kitty
  /// Konsole.
  case konsole
  /// The text console of Linux.
  case linuxConsole = "Linux console"
  /// mintty.
  case mintty
  /// rio.
  case rio
  /// GNU screen.
  case screen
  /// tmux.
  case tmux
  /// GNOME Terminal and the others that are built on VTE.
  case vte = "VTE"
  /// The terminal of Visual Studio Code.
  case vscode = "Visual Studio Code"
  /// WezTerm.
  case wezTerm = "WezTerm"
  /// Windows Terminal.
  case windowsTerminal = "Windows Terminal"
  /// xterm.
  case xterm
}

/// Identity of the terminal program, as far as that can be told.
package struct TerminalIdentity: Hashable, Sendable {
  /// The program, or nil if it is none of those that are known.
  package let program: TerminalProgram?

  /// Its version, or nil if it does not say.
  package let version: TerminalVersion?

  /// Evidence of the identity, such as `TERM=xterm-kitty`; safe to print.
  package let seen: String

  /// Recognises a program by its answer, a multiplexer around it, `TERM`, `TERM_PROGRAM`, or the
  /// variables that programs leave, in this order.
  ///
  /// A multiplexer counts before the terminal outside, because it is what reads the output.
  /// `TERM` counts before `TERM_PROGRAM`, which a terminal started from another one inherits.
  package init(_ evidence: TerminalEvidence) {
    let found =
      Self.fromAnswer(evidence) ?? Self.multiplexer(evidence) ?? Self.fromTerm(evidence)
      ?? Self.fromTermProgram(evidence) ?? Self.fromOwnVariables(evidence)
    self = found ?? TerminalIdentity(nil, seen: evidence.shown("TERM"))
  }

  private init(_ program: TerminalProgram?, version: String? = nil, seen: String) {
    self.program = program
    let numbers = version.map { TerminalVersion($0) }
    self.version = numbers?.numbers.isEmpty == false ? numbers : nil
    self.seen = seen
  }

  // MARK: - Sources

  /// XTVERSION: a name, then the version after a blank or in parentheses.
  private static func fromAnswer(_ evidence: TerminalEvidence) -> TerminalIdentity? {
    guard let answer = evidence.answers?.program else { return nil }
    let names: [(String, TerminalProgram)] = [
      ("xterm(", .xterm), ("tmux ", .tmux), ("kitty(", .kitty), ("foot(", .foot),
      ("ghostty ", .ghostty), ("wezterm ", .wezTerm), ("vte(", .vte), ("konsole ", .konsole),
      ("iterm2 ", .iTerm2), ("contour ", .contour), ("mintty ", .mintty),
    ]
    let text = answer.lowercased()
    guard let (name, program) = names.first(where: { text.hasPrefix($0.0) }) else { return nil }
    let number = text.dropFirst(name.count)
    let version = program == .vte ? packedVersion(String(number)) : String(number)
    return TerminalIdentity(program, version: version, seen: "answered \(printable(answer))")
  }

  private static func multiplexer(_ evidence: TerminalEvidence) -> TerminalIdentity? {
    let term = evidence.term
    if evidence.value("TMUX") != nil || term.hasPrefix("tmux") {
      let isOwn = evidence.variable("TERM_PROGRAM") == "tmux"
      return TerminalIdentity(
        .tmux, version: isOwn ? evidence.variable("TERM_PROGRAM_VERSION") : nil,
        seen: evidence.value("TMUX") == nil ? evidence.shown("TERM") : "TMUX is set")
    }
    if evidence.value("STY") != nil || term.hasPrefix("screen") {
      return TerminalIdentity(
        .screen, seen: evidence.value("STY") == nil ? evidence.shown("TERM") : "STY is set")
    }
    return nil
  }

  private static func fromTerm(_ evidence: TerminalEvidence) -> TerminalIdentity? {
    let names: [(String, TerminalProgram)] = [
      ("xterm-kitty", .kitty), ("xterm-ghostty", .ghostty), ("alacritty", .alacritty),
      ("foot", .foot), ("wezterm", .wezTerm), ("contour", .contour), ("rio", .rio),
      ("mintty", .mintty), ("iterm2", .iTerm2), ("konsole", .konsole), ("vte", .vte),
      ("ms-terminal", .windowsTerminal), ("linux", .linuxConsole),
    ]
    let term = evidence.term
    guard let (_, program) = names.first(where: { term.hasPrefix($0.0) }) else { return nil }
    let isOwn = evidence.variable("TERM_PROGRAM")?.lowercased() == program.rawValue.lowercased()
    return TerminalIdentity(
      program, version: isOwn ? evidence.variable("TERM_PROGRAM_VERSION") : nil,
      seen: evidence.shown("TERM"))
  }

  private static func fromTermProgram(_ evidence: TerminalEvidence) -> TerminalIdentity? {
    let names: [String: TerminalProgram] = [
      "Apple_Terminal": .appleTerminal, "WezTerm": .wezTerm, "contour": .contour,
      "ghostty": .ghostty, "iTerm.app": .iTerm2, "mintty": .mintty, "rio": .rio,
      "vscode": .vscode,
    ]
    guard let program = evidence.variable("TERM_PROGRAM").flatMap({ names[$0] }) else { return nil }
    return TerminalIdentity(
      program, version: evidence.variable("TERM_PROGRAM_VERSION"),
      seen: evidence.shown("TERM_PROGRAM", "TERM_PROGRAM_VERSION"))
  }

  private static func fromOwnVariables(_ evidence: TerminalEvidence) -> TerminalIdentity? {
    // xterm comes first: it passes on the variables of the terminal it was started from, and it
    // can do the least.
    if let version = evidence.value("XTERM_VERSION") {
      return TerminalIdentity(.xterm, version: version, seen: evidence.shown("XTERM_VERSION"))
    }
    if evidence.value("WT_SESSION") != nil {
      return TerminalIdentity(.windowsTerminal, seen: "WT_SESSION is set")
    }
    if evidence.value("KITTY_WINDOW_ID") != nil {
      return TerminalIdentity(.kitty, seen: "KITTY_WINDOW_ID is set")
    }
    if let version = evidence.value("KONSOLE_VERSION") {
      return TerminalIdentity(
        .konsole, version: packedVersion(version), seen: evidence.shown("KONSOLE_VERSION"))
    }
    if let version = evidence.value("VTE_VERSION") {
      return TerminalIdentity(
        .vte, version: packedVersion(version), seen: evidence.shown("VTE_VERSION"))
    }
    return nil
  }

  /// `7600` is 0.76.0, `250801` is 25.8.1.
  private static func packedVersion(_ text: String) -> String {
    let number = TerminalVersion(text).numbers.first ?? 0
    return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
  }
}
