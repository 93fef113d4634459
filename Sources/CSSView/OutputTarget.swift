/// What the bytes are written for: how many colours there are, and what else can be shown.
package struct OutputTarget: Hashable, Sendable {
  /// How many colours; none is plain text without any escape sequence.
  package var depth: ColorDepth

  /// What besides the common attributes can be drawn.
  package var capabilities: RenditionCapabilities

  /// Whether links are written (OSC 8).
  package var writesLinks: Bool

  /// How text larger than one row is shown in blocks.
  package var largeText: LargeText

  /// How cells are counted.
  package var widthRules: WidthRules

  /// Puts a target together.
  package init(
    depth: ColorDepth, capabilities: RenditionCapabilities = [], writesLinks: Bool = false,
    largeText: LargeText = .off, widthRules: WidthRules = .clusters
  ) {
    self.widthRules = widthRules
    self.depth = depth
    self.capabilities = capabilities
    self.writesLinks = writesLinks
    self.largeText = largeText
  }

  /// The target that a detected terminal is.
  package init(_ profile: TerminalProfile) {
    self.init(
      depth: profile.colorDepth.value, capabilities: profile.renditionCapabilities,
      writesLinks: profile[.hyperlinks].value, largeText: Self.largeText(for: profile))
  }

  /// A block as lines, each with a line feed at its end.
  package func bytes(of block: BlockLayout) -> [UInt8] {
    var output = BlockOutput(self)
    var bytes: [UInt8] = []
    output.append(block, into: &bytes)
    return bytes
  }

  private static func largeText(for profile: TerminalProfile) -> LargeText {
    switch profile.textSizing.value {
    case .off: .off
    case .dechl: .doubleHeight
    case .osc66: .textSizing
    case .block: .blocks(hasSextants: drawsSextants(profile.identity.program))
    }
  }

  /// Whether a terminal is taken to show sextants (U+1FB00 to U+1FB3B).
  ///
  /// Most draw them themselves, whatever their font has; a multiplexer passes them on. Those that
  /// are known to need a font for them, which few have, go without.
  private static func drawsSextants(_ program: TerminalProgram?) -> Bool {
    switch program {
    case .appleTerminal, .linuxConsole, .mintty, .screen, .vscode, .xterm: false
    case .alacritty, .contour, .foot, .ghostty, .iTerm2, .kitty, .konsole, .rio, .tmux, .vte,
      .wezTerm, .windowsTerminal, nil:
      true
    }
  }
}
