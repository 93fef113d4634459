package import Styling

/// The rules that decide the colour depth, in their order.
///
/// The first eight decide if there is colour, the others how much. The conventions contradict each
/// other in places; here the command line beats `NO_COLOR` (no-color.org), which beats
/// `FORCE_COLOR`, which beats `CLICOLOR_FORCE` and `CLICOLOR` (bixense.com/clicolors).
package enum ColorRule: String, CaseIterable, Sendable {
  case option = "--color"
  /// `NO_COLOR` is set and not empty.
  case noColor = "NO_COLOR"
  /// `FORCE_COLOR` is set.
  case forceColor = "FORCE_COLOR"
  /// `CLICOLOR_FORCE` is set, not empty and not 0.
  case forceCLIColor = "CLICOLOR_FORCE"
  /// `CLICOLOR` is 0.
  case cliColor = "CLICOLOR"
  /// The output is not a terminal; with `--color tty`, the reader has none.
  case notTerminal = "standard output"
  /// `TERM` is missing or names a terminal without control sequences.
  case unusableTerm = "TERM unset, dumb or unknown"
  /// No rule before forbids colour.
  case otherwise = "TERM names a terminal"
  /// `COLORTERM` says truecolor.
  case colorTerm = "COLORTERM is truecolor or 24bit"
  /// `TERM` or its description says truecolor.
  case directTerm = "TERM or terminfo known for truecolor"
  case program = "terminal program known for truecolor"
  /// Terminal.app before macOS 26, which has 256 colours.
  case appleTerminal = "TERM_PROGRAM is Apple_Terminal"
  /// `TERM` says 256 colours.
  case term256 = "TERM contains 256color"
  case continuousIntegration = "known build service"
  /// `TERM` or its description says that there is colour.
  case basicTerm = "TERM or terminfo known for colour"
  /// The terminal reported a 24-bit colour that was set (DECRQSS).
  case answer = "terminal's own answer"
}

/// Decides the depth, with the evidence of every rule.
///
/// One rule decides if there is colour and, unless it decides the depth too, another one does.
package func detectColorDepth(
  option: ColorOption = .auto, evidence: TerminalEvidence
) -> Detection<ColorDepth> {
  var permission = DetectionTrail<Permission>(name: \.name)
  askWhether(option: option, evidence: evidence, trail: &permission)

  let permitted = permission.value ?? .atLeast(.mono)
  var amount = DetectionTrail<ColorDepth>(name: \.rawValue)
  var wasAsked = false
  if case .atLeast = permitted { wasAsked = true }
  askHowMuch(evidence: evidence, isAsked: wasAsked, trail: &amount)

  let depth: ColorDepth =
    switch permitted {
    case .exactly(let depth): depth
    case .atLeast(let least): max(least, amount.value ?? .mono)
    }
  return Detection(value: depth, steps: permission.steps + amount.steps)
}

/// Result of the first eight rules.
private enum Permission: Hashable {
  /// This depth; later rules are ignored.
  case exactly(ColorDepth)
  /// Later rules decide the depth, but at least this.
  case atLeast(ColorDepth)

  var name: String {
    switch self {
    case .exactly(let depth): depth.rawValue
    case .atLeast(.mono): "on"
    case .atLeast(let depth): "on, at least \(depth.rawValue)"
    }
  }
}

private func askWhether(
  option: ColorOption, evidence: TerminalEvidence, trail: inout DetectionTrail<Permission>
) {
  func ask(_ rule: ColorRule, _ seen: String, _ verdict: () -> Permission?) {
    trail.ask(rule.rawValue, seen: seen, verdict: verdict)
  }
  let termIsUnusable = ["", "dumb", "unknown"].contains(evidence.term)
  let isTerminal = (option == .tty ? evidence.hasReader : nil) ?? evidence.isTerminal

  ask(.option, option.description) {
    switch option {
    case .auto, .tty: nil
    case .always: .atLeast(.ansi16)
    case .never: .exactly(.none)
    case .depth(let depth): .exactly(depth)
    }
  }
  ask(.noColor, evidence.shown("NO_COLOR")) {
    guard evidence.value("NO_COLOR") != nil else { return nil }
    // It lowers the depth: it must not add escapes to an output that has none without it.
    return .exactly(isTerminal && !termIsUnusable ? .mono : .none)
  }
  ask(.forceColor, evidence.shown("FORCE_COLOR")) {
    switch evidence.variable("FORCE_COLOR")?.lowercased() {
    case nil: nil
    case "0", "false": .exactly(.none)
    case "2": .exactly(.ansi256)
    case "3": .exactly(.truecolor)
    default: .atLeast(.ansi16)
    }
  }
  ask(.forceCLIColor, evidence.shown("CLICOLOR_FORCE")) {
    guard let value = evidence.value("CLICOLOR_FORCE"), value != "0" else { return nil }
    return .atLeast(.ansi16)
  }
  ask(.cliColor, evidence.shown("CLICOLOR")) {
    evidence.variable("CLICOLOR") == "0" ? .exactly(.none) : nil
  }
  let seen = isTerminal ? "a terminal" : "not a terminal"
  ask(.notTerminal, option == .tty ? "standard error or /dev/tty instead: \(seen)" : seen) {
    isTerminal ? nil : .exactly(.none)
  }
  ask(.unusableTerm, evidence.shown("TERM")) { termIsUnusable ? .exactly(.none) : nil }
  ask(.otherwise, evidence.shown("TERM")) { .atLeast(.mono) }
}

private func askHowMuch(
  evidence: TerminalEvidence, isAsked: Bool, trail: inout DetectionTrail<ColorDepth>
) {
  func ask(_ rule: ColorRule, _ seen: String, _ verdict: () -> ColorDepth?) {
    trail.ask(rule.rawValue, seen: seen) { isAsked ? verdict() : nil }
  }
  let term = evidence.term
  let terminfo = evidence.terminfo

  ask(.colorTerm, evidence.shown("COLORTERM")) {
    guard ["truecolor", "24bit"].contains(evidence.variable("COLORTERM")) else { return nil }
    // GNU screen before 5 passes on the variable of the terminal around it, but not the colours.
    return term.hasPrefix("screen") && evidence.value("TMUX") == nil ? nil : .truecolor
  }
  ask(.directTerm, evidence.shown("TERM") + seenDirectColor(terminfo)) {
    isDirectTerm(term) || terminfo?.hasDirectColor == true ? .truecolor : nil
  }
  ask(.program, evidence.shown("WT_SESSION", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")) {
    isTruecolorProgram(evidence) ? .truecolor : nil
  }
  ask(.appleTerminal, evidence.shown("TERM_PROGRAM")) {
    evidence.variable("TERM_PROGRAM") == "Apple_Terminal" ? .ansi256 : nil
  }
  ask(.term256, evidence.shown("TERM")) { term.contains("256color") ? .ansi256 : nil }
  let service =
    evidence.value("CI") == nil ? nil : buildServices.first { evidence.value($0.variable) != nil }
  let seen = service.map { ", " + evidence.shown($0.variable) } ?? ""
  ask(.continuousIntegration, evidence.shown("CI") + seen) { service?.depth }
  ask(.basicTerm, evidence.shown("TERM") + seenColors(terminfo)) {
    basicDepth(term: term, colors: terminfo?.colors)
  }

  let answer = evidence.answers?.hasDirectColor
  let raises = isAsked && answer == true && trail.value != .truecolor
  trail.override(
    ColorRule.answer.rawValue,
    seen: evidence.shownAnswer(answer.map { $0 ? "24 bits" : "not 24 bits" }),
    value: raises ? .truecolor : nil)
}

private func isDirectTerm(_ term: String) -> Bool {
  term.hasSuffix("-direct") || term.hasPrefix("alacritty") || term.hasPrefix("foot")
    || ["xterm-kitty", "xterm-ghostty", "wezterm", "contour", "rio"].contains(term)
}

private func isTruecolorProgram(_ evidence: TerminalEvidence) -> Bool {
  if evidence.value("WT_SESSION") != nil { return true }
  let version = TerminalVersion(evidence.variable("TERM_PROGRAM_VERSION") ?? "")
  switch evidence.variable("TERM_PROGRAM") {
  case "WezTerm", "vscode", "ghostty": return true
  case "iTerm.app": return version >= "3"
  // That of macOS 26; macOS 15 has 455.
  case "Apple_Terminal": return version >= "464"
  default: return false
  }
}

/// Depth of colours in the logs of build services, by the variable that each of them sets.
private let buildServices: [(variable: String, depth: ColorDepth)] = [
  ("GITHUB_ACTIONS", .truecolor), ("GITEA_ACTIONS", .truecolor), ("APPVEYOR", .ansi16),
  ("BUILDKITE", .ansi16), ("CIRCLECI", .ansi16), ("DRONE", .ansi16), ("GITLAB_CI", .ansi16),
  ("TEAMCITY_VERSION", .ansi16), ("TF_BUILD", .ansi16), ("TRAVIS", .ansi16),
]

private func basicDepth(term: String, colors: Int?) -> ColorDepth? {
  if term.hasPrefix("linux") { return (colors ?? 8) >= 16 ? .ansi16 : .ansi8 }
  if let colors, colors >= 8 { return colors >= 256 ? .ansi256 : .ansi16 }
  let families = ["xterm", "screen", "tmux", "rxvt"]
  return families.contains { term.hasPrefix($0) } ? .ansi16 : nil
}

private func seenDirectColor(_ terminfo: TerminalEvidence.Terminfo?) -> String {
  guard let terminfo else { return ", terminfo not read" }
  return terminfo.hasDirectColor ? ", terminfo has RGB or Tc" : ", terminfo without RGB and Tc"
}

private func seenColors(_ terminfo: TerminalEvidence.Terminfo?) -> String {
  guard let terminfo else { return ", terminfo not read" }
  return terminfo.colors.map { ", terminfo colors \($0)" } ?? ", terminfo without colors"
}
