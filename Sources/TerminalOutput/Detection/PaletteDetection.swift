package import StyleValues

/// Value of the option `--palette`.
package enum PaletteOption: Hashable, Sendable, CustomStringConvertible {
  /// Nothing: the terminal is asked where the result depends on it.
  case auto
  /// The median palette of terminals.
  case assumed
  /// The colours that the terminal answers.
  case ask
  /// These colours.
  case given(TerminalPalette)

  /// Spelling of the option.
  package var description: String {
    switch self {
    case .auto: "auto"
    case .assumed: "assumed"
    case .ask: "ask"
    case .given(let palette): palette.originName
    }
  }

  /// The colours, where they are no matter of the terminal.
  var palette: TerminalPalette? {
    switch self {
    case .auto, .ask: nil
    case .assumed: .median
    case .given(let palette): palette
    }
  }
}

extension TerminalPalette {
  /// Origin of the colours, in a word or by the name of a file.
  package var originName: String {
    switch origin {
    case .assumed: "assumed"
    case .terminal: "terminal"
    case .file(let name): printable(name)
    }
  }
}

/// Decides what the terminal's colours are: the option, its answers to OSC 4 and the like, else the
/// median palette.
package func detectPalette(
  option: PaletteOption = .auto, evidence: TerminalEvidence
) -> Detection<TerminalPalette> {
  var trail = DetectionTrail<TerminalPalette>()
  trail.ask("--palette", seen: option.description, name: \.originName) { option.palette }
  let colors = evidence.answers?.colors
  trail.ask(
    "terminal's answers (OSC 4, 10, 12, 17, 19)",
    seen: evidence.answers?.shownColors ?? "not asked", name: \.originName
  ) { colors }
  trail.ask("otherwise", seen: "", name: \.originName) { .median }
  return Detection(value: trail.value ?? .median, steps: trail.steps)
}

extension TerminalAnswers {
  /// Summary of the terminal's answers, in a few words.
  fileprivate var shownColors: String {
    let known = (0..<16).count { palette[UInt8($0)] != nil }
    guard colors != nil else { return "no answer" }
    let cube =
      Self.probes.allSatisfy { palette[$0] == nil }
      ? "the others not told" : hasOwnCube ? "the others its own" : "the others xterm's"
    return "\(known) of 16 entries, \(cube)"
  }
}
