import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing
import ThemeBrowser

@Suite("Adding to themes and taking from them in the browser")
struct BrowserAddingTests {
  /// A browser over one sheet, with the first line about its first part selected.
  private func driver(
    _ sheet: String, path: String = "themes/a.css",
    sample: String = "<span class=title>Title</span>"
  ) -> BrowserDriver {
    var driver = BrowserDriver(files: [path: sheet], sample: Sample(markup: sample))
    driver.press("3")
    return driver
  }

  @Test(
    "'a' adds a declaration to the rule and leaves every other byte as it was",
    arguments: [
      (".title { color: red }", ".title { color: red; font-weight: bold }"),
      (".title{color:red}", ".title{color:red; font-weight: bold}"),
      (
        ".title {\n  color: red;\n}\n.a { }",
        ".title {\n  color: red;\n  font-weight: bold;\n}\n.a { }"
      ),
      (".title {\r\n\tcolor: red\r\n}", ".title {\r\n\tcolor: red;\r\n\tfont-weight: bold\r\n}"),
      (".title { color: red; /* ; */ }", ".title { color: red; font-weight: bold; /* ; */ }"),
      (
        "@media (min-width: 1ch) { .title { color: red; } }",
        "@media (min-width: 1ch) { .title { color: red; font-weight: bold; } }"
      ),
      (#"{".title": {"color": "red"}}"#, #"{".title": {"color": "red", "font-weight": "bold"}}"#),
      (
        "{\n  \".title\": {\n    \"color\": \"red\"\n  }\n}",
        "{\n  \".title\": {\n    \"color\": \"red\",\n    \"font-weight\": \"bold\"\n  }\n}"
      ),
    ])
  func addsDeclaration(sheet: String, expected: String) {
    let path = sheet.hasPrefix("{") ? "themes/a.json" : "themes/a.css"
    var driver = driver(sheet, path: path)
    driver.press("a")
    driver.type("font-weight: bold")
    #expect(driver.cell(0, 0).rendition.attributes.contains(.bold))
    driver.press("Enter")
    #expect(driver.files[path] == expected)
    #expect(driver.lines()[28].contains("added font-weight in a."))
    #expect(driver.text().contains("▌  font-weight: bold"))
    driver.press("u")
    #expect(driver.files[path] == sheet)
    driver.press("U")
    #expect(driver.files[path] == expected)
    driver.press("U")
    #expect(driver.text().contains("nothing to redo"))
  }

  @Test("'a' below the rules of a part adds to the first, and Enter adds a rule that is missing")
  func addsFromAnyLine() {
    var driver = driver(
      ".title { color: red }", sample: "<b class=title>t</b> <b class=other>o</b>")
    for _ in 0..<40 where !driver.text().contains("▌computed") { driver.press("Down") }
    driver.press("a")
    #expect(driver.text().contains("\n .title {"))
    driver.press("Escape", "Up", "Enter")
    #expect(driver.text().contains("\n .other {"))
  }

  @Test(
    "a class of the sample without a rule is a row, and 'a' adds the rule",
    arguments: [
      (".title { color: red }\n", ".title { color: red }\n\n.warn {\n  color: lime;\n}\n"),
      (".title {}", ".title {}\n\n.warn {\n  color: lime;\n}\n"),
      (
        #"{".title": {"color": "red"}}"#,
        #"{".title": {"color": "red"}, ".warn": { "color": "lime" }}"#
      ),
    ])
  func addsRule(sheet: String, expected: String) {
    let path = sheet.hasPrefix("{") ? "themes/a.json" : "themes/a.css"
    var driver = driver(
      sheet, path: path, sample: "<b class=warn>w</b> <i class=title>t</i> <b class=other>o</b>")
    #expect(driver.text().contains("▌.warn  no rule · a adds one"))
    #expect(driver.text().contains(" .other  no rule · a adds one"))
    driver.press("a")
    #expect(driver.lines()[28].hasPrefix(" .warn {"))
    driver.type("color: lime")
    driver.press("Enter")
    #expect(driver.files[path] == expected)
    #expect(driver.cell(0, 0).rendition.foreground == .rgb(RGB8(0x00FF00)))
    #expect(driver.text().contains("▌  color: lime"))
  }

  @Test("a text without any rule is given one")
  func addsFirstRule() {
    var driver = driver(".a { color: red }", sample: "plain <b>bold</b>")
    driver.press("Right", "a")
    #expect(driver.lines()[28].hasPrefix(" b {"), "\(driver.text())")
    driver.press("Escape", "Left")
    #expect(driver.text().contains("▌no rule applies here"))
    driver.press("a")
    driver.type("color: lime")
    #expect(driver.cell(0, 0).rendition.foreground == .rgb(RGB8(0x00FF00)))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"]?.contains("text {\n  color: lime;\n}") == true)
  }

  @Test("the built-in sample lists the classes that a theme has no rule for")
  func listsBuiltInClasses() {
    var driver = BrowserDriver(
      columns: 200, rows: 60, files: ["themes/a.css": ".ok { color: lime }"], sample: Sample())
    driver.press("3")
    #expect(driver.text().contains(" .warn  no rule · a adds one"))
    #expect(!driver.text().contains(" .ok  no rule"))
  }

  @Test("what is no declaration is not added, and a message says why")
  func refuses() {
    for (text, reason) in [
      ("", "type a property and its value"), ("colour: red", "no property is named 'colour'"),
      ("color", "missing value"), ("color: red; x: y", "';' is not allowed in a value"),
      ("color: blurg", "press Enter to write it"),
    ] {
      var driver = driver(".title { color: red }")
      driver.press("a")
      driver.type(text)
      driver.press("Enter")
      #expect(driver.text().contains(reason), "\(text)")
      #expect(driver.files["themes/a.css"] == ".title { color: red }")
    }
  }

  @Test("Tab completes properties, keywords, colours and custom properties")
  func completes() {
    var driver = driver(":root { --accent: red } .title { color: var(--accent) }")
    driver.press("a")
    driver.type("font-we")
    driver.press("Tab")
    #expect(driver.lines()[28].contains("{ font-weight:"))
    driver.type("bo")
    driver.press("Tab")
    #expect(driver.lines()[28].contains("{ font-weight: bold"))
    #expect(driver.text().contains("bold  bolder"))
    driver.press("Ctrl-U")
    driver.type("background-color: --a")
    driver.press("Tab")
    #expect(driver.lines()[28].contains("{ background-color: var(--accent)"))
    driver.press("Ctrl-U")
    driver.type("color: rebecca")
    driver.press("Tab")
    #expect(driver.lines()[28].contains("{ color: rebeccapurple"))
    driver.press("Ctrl-U")
    driver.type("zz")
    driver.press("Tab")
    #expect(driver.text().contains("nothing begins with 'zz'"))
  }

  @Test(
    "'d' puts a declaration into a comment and takes it out again",
    arguments: [
      (".title { color: red }", ".title { /* color: red */ }"),
      (".title { color: red; opacity: 1 }", ".title { /* color: red; */ opacity: 1 }"),
      (".title { opacity: 1; color: red }", ".title { opacity: 1; /* color: red */ }"),
      (#"{".title": {"color": "red"}}"#, #"{".title": {/* "color": "red" */}}"#),
      (
        #"{".title": {"color": "red", "opacity": 1}}"#,
        #"{".title": {/* "color": "red", */ "opacity": 1}}"#
      ),
      (
        #"{".title": {"opacity": 1, "color": "red"}}"#,
        #"{".title": {"opacity": 1, /* "color": "red" */}}"#
      ),
    ])
  func turnsOff(sheet: String, expected: String) {
    let path = sheet.hasPrefix("{") ? "themes/a.json" : "themes/a.css"
    var driver = driver(sheet, path: path)
    while !driver.text().contains("▌  color: red"), driver.steps < 9 {
      driver.press("Down")
      driver.steps += 1
    }
    driver.press("d")
    #expect(driver.files[path] == expected)
    #expect(driver.cell(0, 0).rendition.foreground == .standard)
    #expect(driver.text().contains("▌○ color: red"))
    #expect(driver.lines()[28].contains("turned off color in a."))
    driver.press("c")
    #expect(driver.text().contains("color is off; d turns it on"))
    driver.press("d")
    #expect(driver.files[path] == sheet)
    #expect(driver.lines()[28].contains("turned on color in a."))
    driver.press("u", "u")
    #expect(driver.files[path] == sheet)
  }

  @Test("what a comment has is turned on with the separators that it needs")
  func turnsOn() {
    for (sheet, expected) in [
      (".title { opacity: 1 /* color: red */ }", ".title { opacity: 1 ; color: red }"),
      (".title { /*color: red*/ opacity: 1 }", ".title { color: red; opacity: 1 }"),
    ] {
      var driver = driver(sheet)
      while !driver.text().contains("▌○ color: red"), driver.steps < 9 {
        driver.press("Down")
        driver.steps += 1
      }
      driver.press("d")
      #expect(driver.files["themes/a.css"] == expected)
    }
  }

  @Test("comments that are no declaration are left alone, and so are values with comments")
  func leavesComments() {
    var driver = driver(".title { /* note: this */ /* red */ color: /* x */ red }")
    #expect(!driver.text().contains("○"))
    driver.press("d")
    #expect(driver.text().contains("this declaration cannot be turned off here"))
  }

  // MARK: Own copies

  private static let night = ["themes/night.css": ".title { color: red }"]

  @Test("the first change of a bundled theme asks for a name, and undoing it removes the file")
  func copies() {
    var driver = BrowserDriver.bundled(Self.night)
    driver.press("3", "c")
    #expect(driver.lines()[29].contains("Enter save in a copy  Esc cancel"))
    driver.press("Ctrl-U")
    driver.type("lime")
    #expect(driver.cell(0, 0).rendition.foreground == .rgb(RGB8(0x00FF00)))
    driver.press("Enter")
    #expect(driver.lines()[28].hasPrefix(" name of your copy of night: night-mine"))
    #expect(driver.files.count == 1)
    driver.press("Escape")
    #expect(driver.lines()[28].hasPrefix(" color: lime"))
    driver.press("Enter", "Ctrl-U")
    driver.type("night")
    driver.press("Enter")
    #expect(driver.text().contains("night is a bundled theme, which your copy would hide"))
    driver.type("-owl")
    driver.press("Enter")
    let path = "/me/night-owl.css"
    let made = "@import \"night\";\n\n.title {\n  color: lime;\n}\n"
    #expect(driver.files[path] == made)
    #expect(driver.browser.themes.selectedTheme?.path == path)
    #expect(driver.lines()[28].contains("saved color in /me/night-owl.css:4"))
    #expect(driver.lines()[28].hasSuffix("undo 1"))
    #expect(driver.text().contains("▌  color: lime"))
    driver.change(to: "blue")
    #expect(driver.files[path] == made.replacing("lime", with: "blue"))
    driver.press("Space")
    #expect(driver.text().contains("color: red → blue"))
    driver.press("Space")
    driver.press("u", "u")
    #expect(driver.files == Self.night)
    #expect(driver.lines()[28].contains("undid color; removed /me/night-owl.css"))
    #expect(driver.browser.themes.selectedTheme?.path == "themes/night.css")
    driver.press("U")
    #expect(driver.files[path] == made)
    #expect(driver.browser.themes.selectedTheme?.path == path)
  }

  @Test("a second change of a bundled value is a declaration of the copy")
  func changesImportedValues() {
    var driver = BrowserDriver.bundled(
      ["themes/night.json": #"{".title": {"color": "red", "opacity": "0.9"}}"#])
    driver.press("3")
    driver.change(to: "lime")
    driver.press("Enter")
    while !driver.text().contains("▌  opacity"), driver.steps < 9 {
      driver.press("Down")
      driver.steps += 1
    }
    driver.change(to: "0.5")
    #expect(
      driver.files["/me/night-mine.css"]
        == "@import \"night\";\n\n.title {\n  color: lime;\n  opacity: 0.5;\n}\n")
  }

  @Test("a custom property with another value for light is changed for one background")
  func keepsOtherBackground() {
    let sheet = """
      :root { --a: red } @media (prefers-color-scheme: light) { :root { --a: blue } }
      .title { color: var(--a) }
      """
    var driver = BrowserDriver.bundled(["themes/night.css": sheet])
    driver.press("3", "c", "Enter", "Ctrl-U")
    driver.type("lime")
    driver.press("Enter", "Enter")
    #expect(
      driver.files["/me/night-mine.css"]
        == """
        @import "night";

        @media (prefers-color-scheme: dark) {
          :root {
            --a: lime;
          }
        }

        """)
  }

  @Test("'w' makes a theme that imports the selected one, beside one that is no bundled one")
  func copiesOnRequest() {
    var driver = BrowserDriver.bundled(Self.night)
    driver.press("w", "Enter")
    #expect(driver.files["/me/night-mine.css"] == "@import \"night\";\n")
    #expect(driver.lines()[28].hasPrefix(" saved a copy in /me/night-mine.css:1"))
    var own = self.driver(".title { color: red }")
    own.press("w")
    own.press("Enter")
    #expect(own.files["themes/a-mine.css"] == "@import \"a.css\";\n")
    own.press("w")
    #expect(own.lines()[28].contains("a-mine-mine"))
  }

  @Test("a name that is taken is asked for again, and nothing is written over")
  func keepsFiles() {
    var driver = BrowserDriver.bundled(Self.night)
    driver.files["/me/night-mine.css"] = "mine"
    driver.press("w", "Enter")
    #expect(driver.files["/me/night-mine.css"] == "mine")
    #expect(driver.text().contains("night-mine.css exists; nothing was written"))
    driver.type("-2")
    driver.press("Enter")
    #expect(driver.files["/me/night-mine-2.css"] == "@import \"night\";\n")
  }

  @Test("'e' on a bundled theme asks for a name, and opens the copy")
  func editsCopy() {
    var driver = BrowserDriver.bundled(Self.night)
    driver.press("3", "e", "Enter")
    #expect(driver.effects.last == .edit(path: "/me/night-mine.css", line: 1))
  }

  @Test("'d' on a bundled declaration unsets it in a copy")
  func unsetsInCopy() {
    var driver = BrowserDriver.bundled(Self.night)
    driver.press("3", "d", "Enter")
    #expect(
      driver.files["/me/night-mine.css"]
        == "@import \"night\";\n\n.title {\n  color: unset;\n}\n")
    #expect(driver.cell(0, 0).rendition.foreground == .standard)
  }

  @Test("a theme that cannot be changed says so where there is no place for a copy")
  func hasNoPlace() {
    var driver = BrowserDriver(
      files: Self.night, sample: Sample(markup: "<span class=title>Title</span>")
    ) { $0.bundledPrefix = "themes/" }
    for key in ["c", "w", "e"] {
      driver.press("3", key)
      #expect(driver.text().contains("night is bundled and cannot be changed"), "\(key)")
    }
  }

  // MARK: Snapshots

  @Test("Space shows the theme as it was saved beside what it is now, and the edits")
  func comparesWithSaved() {
    var driver = driver(".title { color: red }")
    driver.change(to: "lime")
    driver.press("Space")
    let pinned = driver.browser.layout.pinned
    let cell = driver.browser.view().buffer[pinned.column, pinned.row]
    #expect(cell.rendition.foreground == .rgb(RGB8(0xFF0000)))
    #expect(driver.cell(0, 0).rendition.foreground == .rgb(RGB8(0x00FF00)))
    #expect(driver.text().contains("as saved → as now"))
    #expect(driver.text().contains("color: red → lime"))
    driver.press("u")
    #expect(driver.text().contains("no differences"))
    driver.press("Space")
    #expect(driver.browser.layout.pinned.isEmpty)
  }

  // MARK: Dark and light, equal pairs

  @Test("a variable that has another value on the other background is listed with both")
  func listsBothBackgrounds() {
    var driver = driver(
      """
      :root { --a: red; --b: lime } .title { color: var(--a) }
      @media (prefers-color-scheme: light) { :root { --a: blue } }
      """)
    driver.send(.resize(columns: 160, rows: 40))
    driver.press("i", "i")
    let lines = driver.lines()
    #expect(lines.contains { $0.contains(/dark +light +│/) }, "\(driver.text())")
    #expect(lines.contains { $0.contains(/▌  --a  red +blue +.* used once   :root/) })
    #expect(lines.contains { $0.contains(/--b  lime +lime +.* not used/) })
    #expect(lines.contains { $0.contains(/× --a: blue +its @media does not match/) })
    driver.save(
      "themes/a.css", ":root { --b: lime } @media (color-depth: 8) { :root { --b: red } }")
    #expect(driver.text().contains("--b: lime") && driver.text().contains("× --b: red"))
  }

  @Test("parts of the same two colours that are hard to read are one line")
  func groupsPairs() {
    var driver = driver(
      "text { background: #000 } .a, .b { color: #222 } .c { color: #333 }",
      sample: "<i class=a>a</i> <i class=b>b</i> <i class=c>c</i>")
    driver.press("i")
    let lines = driver.lines().drop { !$0.contains("hard to read") }.dropFirst()
    #expect(lines.contains { $0.contains(" i.a  i.b ") })
    #expect(lines.contains { $0.contains(" i.c ") })
  }
}
