import CSSView
import CSSViewObjects
import Testing

@Suite("Setting by key")
struct KeySettableTests {
  struct Label: KeySettable {
    var textColor: StyleColor?
    var font = StyleFont()
    var lines = 1
    static let settableKeys: [SettableKey<Label>] = [
      .value("textColor", \.textColor), .value("font", \.font), .value("numberOfLines", \.lines),
    ]
  }

  final class Button: KeySettable {
    var title = StateValues<String>()
    var titleColors = StateValues<StyleColor>()
    var label = Label()
    var badge: Label?
    var actions = ControlActions()
    var request: StyleURLRequest?
    weak var container: Screen?
    static let settableKeys: [SettableKey<Button>] = [
      .states("title", \.title), .states("titleColor", \.titleColors), .object("label", \.label),
      .object("badge", \.badge), .actions(\.actions),
      .custom("request") { button, value throws(ConversionFailure) in
        button.request = try value.converted()
      },
    ]

    /// Who carries out the actions of an event, along the chain as it is now.
    func handlers(of event: String) -> [ObjectIdentifier] {
      let chain = sequence(first: container) { $0?.parent }.compactMap(\.self)
      return actions.handlers(of: event, along: chain).map { ObjectIdentifier($0.responder) }
    }
  }

  final class Screen: ActionResponder {
    let actionNames: [String]
    let parent: Screen?

    init(knows actions: [String], parent: Screen? = nil) {
      actionNames = actions
      self.parent = parent
    }
  }

  private let red = StyleColor.rgb(red: 255, green: 0, blue: 0)

  @Test("properties, in camel case or with dashes; null empties an optional one")
  func properties() throws {
    var label = Label()
    for key in ["textColor", "text-color"] {
      label.textColor = nil
      // As StringCoding reads colours: system names in any case, hex without its sign.
      try label.set(key == "textColor" ? "RED" : "ff0000", forKey: key)
      #expect(label.textColor == red)
    }
    try label.set(.null, forKey: "textColor")
    #expect(label.textColor == nil)
    try label.set("7", forKeyPath: "number-of-lines")
    #expect(label.lines == 7)
    try label.set(3, forKey: "number-of-lines")
    #expect(label.lines == 3)
    try label.set("helvetica 17", forKey: "font")
    #expect(label.font.size == 17)
  }

  @Test("values for states, by prefix or by suffix")
  func states() throws {
    let (blue, lime) = (
      StyleColor.rgb(red: 0, green: 0, blue: 255), StyleColor.rgb(red: 0, green: 255, blue: 0)
    )
    let button = Button()
    try button.set("red", forKey: "titleColor")
    #expect(button.titleColors.normal == red && button.titleColors[.selected] == red)
    try button.set("blue", forKey: "selectedTitleColor")
    try button.set("lime", forKey: "title-color:highlighted")
    try button.set("green", forKey: "normalTitleColor")
    #expect(button.titleColors[.selected] == blue && button.titleColors[.highlighted] == lime)
    #expect(button.titleColors[.disabled] == lime)
    try button.set("gray", forKey: "titleColor:selected disabled")
    #expect(button.titleColors[.selected] == button.titleColors[.disabled])
    #expect(button.titleColors.states == [.highlighted, .disabled, .selected])
    for key in ["title:none", "title:normal"] {
      try button.set(key, forKey: key)
      #expect(button.title.normal == key && button.title.states.isEmpty)
    }
    // The prefix is case-sensitive, as in the document.
    #expect(throws: KeyError.self) { try button.set("red", forKey: "SelectedTitleColor") }
  }

  @Test("states, parts and actions of a class")
  func objects() throws {
    let button = Button()
    try button.set("Play", forKey: "title")
    try button.set("Stop", forKey: "selectedTitle")
    try button.set("–", forKey: "title:disabled")
    #expect(button.title.normal == "Play" && button.title[.selected] == "Stop")
    #expect(button.title[.disabled] == "–" && button.title.states == [.disabled, .selected])
    try button.set("red", forKeyPath: "label.textColor")
    #expect(button.label.textColor == red)
    button.badge = Label()
    try button.set("red", forKeyPath: "badge.textColor")
    #expect(button.badge?.textColor == red)
    try button.set("POST https://e.com/", forKeyPath: "request")
    #expect(button.request?.method == "POST")
    try button.set("save", forKey: "UIControlEventTouchUpInside")
    #expect(button.actions.actions(for: "touchUpInside") == ["save"])
    #expect(button.actions.actions(for: "no such event") == [])
    let isAdded = button.actions.add("x", for: "no such event")
    #expect(!isAdded)
  }

  @Test(
    "messages name what is there",
    arguments: [
      ("titel", "Button has no key 'titel'; did you mean 'title'?", ["title"]),
      (
        "titleColour", "Button has no key 'titleColour'; did you mean 'titleColor'?", ["titleColor"]
      ),
      (
        "zebra",
        "Button has no key 'zebra'; it has 'title', 'titleColor', 'label', 'badge' and 'request'",
        []
      ),
      (
        "touchUpInsid",
        "Button has no key 'touchUpInsid'; did you mean 'touchUpInside' or 'touchUpOutside'?",
        ["touchUpInside", "touchUpOutside"]
      ),
      ("label", "'label' of Button is an object, not a value", []),
      (
        "label.zebra", "Label has no key 'zebra'; it has 'textColor', 'font' and 'numberOfLines'",
        []
      ),
      (
        "label.textColour", "Label has no key 'textColour'; did you mean 'textColor'?",
        ["textColor"]
      ),
      ("badge.textColor", "'badge' of Button is nil", nil),
      ("title.text", "'title' of Button is a value and has no keys", []),
      ("label.textColor.red", "'textColor' of Label is a value and has no keys", []),
      ("title:selectd", "unknown state 'selectd'; did you mean 'selected'?", ["selected"]),
      ("label.font:selected", "'font' of Label has one value for all states", []),
      (
        "label.numberOfLines", "'numberOfLines' of Label: expected a whole number, found 'red'", nil
      ),
    ] as [(String, String, [String]?)])
  func messages(path: String, message: String, near: [String]?) {
    let error = #expect(throws: KeyError.self) { try Button().set("red", forKeyPath: path) }
    #expect(error?.description == message && error?.nearNames == near ?? [])
    #expect(error?.finding.severity == .warning && error?.finding.message == message)
    #expect(error?.finding.code == (near == nil ? "invalid-setting" : "unknown-key"))
  }

  @Test("an action is a text, and one of those that are known")
  func wrongActions() throws {
    struct Form: KeySettable {
      var actions = ControlActions()
      static let settableKeys: [SettableKey<Form>] = [.actions(\.actions, known: ["save"])]
    }
    var form = Form()
    for (value, code, message) in [
      ("svae", "unknown-action", "unknown action 'svae'; did you mean 'save'?"),
      (["save"], "invalid-setting", "'touchDown' of Form: expected a string, found an array"),
    ] as [(ThemeValue, String, String)] {
      let error = #expect(throws: KeyError.self) { try form.set(value, forKey: "touch-down") }
      #expect(error?.finding.code == code && error?.description == message)
    }
    let value = try ThemeValue(json: "[\n  true, {}]")
    let error = #expect(throws: KeyError.self) {
      try form.set(value.elements?.last ?? .null, forKey: "touchDown")
    }
    #expect(error?.finding.file == "<json>" && error?.finding.line == 2)
    #expect(error?.finding.column == 9)
    #expect(form.actions == ControlActions())
  }

  @Test("a path that leads nowhere is an error, however long")
  func wrongPaths() {
    let button = Button()
    for path in ["", ".", "label.", ".label", "label..font", "label.font.size", "title.x"] {
      #expect(throws: KeyError.self, "\(path)") { try button.set("1", forKeyPath: path) }
    }
    let long = String(repeating: "label.", count: 10_000)
    #expect(throws: KeyError.self) { try button.set("1", forKeyPath: long) }
    var label = Label()
    let wrong = #expect(throws: KeyError.self) { try label.set("gren", forKey: "textColor") }
    #expect(wrong?.description == "'textColor' of Label: expected a colour, found 'gren'")
  }

  class View: KeySettable {
    var color: StyleColor?
    class var settableKeys: [SettableKey<View>] { [.value("color", \.color)] }
  }

  class Field: View {
    var text = ""
    override class var settableKeys: [SettableKey<View>] {
      super.settableKeys + [
        .custom("text") { view, value throws(ConversionFailure) in
          (view as? Field)?.text = try value.converted()
        }
      ]
    }
  }

  @Test("subclasses inherit keys and add their own, from a theme, too")
  func subclasses() throws {
    let field = Field()
    try field.set("red", forKey: "color")
    try field.set("hello", forKey: "text")
    #expect(field.color == red && field.text == "hello")
    let view: View = field
    try view.set("world", forKey: "text")
    #expect(field.text == "world")
    var properties = ThemeProperties()
    properties.add(keysOf: Field.self)
    let theme = Theme(#"{"field": {"text": "theme", "color": "blue"}}"#, properties: properties)
    StyleManager(theme, for: .plain).css(object: field)
    #expect(field.text == "theme" && field.color == .rgb(red: 0, green: 0, blue: 255))
    let error = #expect(throws: KeyError.self) { try View().set("a", forKey: "text") }
    #expect(error?.description == "View has no key 'text'; it has 'color'")
  }

  struct Pane: ActionResponder {
    var name: String
    var actionNames: [String]
  }

  @Test("actions are found along the chain when they happen; unknown ones are told with near names")
  func actions() {
    var actions = ControlActions()
    actions.add("save", for: "touchUpInside editingDidEnd")
    actions.add("opne", for: "touchDown")
    let chain = [
      Pane(name: "row", actionNames: []), Pane(name: "window", actionNames: ["save", "open"]),
      Pane(name: "program", actionNames: ["save"]),
    ]
    let handlers = actions.handlers(of: "touchUpInside", along: chain)
    #expect(handlers.map(\.action) == ["save"] && handlers.map(\.responder.name) == ["window"])
    #expect(actions.handlers(of: "touchDown", along: chain).isEmpty)
    let findings = actions.findings(along: chain)
    #expect(findings.map(\.code) == ["unknown-action"])
    #expect(findings.map { $0.suggestion ?? "" } == ["open"])
  }
  @Test("actions are found along the responder chain at the time they fire")
  func responderChain() throws {
    let button = Button()
    for key in ["touchUpInside", "touchupinside", "UIControlEventTouchUpInside"] {
      try button.set("showAlert:", forKey: key)
    }
    try button.set("changed", forKey: "valueChanged")
    #expect(button.actions.actions(for: "touchUpInside") == ["showAlert:"])
    let outer = Screen(knows: ["showAlert:"])
    let inner = Screen(knows: ["other"], parent: outer)
    button.container = inner
    #expect(button.handlers(of: "touchUpInside") == [ObjectIdentifier(outer)])
    #expect(button.handlers(of: "valueChanged").isEmpty)
    // Another hierarchy, another target.
    let near = Screen(knows: ["showAlert:"], parent: outer)
    button.container = near
    #expect(button.handlers(of: "touchUpInside") == [ObjectIdentifier(near)])
  }

  @Test("a chain of plain values works as well")
  func valueChain() {
    var actions = ControlActions()
    actions.add("save", for: "touchUpInside valueChanged")
    actions.add("lost", for: "touchUpInside")
    let chain = [
      Pane(name: "row", actionNames: []), Pane(name: "window", actionNames: ["save"]),
    ]
    let found = actions.handlers(of: "touchUpInside", along: chain)
    #expect(found.map(\.action) == ["save"] && found.map(\.responder.name) == ["window"])
    #expect(actions.handlers(of: "touchDown", along: chain).isEmpty)
    actions.add("lost", for: "touchDown")
    #expect(actions.findings(along: chain).map(\.message) == ["unknown action 'lost'"])
  }

  // MARK: The documents

  struct Control: KeySettable {
    enum ContentAlignment: String, CaseIterable, Convertible {
      case left = "content-horizontal-left"
      case right = "content-horizontal-right"
    }

    var title = StateValues<String>()
    var titleColor = StateValues<StyleColor>()
    var alignment = ContentAlignment.left
    var actions = ControlActions()
    var baseURL: StyleURL?

    static let settableKeys: [SettableKey<Control>] = [
      .states("title", \.title), .states("titleColor", \.titleColor),
      .value("contentHorizontalAlignment", \.alignment), .value("baseURL", \.baseURL),
      .actions(\.actions),
    ]
  }

  @Test("Pixelbits: keys with states, in its dialect")
  func pixelbitsKeys() throws {
    let sheet = Architect(
      ##"{"@dialect": "pixelbits", "title": "An awesome title", "color": "#80ff0000"}"##)
    var control = Control()
    try control.set(sheet.value(forKey: "title"), forKey: "title:normal")
    try control.set(sheet.value(forKey: "color"), forKey: "title-color:normal")
    try control.set("content-horizontal-right", forKey: "content-horizontal-alignment")
    #expect(control.title.normal == "An awesome title" && control.alignment == .right)
    #expect(control.titleColor.normal == .rgb(red: 255, green: 0, blue: 0, alpha: 128))
  }

  @Test("StringCoding: pseudo properties for states and actions")
  func stringCodingKeys() throws {
    for key in ["titleColor", "normalTitleColor"] {
      var control = Control()
      try control.set("red", forKey: key)
      #expect(control.titleColor.normal == red)
    }
    var control = Control()
    try control.set("red", forKey: "selectedTitleColor")
    #expect(control.titleColor[.selected] == red && control.titleColor.normal == nil)
    for key in ["touchupinside", "UIControlEventTouchUpInside", "touchUpInside"] {
      var control = Control()
      try control.set("alert:", forKey: key)
      #expect(control.actions.actions(for: "touchUpInside") == ["alert:"])
      var other = Control()
      try other.set("alert:", forKeyPath: key)
      #expect(other.actions == control.actions)
    }
    try control.set("https://example.com/", forKey: "baseURL")
    #expect(control.baseURL?.text == "https://example.com/")
  }
}
