import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import Testing

@Suite("TextRenderer")
struct TextRendererTests {
  private static let sheet = StylesheetLoader().load(
    SourceText(
      name: "theme.json",
      text: #"""
        {
          "text": {"color": "#d0d0d0"},
          ".bold": {"font-weight": "bold"},
          ".box": {"border": "1px solid #808080", "padding": "0 1ch"}
        }
        """#))

  @Test("markup becomes text with runs and their styles")
  func runs() {
    let renderer = TextRenderer(stylesheet: Self.sheet)
    let result = renderer.attributedText("Hi <span class=bold>Bob</span>")
    #expect(result.value.string == "Hi Bob")
    #expect(result.value.runs.map(\.string) == ["Hi ", "Bob"])
    #expect(result.value.runs.map(\.style.fontWeight) == [400, 700])
    #expect(result.diagnostics.isEmpty)
  }

  @Test("findings about the sheet and the object are the renderer's, those about markup the text's")
  func diagnostics() {
    let broken = StylesheetLoader().load(
      SourceText(name: "theme.json", text: #"{".a": {"colr": "red"}}"#))
    let renderer = TextRenderer(
      stylesheet: broken, host: HostObject(classes: ["nope"]))
    #expect(renderer.diagnostics.map(\.code.rawValue) == ["unknown-property", "unknown-class"])
    let result = renderer.attributedText("5 < 6")
    #expect(result.value.string == "5 < 6")
    #expect(result.diagnostics.map(\.code.rawValue) == ["unescaped-less-than"])
  }

  @Test(
    "each target gets the lines that it can show",
    arguments: [
      (.none, "Hi Bob\n"),
      (.mono, "Hi \u{1B}[1mBob\u{1B}[0m\n"),
      (
        .truecolor,
        "\u{1B}[38;2;208;208;208mHi \u{1B}[1mBob\u{1B}[0m\n"
      ),
    ] as [(ColorDepth, String)])
  func targets(depth: ColorDepth, expected: String) {
    let target = OutputTarget(Environment(colorDepth: depth))
    let renderer = TextRenderer(stylesheet: Self.sheet, environment: target.environment)
    let text = renderer.attributedText("Hi <span class=bold>Bob</span>").value
    #expect(String(decoding: renderer.lines(text, for: target), as: UTF8.self) == expected)
  }

  @Test("the natural width of a block is that of its longest line and its box")
  func naturalColumns() {
    let renderer = TextRenderer(
      stylesheet: Self.sheet, host: HostObject(classes: ["box"]))
    let text = renderer.attributedText("ab\nabcd").value
    let target = OutputTarget(Environment(columns: 8, colorDepth: .none))
    #expect(renderer.naturalColumns(of: text, for: target) == 8)
    #expect(
      String(decoding: renderer.lines(text, for: target), as: UTF8.self) == """
        ┌──────┐
        │ ab   │
        │ abcd │
        └──────┘

        """)
  }

  @Test("a terminal that counts code points gets the columns that it counts")
  func widthRules() {
    let renderer = TextRenderer(stylesheet: Self.sheet)
    let text = renderer.attributedText("👩‍🚀👩‍🚀 x").value
    var target = OutputTarget(Environment(colorDepth: .none), widthRules: .codePoints)
    #expect(renderer.naturalColumns(of: text, for: target) == 10)
    target.environment.columns = 9
    let rows = renderer.block(text, for: target).buffer.rows
    #expect(rows == 2)
  }

  @Test(
    "a block of the natural width breaks no line",
    arguments: [
      ("", "abcd", 4), ("padding: 0 10%", "abcd", 6), ("padding: 0 10%", "abcdefghij", 12),
      ("padding: 0 2ch; border: 1px solid", "a b", 9), ("width: 50%", "abcd", 7),
      ("max-width: 50%", "abcd", 7), ("margin: 0 25%", "abcd", 8), ("margin: 0 auto", "abcd", 4),
      ("width: fit-content; padding: 0 1ch", "abcd", 6),
    ])
  func naturalWidths(style: String, text: String, columns: Int) {
    let renderer = Theme("").renderer(for: .plain, as: StyledObject(style: style))
    let text = renderer.styled(Markup(trusted: text))
    #expect(renderer.naturalColumns(of: text) == columns)
    #expect(renderer.block(text, columns: columns).description.contains(text.text))
  }

  @Test(
    "a width that no columns are enough for is its own, or that of the terminal",
    arguments: [
      ("max-width: 3ch", "abcd", 3), ("width: 3ch; padding: 0 1ch", "abcd", 5),
      ("padding: 0 60%", "abcd", 80), ("margin: 0 100%", "abcd", 80), ("", "", 0),
      ("padding: 0 1ch", "", 3), ("border: 1px solid", "", 3), ("padding: 1px 0", "", 0),
    ])
  func limitedWidths(style: String, text: String, columns: Int) {
    let renderer = Theme("").renderer(for: .plain, as: StyledObject(style: style))
    #expect(renderer.naturalColumns(of: StyledString(text)) == columns)
  }
}
