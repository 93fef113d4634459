import CSSSyntax
import Testing

@testable import StyleValues

@Suite("Colours of the terminal in calculations")
struct TerminalColorTests {
  /// A terminal that is not like the assumed one.
  private static let palette = TerminalPalette(
    entries: [1: RGB8(0x800000), 4: RGB8(0x0000ff), 200: RGB8(0x123456)],
    foreground: RGB8(0xebdbb2), background: RGB8(0x282828), selectionBackground: RGB8(0x404040),
    selectionForeground: RGB8(0xffffff), origin: .file("theirs.conf"))

  private func color(_ text: String, _ palette: TerminalPalette) throws -> String? {
    let context = ConversionContext(dialect: .css, palette: palette)
    return try ColorValue.convert(text, in: context).srgb(palette: palette)?.rgb8.hex
  }

  @Test(
    "are the terminal's own",
    arguments: [
      ("color-mix(in srgb, ansi(1), black)", "#400000"),
      ("color-mix(in srgb, ansi(red), ansi(4))", "#400080"),
      ("rgb(from ansi(200) r g b)", "#123456"), ("Canvas", "#282828"), ("window", "#282828"),
      ("CanvasText", "#ebdbb2"), ("Highlight", "#404040"), ("HighlightText", "#ffffff"),
      ("color-mix(in srgb, CanvasText, Canvas)", "#8a826d"),
      ("contrast-color(ansi(4))", "#ffffff"),
      // These are not the terminal's.
      ("ButtonText", "#ffffff"), ("FieldText", "#ffffff"), ("LinkText", "#9e9eff"),
    ])
  func ofTerminal(text: String, expected: String) throws {
    #expect(try color(text, Self.palette) == expected)
  }

  @Test(
    "are the median of published themes where nobody knows",
    arguments: [
      ("rgb(from ansi(1) r g b)", "#dd5152"), ("rgb(from ansi(196) r g b)", "#ff0000"),
      ("Canvas", "#121212"), ("CanvasText", "#ffffff"), ("Highlight", "#2a5a9c"),
    ])
  func assumed(text: String, expected: String) throws {
    #expect(try color(text, .median) == expected)
  }

  @Test("An entry that is only named stays an entry")
  func entry() throws {
    let context = ConversionContext(dialect: .css, palette: Self.palette)
    #expect(try ColorValue.convert("ansi(4)", in: context) == .ansi(4))
  }

  @Test("The spec's own example keeps hue and chroma")
  func relative() throws {
    let context = ConversionContext(dialect: .css, palette: Self.palette)
    let value = try ColorValue.convert("oklch(from ansi(1) calc(l + 0.1) c h)", in: context)
    guard case .absolute(let color) = value else {
      throw UnexpectedValue(expected: "", RawValue(.null))
    }
    let origin = Color(RGB8(0x800000)).converted(to: .oklch).components
    #expect(abs(color.components.x - origin.x - 0.1) < 1e-9)
    #expect(abs(color.components.y - origin.y) < 1e-9)
    #expect(abs(color.components.z - origin.z) < 1e-9)
  }

  @Test(
    "A value says whether it asks for them",
    arguments: [
      ("color-mix(in oklab, ansi(1), red)", true), ("COLOR-MIX(in oklab, red, ANSI(1))", true),
      ("1px solid canvas", true), ("ansi(1)", false), ("red", false),
      ("var(--canvas)", false), ("\"ansi(1) in a string\"", false), ("url(canvas)", false),
      ("(ansi(1))", false),
    ])
  func use(text: String, expected: Bool) {
    #expect(CSSText(text).usesTerminalColors() == expected)
  }

  // MARK: contrast-color()

  /// White or black, whichever contrasts more by WCAG 2.1; alpha has no part in it.
  ///
  /// The first ten are those of web-platform-tests, css/css-color/contrast-color-001.html with its
  /// reference; the next those of its parsing tests that have a value; the last those of
  /// @csstools/css-color-parser (MIT-0), written without the `max` of the drafts of its time.
  @Test(
    "contrast-color() of web-platform-tests and of another implementation",
    arguments: [
      ("white", "#000000"), ("aliceblue", "#000000"), ("mistyrose", "#000000"),
      ("lightyellow", "#000000"), ("palegreen", "#000000"), ("darkblue", "#ffffff"),
      ("maroon", "#ffffff"), ("purple", "#ffffff"), ("brown", "#ffffff"), ("black", "#ffffff"),

      ("color(srgb 1 0 1 / 0.5)", "#000000"), ("contrast-color(pink)", "#ffffff"),
      ("color-mix(in oklab, blue, green)", "#ffffff"), ("color(srgb -10 -10 -10)", "#ffffff"),

      ("#333/* */", "#ffffff"), ("grey", "#000000"), ("#ccc", "#000000"), ("#1234b0", "#ffffff"),
      ("#b012a0", "#ffffff"), ("rgb(0 0 0)", "#ffffff"), ("color(srgb 0 0 0)", "#ffffff"),
      ("color(display-p3 0 0 0)", "#ffffff"), ("rgb(255 255 255)", "#000000"),
      ("color(srgb 1 1 1)", "#000000"), ("color(display-p3 1 1 1)", "#000000"),
      ("rgb(0 0 0 / 0)", "#ffffff"), ("rgb(0 0 0 / 0.5)", "#ffffff"),
      ("rgb(255 255 255 / 0)", "#000000"), ("rgb(255 255 255 / 0.5)", "#000000"),
      ("contrast-color(#b012a0)", "#000000"), ("#3b9595", "#000000"),
      ("contrast-color(contrast-color(#3b9595))", "#000000"),
    ])
  func contrastColor(argument: String, expected: String) throws {
    #expect(try color("contrast-color(\(argument))", .median) == expected)
  }

  /// css/css-color/parsing/contrast-color-invalid.html, as other programs quote it.
  @Test(
    "What web-platform-tests refuse of contrast-color() is refused",
    arguments: [
      "", "1", "max", "max max", "max white", "white white", "white max", "white min",
      "white max bar",
    ])
  func noContrastColor(argument: String) {
    #expect(throws: UnexpectedValue.self) {
      try color("contrast-color(\(argument))", .median)
    }
  }
}
