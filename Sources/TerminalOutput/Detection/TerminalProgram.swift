/// A terminal program or multiplexer whose features are known.
package enum TerminalProgram: String, CaseIterable, Sendable {
  case alacritty
  case appleTerminal = "Apple Terminal"
  case contour, foot, ghostty, iTerm2, kitty, konsole
  case linuxConsole = "Linux console"
  case mintty, rio, screen, tmux
  /// GNOME Terminal and other programs with VTE.
  case vte = "VTE"
  case vscode = "Visual Studio Code"
  case wezTerm = "WezTerm"
  case windowsTerminal = "Windows Terminal"
  case xterm
}

/// Identity of the terminal program, as far as it is known.
package struct TerminalIdentity: Hashable, Sendable {
  /// The program; nil if it is unknown.
  package let program: TerminalProgram?

  /// Its version; nil if it is unknown.
  package let version: TerminalVersion?

  /// Evidence of the identity, such as `TERM=xterm-kitty`; safe to print.
  package let seen: String

  /// Recognises a program by its answer, a multiplexer around it, `TERM`, `TERM_PROGRAM`, or the
  /// variables that programs set, in this order.
  ///
  /// A multiplexer counts before the terminal outside, because it reads the output. `TERM` counts
  /// before `TERM_PROGRAM`, which a terminal started from another one inherits.
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

  /// Reads the answer to XTVERSION: a name, then the version after a blank or in parentheses.
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
      "ghostty": .ghostty, "iTerm.app": .iTerm2, "mintty": .mintty, "rio": .rio, "vscode": .vscode,
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

  /// A version from its packed form: `7600` is 0.76.0, `250801` is 25.8.1.
  private static func packedVersion(_ text: String) -> String {
    let number = TerminalVersion(text).numbers.first ?? 0
    return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
  }
}

/// A version of a terminal program: the numbers in its text, most significant first.
///
/// `3.3a` is 3, 3; `20240203-110809` is 20240203, 110809. Missing numbers count as 0.
package struct TerminalVersion: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  package let numbers: [Int]

  /// Reads the numbers of a text; at most four, each of at most nine digits.
  package init(_ text: some StringProtocol) {
    var found: [Int] = []
    for digits in text.split(whereSeparator: { !("0"..."9").contains($0) }).prefix(4) {
      found.append(Int(digits.prefix(9)) ?? 0)
    }
    numbers = found
  }

  package init(stringLiteral text: String) { self.init(text) }

  package static func < (left: TerminalVersion, right: TerminalVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (one, other) = (left.number(at: index), right.number(at: index))
      if one != other { return one < other }
    }
    return false
  }

  /// True if both are equal except for zeros at the end.
  package static func == (left: TerminalVersion, right: TerminalVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Array(numbers.reversed().drop { $0 == 0 }))
  }

  private func number(at index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
}

/// A feature of only some terminals.
package enum TerminalFeature: String, CaseIterable, Sendable {
  /// Links in the text, OSC 8.
  case hyperlinks = "hyperlinks"
  /// Double, curly, dotted and dashed underlines, SGR `4:2` to `4:5`.
  case underlineStyles = "underline styles"
  /// Underlines of their own colour, SGR 58.
  case underlineColor = "underline colour"
  /// A line above the text, SGR 53.
  case overline = "overline"
  /// Frames that appear at once, private mode 2026.
  case synchronizedOutput = "synchronized output"

  /// The versions of a program that support a feature.
  enum Support: Equatable {
    /// In no version, as far as is known.
    case never
    /// In every version that is still in use; earlier ones ignore the request.
    case always
    /// From this version on; an unknown version counts as older.
    case since(TerminalVersion)
  }

  /// The support for the feature in a program.
  ///
  /// From the programs' sources, release notes and the measurements of ucs-detect, as of late 2025.
  /// tmux shows the features of the terminal around it and replaces the rest itself.
  func support(by program: TerminalProgram) -> Support {
    switch (self, program) {
    case (_, .linuxConsole), (_, .appleTerminal), (_, .screen), (_, .xterm): .never

    case (.hyperlinks, .tmux): .since("3.4")
    case (.hyperlinks, .iTerm2): .since("3.1")
    case (.hyperlinks, .konsole): .since("20.12")
    case (.hyperlinks, .vte): .since("0.50")
    case (.hyperlinks, .vscode): .since("1.72")
    case (.hyperlinks, _): .always

    case (.underlineStyles, .tmux), (.underlineColor, .tmux), (.overline, .tmux): .since("3.2")
    case (.underlineStyles, .iTerm2), (.underlineColor, .iTerm2): .since("3.5")
    case (.underlineStyles, .konsole), (.underlineColor, .konsole): .since("25.8")
    case (.underlineStyles, .vte), (.underlineColor, .vte): .since("0.52")
    case (.underlineStyles, _), (.underlineColor, _): .always

    case (.overline, .alacritty), (.overline, .foot), (.overline, .iTerm2), (.overline, .kitty),
      (.overline, .rio):
      .never
    case (.overline, .konsole): .since("25.8")
    case (.overline, .vte): .since("0.52")
    case (.overline, _): .always

    case (.synchronizedOutput, .tmux): .since("3.7")
    case (.synchronizedOutput, .konsole): .since("25.8")
    case (.synchronizedOutput, .vte): .since("0.76")
    case (.synchronizedOutput, .vscode): .never
    case (.synchronizedOutput, _): .always
    }
  }

  /// True if a terminal is known to support it.
  func isKnown(in terminal: TerminalIdentity) -> Bool {
    guard let program = terminal.program else { return false }
    return switch support(by: program) {
    case .never: false
    case .always: true
    case .since(let least): terminal.version.map { $0 >= least } ?? false
    }
  }

  /// True if the program is known to lack it.
  func isKnownToLack(in terminal: TerminalIdentity) -> Bool {
    guard let program = terminal.program else { return false }
    return switch support(by: program) {
    case .never: true
    case .always: false
    case .since(let least): terminal.version.map { $0 < least } ?? false
    }
  }
}
