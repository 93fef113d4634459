import Styling
import TerminalOutput
import Testing

/// A situation and what must come of it.
struct DepthCase: Sendable, CustomTestStringConvertible {
  var option = ColorOption.auto
  var environment: [String: String] = [:]
  var isTerminal = true
  var terminfo: TerminalEvidence.Terminfo?
  var answersDirectColor: Bool?
  let depth: ColorDepth
  /// The rule that decided last.
  let rule: ColorRule

  var detection: Detection<ColorDepth> {
    var answers: TerminalAnswers?
    if let answersDirectColor {
      answers = TerminalAnswers()
      answers?.hasDirectColor = answersDirectColor
    }
    return detectColorDepth(
      option: option,
      evidence: TerminalEvidence(
        isTerminal: isTerminal, terminfo: terminfo, answers: answers,
        variable: { [environment] in
          environment[$0]
        }))
  }

  var testDescription: String {
    "\(option) \(environment.sorted { $0.key < $1.key }) \(isTerminal ? "tty" : "pipe")"
  }
}

private let xterm = ["TERM": "xterm-256color"]

/// `xterm` with more variables.
private func with(_ more: [String: String]) -> [String: String] {
  xterm.merging(more) { $1 }
}

@Suite("Colour depth")
struct ColorDepthDetectionTests {
  static let oneRow: [DepthCase] = [
    // 1: the command line
    DepthCase(option: .never, environment: xterm, depth: .none, rule: .option),
    DepthCase(option: .depth(.mono), environment: xterm, depth: .mono, rule: .option),
    DepthCase(option: .depth(.ansi16), environment: xterm, depth: .ansi16, rule: .option),
    DepthCase(option: .depth(.ansi256), isTerminal: false, depth: .ansi256, rule: .option),
    DepthCase(option: .depth(.truecolor), isTerminal: false, depth: .truecolor, rule: .option),
    DepthCase(
      option: .always, environment: xterm, isTerminal: false, depth: .ansi256, rule: .term256),
    DepthCase(option: .always, isTerminal: false, depth: .ansi16, rule: .option),
    DepthCase(
      option: .always, environment: ["TERM": "linux"], depth: .ansi16, rule: .basicTerm),
    // 2: NO_COLOR
    DepthCase(environment: with(["NO_COLOR": "1"]), depth: .mono, rule: .noColor),
    DepthCase(environment: with(["NO_COLOR": "yes"]), depth: .mono, rule: .noColor),
    DepthCase(environment: with(["NO_COLOR": "0"]), depth: .mono, rule: .noColor),
    DepthCase(
      environment: with(["NO_COLOR": "1"]), isTerminal: false, depth: .none, rule: .noColor),
    DepthCase(environment: ["NO_COLOR": "1", "TERM": "dumb"], depth: .none, rule: .noColor),
    DepthCase(environment: with(["NO_COLOR": ""]), depth: .ansi256, rule: .term256),
    // 3: FORCE_COLOR
    DepthCase(environment: with(["FORCE_COLOR": "0"]), depth: .none, rule: .forceColor),
    DepthCase(environment: with(["FORCE_COLOR": "false"]), depth: .none, rule: .forceColor),
    DepthCase(
      environment: ["FORCE_COLOR": ""], isTerminal: false, depth: .ansi16, rule: .forceColor),
    DepthCase(
      environment: ["FORCE_COLOR": "1"], isTerminal: false, depth: .ansi16, rule: .forceColor),
    DepthCase(
      environment: with(["FORCE_COLOR": "true"]), isTerminal: false, depth: .ansi256,
      rule: .term256),
    DepthCase(
      environment: with(["FORCE_COLOR": "2", "COLORTERM": "truecolor"]), isTerminal: false,
      depth: .ansi256, rule: .forceColor),
    DepthCase(
      environment: ["FORCE_COLOR": "3"], isTerminal: false, depth: .truecolor, rule: .forceColor),
    // 4: CLICOLOR_FORCE
    DepthCase(
      environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, depth: .ansi16,
      rule: .forceCLIColor),
    DepthCase(
      environment: ["CLICOLOR_FORCE": "1", "COLORTERM": "24bit"], isTerminal: false,
      depth: .truecolor, rule: .colorTerm),
    DepthCase(
      environment: with(["CLICOLOR_FORCE": "0"]), isTerminal: false, depth: .none,
      rule: .notTerminal),
    DepthCase(
      environment: with(["CLICOLOR_FORCE": ""]), isTerminal: false, depth: .none,
      rule: .notTerminal),
    // 5: CLICOLOR
    DepthCase(environment: with(["CLICOLOR": "0"]), depth: .none, rule: .cliColor),
    DepthCase(environment: with(["CLICOLOR": "1"]), depth: .ansi256, rule: .term256),
    // 6: no terminal
    DepthCase(environment: xterm, isTerminal: false, depth: .none, rule: .notTerminal),
    // 7: TERM
    DepthCase(depth: .none, rule: .unusableTerm),
    DepthCase(environment: ["TERM": "dumb"], depth: .none, rule: .unusableTerm),
    DepthCase(environment: ["TERM": "unknown"], depth: .none, rule: .unusableTerm),
    // 8: otherwise
    DepthCase(environment: ["TERM": "vt100"], depth: .mono, rule: .otherwise),
    // 9: COLORTERM
    DepthCase(environment: with(["COLORTERM": "truecolor"]), depth: .truecolor, rule: .colorTerm),
    DepthCase(environment: with(["COLORTERM": "24bit"]), depth: .truecolor, rule: .colorTerm),
    DepthCase(environment: with(["COLORTERM": "yes"]), depth: .ansi256, rule: .term256),
    DepthCase(
      environment: ["TERM": "tmux-256color", "TMUX": "x", "COLORTERM": "truecolor"],
      depth: .truecolor, rule: .colorTerm),
    DepthCase(
      environment: ["TERM": "screen-256color", "TMUX": "x", "COLORTERM": "truecolor"],
      depth: .truecolor, rule: .colorTerm),
    DepthCase(
      environment: ["TERM": "screen-256color", "COLORTERM": "truecolor"], depth: .ansi256,
      rule: .term256),
    // 10: TERM and terminfo
    DepthCase(environment: ["TERM": "xterm-direct"], depth: .truecolor, rule: .directTerm),
    DepthCase(environment: ["TERM": "xterm-kitty"], depth: .truecolor, rule: .directTerm),
    DepthCase(environment: ["TERM": "xterm-ghostty"], depth: .truecolor, rule: .directTerm),
    DepthCase(environment: ["TERM": "alacritty"], depth: .truecolor, rule: .directTerm),
    DepthCase(environment: ["TERM": "foot-extra"], depth: .truecolor, rule: .directTerm),
    DepthCase(environment: ["TERM": "contour"], depth: .truecolor, rule: .directTerm),
    DepthCase(
      environment: xterm, terminfo: .init(colors: 256, hasDirectColor: true), depth: .truecolor,
      rule: .directTerm),
    // nsterm ends in "st…m" and is not st.
    DepthCase(
      environment: ["TERM": "nsterm"], terminfo: .init(colors: 8, hasDirectColor: false),
      depth: .ansi16, rule: .basicTerm),
    // 11: programs
    DepthCase(environment: with(["WT_SESSION": "7"]), depth: .truecolor, rule: .program),
    DepthCase(environment: with(["TERM_PROGRAM": "WezTerm"]), depth: .truecolor, rule: .program),
    DepthCase(environment: with(["TERM_PROGRAM": "vscode"]), depth: .truecolor, rule: .program),
    DepthCase(environment: with(["TERM_PROGRAM": "ghostty"]), depth: .truecolor, rule: .program),
    DepthCase(
      environment: with(["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.1"]),
      depth: .truecolor, rule: .program),
    DepthCase(
      environment: with(["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "2.9"]),
      depth: .ansi256, rule: .term256),
    // 12: Terminal.app
    DepthCase(
      environment: ["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"], depth: .ansi256,
      rule: .appleTerminal),
    DepthCase(
      environment: with([
        "TERM_PROGRAM": "Apple_Terminal", "TERM_PROGRAM_VERSION": "455.1",
      ]), depth: .ansi256, rule: .appleTerminal),
    DepthCase(
      environment: with(["TERM_PROGRAM": "Apple_Terminal", "TERM_PROGRAM_VERSION": "466"]),
      depth: .truecolor, rule: .program),
    // 13: 256color, build services
    DepthCase(environment: xterm, depth: .ansi256, rule: .term256),
    DepthCase(
      environment: ["TERM": "ci", "CI": "true", "GITHUB_ACTIONS": "true"], depth: .truecolor,
      rule: .continuousIntegration),
    DepthCase(
      environment: ["TERM": "ci", "CI": "true", "GITEA_ACTIONS": "true"], depth: .truecolor,
      rule: .continuousIntegration),
    DepthCase(
      environment: ["TERM": "ci", "CI": "true", "GITLAB_CI": "true"], depth: .ansi16,
      rule: .continuousIntegration),
    DepthCase(
      environment: ["CI": "true", "GITHUB_ACTIONS": "true"], isTerminal: false, depth: .none,
      rule: .notTerminal),
    // 14: basic
    DepthCase(environment: ["TERM": "xterm"], depth: .ansi16, rule: .basicTerm),
    DepthCase(environment: ["TERM": "screen"], depth: .ansi16, rule: .basicTerm),
    DepthCase(environment: ["TERM": "tmux"], depth: .ansi16, rule: .basicTerm),
    DepthCase(environment: ["TERM": "rxvt-unicode"], depth: .ansi16, rule: .basicTerm),
    DepthCase(environment: ["TERM": "linux"], depth: .ansi8, rule: .basicTerm),
    DepthCase(
      environment: ["TERM": "cygwin"], terminfo: .init(colors: 8, hasDirectColor: false),
      depth: .ansi16, rule: .basicTerm),
    DepthCase(
      environment: ["TERM": "mintty"], terminfo: .init(colors: 256, hasDirectColor: false),
      depth: .ansi256, rule: .basicTerm),
    DepthCase(
      environment: ["TERM": "vt220"], terminfo: .init(colors: nil, hasDirectColor: false),
      depth: .mono, rule: .otherwise),
    // 15: the terminal's answer
    DepthCase(
      environment: xterm, answersDirectColor: true, depth: .truecolor, rule: .answer),
    DepthCase(environment: xterm, answersDirectColor: false, depth: .ansi256, rule: .term256),
    DepthCase(
      environment: ["TERM": "vt100"], answersDirectColor: true, depth: .truecolor, rule: .answer),
  ]

  @Test("Each rule decides where no stronger one applies", arguments: oneRow)
  func eachRule(situation: DepthCase) {
    let detection = situation.detection
    #expect(detection.value == situation.depth)
    #expect(detection.steps.last { $0.result != nil }?.rule == situation.rule.rawValue)
  }

  /// Both rules of a pair apply; the first one wins.
  static let neighbours: [DepthCase] = [
    DepthCase(
      option: .depth(.truecolor), environment: with(["NO_COLOR": "1"]), depth: .truecolor,
      rule: .option),
    DepthCase(
      option: .always, environment: with(["NO_COLOR": "1"]), depth: .ansi256, rule: .term256),
    DepthCase(
      environment: with(["NO_COLOR": "1", "FORCE_COLOR": "3"]), depth: .mono, rule: .noColor),
    DepthCase(
      environment: ["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], depth: .none, rule: .forceColor),
    DepthCase(
      environment: ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], depth: .ansi16, rule: .forceCLIColor),
    DepthCase(
      environment: with(["CLICOLOR": "0"]), isTerminal: false, depth: .none, rule: .cliColor),
    DepthCase(
      environment: ["TERM": "dumb"], isTerminal: false, depth: .none, rule: .notTerminal),
    DepthCase(
      environment: ["TERM": "dumb", "COLORTERM": "truecolor"], depth: .none, rule: .unusableTerm),
    DepthCase(
      environment: ["TERM": "xterm-kitty", "COLORTERM": "24bit"], depth: .truecolor,
      rule: .colorTerm),
    DepthCase(
      environment: ["TERM": "xterm-kitty", "TERM_PROGRAM": "vscode"], depth: .truecolor,
      rule: .directTerm),
    DepthCase(
      environment: with(["WT_SESSION": "1", "TERM_PROGRAM": "Apple_Terminal"]), depth: .truecolor,
      rule: .program),
    DepthCase(
      environment: with(["TERM_PROGRAM": "Apple_Terminal"]), depth: .ansi256,
      rule: .appleTerminal),
    DepthCase(
      environment: with(["CI": "1", "GITHUB_ACTIONS": "1"]), depth: .ansi256, rule: .term256),
    DepthCase(
      environment: ["TERM": "xterm", "CI": "1", "GITHUB_ACTIONS": "1"], depth: .truecolor,
      rule: .continuousIntegration),
    DepthCase(
      environment: with([:]), terminfo: .init(colors: 8, hasDirectColor: false), depth: .ansi256,
      rule: .term256),
    DepthCase(
      environment: ["TERM": "linux"], answersDirectColor: true, depth: .truecolor, rule: .answer),
    DepthCase(
      environment: with(["COLORTERM": "truecolor"]), answersDirectColor: true, depth: .truecolor,
      rule: .colorTerm),
    DepthCase(
      option: .depth(.ansi16), environment: xterm, answersDirectColor: true, depth: .ansi16,
      rule: .option),
    DepthCase(
      environment: with(["FORCE_COLOR": "2"]), answersDirectColor: true, depth: .ansi256,
      rule: .forceColor),
  ]

  @Test("Of two neighbouring rules the first decides", arguments: neighbours)
  func neighbouringRules(situation: DepthCase) {
    let detection = situation.detection
    #expect(detection.value == situation.depth)
    #expect(detection.steps.last { $0.result != nil }?.rule == situation.rule.rawValue)
  }

  @Test("Every rule is listed once, in order, whichever decides", arguments: oneRow + neighbours)
  func allRulesListed(situation: DepthCase) {
    #expect(situation.detection.steps.map(\.rule) == ColorRule.allCases.map(\.rawValue))
  }

  @Test("The record shows the values, and nothing a terminal would act on")
  func recordIsSafe() {
    let detection = detectColorDepth(
      evidence: TerminalEvidence(
        isTerminal: true, variable: { ["TERM": "xterm\u{1b}]0;x\u{7}", "NO_COLOR": ""][$0] }))
    let seen = detection.steps.map(\.seen)
    #expect(seen[1] == "NO_COLOR=")
    #expect(seen[2] == "FORCE_COLOR not set")
    #expect(seen[6] == "TERM=xterm\u{FFFD}]0;x\u{FFFD}")
  }

  @Test(
    "--color takes these words and no others",
    arguments: [
      ("auto", ColorOption.auto), ("always", .always), ("never", .never), ("mono", .depth(.mono)),
      ("16", .depth(.ansi16)), ("256", .depth(.ansi256)), ("truecolor", .depth(.truecolor)),
      ("8", .depth(.ansi8)), ("plain", nil), ("24bit", nil), ("", nil),
    ])
  func spellings(text: String, option: ColorOption?) {
    #expect(ColorOption(argument: text) == option)
  }
}
