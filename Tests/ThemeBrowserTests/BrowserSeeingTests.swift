import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing
import ThemeBrowser

@Suite("Seeing in the browser")
struct BrowserSeeingTests {
  @Test("every colour of the inspector has a swatch, but for one without colours")
  func swatches() {
    var driver = BrowserDriver()
    driver.press("Down", "Right", "i")
    let line = driver.lines().firstIndex { $0.contains("color: #cba6f7") } ?? 0
    let row = driver.browser.view().buffer.row(line)
    #expect(row.filter { $0.rendition.background == .rgb(RGB8(0xCBA6F7)) }.count == 2)
    var plain = BrowserDriver(depth: .mono)
    plain.press("Down", "Right", "i")
    #expect(plain.browser.view().buffer.cells.allSatisfy { $0.rendition.background == .standard })
  }

  @Test("a row is written in its theme, on its own background, with the words it has classes for")
  func rows() {
    var driver = BrowserDriver(
      files: BrowserDriver.themes.merging([
        "themes/tide.css": """
        text { color: #ddeeff; background-color: #002233 }
        .ok { color: #00ff00 } .fail { color: #ff0000; font-weight: bold }
        """
      ]) { $1 })
    #expect(driver.lines()[5].hasPrefix("│ tide           ok fail │"))
    let row = Array(driver.browser.view().buffer.row(5))
    #expect(row[2].rendition.foreground == .rgb(RGB8(0xDDEEFF)))
    #expect(row[1...24].allSatisfy { $0.rendition.background == .rgb(RGB8(0x002233)) })
    #expect(row[18].rendition.foreground == .rgb(RGB8(0x00FF00)))
    #expect(row[20].rendition.attributes.contains(.bold))
    // The selected one has a shade of its background, and a sign.
    driver.press("G")
    #expect(driver.lines()[5].hasPrefix("│▌tide"))
    let shade = driver.browser.view().buffer[2, 5].rendition.background
    #expect(shade == .rgb(RGB8(0x244455)))
  }

  @Test("a theme that cannot be used is told by its row")
  func brokenRow() {
    var driver = BrowserDriver()
    #expect(driver.lines()[4].hasPrefix("│ × midwest          1:1 │"))
    #expect(driver.browser.view().buffer[4, 4].rendition.foreground == .palette(1))
  }

  @Test("the pane that has the keys is framed in the accent, and nothing else is")
  func accent() {
    var driver = BrowserDriver()
    func accented() -> Set<Int> {
      let buffer = driver.browser.view().buffer
      return Set((0..<100).filter { buffer[$0, 20].rendition.foreground == .palette(6) })
    }
    #expect(accented() == [0, 25])
    driver.press("2")
    #expect(accented() == [25, 99])
    driver.press("3")
    #expect(accented() == [0, 99])
    let mono = BrowserDriver(depth: .mono).browser.view().buffer
    #expect(mono[0, 20].rendition.attributes.contains(.bold))
    #expect(!mono[99, 20].rendition.attributes.contains(.bold))
  }

  @Test("the selected part is quoted in the title, and underlined while its theme is changed")
  func marksPart() {
    var driver = BrowserDriver()
    driver.press("Right")
    #expect(driver.lines()[1].contains("─ sample, part 2/4 .title 'Title'"))
    driver.press("i", "Down")
    #expect(driver.cell(3, 0).rendition.underline == .single)
    #expect(driver.cell(0, 0).rendition.underline == .none)
  }

  @Test("the words of the selected part are marked until the next key, whatever they look like")
  func marksWords() {
    var driver = BrowserDriver(sample: Sample(markup: "Hi <b>two words</b> <u>under</u> end"))
    func marked(_ differs: (GraphicRendition) -> Bool) -> String {
      driver.browser.view().buffer.row(2).dropFirst(26).filter { differs($0.rendition) }
        .map(\.text).joined()
    }
    let before = Array(driver.browser.view().buffer.row(2))
    driver.press("Right")
    #expect(marked { $0.underline != .none && $0.attributes.contains(.bold) } == "twowords")
    driver.press("Right")
    #expect(marked { $0.attributes.contains(.reverse) } == "under")
    driver.press("2")
    #expect(Array(driver.browser.view().buffer.row(2))[26..<99] == before[26..<99])
    driver.send(.input(.mouse(MouseEvent(.press, column: 27, row: 2))))
    let shown = driver.browser.view().buffer.row(2).filter { $0.rendition.underline != .none }
    #expect(shown.map(\.text).joined() == "Hiunder")
  }

  @Test("the title of the preview stays where it is, and the parts are numbered without gaps")
  func staysAtLeft() {
    let markup = (1...20).map { "<b>part\($0)</b> <i>more</i>" }.joined(separator: " ")
    var driver = BrowserDriver(sample: Sample(markup: markup))
    for number in 1...40 {
      let line = driver.lines()[1]
      #expect(line.contains("┬─ sample, part \(number)/40 "), "\(line)")
      driver.press("Right")
    }
  }

  @Test("a smaller terminal shows the selected part, but for one that was scrolled away")
  func keepsPartInSight() {
    let lines = (0..<40).map { "line <b>number\($0)</b>" }
    var driver = BrowserDriver(sample: Sample(markup: lines.joined(separator: "\n")))
    for _ in 0..<24 { driver.press("Right") }
    #expect(driver.lines()[14].contains("number12"))
    for (columns, rows) in [(80, 24), (120, 12), (30, 8), (100, 30)] {
      driver.send(.resize(columns: columns, rows: rows))
      #expect(driver.text().contains("line number12"), "\(driver.text())")
    }
    driver.press("2", "Home", "End")
    driver.send(.resize(columns: 80, rows: 24))
    #expect(!driver.text().contains("line number12"))
  }

  @Test("a terminal of its first size shows its first rows again")
  func comesBack() {
    let lines = (0..<40).map { "line <b>number\($0)</b>" }
    var driver = BrowserDriver(sample: Sample(markup: lines.joined(separator: "\n")))
    for _ in 0..<12 { driver.press("Right") }
    driver.press("2", "Down", "1")
    let before = driver.lines()
    for (columns, rows) in [(40, 12), (1, 1), (80, 24), (20, 6), (250, 5), (100, 30)] {
      driver.send(.resize(columns: columns, rows: rows))
    }
    #expect(driver.lines() == before)
    driver.send(.resize(columns: 30, rows: 8))
    #expect(driver.text().contains("line number6"))
  }

  @Test("the line of keys says what the screen is for, and what is on")
  func hints() {
    var driver = BrowserDriver()
    #expect(
      driver.lines()[29]
        == " ↑↓ theme  / find  Space compare  v view  e edit  Enter use it  ? keys")
    driver.press("e")
    #expect(
      driver.lines()[29]
        == " ↑↓ line  ←→ part  Enter edit  a add  d off  v view  q quit  Space compare  i tab"
        + "  ? keys")
    driver.press("Up")
    #expect(driver.lines()[29].contains("Enter source"))
    driver.press("Escape", "Space", "Down")
    #expect(driver.lines()[29].hasPrefix(" ↑↓ theme  / find  Space end compare  s swap"))
    driver.press("Space", "z")
    #expect(driver.lines()[29].hasPrefix(" z all panes"))
  }

  @Test("the way to all keys is on the narrowest screen")
  func hintsNarrow() {
    #expect(BrowserDriver.hints(columns: 30, rows: 8) == " ↑↓ theme  / find  ? keys")
    #expect(BrowserDriver.hints(columns: 20, rows: 6) == " ↑↓ theme  ? keys")
  }

  @Test("the position above the editor is that of the text")
  func editorPosition() {
    let markup = (1...30).map { "line \($0)" }.joined(separator: "\n")
    var driver = BrowserDriver(sample: Sample(markup: markup))
    driver.press("t")
    #expect(driver.lines()[15].contains(" Text ─") && driver.lines()[15].hasSuffix(" 30/30 ┤"))
    #expect(!driver.lines()[27].contains("more"))
    #expect(driver.lines()[28].hasPrefix(" text: line 30/30, column 8"))
    driver.press("Up")
    #expect(driver.lines()[15].hasSuffix(" 29/30 ┤"))
  }

  @Test("the source begins at the winner of the selected part, by whatever way it is reached")
  func sourceAtWinner() {
    let sheet =
      "text { color: red;\n  background: white }\n\n.title { font-weight: bold;\n color: blue }"
    for keys in [["4"], ["i", "i", "i", "i"], ["3", "i", "i", "i"], ["i", "4"]] {
      var driver = BrowserDriver(files: ["themes/a.css": sheet])
      driver.press("Right")
      for key in keys { driver.press(key) }
      driver.press("3")
      #expect(driver.browser.tab == .source)
      #expect(driver.text().contains("▌5 ▸  color: blue }"), "\(keys): \(driver.text())")
    }
  }

  @Test("what is in force is seen on the smallest screen")
  func flagsFit() {
    var driver = BrowserDriver(columns: 20, rows: 6)
    driver.press("p", "b", "f")
    driver.choose(row: 1)
    #expect(driver.lines()[4].hasSuffix("256 prot whit dark"), "\(driver.lines()[4])")
    driver.press("/")
    driver.type("midn")
    driver.press("Enter")
    #expect(driver.lines()[4].hasSuffix("256 pr wh da /m"), "\(driver.lines()[4])")
  }

  @Test("Enter and a click go from a part that is hard to read in the list to the part itself")
  func goesToPoorPart() throws {
    let sheet = "text { background-color: #fff } .faint { color: #eee } .pale { color: #ddd }"
    func driver() -> BrowserDriver {
      var driver = BrowserDriver(
        files: ["themes/a.css": sheet],
        sample: Sample(markup: "a <b class=faint>b</b> c <b class=pale>d</b>"))
      driver.press("3", "i")
      return driver
    }
    var keys = driver()
    let lines = keys.lines()
    let row = try #require(lines.firstIndex { $0.contains("b.pale") })
    while !keys.lines()[row].contains("▌"), keys.steps < 20 {
      keys.press("Down")
      keys.steps += 1
    }
    keys.press("Enter")
    #expect(keys.browser.run == 3)
    #expect(!keys.effects.contains { if case .finish = $0 { true } else { false } })
    var mouse = driver()
    let cell = CellPosition(column: 40, row: row)
    mouse.send(.input(.mouse(MouseEvent(.press, column: cell.column, row: cell.row))))
    #expect(mouse.browser.run == 3)
  }

  @Test("a contrast that falls short does not look as if it did not")
  func roundsDown() {
    var driver = BrowserDriver(
      files: ["themes/a.css": "text { color: #777777; background-color: white }"])
    driver.press("3", "i")
    #expect(driver.text().contains("4.4:1 fails AA  truecolor"))
    driver.save(
      "themes/a.css", "text { color: #777777; background-color: white; font-size: 45px }")
    #expect(driver.text().contains("4.4:1 AA (large text)  truecolor"))
  }

  @Test("the place of an error stands apart from a name that is cut")
  func badges() {
    var driver = BrowserDriver(
      columns: 80, rows: 24, files: ["themes/a-name-that-is-long.css": ".a { color: red"])
    #expect(driver.lines()[2].contains("t-is-long 1:4 "), "\(driver.lines()[2])")
  }

  @Test("a line that is typed and begins out of sight says so")
  func slides() {
    var driver = BrowserDriver(columns: 60, sample: Sample(markup: ""))
    driver.press("t")
    driver.type("漢" + String(repeating: "long ", count: 20))
    #expect(driver.lines().contains { $0.contains("│…") })
  }

  @Test("one line sums up the selected part where there is room for no more")
  func sumsUp() {
    var driver = BrowserDriver(columns: 40, rows: 12)
    driver.press("Down", "2", "Right")
    #expect(driver.lines()[10] == " .title #cba6f7 8.0:1 AAA")
    driver.press("p", "b")
    driver.choose(row: 1)
    #expect(driver.lines()[10].hasSuffix(" 256 protan white"))
    var narrow = BrowserDriver(columns: 30, rows: 8)
    narrow.press("Right", "2")
    #expect(narrow.lines()[6].hasPrefix(" .title #8839ef "))
    // The colour is worth more than the name of the part.
    narrow.press("1", "/")
    narrow.type("dawn")
    narrow.press("Enter", "2")
    #expect(narrow.lines()[6] == " #8839ef 5.1:1 AA       /dawn", "\(narrow.lines()[6])")
  }

  @Test(
    "what is in force is seen at any size",
    arguments: [(200, 60), (100, 30), (60, 16), (40, 12), (20, 6)])
  func inForce(columns: Int, rows: Int) {
    var driver = BrowserDriver(columns: columns, rows: rows)
    driver.press("p", "b", "b")
    driver.choose(row: 1, steps: 2)
    let long = driver.text()
    #expect(long.contains("256") && long.contains("deut"), "\(columns): \(long)")
    if columns > 20 {
      #expect(long.contains("black"))
      driver.press("/")
      driver.type("mid")
      driver.press("Enter")
      #expect(driver.text().contains("/mid"))
    }
  }

  @Test("a ratio is whole on the smallest screens, whatever else is cut")
  func smallRatio() {
    var driver = BrowserDriver(columns: 40, rows: 10)
    driver.press("Down", "Right", "e", "i")
    #expect(driver.text().contains("   8.0:1 AAA  "), "\(driver.text())")
  }

  @Test("a depth has one name in the title and in the report of contrast")
  func namesDepths() {
    var driver = BrowserDriver()
    driver.press("3", "i")
    for name in ["truecolor", "256 colours", "16 colours"] {
      #expect(driver.lines()[0].contains("  \(name) ×") == (name != "truecolor"))
      #expect(driver.text().contains("AAA  \(name)"))
      driver.press("p")
    }
  }

  @Test("what is cut ends in …, and numbers and colours are left out whole")
  func cuts() {
    let name = "a-name-that-is-longer-than-the-list"
    var driver = BrowserDriver(
      files: [
        "themes/\(name).css": ".title { background: linear-gradient(90deg, #112233, #445566 50%) }"
      ])
    driver.send(.resize(columns: 80, rows: 24))
    #expect(driver.lines()[2].contains("a-name-that…han-the-list"), "\(driver.lines()[2])")
    driver.send(.resize(columns: 40, rows: 24))
    driver.press("Right", "i")
    let line = driver.lines().first { $0.contains("background") } ?? ""
    for color in line.matches(of: /#[0-9a-f]*/) { #expect(color.output.count == 7, "\(line)") }
    #expect(line.contains("…"))
  }

  @Test("panes that scroll say where they are")
  func positions() {
    var driver = BrowserDriver(
      sample: Sample(markup: (0..<46).map { "line \($0)" }.joined(separator: "\n")))
    #expect(driver.lines()[1].contains(" 1/46 ─┐") || driver.lines()[1].contains(" 1/46 ┐"))
    #expect(driver.lines()[27].contains("▾ 21 more"))
    #expect(driver.lines()[2].hasSuffix("┃"))
    driver.press("2", "End")
    #expect(driver.lines()[26].hasSuffix("┃") && !driver.lines()[27].contains("more"))
    driver.send(.resize(columns: 40, rows: 12))
    driver.press("Home")
    #expect(driver.lines()[4].hasSuffix(" 1/46"))
    driver.press("z")
    #expect(driver.lines()[0].hasSuffix(" 1/46"))
  }

  @Test("one pane takes the whole screen, and gives it back")
  func zooms() {
    var driver = BrowserDriver()
    let before = driver.lines()
    driver.press("2", "z")
    #expect(driver.lines()[1].hasPrefix("─ dawn, part 1/4"))
    #expect(driver.lines()[2].hasPrefix("Hi Title and bold"))
    driver.press("Tab")
    #expect(driver.lines()[1].hasPrefix("──[Styles]") && driver.lines()[2].hasPrefix(" text"))
    // The text is edited below what it looks like.
    driver.press("t")
    #expect(driver.lines()[2].contains("Hi Title and bold"))
    #expect(driver.lines()[15].contains(" Text "))
    driver.press("Escape")
    #expect(driver.lines()[1].hasPrefix("──[Styles]"))
    driver.press("z", "1")
    #expect(driver.lines() == before)
  }

  @Test("what is between the panes can be dragged")
  func resizes() {
    var driver = BrowserDriver()
    for (action, column) in [(MouseEvent.Action.press, 25), (.drag, 40), (.release, 40)] {
      driver.send(.input(.mouse(MouseEvent(action, column: column, row: 20))))
    }
    #expect(Array(driver.lines()[1])[40] == "┬")
    driver.press("3")
    for (action, row) in [(MouseEvent.Action.press, 15), (.drag, 10), (.release, 10)] {
      driver.send(.input(.mouse(MouseEvent(action, column: 95, row: row))))
    }
    #expect(driver.lines()[10].contains("├"))
  }

  @Test(
    "the list grows with its names, as far as the preview can spare the columns",
    arguments: [(200, 40, true), (120, 25, true), (100, 19, true), (80, 18, true), (80, 26, false)])
  func grows(columns: Int, length: Int, isWhole: Bool) {
    let name = String("a-name-that-is-long-and-longer-than-all-the-others".prefix(length))
    var driver = BrowserDriver(
      columns: columns, rows: 50, files: ["themes/\(name).css": ".a { color: red }"])
    #expect(driver.lines()[2].contains(name) == isWhole, "\(driver.lines()[2])")
    #expect(columns - (Array(driver.lines()[1]).firstIndex(of: "┬") ?? 0) > 51)
  }

  @Test(
    "a name is whole beside the number of its problems",
    arguments: [(80, 24), (120, 12), (120, 36), (200, 60)])
  func besideNumbers(columns: Int, rows: Int) {
    let sheet = "text { color: #000; background: #fff } .title { color: #eee }"
    var driver = BrowserDriver(
      columns: columns, rows: rows, files: ["themes/long-name-12.css": sheet])
    #expect(driver.lines()[2].contains(/long-name-12 +1◐/), "\(driver.lines()[2])")
  }

  @Test("a title that is cut says who and where, and quotes some letters or none")
  func shortTitles() {
    for (markup, part) in [
      ("<b class=longer-class>word</b>", "part 1/1 b.longer-class ─"),
      ("<b>some of a quotation</b>", "part 1/1 b 'some of a quota…"),
    ] {
      var driver = BrowserDriver(columns: 30, rows: 8, sample: Sample(markup: markup))
      #expect(driver.lines()[2].contains(part), "\(driver.lines()[2])")
    }
    let lines = Array(repeating: "\nline", count: 40).joined()
    for (text, columns, rows, title) in [
      ("", 50, 15, "─ ◆ dawn ───────────────── midnight, part 2/2 ─"),
      (lines, 50, 15, "─ ◆ dawn ───────────────── midnight ──────── 1/41"),
      (lines, 30, 8, "─ ◆ dawn ─────── midnight ────"),
    ] {
      var driver = BrowserDriver(
        columns: columns, rows: rows,
        sample: Sample(markup: "a <b class=longer-class>b</b>" + text))
      driver.press("Space", "Down", "Right")
      #expect(driver.text().contains(title), "\(driver.text())")
    }
  }

  @Test("the names of two themes side by side keep their ends")
  func namesSides() {
    let sheet = ".title { color: red }"
    let files = ["dark", "light"].map { ("themes/a-name-that-is-long-\($0).css", sheet) }
    var driver = BrowserDriver(
      columns: 50, rows: 15, files: Dictionary(uniqueKeysWithValues: files))
    driver.press("Space", "Down")
    let title = "─ ◆ a-name-th…long-dark ── a-name-tha…-long-light"
    #expect(driver.lines()[5] == title, "\(driver.lines()[5])")
  }

  @Test("names that are cut keep what tells them apart")
  func tellsApart() {
    let names = [
      "atelier-cave-dark", "atelier-cave-light", "atelier-dune-dark", "atelier-dune-light",
      "tomorrow-night-blue", "tomorrow-night-bright",
    ].map { "syntax-" + $0 }
    var driver = BrowserDriver(
      columns: 70, rows: 24,
      files: Dictionary(
        uniqueKeysWithValues: names.map { ("themes/\($0).css", ".a { color: red }") }))
    let shown = driver.lines()[2..<8].map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(Set(shown).count == names.count && shown.allSatisfy { $0.contains("…") }, "\(shown)")
  }

  @Test("letters find a command in the list, and Enter or a click runs it")
  func commands() throws {
    var driver = BrowserDriver()
    driver.press("?")
    #expect(driver.lines()[2].hasPrefix("▌j ↓  "), "\(driver.text())")
    #expect(driver.lines()[11].hasPrefix(" Esc  "))
    driver.type("clip")
    driver.press("Escape")
    #expect(driver.lines()[0].contains("cssview") && driver.effects.last != .finish(nil))
    driver.press("?")
    driver.type("copy the output")
    driver.press("Enter")
    #expect(driver.text().contains("copied 1 line"))
    driver.press("?")
    driver.type("export")
    driver.send(.input(.mouse(MouseEvent(.press, column: 20, row: 2))))
    #expect(driver.text().contains("write to ("))
    driver.press("Escape", "?")
    driver.type("zzzzz")
    #expect(driver.text().contains("no command for 'zzzzz'"))
    driver.press("Enter", "Escape")
    #expect(driver.lines()[0].contains("cssview"))
  }

  @Test("the list of commands fits every screen, and explains the signs at its end")
  func commandsFit() {
    for (columns, rows) in [(120, 36), (40, 12), (20, 6)] {
      var driver = BrowserDriver(columns: columns, rows: rows)
      driver.press("?")
      for _ in 0..<99 { driver.press("Down") }
      #expect(driver.lines()[rows - 1].hasPrefix("▌deutan "), "\(driver.text())")
    }
  }

  @Test("every command that has no key, and every key but those of the menu, is in the list")
  func commandsAreWhole() {
    var driver = BrowserDriver(rows: 90)
    driver.press("?")
    let texts = Set(driver.lines().map { String($0.dropFirst(20)) })
    for action in BrowserAction.allCases {
      #expect(texts.contains(action.summary) == action.isListed, "\(action)")
      #expect(!action.summary.isEmpty, "\(action)")
    }
    let keys = BrowserAction.allCases.filter { $0.isListed }
      .flatMap { ChromeSettings(ChromeSheet.bundled).keys(for: $0) }
    #expect(keys.count < 45)
  }

  @Test("the menu changes how themes are seen while it is open, by keys and by clicks")
  func viewMenu() throws {
    var driver = BrowserDriver()
    driver.press("v")
    let lines = driver.lines()
    #expect(lines[22].hasPrefix("─ View ─"))
    #expect(lines[23].hasPrefix("▌colours     [16M]"))
    #expect(lines[27].contains(" show        [all]  dark   light   problems"))
    driver.press("Right", "Right")
    #expect(driver.browser.simulation.depth == .ansi16)
    #expect(driver.lines()[23].contains("[16]") && driver.lines()[0].contains("16 colours ×"))
    driver.press("Down", "Right", "Down", "Right", "Down", "Down", "Right")
    #expect(driver.browser.simulation.vision == .protanopia)
    #expect(driver.browser.simulation.backdrop == .white)
    #expect(driver.browser.themes.choice == .dark)
    let place = try #require(driver.lines()[24].firstRange(of: " tritan"))
    let column = driver.lines()[24].distance(
      from: driver.lines()[24].startIndex, to: place.lowerBound)
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: 24))))
    #expect(driver.browser.simulation.vision == .tritanopia)
    #expect(driver.text().contains("─ View ─"))
    driver.press("Enter")
    #expect(!driver.text().contains("─ View ─"))
    #expect(driver.lines()[0].hasSuffix("16 colours ×   tritan eyes ×   on white ×"))
    #expect(!driver.effects.contains { if case .finish = $0 { true } else { false } })
    // A chip is taken off by a click, all of them by Esc; then it leaves.
    let chip = try #require(driver.lines()[0].firstRange(of: "tritan eyes"))
    let start = driver.lines()[0].distance(
      from: driver.lines()[0].startIndex, to: chip.lowerBound)
    driver.send(.input(.mouse(MouseEvent(.press, column: start, row: 0))))
    #expect(driver.browser.simulation.vision == .typical)
    driver.press("Escape")
    let simulation = driver.browser.simulation
    #expect(simulation.depth == nil && simulation.backdrop == .theme)
    #expect(driver.browser.themes.choice == .all)
    driver.press("Escape")
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("the menu names classes that are not told apart")
  func merges() {
    let sheet =
      "text { background: #000 } .ok { color: #7f9f00 } .fail { color: #b98c00 } .info { color: #40f }"
    var driver = BrowserDriver(
      files: ["themes/a.css": sheet],
      sample: Sample(markup: "<b class=ok>a</b> <b class=fail>b</b> <b class=info>c</b>"))
    driver.press("v", "Down", "Right", "Right")
    #expect(driver.lines()[24].contains("b.ok = b.fail"), "\(driver.lines()[24])")
    #expect(!driver.text().contains("b.info ="))
  }

  @Test("a swatch in the colour of the screen has an outline, and no other has")
  func outlines() throws {
    let sheet = "b { color: #1e1e1f; background: #f00 } i { color: #e6e6e6 }"
    var driver = BrowserDriver(
      files: ["themes/a.css": sheet], sample: Sample(markup: "<b>x</b> <i>y</i>"))
    driver.press("3")
    let line = try #require(driver.lines().first { $0.contains("color: #1e1e1f") })
    #expect(line.contains("#1e1e1f [] "))
    #expect(driver.text().contains("background: #f00   ") && !driver.text().contains("#f00 []"))
  }

  @Test("the name of the theme is seen where the list is not")
  func namesWithoutList() {
    var driver = BrowserDriver(columns: 80, rows: 24)
    driver.press("2", "z")
    #expect(driver.lines()[1].contains("─ dawn, part 1/4"))
    driver.press("3")
    #expect(driver.lines()[22].hasPrefix(" ○ themes/dawn.json"))
    driver.send(.resize(columns: 50, rows: 15))
    #expect(driver.lines()[13].hasPrefix(" dawn   text #333333 12"))
    driver.send(.resize(columns: 80, rows: 24))
    driver.press("z", "1", "m")
    #expect(driver.lines()[1].contains(" dawn, part 1/4"))
    driver.press("Escape")
    #expect(driver.lines()[1].contains(" sample, part 1/4"))
    driver.send(.resize(columns: 120, rows: 12))
    driver.press("3")
    #expect(driver.lines()[1].contains(" dawn, part 1/4"))
  }

  @Test("tabs without room have a sign, and the line of the tabs has one position")
  func hiddenTabs() {
    let sheet = ".title { color: red; " + (1...30).map { "--x\($0): red; " }.joined() + "}"
    let text = (1...40).map { "<span class=title>\($0)</span>" }.joined(separator: "\n")
    var driver = BrowserDriver(
      rows: 24, files: ["themes/a.css": sheet], sample: Sample(markup: text))
    driver.press("3")
    let tabs = "[Styles]─ Contrast ─ Variables ─ Source ─"
    let row = driver.lines().firstIndex { $0.contains(tabs) } ?? 0
    #expect(row > 0 && driver.lines()[row].contains("more"))
    driver.press("i", "i")
    #expect(driver.lines()[row].contains("1/30") && !driver.lines()[row].contains("more"))
    driver.send(.resize(columns: 30, rows: 8))
    #expect(driver.lines().contains { $0.contains("[Variables]") && $0.contains("…") })
  }

  @Test("'c' in the source changes the value in its own line, and no other")
  func changeInSource() {
    let sheet = ".other {\n  color: blue }\n.title {\n  color: red }"
    var driver = BrowserDriver(
      rows: 24, files: ["themes/a.css": sheet], sample: Sample(markup: "<b class=title>x</b>"))
    driver.press("4", "c")
    #expect(driver.text().contains("color: red"))
    driver.press("Escape", "Up", "c")
    #expect(driver.text().contains("select a declaration in the inspector first"))
  }

  @Test("the keys at the bottom can be clicked, both of the arrows, too")
  func targets() throws {
    var driver = driver()
    try click("↓", &driver)
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
    try click("↑", &driver)
    #expect(driver.browser.themes.selectedTheme?.name == "dawn")
    try click("Space", &driver)
    #expect(driver.text().contains("end compare"))
  }

  private func driver() -> BrowserDriver { BrowserDriver() }

  private func click(_ text: String, _ driver: inout BrowserDriver) throws {
    let line = driver.lines()[29]
    let range = try #require(line.firstRange(of: text), "\(line)")
    let column = line.distance(from: line.startIndex, to: range.lowerBound)
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: 29))))
    driver.send(.input(.mouse(MouseEvent(.release, column: column, row: 29))))
  }

  @Test("what a sheet puts into the text has its name, and what it hides is listed")
  func generated() {
    var driver = BrowserDriver(
      files: [
        "themes/a.css": """
        .a::before { content: "→" }
        .h { display: none }
        """
      ],
      sample: Sample(markup: "<i class=a>one</i> <b class=h>two <u>three</u></b>"))
    driver.press("[")
    #expect(driver.lines()[1].contains("part 1/2 i.a::before '→'"))
    driver.press("Right")
    #expect(driver.lines()[1].contains("part 2/2 i.a 'one'"))
    driver.press("i")
    let lines = driver.lines()
    let heading = lines.firstIndex { $0.contains("not shown") } ?? 0
    #expect(lines[heading + 1].contains("b.h 'two'"))
    #expect(lines[heading + 1].contains("display: none"))
    #expect(lines[heading + 1].contains("a.css:2:15"))
  }

  @Test("a span without classes has the name of an attribute, seen or hidden, boxed or not")
  func attributes() {
    var driver = BrowserDriver(
      files: [
        "themes/a.css": """
        [data-level]::after { content: attr(data-level); display: inline-block; width: 5ch }
        [data-level=debug] { display: none }
        .col { display: inline-block; width: 6ch; text-overflow: ellipsis }
        """
      ],
      sample: Sample(
        markup: """
          <span class=col>a long one</span><span data-level=info>up</span>\
          <span id=last>end</span><span style='color: red'>!</span>\
          <span data-level=debug>one of two</span>
          """))
    driver.press("[")
    let names = [
      ".col 'a long one'", "[data-level=info] 'up'", "[data-level=info]::after 'info'",
      "#last 'end'", "span '!'",
    ]
    for (number, name) in names.enumerated() {
      let title = driver.lines()[1]
      #expect(title.contains("part \(number + 1)/\(names.count) \(name)"), "\(title)")
      driver.press("Right")
    }
    driver.press("i")
    let lines = driver.lines()
    #expect(lines.contains { $0.contains("a lon…upinfo end!") })
    let heading = lines.firstIndex { $0.contains("not shown") } ?? 0
    #expect(lines[heading + 1].contains("[data-level=debug] 'one of two'"))
  }

  @Test("messages go away with their theme")
  func messages() {
    var driver = BrowserDriver()
    driver.send(.note("something about dawn"))
    #expect(driver.lines()[28].contains("something about dawn"))
    driver.send(.input(.mouse(MouseEvent(.wheelDown, column: 5, row: 5))))
    driver.send(.shown(milliseconds: 12))
    driver.press("Down")
    #expect(!driver.text().contains("something") && !driver.text().contains("reloaded"))
    driver.send(.shown(milliseconds: 12))
    #expect(driver.lines()[28].hasSuffix("reloaded in 12 ms"))
    driver.press("3")
    #expect(!driver.text().contains("reloaded"))
  }

  @Test("warnings about the sample are one line, and broken themes are seen at once")
  func warnings() {
    var driver = BrowserDriver(
      sample: Sample(markup: "a &nosuch; b &nothing; c <span class=x>d</span>"))
    driver.press("3")
    #expect(driver.lines().filter { $0.contains("! the sample: ") }.count == 1)
    #expect(driver.text().contains(" warnings: "))
    driver.press("1")
    driver.save("themes/dawn.json", #"{"text": {"colour": "red"}}"#)
    #expect(driver.lines()[28].hasSuffix("  1 warning   sample: 3 warnings"))
    let broken = driver.browser.view().buffer[5, 4].rendition
    #expect(broken.attributes.contains(.bold) && broken.foreground == .palette(1))
  }

  @Test("comparing lists what differs, labels both sides and swaps them")
  func compares() {
    var driver = BrowserDriver()
    driver.press("Space", "Down", "Right", "s")
    #expect(driver.browser.themes.selectedTheme?.name == "dawn")
    driver.press("s", "3", "i")
    #expect(driver.browser.tab == .compare)
    let text = driver.text()
    #expect(text.contains("dawn → midnight"))
    #expect(text.contains("color: #8839ef → #cba6f7") && text.contains("ΔE00 "))
    #expect(text.contains("◆ dawn") && text.contains("midnight, part"))
    driver.send(.resize(columns: 40, rows: 12))
    driver.press("2")
    #expect(driver.lines().contains { $0.contains("◆ dawn") && $0.contains("midnight") })
    driver.press("z")
    #expect(driver.lines()[0].contains("◆ dawn") && driver.lines()[0].contains("midnight"))
    driver.press("z", "Escape")
    #expect(driver.browser.tab == .styles)
  }

  @Test("comparing says once what all parts inherit, and tells themes of one name apart")
  func comparesInherited() {
    let files = [
      "themes/a/x.css": "text { color: red; background: white } b { font-weight: 300 }",
      "themes/b/x.css": "text { color: blue; background: black } b { font-weight: bold }",
    ]
    let markup = "text <b>b</b> <i>i</i> <u>u</u> <i>i</i>"
    var driver = BrowserDriver(rows: 40, files: files, sample: Sample(markup: markup))
    driver.press("Space", "Down", "Right", "3", "i")
    let lines = driver.lines().drop { !$0.contains("a/x → b/x") }.map {
      $0.dropFirst(1).prefix { $0 != "│" }.prefix(40).split(separator: " ").joined(separator: " ")
    }
    let shown = ["b", "font-weight: 300 → bold", "text (every part)"]
    #expect(zip(lines.dropFirst(), shown).allSatisfy { $0.contains($1) }, "\(lines)")
    #expect(driver.text().split(separator: "color: red → blue").count == 2)
    #expect(driver.text().contains("◆ a/x") && driver.text().contains(" b/x, part"))
  }

  @Test("after another theme was selected beside a pinned one, a key lists what differs first")
  func comparesFirst() {
    for presses in 0..<5 {
      var driver = BrowserDriver()
      driver.press("3")
      for _ in 0..<presses { driver.press("i") }
      // The arrow keys do what the message says, wherever the keys were.
      driver.press("1", "Space", "Down")
      #expect(driver.browser.themes.selectedTheme?.name == "midnight")
      #expect(driver.browser.tab != .compare)
      driver.press("i")
      #expect(driver.browser.tab == .compare, "\(presses)")
      driver.press("i")
      #expect(driver.browser.tab == .contrast)
      driver.press("Up", "i")
      #expect(driver.browser.tab == .variables)
    }
    var driver = BrowserDriver()
    driver.press("m", "Space", "Down", "i")
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
  }

  @Test("comparing sets the selected part beside itself, and marks it in both themes")
  func comparesParts() {
    let lines = (0..<40).map { "line <b>number\($0)</b> of the text" }
    var driver = BrowserDriver(
      columns: 80, rows: 24,
      files: [
        "themes/a.css": "text { padding: 15px 30px }", "themes/b.css": "b { color: red }",
      ],
      sample: Sample(markup: lines.joined(separator: "\n")))
    driver.press("Space", "Down", "2", "Right")
    for number in 0..<40 {
      let buffer = driver.browser.view().buffer
      for pane in [driver.browser.layout.pinned, driver.browser.layout.preview] {
        let marked = (pane.row..<pane.endRow).map { row in
          Array(buffer.row(row))[pane.column..<pane.endColumn]
            .filter { $0.rendition.underline != .none }.map(\.text).joined()
        }.filter { !$0.isEmpty }
        #expect(marked == ["number\(number)"], "\(driver.text())")
      }
      driver.press("Right", "Right")
    }
  }

  @Test("the tab that compares is seen beside a list of long names, and is the next one")
  func comparesOnSmallScreen() {
    var driver = BrowserDriver(
      columns: 80, rows: 24,
      files: ["themes/a-name-longer-than-the-list-is.css": ".title { color: red }"])
    driver.press("Space")
    #expect(driver.lines()[22].contains("pinned; select another theme, and press i to list"))
    driver.press("i")
    #expect(driver.text().contains("[Compare]"))
    #expect(driver.text().contains("select another theme to compare"))
  }

  @Test("longhands of a shorthand are copied with values of their own")
  func computesLonghands() {
    let sheet =
      ".title { background: #123456; text-decoration: underline wavy; padding: 1px 2px; font: italic 20px x }"
    var driver = BrowserDriver(rows: 50, files: ["themes/a.css": sheet])
    driver.press("Right", "y")
    let values = [
      "text-decoration-line: underline", "text-decoration-style: wavy",
      "text-decoration-color: currentcolor", "padding-top: 1px", "padding-left: 2px",
      "font-weight: 400", "font-style: italic", "font-size: 20px", "background-color: #123456",
      "background-image: none",
    ]
    guard case .copy(let bytes)? = driver.effects.last else {
      Issue.record("nothing was copied")
      return
    }
    let copied = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    for value in values {
      #expect(copied.contains("\(value);"), "\(value)")
    }
  }

  @Test("a log stays the text that it is, and what the patterns of a theme find are its parts")
  func plainText() {
    let sheet = #"@highlight level "ERROR|WARN"; .level { color: red }"#
    var driver = BrowserDriver(
      files: ["themes/a.css": sheet], sample: Sample(markup: "ERROR <sda1> & more\nWARN")
    ) { $0.markupOptions.form = .text }
    driver.press("Right")
    #expect(driver.lines()[2].contains("ERROR <sda1> & more"), "\(driver.text())")
    #expect(driver.lines()[1].contains("part 2/3"), "\(driver.lines()[1])")
    driver.press("t")
    driver.type(" <b>")
    driver.press("Enter", "Right")
    #expect(driver.lines()[3].contains("WARN <b>"))
    #expect(driver.lines()[1].contains("part 3/4 mark.level 'WARN'"), "\(driver.lines()[1])")
  }

  @Test("keys that do not fit are left out whole")
  func wholeKeys() {
    var driver = BrowserDriver(columns: 30, rows: 8)
    #expect(driver.lines()[7] == " ↑↓ theme  / find  ? keys")
    driver.press("m")
    #expect(driver.lines()[7] == " ↑↓ palette  ? keys")
  }

  @Test("a narrow status line has the name of the theme before its main class")
  func namesBeforeClass() {
    let sheet =
      ".hljs { color: black; background: white } .hljs-a, .hljs-b, .hljs-c { color: blue }"
    var driver = BrowserDriver(
      columns: 60, rows: 16, files: ["themes/reasonable.css": sheet], sample: Sample(markup: "Hi"))
    #expect(driver.lines()[14].contains("themes/reasonable.css   shown as .hljs"))
    driver.send(.resize(columns: 30, rows: 8))
    #expect(driver.lines()[6].contains("reasonable.css"), "\(driver.lines()[6])")
  }

  @Test("palette entries have names in the report of contrast")
  func namesEntries() {
    let sheet = ".title { color: black; background: ansi(green) }"
    var driver = BrowserDriver(files: ["themes/a.css": sheet], depth: .ansi16)
    driver.press("Right", "i")
    #expect(driver.text().contains("black on green"), "\(driver.text())")
  }

  @Test("without colours there is no contrast of colours that nobody knows")
  func mono() {
    var driver = BrowserDriver(
      sample: Sample(markup: "Hi <span class=faint>faint</span>"), depth: .mono)
    driver.press("Down", "Right")
    #expect(!driver.text().contains("contrast:") && !driver.text().contains("hard to read"))
    driver.press("i", "i")
    #expect(driver.text().contains("the terminal's colours are unknown"))
  }

  @Test("the source begins at the selected value, and goes to its end")
  func source() {
    let lines = (0..<12_000).map { ".c\($0) { color: red }" }
    var driver = BrowserDriver(
      files: ["themes/long.css": lines.joined(separator: "\n") + "\n.title { color: blue }"])
    driver.press("Right", "4")
    #expect(driver.text().contains("▌12001 ▸ .title { color: blue }"))
    driver.press("g")
    #expect(driver.text().contains("    1   .c0 { color: red }"))
    driver.press("G")
    #expect(driver.text().contains(".title { color: blue }"))
  }
}
