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
    .caretColor: "teal", .colorScheme: "light", .display: "none", .visibility: "hidden",
    .content: "\"✗ \" attr(data-x)",
    .textAlign: "center", .overflow: "hidden", .textOverflow: "ellipsis", .whiteSpace: "nowrap",
    .overflowWrap: "normal", .tabSize: "4", .maxLines: "3", .readable: "AA", .width: "100px",
    .minWidth: "10%",
    .maxWidth: "200px", .paddingTop: "1px", .paddingRight: "2px", .paddingBottom: "3px",
    .paddingLeft: "4px", .marginTop: "1px", .marginRight: "auto", .marginBottom: "3px",
    .marginLeft: "4px", .borderTopWidth: "thin", .borderRightWidth: "2px",
    .borderBottomWidth: "3px", .borderLeftWidth: "4px", .borderTopColor: "red",
    .borderRightColor: "#0f0", .borderBottomColor: "blue", .borderLeftColor: "ansi(3)",
    .borderTopStyle: "dashed", .borderRightStyle: "dotted", .borderBottomStyle: "double",
    .borderLeftStyle: "none", .borderRadius: "5px", .listStyleType: "lower-roman",
    .verticalAlign: "middle", .borderCollapse: "collapse", .borderSpacing: "15px",
    .tableLayout: "fixed",
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

  @Test("Each property has a bit of its own in a set")
  func bits() {
    let bits = PropertyID.allCases.map { PropertySet($0).rawValue }
    #expect(Set(bits).count == PropertyID.allCases.count && !bits.contains(0))
  }

  @Test("A property's name is that of its case, with dashes", arguments: PropertyID.allCases)
  func name(of id: PropertyID) {
    #expect(id.name == DictionaryKey.dashed("\(id)"))
  }

  @Test("A shorthand's name is that of its case, with dashes", arguments: ShorthandID.allCases)
  func shorthandNames(id: ShorthandID) {
    #expect(id.name == DictionaryKey.dashed("\(id)"))
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
    // The text is the block of the document, whose edges the root may name.
    let isEdge =
      id.name.hasPrefix("margin-") || id.name.hasPrefix("padding-")
      || ["width", "min-width", "max-width"].contains(id.name)
    var expected = ComputedStyle()
    if definition.isInherited || isEdge || id == .textDecorationLine {
      definition.copy(declared, &expected)
    }
    #expect(inside == expected)
    #expect(
      Self.hostStyle(":root { \(id.name): \(Self.samples[id] ?? "") } text { \(id.name): inherit }")
        == declared)
  }

  /// CSS Values 4 §10.12.
  @Test(
    "A number of a math function is brought into the range, one that is written is not",
    arguments: [
      ("font-weight: calc(1e9)", "font-weight: 1000"), ("font-weight: calc(0)", "font-weight: 1"),
      ("font-weight: 0", ""), ("tab-size: calc(-1)", "tab-size: 0"), ("tab-size: -1", ""),
      ("max-lines: calc(0)", "max-lines: 1"), ("max-lines: 2.5", ""),
      ("max-lines: 2.0", "max-lines: 2"), ("max-lines: calc(5 / 2)", "max-lines: 3"),
      ("max-lines: calc(infinity)", "max-lines: 1000000000"), ("max-lines: 1e10", ""),
      ("font-size-scale: calc(-1)", "font-size-scale: 0"), ("font-size-scale: -1", ""),
      ("text-shadow: 1px 1px calc(-5px) red", "text-shadow: 1px 1px 0 red"),
      ("text-shadow: 1px 1px -5px red", ""), ("opacity: calc(2)", "opacity: 1"),
    ])
  func isBroughtIntoRange(declaration: String, same: String) {
    #expect(Self.hostStyle(declaration) == Self.hostStyle(same))
  }

  /// How a declaration keeps its value.
  enum Kept {
    /// As it is everywhere.
    case constant
    /// As what computes it of the element.
    case computed
    /// As one for each scheme.
    case byScheme
    /// As text, to be read again for each element.
    case text
  }

  @Test(
    "A value is read when the sheet is; again only with variables, or in a function or shorthand",
    arguments: [
      ("color: #12345678", .constant), ("color: red", .constant),
      ("color: currentcolor", .computed),
      ("color: light-dark(red, blue)", .byScheme), ("color: canvastext", .text),
      ("color: light-dark(red, currentcolor)", .text),
      ("background: light-dark(red, blue)", .byScheme),
      ("text-shadow: 1px 1px Highlight", .text), ("border-top-color: #123", .constant),
      ("font-size: 12px", .constant), ("font-size: 2em", .computed),
      ("font-size: larger", .computed), ("font-size: 50%", .computed),
      ("font-size: calc(10% + 1px)", .computed), ("font-size: calc(1px + 1em)", .text),
      ("font-weight: bold", .constant), ("font-weight: /**/bolder", .computed),
      ("width: 3em", .computed), ("margin-left: -2vw", .computed),
      ("border-top-width: 1ex", .computed), ("font-size-scale-max: 3em", .computed),
      ("background: linear-gradient(red, currentcolor)", .text), ("padding: 1px 2px", .constant),
      ("border: 1em solid red", .text), ("opacity: var(--a)", .text),
      ("text-decoration: none", .constant), ("color: inherit", .constant),
    ] as [(String, Kept)])
  func isKept(text: String, expected: Kept) throws {
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: ".a { \(text) }"))
    #expect(sheet.diagnostics.isEmpty)
    let kept: Kept =
      switch try #require(sheet.declarations.first).specified {
      case .keyword, .color, .constant, .values: .constant
      case .computed: .computed
      case .byScheme: .byScheme
      case .relative: .text
      }
    #expect(kept == expected)
  }

  @Test(
    "What follows from the element comes to the same, read once or with a variable in it",
    arguments: [
      "font-size: 2em", "font-size: larger", "font-size: 50%", "font-weight: bolder",
      "font-weight: lighter", "width: 3em", "margin-left: -2vw", "min-width: 2vmax",
      "border-top-width: 1ex", "font-size-scale-max: 3em", "color: currentcolor",
      "caret-color: currentcolor",
      "background-color: light-dark(red, blue)", "tint-color: Highlight",
      "text-decoration-color: canvastext",
    ])
  func isComputed(text: String) throws {
    let parts = text.split(separator: ":")
    for around in ["", "color-scheme: light; "] {
      let root =
        ":root { font-size: 20px; font-weight: 500; color: teal; \(around)--a:\(parts[1]) }"
      let direct = Self.hostStyle("\(root) text { \(text) }")
      #expect(direct == Self.hostStyle("\(root) text { \(parts[0]): var(--a) }"))
      #expect(direct != Self.hostStyle("\(root) text { \(parts[0]): initial }"))
    }
  }

  /// The style of a host from a sheet, or from declarations for it.
  private static func hostStyle(_ css: String) -> ComputedStyle {
    StyleProbe(css: css.contains("{") ? css : "text { \(css) }").resolver.hostStyle
  }
}
