/// Something that only some terminals can do.
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

  /// Since when a program can do it.
  enum Support: Equatable {
    /// Not at all, or not that it was seen.
    case never
    /// In every version that is still around, and earlier ones ignore the request.
    case always
    /// From this version on; a version that is not known counts as older.
    case since(TerminalVersion)
  }

  /// Returns the support for the feature in a program.
  ///
  /// From the programs' sources, release notes and the measurements of ucs-detect, as of late 2025.
  /// tmux shows what the terminal around it can and replaces the rest itself.
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

  /// True if a terminal can do it, by what it is.
  func isKnown(in terminal: TerminalIdentity) -> Bool {
    guard let program = terminal.program else { return false }
    return switch support(by: program) {
    case .never: false
    case .always: true
    case .since(let least): terminal.version.map { $0 >= least } ?? false
    }
  }
}
