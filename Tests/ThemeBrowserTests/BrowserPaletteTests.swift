import CellLayout
import Diagnostics
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import TerminalPalettes
import TestSupport
import Testing
import ThemeBrowser

@Suite("Palettes in the browser")
struct BrowserPaletteTests {
  /// A dark palette with a red that can be read, and a light one with one that cannot.
  private static let palettes = [
    PaletteChoice(
      "night.conf",
      TerminalPalette(
        entries: [1: RGB8(0xff8080)], foreground: RGB8(0xdddddd), background: RGB8(0x101010))),
    PaletteChoice(
      "kitty/paper.conf",
      TerminalPalette(
        entries: [1: RGB8(0xff9090)], foreground: RGB8(0x222222), background: RGB8(0xfafafa))),
  ]

  private func driver(columns: Int = 100, rows: Int = 30, depth: ColorDepth = .truecolor)
    -> BrowserDriver
  {
    BrowserDriver(
      columns: columns, rows: rows,
      files: [
        "themes/a.json": ##"{".red": {"color": "ansi(1)"}, ".blue": {"color": "#0000ff"}}"##,
        "themes/b.json": ##"{".red": {"color": "ansi(2)"}, ".blue": {"color": "#eeeeff"}}"##,
      ],
      sample: Sample(
        markup: "plain <span class=red>red</span> and <span class=blue>blue</span> text"),
      depth: depth
    ) { $0.palettes.choices = Self.palettes }
  }

  /// The rendition of the first cell of the preview that shows a letter of a word.
  private func look(_ word: Character, in driver: BrowserDriver) -> GraphicRendition? {
    let row = driver.browser.view().buffer.row(2)
    return row.dropFirst(driver.browser.layout.preview.column).first { $0.text == String(word) }?
      .rendition
  }

  @Test("palettes that are made meanwhile are found when the menu or the list is opened")
  func findsNew() {
    var driver = BrowserDriver()
    driver.press("v", "Escape", "m")
    #expect(driver.effects.suffix(2) == [.listPalettes, .listPalettes])
    #expect(!driver.text().contains("night"))
    let problem = Diagnostic(.error, .unreadableTheme, "a colour is missing")
    driver.send(.palettes(PaletteListing(Self.palettes, problems: [problem])))
    #expect(driver.text().contains("night") && driver.text().contains("paper · kitty"))
    #expect(driver.text().contains("× ignored: a colour is missing"))
    driver.press("Down", "Down", "Enter", "v")
    #expect(driver.text().contains("[night]"))
    #expect(driver.effects.count { $0 == .listPalettes } == 2)
  }

  @Test("m lists the terminal's own, the assumed one and those of a folder, in the themes' place")
  func lists() {
    var driver = driver()
    driver.press("m")
    let lines = driver.lines()
    #expect(lines[1].contains("Palettes"))
    #expect(lines[2].contains("▌ · terminal's own"))
    #expect(lines[3].contains("· assumed"))
    #expect(lines[4].contains("● night"))
    #expect(lines[5].contains("○ paper · kitty"))
    driver.press("Enter")
    #expect(driver.lines()[1].contains("Themes"))
    #expect(!driver.effects.contains(.finish(nil)))
  }

  @Test("a palette that a file was named for is called by its name")
  func named() {
    var driver = BrowserDriver { $0.paletteName = "dracula.conf" }
    #expect(driver.lines()[0].contains("palette dracula"))
    driver.press("m")
    #expect(driver.lines()[2].contains("dracula") && driver.lines()[2].contains("▌"))
    #expect(!driver.text().contains("own"))
  }

  @Test("palettes that are left out are told, and the keys are those of the list")
  func leftOut() {
    var driver = BrowserDriver {
      $0.palettes.problems = [1, 2].map { line in
        Diagnostic(
          .warning, .unreadableTheme, "no colour",
          location: SourceLocation(file: "/p/bad.conf", line: line, column: 3))
      }
    }
    driver.press("m")
    #expect(driver.lines()[28].contains("× ignored: bad.conf:1:3: no colour, and 1 more"))
    #expect(
      driver.lines()[29].hasPrefix(" ↑↓ palette  Enter keep  Esc back  / find  n problem"))
  }

  @Test("moving shows the preview under the palette: entries, text and background are its own")
  func shows() {
    var driver = driver()
    #expect(look("r", in: driver)?.foreground == .palette(1))
    driver.press("m", "Down", "Down")
    #expect(look("r", in: driver)?.foreground == .rgb(RGB8(0xff8080)))
    #expect(look("r", in: driver)?.background == .rgb(RGB8(0x101010)))
    #expect(look("p", in: driver)?.foreground == .rgb(RGB8(0xdddddd)))
    #expect(driver.lines()[0].contains("palette night"))
    driver.press("Down")
    #expect(look("p", in: driver)?.background == .rgb(RGB8(0xfafafa)))
    #expect(driver.lines()[0].contains("palette paper"))
  }

  @Test("Esc goes back to the palette from before, Enter and m keep the one that is shown")
  func keeps() {
    var driver = driver()
    driver.press("m", "Down", "Down", "Escape")
    #expect(look("r", in: driver)?.foreground == .palette(1))
    driver.press("m", "Down", "Down", "Enter", "Down")
    #expect(look("r", in: driver)?.foreground == .rgb(TerminalPalette.median[2]))
    driver.press("Up", "m", "Up", "m")
    #expect(driver.lines()[0].contains("palette assumed"))
    driver.press("m", "Up", "Enter")
    #expect(!driver.lines()[0].contains("palette"))
    #expect(!driver.effects.contains(.finish(nil)))
  }

  @Test("n goes to the parts that are hard to read under the palette, then to the next theme")
  func problems() {
    var driver = driver()
    driver.press("m", "Down", "Down", "n")
    #expect(driver.lines()[1].contains("part 4/5 .blue"))
    driver.press("n")
    #expect(driver.text().contains("no other theme has a problem under night"))
    driver.press("Down", "Left", "Left", "Left", "n")
    #expect(driver.lines()[1].contains("part 2/5 .red"))
    // Nothing is selected in silence, and Escape takes it back.
    driver.press("n")
    #expect(driver.browser.themes.selectedTheme?.name == "b")
    let status = driver.lines()[28]
    #expect(status.contains("theme: b"), "\(status)")
    #expect(driver.lines()[1].contains("Palettes"))
    driver.press("Escape")
    #expect(driver.browser.themes.selectedTheme?.name == "a" && driver.browser.run == 0)
    #expect(!driver.lines()[0].contains("palette"))
  }

  @Test("/ finds palettes while they are listed, and leaves the themes as they are")
  func finds() {
    var driver = driver()
    driver.press("m", "/")
    driver.type("pa")
    #expect(driver.lines()[2].contains("▌ ○ paper") && !driver.text().contains("night"))
    #expect(look("p", in: driver)?.background == .rgb(RGB8(0xfafafa)))
    driver.type("zqx")
    // The palette and the sample stay.
    let text = driver.lines().map { $0.dropFirst().prefix(18) }.joined(separator: " ")
    #expect(
      text.split(separator: " ").joined(separator: " ").contains("no palette matches 'pazqx'"))
    #expect(look("p", in: driver)?.background == .rgb(RGB8(0xfafafa)))
    #expect(driver.browser.themes.filter.isEmpty && driver.browser.themes.rows.count == 2)
    driver.press("Escape")
    #expect(look("r", in: driver)?.foreground == .palette(1))
    driver.press("/")
    driver.type("night")
    driver.press("Enter")
    #expect(driver.lines()[1].contains(" Palettes /night"))
    driver.press("f")
    #expect(driver.lines()[28].contains("that is for the list of themes"))
    driver.press("Escape")
    #expect(driver.text().contains("paper · kitty") && driver.text().contains("palette night"))
    driver.press("Enter")
    #expect(driver.lines()[1].contains("Themes") && driver.text().contains("palette night"))
  }

  @Test("a terminal of sixteen colours shows the palette's colours as well as it can")
  func sixteen() {
    var driver = driver(depth: .ansi16)
    driver.press("m", "Down", "Down", "Down")
    guard case .palette? = look("p", in: driver)?.background else {
      Issue.record("\(String(describing: look("p", in: driver)))")
      return
    }
    var plain = self.driver(depth: .mono)
    plain.press("m", "Down", "Down", "Down")
    #expect(plain.browser.view().buffer.cells.allSatisfy { $0.rendition.background == .standard })
  }

  @Test("the palette in force is seen at any size", arguments: [(60, 16), (40, 12), (26, 8)])
  func sizes(columns: Int, rows: Int) {
    var driver = driver(columns: columns, rows: rows)
    driver.press("m", "Down", "Down")
    #expect(driver.text().contains("night"))
    driver.press("Enter")
    #expect(driver.text().contains("night"))
  }

  @Test("a palette's name that is cut ends in …")
  func longName() {
    var driver = BrowserDriver(columns: 40, rows: 12) {
      $0.palettes.choices = [PaletteChoice("Black Metal (Venom).conf", .median)]
    }
    driver.press("m", "Down", "Down", "Enter")
    #expect(driver.text().contains("Black M…"))
  }

  @Test("the mouse selects a palette")
  func mouse() {
    var driver = driver()
    driver.press("m")
    driver.send(.input(.mouse(MouseEvent(.press, column: 5, row: 4))))
    #expect(look("r", in: driver)?.foreground == .rgb(RGB8(0xff8080)))
  }

  // MARK: What sheets and people ask for

  @Test("text can be read where that was asked for, in the preview as in its report")
  func readable() {
    func shown(_ ratio: Double?, _ sheet: String) -> (ink: TerminalColor?, text: String) {
      var driver = BrowserDriver(
        files: ["themes/a.json": sheet],
        sample: Sample(markup: "<span class=dim>dim</span>")
      ) { $0.environment.readable = ratio }
      driver.press("3", "i")
      return (look("d", in: driver)?.foreground, driver.text())
    }
    let rules = ##""text": {"background-color": "#222222"}, ".dim": {"color": "#444444"}"##
    let plain = shown(nil, "{\(rules)}")
    #expect(plain.ink == .rgb(RGB8(0x444444)) && plain.text.contains("1.6:1 fails AA"))
    let wish = #"{"@dialect": "css", "text ": {"readable": "AA"}, "#
    for readable in [shown(4.5, "{\(rules)}"), shown(nil, wish + rules + "}")] {
      guard case .rgb(let ink)? = readable.ink else {
        Issue.record("\(String(describing: readable.ink))")
        continue
      }
      #expect(contrastRatio(ink, RGB8(0x222222)) >= 4.5)
      #expect(readable.text.contains("4.5:1 AA") && !readable.text.contains("hard to read"))
    }
    #expect(shown(7, wish + rules + "}").text.contains("AAA"))
  }

  @Test("colour vision is simulated of what the terminal shows")
  func vision() {
    var driver = BrowserDriver(
      files: ["themes/a.json": ##"{".red": {"color": "#e01010"}}"##],
      sample: Sample(markup: "<span class=red>red</span>"))
    driver.press("p", "p")
    driver.choose(row: 1)
    var quantizer = ColorQuantizer(depth: .ansi16)
    let shown = quantizer.quantize(TerminalColor.rgb(RGB8(0xe01010)))
    let seen = TerminalPalette.median.color(of: shown).map(ColorVision.protanopia.simulate)
    #expect(look("r", in: driver)?.foreground == seen.map { .rgb($0) })
  }

  @Test("a theme is shown with the palette that it was made for, and reloaded when that changes")
  func paletteOfTheme() {
    let mixed = "color-mix(in srgb, ansi(1), ansi(1))"
    let files = FixedFiles(files: ["/t/p.conf": "color1 #ff8000\nbackground #101010\n"])
    let sheet = Array(##"{"@palette": "p.conf", ".red": {"color": "\##(mixed)"}}"##.utf8)
    let environment = Environment(columns: 100, rows: 30)
    var settings = BrowserSettings(
      target: OutputTarget(environment),
      loader: StylesheetLoader(environment: environment, files: files))
    settings.loader.palettes = PaletteFile.read
    settings.sample = Sample(markup: "<span class=red>red</span>")
    settings.palettes.choices = Self.palettes
    var browser = Browser(settings, columns: 100, rows: 30)
    _ = browser.handle(.themes(ThemeListing(["/t/a.json"])))
    let watched = browser.handle(.contents(path: "/t/a.json", bytes: sheet))
    func ink() -> TerminalColor? {
      browser.view().buffer.row(2).dropFirst(browser.layout.preview.column)
        .first { $0.text == "r" }?.rendition.foreground
    }
    #expect(ink() == .rgb(RGB8(0xff8000)))
    #expect(
      watched.contains { effect in
        guard case .watch(let files, _) = effect else { return false }
        return files.contains("/t/p.conf")
      }, "\(watched)")
    for name in ["m", "Down"] { _ = KeyPress(named: name).map { browser.handle(.input(.key($0))) } }
    #expect(ink() == .rgb(TerminalPalette.median[1]))
  }

  @Test("a palette without effect on a theme of its own colours says so")
  func saysWithoutEffect() {
    for (sheet, hasEffect) in [
      ("text { color: #eee; background: #111 }", false), (".red { color: ansi(1) }", true),
    ] {
      var driver = BrowserDriver(
        files: ["themes/a.css": sheet], sample: Sample(markup: "<b class=red>red</b>")
      ) { $0.palettes.choices = Self.palettes }
      driver.press("v", "Down", "Down", "Down", "Right", "Right")
      #expect(
        driver.text().contains("no effect: all colours of this theme are its own") != hasEffect)
    }
  }
}
