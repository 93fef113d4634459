import CellLayout
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing
import ThemeBrowser

/// Sessions of random events: keys, mouse, pastes, resizes and saves, good and broken.
@Suite("The browser survives")
struct BrowserSurvivalTests {
  private static let saves: [String?] = [
    "{", "", "{}", #"{"a": {"color": "blue"}}"#, nil, ##"{".title": {"color": "#abc"}"##,
    ##"{"text": {"background-color": "#123", "padding": "15px"}, ".title": {"font-size": "45px"}}"##,
    #"{"@imports": ["b"], ".note": {"color": "var(--x)"}}"#,
  ]

  private static let keys =
    Array("jkgGnNfipPvbtcuUadwyYxr?/123[]qleoz= !<\"é漢 ").map {
      KeyPress(.character($0.unicodeScalars.first ?? "j"))
    }
    + [
      .escape, .enter, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .backspace,
      .delete, .function(1),
    ].map { KeyPress($0) }
    + [KeyPress(.tab, .shift), KeyPress(.character("u"), .control)]

  @Test(
    "two and a half thousand random events, with everything in its place after each",
    arguments: 0..<4 as Range<UInt64>)
  func session(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let depth = [ColorDepth.mono, .ansi16, .ansi256, .truecolor][Int(seed)]
    var driver = BrowserDriver(
      sample: seed == 0 ? Sample() : Sample(markup: "漢字 <span class=title>Title</span> 👩‍🚀 <b>x</b>"),
      depth: depth)
    var columns = 100
    var rows = 30
    for number in 0..<2_500 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0:
        columns = Int.random(in: 0...140, using: &random)
        rows = Int.random(in: 0...45, using: &random)
        driver.send(.resize(columns: columns, rows: rows))
      case 1, 2:
        driver.send(.input(.mouse(Self.mouse(using: &random))))
      case 3:
        let path = ["themes/midnight.json", "themes/b.json"].randomElement(using: &random)
        driver.save(path ?? "themes/b.json", Self.saves.randomElement(using: &random) ?? nil)
      case 4:
        driver.send(.input(.paste("pasted\u{1B}[31m <b>text</b>\n漢")))
      default:
        driver.send(.input(.key(Self.keys.randomElement(using: &random) ?? KeyPress(.down))))
      }
      let view = driver.browser.view()
      let isRight = view.isWhole(columns: columns, rows: rows)
      #expect(isRight, "seed \(seed), event \(number)")
      let themes = driver.browser.themes
      #expect(themes.rows.isEmpty || themes.rows.indices.contains(themes.list.selection))
      #expect(driver.browser.run >= 0)
      if !isRight { return }
    }
  }

  private static func mouse(using random: inout SeededGenerator) -> MouseEvent {
    MouseEvent(
      [.press, .release, .wheelUp, .wheelDown, .drag].randomElement(using: &random) ?? .press,
      column: Int.random(in: -1...145, using: &random),
      row: Int.random(in: -1...50, using: &random), count: Int.random(in: 1...3, using: &random))
  }
}
