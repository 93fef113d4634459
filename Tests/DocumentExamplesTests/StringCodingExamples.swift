import CSSView
import CSSViewConversions
import CSSViewObjects
import Testing

/// The examples of the StringCoding document in Swift for a terminal, named after what they show.
@Suite("StringCoding document")
struct StringCodingExamples {
  final class Button: KeySettable, ActionResponder {
    var titleColor = StateValues<StyleColor>()
    var title = StateValues<String>()
    var textColor = StyleColor.standard
    var mode = ContentMode.scaleToFill
    var mark = Character(" ")
    var small = Int8(0)
    var byte = UInt8(0)
    var layer = Layer()
    var actions = ControlActions()
    var actionNames: [String] = []

    static let settableKeys: [SettableKey<Button>] = [
      .states("titleColor", \.titleColor), .states("title", \.title),
      .value("textColor", \.textColor), .value("contentMode", \.mode), .value("mark", \.mark),
      .value("small", \.small), .value("byte", \.byte), .object("layer", \.layer),
      .actions(\.actions),
    ]
  }

  struct Layer: KeySettable {
    var borderColor = StyleColor.standard
    static let settableKeys: [SettableKey<Layer>] = [.value("borderColor", \.borderColor)]
  }

  struct Controller: ActionResponder { var actionNames = ["alert:"] }

  private static let red = StyleColor.rgb(red: 255, green: 0, blue: 0)

  @Test("A property is set by a string that a variable holds")
  func setValue() throws {
    let button = Button()
    let name = "red"
    try button.set(name, forKey: "textColor")
    try button.set("red", forKeyPath: "layer.borderColor")
    #expect(button.textColor == Self.red && button.layer.borderColor == Self.red)
    let error = #expect(throws: KeyError.self) { try button.set(name, forKey: "textColour") }
    #expect(error?.description == "Button has no key 'textColour'; did you mean 'textColor'?")
  }

  @Test(
    "A color is set for a state by a pseudo property",
    arguments: [
      ("titleColor", ControlState.normal), ("normalTitleColor", .normal),
      ("selectedTitleColor", .selected), ("titleColor:highlighted", .highlighted),
    ])
  func states(key: String, state: ControlState) throws {
    let button = Button()
    try button.set("red", forKey: key)
    #expect(button.titleColor[state] == Self.red)
    #expect(button.titleColor.normal == (state == .normal ? Self.red : nil))
  }

  @Test(
    "The states application and reserved never change the normal value",
    arguments: [ControlState.application, .reserved])
  func ownStates(state: ControlState) throws {
    let button = Button()
    try button.set("Play", forKey: "title")
    try button.set("App", forKey: "title:\(state)")
    #expect(button.title.normal == "Play" && button.title[state] == "App")
    let manager = StyleManager(
      Theme(dictionary: ["button": ["title": "Go", "title:\(state)": "Own"]]))
    let other = Button()
    manager.css(object: other)
    #expect(other.title.normal == "Go" && other.title[state] == "Own")
    #expect(manager.findings.isEmpty)
  }

  @Test(
    "An action is bound by the name of an event in any case, qualified or not",
    arguments: ["touchupinside", "touchUpInside", "UIControlEventTouchUpInside"])
  func actions(key: String) throws {
    let button = Button()
    try button.set("alert:", forKey: key)
    let app = Controller()
    let handlers = button.actions.handlers(of: "touchUpInside", along: [button, app])
    #expect(handlers.map(\.action) == ["alert:"])
    #expect(handlers.first?.responder is Controller)
  }

  @Test(
    "A character is its own code, a number of several digits, a hex number or a truth value",
    arguments: [
      ("A", 65), ("5", 53), ("65", 65), ("127", 127), ("-128", -128), ("0x41", 65), ("0xff", -1),
      ("yes", 1), ("no", 0), ("true", 1), ("128", nil), ("abc", nil), ("", nil),
    ] as [(String, Int8?)])
  func characters(text: String, code: Int8?) {
    #expect(text.charValue == code)
    let button = Button()
    guard let code else {
      #expect(throws: KeyError.self) { try button.set(text, forKey: "small") }
      return
    }
    #expect(throws: Never.self) {
      try button.set(text, forKey: "small")
      try button.set(text, forKey: "byte")
      try button.set(text, forKey: "mark")
    }
    #expect(button.small == code && button.byte == UInt8(bitPattern: code))
    let scalar = Unicode.Scalar(text.count == 1 ? UInt8(ascii: "A") : UInt8(bitPattern: code))
    #expect(button.mark == (text.count == 1 ? Character(text) : Character(scalar)))
  }

  @Test("A string is numeric if it can be interpreted as a number")
  func numeric() {
    #expect("12".isNumeric && "-1.5".isNumeric && !"12 px".isNumeric)
  }

  @Test("A string names a URL, a request, a point, a size, a rectangle, insets and an offset")
  func structures() throws {
    func read<Value: Convertible>(_ text: String, _ type: Value.Type = Value.self) throws -> Value {
      try ThemeValue(text).converted()
    }
    #expect(try read("/tmp/a", StyleURL.self).text == "file:///tmp/a")
    #expect(
      try read("POST https://a.b/")
        == StyleURLRequest(method: "POST", url: StyleURL("https://a.b/")))
    #expect(try read("https://a.b/", StyleURLRequest.self).method == "GET")
    #expect(try read("{1,2}") == StylePoint(x: 1, y: 2))
    #expect(try read("1 2") == StyleSize(width: 1, height: 2))
    let rect: StyleRect = try read("{{1,2},{3,4}}")
    #expect(rect.size == StyleSize(width: 3, height: 4))
    #expect(try read("1 2 3 4") == StyleInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(try read("{1,-2}") == StyleOffset(horizontal: 1, vertical: -2))
    #expect(try read("panel.png 4 8") == StyleImage("panel.png", leftCap: 4, topCap: 8))
    let font: StyleFont = try read("helvetica 17")
    #expect(font.family == "helvetica" && font.size == 17)
    #expect(try read("bold 15", StyleFont.self).weight == 700)
  }

  @Test("A constant is found by its short or its full name in any case, or by an alias")
  func constants() throws {
    func read<Value: Convertible>(_ text: String, _ type: Value.Type = Value.self) throws -> Value {
      try ThemeValue(text).converted()
    }
    #expect(try read("UIViewContentModeScaleAspectFit") == ContentMode.scaleAspectFit)
    #expect(try read("scaleaspectfit") == ContentMode.scaleAspectFit)
    #expect(try read("fit") == ContentMode.scaleAspectFit)
    #expect(try read("NSTextAlignmentLeft") == TextAlignment.left)
    #expect(try read("justified") == TextAlignment.justify)
    #expect(try read("NSLineBreakByTruncatingTail") == LineBreakMode.truncateTail)
    #expect(try read("UIControlStateSelected") == ControlState.selected)
    #expect(try read("selected highlighted") == ControlState([.highlighted, .selected]))
    #expect(try read("normal") == ControlState.normal && "\(ControlState.normal)" == "normal")
    #expect(throws: ConversionFailure.self) { try read("selectd", ControlState.self) }
    #expect(try read("UIControlEventTouchDown") == ControlEvent.touchDown)
    let events: ControlEvent = try read("touchDown valueChanged")
    #expect(events == [.touchDown, .valueChanged])
    #expect(try read("none", ControlEvent.self).isEmpty)
  }

  @Test("Each getter reads the notations of the document, and is nil for any other text")
  func getters() throws {
    #expect("{1,2}".pointValue == StylePoint(x: 1, y: 2) && "1 2".pointValue?.y == 2)
    #expect("{3, 4}".sizeValue == StyleSize(width: 3, height: 4))
    #expect("{{1,2},{3,4}}".rectValue?.size.height == 4 && "1 2 3 4".rectValue?.origin.x == 1)
    #expect("{1,2,3,4}".edgeInsetsValue?.left == 2 && "1 2".offsetValue?.vertical == 2)
    for text in ["black", "blackColor", "BLACKCOLOR", "rgb(0,0,0)", "000000", "#000000"] {
      #expect(text.colorValue == StyleColor(name: "black"), "\(text)")
    }
    #expect("helvetica 17".fontValue?.size == 17 && "bold".fontValue?.weight == 700)
    #expect("a.png".imageValue != nil && "/a/b".urlValue?.text == "file:///a/b")
    #expect("POST https://a.b/".urlRequestValue != nil)
    #expect("NSTextAlignmentLeft".textAlignmentValue == .left)
    #expect("wordwrapping".lineBreakModeValue == .wordWrap)
    #expect("fit".contentModeValue == .scaleAspectFit)
    #expect("selected highlighted".controlStateValue == [.highlighted, .selected])
    #expect("all".controlEventsValue?.contains(.valueChanged) == true)
    #expect(try "1 2".converted(to: StyleOffset.self).horizontal == 1)
    #expect("one".pointValue == nil && "wide".sizeValue == nil && "gren".contentModeValue == nil)
    #expect(throws: ConversionFailure.self) { try "x".converted(to: Double.self) }
  }

  @Test(
    "A color has the name of each method of UIColor",
    arguments: [
      ("lightText", StyleColor.rgb(red: 255, green: 255, blue: 255, alpha: 153)),
      ("darkTextColor", .rgb(red: 0, green: 0, blue: 0)),
      ("groupTableViewBackground", .rgb(red: 239, green: 239, blue: 244)),
      ("greenColor", .rgb(red: 0, green: 255, blue: 0)),
      ("clear", .rgb(red: 0, green: 0, blue: 0, alpha: 0)),
    ])
  func systemColors(name: String, color: StyleColor) throws {
    let button = Button()
    try button.set(name, forKey: "textColor")
    #expect(button.textColor == color && name.colorValue == color)
    // So have values of no theme, and the operator.
    #expect(try ThemeValue(name).converted(to: StyleColor.self) == color)
    var colors: [StyleColor] = []
    colors <-- [name]
    var named: [String: StyleColor] = [:]
    named <-- ["a": name]
    #expect(colors == [color] && named == ["a": color])
  }

  enum Fit: Convertible, AliasedCases {
    case scaleToFill, scaleAspectFit
    static let aliases: [String: Fit] = ["fit": .scaleAspectFit]
  }

  @Test("A program's own enumeration may have aliases for names that are hard to remember")
  func aliases() throws {
    #expect(try ThemeValue("FIT").converted(to: Fit.self) == .scaleAspectFit)
    #expect(try ThemeValue("scale-to-fill").converted(to: Fit.self) == .scaleToFill)
    let error = #expect(throws: ConversionFailure.self) {
      try ThemeValue("fitt").converted(to: Fit.self)
    }
    #expect(error?.expected == "scaleToFill or scaleAspectFit")
  }

  @Test("A color that is a file of an image is a pattern image")
  func patterns() throws {
    let button = Button()
    try button.set("linen.png", forKey: "textColor")
    #expect(button.textColor == .pattern(StyleImage("linen.png")))
    try button.set("blackColor", forKey: "textColor")
    #expect(button.textColor == .rgb(red: 0, green: 0, blue: 0))
  }

  @Test("A theme sets keys that only the type lists")
  func keysOfType() {
    let manager = StyleManager(
      Theme(dictionary: ["button": ["mark": "0x41", "contentMode": "fit"]]))
    let button = Button()
    manager.css(object: button)
    #expect(button.mark == "A" && button.mode == .scaleAspectFit)
    #expect(manager.findings.isEmpty)
  }
}
