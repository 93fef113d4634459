import Diagnostics
import StyleValues
import Testing

@Suite("Enums and option sets of a program")
struct OwnEnumerationTests {
  enum UIViewContentMode: StyleEnumeration {
    case scaleToFill, scaleAspectFit, scaleAspectFill, top_left

    static var aliases: [(name: String, value: UIViewContentMode)] { [("fit", .scaleAspectFit)] }
  }

  enum BorderKind: Int, StyleEnumeration { case none, line, bezel }

  struct Detectors: StyleOptionSet {
    let rawValue: Int
    static let members: [(name: String, value: Detectors)] = [
      ("phoneNumber", Detectors(rawValue: 1)), ("link", Detectors(rawValue: 2)),
      ("address", Detectors(rawValue: 4)),
    ]
  }

  @Test("cases are found short, qualified, by alias, in any case")
  func cases() throws {
    for text in [
      "scaleAspectFit", "scaleaspectfit", "UIViewContentModeScaleAspectFit", "fit", "FIT",
      "scale-aspect-fit", "UIViewContentMode.scaleAspectFit", " scaleAspectFit ",
    ] { #expect(try UIViewContentMode.convert(text) == .scaleAspectFit, "\(text)") }
    #expect(try UIViewContentMode.convert("topLeft") == .top_left)
    #expect(try BorderKind.convert("BorderKindBezel") == .bezel)
    let error = #expect(throws: ConversionError.self) { try BorderKind.convert("bezle") }
    #expect(error?.suggestion == "bezel")
    #expect(error?.expected == "none, line or bezel")
    #expect(throws: ConversionError.self) { try BorderKind.convert("BorderKind") }
    #expect(throws: ConversionError.self) { try BorderKind.convert("line bezel") }
  }

  @Test("option sets take several names, none and all")
  func sets() throws {
    #expect(try Detectors.convert("link address").rawValue == 6)
    #expect(try Detectors.convert("DetectorLink").rawValue == 2)
    #expect(try Detectors.convert("Detectors.link, phone-number").rawValue == 3)
    #expect(try Detectors.convert("none").rawValue == 0)
    #expect(try Detectors.convert("all").rawValue == 7)
    #expect(try Detectors.convert(["link", "phoneNumber"] as RawValue, in: .init()).rawValue == 3)
    #expect(try Detectors.convert("all").names == ["phoneNumber", "link", "address"])
    let error = #expect(throws: ConversionError.self) { try Detectors.convert("link adress") }
    #expect(error?.suggestion == "address")
  }
}

@Suite("Setting by key")
struct KeySettableTests {
  struct Label: KeySettable {
    var textColor: ColorValue?
    var font = Font()
    var lines = 1

    static let settableKeys: [SettableKey<Label>] = [
      .value("textColor", \.textColor), .value("font", \.font), .value("numberOfLines", \.lines),
    ]
  }

  final class Button: KeySettable {
    var title = StateValues<String>()
    var titleColors = StateValues<ColorValue>()
    var label = Label()
    var badge: Label?
    var actions = ControlActions()
    var request: URLRequestValue?
    weak var container: Screen?

    static let settableKeys: [SettableKey<Button>] = [
      .states("title", \.title), .states("titleColor", \.titleColors), .object("label", \.label),
      .object("badge", \.badge), .actions(\.actions),
      .custom("request") { button, raw, context throws(ConversionError) in
        button.request = try URLRequestValue.convert(raw, in: context)
      },
    ]

    /// Who carries out the actions of an event, along the chain as it is now.
    func handlers(of event: ControlEvent) -> [Screen] {
      let chain = sequence(first: container) { $0?.parent }.compactMap(\.self)
      return actions.handlers(of: event, along: chain).map(\.target)
    }
  }

  final class Screen: ActionResponder {
    let known: Set<String>
    let parent: Screen?

    init(knows actions: Set<String>, parent: Screen? = nil) {
      known = actions
      self.parent = parent
    }

    func responds(to action: String) -> Bool { known.contains(action) }
  }

  private let red = ColorValue(RGB8(0xFF0000))

  @Test("properties, in camel case or with dashes")
  func properties() throws {
    var label = Label()
    try label.set("red", forKey: "textColor")
    #expect(label.textColor == red)
    try label.set("helvetica 17", forKey: "font")
    #expect(label.font.size == 17)
    try label.set(3, forKey: "number-of-lines")
    #expect(label.lines == 3)
    try label.set(nil as RawValue, forKey: "textColor")
    #expect(label.textColor == nil)
  }

  @Test("values for states, by prefix or by suffix")
  func states() throws {
    let button = Button()
    try button.set("red", forKey: "titleColor")
    #expect(button.titleColors[.normal] == red)
    #expect(button.titleColors[.selected] == red)
    try button.set("blue", forKey: "selectedTitleColor")
    try button.set("lime", forKey: "title-color:highlighted")
    try button.set("green", forKey: "normalTitleColor")
    #expect(button.titleColors[.selected]?.srgb()?.hex8 == "#0000ffff")
    #expect(button.titleColors[.highlighted]?.srgb()?.hex8 == "#00ff00ff")
    #expect(button.titleColors[.disabled]?.srgb()?.hex8 == "#00ff00ff")
    try button.set("Done", forKey: "title:selected")
    #expect(button.title[.selected] == "Done")
    #expect(button.title[.normal] == nil)
    // The prefix is case-sensitive, as in the document.
    #expect(throws: KeyError.self) { try button.set("red", forKey: "SelectedTitleColor") }
  }

  @Test("key paths reach into parts")
  func keyPaths() throws {
    let button = Button()
    try button.set("red", forKeyPath: "label.textColor")
    #expect(button.label.textColor == red)
    let missing = #expect(throws: KeyError.self) {
      try button.set("red", forKeyPath: "badge.textColor")
    }
    #expect(missing?.reason == .missingPart)
    button.badge = Label()
    try button.set("red", forKeyPath: "badge.textColor")
    #expect(button.badge?.textColor == red)
    let part = #expect(throws: KeyError.self) { try button.set("red", forKey: "label") }
    #expect(part?.reason == .isPart)
    try button.set("POST https://e.com/", forKeyPath: "request")
    #expect(button.request?.method == "POST")
    for path in ["", ".", "label.", ".label", "label..font", "label.font.size", "title.x"] {
      #expect(throws: KeyError.self, "\(path)") { try button.set("1", forKeyPath: path) }
    }
    let long = String(repeating: "label.", count: 10_000)
    #expect(throws: KeyError.self) { try button.set("1", forKeyPath: long) }
  }

  @Test("actions are found along the responder chain at the time they fire")
  func actions() throws {
    let button = Button()
    for key in ["touchUpInside", "touchupinside", "UIControlEventTouchUpInside"] {
      try button.set("showAlert:", forKey: key)
    }
    try button.set("changed", forKey: "valueChanged")
    #expect(button.actions.actions(for: .touchUpInside) == ["showAlert:"])
    let outer = Screen(knows: ["showAlert:"])
    let inner = Screen(knows: ["other"], parent: outer)
    button.container = inner
    #expect(
      button.handlers(of: .touchUpInside).map(ObjectIdentifier.init) == [ObjectIdentifier(outer)])
    #expect(button.handlers(of: .valueChanged).isEmpty)
    // Another hierarchy, another target.
    let near = Screen(knows: ["showAlert:"], parent: outer)
    button.container = near
    #expect(
      button.handlers(of: .touchUpInside).map(ObjectIdentifier.init) == [ObjectIdentifier(near)])
  }

  class View: KeySettable {
    var color: ColorValue?
    class var settableKeys: [SettableKey<View>] { [.value("color", \.color)] }
  }

  class Field: View {
    var text = ""
    override class var settableKeys: [SettableKey<View>] {
      super.settableKeys + [
        .custom("text") { view, raw, context throws(ConversionError) in
          (view as? Field)?.text = try String.convert(raw, in: context)
        }
      ]
    }
  }

  @Test("subclasses inherit keys and add their own")
  func subclasses() throws {
    let field = Field()
    try field.set("red", forKey: "color")
    try field.set("hello", forKey: "text")
    #expect(field.color == red && field.text == "hello")
    let view: View = field
    try view.set("world", forKey: "text")
    #expect(field.text == "world")
    let error = #expect(throws: KeyError.self) { try View().set("a", forKey: "text") }
    #expect(error?.type == "View")
  }

  struct Panel: ActionResponder {
    let name: String
    let known: Set<String>
    func responds(to action: String) -> Bool { known.contains(action) }
  }

  @Test("a chain of plain values works as well")
  func valueChain() {
    var actions = ControlActions()
    actions.add("save", for: [.touchUpInside, .valueChanged])
    actions.add("lost", for: .touchUpInside)
    let chain = [Panel(name: "row", known: []), Panel(name: "window", known: ["save"])]
    let found = actions.handlers(of: .touchUpInside, along: chain)
    #expect(found.map(\.action) == ["save"])
    #expect(found.map(\.target.name) == ["window"])
    #expect(actions.handlers(of: .touchDown, along: chain).isEmpty)
  }

  @Test("an unknown key lists the names it is near to")
  func unknownKeys() throws {
    let button = Button()
    let error = #expect(throws: KeyError.self) { try button.set("red", forKey: "titleColour") }
    #expect(error?.reason == .unknownKey)
    #expect(error?.nearNames.first == "titleColor")
    #expect(error?.message.contains("Button has no key “titleColour”") == true)
    let event = #expect(throws: KeyError.self) { try button.set("a", forKey: "touchUpInsid") }
    #expect(event?.nearNames.contains("touchUpInside") == true)
    let state = #expect(throws: KeyError.self) { try button.set("a", forKey: "title:selectd") }
    #expect(state?.reason == .unknownState)
    #expect(state?.nearNames == ["selected"])
    var label = Label()
    let plain = #expect(throws: KeyError.self) { try label.set("red", forKey: "font:selected") }
    #expect(plain?.reason == .hasNoStates)
    let value = #expect(throws: KeyError.self) { try label.set("gren", forKey: "textColor") }
    guard case .badValue(let reason)? = value?.reason else {
      Issue.record("no bad value")
      return
    }
    #expect(reason.suggestion == "green")
  }
}
