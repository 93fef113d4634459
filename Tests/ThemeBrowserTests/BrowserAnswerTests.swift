import StyleValues
import TestSupport
import Testing
import ThemeBrowser

/// Keys that cannot do what they are for: the status line says why, and nothing else happens.
@Suite("What the browser answers")
struct BrowserAnswerTests {
  private static let plain = [
    "themes/a.json": #"{".y": {"color": "blue"}}"#, "themes/b.json": #"{".x": {"color": "red"}}"#,
  ]

  @Test("Enter and Esc end nothing while a theme is edited, or seen in another way")
  func endsNothing() {
    var driver = BrowserDriver()
    func ended(_ driver: BrowserDriver) -> Bool {
      driver.effects.contains { if case .finish = $0 { true } else { false } }
    }
    driver.press("Down", "Right", "e")
    for tab in 0..<4 {
      driver.press("Enter", "Escape")
      if driver.browser.focus == .list { driver.press("e") }
      driver.press("2", "Enter", "3")
      for _ in 0..<tab { driver.press("i") }
    }
    #expect(!ended(driver))
    driver.press("1")
    for (row, chip) in ["256 colours ×", "protan eyes ×", "white ×"].enumerated() {
      driver.choose(row: row)
      #expect(driver.lines()[0].contains(chip), "\(driver.lines()[0])")
      driver.press("Escape")
      #expect(!driver.lines()[0].contains("×") && !ended(driver))
    }
    driver.press("Escape")
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("Esc goes back to the list before it quits", arguments: ["2", "3", "4"])
  func escape(pane: String) {
    var driver = BrowserDriver()
    driver.press(pane)
    #expect(driver.browser.focus != .list)
    driver.press("Escape")
    #expect(driver.browser.focus == .list && driver.effects.last != .finish(nil))
    driver.press("Escape")
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("'i' shows the inspector where there is none, with what differs if a theme is pinned")
  func hiddenInspector() {
    var driver = BrowserDriver(columns: 50, rows: 15)
    driver.press("Space", "Down", "i")
    #expect(driver.browser.focus == .inspector && driver.browser.tab == .compare)
    #expect(driver.text().contains(" → "))
    driver.press("Escape", "Escape", "i")
    #expect(driver.browser.tab == .styles)
  }

  @Test(
    "a key that cannot do anything says why",
    arguments: [
      ("nothing to swap with", ["s"], "no theme is pinned"),
      (
        "what is pinned is filtered out", ["Space", "/", "b", "Enter", "s"],
        "the pinned theme is not listed"
      ),
      ("no rule for the text", ["y"], "nothing to copy: no declaration applies to this text"),
      ("no value is selected", ["c"], "select a declaration in the inspector first"),
      ("nothing was changed", ["u"], "nothing to undo"),
      ("no theme is broken", ["n"], "no theme has a problem"),
    ])
  func answers(what: String, keys: [String], message: String) {
    var driver = BrowserDriver(files: Self.plain, sample: Sample(markup: "plain text"))
    for key in keys { driver.press(key) }
    #expect(driver.text().contains(message), "\(what)")
    #expect(driver.effects.allSatisfy { if case .watch = $0 { true } else { false } }, "\(what)")
  }

  @Test("'c' on a part without a rule leaves the rules of hidden elements alone")
  func hiddenRule() {
    let css = ".h { display: none }"
    var driver = BrowserDriver(
      files: ["themes/a.css": css], sample: Sample(markup: "plain <b class=h>no</b>"))
    driver.press("c")
    #expect(driver.text().contains("select a declaration in the inspector first"))
  }

  @Test("the pinned theme and the selected one change places, and back")
  func swaps() {
    var driver = BrowserDriver()
    driver.press("Space", "Down", "s")
    #expect(driver.browser.themes.selectedTheme?.path == "themes/dawn.json")
    driver.press("s")
    #expect(driver.browser.themes.selectedTheme?.path == "themes/midnight.json")
  }

  @Test("a value that is being changed is found again in a file that something else has changed")
  func follows() {
    let path = "themes/a.css"
    var driver = BrowserDriver(files: [path: ".title { color: red }"])
    driver.press("Right", "3", "c", "Ctrl-U")
    driver.type("blue")
    driver.save(path, "/* new */\n\n.title { font-weight: bold; color: red }")
    driver.press("Enter")
    #expect(driver.files[path] == "/* new */\n\n.title { font-weight: bold; color: blue }")

    driver.press("c", "Ctrl-U")
    driver.type("teal")
    driver.save(path, ".title { font-weight: bold }")
    #expect(driver.text().contains("color is no longer there"))
    driver.press("Enter")
    #expect(driver.files[path] == ".title { font-weight: bold }")
    #expect(driver.text().contains("teal"))
  }

  @Test("a variable that is being changed is found again, too")
  func followsVariable() {
    let path = "themes/a.css"
    var driver = BrowserDriver(files: [path: ":root { --x: red } .title { color: var(--x) }"])
    driver.press("Right", "3", "c", "1")
    driver.save(path, "\n:root { --x: red }\n.title { color: var(--x) }")
    driver.press("Ctrl-U")
    driver.type("blue")
    driver.press("Enter")
    #expect(driver.files[path] == "\n:root { --x: blue }\n.title { color: var(--x) }")
  }

  @Test("what was typed is not lost where a file cannot be written")
  func unwritable() {
    let path = "themes/a.css"
    var driver = BrowserDriver(files: [path: ".title { color: red }"])
    driver.readOnly = [path]
    driver.press("Right", "3")
    driver.change(to: "blue")
    #expect(driver.text().contains("cannot write a.css: it is read-only"))
    driver.readOnly = []
    driver.press("Enter")
    #expect(driver.files[path] == ".title { color: blue }")
  }

  @Test("the editor opens a broken sheet where it is broken")
  func editsBroken() {
    var driver = BrowserDriver(files: ["themes/a.json": "{\n  \".x\": {\"color\" \"red\"}\n}"])
    driver.press("e", "e")
    #expect(driver.effects.contains(.edit(path: "themes/a.json", line: 2)))
  }

  @Test(
    "a question, its answers and a long message are readable at any size",
    arguments: [(120, 36), (80, 24), (120, 12), (50, 15), (30, 8), (22, 6)])
  func wraps(columns: Int, rows: Int) {
    func shows(_ text: String, _ driver: inout BrowserDriver) -> Bool {
      let blanks: Set<Character> = [" ", "\n"]
      return driver.text().filter { !blanks.contains($0) }.contains(text.filter { $0 != " " })
    }
    var bundled = BrowserDriver(columns: columns, rows: rows, files: Self.plain) {
      $0.bundledPrefix = "themes/"
      $0.userThemes = "/me/.config/cssview/themes"
      $0.home = "/me"
    }
    bundled.press("3", "e")
    #expect(shows("a-mine", &bundled) && shows("Enter save", &bundled))
    bundled.press("Escape")
    #expect(!shows("Esc cancel", &bundled))

    let path = "themes/a.css"
    let sheet = ":root { --x: red; --y: var(--x) } .title { color: var(--y) }"
    var driver = BrowserDriver(columns: columns, rows: rows, files: [path: sheet])
    driver.press("Right", "3", "c")
    for answer in [
      "color: var(--y) · change what?", "Enter --y (used once)", "2 --x (used once)",
      "3 this declaration", "Esc cancel",
    ] where columns >= 30 {
      #expect(shows(answer, &driver))
    }
    driver.press("3", "Ctrl-U")
    driver.type("rde")
    driver.press("Enter")
    #expect(shows("press Enter to write it: 'color': expected a colour, found 'rde'", &driver))
    #expect(shows("color: rde", &driver) && shows("Enter save", &driver))
    driver.press("Escape", "2")
    let before = driver.text()
    let message = "the editor ended with status 1; nothing of the text was changed"
    driver.send(.note(message))
    #expect(shows(message, &driver))
    driver.press("2")
    #expect(driver.text() == before)
  }
}
