import StyleValues
import Testing

@Suite("System colours")
struct SystemColorTests {
  private func hex(_ text: String, on scheme: ColorScheme) throws -> String? {
    let context = ConversionContext(dialect: .css, colorScheme: scheme)
    return try ColorValue.convert(text, in: context).srgb()?.hex8
  }

  @Test("follow the colour scheme, in any case, in every dialect", arguments: SystemColor.names)
  func names(name: String) throws {
    let color = try #require(SystemColor(named: name))
    for scheme in ColorScheme.allCases {
      let expected = color.color(on: scheme).hex + "ff"
      #expect(try hex(name, on: scheme) == expected)
      #expect(try hex(name.uppercased(), on: scheme) == expected)
      for dialect in Dialect.allCases {
        let context = ConversionContext(dialect: dialect, colorScheme: scheme)
        #expect(try ColorValue.convert(name, in: context).srgb()?.hex8 == expected)
      }
    }
  }

  /// CSS Color 4, appendix A.
  @Test(
    "have names for old sheets",
    arguments: [
      ("ActiveBorder", "ButtonBorder"), ("ActiveCaption", "Canvas"), ("AppWorkspace", "Canvas"),
      ("Background", "Canvas"), ("ButtonHighlight", "ButtonFace"), ("ButtonShadow", "ButtonFace"),
      ("CaptionText", "CanvasText"), ("InactiveBorder", "ButtonBorder"),
      ("InactiveCaption", "Canvas"), ("InactiveCaptionText", "GrayText"),
      ("InfoBackground", "Canvas"), ("InfoText", "CanvasText"), ("Menu", "Canvas"),
      ("MenuText", "CanvasText"), ("Scrollbar", "Canvas"), ("ThreeDDarkShadow", "ButtonBorder"),
      ("ThreeDFace", "ButtonFace"), ("ThreeDHighlight", "ButtonBorder"),
      ("ThreeDLightShadow", "ButtonBorder"), ("ThreeDShadow", "ButtonBorder"),
      ("Window", "Canvas"), ("WindowFrame", "ButtonBorder"), ("WindowText", "CanvasText"),
    ])
  func deprecatedNames(old: String, new: String) throws {
    for scheme in ColorScheme.allCases { #expect(try hex(old, on: scheme) == hex(new, on: scheme)) }
    #expect(SystemColor(named: old.lowercased()) == SystemColor(named: new))
  }

  @Test("mix, and are the origin of relative colours")
  func calculations() throws {
    #expect(try hex("color-mix(in srgb, Canvas, LinkText)", on: .light) == "#8080f7ff")
    #expect(try hex("rgb(from canvastext r g b / 50%)", on: .dark) == "#ffffff80")
    #expect(try hex("light-dark(Canvas, CanvasText)", on: .dark) == "#ffffffff")
    let gradient = try Gradient.convert("linear-gradient(Canvas, CanvasText)")
    #expect(gradient.method.space == .srgb)
  }

  /// Those that the specification wants to be legible on each other.
  @Test(
    "can be read on what they belong to",
    arguments: [
      ("CanvasText", "Canvas"), ("LinkText", "Canvas"), ("VisitedText", "Canvas"),
      ("ActiveText", "Canvas"), ("GrayText", "Canvas"), ("ButtonText", "ButtonFace"),
      ("FieldText", "Field"), ("HighlightText", "Highlight"), ("MarkText", "Mark"),
      ("SelectedItemText", "SelectedItem"), ("AccentColorText", "AccentColor"),
    ])
  func contrast(text: String, background: String) throws {
    for scheme in ColorScheme.allCases {
      let luminances = try [text, background].map { name in
        let color = try #require(SystemColor(named: name)).color(on: scheme)
        return Color(color).converted(to: .xyzD65).components.y + 0.05
      }
      let (low, high) = (luminances.min() ?? 1, luminances.max() ?? 1)
      #expect(high / low >= 4.5, "\(text) on \(scheme)")
    }
  }

  @Test("are suggested where no colour with a name is near")
  func suggestions() {
    let error = #expect(throws: UnexpectedValue.self) { try ColorValue.convert("CanvasTxt") }
    #expect(error?.suggestion == "CanvasText")
    #expect(SystemColor(named: "canva") == nil)
  }
}
