import CSSView
import CSSViewObjects
import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput
import Testing
import ThemeBrowser

@Suite("The chrome")
struct ChromeTests {
  /// Actions of the list of commands and of the menu alone.
  private static let keyless: Set<BrowserAction> = [.copyOutput, .showOutput, .cycleVision]

  @Test("comes with a sheet without mistakes, and a key for nearly every action")
  func bundled() {
    let chrome = Chrome(environment: Environment())
    #expect(chrome.diagnostics.isEmpty)
    for action in BrowserAction.allCases where !Self.keyless.contains(action) {
      #expect(!chrome.settings.keys(for: action).isEmpty, "\(action)")
    }
  }

  @Test("is styled like any object: by class and control states")
  func styled() {
    let sheet = SourceText(
      name: "chrome.json",
      text: #"""
        {
          "theme_browser.row": {"color": "red"},
          "theme_browser.row:selected": {"color": "green", "background-color": "white"},
          "theme_browser": {"keyPress(q)": "quit:"}
        }
        """#)
    let chrome = Chrome(sheet, environment: Environment())
    #expect(chrome.rendition(.row).foreground == .rgb(RGB8(0xFF0000)))
    let selected = chrome.rendition(.row, [.selected, .focused])
    #expect(selected.foreground == .rgb(RGB8(0x008000)))
    #expect(selected.background == .rgb(RGB8(0xFFFFFF)))
    #expect(!selected.attributes.contains(.reverse))
    #expect(chrome.rendition(.title).foreground == .standard)
  }

  @Test("tints what is selected and has the keys, as far as the terminal's colours are known")
  func tints() {
    var environment = Environment()
    environment.colorDepth = .mono
    let mono = Chrome(environment: environment)
    #expect(mono.rendition(.row, [.selected, .focused]).attributes.contains(.reverse))
    #expect(!mono.rendition(.row, .selected).attributes.contains(.reverse))
    environment.colorDepth = .truecolor
    let unknown = Chrome(environment: environment).rendition(.declaration, [.selected, .focused])
    #expect(unknown.background == .standard && unknown.attributes == .bold)
    environment.background = RGB8(0x000000)
    environment.colorScheme = .dark
    let known = Chrome(environment: environment).rendition(.declaration, [.selected, .focused])
    guard case .rgb(let tint) = known.background else {
      Issue.record("no tint")
      return
    }
    #expect(tint.red > 0x10 && tint.red < 0x40)
  }

  @Test("finds an action along the responder chain")
  func chain() throws {
    let sheet = SourceText(
      name: "chrome.json",
      text: #"""
        {
          "theme_browser": {"keyPress(x)": "quit:", "keyPress(j)": "moveDown:"},
          "theme_browser.inspector": {"keyPress(x)": "changeValue:"}
        }
        """#)
    let bindings = ChromeSettings(sheet)
    let x = try #require(KeyPress(named: "x"))
    #expect(bindings.action(for: x, along: Responder.inspector.chain) == .changeValue)
    #expect(bindings.action(for: x, along: Responder.list.chain) == .quit)
    #expect(bindings.action(for: KeyPress(.up), along: Responder.list.chain) == nil)
  }

  /// With a key and an action that there are not.
  private static let mistaken = SourceText(
    name: "chrome.json",
    text: #"""
      {
        "theme_browser": {"keyPress(Hyper)": "quit:", "keyPress(q)": "quite:"},
        "theme_browser.count": {"touchUpInside": "hlp:"}
      }
      """#)

  @Test("says which bindings mean nothing, and where")
  func badBindings() {
    let diagnostics = ChromeSettings(Self.mistaken).diagnostics
    #expect(diagnostics.map(\.code) == [.unknownKey, .unknownAction, .unknownAction])
    #expect(diagnostics.map(\.suggestion) == [nil, "quit:", "help:"])
    #expect(diagnostics.map { $0.location?.column } == [21, 64, 44])
  }

  @Test("says which settings of controls mean nothing, and where; other keys are properties")
  func badSettings() {
    let sheet = SourceText(
      name: "chrome.json",
      text: #"{"theme_browser.row": {"sign:selected": [], "color": 1, "touchDown": {}, "sgn": 1}}"#)
    let diagnostics = ChromeSettings(sheet).diagnostics
    #expect(diagnostics.map(\.code) == [.invalidSetting, .invalidSetting])
    #expect(diagnostics.map(\.severity) == [.warning, .warning])
    #expect(
      diagnostics.map(\.message) == [
        "'sign:selected' of ChromeControl: expected a string, found an array",
        "'touchDown' of ChromeControl: expected a string, found an object",
      ])
    #expect(diagnostics.map { $0.location?.column } == [41, 70])
    let css = SourceText(
      name: "chrome.css",
      text: "theme_browser.row { color: red }\ntheme_browser.title { title: 'X' }")
    #expect(Chrome.check(css, environment: Environment()).map(\.code) == [.unknownProperty])
  }

  @Test("a sign for states together counts before those for one, of which the last counts")
  func signs() throws {
    var control = ChromeControl()
    #expect(control.sign(.selected).isEmpty && control.label("7") == "7")
    for key in ["sign", "selectedSign", "sign:focused", "sign:selected disabled"] {
      try control.set(key, forKey: key)
    }
    #expect(control.sign([]) == "sign" && control.sign(.highlighted) == "sign")
    #expect(control.sign(.selected) == "selectedSign")
    #expect(control.sign([.selected, .disabled]) == "sign:selected disabled")
    #expect(control.sign([.selected, .focused]) == "sign:focused")
    #expect(control.sign([.selected, .focused, .disabled]) == "sign:selected disabled")
    try control.set("new", forKey: "selectedSign")
    #expect(control.sign([.selected, .focused]) == "new")
    try control.set("bg", forKey: "title")
    try control.set("none", forKey: "title:normal selected")
    #expect(control.label("7") == "bg 7" && control.label("7", .selected) == "none 7")
  }

  @Test("what is wrong with it is said until a key is pressed")
  func saysMistakes() {
    var driver = BrowserDriver { $0.chrome = Self.mistaken }
    #expect(
      driver.lines()[28].contains("chrome.json:2:21: unknown key 'Hyper', and 3 more"))
    driver.press("Down")
    #expect(!driver.text().contains("Hyper"))
  }

  @Test("never loses the way out")
  func keepsQuit() {
    func chrome(_ text: String) -> Chrome {
      Chrome(SourceText(name: "chrome", text: text), environment: Environment())
    }
    let looks = chrome("theme_browser.row { color: red }")
    #expect(!looks.settings.keys(for: .quit).isEmpty && looks.diagnostics.isEmpty)
    let keys = chrome(#"{"theme_browser": {"keyPress(j)": "moveDown:"}}"#)
    #expect(!keys.settings.keys(for: .quit).isEmpty)
    #expect(keys.diagnostics.map(\.code) == [.invalidSetting])
  }

  @Test("moves keys to other actions")
  func rebinds() {
    let sheet = SourceText(
      name: "chrome.json",
      text: #"{"theme_browser": {"keyPress(z)": "quit:", "keyPress(s)": "moveDown:"}}"#)
    var driver = BrowserDriver { $0.chrome = sheet }
    driver.press("s", "q")
    #expect(driver.browser.themes.selectedTheme?.name == "midnight")
    #expect(driver.effects.last != .finish(nil))
    driver.press("z")
    #expect(driver.effects.last == .finish(nil))
  }
}
