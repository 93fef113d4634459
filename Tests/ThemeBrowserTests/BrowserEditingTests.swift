import CellLayout
import Diagnostics
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
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
    driver.change(to: "#00ff00")
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
    #expect(driver.lines()[28].hasPrefix(" color: red "))
    driver.type(#" "\"#)
    driver.press("Enter", "Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "red \"\\"}}"#)
  }

  @Test("quotes a word in the place of a JSON number")
  func numbers() {
    var driver = driver(#"{".title": {"opacity": 0.5}}"#)
    driver.change(to: "0.75")
    #expect(driver.files["themes/a.json"] == #"{".title": {"opacity": 0.75}}"#)
    driver.change(to: "50%")
    #expect(driver.files["themes/a.json"] == #"{".title": {"opacity": "50%"}}"#)
  }

  @Test(
    "tells why a value is not written",
    arguments: [
      ("", "missing value"), ("red; x: y", "';' is not allowed in a value"),
      ("red]", "unmatched closing bracket"), ("[red", "incomplete value"),
      ("[red]]", "unmatched closing bracket"), ("rgb(1 2 3]", "unmatched closing bracket"),
      ("url(a b\"c)", "string is not closed"), ("red\\", "incomplete value"),
    ])
  func objections(value: String, reason: String) {
    let sheet = ".title { color: red }"
    var driver = driver(sheet, path: "themes/a.css")
    driver.change(to: value)
    #expect(driver.text().contains(reason))
    #expect(driver.files["themes/a.css"] == sheet)
  }

  @Test(
    "does not write what would change the rest of the sheet",
    arguments: ["", "  ", "red; }", "rgb(1, 2", "red)", "\"x", "/* x", "a { b"])
  func refuses(value: String) {
    let sheet = ".title { color: red }"
    var driver = driver(sheet, path: "themes/a.css")
    driver.change(to: value)
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
      driver.change(to: color)
    }
    driver.press("u")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "lime"}}"#)
    driver.press("u")
    #expect(driver.files["themes/a.json"] == sheet)
    driver.press("u")
    #expect(driver.text().contains("nothing to undo"))
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
    driver.press("Enter", "Enter")
    driver.files["themes/a.json"] = "{}"
    driver.press("u")
    #expect(driver.files["themes/a.json"] == "{}")
    #expect(driver.text().contains("was changed by another program"))
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

  @Test("says that nothing was written until the value is written")
  func unnoticedChange() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.press("c", "Ctrl-U")
    driver.type("lime")
    driver.files["themes/a.json"] = #"{"text": {"color": "gray"}, ".title": {"color": "red"}}"#
    driver.press("Enter")
    driver.send(.changed(["themes/a.json"]))
    #expect(driver.lines()[29].contains("was changed by another program; nothing was written"))
    driver.press("Enter")
    #expect(driver.text().contains("saved color"))
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
    #expect(driver.lines()[29].contains("was changed by another program"))
    #expect(driver.lines()[28].contains("color: lime"))
    // Once the browser has seen the other change, the value goes over it if that is confirmed.
    driver.send(.changed(["themes/a.json"]))
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "navy"}}"#)
    #expect(driver.lines()[29].contains("now navy in the file; Enter overwrites it"))
    driver.press("Enter")
    #expect(driver.files["themes/a.json"] == #"{".title": {"color": "lime"}}"#)
  }

  @Test("a value that something else has changed meanwhile is not written over unasked")
  func overtaken() {
    var driver = driver(".title { color: red }", path: "themes/a.css")
    driver.press("c", "Right")
    driver.save("themes/a.css", ".title { color: blue }")
    #expect(driver.lines()[29].contains("color was changed to blue meanwhile"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"] == ".title { color: blue }")
    driver.press("Escape")
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0x0000FF)))
    #expect(driver.files["themes/a.css"] == ".title { color: blue }")
  }

  @Test("how many changes can be taken back is said beside a message, too")
  func undoDepth() {
    var driver = BrowserDriver(
      columns: 70, files: ["themes/a.css": ".title { color: red }"],
      sample: Sample(markup: "<span class=title>Title</span>"))
    driver.press("3", "c", "Right", "Enter")
    driver.send(.shown(milliseconds: 12))
    driver.browser.updateLayout()
    #expect(driver.lines()[28].contains("saved color in a.css:1"))
    #expect(driver.lines()[28].hasSuffix("undo 1"))
  }

  @Test("says why a file cannot be written, and keeps what was typed")
  func readOnly() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.readOnly = ["themes/a.json"]
    driver.change(to: "lime")
    #expect(driver.text().contains("it is read-only"))
    #expect(driver.lines()[28].contains("color: lime"))
  }

  @Test("an export that cannot be written asks again, with what was typed")
  func failedExport() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.readOnly = ["none/a.svg", "b.svg"]
    driver.press("x", "Ctrl-U")
    driver.type("none/a.svg")
    driver.press("Enter")
    #expect(driver.text().contains("it is read-only"))
    #expect(driver.lines()[28].contains("none/a.svg"))
    driver.press("Ctrl-U")
    driver.type("c.svg")
    driver.press("Enter")
    #expect(driver.files["c.svg"] != nil)
  }

  @Test("asks before an export goes over a file")
  func exportsCarefully() {
    var driver = driver(#"{".title": {"color": "red"}}"#)
    driver.files["a.ansi"] = "precious"
    driver.press("x", "Enter")
    #expect(driver.files["a.ansi"] == "precious")
    #expect(driver.text().contains("press Enter to replace it"))
    driver.press("Enter")
    #expect(driver.files["a.ansi"] != "precious")
  }

  @Test("names the forms of an export, and knows the home directory")
  func exportForms() {
    var driver = BrowserDriver(files: ["themes/a.css": ".title { color: red }"]) {
      $0.home = "/home/me"
    }
    driver.press("x")
    #expect(driver.lines()[28].contains("write to (.ansi .html .svg .png .txt): a.ansi"))
    driver.press("Ctrl-U")
    driver.type("~/out.foo")
    driver.press("Enter")
    #expect(driver.lines()[29].contains("the name must end in one of .ansi .html .svg .png .txt"))
    driver.press("Backspace", "Backspace", "Backspace")
    driver.type("png")
    driver.press("Enter")
    let paths = driver.effects.compactMap { effect in
      if case .write(let path, let bytes, _) = effect { (path, bytes) } else { nil }
    }
    #expect(paths.map(\.0) == ["/home/me/out.png"])
    #expect(paths.first?.1?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  // MARK: Values that mean nothing

  @Test("a value that cannot be read is written when that is confirmed, and can be changed again")
  func invalidValue() {
    let sheet = ".title { color: red; font-weight: bold }"
    var driver = driver(sheet, path: "themes/a.css")
    driver.press("c", "Ctrl-U")
    driver.type("blurg")
    #expect(driver.lines()[29].contains("'color':"))
    // The value before stays in sight.
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0xFF0000)))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"] == sheet)
    #expect(driver.lines()[29].contains("press Enter to write it"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"]?.contains("color: blurg;") == true)
    let line = driver.lines().firstIndex { $0.contains("× color: blurg") } ?? 0
    #expect(line > 0)
    let row = driver.browser.view().buffer.row(line)
    #expect(row.contains { $0.text == "b" && $0.rendition.attributes.contains(.strikethrough) })
    driver.press("g")
    while !driver.lines().contains(where: { $0.contains("▌× color: blurg") }),
      driver.browser.tab == .styles, driver.steps < 10
    {
      driver.press("Down")
      driver.steps += 1
    }
    driver.change(to: "lime")
    #expect(driver.files["themes/a.css"]?.contains("color: lime;") == true)
    #expect(!driver.text().contains("blurg"))
  }

  @Test("a value that is the only one of its rule, and bad, is shown as well")
  func onlyInvalidValue() {
    let driver = driver(".title { color: blurg }", path: "themes/a.css")
    var shown = driver
    #expect(shown.text().contains("× color: blurg"))
  }

  // MARK: Variables

  private static let variables = """
    :root { --accent: #ff0000; --unused: 3px }
    .title { color: var(--accent) }
    .key { background-color: var(--accent); }
    """

  @Test("asks whether a declaration or its variable is to be changed")
  func asks() {
    var driver = driver(Self.variables, path: "themes/a.css")
    driver.press("c")
    #expect(driver.lines()[28].contains("color: var(--accent) · change what?"))
    #expect(driver.lines()[29].contains("Enter --accent (used 2 times)  2 this declaration"))
    // The colour of the variable stands before it.
    let answers = driver.browser.view().buffer.row(29)
    #expect(
      answers.prefix(5).map(\.rendition.background)
        == [.standard, .rgb(RGB8(0xFF0000)), .rgb(RGB8(0xFF0000)), .standard, .standard])
    driver.press("2")
    #expect(driver.lines()[28].contains("color: var(--accent) "))
    driver.press("Escape", "c", "x", "Enter")
    #expect(driver.lines()[28].contains("--accent (a.css:1): #ff0000"))
    driver.press("Ctrl-U")
    driver.type("lime")
    #expect(driver.cell(3, 0).rendition.foreground == .rgb(RGB8(0x00FF00)))
    driver.press("Enter")
    let changed = Self.variables.replacing("#ff0000", with: "lime")
    #expect(driver.files["themes/a.css"] == changed)
    driver.press("c", "2", "Ctrl-U")
    driver.type("blue")
    driver.press("Enter")
    #expect(
      driver.files["themes/a.css"]
        == changed.replacing("color: var(--accent) }", with: "color: blue }"))
    #expect(driver.lines()[28].contains("undo 2"))
    driver.press("u")
    #expect(driver.lines()[28].contains("undo 1"))
    driver.press("u")
    #expect(driver.files["themes/a.css"] == Self.variables)
    driver.press("c", "Escape")
    #expect(!driver.text().contains("change what?"))
  }

  @Test("a change of a variable says which of its definitions it is, and where it was saved")
  func namesDefinition() {
    let sheet = ":root { --a: red }\n@media (prefers-color-scheme: light) {\n:root { --a: blue }\n}"
    var driver = driver(sheet + "\n.title { color: var(--a) }", path: "themes/a.css")
    driver.press("i", "i")
    driver.press("Down", "c")
    #expect(driver.lines()[28].hasPrefix(" --a (a.css:3): blue"))
    #expect(driver.lines()[29].hasSuffix("  no effect here: its @media does not match"))
    driver.type("violet")
    driver.press("Enter")
    #expect(driver.lines()[28].hasPrefix(" saved --a in a.css:3"))
    driver.press("u")
    #expect(driver.lines()[28].hasPrefix(" undid --a in a.css:3"))
  }

  @Test("lists the variables of the sheet with their uses, to be changed")
  func listsVariables() {
    var driver = driver(Self.variables, path: "themes/a.css")
    driver.press("i", "i")
    #expect(driver.browser.tab == .variables)
    let lines = driver.lines()
    #expect(lines.contains { $0.contains("▌  --accent: #ff0000") && $0.contains("used 2 times") })
    #expect(lines.contains { $0.contains("--unused: 3px") && $0.contains("not used") })
    driver.press("Down")
    driver.change(to: "4px")
    #expect(driver.files["themes/a.css"]?.contains("--unused: 4px") == true)
  }

  @Test("the list of variables begins at the definition in force of the selected part")
  func beginsInForce() {
    let sheet = """
      @media (prefers-color-scheme: light) { :root { --a: red; --b: red } }
      :root { --c: navy; --a: lime; --b: var(--c) }
      .title { color: var(--a) } b { background: var(--b); color: white }
      """
    var driver = driver(sheet, path: "themes/a.css")
    driver.press("i", "i")
    #expect(driver.text().contains("▌  --a: lime"))
    driver.press("Right", "Right")
    #expect(driver.text().contains("▌  --b: var(--c)"))
    driver.press("i", "Down", "i", "i", "i")
    #expect(driver.browser.tab == .variables && driver.text().contains("▌  --b: var(--c)"))
    driver.press("Left")
    #expect(driver.text().contains("▌  --c: navy"))
  }

  @Test("a variable that its uses cannot read is written when that is confirmed")
  func confirmsVariable() {
    var driver = driver(Self.variables, path: "themes/a.css")
    driver.press("i", "i")
    driver.change(to: "nonsense")
    #expect(driver.files["themes/a.css"]?.contains("nonsense") == false)
    #expect(driver.text().contains("press Enter to write it"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"]?.contains("--accent: nonsense") == true)
  }

  @Test(
    "the value is seen on a small screen while it is changed",
    arguments: [
      (30, "background-color: #8839ef", " background-color: #8839ef"),
      (30, "background-color: #8839ef80", " background-color: #8839ef80"),
      (24, "background-color: #8839ef", " backgr…color: #8839ef"),
      (30, "color: oklch(63.12% 0.2345 301.25)", " oklch(63.12% 0.2345 301.25)"),
      (24, "color: oklch(63.12% 0.2345 301.25)", " color: ….2345 301.25)"),
      (40, "color: #8839ef", " color: #8839ef          3.0:1 fails AA"),
    ])
  func seesValue(columns: Int, declaration: String, line: String) {
    var driver = BrowserDriver(
      columns: columns, rows: 8, files: ["themes/a.css": ".title { \(declaration) }"],
      sample: Sample(markup: "<span class=title>Title</span>"))
    driver.press("3", "c")
    #expect(driver.lines()[6].hasPrefix(line), "\(driver.lines()[6])")
  }

  // MARK: Colours

  @Test("a colour that a gradient covers is marked, and the gradient is changed before it")
  func coveredColor() {
    for (selector, property) in [(".title", "background"), ("text", "background-image")] {
      let gradient = "\(property): linear-gradient(90deg, lime, blue); background-clip: text"
      var driver = driver(
        "\(selector) { color: red; \(gradient) } .title { }", path: "themes/a.css")
      #expect(driver.text().contains(/× color: red +covered by background/))
      driver.press("c")
      #expect(driver.lines()[28].hasPrefix(" \(property): linear-"))
      driver.press("Escape", "Up", "c")
      #expect(driver.lines()[28].hasPrefix(" color: red"))
      #expect(driver.lines()[29].contains("no effect here: covered by \(property)"))
      driver.press("Right")
      #expect(driver.lines()[29].hasSuffix("readable"))
    }
  }

  @Test("keys change lightness, chroma and hue of the colour on ramps")
  func nudges() {
    var driver = driver(".title { color: #808080; background-color: black }", path: "themes/a.css")
    driver.press("c")
    let before = driver.lines()[28]
    driver.press("Right")
    let lighter = driver.lines()[28]
    #expect(lighter != before && lighter.contains("color: #"))
    #expect(lighter.contains(":1 AA"))
    driver.press("Left")
    #expect(driver.lines()[28].contains("color: #808080"))
    driver.press("Down", "Right", "Right")
    let colorful = driver.lines()[28]
    #expect(colorful != before)
    driver.press("Down", "Right")
    #expect(driver.lines()[28] != colorful)
    driver.press("Left", "Up", "Left", "Left")
    #expect(driver.lines()[28].contains("color: #808080"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"]?.contains("color: #808080;") == true)
  }

  @Test("with Shift a key changes a tenth or less of that")
  func finely() {
    var driver = driver(".title { color: oklch(50% 0.1 20) }", path: "themes/a.css")
    driver.press("c", "Shift-Right")
    #expect(driver.lines()[28].contains("oklch(50.2% 0.1 20)"))
    driver.press("Down", "Shift-Left", "Down", "Shift-Right")
    #expect(driver.lines()[28].contains("oklch(50.2% 0.099 21)"))
  }

  @Test("the key for the hue says that grey has none")
  func greyHue() {
    var driver = driver(".title { color: #777777; background: black }", path: "themes/a.css")
    for key in ["Left", "Right"] {
      driver.press("c", "Down", "Down", key)
      #expect(driver.lines()[28].contains("color: #777777"))
      #expect(driver.lines()[29].contains("grey has no hue; add chroma first"))
      driver.press("Up", "Right", "Down", "Right")
      #expect(!driver.lines()[29].contains("grey"))
      driver.press("Escape")
    }
  }

  @Test("the picker shows three ramps, was and now, and the contrast of what uses the colour")
  func picks() {
    let sheet = """
      :root { --a: #b4cc96 } text { background: black } .title { color: var(--a) }
      @media (prefers-color-scheme: light) { text { background: white } } .ok { color: var(--a) }
      """
    let sample = Sample(markup: "<i class=title>a</i> <i class=ok>b</i> <i class=x>c</i>")
    var driver = BrowserDriver(files: ["themes/a.css": sheet], sample: sample)
    driver.press("3", "c", "Enter")
    let lines = driver.lines().drop { !$0.contains("▌lightness") }.map { $0 }
    #expect(lines.count > 6 && lines[1].contains(" chroma") && lines[2].contains(" hue"))
    #expect(lines[3].contains("was        #b4cc96   now        #b4cc96"))
    #expect(
      lines[4].contains("i.title") && lines[4].contains("AAA on dark   1.7:1 fails AA on light"))
    #expect(lines[5].contains("i.ok") && !lines[6].contains("i.x"))
    // What screens do not have is no filled cell.
    #expect(lines[1].contains("····") && lines[1].contains("┃"))
    // Both sides are measured on a background that is simulated, too.
    var onWhite = BrowserDriver(files: ["themes/a.css": sheet], sample: sample)
    onWhite.choose(row: 2)
    onWhite.press("3", "c", "Enter")
    #expect(onWhite.text().contains("1.7:1 fails AA on light   "))
    #expect(onWhite.text().contains("AAA on dark"))
    driver.press("Right")
    #expect(driver.text().contains("was        #b4cc96   now        #"))
    #expect(!driver.text().contains("now        #b4cc96"))
    driver.press("=")
    driver.type("lime")
    #expect(driver.lines()[28].contains("--a (a.css:1): lime"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"] == sheet.replacing("#b4cc96", with: "lime"))
  }

  @Test("the mouse moves on the ramps: a press, dragging and the wheel")
  func picksWithMouse() throws {
    var driver = driver(".title { color: #808080 }", path: "themes/a.css")
    driver.press("c")
    let row = try #require(driver.lines().firstIndex { $0.contains("▌lightness") })
    let column = driver.browser.layout.inspector.column + 11
    driver.send(.input(.mouse(MouseEvent(.press, column: column, row: row))))
    #expect(driver.lines()[28].contains("color: #0"))
    driver.send(.input(.mouse(MouseEvent(.drag, column: column + 40, row: row))))
    let dragged = driver.lines()[28]
    #expect(!dragged.contains("color: #0"))
    driver.send(.input(.mouse(MouseEvent(.release, column: column + 40, row: row))))
    driver.send(.input(.mouse(MouseEvent(.wheelUp, column: column, row: row))))
    #expect(driver.lines()[28] != dragged)
    driver.send(.input(.mouse(MouseEvent(.wheelDown, column: column, row: row))))
    #expect(driver.lines()[28] == dragged)
  }

  @Test("the nearest colour that can be read is one key away")
  func readable() throws {
    var driver = driver(
      ".title { color: #303030; background-color: black }", path: "themes/a.css")
    driver.press("c")
    #expect(driver.lines()[28].contains("fails AA"))
    driver.press("Ctrl-R")
    #expect(driver.lines()[28].contains(":1 AA"))
    driver.press("Enter")
    #expect(driver.files["themes/a.css"]?.contains("#303030") == false)
  }

  @Test(
    "a translucent colour becomes readable, or a message says that it is not",
    arguments: [
      ("color: #ffffff40", ":1 AA", ""), ("color: rgb(255 255 255 / 0.2)", ":1 AA", ""),
      ("color: oklch(60% 0.1 20 / 0.5)", "oklch(", ""),
      ("color: #ffffffc0", "#ffffffc0", "it is readable"),
      ("color: #303030; opacity: 0.3", "fails AA", ".title is still hard to read: "),
    ])
  func readableTranslucent(declaration: String, value: String, message: String) {
    var driver = BrowserDriver(
      files: ["themes/a.css": "text { background: black } .title { \(declaration) }"],
      sample: Sample(markup: "<span class=title>Title</span>"))
    driver.press("3", "c", "Ctrl-R")
    #expect(driver.lines()[28].contains(value), "\(driver.lines()[28])")
    #expect(driver.lines()[28].contains("fails AA") == message.contains("hard"))
    #expect(driver.lines()[29].contains(message.isEmpty ? "Ctrl-R readable" : message))
  }

  @Test("the nearest colour can be read as it is shown, with fewer colours too")
  func readableAsShown() {
    var driver = BrowserDriver(
      files: ["themes/a.css": "text { background-color: #191724 } .title { color: #303030 }"],
      sample: Sample(markup: "<span class=title>Title</span>"), depth: .ansi256)
    driver.press("3")
    for color in ["oklch(30% 0.1 20)", "red", "#438ec3", "#7a2f6b", "#005f00", "gray"] {
      driver.press("c", "Ctrl-U")
      driver.type(color)
      driver.press("Ctrl-R")
      let line = driver.lines()[28]
      #expect(line.contains(":1 AA"), "\(color): \(line)")
      #expect(!line.contains("fails"), "\(color): \(line)")
      driver.press("Escape")
    }
  }

  @Test("a custom property is measured where it is used, and the worst of it counts")
  func measuresUses() {
    let sheet = """
      text { background-color: black }
      :root { --good: #00ff00; --unused: red }
      .title { color: white }
      .ok { color: var(--good) }
      .sign { background-color: var(--good); color: #222222 }
      """
    var driver = BrowserDriver(
      files: ["themes/a.css": sheet],
      sample: Sample(
        markup: "<i class=title>a</i> <b class=ok>b</b> <b class=sign>c</b>"))
    driver.press("3", "i", "i", "c")
    #expect(driver.lines()[28].contains("b.sign "), "\(driver.lines()[28])")
    driver.press("Ctrl-U")
    driver.type("#222222")
    #expect(driver.lines()[28].contains("b.sign 1.0:1 fails AA"))
    driver.press("Ctrl-R")
    #expect(!driver.lines()[28].contains("fails"))
    driver.press("Escape", "Down", "c")
    #expect(driver.lines()[28].contains("--unused (a.css:2): red"))
    #expect(!driver.lines()[28].contains(":1 "))
    driver.press("Ctrl-R")
    #expect(driver.lines()[29].contains("the sample does not show it"))
  }

  @Test(
    "a nudge keeps the notation, and goes on from what custom properties come to",
    arguments: [
      ("oklch(83% 0.15 150)", "oklch(85% 0.15 150)"),
      ("oklch(0.5 0.1 20 / 0.5)", "oklch(52% 0.1 20 / 0.5)"),
      ("oklch(80% 0.11 var(--hue))", "oklch(82% 0.11 var(--hue))"), ("#808080", "#868686"),
    ])
  func notations(value: String, lighter: String) {
    var driver = driver(
      ".title { color: \(value) } :root { --hue: 240; --base: #808080 }", path: "themes/a.css")
    driver.press("c")
    if value.contains("var(") { driver.press("2") }
    #expect(
      driver.lines()[29].contains("↑↓ ramp  ←→ change  = type  Ctrl-R readable"))
    driver.press("Right")
    #expect(driver.lines()[28].contains("color: \(lighter) "), "\(driver.lines()[28])")
  }

  @Test("a custom property becomes a number only when the key is pressed again")
  func keepsLinks() {
    for (value, rows, result) in [
      ("var(--base)", 0, "#868686"),
      ("oklch(80% 0.11 var(--hue))", 2, "oklch(80% 0.11 250)"),
    ] {
      var driver = driver(
        ".title { color: \(value) } :root { --hue: 240; --base: #808080 }", path: "themes/a.css")
      driver.press("c", "2")
      for _ in 0..<rows { driver.press("Down") }
      driver.press("Right")
      #expect(driver.lines()[28].contains("color: \(value) "))
      #expect(driver.lines()[29].contains("press again to replace var("))
      driver.press("Right")
      #expect(driver.lines()[28].contains("color: \(result) "), "\(driver.lines()[28])")
      #expect(driver.lines()[29].contains("↑↓ ramp"))
    }
  }

  @Test("of two declarations of a variable the list marks the one that counts, with its place")
  func marksVariables() {
    var driver = driver(
      """
      :root { --a: red; --long: linear-gradient(90deg, #112233, #445566 50%, #778899) }
      @media (min-width: 999ch) { :root { --a: blue } }
      .title { --b: 1 } .title { --b: 2; color: var(--a) }
      """, path: "themes/a.css")
    driver.press("i", "i")
    let lines = driver.lines().filter { $0.contains("--") }
    #expect(lines[0].contains("▌  --a: red") && lines[0].contains("used once   :root   a.css:1:14"))
    #expect(lines[1].contains("   --long: linear-gradient(") && lines[1].contains("a.css:1:27"))
    #expect(lines[2].contains("× --a: blue") && lines[2].contains("its @media does not match"))
    #expect(lines[3].contains("× --b: 1") && lines[3].contains("overridden by a stronger"))
    #expect(lines[4].contains("   --b: 2") && lines[4].contains("not used   .title   a.css:3:33"))
  }

  @Test("variables are listed with what they come to, and its swatch")
  func resolvesVariables() {
    var driver = driver(
      ":root { --hue: 240; --base: oklch(80% 0.11 var(--hue)) } .title { color: var(--base) }",
      path: "themes/a.css")
    driver.send(.resize(columns: 110, rows: 30))
    driver.press("i", "i")
    let lines = driver.lines()
    let line = lines.firstIndex {
      $0.contains("--base: oklch(80% 0.11 var(--hue)) = oklch(80% 0.11 240)")
    }
    let row = driver.browser.view().buffer.row(line ?? 0)
    #expect(line != nil && row.contains { $0.rendition.background != .standard })
  }

  // MARK: The sample

  @Test("an edited sample stays when its file changes, and undo shows the file as it is")
  func keepsEditedSample() {
    var driver = BrowserDriver(sample: Sample(markup: "old", name: "s.html", path: "s.html"))
    driver.press("t")
    driver.type(" mine")
    driver.press("Enter")
    driver.save("s.html", "new")
    #expect(driver.lines()[2].contains("old mine"))
    #expect(driver.lines()[28].contains("your edit"))
    driver.press("u")
    #expect(driver.lines()[2].contains("new "))
    driver.save("s.html", "newer")
    #expect(driver.lines()[2].contains("newer "))
  }

  @Test("says that the file of the sample is gone, until it is back; a note is no warning")
  func returningSample() {
    var driver = BrowserDriver(sample: Sample(markup: "old", name: "s.html", path: "s.html"))
    _ = driver.browser.handle(.missing(path: "s.html"))
    #expect(driver.lines()[28].contains("s.html: no such file"))
    driver.save("s.html", "new < text")
    #expect(driver.lines()[2].contains("new < text"))
    #expect(!driver.lines()[28].contains("no such file"))
    #expect(!driver.lines()[28].contains("1 warning"))
  }

  @Test("hands the sample to the editor, and takes it back")
  func editsOutside() {
    var driver = BrowserDriver(sample: Sample(markup: "one\ntwo"))
    driver.press("T")
    #expect(driver.effects.last == .editText("one\ntwo"))
    driver.send(.edited("three"))
    #expect(driver.lines()[2].contains("three "))
    driver.press("u", "t")
    driver.type("!")
    driver.press("Ctrl-O")
    #expect(driver.effects.last == .editText("one\ntwo!"))
    driver.send(.edited("one\ntwo?"))
    driver.press("Enter")
    #expect(driver.lines()[3].contains("│two? "))
  }
}
