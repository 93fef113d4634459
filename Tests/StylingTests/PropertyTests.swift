import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

/// What holds for every property, because its definition says so.
@Suite struct PropertyTests {
  /// A value of each property that is not its initial one.
  private static let samples: [PropertyID: String] = [
    .color: "#123456", .backgroundColor: "teal", .backgroundImage: "linear-gradient(red, blue)",
    .backgroundClip: "text", .opacity: "0.25", .tintColor: "rgb(1 2 3)", .fontWeight: "700",
    .fontStyle: "italic", .fontFamily: "Menlo, monospace", .fontVariant: "math",
    .fontSize: "30px", .fontSizeScale: "2", .fontSizeScaleMin: "10px", .fontSizeScaleMax: "40px",
    .textTransform: "uppercase", .textDecorationLine: "underline", .textDecorationStyle: "wavy",
    .textDecorationColor: "red", .textShadow: "1px 1px red", .textShadowOpacity: "50%",
    .caretColor: "teal", .colorScheme: "light",
    .textAlign: "center", .textOverflow: "ellipsis", .whiteSpace: "nowrap",
    .overflowWrap: "normal", .tabSize: "4", .maxLines: "3", .width: "100px", .minWidth: "10%",
    .maxWidth: "200px", .paddingTop: "1px", .paddingRight: "2px", .paddingBottom: "3px",
    .paddingLeft: "4px", .marginTop: "1px", .marginRight: "auto", .marginBottom: "3px",
    .marginLeft: "4px", .borderTopWidth: "thin", .borderRightWidth: "2px",
    .borderBottomWidth: "3px", .borderLeftWidth: "4px", .borderTopColor: "red",
    .borderRightColor: "#0f0", .borderBottomColor: "blue", .borderLeftColor: "ansi(3)",
    .borderTopStyle: "dashed", .borderRightStyle: "dotted", .borderBottomStyle: "double",
    .borderLeftStyle: "none", .borderRadius: "5px",
  ]

  @Test("Every property has a sample here and is found by its name", arguments: PropertyID.allCases)
  func isNamed(id: PropertyID) {
    let definition = PropertyDefinition.of(id)
    #expect(definition.id == id)
    #expect(Self.samples[id] != nil)
    #expect(PropertyName(definition.name) == .longhand(id))
    let name = Array(definition.name.utf8)
    #expect(PropertyName.known(name, 0..<name.count) == .longhand(id))
  }

  @Test("A declaration changes its property and no other", arguments: PropertyID.allCases)
  func isSet(id: PropertyID) {
    let style = Self.hostStyle("\(id.name): \(Self.samples[id] ?? "")")
    var expected = ComputedStyle()
    #expect(style != expected)
    PropertyDefinition.of(id).copy(style, &expected)
    #expect(style == expected)
  }

  /// Lines are not taken back: they go on through what is inside.
  @Test(
    "'initial' takes a value back",
    arguments: PropertyID.allCases.filter { $0 != .textDecorationLine })
  func isReset(id: PropertyID) {
    let style = Self.hostStyle(
      ":root { \(id.name): \(Self.samples[id] ?? "") } text { \(id.name): initial }")
    var reset = style
    PropertyDefinition.of(id).copy(ComputedStyle(), &reset)
    #expect(style == reset)
  }

  @Test(
    "A child has its parent's value where the definition says so", arguments: PropertyID.allCases)
  func isInherited(id: PropertyID) {
    let definition = PropertyDefinition.of(id)
    let declared = Self.hostStyle("\(id.name): \(Self.samples[id] ?? "")")
    let inside = Self.hostStyle(":root { \(id.name): \(Self.samples[id] ?? "") }")
    var expected = ComputedStyle()
    if definition.isInherited || id == .textDecorationLine { definition.copy(declared, &expected) }
    #expect(inside == expected)
    #expect(
      Self.hostStyle(":root { \(id.name): \(Self.samples[id] ?? "") } text { \(id.name): inherit }")
        == declared)
  }

  @Test(
    "What means the same everywhere is read when the sheet is",
    arguments: [
      ("color: #12345678", true), ("color: red", true), ("color: currentcolor", false),
      ("color: light-dark(red, blue)", false), ("color: canvastext", false),
      ("border-top-color: #123", true),
      ("font-size: 12px", true), ("font-size: 2em", false), ("font-size: larger", false),
      ("font-size: 50%", false), ("font-size: calc(1px + 1em)", false),
      ("font-weight: bold", true), ("font-weight: /**/bolder", false), ("width: 3em", false),
      ("background: linear-gradient(red, currentcolor)", false), ("padding: 1px 2px", true),
      ("border: 1em solid red", false), ("opacity: var(--a)", false),
      ("text-decoration: none", true),
    ])
  func isConstant(text: String, isConstant: Bool) throws {
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: ".a { \(text) }"))
    #expect(sheet.diagnostics.isEmpty)
    let declaration = try #require(sheet.declarations.first)
    if case .relative = declaration.specified {
      #expect(!isConstant)
    } else {
      #expect(isConstant)
    }
  }

  /// The style of a host from a sheet, or from declarations for it.
  private static func hostStyle(_ css: String) -> ComputedStyle {
    StyleProbe(css: css.contains("{") ? css : "text { \(css) }").resolver.hostStyle
  }
}
