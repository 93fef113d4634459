import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@Suite("Colour values")
struct ColorValueTests {
  private let css = ConversionContext(dialect: .css)

  private func color(_ text: String) throws -> Color {
    guard case .absolute(let color) = try ColorValue.convert(text, in: css) else {
      throw UnexpectedValue(expected: "an absolute colour", found: text)
    }
    return color
  }

  private func hex(_ text: String, _ context: ConversionContext? = nil) throws -> String? {
    try ColorValue.convert(text, in: context ?? css).srgb()?.hex8
  }

  @Test("rgb() is limited to sRGB when it is read, color(srgb …) is not")
  func clamping() throws {
    #expect(try color("rgb(300, -20, 0)").components == SIMD3(1, 0, 0))
    #expect(try color("rgb(120% 0 0)").components.x == 1)
    #expect(try color("color(srgb 1.2 0 0)").components.x == 1.2)
    #expect(try color("rgb(from red calc(r * 2) g b)").components.x == 2)
  }

  @Test("numbers, percentages and none mix freely only in the modern syntax")
  func syntaxes() throws {
    for good in [
      "rgb(1 2 3)", "rgb(1 50% none)", "rgb(1 2 3/.5)", "rgb(1,2,3)", "rgb(1,2,3,.5)",
      "rgba(1,2,3)", "rgb(10%,20%,30%,50%)", "hsl(120 50 50)", "hsl(120,50%,50%)",
      "hsla(120deg,50%,50%,.1)", "hsl(none 0% 50%)", "hwb(120 10% 20% / none)", "rgb(1 2 3",
      "RGB(1 2 3)", "rgb(/**/1/**/2/**/3/**/)", "lab(50% -20% 30)", "color(xyz 1 1 1)",
      "rgb(calc(1 + 1) calc(10%) 0)", "rgb(1e1 2 3)", "\\72gb(1 2 3)",
    ] { #expect(throws: Never.self, "\(good)") { try ColorValue.convert(good, in: css) } }
    for bad in [
      "rgb(1, 2 3)", "rgb(1 2, 3)", "rgb(1,2%,3)", "rgb(1,none,3)", "rgb(none,1,2)", "rgb(1 2)",
      "rgb(1 2 3 4)", "rgb(1,2,3/.5)", "rgb(1 2 3, .5)", "rgb()", "rgb(1,2,3,)", "rgb(1,,3)",
      "hsl(120,50,50)", "hsl(50%,50%,50%)", "hsl(120,50%,50%,none)", "hwb(120,10%,20%)",
      "lab(50,20,30)", "rgb(1deg 2 3)", "rgb(1 2 3) x", "rgb (1 2 3)", "rgb(a b c)",
      "color(1 1 1)", "color(hsl 1 1 1)", "color(srgb 1 1)", "lch(50 20 30%)", "#12345", "#",
      "#ggg", "# fff", "#fff f", "redd", "", " ", "rgb(1 2 3 / )", "rgb(1px 2 3)", "var(--x)",
      "rgb(1 2 3))", "oklab(from 1 2 3)", "rgb(r g b)", "rgb(from red, 1, 2)",
    ] {
      #expect(throws: UnexpectedValue.self, "\(bad)") { try ColorValue.convert(bad, in: css) }
    }
  }

  @Test("missing components stay missing, and count as 0")
  func none() throws {
    let color = try color("oklch(0.5 none 20 / none)")
    #expect(color.missing == [.second, .alpha])
    #expect(color.components.y == 0 && color.alpha == 0)
    #expect(color.cssText == "oklch(0.5 none 20 / none)")
    #expect(try hex("rgb(none 128 0)") == "#008000ff")
  }

  @Test("a missing component takes the other colour's value in a mixture")
  func carrying() throws {
    #expect(try hex("color-mix(in srgb, rgb(none 0 0), rgb(200 0 0))") == "#c80000ff")
    #expect(
      try color("color-mix(in oklch, oklch(0.5 0.1 none), oklch(0.5 0.1 40))").components.z == 40)
    // Saturation is carried over as chroma, hue as hue.
    let mixed = try color("color-mix(in oklch, hsl(none 50% 50%), oklch(0.5 0.1 40))")
    #expect(mixed.components.z == 40)
    let both = try color("color-mix(in oklch, oklch(0.5 0.1 none), oklch(0.7 0.1 none))")
    #expect(both.missing == .third)
  }

  @Test(
    "what a component means in another space is missing there, too",
    arguments: [
      ("lab(50 none 20)", "oklab", 1), ("lab(none 0 0)", "lch", 0), ("lch(50 none 30)", "hsl", 1),
      ("lch(50 20 none)", "hwb", 0), ("oklch(none 0 0)", "lab", 0), ("hsl(none 50 50)", "oklch", 2),
      ("hwb(none 0 0)", "hsl", 0), ("color(srgb none 0 0)", "rec2020", 0),
      ("color(display-p3 0 none 0)", "xyz-d65", 1), ("color(xyz 0 0 none)", "prophoto-rgb", 2),
      ("color(a98-rgb 0 none 0)", "srgb-linear", 1),
    ])
  func carriedComponents(text: String, space: String, index: Int) throws {
    // The other colour gives what is missing: both ends have the same component.
    let other = "color-mix(in \(space), rebeccapurple, rebeccapurple)"
    let mixed = try color("color-mix(in \(space), \(text), rebeccapurple)")
    let expected = try color(other)
    #expect(abs(mixed.components[index] - expected.components[index]) < 1e-9)
  }

  @Test("the hue of a grey means nothing in a mixture")
  func powerless() throws {
    let mixed = try color("color-mix(in oklch, white 30%, blue)")
    let blue = try color("blue").converted(to: .oklch)
    #expect(abs(mixed.components.z - blue.components.z) < 1e-9)
    #expect(Color(RGB8(0x808080)).converted(to: .hsl).missing == .first)
    #expect(Color(RGB8(0x808080)).converted(to: .lch).missing == .third)
    #expect(Color(RGB8(0x808080)).converted(to: .hwb).missing == .first)
  }

  @Test("color-mix() with percentages, in any order")
  func mixing() throws {
    #expect(try hex("color-mix(in srgb, red, blue)") == "#800080ff")
    #expect(try hex("color-mix(in srgb, red 25%, blue)") == "#4000bfff")
    #expect(try hex("color-mix(in srgb, 25% red, blue)") == "#4000bfff")
    #expect(try hex("color-mix(in srgb, red, blue 75%)") == "#4000bfff")
    #expect(try hex("color-mix(in srgb, red 20%, blue 60%)") == "#4000bfcc")
    #expect(try hex("color-mix(in srgb, red 100%, blue 100%)") == "#800080ff")
    #expect(try hex("color-mix(in srgb, red calc(10% + 15%), blue)") == "#4000bfff")
    #expect(try hex("color-mix(in srgb, rgb(255 0 0 / 0), blue)") == "#0000ff80")
    #expect(try hex("color-mix(in hsl longer hue, red, lime)") == "#0000ffff")
    #expect(try hex("color-mix(in hsl, red, lime)") == "#ffff00ff")
    for bad in [
      "color-mix(red, blue)", "color-mix(in srgb red, blue)", "color-mix(in srgb, red)",
      "color-mix(in srgb, red 0%, blue 0%)", "color-mix(in srgb, red 101%, blue)",
      "color-mix(in srgb, red -1%, blue)", "color-mix(in srgb longer hue, red, blue)",
      "color-mix(in hsl longer, red, blue)", "color-mix(in srgb, red 10% 20%, blue)",
      "color-mix(in srgb, red, blue, lime)", "color-mix(in srgb, currentcolor, red)",
    ] { #expect(throws: UnexpectedValue.self, "\(bad)") { try ColorValue.convert(bad, in: css) } }
  }

  @Test("relative colours name the channels of their origin")
  func relative() throws {
    #expect(try hex("rgb(from #112233 b g r)") == "#332211ff")
    #expect(try hex("rgb(from #11223380 r g b)") == "#11223380")
    #expect(try hex("rgb(from #112233 r g b / 50%)") == "#11223380")
    #expect(try hex("rgb(from #11223380 r g b / calc(alpha * 2))") == "#112233ff")
    #expect(try hex("rgb(from red calc(r / 2) g b)") == "#800000ff")
    #expect(try hex("hsl(from red calc(h + 120) s l)") == "#00ff00ff")
    #expect(try hex("hwb(from red h 50 b)") == "#ff8080ff")
    #expect(try hex("color(from red srgb b g r)") == "#0000ffff")
    #expect(try color("color(from red xyz x y z)").space == .xyzD65)
    #expect(try hex("rgb(from color-mix(in srgb, red, blue) r g b)") == "#800080ff")
    #expect(try color("oklch(from oklch(0.5 none 20) l c h)").missing == .second)
    #expect(try color("oklch(from oklch(0.5 none 20) l calc(c + 0.1) h)").components.y == 0.1)
    // What is missing stays so in a space where it means the same (CSS Color 5 §4).
    #expect(try color("oklch(from lch(50 20 none) l c h)").missing == .third)
    #expect(try color("oklch(from lch(50 none 20) l c h)").missing.contains(.second))
    #expect(try color("rgb(from lch(50 20 none) r g b)").missing == [])
    #expect(try hex("rgb(from #112233 \\62  g \\72 )") == "#332211ff")
    #expect(try hex("#\\66 00") == "#ff0000ff")
    #expect(try color("rgb(from red r g b)").cssText == "color(srgb 1 0 0)")
    #expect(throws: UnexpectedValue.self) {
      try ColorValue.convert("rgb(from red h g b)", in: css)
    }
  }

  @Test("currentcolor stays open until the context knows it")
  func currentColor() throws {
    #expect(try ColorValue.convert("currentColor", in: css) == .currentColor)
    var context = css
    context.currentColor = .absolute(Color(RGB8(0xFF0000)))
    #expect(try hex("currentcolor", context) == "#ff0000ff")
    #expect(try hex("color-mix(in srgb, currentcolor, blue)", context) == "#800080ff")
    #expect(try hex("rgb(from currentcolor r g b / 50%)", context) == "#ff000080")
    #expect(ColorValue.currentColor.srgb() == nil)
    #expect(ColorValue.currentColor.srgb(currentColor: .currentColor) == nil)
  }

  @Test("light-dark() follows the colour scheme")
  func lightDark() throws {
    var context = css
    context.colorScheme = .light
    #expect(try hex("light-dark(red, blue)", context) == "#ff0000ff")
    context.colorScheme = .dark
    #expect(try hex("light-dark(red, blue)", context) == "#0000ffff")
    #expect(try hex("color-mix(in srgb, light-dark(red, blue), black)", context) == "#000080ff")
  }

  @Test("palette entries by number and by name")
  func ansi() throws {
    for (text, index) in [
      ("ansi(0)", 0), ("ansi(255)", 255), ("ansi(black)", 0), ("ansi(red)", 1),
      ("ansi(white)", 7), ("ansi(bright-black)", 8), ("ANSI(Bright-White)", 15),
      ("ansi(calc(8 + 1))", 9),
    ] { #expect(try ColorValue.convert(text, in: css) == .ansi(UInt8(index)), "\(text)") }
    for bad in ["ansi(256)", "ansi(-1)", "ansi(1.5)", "ansi(pink)", "ansi()", "ansi(1 2)"] {
      #expect(throws: UnexpectedValue.self, "\(bad)") { try ColorValue.convert(bad, in: css) }
    }
    #expect(ColorValue.ansi(196).srgb()?.hex8 == "#ff0000ff")
    #expect(ColorValue.ansi(232).srgb()?.hex8 == "#080808ff")
    #expect(ColorValue.ansi(9).cssText == "ansi(9)")
  }

  @Test("what calc() makes of infinity and NaN can be shown")
  func extremes() throws {
    #expect(try hex("rgb(calc(infinity) 0 0)") == "#ff0000ff")
    #expect(try hex("rgb(calc(NaN) 0 0)") == "#000000ff")
    #expect(try hex("rgb(calc(-1 / 0) calc(1 / 0) 0)") == "#00ff00ff")
    for text in [
      "oklch(0.5 calc(infinity) 20)", "lab(50 calc(infinity) 0)", "color(srgb 1e300 0 0)",
      "color(xyz 1e308 1e308 1e308)", "hsl(calc(infinity) 50% 50%)", "oklch(0.5 1e300 1e300)",
      "color(display-p3 -1e300 1e300 0)", "color-mix(in oklch, color(srgb 1e300 0 0), red)",
      "color-mix(in srgb, red calc(NaN * 1%), blue)",
    ] {
      let shown = try #require(try ColorValue.convert(text, in: css).srgb(), "\(text)")
      for channel in [shown.red, shown.green, shown.blue, shown.alpha] {
        #expect((0...1).contains(channel), "\(text)")
      }
    }
  }

  @Test("gamut mapping keeps lightness, and white and black are ends")
  func gamut() throws {
    #expect(try hex("oklch(1 0.4 20)") == "#ffffffff")
    #expect(try hex("oklch(0 0.4 20)") == "#000000ff")
    #expect(try hex("color(srgb 2 2 2)") == "#ffffffff")
    let wide = try color("color(display-p3 0 1 0)")
    let mapped = Color(wide.srgb).converted(to: .oklch).components
    #expect(abs(mapped.x - wide.converted(to: .oklch).components.x) < 0.02)
  }

  @Test("every space converts to every other and back")
  func roundTrips() {
    for start in ColorSpace.allCases {
      for rgb in [RGB8(0x3366CC), RGB8(0x010203), RGB8(0xFEDCBA), RGB8(0x00FF7F)] {
        let color = Color(rgb).converted(to: start)
        for space in ColorSpace.allCases {
          let back = color.converted(to: space).converted(to: .srgb)
          #expect(back.srgb.rgb8 == rgb, "\(start) \(space)")
        }
      }
    }
  }

  @Test("an error names the token, the place and the nearest name")
  func errors() throws {
    let source = SourceText(name: "theme.css", text: "a { color: rgb(1 2 x) }\nb { color: gren }")
    let first = #expect(throws: UnexpectedValue.self) {
      try ColorValue.convert(text: CSSText(source: source, range: 11..<21), in: css)
    }
    #expect(first?.range?.location == SourceLocation(file: "theme.css", line: 1, column: 20))
    #expect(first?.message == "expected a number or a percentage, found 'x'")
    let second = #expect(throws: UnexpectedValue.self) {
      try ColorValue.convert(text: CSSText(source: source, range: 35..<39), in: css)
    }
    #expect(second?.description == "theme.css:2:12: expected a colour, found 'gren'")
    #expect(second?.suggestion == "green")
    #expect(second?.diagnostic().excerpt?.caret == 11)
    for (text, suggestion) in [
      ("rgbb(1 2 3)", "rgb"), ("color(sgrb 1 1 1)", "srgb"), ("ansi(bright-rad)", "bright-red"),
      ("color-mix(in oklhc, red, red)", "oklch"),
    ] {
      let error = #expect(throws: UnexpectedValue.self) {
        try ColorValue.convert(text, in: css)
      }
      #expect(error?.suggestion == suggestion, "\(text)")
    }
  }

  @Test("JSON shows the colour's own space, and null for what is missing")
  func json() throws {
    for (text, json) in [
      (
        "red",
        ##"{"space": "srgb", "hex": "#ff0000ff", "components": [1, 0, 0], "alpha": 1}"##
      ),
      (
        "hsl(120 50% none / 50%)",
        ##"{"space": "hsl", "hex": "#00000080", "components": [120, 50, null], "alpha": 0.5}"##
      ),
      (
        "color(xyz 0 0 0)",
        ##"{"space": "xyz-d65", "hex": "#000000ff", "components": [0, 0, 0], "alpha": 1}"##
      ),
      ("currentcolor", #"{"space": "currentcolor"}"#),
      ("ansi(bright-red)", #"{"space": "ansi", "index": 9}"#),
    ] { #expect(try ColorValue.convert(text, in: css).json(in: css).text == json) }
  }

  @Test("a colour is a text: other JSON values are refused")
  func rawKinds() throws {
    for raw: RawValue in [5, true, nil, [1], ["red": "x"]] {
      #expect(throws: UnexpectedValue.self) { try ColorValue.convert(raw, in: css) }
    }
    #expect(throws: UnexpectedValue.self) {
      try ColorValue.convert(112233, in: ConversionContext(dialect: .jsonhelper))
    }
  }
}
