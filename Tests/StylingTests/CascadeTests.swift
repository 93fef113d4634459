import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("Which declaration wins in dialect css")
struct CascadeTests {
  @Test(
    "The stronger declaration wins",
    arguments: [
      (".a { color: red } .a { color: lime }", "#00ff00ff"),
      (".a.b { color: lime } .a { color: red }", "#00ff00ff"),
      ("span { color: red } .a { color: lime } span { color: red }", "#00ff00ff"),
      (".a { color: lime !important } .a.b { color: red }", "#00ff00ff"),
      ("@layer x { .a.b { color: red } } .a { color: lime }", "#00ff00ff"),
      (
        "@layer x, y; @layer y { .a { color: lime } } @layer x { .a.b { color: red } }", "#00ff00ff"
      ),
      (
        "@layer x { .a { color: lime !important } } .a { color: red !important }", "#00ff00ff"
      ),
      (".a { color: lime; color: nonsense }", "#00ff00ff"),
      (".a { color: red; color: var(--missing) }", nil),
      (".a { color: lime; & .b { color: red } }", "#00ff00ff"),
      (".a { &.b { color: lime } color: red }", "#00ff00ff"),
      (":is(.a, #never) { color: red } .a { color: lime }", "#00ff00ff"),
      (":is(:bogus(1), .a, .x:bogus(2, (3))) { color: lime }", "#00ff00ff"),
      (":where(.a.b) { color: red } span { color: lime }", "#00ff00ff"),
      (".a:not(.c) { color: lime } .a { color: red }", "#00ff00ff"),
      ("text .a { color: lime } .a { color: red }", "#00ff00ff"),
      ("text > .a { color: lime } .a { color: red }", "#00ff00ff"),
      (".x > .a { color: red } .a { color: lime }", "#00ff00ff"),
      ("* { color: red } .a { color: lime }", "#00ff00ff"),
      (":root { color: lime }", "#00ff00ff"),
      (":root { --c: lime } .a { color: var(--c) }", "#00ff00ff"),
      (":root { --c: red } .a { --c: lime; color: var(--c) }", "#00ff00ff"),
      (".a { color: lime; color: inherit }", nil),
      (".a { COLOR: LIME }", "#00ff00ff"),
      (".a { color: rgb(from lime r g b) }", "#00ff00ff"),
      ("@media (width >= 80) { .a { color: lime } }", "#00ff00ff"),
      ("@media (width > 80) { .a { color: lime } }", nil),
      ("@media print { .a { color: lime } }", nil),
      ("junk { } .a { color: lime }", "#00ff00ff"),
      (".a:first-child { color: lime }", "#00ff00ff"),
      (".a:nth-child(2n) { color: red } .a { color: lime }", "#00ff00ff"),
    ])
  func winner(css: String, expected: String?) {
    let probe = StyleProbe(css: css)
      .inside("span", "a b", position: SiblingPosition(index: 1, count: 2))
    #expect(probe.color == expected)
  }

  @Test("What a nested selector says of one element is not taken for another")
  func nestedSelectorMemory() {
    let probe = StyleProbe(css: ":is(.a, .b) { color: lime }")
    #expect(probe.inside("span", "x").color == nil)
    #expect(probe.inside("span", "a").color == "#00ff00ff")
    #expect(probe.inside("span", "y").color == nil)
  }

  @Test("The style attribute comes before rules, but not before important ones")
  func inlineStyle() {
    let probe = StyleProbe(css: ".a { color: red; font-weight: 900 !important }")
    let span = probe.inside("span", "a", style: "color: lime; font-weight: 100")
    #expect(span.color == "#00ff00ff")
    #expect(span.style.fontWeight == 900)
  }

  @Test("Colour and weight are inherited, background and opacity are not")
  func inheritance() {
    let probe = StyleProbe(
      css: ".a { color: red; background-color: blue; opacity: 0.5; font-weight: bold }")
    let inner = probe.inside("span", "a").inside("span")
    #expect(inner.color == "#ff0000ff")
    #expect(inner.style.fontWeight == 700)
    #expect(inner.style.backgroundColor == nil)
    #expect(inner.style.opacity == 1)
  }

  @Test("Decorations go on into descendants, and none does not take them away")
  func decorations() {
    let probe = StyleProbe(
      css:
        ".u { text-decoration: underline red } .n { text-decoration: none } .s { text-decoration: line-through }"
    )
    let underlined = probe.inside("span", "u")
    #expect(underlined.inside("span", "n").style.decorationLines == .underline)
    let both = underlined.inside("span", "s")
    #expect(both.style.decorationLines == [.underline, .lineThrough])
  }

  @Test("inherit, initial, unset and revert")
  func wideKeywords() {
    let css = """
      .out { color: lime; background-color: blue; font-weight: 900 }
      .inherit { background-color: inherit }
      .initial { color: initial }
      .unset { color: unset; background-color: unset }
      b { font-weight: 100 }
      .revert { font-weight: revert }
      """
    let outer = StyleProbe(css: css).inside("span", "out")
    #expect(outer.inside("span", "inherit").style.backgroundColor?.srgb()?.hex8 == "#0000ffff")
    #expect(outer.inside("span", "initial").color == nil)
    #expect(outer.inside("span", "unset").color == "#00ff00ff")
    let host = StyleProbe(css: css)
    #expect(host.inside("b", "").style.fontWeight == 100)
    #expect(host.inside("b", "revert").style.fontWeight == 700)
  }

  @Test("A span paints its background once, over that of the span around it")
  func backdrops() {
    let probe = StyleProbe(
      css: ".r { background-color: rgb(255 0 0) } .h { background-color: rgb(0 0 255 / 0.5) }")
    let red = probe.inside("span", "r")
    #expect(red.inside("span").compositing == red.compositing)
    guard case .color(let mixed) = red.inside("span", "h").compositing.backdrop else {
      Issue.record("nothing is painted")
      return
    }
    #expect(mixed.hex8 == "#800080ff")
  }

  @Test("In the ViewCSS order an inherited background or opacity is not applied again")
  func inheritedPaint() {
    let probe = StyleProbe(
      json:
        #"{".half": {"opacity": 0.5, "background-color": "rgba(255, 0, 0, 128)"}, ".b": {"font-weight": 700}}"#
    )
    let outer = probe.inside("span", "half")
    let inner = outer.inside("span", "b")
    #expect(inner.style.opacity == 0.5)
    #expect(inner.compositing == outer.compositing)
    #expect(inner.compositing.opacity == 0.5)
  }

  @Test("Ten thousand rules that cannot match are not looked at")
  func ruleIndex() {
    var css = ""
    for number in 0..<10_000 { css += ".c\(number) { color: red }\n" }
    let probe = StyleProbe(css: css + ".a { color: lime }")
    #expect(probe.inside("span", "a").color == "#00ff00ff")
    #expect(probe.inside("span", "c77").color == "#ff0000ff")
  }

  @Test("Ten thousand nested spans of one class share one style")
  func nesting() {
    var probe = StyleProbe(css: ".a { color: lime; font-weight: bold }")
    for _ in 0..<10_000 { probe = probe.inside("span", "a") }
    #expect(probe.color == "#00ff00ff")
    #expect(Set(probe.nodes).count < 5)
  }

  @Test("A relative weight behind a comment or an escape is not remembered as a number")
  func relativeWeights() {
    for value in ["bolder/**/", "bolde\\72 ", "bolder"] {
      let probe = StyleProbe(css: ".a { font-weight: \(value) } .thin { font-weight: 100 }")
      #expect(probe.inside("span", "a").style.fontWeight == 700)
      #expect(probe.inside("span", "thin").inside("span", "a").style.fontWeight == 400)
    }
  }

  @Test(
    "revert-layer goes back to what weaker layers say",
    arguments: [
      ("@layer a { .x { color: lime } } @layer b { .x { color: red } .x { color: revert-layer } }"),
      ("@layer a { .x { color: lime } } .x { color: red } .x { color: revert-layer }"),
      ("text { color: lime } .x { color: revert-layer } @layer a { .y { color: red } }"),
    ])
  func revertLayer(css: String) {
    #expect(StyleProbe(css: css).inside("span", "x").color == "#00ff00ff")
  }
}
