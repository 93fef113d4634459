import CSSView
import CSSViewObjects
import Foundation
import TestSupport
import Testing

/// The examples of the ViewCSS document in Swift for a terminal, named after what they show.
///
/// They share the manager of the program, as its readers' programs do.
@MainActor
@Suite("ViewCSS document", .serialized)
final class ViewCSSExamples {
  /// What UIKit's label has that the document sets.
  final class Label: KeySettable, CSSTextOwner {
    var textColor = StyleColor.standard
    var backgroundColor = StyleColor.standard
    var tintColor = StyleColor.standard
    var font = StyleFont(family: "Avenir", size: 17, weight: 300, isItalic: true)
    var textAlignment = TextAlignment.natural
    var alpha = 1.0
    var layer = Layer()
    var styledText = ObjectText()

    static let settableKeys: [SettableKey<Label>] = [
      .value("textColor", \.textColor), .value("backgroundColor", \.backgroundColor),
      .value("tintColor", \.tintColor), .value("font", \.font),
      .value("textAlignment", \.textAlignment), .value("alpha", \.alpha),
      .object("layer", \.layer),
    ]
  }

  struct Layer: KeySettable {
    var cornerRadius = 0.0
    var masksToBounds = false
    var borderWidth = 0.0
    var borderColor = StyleColor.standard
    var shadowColor = StyleColor.standard
    var shadowOpacity = 0.0
    var shadowOffset = StyleSize(width: 0, height: -3)
    var shadowRadius = 3.0

    static let settableKeys: [SettableKey<Layer>] = [
      .value("cornerRadius", \.cornerRadius), .value("masksToBounds", \.masksToBounds),
      .value("borderWidth", \.borderWidth), .value("borderColor", \.borderColor),
      .value("shadowColor", \.shadowColor), .value("shadowOpacity", \.shadowOpacity),
      .value("shadowOffset", \.shadowOffset), .value("shadowRadius", \.shadowRadius),
    ]
  }

  class MyCustomViewController: StyleOwner {
    let label1 = Label()
    let label2 = Label()
  }

  final class MyController: StyleOwner {
    let label = Label()
    var sizes: [Double] = []

    func load() {
      css(object: label, class: "bold label") { config in
        self.sizes.append(config.font.scaledSize)
      }
    }

    class var cellHeight: Double { cssConfig(class: "label").font.scaledSize }
  }

  private var warnings: [String] = []
  private static let red = StyleColor.rgb(red: 255, green: 0, blue: 0)
  private static let blue = StyleColor.rgb(red: 0, green: 0, blue: 255)

  init() {
    let manager = StyleManager.shared
    manager.terminal = .plain
    manager.snoop = false
    manager.onApply = nil
    manager.warnings = { [unowned self] in self.warnings.append($0) }
    manager.setCSS(dict: [:])
  }

  deinit {}

  @Test("Set the global CSS dictionary, then style two labels of a controller")
  func firstExample() {
    let css: [String: Any] = [
      ".bold": [
        "font-weight": "bold"
      ],
      "my_custom_view_controller.label1": [
        "font-size": "16px",
        "text-align": "left",
        "color": "red",
      ],
      "my_custom_view_controller.label2": [
        "font-size": "12px",
        "text-align": "right",
        "color": "white",
      ],
    ]
    StyleManager.shared.setCSS(dict: css)
    let controller = MyCustomViewController()
    controller.css(object: controller.label1, class: "label1")
    controller.css(object: controller.label2, class: "bold label2")
    #expect(controller.label1.textColor == Self.red && controller.label1.font.size == 16)
    #expect(controller.label1.textAlignment == .left)
    #expect(controller.label2.textColor == .rgb(red: 255, green: 255, blue: 255))
    #expect(controller.label2.font.weight == 700 && controller.label2.textAlignment == .right)
    #expect(StyleManager.shared.findings.isEmpty && warnings.isEmpty)
  }

  @Test("It only overrides the settings that were included in the dictionary")
  func overrides() {
    StyleManager.shared.setCSS(dict: ["label": ["font-size": "20px"]])
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.font == StyleFont(family: "Avenir", size: 20, weight: 300, isItalic: true))
    #expect(label.textColor == .standard && label.alpha == 1 && !label.layer.masksToBounds)
  }

  @Test("Each property sets the attribute of the view that the document names")
  func properties() {
    StyleManager.shared.setCSS(dict: [
      "label": [
        "background-color": "#0000FF", "color": "rgb(255,0,0)", "tint-color": "red",
        "border-radius": "20px", "border-width": "thick", "border-color": "blue",
        "border-style": "solid", "opacity": "0.75", "text-align": "justify",
        "text-shadow": "1px 2px 3px blue", "text-shadow-opacity": "0.5",
      ]
    ])
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.backgroundColor == Self.blue && label.textColor == Self.red)
    #expect(label.tintColor == Self.red && label.alpha == 0.75)
    #expect(label.textAlignment == .justify)
    #expect(label.layer.cornerRadius == 20 && label.layer.masksToBounds)
    #expect(label.layer.borderWidth == 3 && label.layer.borderColor == Self.blue)
    #expect(label.layer.shadowOffset == StyleSize(width: 1, height: 2))
    #expect(label.layer.shadowRadius == 3 && label.layer.shadowColor == Self.blue)
    #expect(label.layer.shadowOpacity == 0.5)
    #expect(StyleManager.shared.findings.isEmpty)
  }

  final class Button: KeySettable {
    var titleColor = StateValues<StyleColor>()
    var contentHorizontalAlignment = TextAlignment.natural
    static let settableKeys: [SettableKey<Button>] = [
      .states("titleColor", \.titleColor),
      .value("contentHorizontalAlignment", \.contentHorizontalAlignment),
    ]
    static let isButton = true
  }

  final class Field: KeySettable {
    var titleColor = StateValues<StyleColor>()
    var textAlignment = TextAlignment.natural
    var contentHorizontalAlignment = TextAlignment.natural
    static let settableKeys: [SettableKey<Field>] = [
      .states("titleColor", \.titleColor), .value("textAlignment", \.textAlignment),
      .value("contentHorizontalAlignment", \.contentHorizontalAlignment),
    ]
  }

  @Test("A button takes the color for its title, and text-align for its content")
  func button() {
    StyleManager.shared.setCSS(dict: [
      "button": ["color": "red", "text-align": "right"], "button.own": ["title-color": "blue"],
      "button:selected": ["color": "blue"],
    ])
    let button = Button()
    StyleManager.shared.css(object: button)
    #expect(button.titleColor.normal == Self.red && button.titleColor[.selected] == Self.blue)
    #expect(button.contentHorizontalAlignment == .right)
    StyleManager.shared.css(object: button, class: "own")
    #expect(button.titleColor.normal == Self.blue)
    #expect(StyleManager.shared.findings.isEmpty)
    // Snooping says what would set them.
    StyleManager.shared.snoop = true
    StyleManager.shared.css(object: button, class: "no")
    #expect(StyleManager.shared.snoopedTheme.contains(##""color": "#FF0000FF""##))
    StyleManager.shared.css(object: Field(), class: "no")
    let field = StyleManager.shared.snoopReports.last
    #expect(field?.contains(#""content-horizontal-alignment" : "left""#) == true)
  }

  @Test(
    "A key sets that key and no other",
    arguments: [
      ("text-align", "right", TextAlignment.right, .natural, false),
      ("content-horizontal-alignment", "right", .natural, .right, false),
      ("contentHorizontalAlignment", "content-horizontal-right", .natural, .right, false),
      ("color", "red", .natural, .natural, false),
      ("title-color", "red", .natural, .natural, true),
      ("titleColor:normal", "red", .natural, .natural, true),
    ] as [(String, String, TextAlignment, TextAlignment, Bool)])
  func ownKeys(
    key: String, value: String, text: TextAlignment, content: TextAlignment, isTitle: Bool
  ) {
    // The second time, values that were read before are known.
    StyleManager.shared.setCSS(dict: ["a": ["color": value], "field": [key: value]])
    let field = Field()
    StyleManager.shared.css(object: field)
    #expect(field.textAlignment == text && field.contentHorizontalAlignment == content)
    #expect(field.titleColor == StateValues(isTitle ? Self.red : nil))
  }

  final class Titled: KeySettable {
    var title = ""
    var mode = ContentMode.redraw
    static let settableKeys: [SettableKey<Titled>] = [
      .value("title", \.title), .value("mode", \.mode),
    ]
  }

  @Test(
    "A string of CSS that is the value of a key or a property loses its quotes",
    arguments: [
      (#"titled { --t: "Go"; title: var(--t); mode: 'fit' }"#, "Go"),
      (#"titled { title: "a \"b\" \41"; mode: fit }"#, #"a "b" A"#),
      (#"{"titled": {"title": "'Go'", "mode": "fit"}}"#, "Go"),
      (#"titled { title: "a" "b"; mode: "fit" }"#, #""a" "b""#),
      (#"{"@dialect": "stringcoding", "titled": {"title": "'Go'", "mode": "fit"}}"#, "'Go'"),
    ])
  func strings(sheet: String, title: String) {
    let property = CustomProperty<String>("title")
    var properties = ThemeProperties()
    properties.add(property)
    let manager = StyleManager(Theme(sheet, properties: properties), for: .plain)
    let object = Titled()
    let config = manager.css(object: object)
    #expect(object.title == title && object.mode == .scaleAspectFit)
    #expect(config.value(of: property) == title && manager.findings.isEmpty)
  }

  @Test(
    "The alpha of rgb() goes up to 255",
    arguments: [
      ("rgb(255,0,0,1)", 1), ("rgb(255, 0, 0, 128)", 128), ("rgb(255,0,0,255)", 255),
      ("rgb(255,0,0)", 255), ("rgba(255,0,0,1)", 255), ("rgb(255 0 0 / 1)", 255),
    ] as [(String, UInt8)])
  func alpha(text: String, alpha: UInt8) {
    let color = StyleColor.rgb(red: 255, green: 0, blue: 0, alpha: alpha)
    StyleManager.shared.setCSS(dict: ["label": ["color": text]])
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.textColor == color && StyleManager.shared.color(text) == color)
  }

  @Test("Off the main actor, a message says that an object needs a manager of its own")
  func offMainActor() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await Task.detached { _ = MyController().styleManager }.value
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      error.contains(
        "StyleManager.shared is for the main actor; give 'MyController' a 'styleManager' of its own"
      ))
  }

  @Test("The color of a text-shadow is optional: it is that of the text")
  func shadowColor() {
    StyleManager.shared.setCSS(dict: ["label": ["text-shadow": "1px 1px", "color": "red"]])
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.layer.shadowColor == Self.red && label.layer.shadowOpacity == 1)
    StyleManager.shared.setCSS(dict: ["label": ["text-shadow": "none"]])
    StyleManager.shared.css(object: label)
    #expect(label.layer.shadowOpacity == 0)
  }

  @Test(
    "A font size is a keyword around 15, a length or a percentage",
    arguments: [
      ("xx-small", 9.0), ("x-small", 11), ("small", 13), ("medium", 15), ("large", 17),
      ("x-large", 19), ("xx-large", 21), ("24px", 24), ("150%", 22.5),
    ])
  func fontSize(text: String, pixels: Double) {
    StyleManager.shared.setCSS(dict: ["text": ["font-size": text]])
    #expect(StyleManager.shared.cssConfig(StyledObject()).font.size == pixels)
  }

  @Test("A variable may be nested in another one")
  func variables() {
    StyleManager.shared.setCSS(dict: [
      ":root": [
        "--main-color": "blue",
        "--primary-color": "var(--main-color)",
      ],
      "my_controller.label": [
        "background-color": "var(--primary-color)"
      ],
    ])
    let controller = MyController()
    controller.css(object: controller.label, class: "label")
    #expect(controller.label.backgroundColor == Self.blue)
    #expect(StyleManager.shared.color("var(--primary-color)") == Self.blue)
  }

  @Test("cssConfig gives the font size for the height of a cell before there is a cell")
  func cellHeight() {
    StyleManager.shared.setCSS(dict: [
      "my_controller.label": ["font-size": "20px", "font-size-scale": "1.24"]
    ])
    #expect(MyController.cellHeight == 25)
  }

  @Test("The final font size is in config.font.scaledSize, rounded, and objects have it")
  func scaling() {
    StyleManager.shared.setCSS(dict: [
      ":root": ["--global-font-size-scale": "1.24"],
      ".bold": ["font-weight": "bold"],
      "my_controller.label": [
        "font-size": "20px", "font-size-scale": "var(--global-font-size-scale)",
      ],
    ])
    let controller = MyController()
    controller.load()
    let config = controller.cssConfig(class: "bold label")
    #expect(controller.sizes == [25])
    #expect(config.font.size == 20 && config.scaledFont.size == 25)
    #expect(controller.label.font.size == 25 && controller.label.font.weight == 700)
  }

  @Test("auto scales by a tenth for each tick of the user's setting", arguments: ["XL", "AX1"])
  func autoScale(name: String) {
    StyleManager.shared.terminal = Terminal(contentSize: ContentSize(name) ?? .standard)
    StyleManager.shared.setCSS(dict: ["label": ["font-size": "20px", "font-size-scale": "auto"]])
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.font.size == (name == "XL" ? 22 : 28))
  }

  @Test("cssText shows the text in the CSS of the label, and a span in that of its class")
  func cssText() {
    StyleManager.shared.setCSS(dict: [
      ".bold": ["font-weight": "bold", "text-transform": "uppercase"],
      "my_controller.label": ["color": "red"],
    ])
    let controller = MyController()
    let label = controller.label
    controller.css(object: label, class: "label")
    let (firstName, lastName) = ("Ann", "<b>")
    label.cssText = "\(firstName)<span class=bold>\(lastName)</span>"
    #expect(label.styledText.output == "Ann<B>")
    #expect("\(label.styledText)" == "Ann<B>")
    #expect("\(label.cssText)" == "Ann<span class=bold>&lt;b&gt;</span>")
    let runs = label.styledText.string.runs
    #expect(runs.map(\.style.color) == [Self.red, Self.red])
    #expect(runs.map(\.style.weight) == [400, 700])
  }

  @Test("A span looks for its style, its classes, and then what it inherits")
  func spanOrder() {
    StyleManager.shared.setCSS(dict: [
      "my_controller.link": ["color": "blue"], ".link": ["color": "red", "opacity": "0.5"],
      ".bar": ["color": "red", "font-weight": "bold"],
      "my_controller.label": ["font-size": "20px"], ".right": [:],
    ])
    let controller = MyController()
    controller.css(object: controller.label, class: "right label", style: "text-align:right;")
    let markup: Markup =
      "x<span class=\"link bar\" style=\"text-transform:uppercase;\">\("Bob")</span>"
    controller.label.cssText = markup
    let run = controller.label.styledText.string.runs[1]
    #expect(run.text == "BOB" && run.style.color == Self.blue && run.style.opacity == 0.5)
    #expect(run.style.weight == 700 && run.style.fontSize == 20)
    #expect(run.style.textAlign == .right)
  }

  @Test("The custom callback is called once the CSS has been applied, for values, too")
  func callback() {
    StyleManager.shared.setCSS(dict: [".a": ["color": "red"], "layer": ["opacity": "0.5"]])
    var bar = StyleColor.standard
    StyleManager.shared.css(object: Label(), class: "a") { bar = $0.color }
    #expect(bar == Self.red)
    var layer = Layer()
    var opacity = 0.0
    StyleManager.shared.css(object: &layer, class: "a") { config in
      opacity = config.style.opacity
    }
    #expect(opacity == 0.5 && warnings.isEmpty)
  }

  @Test("A value that is passed as a copy has a finding")
  func copies() {
    StyleManager.shared.setCSS(dict: ["layer": ["border-radius": "3px"]])
    StyleManager.shared.css(object: Layer())
    #expect(
      StyleManager.shared.findings.map(\.message) == [
        "a value of type 'Layer' was passed as a copy and keeps its old style; pass it with '&'"
      ])
    var layer = Layer()
    StyleManager.shared.css(object: &layer)
    #expect(layer.cornerRadius == 3)
    #expect(StyleManager.shared.findings.count == 1 && warnings.count == 1)
  }

  @Test("An object without keys is told of, unless somebody takes its style")
  func objectsWithoutKeys() {
    final class Plain {}
    StyleManager.shared.setCSS(dict: ["my_controller": ["color": "red"]])
    let controller = MyController()
    controller.css(object: Plain()) { _ in }
    #expect(warnings.isEmpty)
    for _ in 0..<2 { controller.css(object: Plain()) }
    #expect(
      warnings == [
        "warning: type 'Plain' has no keys to set; make it 'KeySettable'"
      ])
  }

  final class MyButton: StyleOwner, StyleCustomizable {
    var bar = StyleColor.standard
    func awake() { css() }
    func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig) {
      bar = config.color
    }
  }

  @Test("cssCustomize is called every time css is")
  func customizable() {
    StyleManager.shared.setCSS(dict: ["my_button": ["color": "red"]])
    let button = MyButton()
    button.awake()
    #expect(button.bar == Self.red)
  }

  @Test("The warning of a missing class is printed even if snoop is off")
  func missingClass() {
    let controller = MyController()
    for _ in 0..<2 { controller.css(object: controller.label, class: "label") }
    #expect(warnings == ["warning: no rule for class 'label' of <my_controller>"])
  }

  @Test("Snooping prints what the object has, and printSnoop all of it as a dictionary")
  func snooping() {
    StyleManager.shared.snoop = true
    StyleManager.shared.setCSS(dict: [:])
    let controller = MyController()
    controller.label.backgroundColor = .rgb(red: 255, green: 165, blue: 0)
    controller.label.layer.shadowColor = Self.red
    controller.css(object: controller.label, class: "label")
    #expect(
      warnings.last == """
        Properties for unknown class my_controller.label:
        - {
          "background-color" : "#FFA500FF",
          "font" : "Avenir light italic 17",
          "text-align" : "left",
          "opacity" : "1",
          "border-radius" : "0px",
          "border-width" : "0px",
          "text-shadow" : "0px -3px 3px #FF0000FF",
          "text-shadow-opacity" : "0"
        }
        """)
    var json = ""
    StyleManager.shared.printSnoop(to: &json)
    #expect(Theme(json).classNames == ["label"] && Theme(json).findings.isEmpty)
  }

  @Test("A color can be made of a name, and of CSS")
  func colors() {
    #expect(StyleColor(name: "yellowgreen") == .rgb(red: 154, green: 205, blue: 50))
    #expect(StyleColor(name: "#fff") == nil)
    #expect(StyleColor(css: "rgb(10, 20, 30)") == .rgb(red: 10, green: 20, blue: 30))
    #expect(StyleColor(css: "rgb(10, 20") == nil)
  }

  @Test("The dictionary is read from a JSON file")
  func jsonFile() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file("css.json", #"{"label": {"color": "red", "font-size": "20px"}}"#)
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    let jsonResult = try JSONSerialization.jsonObject(with: data, options: .mutableLeaves)
    let dictionary = try #require(jsonResult as? [String: Any])
    StyleManager.shared.setCSS(dict: dictionary)
    let label = Label()
    StyleManager.shared.css(object: label)
    #expect(label.textColor == Self.red && label.font.size == 20)
  }

  final class OwnLabel: StyleOwner, KeySettable {
    var textColor = StyleColor.standard
    static let settableKeys: [SettableKey<OwnLabel>] = [.value("textColor", \.textColor)]
  }

  @Test("An object that asks for itself names the dictionaries that are searched")
  func ownElement() {
    StyleManager.shared.setCSS(dict: [
      "my_controller.bold": ["color": "red"], "own_label.bold": ["color": "blue"],
      "own_label": ["color": "red"],
    ])
    let label = OwnLabel()
    label.css(class: "bold")
    #expect(label.textColor == Self.blue)
    label.css()
    #expect(label.textColor == Self.red)
  }

  @Test("Setting the dictionary again empties the cache")
  func cache() {
    let controller = MyController()
    for (color, expected) in [("red", Self.red), ("blue", Self.blue)] {
      StyleManager.shared.setCSS(dict: ["my_controller.label": ["color": color]])
      controller.css(object: controller.label, class: "label")
      #expect(controller.label.textColor == expected)
    }
  }

  @Test("Warnings control no terminal, and are at most a thousand")
  func hostileClasses() {
    StyleManager.shared.snoop = true
    StyleManager.shared.setCSS(dict: [:])
    let controller = MyController()
    for number in 0..<1100 {
      controller.css(object: controller.label, class: "\u{1B}[31m\u{9B}31m\u{202E}\(number)")
    }
    #expect(warnings.count == 2000)
    let controls = warnings.joined().unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n" || $0 == "\u{202E}"
    }
    #expect(controls.isEmpty)
  }
}
