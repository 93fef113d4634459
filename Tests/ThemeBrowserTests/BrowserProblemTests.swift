import CellLayout
import Diagnostics
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import Testing
import ThemeBrowser

@Suite("What the browser says of themes")
struct BrowserProblemTests {
  @Test(
    "is which side they take: by their own word, their background, or what their text needs",
    arguments: [
      ("", nil), ("text { font-weight: bold }", nil),
      ("text { color-scheme: light; background-color: black }", .light),
      ("text { background-color: #eee }", .light), ("text { background-color: ansi(0) }", .dark),
      ("text { background-color: ansi(15) }", .light), ("text { color: white }", .dark),
      ("text { color: #222 }", .light), ("text { color: ansi(15) }", .dark),
      ("text { color: ansi(0) }", .light),
      (".x { background: #222 } .x-a { color: red } .x-b, .x-c { color: #ccc }", .dark),
    ] as [(String, ColorScheme?)])
  func sides(sheet: String, scheme: ColorScheme?) {
    let environment = Environment(columns: 80, rows: 24, colorDepth: .truecolor)
    let loaded = StylesheetLoader(environment: environment)
      .load(SourceText(name: "a.css", text: sheet))
    #expect(loaded.scheme(in: environment) == scheme)
  }

  @Test(
    "is the class that most of a stylesheet belongs to, by name or as what stands around it",
    arguments: [
      (".hljs {} .hljs-tag, .hljs-name {} .hljs-built_in {}", "hljs"),
      (
        "pre {} .highlight {} .highlight .k {} .highlight > .kc {} .dark .highlight .n {}",
        "highlight"
      ),
      (".card {} .card__title {} .card__body {} .card-note {}", "card"),
      // Too few, none of that name, and many of another kind.
      (".note {} .note-a {} .note-b {}", nil), (".note-a {} .note-b {} .note-c {}", nil),
      (".a {} .b {} .c {} .d {} .btn {} .btn-a {} .btn-b {} .btn-c {}", nil), ("", nil),
    ] as [(String, String?)])
  func mainClasses(sheet: String, name: String?) {
    let source = SourceText(name: "a.css", text: sheet.replacing("{}", with: "{ color: red }"))
    #expect(StylesheetLoader().load(source).mainClass == name)
  }

  @Test("is found in linear time, and the same one each time")
  func mainClassOfHostileSheets() {
    let dashes = String(repeating: "-", count: 400_000)
    let sheet = (0..<4).map { ".a\(dashes)\($0) { color: red }" }.joined()
    #expect(StylesheetLoader().load(SourceText(name: "a.css", text: sheet)).mainClass == nil)
    let tied = String(repeating: ".x .y .z { color: red }", count: 4)
    for _ in 0..<20 {
      #expect(StylesheetLoader().load(SourceText(name: "a.css", text: tied)).mainClass == "x")
    }
  }

  @Test("a plain stylesheet is shown with its main class, if nothing else was asked for")
  func shownAs() {
    let family = ".x { background: #102030 } .x-a { color: red } .x-b, .x-c { color: #ccc }"
    func driver(_ sheet: String, classes: [String] = []) -> BrowserDriver {
      BrowserDriver(columns: 120, rows: 60, files: ["themes/a.css": sheet], sample: Sample()) {
        $0.host.classes = classes
      }
    }
    func ground(_ driver: BrowserDriver) -> TerminalColor {
      driver.cell(34, 0).rendition.background
    }
    var shown = driver(family)
    #expect(shown.lines()[58].hasPrefix(" ● themes/a.css   shown as .x"))
    #expect(ground(shown) == .rgb(RGB8(0x102030)))
    #expect(
      shown.browser.view().buffer[8, 2].rendition.background
        == .rgb(RGB8(red: 51, green: 65, blue: 78)))
    #expect(shown.text().contains("x-a  x-b  x-c") && !shown.text().contains(" x  "))
    shown.press("f")
    #expect(shown.browser.themes.rows.count == 1)
    for var other in [
      driver(family, classes: ["x-a"]), driver("text { color: white } " + family),
      driver(family.replacing("background", with: "color")),
    ] {
      #expect(!other.text().contains("shown as") && ground(other) == .standard)
    }
  }

  @Test(
    "is the name of their file without its ending",
    arguments: [
      ("themes/a.b.css", "a.b"), ("themes/.css", ".css"), ("plain", "plain"), ("/", "/"),
    ])
  func names(path: String, name: String) {
    #expect(BrowsedTheme(path: path).name == name)
  }

  @Test(
    "is what is wrong with one that could never be read, in the place of its preview",
    arguments: ["permission denied", "is a directory", nil])
  func unreadable(reason: String?) {
    let path = "themes/a.css"
    var driver = BrowserDriver(files: [:])
    var listing = ThemeListing([path], folders: ["themes"])
    listing.named = [path]
    _ = driver.browser.handle(.themes(listing))
    driver.send(reason.map { .unreadable(path: path, reason: $0) } ?? .missing(path: path))
    // There is no position in what was not read.
    let reason = reason ?? "no such file"
    #expect(driver.text().contains("× themes/a.css: \(reason)"), "\(driver.text())")
    #expect(driver.lines()[28].hasPrefix(" × a.css: \(reason)"))
    #expect(!driver.text().contains("1:1"))
    driver.save(path, ".title { color: red }")
    #expect(!driver.text().contains(reason))
  }

  @Test(
    "is readable at any size, beside what is in force",
    arguments: [(120, 36), (80, 24), (120, 12), (50, 15), (30, 8), (20, 6)])
  func wraps(columns: Int, rows: Int) {
    var driver = BrowserDriver(
      columns: columns, rows: rows, files: ["themes/broken.css": ".a { color: red"])
    driver.press("p")
    let screen = driver.lines()
    let text = screen.dropLast().joined(separator: " ").split(separator: " ")
    // On small screens the flags stand in the same line.
    let words = text.filter { $0 != "256" }.joined(separator: " ")
    #expect(
      words.contains(columns < 30 ? "× brok…:1:4: '{' is" : "× broken.css:1:4: '{' is not closed"),
      "\(words)")
    #expect(text.contains("256") && screen[rows - 1].contains("theme"))
    if columns >= 50 { #expect(screen.contains { $0.contains("× broken ") }) }
  }

  /// A theme without problems, one with two parts that are hard to read, and one with a warning.
  private static let poor = [
    "themes/a.css": "text { color: #000; background: #fff }",
    "themes/b.css": "text { color: #000; background: #fff } .x { color: #eee } .y { color: #ddd }",
    "themes/c.css": "text { color: #000; background: #fff } b { colr: red }",
  ]

  private static func poorDriver(_ palettes: [PaletteChoice] = []) -> BrowserDriver {
    BrowserDriver(
      files: poor, sample: Sample(markup: "a <i class=x>b</i> c <i class=y>d</i> <i class=x>e</i>")
    ) { $0.palettes.choices = palettes }
  }

  @Test("is how many parts are hard to read, in the row, for f and for n")
  func hardToRead() {
    var driver = Self.poorDriver()
    let rows = driver.lines()[2...4].map { String($0.prefix(24)) }
    #expect(rows[1].contains("│ b") && rows[1].contains(" 2◐ "))
    #expect(rows[2].contains(" 1! ") && !rows[0].contains("◐"))
    // Each key goes on: the parts of a theme, the next theme, and round again.
    let steps = [
      ("n", "b", "part 2/5 i.x"), ("n", "b", "part 4/5 i.y"), ("n", "c", "part 4/5"),
      ("n", "b", "part 2/5 i.x"),
    ]
    for (key, name, part) in steps {
      driver.press(key)
      #expect(driver.browser.themes.selectedTheme?.name == name, "\(part)")
      #expect(driver.lines()[1].contains(part), "\(driver.lines()[1])")
    }
    driver.press("f", "f", "f")
    #expect(driver.browser.themes.rows.count == 2)
    // What was measured once is not measured again, unless it is seen through something else.
    driver.press("f", "Down", "Up")
    var effects = driver.browser.workAhead()
    #expect(effects == nil)
    guard let depth = KeyPress(named: "p") else { return }
    _ = driver.browser.handle(.input(.key(depth)))
    effects = driver.browser.workAhead()
    #expect(effects == [])
  }

  @Test("is the side of what stands behind most of a sample, if nothing else says it")
  func painted() {
    func mark(_ markup: String) -> (ColorScheme?, dark: Int) {
      var driver = BrowserDriver(
        files: [
          "themes/a.css": ".c { background: #222; color: #eee }",
          "themes/b.css": "text { background: white }",
        ], sample: Sample(markup: markup))
      let mark = driver.browser.themes.themes[0].scheme
      driver.press("f")
      return (mark, driver.browser.themes.rows.count)
    }
    #expect(mark("<span class=c>a long text</span> b") == (.dark, 1))
    #expect(mark("<span class=c>a</span> long text") == (nil, 0))
  }

  @Test("is no more than twenty warnings, and how many more there are")
  func manyWarnings() {
    let declarations = (0..<25).map { "proprety\($0): x;" }.joined(separator: "\n")
    var driver = BrowserDriver(
      columns: 120, rows: 60, files: ["themes/a.css": ".title { color: red }\nb {\(declarations)}"])
    driver.press("Right", "3")
    #expect(driver.browser.themes.selectedTheme?.warnings.count == 25)
    driver.press("G")
    #expect(driver.text().contains("! unknown property 'proprety19'"))
    #expect(!driver.text().contains("! unknown property 'proprety20'"))
    #expect(driver.text().contains("and 5 more"))
  }

  @Test("is where a link of the sample leads")
  func links() {
    var driver = BrowserDriver(sample: Sample(markup: "<a href='https://example.com/x'>more</a>"))
    driver.press("Right", "3")
    #expect(driver.text().contains("→ https://example.com/x"))
  }

  @Test("all errors of a file are shown, and 'n' goes from one to the next in the source")
  func showsAllErrors() {
    let sheet = ".a { color: red\n  } }\n.title { color lime }\n} .b { }\n"
    var driver = BrowserDriver(
      columns: 160, rows: 40, files: ["themes/a.css": sheet],
      sample: Sample(markup: "<span class=title>Title</span>"))
    driver.press("3")
    let errors = driver.lines().filter { $0.contains("× themes/a.css:") }
    #expect(errors.count >= 2)
    driver.press("n")
    #expect(driver.browser.tab == .source)
    let first = driver.lines().first { $0.contains("▌") }
    #expect(first?.contains("×") == true)
    driver.press("n")
    let second = driver.lines().first { $0.contains("▌") }
    #expect(second?.contains("×") == true && second != first)
    // In the list, too, which says so.
    driver.press("1")
    #expect(driver.text().contains("n shows them"))
    driver.press("n")
    #expect(driver.browser.tab == .source && driver.browser.mode == .edit)
  }
}
