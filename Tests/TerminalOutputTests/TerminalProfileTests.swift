import CellLayout
import StyleValues
import Styling
import TerminalOutput
import Testing

private func profile(
  _ environment: [String: String], isTerminal: Bool = true, answers: TerminalAnswers? = nil,
  _ change: (inout TerminalOptions) -> Void = { _ in }
) -> TerminalProfile {
  var options = TerminalOptions()
  change(&options)
  return TerminalProfile(
    options: options,
    evidence: TerminalEvidence(
      isTerminal: isTerminal, answers: answers, variable: { environment[$0] }))
}

@Suite("What a terminal is and can do")
struct TerminalProfileTests {
  static let identities: [([String: String], TerminalProgram?, TerminalVersion?)] = [
    (["TERM": "xterm-256color"], nil, nil),
    (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"], .xterm, "379"),
    (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .vte, "0.76"),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "250801"], .konsole, "25.8.1"),
    (["TERM": "xterm-256color", "WT_SESSION": "x"], .windowsTerminal, nil),
    (["TERM": "xterm-kitty"], .kitty, nil),
    (["TERM": "xterm-kitty", "TERM_PROGRAM": "vscode"], .kitty, nil),
    (
      ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"],
      .ghostty, "1.2"
    ),
    (
      ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.2"],
      .iTerm2, "3.6.2"
    ),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x"], .tmux, nil),
    (
      [
        "TERM": "screen-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "tmux",
        "TERM_PROGRAM_VERSION": "3.3a", "VTE_VERSION": "7600",
      ], .tmux, "3.3"
    ),
    (["TERM": "screen", "STY": "1.pts"], .screen, nil),
    (["TERM": "foot"], .foot, nil),
    (["TERM": "linux"], .linuxConsole, nil),
    ([:], nil, nil),
  ]

  @Test("Programs are recognised by what they leave in the environment", arguments: identities)
  func identity(
    environment: [String: String], program: TerminalProgram?, version: TerminalVersion?
  ) {
    let identity = profile(environment).identity
    #expect(identity.program == program)
    #expect(identity.version == version)
  }

  @Test(
    "Programs are recognised by their answer, whatever the environment says",
    arguments: [
      ("XTerm(379)", TerminalProgram.xterm, "379"), ("tmux 3.3a", .tmux, "3.3"),
      ("kitty(0.43.1)", .kitty, "0.43.1"), ("VTE(7600)", .vte, "0.76"),
      ("foot(1.25.0)", .foot, "1.25"),
      ("WezTerm 20240203-110809-5046fc22", .wezTerm, "20240203.110809.5046.22"),
    ] as [(String, TerminalProgram, TerminalVersion)])
  func answeredIdentity(text: String, program: TerminalProgram, version: TerminalVersion) {
    var answers = TerminalAnswers()
    answers.program = text
    let identity = profile(["TERM": "linux"], answers: answers).identity
    #expect(identity.program == program)
    #expect(identity.version == version)
  }

  static let abilities: [([String: String], Set<TerminalFeature>)] = [
    (["TERM": "xterm-256color"], []),
    (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"], []),
    (["TERM": "linux"], []),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], []),
    (["TERM": "screen", "STY": "1"], []),
    (
      ["TERM": "xterm-kitty"],
      [.hyperlinks, .underlineStyles, .underlineColor, .synchronizedOutput]
    ),
    (["TERM": "wezterm"], Set(TerminalFeature.allCases)),
    (["TERM": "xterm-256color", "VTE_VERSION": "7600"], Set(TerminalFeature.allCases)),
    (
      ["TERM": "xterm-256color", "VTE_VERSION": "6800"],
      [.hyperlinks, .underlineStyles, .underlineColor, .overline]
    ),
    (["TERM": "tmux-256color", "TMUX": "x"], []),
    (
      [
        "TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux",
        "TERM_PROGRAM_VERSION": "3.3a",
      ], [.underlineStyles, .underlineColor, .overline]
    ),
    (
      [
        "TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux",
        "TERM_PROGRAM_VERSION": "3.10",
      ], Set(TerminalFeature.allCases)
    ),
    (["TERM": "dumb"], []),
  ]

  @Test("Features of known terminals", arguments: abilities)
  func features(environment: [String: String], features: Set<TerminalFeature>) {
    let profile = profile(environment)
    let found = Set(TerminalFeature.allCases.filter { profile[$0].value })
    #expect(found == features)
    for feature in TerminalFeature.allCases {
      #expect(profile[feature].steps.contains { $0.result != nil })
    }
  }

  @Test("Links: the option first, never into a pipe by themselves, never without escapes")
  func hyperlinks() {
    #expect(!profile(["TERM": "xterm-kitty"], isTerminal: false)[.hyperlinks].value)
    #expect(profile(["TERM": "xterm"]) { $0.hyperlinks = .always }[.hyperlinks].value)
    #expect(!profile(["TERM": "xterm-kitty"]) { $0.hyperlinks = .never }[.hyperlinks].value)
    #expect(
      profile(["TERM": "xterm"], isTerminal: false) {
        $0.hyperlinks = .always
        $0.color = .always
      }[.hyperlinks].value)
    #expect(
      !profile(["TERM": "xterm-kitty"]) {
        $0.hyperlinks = .always
        $0.color = .never
      }[.hyperlinks].value)
  }

  @Test(
    "Bold black stays black where that is known",
    arguments: [
      (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true),
      (["TERM": "xterm-256color"], false), (["TERM": "linux"], false),
      (["TERM": "tmux-256color", "TMUX": "x"], false),
    ] as [([String: String], Bool)])
  func boldBlack(environment: [String: String], isKept: Bool) {
    let target = profile(environment).target(columns: 80)
    #expect(target.capabilities.contains(.boldBlack) == isKept)
  }

  @Test("Colour that is forced into a pipe brings the underline styles of the terminal along")
  func forcedStyles() {
    let forced = profile(["TERM": "xterm-kitty"], isTerminal: false) { $0.color = .always }
    #expect(
      forced.target(columns: 80).capabilities == [.underlineStyles, .underlineColor, .boldBlack])
    #expect(!forced[.synchronizedOutput].value)
  }

  @Test("The answer about synchronized output counts more than the name")
  func synchronizedOutput() {
    var answers = TerminalAnswers()
    answers.synchronizedOutput = false
    #expect(!profile(["TERM": "xterm-kitty"], answers: answers)[.synchronizedOutput].value)
    answers.synchronizedOutput = true
    #expect(profile(["TERM": "xterm"], answers: answers)[.synchronizedOutput].value)
  }

  @Test("Text sizing: OSC 66 only where the cursor moved by exactly two, both times")
  func textSizing() {
    func sizing(width: Int?, scale: Int?) -> LargeText {
      var answers = TerminalAnswers()
      answers.advanceOfWidth = width
      answers.advanceOfScale = scale
      return profile(["TERM": "xterm-kitty"], answers: answers).textSizing.value
    }
    #expect(sizing(width: 2, scale: 2) == .textSizing)
    #expect(sizing(width: 2, scale: 1) == .blocks(hasSextants: true))
    #expect(sizing(width: 0, scale: 0) == .blocks(hasSextants: true))
    #expect(sizing(width: nil, scale: nil) == .blocks(hasSextants: true))
    #expect(profile(["TERM": "xterm"]).textSizing.value == .blocks(hasSextants: true))
    // Their fonts lack them.
    for variables in [["TERM": "linux"], ["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"]] {
      #expect(profile(variables).textSizing.value == .blocks(hasSextants: false))
    }
    #expect(profile(["TERM": "xterm"], isTerminal: false).textSizing.value == .off)
    #expect(profile(["TERM": "dumb"]).textSizing.value == .off)
    #expect(profile(["TERM": "xterm"]) { $0.textSizing = .dechl }.textSizing.value == .doubleHeight)
    let never = profile(["TERM": "xterm"]) {
      $0.textSizing = .osc66
      $0.color = .never
    }
    #expect(never.textSizing.value == .off)
  }

  @Test(
    "Dark or light: option, CSSVIEW_BACKGROUND, COLORFGBG, answer, else unknown",
    arguments: [
      (BackgroundOption.auto, nil, nil, nil, TerminalBackground.unknown, "nothing else decides"),
      (.auto, nil, nil, "0;15", TerminalBackground(.light), "COLORFGBG"),
      (.auto, nil, nil, "15;0", TerminalBackground(.dark), "COLORFGBG"),
      (.auto, nil, nil, "0;default;7", TerminalBackground(.light), "COLORFGBG"),
      (.auto, nil, nil, "15;8", TerminalBackground(.dark), "COLORFGBG"),
      (.auto, nil, nil, "0;default", .unknown, "nothing else decides"),
      (.auto, nil, nil, "0;16", .unknown, "nothing else decides"),
      (.auto, 0xfdf6e3, nil, "15;0", TerminalBackground(.dark), "COLORFGBG"),
      (
        .auto, 0xfdf6e3, nil, nil, TerminalBackground(RGB8(0xfdf6e3)), "terminal's answer (OSC 11)"
      ),
      (.auto, 0xfdf6e3, "dark", "0;15", TerminalBackground(.dark), "CSSVIEW_BACKGROUND"),
      (.auto, nil, "#fff", "15;0", TerminalBackground(RGB8(0xffffff)), "CSSVIEW_BACKGROUND"),
      (.auto, nil, "auto", "0;15", TerminalBackground(.light), "COLORFGBG"),
      (.auto, nil, "both", nil, .unknown, "nothing else decides"),
      (.auto, nil, "", nil, .unknown, "nothing else decides"),
      (.auto, nil, "rgb(0 0 0 / 50%)", nil, .unknown, "nothing else decides"),
      (.scheme(.dark), 0xfdf6e3, "light", nil, TerminalBackground(.dark), "--background"),
      (
        .color(RGB8(0x777777)), nil, nil, "15;0", TerminalBackground(RGB8(0x777777)), "--background"
      ),
    ] as [(BackgroundOption, UInt32?, String?, String?, TerminalBackground, String)])
  func background(
    option: BackgroundOption, answer: UInt32?, variable: String?, fields: String?,
    expected: TerminalBackground, rule: String
  ) {
    var answers: TerminalAnswers?
    if let answer {
      answers = TerminalAnswers()
      answers?.background = RGB8(answer)
    }
    let detection = detectBackground(
      option: option,
      evidence: TerminalEvidence(
        isTerminal: true, answers: answers,
        variable: { ["COLORFGBG": fields, "CSSVIEW_BACKGROUND": variable][$0] ?? nil }))
    #expect(detection.value == expected)
    #expect(detection.steps.last { $0.result != nil }?.rule == rule)
  }

  @Test("A palette of an option counts before CSSVIEW_BACKGROUND, one of a variable after it")
  func backgroundOfPalette() {
    let palette = TerminalPalette(entries: [:], background: RGB8(0xfdf6e3))
    func background(_ option: PaletteOption, _ variables: [String: String]) -> TerminalBackground {
      detectBackground(
        palette: option, evidence: TerminalEvidence(isTerminal: true) { variables[$0] }
      ).value
    }
    let variables = ["CSSVIEW_BACKGROUND": "dark", "COLORFGBG": "15;0"]
    #expect(background(.given(palette), variables).scheme == .light)
    #expect(background(.preset(palette), variables).scheme == .dark)
    #expect(background(.preset(palette), ["COLORFGBG": "15;0"]).scheme == .light)
  }

  @Test("What is unknown is a dark terminal, and known to be neither")
  func unknownBackground() {
    let unknown = TerminalProfile(
      evidence: TerminalEvidence(isTerminal: true) { $0 == "TERM" ? "xterm" : nil })
    var environment = unknown.target(columns: 80).environment
    #expect(environment.colorScheme == .dark && !environment.knowsScheme)
    #expect(environment.turned(to: .dark).knowsScheme)
    environment.colorScheme = .dark
    #expect(environment.knowsScheme)
    #expect(unknown.background.value.description == "unknown")
  }

  @Test("A colour is dark below a lightness of 50")
  func lightnessThreshold() {
    #expect(TerminalBackground(RGB8(0x767676)).scheme == .dark)
    #expect(TerminalBackground(RGB8(0x787878)).scheme == .light)
    #expect(TerminalBackground(RGB8(0x0000ff)).scheme == .dark)
    #expect(TerminalBackground(RGB8(0x00ff00)).scheme == .light)
  }

  @Test("Versions are compared number by number")
  func versions() {
    #expect(TerminalVersion("3.10") > "3.9")
    #expect(TerminalVersion("3.3a") == "3.3")
    #expect(TerminalVersion("") < "0.1")
    #expect(TerminalVersion("1.0") == "1")
    #expect(TerminalVersion("99999999999999999999").numbers == [999_999_999])
  }
}
