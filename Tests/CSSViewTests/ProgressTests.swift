import CSSView
import Testing

@Suite("One call: progress, named colours, repeated rendering")
struct ProgressTests {
  private static let theme: Theme = [".n": ["font-weight": "bold"]]

  private static func progress(_ count: Int, isLast: Bool, on terminal: Terminal) -> String {
    let bytes = theme.renderer(for: terminal).progress("\(count, class: "n") %", isLast: isLast)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A line on a terminal takes the place of the one before, and does not wrap")
  func live() {
    let start = "\r\u{1B}[K\u{1B}[?7l\u{1B}[1m"
    let terminal = Terminal(colors: .attributes)
    #expect(
      Self.progress(50, isLast: false, on: terminal) == start + "50\u{1B}[0m %\u{1B}[?7h")
    #expect(
      Self.progress(100, isLast: true, on: terminal) == start + "100\u{1B}[0m %\u{1B}[?7h\n")
  }

  @Test("Each line in a file is a line")
  func plain() {
    #expect(Self.progress(50, isLast: false, on: .plain) == "50 %\n")
    #expect(Self.progress(100, isLast: true, on: .plain) == "100 %\n")
  }

  @Test("Line feeds in progress begin no other line", arguments: [Terminal.plain, Terminal()])
  func lineFeeds(terminal: Terminal) {
    let bytes = Self.theme.renderer(for: terminal).progress("a\nb\("c\nd")", isLast: true)
    #expect(String(decoding: bytes, as: UTF8.self).contains("a bc d"))
    #expect(bytes.count { $0 == 0x0A } == 1)
  }

  @Test("A carriage return in markup is a sign, and begins no line again")
  func carriageReturns() {
    #expect(Self.theme.render("\r1 %", for: Terminal()) == "␍1 %")
  }

  @Test("A theme renders for the terminal, the object and the policy of each call, from any thread")
  func calls() async {
    var theme: Theme = ["a": ["font-weight": "bold"], "b": ["text-transform": "uppercase"]]
    let link: Markup = "\("x", link: "guide.html")"
    let terminal = Terminal(colors: .attributes, showsLinks: true)
    for _ in 0..<2 {
      #expect(theme.render("x", for: terminal, as: StyledObject(element: "a")).contains("[1mx"))
      #expect(theme.render("x", for: .plain, as: StyledObject(element: "a")) == "x")
      #expect(theme.render("x", for: .plain, as: StyledObject(element: "b")) == "X")
      #expect(theme.render(link, for: terminal).contains("guide.html"))
    }
    theme.policy.allowsRelativeLinks = false
    #expect(!theme.render(link, for: terminal).contains("guide.html"))
    let shared = theme
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy {
            shared.render("<a>\($0 * number)</a>", for: .plain) == "\($0 * number)"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "A colour by its name in Swift is that of its name in CSS",
    arguments: [
      (StyleColor.black, "black"), (.white, "white"), (.gray, "gray"), (.red, "red"),
      (.orange, "orange"), (.yellow, "yellow"), (.green, "green"), (.cyan, "cyan"),
      (.blue, "blue"), (.magenta, "magenta"),
    ])
  func colors(color: StyleColor, name: String) {
    #expect(color == StyleColor(name: name))
  }
}
