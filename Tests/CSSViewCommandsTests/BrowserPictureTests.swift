import CellLayout
import FuzzProperties
import Pictures
import Rendering
import StyleValues
import Styling
import TerminalOutput
import Testing
import ThemeBrowser

@testable import CSSViewCommands

/// The pictures of the browser in `demo`: what it draws, through the product's own SVG writer.
@Suite("Pictures of the browser")
struct BrowserPictureTests {
  @Test("show the list of themes, each written in its own colours")
  func picking() throws {
    var browser = browser(keys: ["/", "f", "j", "o", "Enter", "Escape"])
    try expectPicture(of: &browser, "browser")
  }

  @Test("show the ramps of a colour that is being changed")
  func editing() throws {
    var browser = browser(
      keys: ["/", "f", "j", "o", "Enter", "Escape", "e", "Enter", "Enter"]
        + Array(repeating: "Down", count: 2) + Array(repeating: "Right", count: 9))
    try expectPicture(of: &browser, "browser-edit")
  }

  @Test("show two themes side by side, and what differs")
  func comparing() throws {
    var browser = browser(
      keys: [
        "/", "e", "m", "b", "e", "r", "Enter", "Space", "/", "Ctrl-U", "o", "r", "c", "Enter", "i",
      ])
    try expectPicture(of: &browser, "browser-compare")
  }

  /// A browser over the bundled themes, after some keys.
  private func browser(keys: [String]) -> Browser {
    let environment = Environment(columns: 100, rows: 30)
    var settings = BrowserSettings(
      target: OutputTarget(environment, largeText: .blocks(hasSextants: false)),
      loader: SheetOptions.defaults.loader(
        for: environment, ThemeCatalog(variable: { _ in nil })))
    settings.bundledPrefix = BundledThemes.prefix
    settings.userThemes = "/themes"
    settings.loader.files = ThemeFiles(arguments: [])
    var browser = Browser(settings, columns: environment.columns, rows: environment.rows)
    _ = browser.handle(.themes(ThemeFiles(arguments: []).themes()))
    for path in BundledThemes.paths {
      _ = browser.handle(.contents(path: path, bytes: BundledThemes.contents(of: path) ?? []))
    }
    while browser.workAhead() != nil {}
    for press in keys.compactMap({ KeyPress(named: $0) }) {
      _ = browser.view()
      _ = browser.handle(.input(.key(press)))
    }
    return browser
  }

  private func expectPicture(of browser: inout Browser, _ name: String) throws {
    let buffer = browser.view().buffer
    var bytes: [UInt8] = []
    SVGWriter().append(
      CellPicture(buffer, colors: ScreenColors(Environment())), into: &bytes)
    let screen = String(decoding: bytes, as: UTF8.self)
    let width = Double(buffer.columns) * 7.5 + 15
    let height = Double(buffer.rows) * 15 + 15
    let picture = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height + 30)" \
      width="\(width)" height="\(height + 30)">
      <rect width="100%" height="100%" rx="9" fill="#3a3a40"/>
      <circle cx="18" cy="15" r="5.5" fill="#ff6b62"/>
      <circle cx="36" cy="15" r="5.5" fill="#f5bf4f"/>
      <circle cx="54" cy="15" r="5.5" fill="#61c554"/>
      <text x="50%" y="19" text-anchor="middle" font-family="ui-sans-serif,sans-serif" \
      font-size="12.5" fill="#c8c8cc">cssview browse</text>
      \(screen.replacing("<svg xmlns", with: "<svg x=\"0\" y=\"30\" xmlns", maxReplacements: 1))\
      </svg>

      """
    try expectSnapshot(picture, "../../demo/\(name).svg")
  }
}
