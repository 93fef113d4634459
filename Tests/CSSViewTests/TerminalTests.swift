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
    #expect(terminal.background == .dark)
    terminal.background = .rgb(red: 250, green: 250, blue: 240)
    #expect(terminal.background == .rgb(red: 250, green: 250, blue: 240))
    terminal.background = .light
    terminal.columns = -3
    terminal.showsLinks = true
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
}
