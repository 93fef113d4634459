package import StyleValues
package import Styling

/// Detected properties of a terminal, each with its evidence.
package struct TerminalProfile: Hashable, Sendable {
  package let identity: TerminalIdentity

  package let colorDepth: Detection<ColorDepth>

  package let background: Detection<TerminalBackground>

  /// The palette entries, and the terminal's default colours.
  package let palette: Detection<TerminalPalette>

  package let textSizing: Detection<LargeText>

  private let features: [TerminalFeature: Detection<Bool>]

  /// True if the usual palette was requested.
  private let keepsPalette: Bool

  package init(options: TerminalOptions = TerminalOptions(), evidence: TerminalEvidence) {
    let identity = TerminalIdentity(evidence)
    let depth = detectColorDepth(option: options.color, evidence: evidence)
    self.identity = identity
    colorDepth = depth
    background = detectBackground(
      option: options.background, palette: options.palette, evidence: evidence)
    keepsPalette = options.palette == .assumed
    palette = detectPalette(option: options.palette, evidence: evidence)
    textSizing = detectTextSizing(
      option: options.textSizing, evidence: evidence, hasEscapes: depth.value != ColorDepth.none,
      hasSextants: identity.drawsSextants)
    var features: [TerminalFeature: Detection<Bool>] = [:]
    for feature in TerminalFeature.allCases {
      features[feature] = detectFeature(
        feature, option: feature == .hyperlinks ? options.hyperlinks : .auto, evidence: evidence,
        identity: identity, hasEscapes: depth.value != ColorDepth.none)
    }
    self.features = features
  }

  package subscript(feature: TerminalFeature) -> Detection<Bool> {
    features[feature] ?? Detection(value: false, steps: [])
  }

  /// True if nobody can click a link: in plain text, if the user says so, and in a terminal that is
  /// known to have none.
  private var lacksHyperlinks: Bool {
    guard let rule = self[.hyperlinks].steps.first(where: { $0.result != nil })?.rule,
      !self[.hyperlinks].value
    else { return false }
    return switch rule {
    // Text for a program may be shown anywhere.
    case Self.outputRule: false
    case Self.programRule: TerminalFeature.hyperlinks.isKnownToLack(in: identity)
    default: true
    }
  }

  fileprivate static let outputRule = "standard output"
  fileprivate static let programRule = "known terminal"

  package func target(
    columns: Int, rows: Int = 24, contentSize: ContentSize = .standard
  ) -> OutputTarget {
    var capabilities: RenditionCapabilities = []
    if self[.underlineStyles].value { capabilities.insert(.underlineStyles) }
    if self[.underlineColor].value { capabilities.insert(.underlineColor) }
    if self[.overline].value { capabilities.insert(.overline) }
    if identity.keepsBoldBlack { capabilities.insert(.boldBlack) }
    let background = background.value
    var environment = Environment(
      columns: columns, rows: rows, colorDepth: colorDepth.value, colorScheme: background.scheme,
      background: background.color, hasHyperlinks: self[.hyperlinks].value,
      hasTextSizing: textSizing.value != .off, contentSize: contentSize,
      palette: palette.value.made(for: background.color))
    environment.lacksHyperlinks = lacksHyperlinks
    environment.keepsPalette = keepsPalette
    environment.knowsScheme = background.isKnown
    return OutputTarget(environment, capabilities: capabilities, largeText: textSizing.value)
  }
}

extension TerminalIdentity {
  /// True if it probably shows sextants (U+1FB00 to U+1FB3B).
  ///
  /// Most terminals draw them themselves, whatever the font has; a multiplexer passes them on.
  /// False for terminals that are known to need a font for them, which few fonts have.
  fileprivate var drawsSextants: Bool {
    switch program {
    case .appleTerminal, .linuxConsole, .mintty, .screen, .vscode, .xterm: false
    case .alacritty, .contour, .foot, .ghostty, .iTerm2, .kitty, .konsole, .rio, .tmux, .vte,
      .wezTerm, .windowsTerminal, nil:
      true
    }
  }
}

extension TerminalIdentity {
  /// True if it is known to draw bold text in the requested colour by default.
  ///
  /// The others brighten the first eight entries, can be configured to, or pass the text on to a
  /// terminal that may. From the programs' documentation of their defaults, as of late 2025.
  fileprivate var keepsBoldBlack: Bool {
    switch program {
    case .alacritty, .foot, .ghostty, .kitty: true
    case .vte: version.map { $0 >= "0.52" } ?? false
    default: false
    }
  }
}

/// Decides one feature: by the option, the kind of output, the terminal's answer, and the known
/// program.
private func detectFeature(
  _ feature: TerminalFeature, option: SwitchOption, evidence: TerminalEvidence,
  identity: TerminalIdentity, hasEscapes: Bool
) -> Detection<Bool> {
  var trail = DetectionTrail<Bool> { $0 ? "yes" : "no" }
  trail.ask("no escape sequences", seen: hasEscapes ? "escape sequences allowed" : "plain text") {
    hasEscapes ? nil : false
  }
  if feature == .hyperlinks {
    trail.ask("--hyperlinks", seen: option.rawValue) { option == .auto ? nil : option == .always }
    trail.ask("NO_TERM_HYPERLINKS", seen: evidence.shown("NO_TERM_HYPERLINKS")) {
      evidence.value("NO_TERM_HYPERLINKS") == nil ? nil : false
    }
    trail.ask("FORCE_HYPERLINK", seen: evidence.shown("FORCE_HYPERLINK")) {
      evidence.variable("FORCE_HYPERLINK").map { !["0", "false"].contains($0.lowercased()) }
    }
  }
  // Attributes are written wherever colour is forced on; these two are for terminals alone.
  if feature == .hyperlinks || feature == .synchronizedOutput {
    trail.ask(TerminalProfile.outputRule, seen: evidence.shownOutput) {
      evidence.isTerminal ? nil : false
    }
  }
  if feature == .synchronizedOutput {
    let answer = evidence.answers?.synchronizedOutput
    trail.ask(
      "terminal's answer (mode 2026)", seen: evidence.shownAnswer(answer.map { $0 ? "yes" : "no" })
    ) { answer }
  }
  trail.ask(
    TerminalProfile.programRule,
    seen: (identity.program?.rawValue ?? "unknown") + ", " + identity.seen
  ) { feature.isKnown(in: identity) }
  return Detection(value: trail.value ?? false, steps: trail.steps)
}
