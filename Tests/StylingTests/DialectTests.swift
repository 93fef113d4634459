import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

/// The table of dialects in the documentation, a test for each cell.
@Suite("Dialects")
struct DialectTests {
  private static let all: [Dialect] = [
    .viewcss, .css, .stringcoding, .architect, .pixelbits, .jsonhelper,
  ]

  /// The colour of a value in each dialect, in the order of the table; nil is invalid.
  private func colors(_ value: String) -> [String?] {
    Self.all.map { dialect in
      let json = "{\"text\": {\"color\": \"\(value)\"}}"
      return StyleProbe(json: json, dialect: dialect).color
    }
  }

  @Test(
    "Eight, four and three hexadecimal digits",
    arguments: [
      ("#11223344", "#11223344", "#22334411"), ("#123f", "#112233ff", "#2233ff11"),
      ("#F00", "#ff0000ff", "#ff0000ff"), ("#ff8000", "#ff8000ff", "#ff8000ff"),
    ])
  func hex(value: String, rgba: String, argb: String) {
    #expect(colors(value) == [rgba, rgba, rgba, argb, argb, rgba])
  }

  @Test(
    "Hexadecimal digits without #",
    arguments: [("FF0000", "#ff0000ff"), ("00ff00", "#00ff00ff")])
  func bareHex(value: String, color: String) {
    #expect(colors(value) == [nil, nil, color, nil, nil, color])
  }

  @Test("The prefix 0x is StringCoding's")
  func prefixedHex() {
    let colors = colors("0xFF0000")
    #expect(colors[2] == "#ff0000ff")
    #expect([colors[0], colors[1], colors[3], colors[4]] == [nil, nil, nil, nil])
  }

  @Test(
    "Names that CSS and the system palette both have",
    arguments: [
      ("green", "#008000ff", "#00ff00ff"), ("gray", "#808080ff", "#808080ff"),
      ("brown", "#a52a2aff", "#996633ff"), ("orange", "#ffa500ff", "#ff8000ff"),
      ("purple", "#800080ff", "#800080ff"), ("red", "#ff0000ff", "#ff0000ff"),
    ])
  func names(name: String, css: String, system: String) {
    #expect(colors(name) == [css, css, system, css, system, css])
  }

  @Test("StringCoding takes names in any case and with Color behind them, Pixelbits exact ones")
  func spelling() {
    #expect(colors("redColor")[2] == "#ff0000ff")
    #expect(colors("DARKGRAYCOLOR")[2] == "#555555ff")
    #expect(colors("lightGray")[4] == "#aaaaaaff")
    #expect(colors("LIGHTGRAY")[4] != "#aaaaaaff")
    #expect(colors("clear")[2] == "#00000000")
  }

  @Test(
    "The fourth number of rgb()",
    arguments: [
      ("rgb(1, 2, 3, 255)", "#010203ff", "#010203ff"),
      ("rgb(1, 2, 3, 51)", "#01020333", "#010203ff"),
      ("rgb(1, 2, 3, 0.2)", "#01020333", "#01020333"),
      ("rgba(1, 2, 3, 1)", "#010203ff", "#010203ff"),
    ])
  func alpha(value: String, bytes: String, unit: String) {
    #expect(colors(value) == [bytes, unit, unit, bytes, bytes, bytes])
  }

  @Test("A bare number as a font size")
  func fontSize() {
    for dialect in Self.all {
      let probe = StyleProbe(json: #"{"text": {"font-size": "18"}}"#, dialect: dialect)
      #expect(probe.style.fontSize == (dialect == .css ? 15 : 18))
      #expect(probe.codes == (dialect == .css ? ["invalid-value"] : []))
      let zero = StyleProbe(json: #"{"text": {"font-size": 0}}"#, dialect: dialect)
      #expect(zero.style.fontSize == 0)
    }
  }

  @Test("$name is a variable in pixelbits only")
  func dollarVariables() {
    let json = """
      {
        "$main": "$base", "$base": "#336699", ".a": {"$size": "20px", "font-size": "$size"},
        ":root": {"--old": "lime"}, "text": {"color": "$main", "background-color": "var(--old)"},
        ".b": {"font": {"name": "$face", "size": "$size"}, "$face": "Avenir-Bold", "$size": "9"},
        ".c": {"color": "$none"}, ".d": {"text-overflow": "\\"$5\\""}
      }
      """
    let probe = StyleProbe(json: json, dialect: .pixelbits)
    #expect(probe.color == "#336699ff")
    #expect(probe.style.backgroundColor?.srgb()?.hex8 == "#00ff00ff")
    #expect(probe.inside("span", "a").style.fontSize == 20)
    let font = probe.inside("span", "b").style
    #expect(font.fontFamily == ["Avenir"] && font.fontWeight == 700 && font.fontSize == 9)
    _ = probe.inside("span", "c")
    #expect(probe.diagnostics.map(\.message) == ["'color': '--none' is not defined"])
    #expect(probe.resolver.stylesheet.check().contains { $0.code == .undefinedVariable })
    for dialect in Self.all where dialect != .pixelbits {
      let probe = StyleProbe(json: ##"{"$a": "red", "text": {"color": "$a"}}"##, dialect: dialect)
      #expect(probe.color == nil)
      #expect(probe.codes.contains("invalid-value"))
    }
  }

  @Test("Which order decides: CSS's only in dialect css")
  func orders() {
    for dialect in Self.all {
      let json = #"{".a": {"color": "lime"}, ".b": {"color": "red"}, "span": {"color": "blue"}}"#
      let probe = StyleProbe(json: json, dialect: dialect).inside("span", "a b")
      #expect(probe.color == (dialect == .css ? "#ff0000ff" : "#00ff00ff"))
    }
  }

  @Test("The command line's dialect comes before the sheet's, the sheet's before the form's")
  func precedence() {
    let json = ##"{"@dialect": "architect", "text": {"color": "#11223344"}}"##
    #expect(StyleProbe(json: json).color == "#22334411")
    #expect(StyleProbe(json: json, dialect: .viewcss).color == "#11223344")
    let css = "@dialect architect; text { color: #11223344 }"
    #expect(StyleProbe(css: css).color == "#22334411")
    #expect(StyleProbe(css: css, dialect: .css).color == "#11223344")
    #expect(StyleProbe(css: "text { color: #11223344 }").color == "#11223344")
  }
}

@Suite("Keys of dictionaries")
struct DictionaryKeyTests {
  @Test(
    "Every spelling of a key means its property and its states",
    arguments: [
      ("color", PropertyName.longhand(.color), []),
      ("backgroundColor", .longhand(.backgroundColor), []),
      ("background-color", .longhand(.backgroundColor), []),
      ("background-color:normal", .longhand(.backgroundColor), []),
      ("color:selected", .longhand(.color), .selected),
      ("backgroundColor:disabled", .longhand(.backgroundColor), .disabled),
      ("selectedTitleColor", .longhand(.color), .selected),
      ("highlightedTextColor", .longhand(.color), .highlighted),
      ("normalTitleColor", .longhand(.color), []),
      ("disabledBackgroundColor", .longhand(.backgroundColor), .disabled),
      ("focusedBorder", .shorthand(.border), .focused),
      ("text-alignment", .longhand(.textAlign), []), ("textAlignment", .longhand(.textAlign), []),
      ("font", .shorthand(.font), []), ("--Main", .custom("--Main"), []),
      ("--main:selected", .custom("--main:selected"), []), ("cursor", .withoutEffect("cursor"), []),
      ("color:slected", .unknown("color:slected"), []),
      ("selectedcolor", .unknown("selectedcolor"), []),
      ("fooBar", .unknown("foo-bar"), []), ("", .unknown(""), []),
    ] as [(String, PropertyName, ControlState)])
  func keys(key: String, property: PropertyName, states: ControlState) {
    #expect(DeclarationKey(key) == DeclarationKey(property, states))
  }

  @Test("A state on the key is stronger than none, and needs the state")
  func stateKeys() {
    let json = """
      {"text": {"color:selected": "lime", "color": "red"}, "text:disabled": {"color": "blue"}}
      """
    func color(_ states: ControlState) -> String? {
      StyleProbe(json: json, host: HostObject(states: states)).color
    }
    #expect(color(.normal) == "#ff0000ff")
    #expect(color(.selected) == "#00ff00ff")
    #expect(color(.disabled) == "#0000ffff")
    #expect(color([.selected, .disabled]) == "#0000ffff")
  }

  @Test("The Pixelbits document's examples")
  func pixelbits() {
    let json = ##"""
      {
        "UIView": {"background-color": "red", "text-color": "#efefef"},
        "UILabel": {"font": "HelveticaNeue-Light", "text-alignment": "left"},
        "UIButton": {"font": "AvenirNext-Italic, 18", "background-image": "image(my-image-name.jpg)"}
      }
      """##
    func style(_ element: String) -> ComputedStyle {
      let host = HostObject(element: element)
      let probe = StyleProbe(json: json, host: host, dialect: .pixelbits)
      #expect(probe.diagnostics.isEmpty)
      return probe.resolver.hostStyle
    }
    #expect(style("ui_view").text.backgroundColor?.srgb()?.hex8 == "#ff0000ff")
    #expect(style("ui_view").text.color?.srgb()?.hex8 == "#efefefff")
    #expect(style("ui_label").text.fontFamily == ["HelveticaNeue"])
    #expect(style("ui_label").text.fontWeight == 300)
    #expect(style("ui_label").block.textAlign == .left)
    #expect(style("ui_button").text.fontStyle == .italic)
    #expect(style("ui_button").text.fontSize == 18)
    guard case .image(let image) = style("ui_button").text.backgroundImage else {
      Issue.record("no image")
      return
    }
    #expect(image.name == "my-image-name.jpg")
  }

  @Test("Plain values beside rules are fine where sheets have typed getters")
  func plainValues() {
    let json = ##"{"title": "Hello", "insets": {"top": 1}, ".a": {"color": "red"}}"##
    #expect(StyleProbe(json: json, dialect: .architect).codes.filter { $0 == "not-a-rule" }.isEmpty)
    #expect(StyleProbe(json: json).codes.contains("not-a-rule"))
  }

  @Test("A size class inside a media query needs both")
  func sizeClassInMedia() {
    let json = #"{"@media (width < 90)": {"[+ *]": {"text": {"opacity": 0.5}}}}"#
    for (columns, opacity) in [(85, 0.5), (100, 1), (60, 1)] {
      let environment = Environment(columns: columns)
      #expect(StyleProbe(json: json, environment: environment).style.opacity == opacity)
    }
  }

  @Test("var() inside structured values")
  func structuredVariables() {
    let json = """
      {
        ":root": {"--size": "20", "--c": "lime", "--face": "Avenir-Bold"},
        "text": {
          "font": {"name": "var(--face)", "size": "var(--size)"},
          "background-image": [{"location": 0, "color": "var(--c)"}, {"location": 1, "color": "red"}],
          "padding": {"top": "var(--size)", "left": 1, "bottom": 1, "right": 1}
        },
        ".a": {"font": {"name": "var(--none)"}}
      }
      """
    let probe = StyleProbe(json: json)
    #expect(probe.style.fontFamily == ["Avenir"])
    #expect(probe.style.fontSize == 20)
    #expect(probe.resolver.hostStyle.block.padding.top == BoxLength(pixels: 20))
    guard case .gradient(let gradient) = probe.style.backgroundImage else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.stops.first?.color.srgb()?.hex8 == "#00ff00ff")
    #expect(probe.diagnostics.isEmpty)
    #expect(probe.inside("span", "a").codes == ["invalid-at-computed-value-time"])
    let check = probe.resolver.stylesheet.check().map(\.code.rawValue)
    #expect(check == ["undefined-variable"])
  }
}
