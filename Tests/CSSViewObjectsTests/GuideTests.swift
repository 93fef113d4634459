import CSSView
import CSSViewObjects
import TestSupport
import Testing

/// Sentences of the guide that no other test holds.
@Suite("Guide: styling objects")
struct StylingObjectsGuideTests {
  final class Label: KeySettable {
    var color = StyleColor.standard
    var fontSize = 12.0
    var font = StyleFont(family: "Avenir", size: 17, weight: 300, isItalic: true)
    var tempo = 0
    static let settableKeys: [SettableKey<Label>] = [
      .value("color", \.color), .value("fontSize", \.fontSize), .value("font", \.font),
      .value("tempo", \.tempo),
    ]
  }

  private static let red = StyleColor.rgb(red: 255, green: 0, blue: 0)

  @Test(
    "A dictionary may write a key in camel case or with dashes; CSS needs dashes",
    arguments: [
      (#"{"label": {"fontSize": "20px"}}"#, 20.0), (#"{"label": {"font-size": "20px"}}"#, 20),
      ("label { font-size: 20px }", 20), ("label { fontSize: 20px }", 12),
    ])
  func spellings(sheet: String, size: Double) {
    let manager = StyleManager(Theme(sheet), for: .plain)
    let label = Label()
    manager.css(object: label)
    #expect(label.fontSize == size)
    #expect(manager.findings.map(\.suggestion) == (size == 12 ? ["font-size"] : []))
  }

  @Test(
    "A key that CSS does not have is an unknown property until the theme knows the type",
    arguments: [#"{"label": {"tempo": 3}}"#, "label { tempo: 3 }"])
  func unknownKeys(sheet: String) {
    #expect(Theme(sheet).findings.map(\.code) == ["unknown-property"])
    var properties = ThemeProperties()
    properties.add(keysOf: Label.self)
    #expect(Theme(sheet, properties: properties).findings.isEmpty)
    let manager = StyleManager(Theme(sheet), for: .plain)
    #expect(manager.findings.count == 1)
    let label = Label()
    manager.css(object: label)
    #expect(label.tempo == 3 && manager.findings.isEmpty && manager.theme.findings.isEmpty)
  }

  @Test("A dictionary may have properties of UIKit, and CSS may not")
  func uikit() {
    #expect(Theme(#"{"label": {"title": "Go"}}"#).findings.isEmpty)
    #expect(Theme("label { title: 'Go' }").findings.map(\.code) == ["unknown-property"])
  }

  @Test(
    "font and fontSize are the declared size, or else 15px, times the user's factor, in whole px",
    arguments: [
      (["font-size-scale": "auto"], 1.5, 23.0, 23.0),
      (["font-size-scale": "auto", "font-size": "21px"], 1.5, 32, 32),
      (["font-size-scale": "auto", "font-size": "10.4px"], 1, 10, 10),
      (["font-size": "21px"], 1.5, 21, 21), (["color": "red"], 1.5, 12, 17),
      (["font-weight": "bold"], 1.5, 12, 17),
    ] as [([String: String], Double, Double, Double)])
  func contentSizes(style: [String: String], factor: Double, fontSize: Double, size: Double) {
    var terminal = Terminal.plain
    terminal.contentSize = ContentSize(scale: factor) ?? .standard
    let label = Label()
    StyleManager(Theme(dictionary: ["label": style]), for: terminal).css(object: label)
    #expect(label.fontSize == fontSize && label.font.size == size)
    #expect(label.font.weight == (style["font-weight"] == "bold" ? 700 : 300))
    #expect(label.font.isItalic && label.font.family == "Avenir")
  }

  @Test("A user asks for larger text in the environment", arguments: ["1.5", "XL", ""])
  func environment(value: String) {
    let variables = ["CSSVIEW_CONTENT_SIZE": value]
    let terminal = Terminal(environment: variables, isTerminal: false)
    #expect(terminal.contentSize.scale == ["1.5": 1.5, "XL": 1.1][value] ?? 1)
  }

  final class Meter: StyleCustomizable {
    var calls = 0
    func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig) {
      calls += 1
    }
  }

  final class Screen: StyleOwner, StyleCustomizable {
    let styleManager = StyleManager([:], for: .plain)
    var calls = 0
    func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig) {
      calls += 1
    }
  }

  @Test("The object that asks is the owner, if there is one, and otherwise the styled object")
  func askingObject() {
    let (meter, screen) = (Meter(), Screen())
    screen.css(object: meter)
    #expect(meter.calls == 0 && screen.calls == 1)
    screen.styleManager.css(object: meter)
    #expect(meter.calls == 1 && screen.calls == 1)
  }

  struct LabelStyle: KeySettable {
    var textColor = StyleColor.standard
    static let settableKeys: [SettableKey<LabelStyle>] = [.value("textColor", \.textColor)]
  }

  @MainActor final class ShownLabel {
    var style = LabelStyle() { didSet { shown.append(style.textColor) } }
    var shown: [StyleColor] = []
  }

  @MainActor final class Dialog: @MainActor StyleOwner {
    let label = ShownLabel()
    let styleManager = StyleManager(["dialog.title": ["color": "red"]], for: .plain)
    func load() { styleManager.css(object: &label.style, of: self, class: "title") }
  }

  @Test("A value holds the keys of an object of the main actor, which then shows it")
  @MainActor
  func mainActor() {
    let dialog = Dialog()
    dialog.load()
    #expect(dialog.label.shown == [Self.red])
  }

  struct Corners: NamedOptions {
    let rawValue: Int
    static let members: [(name: String, value: Corners)] = [
      ("topLeft", Corners(rawValue: 1)), ("bottomRight", Corners(rawValue: 2)),
    ]
  }

  enum Shape: Convertible, CaseIterable { case plain, roundedRect }

  struct Card: KeySettable {
    var shape = Shape.plain
    var corners: Corners = []
    static let settableKeys: [SettableKey<Card>] = [
      .value("shape", \.shape), .value("corners", \.corners),
    ]
  }

  @Test(
    "A theme sets the program's own constants, with NamedOptions several at once",
    arguments: [
      ("rounded-rect", "top-left bottom-right", Shape.roundedRect, 3),
      ("roundedRect", "bottomRight", .roundedRect, 2), ("oval", "none", .plain, 0),
    ])
  func constants(shape: String, corners: String, expected: Shape, rawValue: Int) {
    var card = Card()
    let manager = StyleManager(
      Theme(dictionary: ["card": ["shape": shape, "corners": corners]]), for: .plain)
    manager.css(object: &card)
    #expect(card.shape == expected && card.corners.rawValue == rawValue)
    #expect(manager.findings.count == (shape == "oval" ? 1 : 0))
  }

  private func snooping(_ sheet: String) -> StyleManager {
    let manager = StyleManager(Theme(sheet), for: .plain)
    manager.snoop = true
    manager.warnings = nil
    return manager
  }

  @Test("Snooping keeps the values of the first object of each element and class")
  func firstObject() {
    let manager = snooping("{}")
    for size in [20.0, 30] {
      let label = Label()
      label.fontSize = size
      manager.css(object: label, class: "title")
    }
    #expect(manager.snoopReports.count == 1)
    #expect(manager.snoopedTheme.contains(#""font-size": "20px""#))
    #expect(!manager.snoopedTheme.contains("30px") && !manager.snoopedTheme.contains("tempo"))
  }

  @Test(
    "A rule for the class counts, and in CSS one for another element with the class",
    arguments: [
      (#"{".title": {"color": "red"}}"#, true), (#"{"label.title": {"color": "red"}}"#, true),
      (#"{"b.title": {"color": "red"}}"#, false), ("b.title { color: red }", true),
      (".other { color: red }", false), (#"{"label": {"color": "red"}}"#, false),
    ])
  func rulesThatCount(sheet: String, isKnown: Bool) {
    let manager = snooping(sheet)
    manager.css(object: Label(), class: "title")
    #expect(manager.snoopReports.isEmpty == isKnown)
  }

  @Test("Warnings go to standard error once for each class of each element, and nil drops them")
  func warnings() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let manager = StyleManager([:], for: .plain)
      for _ in 0..<2 { manager.css(object: Label(), class: "title") }
      manager.css(object: nil, class: "title")
      manager.snoop = true
      manager.css(object: Label(), class: "title loud")
      manager.warnings = nil
      manager.css(object: Label(), class: "dropped")
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n")
    let first = ["title' of <label>", "title' of <text>", "loud' of <label>"]
    #expect(
      lines.filter { $0.hasPrefix("warning") } == first.map { "warning: no rule for class '\($0)" })
    #expect(lines.filter { $0.hasPrefix("Properties") }.map(String.init).count == 1)
    #expect(!lines.contains { $0.contains("dropped") })
  }
}
