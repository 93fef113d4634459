import CSSView
import CSSViewObjects
import TestSupport
import Testing

@Suite("Objects of a program")
struct StyleManagerTests {
  final class Label: KeySettable {
    var textColor = StyleColor.palette(7)
    var fontSize = 12.0
    var font = StyleFont()
    var alignment = "left"
    var lines = 1
    var insets = StyleInsets()
    var border = 0.0
    var link: String? = "none"
    var title = StateValues("Play")
    var tints = StateValues<StyleColor>()
    var badge = Badge()
    var actions = ControlActions()
    var log: [String] = []

    static let settableKeys: [SettableKey<Label>] = [
      .value("fontSize", \.fontSize), .value("textAlign", \.alignment),
      .value("textColor", \.textColor), .value("font", \.font), .value("numberOfLines", \.lines),
      .value("padding", \.insets), .value("borderWidth", \.border), .value("link", \.link),
      .states("title", \.title), .states("tintColor", \.tints), .object("badge", \.badge),
      .actions(\.actions, known: ["save", "print"]),
    ]
  }

  struct Badge: KeySettable {
    var color = StyleColor.standard
    static let settableKeys: [SettableKey<Badge>] = [.value("color", \.color)]
  }

  final class MyController: StyleCustomizable, StyleOwner {
    let label = Label()
    let styleManager: StyleManager
    nonisolated(unsafe) var log: [String] = []

    init(_ manager: StyleManager) { styleManager = manager }

    func cssCustomize(object: Any?, class names: String?, style: String?, config: StyleConfig) {
      log.append("\(object is Label) \(names ?? "-") \(style ?? "-") \(config.font.size)")
    }
  }

  private static let red = StyleColor.rgb(red: 255, green: 0, blue: 0)

  private func manager(_ json: String) -> StyleManager {
    var properties = ThemeProperties()
    properties.add(keysOf: Label.self)
    return StyleManager(Theme(json, properties: properties), for: .plain)
  }

  @Test("the document's first example: the sheet from a dictionary, two labels, several classes")
  func document() {
    let css: [String: Any] = [
      ".bold": ["font-weight": "bold"],
      "my_controller.label1": ["font-size": "16px", "text-align": "left", "color": "red"],
      "my_controller.label2": ["font-size": "12px", "text-align": "right", "color": "white"],
    ]
    let manager = StyleManager(Theme(dictionary: css), for: .plain)
    let controller = MyController(manager)
    let (one, two) = (Label(), Label())
    controller.css(object: one, class: "label1")
    controller.css(object: two, class: "bold label2")
    #expect(one.fontSize == 16 && one.alignment == "left" && one.textColor == Self.red)
    #expect(two.fontSize == 12 && two.alignment == "right" && two.font.weight == 700)
    #expect(two.textColor == .rgb(red: 255, green: 255, blue: 255))
    #expect(manager.findings.isEmpty)
  }

  @Test("sets only the properties that the stylesheet declares, and lists them")
  func declared() {
    let manager = manager(#"{"label": {"color": "red"}, ".other": {"fontSize": 40}}"#)
    let label = Label()
    label.fontSize = 99
    label.alignment = "center"
    let config = manager.css(object: label)
    #expect(label.textColor == Self.red && label.fontSize == 99 && label.alignment == "center")
    #expect(label.font == StyleFont() && label.link == "none" && label.border == 0)
    #expect(config.declaredProperties == ["color"])
    #expect(config.declares("color") && config.declares("textColor"))
    #expect(!config.declares("font-size") && !config.declares("no-such"))
    #expect(config.value("fontSize") == 15 && config.value("no-such") == nil)
  }

  @Test("values come computed: variables, relative sizes, shorthands, the style text")
  func computed() {
    let manager = manager(
      """
      {":root": {"--c": "red", "--n": "3"},
       "label.a": {"color": "var(--c)", "padding": "1px 2px 3px 4px", "border": "2px solid",
         "numberOfLines": "var(--n)", "font": "AvenirNext-Bold, 18"}}
      """)
    #expect(manager.findings.isEmpty)
    let label = Label()
    manager.css(object: label, class: "a", style: "font-size: 200%; opacity: 0.5")
    #expect(label.textColor == Self.red && label.lines == 3 && label.border == 2)
    #expect(label.insets == StyleInsets(top: 1, left: 4, bottom: 3, right: 2))
    #expect(label.fontSize == 30 && label.font.weight == 700 && label.font.family == "AvenirNext")
  }

  @Test("keys of states, of parts and of actions are set from the sheet")
  func keys() {
    let manager = manager(
      """
      {"label": {"title": "Go", "title:selected": "Stop", "disabledTitle": "–",
         "badge.color": "red", "touchUpInside": "save", "valueChanged": "pirnt"},
       "label:focused": {"tint-color": "red"}}
      """)
    let label = Label()
    manager.css(object: label)
    #expect(label.title.normal == "Go" && label.title[.selected] == "Stop")
    #expect(label.title[.disabled] == "–" && label.title[.highlighted] == "Go")
    #expect(label.tints[.focused] == Self.red && label.tints.normal == nil)
    #expect(label.badge.color == Self.red)
    #expect(label.actions.actions(for: "touchUpInside") == ["save"])
    #expect(label.actions.actions(for: "valueChanged") == [])
    #expect(
      manager.findings.map(\.message) == ["unknown action 'pirnt'; did you mean 'print'?"])
    #expect(manager.findings[0].line == 2)
  }

  @Test("a value that a key does not take is a finding with its place, once")
  func wrongValues() {
    let manager = manager("{\n\"label\": {\"numberOfLines\": \"many\", \"color\": \"red\"}}")
    let label = Label()
    for _ in 0..<3 { manager.css(object: label) }
    #expect(label.lines == 1 && label.textColor == Self.red)
    #expect(
      manager.findings.map(\.message)
        == ["'numberOfLines' of Label: expected a whole number, found 'many'"])
    #expect(manager.findings[0].line == 2 && manager.findings[0].code == "invalid-setting")
  }

  struct Panel: KeySettable {
    var alpha = 1.0
    var cornerRadius = 0.0
    var contentEdgeInsets = StyleInsets()
    var title = "none"
    static let settableKeys: [SettableKey<Panel>] = [
      .value("alpha", \.alpha), .value("cornerRadius", \.cornerRadius),
      .value("contentEdgeInsets", \.contentEdgeInsets), .value("title", \.title),
    ]
  }

  @Test("keys that the documents name otherwise than CSS are set by both names")
  func otherNames() {
    let css = ##"{"panel": {"opacity": 0.5, "border-radius": "4px", "padding": "1px 2px"}}"##
    let uikit = ##"{"panel": {"alpha": 0.5, "cornerRadius": 4, "title": "Hi"}}"##
    var properties = ThemeProperties()
    properties.add(keysOf: Panel.self)
    for theme in [Theme(css), Theme(uikit), Theme(uikit, properties: properties)] {
      #expect(theme.findings.isEmpty)
      var panel = Panel()
      StyleManager(theme, for: .plain).css(object: &panel)
      #expect(panel.alpha == 0.5 && panel.cornerRadius == 4)
    }
    var panel = Panel()
    StyleManager(Theme(css), for: .plain).css(object: &panel)
    #expect(panel.contentEdgeInsets == StyleInsets(top: 1, left: 2, bottom: 1, right: 2))
    #expect(panel.title == "none")
    StyleManager(Theme(uikit, properties: properties), for: .plain).css(object: &panel)
    #expect(panel.title == "Hi")
  }

  @Test("structs are set in place")
  func structs() {
    var badge = Badge()
    StyleManager(["badge": ["color": "red"]], for: .plain).css(object: &badge)
    #expect(badge.color == Self.red)
  }

  @Test("the type of the object that asks names the element")
  func elements() {
    let manager = manager(
      """
      {"my_controller.label": {"font-size": "20px"}, "label.label": {"font-size": "30px"},
       "my_controller": {"opacity": 0.5}}
      """)
    let controller = MyController(manager)
    let label = Label()
    controller.css(object: label, class: "label")
    #expect(label.fontSize == 20)
    manager.css(object: label, class: "label")
    #expect(label.fontSize == 30)
    #expect(controller.css().style.opacity == 0.5)
    #expect(controller.cssConfig(class: "label").font.size == 20)
    let config = manager.cssConfig(MyController.self, class: "label", style: "opacity: 0.75")
    #expect(config.font.size == 20 && config.style.opacity == 0.75)
    #expect(manager.css(object: nil).object == StyledObject())
    // An object that is not there is not the one that asks.
    let nothing: Label? = nil
    controller.log = []
    let none = controller.css(object: nothing, class: "label") { _ in controller.log.append("x") }
    #expect(none.font.size == 20 && controller.log.isEmpty)
  }

  @Test("states count for an object, its style and its text")
  func states() {
    let manager = manager(#"{"my_controller.l:selected": {"color": "red", "fontSize": 40}}"#)
    let controller = MyController(manager)
    let label = Label()
    controller.css(object: label, class: "l", states: [.selected])
    #expect(label.textColor == Self.red && label.fontSize == 40)
    #expect(controller.cssConfig(class: "l", states: [.selected]).color == Self.red)
    #expect(controller.cssConfig(class: "l").color == .standard)
    let renderer = manager.renderer(of: controller, class: "l", states: [.selected])
    #expect(renderer.objectStyle.color == Self.red)
    #expect(manager.renderer(of: controller, class: "l").objectStyle.color == .standard)
  }

  @Test(
    "a shorthand for borders has a value where its sides are the same",
    arguments: [
      ("border: 2px dashed ansi(1)", "border", "2px dashed ansi(1)"),
      ("border: 1px solid", "border-left", "1px solid currentcolor"),
      ("border-top: 2px double red", "border-top", "2px double rgb(255, 0, 0)"),
      ("border-top: 2px double red", "border", nil), ("color: red", "all", nil),
    ] as [(String, String, String?)])
  func borders(style: String, property: String, value: String?) {
    let config = StyleManager([:], for: .plain).cssConfig(StyledObject(style: style))
    #expect(config.value(property)?.text == value)
  }

  @Test("callback, protocol and hook are called every time, with what was asked for")
  func callbacks() {
    let manager = manager(#"{"my_controller.big": {"font-size": "20px"}}"#)
    let controller = MyController(manager)
    var applied: [String] = []
    manager.onApply = { applied.append("hook \($0 is Label) \($1.object.classes)") }
    for _ in 0..<2 {
      controller.css(object: controller.label, class: "big", style: "color: red") { config in
        applied.append("custom \(config.font.size) \(config.color == Self.red)")
      }
    }
    #expect(controller.log == Array(repeating: "true big color: red 20.0", count: 2))
    #expect(
      applied
        == Array(repeating: ["custom 20.0 true", #"hook true ["big"]"#], count: 2).flatMap(\.self))
  }

  @Test("a new theme or terminal is followed at once, and the caches can be emptied")
  func caches() {
    let manager = manager(#"{"label": {"opacity": 0.5}}"#)
    #expect(manager.cssConfig(Label.self).style.opacity == 0.5)
    manager.theme = Theme(
      #"{"label": {"opacity": 0.25}, "@media (width < 80)": {"label": {"opacity": 0}}}"#)
    #expect(manager.cssConfig(Label.self).style.opacity == 0.25)
    manager.terminal.columns = 40
    #expect(manager.cssConfig(Label.self).style.opacity == 0)
    manager.flush()
    #expect(manager.cssConfig(Label.self).style.opacity == 0)
    // Very many different requests do not stay in memory.
    for number in 0..<10_000 {
      _ = manager.cssConfig(Label.self, style: "opacity: 0.\(number)")
    }
    #expect(manager.cssConfig(Label.self).style.opacity == 0)
  }

  @Test("the font size scales with the variable, as the document has it")
  func scaling() {
    let manager = manager(
      #"{":root": {"--s": "1.5"}, "label": {"font-size": "15px", "font-size-scale": "var(--s)"}}"#)
    let config = manager.cssConfig(Label.self)
    #expect(config.font.size == 15 && config.scaledFontSize == 23)
  }

  @Test("text belongs to an object as cssText has it: a span inherits from its classes")
  func text() {
    let manager = StyleManager(
      ["my_controller.label": ["text-transform": "uppercase"], ".bold": ["font-weight": "bold"]],
      for: Terminal(colors: .attributes))
    let controller = MyController(manager)
    let (first, last) = ("Ann", "<Lee>")
    let renderer = manager.renderer(of: controller, class: "label")
    #expect(
      renderer.render("\(first) <span class=bold>\(last)</span>") == "ANN \u{1B}[1m<LEE>\u{1B}[0m")
    #expect(renderer === manager.renderer(of: controller, class: "label"))
    manager.flush()
    #expect(renderer !== manager.renderer(of: controller, class: "label"))
  }

  @Test("colours by name, and by CSS text with variables of the stylesheet")
  func colors() {
    let manager = manager(##"{":root": {"--primary-color": "#456789FF"}}"##)
    #expect(manager.color(named: "lightblue") == .rgb(red: 173, green: 216, blue: 230))
    #expect(manager.color(named: "no-such") == nil && manager.color(named: "#fff") == nil)
    #expect(manager.color("var(--primary-color)") == .rgb(red: 0x45, green: 0x67, blue: 0x89))
    #expect(manager.color("rgb(1, 2, 3, 255)") == .rgb(red: 1, green: 2, blue: 3))
    #expect(manager.color("var(--none)") == nil)
  }

  // MARK: Own properties

  enum Depth: String, Convertible, CaseIterable { case shallow, deep }

  @Test("own properties are typed, checked, known to did-you-mean, and inherited where they say so")
  func ownProperties() {
    let glow = CustomProperty<StyleColor>("glowColor", isInherited: true)
    let depth = CustomProperty<Depth>("depth")
    let lanes = CustomProperty<[Int]>("lanes")
    var properties = ThemeProperties()
    properties.add(glow)
    properties.add(depth)
    properties.add(lanes)
    let json = """
      {":root": {"--c": "lime"},
       "text": {"glowColor": "var(--c)", "depth": "deep", "lanes": [1, 2]},
       ".b": {"depth": "deeep"}, ".c": {"dpeth": 1}}
      """
    let theme = Theme(json, properties: properties)
    #expect(theme.findings.map(\.code) == ["invalid-value", "unknown-property"])
    #expect(theme.findings.map { $0.suggestion ?? "" } == ["deep", "depth"])
    let config = StyleManager(theme, for: .plain).cssConfig(StyledObject())
    #expect(config.value(of: glow) == .rgb(red: 0, green: 255, blue: 0))
    #expect(config.value(of: depth) == .deep && config.value(of: lanes) == [1, 2])
    #expect(config.value(of: CustomProperty<Int>("no-such")) == nil)
    #expect(config.declaredProperties == ["depth", "glow-color", "lanes"])
    #expect(Theme(json).findings.count == 5)
  }

  // MARK: Snooping

  @Test(
    "an unknown class is snooped with the object's own current values, as the document prints it")
  func snooping() {
    let manager = manager(#"{"label.known": {"color": "red"}}"#)
    let controller = MyController(manager)
    let label = Label()
    label.fontSize = 15
    label.textColor = .rgb(red: 0, green: 122, blue: 255)
    controller.css(object: label, class: "label")
    #expect(manager.snoopReports.isEmpty)
    manager.snoop = true
    for _ in 0..<2 { controller.css(object: label, class: "label") }
    #expect(
      manager.snoopReports == [
        """
        Properties for unknown class my_controller.label:
        - {
          "font-size" : "15px",
          "text-align" : "left",
          "color" : "#007AFFFF",
          "font" : "regular 15",
          "padding" : "0px 0px 0px 0px",
          "border-width" : "0px"
        }
        """
      ])
    #expect(
      manager.findings.map(\.message)
        == ["no rule for class 'label' of <my_controller>"])
    // The dictionary is a sheet.
    #expect(Theme(manager.snoopedTheme).findings.isEmpty)
    #expect(Theme(manager.snoopedTheme).classNames == ["label"])
  }

  enum Shape: String, Convertible, CaseIterable { case round, square }

  struct Chip: KeySettable {
    var textColor = StyleColor.palette(4)
    var font = StyleFont()
    var fontSize = Float(12.5)
    var border = StyleLength(pixels: 2)
    var alignment = Shape.round
    var inner: [Int] = []
    static let settableKeys: [SettableKey<Chip>] = [
      .value("textColor", \.textColor), .value("font", \.font), .value("fontSize", \.fontSize),
      .value("borderWidth", \.border), .value("textAlign", \.alignment),
      .value("padding", \.inner),
    ]
  }

  @Test("a struct is snooped under the object that asks, with every kind of value that it has")
  func snoopingStructs() {
    let manager = manager(#"{"my_controller": {"color": "red"}}"#)
    let controller = MyController(manager)
    manager.snoop = true
    var chip = Chip()
    chip.font.isItalic = true
    manager.css(object: &chip, of: controller, class: "chip")
    #expect(chip.textColor == Self.red)
    chip.textColor = .palette(4)
    manager.css(object: &chip, class: "chip")
    #expect(
      manager.snoopReports.last == """
        Properties for unknown class chip.chip:
        - {
          "color" : "ansi(4)",
          "font" : "italic 15",
          "font-size" : "12.5px",
          "border-width" : "2px",
          "text-align" : "round"
        }
        """)
    #expect(manager.snoopReports.first?.hasPrefix("Properties for unknown class my_c") == true)
  }

  @Test("of an object without keys the values of the theme are snooped")
  func snoopingOthers() {
    let manager = manager(
      ##"{"meter": {"background-color": "#FFA500", "color": "#007AFF", "text-align": "left"}}"##)
    final class Meter {}
    manager.snoop = true
    manager.css(object: Meter(), class: "label")
    #expect(
      manager.snoopReports == [
        """
        Properties for unknown class meter.label:
        - {
          "font-size" : "15px",
          "text-align" : "left",
          "background-color" : "#FFA500FF",
          "color" : "#007AFFFF"
        }
        """
      ])
    let theme = manager.theme
    manager.theme = theme
    #expect(manager.snoopReports.isEmpty && manager.snoopedTheme == "{}\n")
  }
}
