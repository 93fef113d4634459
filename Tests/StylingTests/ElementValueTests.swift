import StyleValues
import Testing

@testable import Styling

/// What is known only on the element: its colour, its scheme and the width around it.
@Suite("Values of the element")
struct ElementValueTests {
  @Test(
    "currentcolor is the element's own colour wherever it stands in a value",
    arguments: [
      (".a { color: red; background-color: color-mix(in srgb, currentcolor, blue) }", "#800080ff"),
      (".a { background-color: color-mix(in srgb, currentcolor, blue); color: red }", "#800080ff"),
      (".a { color: red; background-color: rgb(from currentcolor 0 r 0) }", "#00ff00ff"),
      (".a { color: red; background: currentcolor }", "#ff0000ff"),
      (
        ".a { color: red; background: url(a.png) color-mix(in srgb, currentcolor, blue) }",
        "#800080ff"
      ),
      (".a { color: red; background-color: contrast-color(currentcolor) }", "#000000ff"),
      (
        ".a { --m: color-mix(in srgb, currentcolor, blue); color: red; background: var(--m) }",
        "#800080ff"
      ),
      (
        "text { --m: color-mix(in srgb, currentcolor, blue); color: lime } "
          + ".a { color: red; background: var(--m) }", "#800080ff"
      ),
      // Nothing gives the text a colour: it is that of the scheme.
      (".a { background-color: color-mix(in srgb, currentcolor, black) }", "#808080ff"),
      (
        ".a { color-scheme: light; background: color-mix(in srgb, currentcolor, white) }",
        "#808080ff"
      ),
    ])
  func background(css: String, expected: String) {
    #expect(
      StyleProbe(css: css).inside("span", "a").style.backgroundColor?.srgb()?.hex8 == expected)
    #expect(StyleProbe(css: css).codes == [])
  }

  @Test("In color itself, currentcolor is the parent's, and what it comes to is inherited")
  func color() {
    let probe = StyleProbe(
      css: "text { color: red } .a { color: color-mix(in srgb, currentcolor, blue) }"
    ).inside("span", "a")
    #expect(probe.color == "#800080ff")
    #expect(probe.inside("b").color == "#800080ff")
    #expect(probe.inside("span", "a").color == "#4000bfff")
  }

  @Test("A border, a decoration and a shadow take it as well")
  func others() throws {
    let css = """
      text { color: red; border: 1px solid color-mix(in srgb, currentcolor, blue);
        text-decoration: underline rgb(from currentcolor b g r);
        text-shadow: 1px 1px color-mix(in srgb, currentcolor, black), 2px 2px currentcolor }
      """
    let probe = StyleProbe(css: css)
    #expect(probe.resolver.hostStyle.block.border.top.color?.srgb()?.hex8 == "#800080ff")
    #expect(probe.style.decorationColor?.srgb()?.hex8 == "#0000ffff")
    let shadows = probe.style.shadows
    #expect(shadows.first?.color?.srgb()?.hex8 == "#800000ff")
    #expect(shadows.last?.color == .currentColor)
  }

  @Test(
    "Colours of the system and of two schemes are those of the element's scheme",
    arguments: [
      (".a { color-scheme: light; color: CanvasText }", "#000000ff"),
      (".a { color-scheme: dark; color: CanvasText }", "#ffffffff"),
      (".a { color-scheme: light dark; color: CanvasText }", "#ffffffff"),
      (".a { color-scheme: normal; color: CanvasText }", "#ffffffff"),
      (".a { color: CanvasText; color-scheme: only light }", "#000000ff"),
      (".a { color-scheme: light; color: light-dark(red, blue) }", "#ff0000ff"),
      ("text { color-scheme: light } .a { color: CanvasText }", "#000000ff"),
      (
        ":root { color-scheme: light } .a { color-scheme: initial; color: CanvasText }", "#ffffffff"
      ),
      (":root { --s: light } .a { color-scheme: var(--s); color: CanvasText }", "#000000ff"),
    ])
  func scheme(css: String, expected: String) {
    #expect(StyleProbe(css: css).inside("span", "a").color == expected)
  }

  @Test(
    "Lengths and percentages together are worked out when the width around is known",
    arguments: [
      ("min(50%, 100px)", 100, 50), ("min(50%, 100px)", 400, 100),
      ("max(50%, 100px)", 100, 100), ("max(50%, 100px)", 400, 200),
      ("clamp(30px, 50%, 100px)", 40, 30), ("clamp(30px, 50%, 100px)", 120, 60),
      ("clamp(30px, 50%, 100px)", 900, 100), ("calc(min(50%, 100px) * 2 - 10px)", 100, 90),
      ("calc(100% - max(10%, 20px))", 100, 80), ("calc(-1 * max(-50%, -20px))", 100, 20),
      ("calc((50% + 10px) / 2)", 100, 30), ("max(min(50%, 10px), 1em)", 100, 15),
      ("min(10px, 20px)", 100, 10), ("min(calc(10% + 5px), 1000px)", 100, 15),
      ("clamp(none, 50%, 30px)", 100, 30), ("calc(min(50%, 100px) * 4 / 2)", 100, 100),
      ("calc(2 * min(50%, 100px) * 2 + 1px + 2px)", 100, 203),
      ("calc(40px + 10% + min(50%, 20px) / 2 * -1)", 100, 40),
    ] as [(String, Double, Double)])
  func formulas(value: String, width: Double, expected: Double) throws {
    for property in ["width", "min-width", "max-width", "padding-left", "margin-top"] {
      let probe = StyleProbe(css: "text { \(property): \(value) }")
      #expect(probe.codes == [])
      let block = probe.resolver.hostStyle.block
      let length: BoxLength? =
        switch property {
        case "width": block.width
        case "min-width": block.minWidth
        case "max-width": block.maxWidth
        case "padding-left": block.padding.left
        default: block.margin.top
        }
      #expect(try #require(length).pixels(of: width) == expected, "\(property)")
    }
  }

  @Test(
    "A font size knows what its percentages are of",
    arguments: [
      ("min(50%, 100px)", 10), ("calc(50% + 5px)", 15), ("max(1em, 200%)", 40),
      ("clamp(10px, 10%, 30px)", 10),
    ] as [(String, Double)])
  func fontSize(value: String, expected: Double) {
    let probe = StyleProbe(css: "text { font-size: 20px } .a { font-size: \(value) }")
    #expect(probe.inside("span", "a").style.fontSize == expected)
  }

  @Test("The documents' insets are sides of a padding and a margin")
  func insets() {
    let sheet = """
      {"text": {"padding": "{1, 2, 3, 4}", "margin": "insets(15, 30)"}}
      """
    let block = StyleProbe(json: sheet).resolver.hostStyle.block
    #expect(
      block.padding
        == BoxSides(
          top: BoxLength(pixels: 1), right: BoxLength(pixels: 4), bottom: BoxLength(pixels: 3),
          left: BoxLength(pixels: 2)))
    #expect(block.margin.top == BoxLength(pixels: 15))
    #expect(block.margin.right == BoxLength(pixels: 30))
  }
}
