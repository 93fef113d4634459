import CellLayout
import Diagnostics
import StyleValues
import Styling
import Testing
import ThemeBrowser

@Suite("Places in the browser")
struct BrowserPlacesTests {
  private static let title = Sample(markup: "Hi <span class=title>Title</span>")

  private func driver(
    _ sheet: String, path: String = "themes/a.css", columns: Int = 120, rows: Int = 36
  ) -> BrowserDriver {
    var driver = BrowserDriver(
      columns: columns, rows: rows, files: [path: sheet], sample: Self.title)
    driver.press("Right", "3")
    return driver
  }

  /// The line of the inspector with some text.
  private func line(_ text: String, _ driver: BrowserDriver) -> String {
    var driver = driver
    return driver.lines().first { $0.contains(text) } ?? ""
  }

  @Test(
    "a variable that is not defined is a problem of its theme, before anybody looks at it",
    arguments: [
      ("themes/b.css", ":root { --ink: red }\n.no-title { color: var(--inc) }", "b.css:2:24"),
      (
        "themes/b.json",
        "{\":root\": {\"--ink\": \"red\"},\n\".no-title\": {\"color\": \"var(--inc)\"}}",
        "b.json:2:29"
      ),
    ])
  func undefinedVariables(path: String, sheet: String, place: String) {
    var driver = BrowserDriver(
      columns: 120, files: ["themes/a.css": ".title { font-weight: bold }", path: sheet],
      sample: Self.title)
    #expect(driver.lines()[3].contains(/b +1!/), "\(driver.text())")
    driver.press("n")
    #expect(driver.browser.themes.selectedTheme?.path == path)
    driver.press("Up", "f", "f", "f")
    #expect(driver.lines()[0].contains("problems: 1 of 2 themes"))
    driver.press("3")
    let warning = "! '--inc' is not defined; did you mean '--ink'?"
    #expect(line(warning, driver).contains(place), "\(driver.text())")
  }

  @Test("a variable that is not defined is told once, although the sample uses it, too")
  func undefinedOnce() {
    var driver = driver(".title { color: var(--inc); background: var(--a, lime) }")
    #expect(driver.lines()[34].hasSuffix(" 1 warning"))
    #expect(driver.text().contains("! '--inc' is not defined  "))
    #expect(!driver.text().contains("the sample"))
    driver.save("themes/a.css", ":root { --size: 3px }\n.title { color: var(--size) }")
    #expect(driver.lines()[34].hasSuffix(" sample: 1 warning"), "\(driver.text())")
    #expect(line("! the sample: ", driver).contains("a.css:2:17"), "\(driver.text())")
    driver.save("themes/a.css", ":root { --a: var(--b); --b: var(--a) } .title { color: var(--a) }")
    #expect(driver.text().contains(/! .*cycle.* a\.css:1:1\d/), "\(driver.text())")
  }

  @Test("a problem is told at the top, and not among the warnings again")
  func problemOnce() {
    var driver = driver("b { colr: red }\n.title { color: red")
    #expect(driver.text().split(separator: "'{' is not closed").count == 3, "\(driver.text())")
    #expect(driver.text().contains("! unknown property 'colr'; did you mean 'color'?"))
  }

  @Test("the place of a rule is that of the declaration that is seen")
  func placeOfRule() {
    let gradient = "background-image: linear-gradient(90deg, lime, blue)"
    for (rule, column) in [
      ("color: red; \(gradient); background-clip: text", 40),
      ("font-weight: bold; color: red; background-clip: text; \(gradient)", 82),
      ("color: red; \(gradient)", 17), ("color: red; color: blue", 29),
    ] {
      let place = "a.css:1:\(column)"
      let driver = driver(".title { \(rule) }")
      let heading = line(" .title  ", driver)
      #expect(heading.contains("   \(place)│"), "\(rule): \(heading)")
    }
  }

  @Test("a gradient of the block that is seen in the letters has its place at the part's rule")
  func gradientOfBlock() {
    var driver = driver(
      "text { color: red; background-clip: text;\n  background: linear-gradient(lime, blue) text }")
    #expect(line(" text  (inherited)", driver).contains("(0,0,1)   a.css:2:15"))
    #expect(driver.text().contains(/× color: red +covered by background\b/), "\(driver.text())")
    #expect(driver.text().contains(/background: linear-.* seen in the letters/))
  }

  @Test("a place without room for its file is that of the theme's own file, or says that it is not")
  func shortPlaces() {
    let path = "themes/a-name-that-is-long.css"
    for (main, place) in [
      (".title { color: red }", " 1:17"), ("@import 'b-is-long.css';", "b-is-long.css:1:17"),
    ] {
      var driver = BrowserDriver(
        columns: 30, rows: 8,
        files: [path: main, "themes/b-is-long.css": ".title { color: red }"], sample: Self.title
      ) {
        $0.loader.files = FixedFiles(files: ["/themes/b-is-long.css": ".title { color: red }"])
      }
      driver.press("/")
      driver.type("a name")
      driver.press("Enter", "Right", "3", "Up")
      #expect(line("▌.title", driver).contains(place), "\(driver.text())")
    }
  }

  /// A sheet with a warning at 14:20.
  private static let warned =
    "text {\n  color: white;\n}\n.title { color: red }\n" + String(repeating: "\n", count: 9)
    + ".muted { color:    #80808g }\n"

  @Test(
    "a warning keeps its place, and leads to its line",
    arguments: [(120, 36), (80, 24), (50, 15), (30, 8)])
  func warnings(columns: Int, rows: Int) {
    let path = "themes/a-long-name.css"
    for keys in [["4"], ["i", "i", "i"]] {
      var driver = driver(Self.warned, path: path, columns: columns, rows: rows)
      driver.press("G")
      let place = columns > 30 ? "a-long-name.css:14:20" : " 14:20"
      driver.press("Up")
      #expect(line("▌! 'color': ", driver).contains(place), "\(driver.text())")
      for key in keys { driver.press(key) }
      #expect(driver.text().contains("▌14 ! .muted"), "\(driver.text())")
      driver.press("e")
      #expect(driver.effects.last == .edit(path: path, line: 14))
      // And back.
      driver.press("i")
      #expect(driver.text().contains("▌! 'color': "), "\(driver.text())")
    }
  }

  @Test("a line that was selected is selected again after all tabs were looked at")
  func keepsLine() {
    var driver = driver(
      ":root { --a: red } .title { font-weight: bold; color: red; background: var(--a) }")
    driver.press("Down")
    let before = driver.lines()
    #expect(before.contains { $0.contains("▌  background: var(--a)") }, "\(driver.text())")
    for _ in 0..<4 { driver.press("i") }
    #expect(driver.lines() == before, "\(driver.text())")
    driver.press("4", "Up", "i")
    #expect(driver.lines() == before, "\(driver.text())")
    driver.press("Up")
    #expect(driver.text().contains("▌  color: red"), "\(driver.text())")
  }

  @Test("the rule of the first line is above it", arguments: [(120, 36), (80, 24), (120, 12)])
  func showsRule(columns: Int, rows: Int) {
    var driver = driver(".title { color: red; font-weight: bold }", columns: columns, rows: rows)
    let lines = driver.lines().drop { !$0.contains("[Styles]") }.dropFirst()
    #expect(lines.first?.contains(" .title ") == true, "\(driver.text())")
    #expect(lines.dropFirst().first?.contains("▌  color: red") == true)
  }

  @Test("Esc goes back from the source that Enter has opened")
  func leavesSource() {
    var driver = driver(".title { color: red }")
    driver.choose(row: 2)
    driver.press("Up", "Enter")
    #expect(driver.browser.tab == .source && driver.text().contains("▌1 ▸ .title"))
    driver.press("Escape")
    #expect(driver.browser.tab == .styles && driver.lines()[0].hasSuffix("white ×"))
    // Who has gone there by the tabs is not led back, but to the list; that is as light as it was.
    driver.press("4", "Escape")
    #expect(driver.browser.mode == .pick && driver.lines()[0].hasSuffix("white ×"))
    driver.press("Escape")
    #expect(!driver.lines()[0].contains("white") && !driver.effects.contains(.finish(nil)))
  }

  // MARK: Backgrounds

  private static let around = """
    text { color: white; background-color: #102030 }
    .box { background: #405060 }
    .bare { background: transparent }
    .own { background-color: #708090 }
    """

  @Test(
    "the background behind a part is told with its place, as that of an element around it",
    arguments: [
      ("<b>x</b>", "#102030", "text  (inherited)", "text {"),
      ("<i class=box>a<b>x</b></i>", "#405060", ".box  (around it)", ".box {"),
      ("<i class=bare>a<b>x</b></i>", "#102030", "text  (inherited)", "text {"),
    ])
  func behind(markup: String, color: String, heading: String, source: String) {
    var driver = BrowserDriver(
      columns: 120, rows: 36, files: ["themes/a.css": Self.around],
      sample: Sample(markup: markup))
    driver.press("Right", "Right", "i")
    let lines = driver.lines()
    let row = lines.firstIndex { $0.contains("\(color)") && $0.contains("behind this part") } ?? 0
    #expect(row > 0 && lines[..<row].contains { $0.contains(heading) }, "\(driver.text())")
    driver.press("4")
    #expect(driver.text().contains("▸ " + source))
  }

  @Test("c changes the colour of the part, wherever it is declared, unless a line was selected")
  func changesColor() {
    let sheet = "text { color: red } .title { font-weight: bold; opacity: 0.5 }"
    var driver = BrowserDriver(
      columns: 120, rows: 36, files: ["themes/a.css": sheet],
      sample: Sample(markup: "<b class=title>x</b>"))
    driver.change(to: "lime")
    #expect(driver.files["themes/a.css"] == sheet.replacing("red", with: "lime"))
    driver.press("3", "Home", "Down", "1")
    driver.change(to: "0.75")
    #expect(driver.files["themes/a.css"]?.contains("opacity: 0.75") == true)
  }

  @Test("Esc says that changes stay before it leaves, and the line below says a whole finding")
  func leaves() {
    var driver = BrowserDriver(
      columns: 80, rows: 24,
      files: ["themes/a.css": ":root { --ink: red } .title { color: red; margin-top: var(--inc) }"],
      sample: Sample(markup: "<b class=title>x</b>"))
    driver.press("3", "End", "Up")
    #expect(
      driver.lines()[22].contains(" ! '--inc' is not defined; did you mean '--ink'?"),
      "\(driver.text())")
    driver.press("Home", "1", "t", "X", "Enter", "Escape")
    #expect(driver.lines()[22].contains("press Esc again to leave; the edited text is not kept"))
    driver.change(to: "lime")
    driver.press("Escape")
    #expect(driver.lines()[22].contains("press Esc again to leave; 1 change stays in the files"))
    driver.press("Down", "Escape")
    func hasLeft() -> Bool {
      driver.effects.contains { if case .finish = $0 { true } else { false } }
    }
    #expect(!hasLeft())
    driver.press("Escape")
    #expect(hasLeft())
  }

  @Test("a part with a background of its own has none behind it, nor has one in JSON")
  func ownBackground() {
    for (path, sheet) in [
      ("themes/a.css", Self.around),
      ("themes/a.json", ##"{"text": {"background-color": "#102030"}, ".own": {"color": "red"}}"##),
    ] {
      var driver = BrowserDriver(
        columns: 120, rows: 36, files: [path: sheet], sample: Sample(markup: "<b class=own>x</b>"))
      driver.press("3")
      #expect(driver.text().contains("background-color: #"))
      #expect(!driver.text().contains("behind"))
      driver.press("i")
      #expect(!driver.text().contains("behind"), "\(driver.text())")
    }
  }

  @Test("comparing compares the backgrounds that are painted, whoever declares them")
  func comparesBackgrounds() {
    var driver = BrowserDriver(
      columns: 120, rows: 36,
      files: [
        "themes/a.css": "text { background-color: #0b0714 } b { background-color: #111111 }",
        "themes/b.css": "text { background-color: #251720 }",
        "themes/c.json": ##"{"text": {"background-color": "#0b0714"}, "b": {"color": "red"}}"##,
      ], sample: Sample(markup: "<b>x</b> <i>y</i>"))
    driver.press("Space", "Down", "3", "i")
    #expect(driver.text().contains("background-color: #111111 → #251720"), "\(driver.text())")
    // The others have that of all parts.
    #expect(driver.text().split(separator: "background-color: #0b0714 → #251720").count == 2)
    #expect(!driver.text().contains("background-color: not set"))
    driver.press("1", "Down", "3")
    #expect(driver.text().contains("background-color: #111111 → #0b0714"), "\(driver.text())")
  }
}
