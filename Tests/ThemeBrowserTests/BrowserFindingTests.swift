import CellLayout
import Diagnostics
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import Testing
import ThemeBrowser

@Suite("Finding themes in the browser")
struct BrowserFindingTests {
  private static let sheet = ".a { color: red }"

  /// A browser over themes of these paths.
  private func driver(_ names: [String]) -> BrowserDriver {
    BrowserDriver(
      files: Dictionary(uniqueKeysWithValues: names.map { ("themes/\($0)", Self.sheet) }))
  }

  private func labels(_ driver: BrowserDriver) -> [String] {
    let themes = driver.browser.themes
    return themes.rows.map { themes.label(of: $0.theme) }
  }

  private func selected(_ driver: BrowserDriver) -> String? {
    driver.browser.themes.selectedTheme?.path
  }

  @Test("begins with an empty query, and selects the best match while it is typed")
  func selectsBest() {
    var driver = driver(["amber.css", "dawn.css", "midnight.css", "midway.css"])
    driver.press("/")
    driver.type("mid")
    #expect(selected(driver) == "themes/midway.css" || selected(driver) == "themes/midnight.css")
    driver.type("n")
    #expect(selected(driver) == "themes/midnight.css")
    driver.press("Enter", "/")
    // The filter before is gone while nothing is typed, and back after Escape.
    #expect(driver.lines()[28] == " find:")
    driver.type("dawn")
    #expect(selected(driver) == "themes/dawn.css")
    driver.press("Escape")
    #expect(selected(driver) == "themes/midnight.css")
    #expect(driver.browser.themes.filter == "midn")
  }

  @Test("arrows and ^N and ^P move in what was found; the preview follows")
  func moves() {
    var driver = driver(["a1.css", "a2.css", "a3.css", "b.css"])
    driver.press("/")
    driver.type("a")
    for (key, path) in [("Down", "a2"), ("Ctrl-N", "a3"), ("Ctrl-P", "a2"), ("Up", "a1")] {
      driver.press(key)
      #expect(selected(driver) == "themes/\(path).css")
    }
    driver.press("Down", "Enter")
    #expect(selected(driver) == "themes/a2.css")
    #expect(driver.browser.themes.rows.count == 3)
  }

  @Test("Up brings the last query back")
  func lastQuery() {
    var driver = driver(["dawn.css", "midnight.css"])
    driver.press("/")
    driver.type("dawn")
    driver.press("Escape", "/", "Up")
    #expect(driver.browser.themes.filter == "dawn")
    #expect(selected(driver) == "themes/dawn.css")
  }

  @Test(
    "finds words in any order, in name, folder and ending, and one typing error if nothing else",
    arguments: [
      ("night dark", ["dark/midnight.css"]), ("dark night", ["dark/midnight.css"]),
      (".json", ["dawn.json"]), ("light", ["light/noon.css"]),
      ("midnihgt", ["dark/midnight.css"]), ("midnigt", ["dark/midnight.css"]),
      ("middnight", ["dark/midnight.css"]), ("mudnight", ["dark/midnight.css"]),
      ("zqx", []), ("zunset", []),
    ])
  func words(query: String, found: [String]) {
    var driver = driver(["dark/midnight.css", "dawn.json", "light/noon.css"])
    driver.files["themes/dawn.json"] = #"{".a": {"color": "red"}}"#
    driver.press("r", "/")
    driver.type(query)
    let themes = driver.browser.themes
    #expect(themes.rows.map { themes.themes[$0.theme].path } == found.map { "themes/\($0)" })
  }

  @Test("a theme whose name matches comes before one whose folder does")
  func nameFirst() {
    var driver = driver(["night/dawn.css", "day/night.css"])
    driver.press("/")
    driver.type("night")
    #expect(selected(driver) == "themes/day/night.css")
  }

  @Test("a whole name comes before longer ones that begin with it")
  func wholeFirst() {
    var driver = driver(["night-blue.css", "night-light.css", "night.css"])
    driver.press("/")
    driver.type("night")
    #expect(selected(driver) == "themes/night.css")
    driver.type("-l")
    #expect(selected(driver) == "themes/night-light.css")
  }

  @Test(
    "names that are alike are told apart",
    arguments: [
      (["same.css", "dark/same.json", "other.css"], ["dark/same", "other", "same.css"]),
      (["a/x.css", "b/x.css"], ["a/x", "b/x"]), (["x.css", "x.json"], ["x.css", "x.json"]),
      (["a/x.css", "a/x.json", "y.css"], ["a/x.css", "a/x.json", "y"]),
      // What is the same behind the folder that differs is left out.
      (["a/t/s/x.css", "b/t/s/x.css", "c/x.css"], ["a/…/x", "b/…/x", "c/x"]),
      (
        ["c/s/x.css", "d/s/x.css", "c/t/x.css", "d/t/x.css"], ["c/s/x", "c/t/x", "d/s/x", "d/t/x"]
      ),
      (["s/x.css", "a/s/x.css"], ["a/…/x", "s/x"]),
    ])
  func alike(names: [String], expected: [String]) {
    var driver = driver(names)
    for name in names where name.hasSuffix(".json") {
      driver.files["themes/\(name)"] = #"{".a": {"color": "red"}}"#
    }
    driver.press("r")
    #expect(labels(driver).sorted() == expected.sorted())
  }

  @Test("of a folder that is too long the beginning is left out, and the name stays")
  func fitsLabels() {
    var driver = BrowserDriver(
      columns: 80, rows: 24,
      files: [
        "themes/catppuccin-latte/cream.css": ".a { color: red }",
        "themes/catppuccin-mocha/cream.css": ".a { color: red }",
      ])
    let rows = driver.lines().dropFirst(2).prefix(2).map { String($0.prefix(27)) }
    #expect(rows.first?.contains("-latte/cream") == true, "\(rows)")
    #expect(rows.last?.contains("-mocha/cream") == true, "\(rows)")
    driver.press("/")
    driver.type("ochr")
    let row = driver.browser.view().buffer.row(2)
    #expect(row.filter { $0.rendition.underline == .single }.map(\.text).joined() == "ochr")
  }

  @Test("a theme of which there is only one for dark and one for light is one")
  func pair() {
    let files = [
      "/t/theme~dark.css": ".a { color: red }", "/t/theme~light.css": ".a { color: blue }",
    ]
    let environment = Environment(columns: 100, rows: 30)
    let settings = BrowserSettings(
      target: OutputTarget(environment),
      loader: StylesheetLoader(environment: environment, files: FixedFiles(files: files)))
    var browser = Browser(settings, columns: 100, rows: 30)
    var listing = ThemeListing(["/t/theme.css"], folders: ["/t"])
    listing.pairs = ["/t/theme.css"]
    _ = browser.handle(.themes(listing))
    let effects = browser.handle(.missing(path: "/t/theme.css"))
    #expect(effects.contains { if case .watch(_, ["/t"]) = $0 { true } else { false } })
    #expect(browser.themes.rows.count == 1)
    #expect(browser.themes.selectedTheme?.problem == nil)
    #expect(browser.themes.selectedTheme?.sheet?.classNames == ["a"])
    guard let edit = KeyPress(named: "e"), let choose = KeyPress(named: "Enter") else { return }
    #expect(browser.handle(.input(.key(choose))) == [.finish("/t/theme.css")])
    #expect(browser.handle(.input(.key(edit))) == [])
    #expect(browser.handle(.input(.key(edit))) == [.edit(path: "/t/theme~dark.css", line: 1)])
  }

  @Test("marks the letters that were found")
  func marks() {
    var driver = driver(["dark/same.css", "same.css"])
    driver.press("/")
    driver.type("dk")
    let row = driver.browser.view().buffer.row(2)
    let marked = row.filter { $0.rendition.underline == .single }.map(\.text).joined()
    #expect(marked == "dk")
  }

  @Test("keeps the selected theme while filters come and go")
  func keeps() {
    var driver = BrowserDriver()
    driver.press("Down", "f")
    #expect(selected(driver) == "themes/midnight.json")
    driver.press("f", "f", "f")
    driver.press("/")
    driver.type("midn")
    driver.press("Enter", "Escape")
    #expect(selected(driver) == "themes/midnight.json")
    driver.press("r")
    #expect(selected(driver) == "themes/midnight.json")
  }

  @Test("says that nothing matches, and how to go on")
  func nothing() {
    var driver = BrowserDriver()
    driver.press("/")
    driver.type("zqx")
    let text = driver.lines().map { $0.dropFirst().prefix(24) }.joined(separator: " ")
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(words.contains("no theme matches 'zqx' · Esc clears"))
    driver.press("Enter")
    #expect(driver.lines()[28].contains("no theme matches 'zqx' · Esc clears"))
    var empty = BrowserDriver(files: [:])
    #expect(empty.lines()[28].contains("no *.css or *.json with rules here"))
    empty.send(.themes(ThemeListing([], folders: [])))
    #expect(empty.lines()[28].contains("no themes"))
  }

  @Test("says why no theme is light, dark or has a problem")
  func nothingChosen() {
    let both = "text { color: light-dark(#000, #fff); background: light-dark(#fff, #000) }"
    var driver = driver(["a.css"])
    driver.save("themes/a.css", both)
    driver.press("f")
    #expect(driver.lines()[0].hasSuffix("dark: 1 of 1 theme"))
    driver.press("f", "f")
    #expect(driver.lines()[28].contains("no theme with a problem · Esc lists all"))
    driver.press("Escape")
    #expect(driver.lines()[0].hasSuffix(" 1 theme") && driver.lines()[2].contains("▌a"))
    driver.press("f", "f", "/")
    driver.type("q")
    driver.press("Enter")
    #expect(driver.lines()[28].contains("no light theme matches 'q' · Esc clears"))
    driver.press("Escape", "Escape")
    #expect(driver.lines()[0].hasSuffix(" 1 theme"))
    driver.save("themes/a.css", "text { color: #fff; background: #000 }")
    driver.press("f", "f")
    #expect(driver.lines()[28].contains("no light theme · Esc lists all"))
  }

  @Test("themes that follow the terminal are among the light ones, and seen as on a light one")
  func following() {
    let both = "text { color: light-dark(#000, #fff); background: light-dark(#fff, #000) }"
    var driver = driver(["a.css", "b.css", "c.css"])
    driver.save("themes/a.css", both)
    driver.save("themes/b.css", "text { color: #fff; background: #000 }")
    driver.save("themes/c.css", "text { color: #000; background: #fff }")
    driver.choose(row: 4, steps: 2)
    #expect(driver.lines()[0].contains("light: 2 of 3 themes"), "\(driver.lines()[0])")
    #expect(driver.lines()[0].hasSuffix("white ×"))
    #expect(driver.lines()[2].contains("▌a ") && driver.lines()[3].contains(" c "))
    #expect(driver.cell(0, 0).rendition.background == .rgb(RGB8(0xFFFFFF)))
    driver.save("themes/a.css", both + " ")
    #expect(driver.lines()[2].contains("▌a "), "\(driver.lines()[2])")
    // The next choice is no more about light ones.
    driver.choose(row: 4)
    #expect(driver.lines()[0].contains("problems: ") && !driver.lines()[0].contains("×"))
    driver.choose(row: 4, steps: 2)
    #expect(driver.lines()[0].contains("dark: 2 of 3 themes") && !driver.lines()[0].contains("×"))
    // A background that was chosen comes back.
    driver.choose(row: 2)
    #expect(driver.lines()[0].hasSuffix("white ×"))
    driver.choose(row: 4, steps: 3)
    #expect(driver.lines()[0].contains("3 themes") && driver.lines()[0].hasSuffix("white ×"))
    driver.press("Escape")
    #expect(driver.lines()[0].hasSuffix(" 3 themes"))
    #expect(driver.browser.simulation.backdrop == .theme)
  }

  @Test("a row of a theme without a background is on the one that the sample is on")
  func rowOnBackdrop() {
    var driver = driver(["a.css"])
    driver.save("themes/a.css", ".ok { color: #123456 }")
    driver.press("b")
    let columns = driver.browser.layout.list.columns
    let words = driver.browser.view().buffer.row(2).dropFirst().prefix(columns)
    #expect(words.allSatisfy { $0.rendition.background != .standard })
    #expect(words.contains { $0.rendition.foreground == .rgb(RGB8(0x123456)) }, "\(driver.text())")
  }

  @Test("Esc leaves the filter and the choice before it leaves the browser")
  func escapes() {
    var driver = BrowserDriver()
    driver.press("f", "/")
    driver.type("mid")
    driver.press("Enter")
    let before = driver.effects
    for title in ["dark: 2 of 3 themes   /mid", "dark: 2 of 3 themes", " 3 themes"] {
      #expect(driver.lines()[0].hasSuffix(title), "\(driver.lines()[0])")
      #expect(driver.effects == before)
      driver.press("Escape")
    }
    #expect(driver.effects.last == .finish(nil))
  }

  @Test(
    "JSON without a selector is no theme, unless it was one",
    arguments: [
      (#"{"name": "x", "scripts": {"build": "tsc"}}"#, false), ("[1, 2]", false), ("{}", false),
      (#"{"compilerOptions": {"strict": true}}"#, false), ("\"text\"", false),
      (#"{".a": {"color": "red"}}"#, true), (#"{"text": {"colour": "red"}}"#, true),
      (#"{"text": {"--accent": "red"}}"#, true), (#"{".a": {}}"#, true), ("", true),
      (#"{"text" {"color": "red"}}"#, true), (#"{"@import": "other.json"}"#, true),
    ])
  func noTheme(json: String, isListed: Bool) {
    var driver = BrowserDriver(files: ["themes/a.css": Self.sheet, "themes/x.json": json])
    #expect(driver.browser.themes.rows.count == (isListed ? 2 : 1))
    #expect(driver.lines()[0].hasSuffix(isListed ? " 2 themes" : " 1 theme"))
    driver.save("themes/x.json", #"{".a": {"color": "red"}}"#)
    #expect(driver.browser.themes.rows.count == 2)
    driver.save("themes/x.json", json)
    #expect(driver.browser.themes.rows.count == 2)
  }

  @Test("a theme whose file is gone stays as long as it is looked at")
  func gone() {
    var driver = BrowserDriver()
    driver.press("Down")
    driver.save("themes/midnight.json", nil)
    #expect(driver.lines()[3].contains("▌× midnight"))
    driver.press("Up")
    #expect(driver.browser.themes.rows.count == 2)
    driver.save("themes/midnight.json", BrowserDriver.themes["themes/midnight.json"])
    #expect(driver.browser.themes.rows.count == 3)
    #expect(!driver.text().contains("× midnight"))
  }

  @Test("says that no theme has a problem, or no other")
  func noProblem() {
    var driver = driver(["a.css", "b.css"])
    driver.press("n")
    #expect(driver.lines()[28].contains("no theme has a problem"))
    driver.save("themes/b.css", ".a { color: red")
    driver.press("n")
    #expect(selected(driver) == "themes/b.css")
    driver.press("n")
    #expect(driver.lines()[28].contains("no other theme has a problem"))
  }

  @Test("the endings of files are found only with their dot")
  func passesEndingsOver() {
    for (query, names) in [
      ("o", ["moss"]), (".json", ["velvet"]), ("json", []), ("s", ["moss"]), (".css", ["moss"]),
    ] {
      var driver = BrowserDriver(
        files: ["themes/velvet.json": #"{".a": {"color": "red"}}"#, "themes/moss.css": ".a { }"])
      driver.press("/")
      driver.type(query)
      let themes = driver.browser.themes
      #expect(themes.rows.map { themes.themes[$0.theme].name } == names, "\(query)")
    }
  }

  @Test("'f' four times leads back to the theme that was selected")
  func comesBack() {
    var driver = BrowserDriver(files: [
      "themes/a.css": "text { background: white }", "themes/b.css": "text { background: black }",
      "themes/c.css": "text { background: white }",
    ])
    driver.press("Down", "f", "f", "f", "f")
    #expect(driver.browser.themes.selectedTheme?.name == "b")
    // Who has selected another one meanwhile keeps that.
    driver.press("f", "f", "Down", "f", "f")
    #expect(driver.browser.themes.selectedTheme?.name == "c")
  }
}
