extension LargeText {
  /// Spelling of the form in `--text-sizing`.
  package var name: String {
    switch self {
    case .off: "off"
    case .blocks, .typeset: "block"
    case .textSizing: "osc66"
    case .doubleHeight: "dechl"
    }
  }
}

/// Decides the form of large text.
///
/// OSC 66 only if the cursor moved as the protocol says: in other terminals the text would vanish.
/// DECDHL only on request: its support cannot be queried, and tmux shows such text twice.
func detectTextSizing(
  option: TextSizingOption, evidence: TerminalEvidence, hasEscapes: Bool, hasSextants: Bool
) -> Detection<LargeText> {
  var trail = DetectionTrail<LargeText>(name: \.name)
  trail.ask("--text-sizing", seen: option.rawValue) {
    switch option {
    case .auto: nil
    // Not even on request where no escape may be written.
    case .osc66: hasEscapes ? .textSizing : nil
    case .dechl: hasEscapes ? .doubleHeight : nil
    case .block: .blocks(hasSextants: hasSextants)
    case .off: .off
    }
  }
  trail.ask("standard output", seen: evidence.shownOutput) { evidence.isTerminal ? nil : .off }
  trail.ask("no escape sequences", seen: hasEscapes ? "escape sequences allowed" : "plain text") {
    hasEscapes ? nil : .off
  }
  let width = evidence.answers?.advanceOfWidth
  let scale = evidence.answers?.advanceOfScale
  func shown(_ cells: Int?) -> String { cells.map { "\($0) cells" } ?? "no answer" }
  trail.ask(
    "cursor after OSC 66",
    seen: evidence.shownAnswer("width 2 moved \(shown(width)), scale 2 moved \(shown(scale))")
  ) { width == 2 && scale == 2 ? .textSizing : nil }
  return trail.detection(otherwise: .blocks(hasSextants: hasSextants))
}
