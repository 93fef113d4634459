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

  @Test(
    "keys make the pane that has them larger and smaller, each to its bounds",
    arguments: [(100, 30), (200, 60), (120, 12), (50, 15)])
  func sizes(columns: Int, rows: Int) {
    for pane in ["1", "2", "3"] {
      var driver = BrowserDriver(columns: columns, rows: rows)
      driver.press(pane)
      let before = driver.text()
      driver.press("+", "+")
      #expect(driver.text() != before)
      driver.press("-", "-")
      #expect(driver.text() == before)
      for _ in 0..<99 { driver.press("+") }
      let largest = driver.text()
      driver.press("+")
      #expect(driver.text() == largest && largest != before)
      // What there was no room for is forgotten: it goes back at once.
      driver.press("-")
      #expect(driver.text() != largest)
    }
    var zoomed = BrowserDriver()
    zoomed.press("z", "+")
    #expect(zoomed.text().contains("there is one pane"))
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
    driver.press("Right", "3", "c", "2")
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
    driver.press("Right", "3", "c", "Ctrl-U")
    driver.type("blue")
    driver.press("Enter")
    #expect(driver.text().contains("cannot write a.css: it is read-only"))
    driver.readOnly = []
    driver.press("Enter")
    #expect(driver.files[path] == ".title { color: blue }")
  }

  @Test("the editor opens a broken sheet where it is broken")
  func editsBroken() {
    var driver = BrowserDriver(files: ["themes/a.json": "{\n  \".x\": {\"color\" \"red\"}\n}"])
    driver.press("e")
    #expect(driver.effects.contains(.edit(path: "themes/a.json", line: 2)))
  }
}
