import Diagnostics
import StyleValues
import Styling
import TestSupport
import Testing
import ThemeBrowser

@Suite("Changing values in the browser")
struct BrowserEditingTests {
  /// A browser over one sheet with its first declaration of `.title` selected.
  private func driver(_ sheet: String, path: String = "themes/a.json") -> BrowserDriver {
    var driver = BrowserDriver(files: [path: sheet])
    driver.press("Right", "3")
    return driver
  }

  @Test(
    "leaves every other byte as it was",
    arguments: [
      // Carriage returns, tabs, a byte order mark, comments, a duplicate key.
      ("{\r\n\t\".title\": {\"color\": \"red\"}\r\n}", "themes/a.json", "red"),
      ("\u{FEFF}{\".title\": {\"color\": \"red\"}}", "themes/a.json", "red"),
      ("// é\n{ /* ü */ \".title\": {\"color\" : \"red\" , }, }", "themes/a.json", "red"),
      (#"{".title": {"color": "blue", "color": "red"}}"#, "themes/a.json", "red"),
      (#"{".title": {"COLOR": 1, "color": "red"}}"#, "themes/a.json", "red"),
      ("/* é\t*/ .title {\r\n\tcolor :red;; }\u{0C}", "themes/a.css", "red"),
      ("\u{FEFF}.title{color:red}", "themes/a.css", "red"),
      (".title{color:/**/red/**/!important}", "themes/a.css", "red"),
    ])
  func keepsOtherBytes(sheet: String, path: String, old: String) throws {
    var driver = driver(sheet, path: path)
    driver.press("c", "Ctrl-U")
    driver.type("#00ff00")
    driver.press("Enter")
    var expected = sheet
    expected.replaceSubrange(try #require(sheet.ranges(of: old).last), with: "#00ff00")
    #expect(driver.files[path] == expected)
    driver.press("u")
    #expect(driver.files[path] == sheet)
  }

  @Test("escapes what a JSON string cannot hold, and shows what its escapes mean")
  func escapes() {
    var driver = driver(#"{".title": {"color": "\u0072ed"}}"#)
    driver.press("c")
    #expect(driver.lines()[28] == " color: red")
    driver.type(#" "\"#)
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "red \"\\"}}"#)
  }

  @Test("quotes a word in the place of a JSON number")
  func numbers() {
    var driver = driver(#"{".title": {"opacity": 0.5}}"#)
    driver.press("c", "Ctrl-U")
    driver.type("0.75")
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"opacity": 0.75}}"#)
    driver.press("c", "Ctrl-U")
    driver.type("50%")
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"opacity": "50%"}}"#)
  }

  @Test(
    "does not write what would change the rest of the sheet",
    arguments: ["", "  ", "red; }", "rgb(1, 2", "red)", "\"x", "/* x", "a { b"])
  func refuses(value: String) {
    let sheet = ".title { color: red }"
    var driver = driver(sheet, path: "themes/a.css")
    driver.press("c", "Ctrl-U")
    driver.type(value)
    driver.press("Enter")
    #expect(driver.files["themes/a.css"] == sheet)
    // What was typed is still there.
    #expect(driver.lines()[28].contains("color:"))
    #expect(driver.lines()[28].contains(value.prefix { $0 != " " }))
    driver.press("Escape", "q")
    #expect(driver.effects.last == .finish(nil))
  }

  @Test("takes one change back after the other")
  func undoes() {
    let sheet = #"{".title": {"color": "red"}}"#
    var driver = driver(sheet)
    for color in ["lime", "blue"] {
      driver.press("c", "Ctrl-U")
      driver.type(color)
      driver.press("Enter")
    }
    driver.press("u")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "lime"}}"#)
    driver.press("u")
    #expect(driver.files["themes/a.json"] == sheet)
    driver.press("u")
    #expect(driver.text().contains("nothing to take back"))
    driver.press("t")
    driver.type("!")
    driver.press("Enter", "u")
    #expect(!driver.text().contains("!"))
  }

  @Test("does not take back what something else has changed since")
  func undoesNothingForeign() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.press("c")
    driver.type("dish")
    driver.press("Enter")
    driver.files["themes/a.json"] = "{}"
    driver.press("u")
    #expect(driver.files["themes/a.json"] == "{}")
    #expect(driver.text().contains("was changed by something else"))
  }

  @Test("follows a value that a save has moved while it was changed")
  func followsValue() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.press("c", "Ctrl-U")
    driver.type("lime")
    driver.save("themes/a.json", #"{"text": {"color": "gray"}, ".title": {"color": "red"}}"#)
    driver.press("Enter")
    #expect(
      driver.files["themes/a.json"]
        == #"{"text": {"color": "gray"}, ".title": {"color": "lime"}}"#)
  }

  @Test("writes nothing over a file that was changed unnoticed, and keeps what was typed")
  func conflicts() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.press("c", "Ctrl-U")
    driver.type("lime")
    driver.files["themes/a.json"] = #"{".title": {"color": "navy"}}"#
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "navy"}}"#)
    #expect(driver.lines()[29].contains("was changed by something else"))
    #expect(driver.lines()[28].contains("color: lime"))
    // Once the browser has seen the other change, the value goes over it.
    driver.send(.changed(["themes/a.json"]))
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "lime"}}"#)
  }

  @Test("says why a file cannot be written, and keeps what was typed")
  func readOnly() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.readOnly = ["themes/a.json"]
    driver.press("c", "Ctrl-U")
    driver.type("lime")
    driver.press("Enter")
    #expect(driver.text().contains("it is read-only"))
    #expect(driver.lines()[28].contains("color: lime"))
  }

  @Test("asks before an export goes over a file")
  func exportsCarefully() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.files["a.ansi"] = "precious"
    driver.press("x", "Enter")
    #expect(driver.files["a.ansi"] == "precious")
    #expect(driver.text().contains("Enter replaces it"))
    driver.press("Enter")
    #expect(driver.files["a.ansi"] != "precious")
  }
}
