import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("The ViewCSS document's own examples")
struct ViewCSSDocumentTests {
  @Test("The first example: label1 is red and left, label2 white and right, bold where asked")
  func firstExample() {
    let sheet = """
      {
        ".bold": {"font-weight": "bold"},
        "my_custom_view_controller.label1":
          {"font-size": "16px", "text-align": "left", "color": "red"},
        "my_custom_view_controller.label2":
          {"font-size": "12px", "text-align": "right", "color": "white"}
      }
      """
    let element = ElementName.snakeCase("MyCustomViewController")
    let first = StyleProbe(json: sheet, host: HostObject(element: element, classes: ["label1"]))
    #expect(first.color == "#ff0000ff")
    #expect(first.style.fontSize == 16)
    #expect(first.style.fontWeight == 400)
    #expect(first.resolver.hostStyle.block.textAlign == .left)

    let second = StyleProbe(
      json: sheet, host: HostObject(element: element, classes: ["bold", "label2"]))
    #expect(second.color == "#ffffffff")
    #expect(second.style.fontWeight == 700)
    #expect(second.resolver.hostStyle.block.textAlign == .right)
    #expect(first.diagnostics.isEmpty)
  }

  @Test(
    "Element names are the snake case of type names",
    arguments: [
      ("MyCustomViewController", "my_custom_view_controller"), ("UILabel", "ui_label"),
      ("MyController", "my_controller"), ("MyButton", "my_button"), ("text", "text"),
      ("HTTPServer2", "http_server2"), ("A", "a"), ("already_snake", "already_snake"),
    ])
  func elementNames(typeName: String, expected: String) {
    #expect(ElementName.snakeCase(typeName) == expected)
  }

  /// Sheets in which each rule of the document's list sets a colour of its own; taking the rules
  /// away one by one from the front shows the order.
  @Test("Lookup goes: style, then for each class element.class and .class, then the element")
  func lookupOrder() {
    let order = [
      ("my_controller.bold", "#010000"), (".bold", "#020000"),
      ("my_controller.label1", "#030000"), (".label1", "#040000"), ("my_controller", "#050000"),
    ]
    let host = HostObject(element: "my_controller", classes: ["bold", "label1"])
    for start in order.indices {
      // Written in reverse, so that the order of the file cannot be what decides.
      let rules = order[start...].reversed().map { #""\#($0.0)": {"color": "\#($0.1)"}"# }
      let probe = StyleProbe(json: "{\(rules.joined(separator: ", "))}", host: host)
      #expect(probe.color == order[start].1 + "ff")
    }
    let styled = HostObject(
      element: "my_controller", classes: ["bold", "label1"], style: CSSText("color: #000000"))
    let rules = order.map { #""\#($0.0)": {"color": "\#($0.1)"}"# }
    let probe = StyleProbe(json: "{\(rules.joined(separator: ", "))}", host: styled)
    #expect(probe.color == "#000000ff")
  }

  @Test("The worked example of a span: own style, own classes, then the inherited chain")
  func spanOrder() {
    let order = [
      ("my_custom_cell.link", "#020000"), (".link", "#030000"), ("my_custom_cell.bar", "#040000"),
      (".bar", "#050000"), ("my_custom_cell.right", "#070000"), (".right", "#080000"),
      ("my_custom_cell.label", "#090000"), (".label", "#0a0000"), ("my_custom_cell", "#0b0000"),
    ]
    func color(rulesFrom start: Int, spanStyle: String?, hostStyle: String?) -> String? {
      let rules = order[start...].reversed().map { #""\#($0.0)": {"color": "\#($0.1)"}"# }
      let host = HostObject(
        element: "my_custom_cell", classes: ["right", "label"], style: hostStyle.map { CSSText($0) }
      )
      return StyleProbe(json: "{\(rules.joined(separator: ", "))}", host: host)
        .inside("span", "link bar", style: spanStyle).color
    }
    #expect(
      color(rulesFrom: 0, spanStyle: "color:#010000", hostStyle: "color:#060000") == "#010000ff")
    for start in 0..<4 {
      #expect(
        color(rulesFrom: start, spanStyle: nil, hostStyle: "color:#060000") == order[start].1 + "ff"
      )
    }
    #expect(color(rulesFrom: 4, spanStyle: nil, hostStyle: "color:#060000") == "#060000ff")
    for start in 4..<order.count {
      #expect(color(rulesFrom: start, spanStyle: nil, hostStyle: nil) == order[start].1 + "ff")
    }
  }

  @Test("A span's style leaves what it does not set to the host")
  func spanInherits() {
    let probe = StyleProbe(
      json:
        ##"{".label": {"color": "#112233", "font-size": "20px"}, ".bold": {"font-weight": 700}}"##,
      host: HostObject(element: "my_custom_cell", classes: ["label"]))
    let span = probe.inside("span", "bold")
    #expect(span.color == "#112233ff")
    #expect(span.style.fontSize == 20)
    #expect(span.style.fontWeight == 700)
    #expect(probe.style.fontWeight == 400)
  }

  @Test("Variables are declared in :root and may lead to each other")
  func variables() {
    let sheet = """
      {
        ":root": {"--main-color": "blue", "--primary-color": "var(--main-color)"},
        "my_controller.label": {"background-color": "var(--primary-color)"}
      }
      """
    let probe = StyleProbe(
      json: sheet, host: HostObject(element: "my_controller", classes: ["label"]))
    #expect(probe.style.backgroundColor?.srgb()?.hex8 == "#0000ffff")
  }

  @Test(
    "Font size keywords are two pixels apart around 15",
    arguments: [
      ("xx-small", 9.0), ("x-small", 11), ("small", 13), ("medium", 15), ("large", 17),
      ("x-large", 19), ("xx-large", 21), ("20px", 20), ("150%", 22.5), ("18", 18),
    ])
  func fontSizes(value: String, pixels: Double) {
    let probe = StyleProbe(json: #"{"text": {"font-size": "\#(value)"}}"#)
    #expect(probe.style.fontSize == pixels)
  }

  @Test(
    "Font weights have the document's numbers",
    arguments: [
      ("normal", 400.0), ("bold", 700), ("bolder", 900), ("lighter", 200), ("100", 100),
      ("900", 900),
    ])
  func fontWeights(value: String, weight: Double) {
    let probe = StyleProbe(json: #"{"text": {"font-weight": "\#(value)"}}"#)
    #expect(probe.style.fontWeight == weight)
  }

  @Test(
    "The scale auto follows the content size, a tenth a tick",
    arguments: [
      ("XS", 11.0), ("S", 12), ("M", 14), ("L", 15), ("XL", 17), ("XXL", 18), ("XXXL", 20),
      ("AX1", 21), ("ax2", 23), ("AX3", 24), ("AX4", 26), ("AX5", 27), ("2", 30), ("0.5", 8),
    ])
  func contentSizes(name: String, size: Double) throws {
    let contentSize = try #require(ContentSize(name))
    let probe = StyleProbe(json: #"{"text": {"font-size-scale": "auto"}}"#)
    #expect(probe.style.scaledFontSize(contentSize) == size)
  }

  @Test(
    "No content size is 0, below it, endless or a word",
    arguments: ["0", "-1", "inf", "nan", "big", ""])
  func noContentSize(text: String) {
    #expect(ContentSize(text) == nil)
  }

  @Test("A scale is clamped by its minimum, then its maximum; without a scale nothing is rounded")
  func scaleLimits() {
    func size(_ declarations: String) -> Double {
      StyleProbe(json: "{\"text\": {\(declarations)}}").style.scaledFontSize(.standard)
    }
    #expect(size(#""font-size": "10px", "font-size-scale": 1.25"#) == 13)
    #expect(size(#""font-size-scale": 0.1, "font-size-scale-min": "9px""#) == 9)
    #expect(size(#""font-size-scale": 10, "font-size-scale-max": "40px""#) == 40)
    #expect(
      size(#""font-size-scale": 1, "font-size-scale-min": "30px", "font-size-scale-max": "20px""#)
        == 20)
    #expect(size(#""font-size": "10.4px""#) == 10.4)
  }

  @Test("A class that no rule names is reported once, with its element")
  func unknownClass() throws {
    let probe = StyleProbe(
      json: #"{".bold": {"font-weight": "bold"}}"#,
      host: HostObject(element: "my_controller", classes: ["bald"]))
    _ = probe.inside("span", "bald").inside("span", "bald")
    let finding = try #require(probe.diagnostics.first)
    #expect(probe.diagnostics.count == 1)
    #expect(finding.code == .unknownClass)
    #expect(finding.message.contains("'bald'"))
    #expect(finding.message.contains("<my_controller>"))
    #expect(finding.suggestion == "bold")
  }
}
