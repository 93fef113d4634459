import CSSView
import Testing

@Suite("Terminals")
struct TerminalTests {
  @Test(
    "the environment tells how many colours there are",
    arguments: [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, Terminal.Colors.exact),
      (["TERM": "xterm-256color"], true, .palette256),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], true, .attributes),
      (["TERM": "dumb"], true, .plain),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], false, .plain),
      ([:], false, .plain),
    ])
  func detection(environment: [String: String], isTerminal: Bool, colors: Terminal.Colors) {
    #expect(Terminal(environment: environment, isTerminal: isTerminal).colors == colors)
  }

  @Test("the size is the one given, else that of the environment, else 80 by 24")
  func size() {
    let environment = ["COLUMNS": "100", "LINES": "0"]
    let terminal = Terminal(environment: environment, isTerminal: true)
    #expect(terminal.columns == 100 && terminal.rows == 24)
    let given = Terminal(environment: environment, isTerminal: true, columns: 40, rows: 10)
    #expect(given.columns == 40 && given.rows == 10)
  }

  @Test("every part of a terminal can be chosen")
  func parts() {
    var terminal = Terminal.plain
    #expect(terminal.colors == .plain && !terminal.showsLinks)
    for colors in Terminal.Colors.allCases {
      terminal.colors = colors
      #expect(terminal.colors == colors)
    }
    var colored = Terminal.plain
    colored.colors = .exact
    colored.textSizing = .blocks
    #expect(colored == Terminal())
    var dumb = Terminal(environment: [:], isTerminal: false)
    dumb.colors = .exact
    let curl: Theme = [".a": ["text-decoration": "underline wavy"]]
    #expect(curl.render("<b class=a>x</b>", for: dumb).contains("[4:3m"))
    #expect(terminal.background == .dark)
    terminal.background = .rgb(red: 250, green: 250, blue: 240)
    #expect(terminal.background == .rgb(red: 250, green: 250, blue: 240))
    terminal.background = .light
    terminal.columns = -3
    terminal.showsLinks = true
    terminal.rows = 0
    #expect(terminal.rows == 1)
    terminal.rows = 50
    #expect(terminal.rows == 50)
    #expect(terminal.background == .light && terminal.columns == 1 && terminal.showsLinks)
    #expect(Terminal(columns: 0).columns == 1)
  }

  @Test("a sheet sees the terminal that the text is for")
  func media() {
    let theme = Theme(
      "text { color: red } @media (prefers-color-scheme: light) { text { color: ansi(4) } }")
    #expect(theme.render("x", for: Terminal(background: .light)).contains("[34m"))
    #expect(theme.render("x", for: Terminal(background: .dark)).contains("[38;2;255;0;0m"))
  }

  @Test("an unknown background is dark, and matches no-preference as well")
  func unknownBackground() {
    let theme = Theme(
      """
      b::before { content: light-dark(1) } @media (prefers-color-scheme: dark) { b::before {
      content: "dark" } } @media (prefers-color-scheme: no-preference) { b::after { content:
      " and both" } }
      """)
    var terminal = Terminal(environment: ["TERM": "xterm"], isTerminal: true)
    #expect(terminal.background == .unknown)
    terminal.background = terminal.background
    #expect(theme.render("<b></b>", for: terminal).contains("dark and both"))
    terminal.background = .dark
    #expect(!theme.render("<b></b>", for: terminal).contains("both"))
    let variables = ["TERM": "xterm", "CSSVIEW_BACKGROUND": "light", "COLORFGBG": "15;0"]
    #expect(Terminal(environment: variables, isTerminal: true).background == .light)
  }

  private static let card: Theme = [
    "card": ["border": "1px solid", "padding": "1ch", "text-shadow": "1px 1px red"],
    ".name": ["display": "inline-block", "width": "9ch"], ".big": ["font-size": "40px"],
  ]

  private static let cardText: Markup =
    "<span class=name>size</span>42 <b class=big>B</b> <a href='https://example.com/'>more</a>"

  @Test("flat text is the same in lines, in a block and in a stream: words, and links' targets")
  func flat() {
    let expected = "size 42 B more (https://example.com/)"
    for showsLinks in [false, true] {
      var terminal = Terminal(colors: .exact, showsLinks: showsLinks)
      #expect(!terminal.isFlat)
      terminal.isFlat = true
      let renderer = Self.card.renderer(for: terminal, as: StyledObject(element: "card"))
      var block: [UInt8] = []
      renderer.block(Self.cardText).append(to: &block)
      var stream: [UInt8] = []
      var lines = renderer.stream()
      lines.write(
        Array("<span class=name>size</span>42 <b class=big>B</b> ".utf8)
          + Array("<a href='https://example.com/'>more</a>\n".utf8), to: &stream)
      lines.finish(to: &stream)
      let outputs = [
        renderer.render(Self.cardText), String(decoding: block, as: UTF8.self),
        String(decoding: stream, as: UTF8.self),
      ]
      for output in outputs {
        #expect(Self.text(of: output).split(separator: "\n") == [expected[...]], "\(output)")
      }
    }
  }

  /// Output without its control sequences: SGR and OSC 8.
  private static func text(of output: String) -> Substring {
    var text = Substring()
    var rest = output[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      text += rest[..<escape]
      rest = rest[escape...].dropFirst()
      let isLink = rest.hasPrefix("]")
      rest = rest.drop { isLink ? $0 != "\\" && $0 != "\u{7}" : $0 != "m" }.dropFirst()
    }
    return text + rest
  }

  @Test(
    "the environment asks for flat text and for contrast",
    arguments: [
      ([:], false, "no"), (["CSSVIEW_FLAT": "1"], true, "no"), (["CSSVIEW_FLAT": "0"], false, "no"),
      (["CSSVIEW_FLAT": ""], false, "no"), (["CSSVIEW_PREFERS_CONTRAST": "more"], false, "yes"),
      (["CSSVIEW_PREFERS_CONTRAST": "much"], false, "no"),
    ])
  func reader(variables: [String: String], isFlat: Bool, contrast: String) {
    let terminal = Terminal(environment: variables, isTerminal: false)
    #expect(terminal.isFlat == isFlat)
    let theme = Theme(
      """
      b::before { content: "no" } @media (prefers-contrast: more) { b::before { content: "yes" } }
      """)
    #expect(theme.render("<b></b>", for: terminal) == contrast)
  }

  @Test("a size of text may be a name or a factor, and is the standard one for anything else")
  func contentSizes() {
    var terminal = Terminal.plain
    terminal.contentSize = 1.2
    #expect(terminal.contentSize.scale == 1.2)
    terminal.contentSize = 2
    #expect(terminal.contentSize.scale == 2)
    terminal.contentSize = "XL"
    #expect(terminal.contentSize == ContentSize("XL") && terminal.contentSize.scale == 1.1)
    for size: ContentSize in [0, -1.5, "huge"] { #expect(size == .standard) }
  }
}
