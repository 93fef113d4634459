import CellLayout
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing
import ThemeBrowser

@Suite("The browser")
struct BrowserTests {
  @Test("lists themes with what they are")
  func lists() {
    var driver = BrowserDriver()
    let lines = driver.lines()
    #expect(lines[2].hasPrefix("│▌dawn                   │"))
    #expect(lines[3].hasPrefix("│ midnight               │"))
    #expect(lines[4].hasPrefix("│ × midwest          1:1 │"))
    #expect(lines[0].contains("3 themes"))
  }

  @Test("shows the selected theme while the selection moves")
  func movesLive() {
    var driver = BrowserDriver()
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0xFAFAFA)))
    driver.press("Down")
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x1E1E2E)))
    driver.press("k", "k", "k")
    #expect(driver.browser.themes.selectedTheme?.name == "dawn")
    driver.press("G")
    #expect(driver.browser.themes.selectedTheme?.name == "midwest")
  }

  @Test(
    "ends with the path on Enter, and with nothing on the other ways out",
    arguments: [
      (["Down", "Enter"], "themes/midnight.json"), (["q"], nil), (["Escape"], nil),
      (["Down", "q"], nil),
    ] as [([String], String?)])
  func ends(keys: [String], path: String?) {
    var driver = BrowserDriver()
    for key in keys { driver.press(key) }
    #expect(driver.effects.last == .finish(path))
  }

  @Test("draws the selected theme before it reads the others")
  func readsOneFirst() {
    let driver = BrowserDriver(files: [:])
    var browser = driver.browser
    let themes = BrowserDriver.themes
    let paths = themes.keys.sorted()
    func contents(_ path: String) -> BrowserEvent {
      .contents(path: path, bytes: Array(themes[path]?.utf8 ?? "".utf8))
    }
    _ = browser.handle(.themes(ThemeListing(paths, folders: ["themes"])))
    #expect(browser.effectsBeforeFrame == [.read([paths[0]])])
    _ = browser.take(contents(paths[0]))
    #expect(browser.effectsBeforeFrame == [])
    let text = browser.draw().buffer.cells.map(\.text).joined()
    #expect(text.contains("dawn") && text.contains("midwest") && text.contains("Hi Title"))
    for path in paths.dropFirst() {
      let effects = browser.workAhead()
      #expect(effects == [.read([path])])
      _ = browser.take(contents(path))
    }
    // What is left is to measure them.
    let effects = browser.workAhead()
    #expect(effects == [])
  }

  @Test("filters by letters while they are typed")
  func filters() {
    var driver = BrowserDriver()
    driver.press("/")
    driver.type("mw")
    #expect(
      driver.browser.themes.rows.map { driver.browser.themes.themes[$0.theme].name } == ["midwest"])
    #expect(driver.lines()[0].contains("1 of 3 themes   /mw"))
    // q is a letter here.
    driver.type("q")
    #expect(driver.lines()[28].contains("no theme is listed") || driver.browser.themes.rows.isEmpty)
    driver.press("Escape")
    #expect(driver.browser.themes.rows.count == 3)
    driver.press("/")
    driver.type("mid")
    driver.press("Enter", "Escape")
    #expect(driver.browser.themes.rows.count == 3)
    #expect(!driver.effects.contains { if case .finish = $0 { true } else { false } })
  }

  @Test("keeps the selected theme selected while the list changes")
  func keepsSelection() {
    var driver = BrowserDriver()
    driver.press("Down", "/")
    driver.type("mid")
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
    driver.files["themes/aaa.json"] = #"{".a": {}}"#
    driver.press("Enter", "r")
    driver.press("Escape")
    #expect(driver.browser.themes.rows.count == 4)
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
  }

  @Test(
    "lists only what is asked for",
    arguments: [
      (1, ["midnight"]), (2, ["dawn", "midwest"]), (3, ["midwest"]),
      (4, ["dawn", "midnight", "midwest"]),
    ])
  func chooses(presses: Int, names: [String]) {
    var driver = BrowserDriver(
      files: BrowserDriver.themes.merging([
        "themes/midwest.json": #"{"text": {"color": "black"},, "#
      ]) { $1 })
    for _ in 0..<presses { driver.press("f") }
    let themes = driver.browser.themes
    #expect(themes.rows.map { themes.themes[$0.theme].name } == names)
  }

  @Test("goes to themes with problems, round and round")
  func problems() {
    var driver = BrowserDriver()
    driver.press("n")
    #expect(driver.browser.themes.selectedTheme?.name == "midwest")
    driver.press("n")
    #expect(driver.browser.themes.selectedTheme?.name == "midwest")
  }

  @Test("says where a theme is broken, with the line and a caret")
  func broken() {
    var driver = BrowserDriver()
    driver.press("G")
    let text = driver.text()
    #expect(text.contains("× midwest.json:1:1: "))
    #expect(text.contains(#"{"text": {"color": "red"},, ".title" {}"#))
    #expect(text.contains("^"))
    #expect(text.contains("showing the readable part"))
  }

  // MARK: Reloading

  @Test("shows a new save, and keeps selection, part and scroll")
  func reloads() {
    var driver = BrowserDriver()
    driver.press("Down", "Right")
    driver.save(
      "themes/midnight.json", ##"{"text": {"background-color": "#000080"}, ".title": {}}"##)
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x000080)))
    #expect(driver.browser.run == 1)
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
  }

  @Test("keeps the last good theme while the file is broken, empty or gone")
  func keepsLastGood() {
    var driver = BrowserDriver()
    driver.press("Down")
    let good = BrowserDriver.themes["themes/midnight.json"]
    for bad in ["{\n  \"text\" {}", "", nil] {
      driver.save("themes/midnight.json", bad)
      let view = driver.browser.view().buffer
      #expect(view[26, 2].rendition.background == .rgb(RGB8(0x1E1E2E)))
      #expect(driver.lines()[3].contains("▌× midnight"))
      #expect(driver.text().contains("showing the last good version"))
      driver.save("themes/midnight.json", good)
      #expect(driver.lines()[3].contains("▌midnight"))
    }
  }

  @Test("shows a sheet with a mistake that is not one of form, and counts it")
  func showsMistakes() {
    var driver = BrowserDriver()
    driver.save("themes/dawn.json", #"{"text": {"colour": "red", "background-color": "navy"}}"#)
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x000080)))
    #expect(driver.lines()[2].contains("▌dawn") && driver.lines()[2].contains("1!"))
  }

  @Test("watches the themes, what they import, and the sample")
  func watches() {
    let driver = BrowserDriver(
      sample: Sample(markup: "x", name: "report", path: "report.html"))
    let watched = driver.effects.last { if case .watch = $0 { true } else { false } }
    #expect(
      watched
        == .watch(
          files: [
            "report.html", "themes/dawn.json", "themes/midnight.json", "themes/midwest.json",
          ],
          directories: ["themes"]))
  }

  @Test("shows a new sample, but for one that is being edited")
  func reloadsSample() {
    var driver = BrowserDriver(sample: Sample(markup: "old", name: "report", path: "report.html"))
    driver.save("report.html", "new text")
    #expect(driver.lines()[2].contains("new text"))
    driver.press("t")
    driver.save("report.html", "newer text")
    #expect(driver.lines()[2].contains("new text"))
  }

  // MARK: Editing

  @Test("edits the sample in place; Escape drops the edit")
  func editsSample() {
    var driver = BrowserDriver(sample: Sample(markup: "one\ntwo"))
    driver.press("t")
    #expect(driver.lines()[16].contains("│one   "))
    #expect(driver.lines()[28].contains("text: line 2/2, column 4"))
    driver.type("!")
    #expect(driver.lines()[3].contains("two!"))
    driver.press("Up", "Home")
    driver.type("at ")
    driver.press("Ctrl-J")
    #expect(driver.lines()[3].contains("│one") && driver.lines()[4].contains("│two!"))
    driver.press("Escape")
    #expect(!driver.text().contains("two!"))
    driver.press("t", "Ctrl-U", "Up", "Ctrl-K")
    driver.send(.input(.paste("pasted\r<b>text</b>\r\nin lines")))
    driver.press("Enter")
    #expect(driver.lines()[2].contains("pasted ") && driver.lines()[3].contains("│text "))
    #expect(driver.lines()[4].contains("│in lines"))
  }

  @Test("changes a value with instant preview, and writes only that value")
  func changesValue() throws {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "3", "c", "Ctrl-U")
    driver.type("#12")
    // Half a colour is no colour: the value before stays in sight.
    driver.type("3456")
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0x123456)))
    #expect(!driver.effects.contains { if case .write = $0 { true } else { false } })
    driver.press("Enter")
    let before = try #require(BrowserDriver.themes["themes/midnight.json"])
    #expect(driver.files["themes/midnight.json"] == before.replacing("#cba6f7", with: "#123456"))
  }

  @Test("drops a value that was not kept")
  func dropsValue() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "3", "c", "Ctrl-U")
    driver.type("red")
    driver.press("Escape")
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0xCBA6F7)))
    #expect(driver.files == BrowserDriver.themes)
  }

  @Test("cannot break out of a JSON string by typing a quote")
  func escapesQuotes() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "3", "c", "Ctrl-U")
    driver.type("\", \"x\": \"")
    driver.press("Enter", "Enter")
    #expect(driver.files["themes/midnight.json"]?.contains(#""\", \"x\": \"""#) == true)
  }

  @Test("opens the editor at the selected declaration, or at the error")
  func opensEditor() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "3", "Down", "e")
    #expect(driver.effects.last == .edit(path: "themes/midnight.json", line: 5))
    driver.press("1", "G", "e", "e")
    #expect(driver.effects.last == .edit(path: "themes/midwest.json", line: 1))
    driver.press("o")
    #expect(driver.text().contains("the sample is not a file"))
  }

  @Test("copies the style of the selected part")
  func copies() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "y")
    guard case .copy(let style)? = driver.effects.last else {
      Issue.record("nothing copied")
      return
    }
    let text = String(decoding: style, as: UTF8.self)
    #expect(text.contains("color: #cba6f7;\n") && text.contains("font-weight: bold;\n"))
  }

  @Test("writes the output to a file")
  func exports() {
    var driver = BrowserDriver()
    driver.press("x")
    #expect(driver.text().contains("write to (.ansi .html .svg .png .txt): dawn.ansi"))
    driver.press("Ctrl-U")
    driver.type("out.txt")
    driver.press("Enter")
    #expect(driver.files["out.txt"]?.hasPrefix("Hi Title and bold") == true)
    #expect(driver.text().contains("wrote out.txt"))
    driver.press("x", "Ctrl-U")
    driver.type("out.html")
    driver.press("Enter", "x", "Ctrl-U")
    driver.type("out.svg")
    driver.press("Enter")
    #expect(driver.files["out.html"]?.contains("<html") == true)
    #expect(driver.files["out.svg"]?.contains("<svg") == true)
  }

  // MARK: Simulating and comparing

  @Test("simulates fewer colours in the preview only")
  func simulatesDepth() {
    var driver = BrowserDriver()
    driver.press("Down", "p")
    #expect(driver.text().contains("256 colours ×"))
    #expect(driver.cell(0, 0).rendition.background == .palette(234))
    driver.press("p", "p", "p")
    #expect(driver.cell(0, 0).rendition.background == .standard)
    driver.press("P", "P", "P", "P")
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x1E1E2E)))
  }

  @Test("simulates other ways of seeing")
  func simulatesVision() {
    var driver = BrowserDriver()
    driver.press("Down")
    driver.choose(row: 1, steps: 4)
    #expect(driver.text().contains("grey eyes ×"))
    guard case .rgb(let color) = driver.cell(3, 0).rendition.foreground else {
      Issue.record("no colour")
      return
    }
    #expect(color.red == color.green && color.green == color.blue)
    driver.choose(row: 1)
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0xCBA6F7)))
  }

  @Test("puts another backdrop behind a theme")
  func backdrops() {
    var driver = BrowserDriver(files: ["themes/plain.json": #"{".title": {"color": "red"}}"#])
    #expect(driver.cell(0, 0).rendition.background == .standard)
    driver.press("b")
    #expect(driver.cell(34, 8).rendition.background == .rgb(RGB8(0xFFFFFF)))
    driver.press("b")
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x000000)))
    #expect(driver.cell(0, 0).rendition.foreground == .rgb(RGB8(0xFFFFFF)))
    driver.press("b")
    #expect(driver.browser.simulation.backdrop == .terminal)
    driver.press("b")
    #expect(driver.browser.simulation.backdrop == .theme)
  }

  @Test("the first other backdrop of a light terminal is black")
  func darkBackdrop() {
    var driver = BrowserDriver { $0.environment.colorScheme = .light }
    driver.press("b")
    #expect(driver.browser.simulation.backdrop == .black)
    driver.press("b")
    #expect(driver.browser.simulation.backdrop == .white)
  }

  @Test("keeps a pinned theme beside the selected one")
  func pins() {
    var driver = BrowserDriver()
    driver.press("Space", "Down")
    let buffer = driver.browser.view().buffer
    #expect(buffer[26, 2].rendition.background == .rgb(RGB8(0xFAFAFA)))
    #expect(buffer[98, 16].rendition.background == .rgb(RGB8(0x1E1E2E)))
    #expect(driver.lines()[2].contains("◆dawn"))
    #expect(
      driver.lines()[1].contains("◆ dawn ─")
        && driver.lines()[14].contains("├─ midnight, part 1/4"),
      "\(driver.text())")
    driver.press("Escape")
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0x1E1E2E)))
  }

  // MARK: Inspecting

  @Test("explains the selected part: winners, and losers with the reason")
  func inspects() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "i")
    let text = driver.text()
    #expect(text.contains("part 2/4 .title"))
    #expect(text.contains("  color: #cba6f7"))
    #expect(text.contains("midnight.json:4:15"))
    #expect(text.contains("× color: #cdd6f4"))
    #expect(text.contains("computed  color: #cba6f7; background-color: #1e1e2e; font-weight: bold"))
    driver.press("i")
    #expect(driver.text().contains("8.0:1 AAA  truecolor"))
    driver.press("4")
    #expect(driver.text().contains("4 ▸     \"color\": \"#cba6f7\","))
  }

  @Test(
    "on white, what the terminal's own colours are has to be known before they are hard to read")
  func unknownColors() {
    for (palette, isHard) in [
      (TerminalPalette.median, false), (TerminalPalette(entries: [2: RGB8(0x80FF80)]), true),
    ] {
      var driver = BrowserDriver(
        files: ["themes/a.css": ".title { color: ansi(2) }"], depth: .ansi16
      ) {
        $0.environment.colorScheme = .light
        $0.environment.palette = palette
      }
      #expect(driver.text().contains("1◐") == isHard, "\(driver.text())")
    }
  }

  @Test("warns of text that is hard to read")
  func warnsOfContrast() {
    var driver = BrowserDriver(sample: Sample(markup: "Hi <span class=faint>faint</span>"))
    driver.press("Down")
    #expect(driver.lines()[28].contains("1 hard to read"))
    driver.press("Right", "i", "i")
    #expect(driver.text().contains("fails AA"))
  }

  @Test("makes a sample of all classes when it is given none")
  func builtInSample() {
    var driver = BrowserDriver(rows: 60, sample: Sample())
    driver.press("Down")
    let text = driver.text()
    #expect(text.contains("title") && text.contains("faint"))
  }

  // MARK: Screens

  @Test(
    "fits every screen",
    arguments: [
      (200, 60), (100, 30), (80, 24), (60, 16), (40, 12), (20, 6), (19, 5), (1, 1), (0, 0),
    ])
  func fits(columns: Int, rows: Int) {
    var driver = BrowserDriver()
    driver.send(.resize(columns: columns, rows: rows))
    for key in [
      "Down", "2", "Right", "3", "Down", "i", "i", "i", "Space", "/", "Escape", "?", "?", "t",
      "Escape",
    ] {
      driver.press(key)
      let buffer = driver.browser.view().buffer
      #expect(buffer.columns == columns && buffer.rows == rows)
    }
    if columns < 20, columns > 9 { #expect(driver.lines()[0].hasPrefix("make the term")) }
  }

  @Test("stays quick with a sample and a sheet of one long line")
  func longLines() {
    let long = String(repeating: "<b>x</b> y ", count: 50_000)
    let sheet = #"{"text": {"color": "red"}, "--long": ""# + String(repeating: "z", count: 500_000)
    var driver = BrowserDriver(
      files: ["themes/long.json": sheet + "\"}"], sample: Sample(markup: long))
    driver.press("4", "G", "t", "x")
    #expect(driver.text().contains("long"))
  }

  @Test("says by signs what it says by colour")
  func worksWithoutColor() {
    var driver = BrowserDriver(depth: .mono)
    driver.press("Down", "Right", "3")
    let buffer = driver.browser.view().buffer
    #expect(buffer.cells.allSatisfy { $0.rendition.foreground == .standard })
    let text = driver.text()
    #expect(text.contains("[Styles]") && text.contains("│▌  color: #cba6f7"))
    driver.press("Escape")
    #expect(driver.text().contains("▌midnight") && driver.text().contains("× midwest"))
  }

  @Test("shows the commands, and Esc closes them")
  func commands() {
    var driver = BrowserDriver()
    driver.press("?")
    #expect(driver.lines()[0].hasPrefix(" Commands"))
    driver.press("Escape")
    #expect(driver.effects.last != .finish(nil))
    #expect(driver.lines()[0].contains("cssview"))
  }
}
