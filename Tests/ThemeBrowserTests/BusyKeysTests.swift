import CellLayout
import Diagnostics
import StyleValues
import Testing
import ThemeBrowser

@Suite("While the browser works")
struct BusyKeysTests {
  private func event(_ name: String) throws -> InputEvent {
    .key(try #require(KeyPress(named: name)))
  }

  /// Takes keys by name, and says whether the last one leaves; none before it may.
  private func leaves(_ names: [String], _ keys: inout BusyKeys) throws -> Bool {
    var hasLeft = false
    for name in names {
      #expect(!hasLeft)
      hasLeft = keys.leaves(try event(name))
    }
    return hasLeft
  }

  @Test(
    "the key to leave does so at once, unless a key before it makes another thing of it",
    arguments: [
      ([], true), (["Down", "Right", "PageDown"], true), (["Tab", "3", "i", "z"], true),
      (["p", "b", "f", "n"], true), (["v"], false), (["Escape"], true), (["r"], true),
      (["ä"], true),
      (["c"], false), (["/"], false), (["t"], false), (["?"], false), (["x"], false),
      (["Down", "u"], false), (["e", "Down"], false), (["Enter"], false),
    ])
  func keysBefore(names: [String], leaves: Bool) throws {
    var keys = BrowserDriver().browser.busyKeys()
    let hasLeft = try self.leaves(names + ["q"], &keys)
    #expect(hasLeft == leaves)
    #expect(keys.areKnown == leaves)
  }

  @Test("what waits beside keys does not keep it from leaving")
  func others() throws {
    var keys = BrowserDriver().browser.busyKeys()
    let others: [InputEvent] = [.mouse(MouseEvent(.press, column: 3, row: 3)), .paste("q")]
    let haveLeft = others.map { keys.leaves($0) }
    #expect(haveLeft == [false, false])
    let hasLeft = try leaves(["q"], &keys)
    #expect(hasLeft)
  }

  @Test(
    "on a key that opens a field, or in one, every key waits",
    arguments: [("/", "x"), ("t", "x"), ("?", "/"), ("x", "y")])
  func fields(opening: String, typed: String) throws {
    var driver = BrowserDriver()
    let (press, other) = (try event(opening), try event("Down"))
    #expect(!driver.browser.busyKeys(on: .input(press)).areKnown)
    #expect(driver.browser.busyKeys(on: .input(other)).areKnown)
    driver.press(opening, typed)
    var keys = driver.browser.busyKeys()
    let hasLeft = try leaves(["q"], &keys)
    #expect(!keys.areKnown && !hasLeft)
    driver.press("Escape", "Escape")
    #expect(driver.browser.busyKeys().areKnown)
  }

  @Test("a key that is bound to leaving in one pane only waits for its turn")
  func boundInOnePane() throws {
    let chrome = #"""
      {"theme_browser": {"keyPress(w)": "quit:"}, "theme_browser.list": {"keyPress(d)": "quit:"}}
      """#
    let driver = BrowserDriver { $0.chrome = .init(name: "chrome.json", text: chrome) }
    let haveLeft = try ["d", "q", "w"].map { name in
      var keys = driver.browser.busyKeys()
      return try leaves([name], &keys)
    }
    #expect(haveLeft == [false, false, true])
  }

  @Test("the key to leave needs no layout")
  func noLayout() throws {
    var driver = BrowserDriver()
    let effects = driver.browser.take(.input(try event("q")))
    #expect(effects == [.finish(nil)])
  }

  @Test(
    "the last frame says so, and how to leave", arguments: [(100, 30), (40, 12), (20, 2), (5, 1)])
  func late(columns: Int, rows: Int) {
    func last(_ frame: ShownFrame, of browser: Browser) -> String {
      let late = frame.late(browser.busyKeys())
      #expect((late.columns, late.rows) == (columns, rows))
      return late.row(rows - 1).map(\.text).joined()
    }
    var driver = BrowserDriver(columns: columns, rows: rows)
    let hasRoom = columns >= 30
    for shown in [driver.browser.blank, driver.browser.draw()] {
      #expect(last(shown, of: driver.browser).hasPrefix(" still working; q leaves") == hasRoom)
    }
    let shown = driver.browser.draw()
    driver.press("t")
    #expect(last(shown, of: driver.browser).hasPrefix(" still working; Ctrl-C leaves") == hasRoom)
  }
}

@Suite("What went wrong")
struct UrgentMessageTests {
  /// A browser in whose field a new colour was typed.
  private func typing() -> BrowserDriver {
    var driver = BrowserDriver()
    driver.press("Right", "3", "c", "Ctrl-U")
    driver.type("tomato")
    return driver
  }

  @Test(
    "with a file that cannot be written is said until it is seen, and the value is kept",
    arguments: ["read-only", "gone", "changed"])
  func write(how: String) throws {
    var driver = typing()
    let path = try #require(driver.browser.themes.selectedTheme?.path)
    let name = path.split(separator: "/").last ?? ""
    let words: String
    switch how {
    case "read-only":
      driver.readOnly = [path]
      words = "cannot write \(name): it is read-only"
    case "gone":
      driver.files[path] = nil
      words = "\(name) was changed by another program"
    default:
      driver.files[path]?.append(" ")
      words = "\(name) was changed by another program"
    }
    let before = driver.files[path]
    // Keys that were typed ahead, and what the watch notices then, come before the next frame.
    driver.press("Enter", "Left", "Right")
    driver.send(.changed([path]))
    #expect(driver.text().contains(words))
    #expect(driver.text().contains("tomato"))
    driver.send(.changed([path]))
    #expect(driver.text().contains(words))
    driver.press("End")
    #expect(!driver.text().contains(words))
    #expect(driver.text().contains("tomato"))
    #expect(driver.files[path] == before)
  }

  @Test("with an editor is said until it is seen, before what other keys say")
  func note() {
    var driver = BrowserDriver()
    driver.send(.note("'vi' was ended by signal 9"))
    driver.press("u", "Down", "Up")
    #expect(driver.text().contains("'vi' was ended by signal 9; nothing to undo"))
    driver.press("u")
    #expect(!driver.text().contains("signal 9"))
    #expect(driver.text().contains("nothing to undo"))
  }

  @Test(
    "with a paste that is too long is said, in each field, and the field takes keys",
    arguments: ["/", "t", "x", "c"], [5_000, 70_000, InputDecoder.pasteLimit])
  func paste(field: String, count: Int) {
    var driver = BrowserDriver()
    driver.press("Right", field, "Ctrl-U")
    driver.send(.input(.paste(String(repeating: "a", count: count))))
    let isWhole = field == "t" && count < 1 << 16
    #expect(driver.text().contains("the end of it is missing") == !isWhole)
    driver.press("Ctrl-U", "z")
    #expect(!driver.text().contains("the end of it is missing"))
  }

  @Test("with a paste whose end was not kept is said although the field takes the rest")
  func cutPaste() {
    var driver = BrowserDriver()
    driver.press("t")
    driver.send(.input(.paste("a", isCut: true)))
    #expect(driver.text().contains("the end of it is missing"))
  }
}

@Suite("A field that is full")
struct FullFieldTests {
  @Test(
    "takes no more bytes than its limit, whatever they are",
    arguments: ["a", "漢", "e\u{301}", "\u{301}"])
  func limit(text: String) {
    for takesLines in [true, false] {
      var field = TextField("value", takesLines: takesLines)
      let limit = takesLines ? 1 << 16 : 5 + 1 << 12
      var areWhole = [field.insert("x"), field.insert(String(repeating: text, count: 1 << 17))]
      let size = field.text.utf8.count
      #expect(size <= limit && size > limit - text.utf8.count)
      areWhole.append(field.insert("漢漢漢"))
      // What is taken away can be put in again.
      for _ in 0..<4 { _ = field.handle(KeyPress(.backspace)) }
      let smaller = field.text.utf8.count
      #expect(smaller < size)
      areWhole.append(field.insert(String(repeating: "b", count: size - smaller)))
      areWhole.append(field.insert("漢漢漢"))
      #expect(areWhole == [true, false, false, true, false])
    }
  }

  @Test("keeps a text that is longer from the start")
  func longer() {
    let text = String(repeating: "a", count: 100_000)
    var field = TextField(text, takesLines: true)
    let isWhole = field.insert("b")
    #expect(!isWhole && field.text == text)
  }
}
