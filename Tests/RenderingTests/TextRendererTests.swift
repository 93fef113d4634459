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
}
