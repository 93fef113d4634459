/// How text larger than one row is drawn.
package enum TextSizingMethod: String, CaseIterable, Sendable {
  /// By the terminal, with the text sizing protocol (OSC 66).
  case osc66
  /// As big letters made of block characters.
  case block
  /// On double-height lines (DECDHL).
  case dechl
  /// Not at all: bold and faint stand for larger and smaller.
  case off
}

/// Decides how large text is drawn.
///
/// OSC 66 only where the cursor was seen to move as the protocol says: elsewhere the text would
/// vanish. DECDHL only on request: it cannot be asked for, and tmux shows such text twice.
func detectTextSizing(
  option: TextSizingOption, evidence: TerminalEvidence, hasEscapes: Bool
) -> Detection<TextSizingMethod> {
  var trail = DetectionTrail<TextSizingMethod>()
  trail.ask("--text-sizing", seen: option.rawValue, name: \.rawValue) {
    switch option {
    case .auto: nil
    // Not even on request where no escape may be written.
    case .osc66: hasEscapes ? .osc66 : nil
    case .dechl: hasEscapes ? .dechl : nil
    case .block: .block
    case .off: .off
    }
  }
  trail.ask(
    "output is no terminal", seen: evidence.isTerminal ? "a terminal" : "no terminal",
    name: \.rawValue
  ) {
    evidence.isTerminal ? nil : .off
  }
  trail.ask(
    "no escapes at all", seen: hasEscapes ? "escapes allowed" : "plain text", name: \.rawValue
  ) {
    hasEscapes ? nil : .off
  }
  let width = evidence.answers?.advanceOfWidth
  let scale = evidence.answers?.advanceOfScale
  func shown(_ cells: Int?) -> String { cells.map { "\($0) cells" } ?? "no answer" }
  trail.ask(
    "cursor after OSC 66",
    seen: evidence.answers == nil
      ? "not asked" : "width 2 moved \(shown(width)), scale 2 moved \(shown(scale))",
    name: \.rawValue
  ) {
    width == 2 && scale == 2 ? .osc66 : nil
  }
  trail.ask("otherwise", seen: "", name: \.rawValue) { .block }
  return Detection(value: trail.value ?? .off, steps: trail.steps)
}
