import Diagnostics
import StyleValues
import Styling
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
    ] as [(String, ColorScheme?)])
  func sides(sheet: String, scheme: ColorScheme?) {
    let environment = Environment(columns: 80, rows: 24, colorDepth: .truecolor)
    let loaded = StylesheetLoader(environment: environment)
      .load(SourceText(name: "a.css", text: sheet))
    #expect(loaded.scheme(in: environment) == scheme)
  }

  @Test(
    "is the name of their file without its ending",
    arguments: [
      ("themes/a.b.css", "a.b"), ("themes/.css", ".css"), ("plain", "plain"), ("/", "/"),
    ])
  func names(path: String, name: String) {
    #expect(Theme(path: path).name == name)
  }

  @Test("is what is wrong with one that could never be read, in the place of its preview")
  func unreadable() {
    var driver = BrowserDriver(files: [:])
    for effect in driver.browser.handle(
      .themes(ThemeListing(["themes/a.css"], folders: ["themes"])))
    {
      guard case .read(let paths) = effect else { continue }
      for path in paths { driver.send(.unreadable(path: path, reason: "permission denied")) }
    }
    #expect(driver.text().contains("× themes/a.css:1:1: permission denied"))
    driver.files["themes/a.css"] = ".title { color: red }"
    driver.send(.changed(["themes/a.css"]))
    #expect(!driver.text().contains("permission denied"))
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
}
