import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput
import Testing
import ThemeBrowser

@Suite("The mouse in the browser")
struct BrowserMouseTests {
  /// Where a text stands on the screen.
  private func place(of text: String, in driver: inout BrowserDriver) throws -> (Int, Int) {
    for (row, line) in driver.lines().enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return (line.distance(from: line.startIndex, to: range.lowerBound), row)
    }
    throw Missing(text: text)
  }

  private struct Missing: Error { var text: String }

  /// Presses the button on a text, and lets it go.
  private func click(_ text: String, in driver: inout BrowserDriver, count: Int = 1) throws {
    let (column, row) = try place(of: text, in: &driver)
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: row, count: count))))
    _ = driver.browser.view()
    driver.send(.input(.mouse(MouseEvent(.release, column: column, row: row))))
    _ = driver.browser.view()
  }

  @Test("selects themes, parts and lines, and gives their panes the keys")
  func selects() throws {
    var driver = BrowserDriver()
    try click("midnight", in: &driver)
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
    #expect(driver.browser.focus == .list)
    try click("Title", in: &driver)
    #expect(driver.browser.run == 1 && driver.browser.mode == .edit)
    try click("color: #cba6f7", in: &driver)
    #expect(driver.browser.focus == .inspector)
    #expect(driver.text().contains("▌  color: #cba6f7"))
  }

  @Test("a double click chooses a theme or changes a value, when the button is let go")
  func pressesTwice() throws {
    var driver = BrowserDriver()
    try click("midnight", in: &driver)
    try click("Title", in: &driver)
    try click("color: #cba6f7", in: &driver, count: 2)
    #expect(driver.lines()[28].contains("color: #cba6f7"))
    driver.press("Escape")
    // In the sample it selects a part, and no more.
    try click("and bold", in: &driver)
    let text = driver.text()
    try click("and bold", in: &driver, count: 2)
    #expect(driver.text() == text)
    driver.press("Escape")
    let (column, row) = try place(of: "midnight", in: &driver)
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: row, count: 2))))
    #expect(!driver.effects.contains(.finish("themes/midnight.json")))
    driver.send(.input(.mouse(MouseEvent(.release, column: column, row: row))))
    #expect(driver.effects.last == .finish("themes/midnight.json"))
  }

  @Test("presses the count at the top, which is an action of the chrome's sheet")
  func pressesButtons() throws {
    var driver = BrowserDriver()
    try click("3 themes", in: &driver)
    #expect(driver.browser.themes.choice == .dark)
    try click("? keys", in: &driver)
    #expect(driver.lines()[0].hasPrefix(" Commands"))
    driver.send(.input(.mouse(MouseEvent(.press, column: 5, row: 29))))
    #expect(driver.lines()[0].contains("cssview"))
  }

  @Test("a button that is left before it is released does nothing")
  func leavesButton() throws {
    var driver = BrowserDriver()
    let (column, row) = try place(of: "3 themes", in: &driver)
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: row))))
    #expect(driver.browser.view().buffer[column, row].rendition.underline == .single)
    driver.send(.input(.mouse(MouseEvent(.release, column: 3, row: 10))))
    #expect(driver.browser.themes.choice == .all)
    #expect(driver.browser.view().buffer[column, row].rendition.underline == .none)
  }

  @Test("presses the keys at the bottom, also those of a text being typed")
  func pressesKeys() throws {
    var driver = BrowserDriver()
    try click("e edit", in: &driver)
    #expect(driver.browser.mode == .edit)
    driver.press("Escape")
    try click("/ find", in: &driver)
    driver.type("night")
    try click("Esc cancel", in: &driver)
    #expect(driver.browser.themes.rows.count == 3)
    driver.press("i")
    try click("q quit", in: &driver)
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("shows tabs and panes, and puts the cursor into a text")
  func tabs() throws {
    var driver = BrowserDriver()
    driver.press("i")
    try click("Contrast", in: &driver)
    #expect(driver.browser.tab == .contrast && driver.browser.focus == .inspector)
    driver.press("Escape", "2")
    try click("Themes", in: &driver)
    #expect(driver.browser.focus == .list)
    driver.press("x")
    try click("dawn.ansi", in: &driver)
    driver.type("my-")
    #expect(driver.text().contains(".txt): my-dawn.ansi"))
    driver.press("Escape")
    driver.send(.resize(columns: 40, rows: 12))
    try click("part 1/4", in: &driver)
    #expect(driver.browser.focus == .preview)
  }

  @Test("scrolls the pane under it with the wheel")
  func wheel() throws {
    var driver = BrowserDriver(
      sample: Sample(markup: (0..<50).map { "line \($0)" }.joined(separator: "\n")))
    _ = driver.browser.view()
    driver.send(.input(.mouse(MouseEvent(.wheelDown, column: 40, row: 5))))
    #expect(driver.lines()[2].contains("line 3"))
    driver.send(.input(.mouse(MouseEvent(.wheelUp, column: 40, row: 5))))
    #expect(driver.lines()[2].contains("line 0"))
    driver.send(.input(.mouse(MouseEvent(.press, column: 500, row: 500))))
    driver.send(.input(.mouse(MouseEvent(.wheelDown, column: 500, row: 500))))
  }

  @Test("does what another sheet of the chrome says, in its words")
  func otherChrome() throws {
    let sheet = SourceText(
      name: "chrome.json",
      text: #"""
        {
          "theme_browser": {"keyPress(q)": "quit:"},
          "theme_browser.count": {"title": "Zahl:", "UIControlEventTouchUpInside": "quit:"},
          "theme_browser.row": {"sign": "-", "selectedSign": "*"}
        }
        """#)
    #expect(Chrome(sheet, environment: Environment()).diagnostics.isEmpty)
    var driver = BrowserDriver { $0.chrome = sheet }
    #expect(driver.lines()[2].contains("*dawn") && driver.lines()[3].contains("-midnight"))
    try click("Zahl: 3 themes", in: &driver)
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("the sign beside a pane can be dragged through all of its lines")
  func dragsThumb() throws {
    let lines = (1...200).map { "line \($0)" }.joined(separator: "<br>")
    var driver = BrowserDriver(
      files: ["themes/a.css": ".title { color: red }"], sample: Sample(markup: lines))
    driver.press("2")
    let pane = driver.browser.layout.preview
    let buffer = driver.browser.view().buffer
    let row = try #require(
      (pane.row..<pane.endRow).first { buffer[pane.endColumn, $0].text == "┃" })
    driver.send(.input(.mouse(MouseEvent(.press, column: pane.endColumn, row: row))))
    driver.send(.input(.mouse(MouseEvent(.drag, column: pane.endColumn, row: pane.endRow - 1))))
    #expect(driver.text().contains("line 200"))
    driver.send(.input(.mouse(MouseEvent(.drag, column: pane.endColumn, row: pane.row))))
    #expect(driver.text().contains("line 1 "))
  }
}
