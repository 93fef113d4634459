import CSSView
import Testing

@Suite("Setting by key")
struct KeySettableTests {
  struct Label: KeySettable {
    var textColor: StyleColor?
    var lines = 1
    static let settableKeys: [SettableKey<Label>] = [
      .value("textColor", \.textColor), .value("numberOfLines", \.lines),
    ]
  }

  final class Button: KeySettable {
    var title = StateValues<String>()
    var label = Label()
    var badge: Label?
    var actions = ControlActions()
    static let settableKeys: [SettableKey<Button>] = [
      .states("title", \.title), .object("label", \.label), .object("badge", \.badge),
      .actions(\.actions),
    ]
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
    try button.set("save", forKey: "UIControlEventTouchUpInside")
    #expect(button.actions.actions(for: "touchUpInside") == ["save"])
    #expect(button.actions.actions(for: "no such event") == [])
    let isAdded = button.actions.add("x", for: "no such event")
    #expect(!isAdded)
  }

  @Test(
    "messages name what is there",
    arguments: [
      ("titel", "Button has no key “titel”; did you mean title?"),
      ("zebra", "Button has no key “zebra”; it has title, label and badge"),
      (
        "touchUpInsid",
        "Button has no key “touchUpInsid”; did you mean touchUpInside or touchUpOutside?"
      ),
      ("label", "“label” of Button is a part and not a value"),
      ("label.zebra", "Label has no key “zebra”; it has textColor and numberOfLines"),
      ("label.textColour", "Label has no key “textColour”; did you mean textColor?"),
      ("badge.textColor", "“badge” of Button is nil"),
      ("title.text", "“title” of Button is a value and has no keys"),
      ("label.textColor.red", "“textColor” of Label is a value and has no keys"),
      ("title:selectd", "there is no state “selectd”; did you mean selected?"),
      ("label.numberOfLines", "“numberOfLines” of Label: expected a whole number, found “red”"),
    ])
  func messages(path: String, message: String) {
    let error = #expect(throws: KeyError.self) { try Button().set("red", forKeyPath: path) }
    #expect(error?.description == message)
    #expect(error?.finding.severity == .warning)
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
    var properties = ThemeProperties()
    properties.add(keysOf: Field.self)
    let theme = Theme(#"{"field": {"text": "world", "color": "blue"}}"#, properties: properties)
    StyleManager(theme, for: .plain).css(object: field)
    #expect(field.text == "world" && field.color == .rgb(red: 0, green: 0, blue: 255))
    let error = #expect(throws: KeyError.self) { try View().set("a", forKey: "text") }
    #expect(error?.description == "View has no key “text”; it has color")
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
}
