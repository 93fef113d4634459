import CSSView
import CSSViewObjects
import Testing

/// The examples of the Pixelbits document in Swift for a terminal, named after what they show.
@Suite("Pixelbits document")
struct PixelbitsExamples {
  final class Button: KeySettable {
    var title = StateValues<String>()
    var backgroundColor = StyleColor.standard
    var textColor = StyleColor.standard
    var font = StyleFont()
    var textAlignment = TextAlignment.natural

    static let settableKeys: [SettableKey<Button>] = [
      .states("title", \.title), .value("backgroundColor", \.backgroundColor),
      .value("textColor", \.textColor), .value("font", \.font),
      .value("textAlignment", \.textAlignment),
    ]
  }

  private func styled(_ declarations: String) -> (Button, [String]) {
    let manager = StyleManager(Theme(#"{"@dialect": "pixelbits", "button": {\#(declarations)}}"#))
    let button = Button()
    manager.css(object: button)
    return (button, manager.findings.map(\.message))
  }

  @Test("background-color is converted to backgroundColor")
  func dictionaryKey() {
    for key in ["background-color", "backgroundColor"] {
      let (button, findings) = styled("\"\(key)\": \"red\"")
      #expect(button.backgroundColor == .rgb(red: 255, green: 0, blue: 0) && findings.isEmpty)
    }
  }

  @Test(
    "A color is hexadecimal in RGB of 12 or 24 bits or ARGB of 32, or a name",
    arguments: [
      ("#f00", StyleColor.rgb(red: 255, green: 0, blue: 0)),
      ("#ff0000", .rgb(red: 255, green: 0, blue: 0)),
      ("#80ff0000", .rgb(red: 255, green: 0, blue: 0, alpha: 128)),
      ("red", .rgb(red: 255, green: 0, blue: 0)),
      ("#efefef", .rgb(red: 239, green: 239, blue: 239)),
    ])
  func colors(text: String, color: StyleColor) {
    #expect(styled("\"text-color\": \"\(text)\"").0.textColor == color)
  }

  @Test(
    "A state stands in the key",
    arguments: [
      ControlState.normal, .highlighted, .disabled, .selected, .focused, .application, .reserved,
    ])
  func states(state: ControlState) {
    let (button, findings) = styled("\"title:\(state)\": \"An awesome title\"")
    #expect(button.title[state] == "An awesome title" && findings.isEmpty)
    #expect((button.title.normal == nil) == (state != .normal))
  }

  @Test("A font is a name, and may have a size")
  func fonts() {
    #expect(styled(#""font": "HelveticaNeue-Light""#).0.font.weight == 300)
    let font = styled(#""font": "AvenirNext-Italic, 18""#).0.font
    #expect(font.family == "AvenirNext" && font.size == 18 && font.isItalic)
  }

  @Test("An image stands between image( and )")
  func images() throws {
    let image = try ThemeValue("image(my-image-name.jpg)").converted(to: StyleImage.self)
    #expect(image == StyleImage("my-image-name.jpg"))
  }

  @Test(
    "An alignment is one of five words",
    arguments: [
      ("left", TextAlignment.left), ("right", .right), ("center", .center),
      ("justified", .justify), ("natural", .natural),
    ])
  func alignments(text: String, alignment: TextAlignment) {
    #expect(styled("\"text-alignment\": \"\(text)\"").0.textAlignment == alignment)
  }

  @Test(
    "A content alignment is one of four words",
    arguments: [
      ("content-horizontal-left", TextAlignment.left), ("content-horizontal-right", .right),
      ("content-horizontal-center", .center), ("content-horizontal-fill", .justify),
    ])
  func contentAlignments(text: String, alignment: TextAlignment) {
    let theme = Theme(
      #"{"@dialect": "pixelbits", "UIButton": {"contentHorizontalAlignment": "\#(text)"}}"#)
    let config = StyleManager(theme).cssConfig(StyledObject(element: "ui_button"))
    #expect(config.style.textAlign == alignment)
    #expect(theme.findings.map(\.message) == [])
  }
}
