import CSSView
import CSSViewCommands
import CSSViewConversions
import TestSupport
import Testing

/// The library says what the program says.
@Suite("The library and the program")
struct LibraryAgreementTests {
  /// What `render --to json` calls a value of a run, and how Swift spells it.
  private static let names = [
    "color": "color", "background-color": "backgroundColor", "tint-color": "tintColor",
    "font-weight": "weight", "font-style": "isItalic", "font-family": "family",
    "font-size": "fontSize", "font-size-scale": "fontSizeScale",
    "scaled-font-size": "scaledFontSize", "text-transform": "textTransform",
    "text-align": "textAlign", "text-overflow": "textOverflow",
    "text-decoration-line": "isStruckThrough", "text-decoration-style": "underline",
    "text-decoration-color": "lineColor", "text-shadow": "textShadows",
    "text-shadow-opacity": "textShadowOpacity", "opacity": "opacity",
    "border-width": "borderWidth", "border-color": "borderColors",
    "border-radius": "borderRadius", "link": "link",
  ]

  @Test("A run says under Swift's names what render --to json prints")
  func names() throws {
    let run = CommandRun("render", "none", "-", "--to", "json", input: "x")
    let json = try ThemeValue(json: String(decoding: run.bytes, as: UTF8.self))
    let object = try #require(json["runs"]?.elements?.first)
    let printed = Set((object["style"]?.names ?? []) + ["link"])
    #expect(printed == Set(Self.names.keys))
    let source = SourceDocumentation.text(
      of: packageFolder + "/Sources/CSSView/Text/RunStyle.swift")
    let declared = source.split(separator: "\n").compactMap { line -> Substring? in
      let words = line.split { " :".contains($0) }
      guard words.first == "public", words.dropFirst().first == "var" else { return nil }
      return words.dropFirst(2).first
    }
    #expect(Set(Self.names.values).subtracting(declared.map(String.init)) == [])
  }

  @Test("A run has the values that render --to json prints, and takes others")
  func values() throws {
    let sheet = """
      .a { color: red; tint-color: blue; font: italic 700 20px Avenir; font-size-scale: 1.24;
        text-shadow: 1px 2px 3px lime; text-shadow-opacity: 0.5; opacity: 0.25;
        text-decoration: underline wavy blue; text-transform: uppercase; text-align: right;
        text-overflow: ellipsis; border: 2px solid red; border-radius: 4px }
      """
    let theme = Theme(sheet)
    let text = theme.renderer(for: Terminal(), as: StyledObject(classes: ["a"])).styled("x")
    var style = try #require(text.runs.first).style
    let red = StyleColor.rgb(red: 255, green: 0, blue: 0)
    let lime = StyleColor.rgb(red: 0, green: 255, blue: 0)
    let blue = StyleColor.rgb(red: 0, green: 0, blue: 255)
    #expect(style.color == red && style.tintColor == blue && style.family == "Avenir")
    #expect(style.weight == 700 && style.isItalic && style.fontSize == 20)
    #expect(style.fontSizeScale == 1.24 && style.scaledFontSize == 25)
    #expect(style.textShadows == [RunStyle.TextShadow(x: 1, y: 2, blur: 3, color: lime)])
    #expect(style.textShadowOpacity == 0.5 && style.opacity == 0.25)
    #expect(style.underline == .wavy && style.lineColor == blue)
    #expect(style.textTransform == .uppercase && style.textAlign == .right)
    #expect(style.textOverflow == "…" && style.borderRadius == 4)
    #expect(style.borderWidth == StyleInsets(top: 2, left: 2, bottom: 2, right: 2))
    #expect(style.borderColors == [red, red, red, red])

    style.tintColor = red
    style.family = "Georgia"
    style.fontSizeScale = 2
    #expect(style.scaledFontSize == 40)
    style.scaledFontSize = 30
    #expect(style.fontSize == 30 && style.fontSizeScale == 1)
    style.textShadows = [RunStyle.TextShadow(x: 4, y: 0)]
    style.textShadowOpacity = 7
    style.opacity = -1
    style.isReversed = true
    style.isConcealed = true
    style.link = "javascript:alert(1)"
    #expect(style.tintColor == red && style.family == "Georgia" && style.link == nil)
    #expect(style.textShadows == [RunStyle.TextShadow(x: 4, y: 0)])
    #expect(style.textShadowOpacity == 1 && style.opacity == 0)
    #expect(style.isReversed && style.isConcealed)
    style.link = "https://a.b/"
    #expect(style.link == "https://a.b/")
  }

  @Test("A restyled range has another link, and letters in another case")
  func restyle() {
    let renderer = ([".b": ["font-weight": 700]] as Theme).renderer(for: .plain)
    var text = renderer.styled("ab<b class=b>cd</b>é")
    text.restyle(1..<3) { style in
      style.textTransform = .uppercase
      style.link = "https://a.b/"
    }
    #expect(text.text == "aBCdé")
    #expect(text.runs.map(\.link) == [nil, "https://a.b/", "https://a.b/", nil, nil])
    text.restyle(0..<text.count) { $0.textTransform = .uppercase }
    #expect(text.text == "ABCDÉ")
    var long = renderer.styled("ß<span style='display:inline-block;width:4ch'>ß</span>ß")
    long.restyle(0..<long.count) { $0.textTransform = .uppercase }
    #expect(long.text == "SSSSSS" && renderer.render(long) == "SSSS  SS")
  }

  @Test("Large text of Terminal(colors:) is drawn as the program draws it")
  func largeText() throws {
    let scratch = try ScratchDirectory()
    let sheet = try scratch.file("s.css", "b { font-size: 30px; color: red }")
    let run = CommandRun(
      ["preview", sheet, "<b>Hi</b>", "--color", "256", "--text-sizing", "block"],
      terminal: (80, 24))
    let renderer = try Theme(contentsOf: sheet).renderer(for: Terminal(colors: .palette256))
    let block = renderer.block("<b>Hi</b>")
    #expect(block.rows > 1)
    var bytes: [UInt8] = []
    block.append(to: &bytes)
    #expect(bytes == run.bytes)
  }

  /// Texts, and what the library makes of them as a type of the program.
  private struct Row: Sendable, CustomTestStringConvertible {
    let type: String
    let texts: [String]
    let convert: @Sendable (ThemeValue) throws -> String
    var testDescription: String { type }

    init<Value: Convertible & Sendable>(
      _ type: String, _ value: Value.Type, _ texts: [String],
      _ describe: @escaping @Sendable (Value) -> String
    ) {
      self.type = type
      self.texts = texts
      convert = { describe(try Value.convert($0)) }
    }
  }

  /// A code of StringCoding's `char`, as the library reads one.
  private struct Code: Convertible {
    let code: Int8
    static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Code {
      guard let code = value.text?.charValue else { throw value.failure(expected: "a character") }
      return Code(code: code)
    }
  }

  private static let geometry = ["1 2", "{1, 2}", "{{1,2},{3,4}}", "1 2 3 4", "1", "x", ""]
  private static let constants = [
    "left", "NSTextAlignmentRight", "justified", "natural", "NSLineBreakByWordWrapping", "clip",
    "truncatingmiddle", "fit", "UIViewContentModeTopLeft", "scale-to-fill", "selected",
    "UIControlStateDisabled", "application", "reserved", "touchUpInside", "none", "all",
    "UIControlEventValueChanged", "touchdown touchcancel", "lefft", "", "1",
  ]

  private static let rows = [
    Row("bool", Bool.self, ["yes", "no", "on", "f", "1", "0", "-1", "x", ""]) { "\($0)" },
    Row("integer", Int.self, ["1", "-5", "1.5", "x", "", "99999999999999999999"]) { "\($0)" },
    Row("char", Code.self, ["A", "5", "65", "-5", "0x41", "0xff", "yes", "128", "ab", ""]) {
      "\($0.code)"
    },
    Row("point", StylePoint.self, geometry) { "{\(text($0.x)), \(text($0.y))}" },
    Row("size", StyleSize.self, geometry) { "{\(text($0.width)), \(text($0.height))}" },
    Row("offset", StyleOffset.self, geometry) {
      "{\(text($0.horizontal)), \(text($0.vertical))}"
    },
    Row("edge-insets", StyleInsets.self, geometry) {
      "{\(text($0.top)), \(text($0.left)), \(text($0.bottom)), \(text($0.right))}"
    },
    Row("url", StyleURL.self, ["/tmp/a b", "https://a.b/?q#f", "a", ""]) { $0.text },
    Row("text-align", TextAlignment.self, constants) { $0.rawValue },
    Row("line-break", LineBreakMode.self, constants) { $0.rawValue },
    Row("content-mode", ContentMode.self, constants) { $0.rawValue },
    Row("control-state", ControlState.self, constants.filter { $0 != "none" && $0 != "all" }) {
      "\($0)"
    },
  ]

  private static func text(_ number: Double) -> String {
    number.rounded() == number ? "\(Int(number))" : "\(number)"
  }

  @Test("The library and the program convert every value of one table alike", arguments: rows)
  private func conversions(row: Row) {
    for text in row.texts {
      let run = CommandRun("value", row.type, text)
      let library = try? row.convert(ThemeValue(text))
      let program =
        run.status == .success ? String(decoding: run.bytes.dropLast(), as: UTF8.self) : nil
      #expect(library == program, "\(row.type) of \(text.debugDescription)")
    }
  }
}
