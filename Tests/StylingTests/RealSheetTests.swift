import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

/// Sheets that were written for browsers: what a terminal has no use for is valid all the same.
@Suite("Sheets of web pages")
struct RealSheetTests {
  private func check(_ css: String) -> [Diagnostic] {
    StylesheetLoader().load(SourceText(name: "page.css", text: css)).check()
  }

  private func host(_ declarations: String, dialect: Dialect = .css) -> ComputedStyle? {
    let name = PropertyName(String(declarations.prefix { $0 != ":" }))
    let value = declarations.drop { $0 != ":" }.dropFirst()
    return PropertyParser.style(name, .text(CSSText(String(value.drop { $0 == " " }))), dialect)
  }

  @Test(
    "Properties of CSS that a terminal has no use for are a note",
    arguments: [
      "flex-grow", "inset", "cursor", "border-top-right-radius", "scroll-behavior", "columns",
      "text-wrap", "anchor-name", "view-transition-name", "-webkit-tap-highlight-color",
      "-moz-appearance", "-ms-flex", "-o-transition", "fill", "stroke-width", "zoom", "orphans",
      "print-color-adjust", "aspect-ratio", "container-type", "animation-timeline", "will-change",
      "corner-top-left", "image-animation", "row-rule-inset", "timeline-trigger-range",
      "color-profile", "behavior", "letter-spacing",
    ])
  func hasNoEffect(name: String) throws {
    let findings = check(".a { color: red; \(name): 1 }")
    #expect(findings.map(\.code.rawValue) == ["no-effect"])
    let finding = try #require(findings.first)
    #expect(finding.severity == .note)
    #expect(finding.message == "'\(name)' has no effect in a terminal")
    #expect(finding.location?.column == 18)
  }

  @Test(
    "A value that a terminal has no answer to is a note, and leaves what stands before",
    arguments: [
      ("env(safe-area-inset-top)", "env()"),
      ("max(1px, ENV(x, 2px))", "env()"),
      ("-webkit-fill-available", "a vendor's value"),
    ])
  func foreignValue(value: String, kind: String) throws {
    let findings = check(".a { padding-top: 4px; padding-top: \(value) }")
    let finding = try #require(findings.first { $0.code.rawValue == "no-effect" })
    #expect(finding.severity == .note)
    #expect(finding.message == "'padding-top': \(kind) has no effect in a terminal")
    #expect(!findings.contains { $0.severity == .error })
  }

  @Test("A sheet of the network is not fetched, and that is no mistake of the sheet")
  func networkImport() throws {
    for address in ["https://example.com/a.css", "//example.com/a.css"] {
      let css = "@import url(\(address)); .a { color: red }"
      let sheet = StylesheetLoader(files: MemoryFiles([:])).load(
        SourceText(name: "page.css", text: css))
      let finding = try #require(sheet.diagnostics.first)
      #expect(finding.code == .importFailed && finding.severity == .warning)
      #expect(
        finding.message == "cannot import '\(address)': cssview fetches nothing from the network")
    }
  }

  @Test("The names are in alphabetical order, each once, and none of them has an effect")
  func table() {
    let names = CSSPropertyNames.withoutEffect
    #expect(names.count > 700)
    #expect(names == Set(names).sorted())
    #expect(Set(names).isDisjoint(with: PropertyName.effective))
  }

  @Test("One note tells how often a property without effect stands in a sheet")
  func counted() {
    let findings = check(".a { color: red; cursor: text } .b { cursor: help }")
    #expect(
      findings.map(\.message) == ["'cursor' has no effect in a terminal (2 declarations)"])
  }

  @Test(
    "A valid selector that a terminal has no answer to matches nothing, and the rest of its list does",
    arguments: [
      (".a::file-selector-button", "'::file-selector-button'"), (".a:first-line", "'::first-line'"),
      (".a:hover", "':hover'"),
      (".a::before:hover", "':hover'"),
      (".a:FOCUS", "':focus'"), ("a:visited", "':visited'"), ("::selection", "'::selection'"),
      ("::-webkit-scrollbar", "'::-webkit-scrollbar'"), (":-moz-focusring", "':-moz-focusring'"),
      ("::-webkit-scrollbar-thumb:hover", "'::-webkit-scrollbar-thumb'"),
      ("::-webkit-scrollbar-button:start", "'::-webkit-scrollbar-button'"),
      (":low-value", "':low-value'"), ("::track", "'::track'"), (":link-to(--x)", "':link-to()'"),
      ("[size=big]", "'[size]'"), ("a[rel^='x,]' i]", "'[rel]'"), ("[ hidden ]", "'[hidden]'"),
      ("tr:nth-child(2n+1 of .q)", "':nth-child(… of …)'"), ("col || td", "the combinator '||'"),
      ("tr:nth-of-type(2n+1)", "':nth-of-type()'"), (":lang(de, en)", "':lang()'"),
      (":has(> img, :is(a, b)) .x", "':has()'"), ("::slotted(.a, .b)", "'::slotted()'"),
      ("::view-transition-group(*)", "'::view-transition-group()'"),
      ("#main .x", "an id selector"),
      (".x + .a", "the combinator '+'"), (".x~.a", "the combinator '~'"),
      (".a:not([rel])", "'[rel]'"), (".a:not(:empty)", "':empty'"),
      (".a:not(#x)", "an id selector"),
    ])
  func unanswered(selector: String, name: String) throws {
    let css = "\(selector), .kept { color: red } .a { opacity: 1 } .b:hover { color: lime }"
    let finding = try #require(check(css).first)
    #expect(finding.code.rawValue == "unmatchable-selector")
    #expect(finding.severity == .note)
    #expect(finding.message.hasPrefix("\(name) matches nothing in a terminal"))
    #expect(StylesheetLoader().load(SourceText(name: "a.css", text: css)).diagnostics.isEmpty)
    let probe = StyleProbe(css: css)
    #expect(probe.inside("span", "kept").color == "#ff0000ff")
    #expect(probe.inside("a", "a x").color != "#ff0000ff")
  }

  @Test("A state that no text is ever in may be denied, and one note counts each name")
  func denied() {
    let css = ".a:not(:hover, .x) { color: red } .b:hover, .c:hover { color: lime }"
    #expect(StyleProbe(css: css).inside("span", "a").color == "#ff0000ff")
    #expect(
      check(css).map(\.message) == ["':hover' matches nothing in a terminal (3 times)"])
  }

  @Test(
    "What is no selector stays a mistake, with the name that was meant",
    arguments: [
      (".a:hovr", "hover"), ("::bfore", "before"), (".a..b", nil), ("[=x]", nil), ("[a=1]", nil),
      ("#1a", nil), (".a::", nil), (":hover()", nil), (".a + ", nil),
      (".a + + .b", nil), ("[a]b", nil),
    ])
  func noSelector(selector: String, meant: String?) throws {
    let finding = try #require(check("\(selector) { color: red }").first)
    #expect(finding.code.rawValue == "invalid-selector")
    #expect(finding.suggestion == meant)
  }

  @Test("In a dictionary the name of a state is meant, where one is near")
  func dictionary() {
    let json =
      #"{".a:focus": {"color": "red"}, ".a:hover": {"color": "red"}, ".b[c]": {"color": "red"}}"#
    let findings = StylesheetLoader().load(SourceText(name: "a.json", text: json)).check()
    #expect(
      findings.map(\.code.rawValue) == [
        "invalid-selector", "unmatchable-selector", "unmatchable-selector",
      ])
    #expect(findings.first?.suggestion == "focused")
  }

  @Test(
    "A name that nobody knows is a mistake, with the name that was meant",
    arguments: [
      ("colour", "color"), ("flex-grwo", "flex-grow"), ("backgroundcolor", "background-color"),
      ("curser", "cursor"),
    ])
  func unknown(name: String, meant: String) throws {
    let finding = try #require(check(".a { \(name): red }").first)
    #expect(finding.severity == .error)
    #expect(finding.code.rawValue == "unknown-property")
    #expect(finding.suggestion == meant)
  }

  @Test(
    "What only the browsers of one vendor read is left out with a note",
    arguments: [
      "text-align: -webkit-match-parent", "width: -moz-fit-content",
      "white-space: -pre-wrap; white-space: -o-pre-wrap",
    ])
  func vendors(declaration: String) {
    let findings = check(".a { color: red; \(declaration) }")
    #expect(findings.contains { $0.code == .noEffect && $0.severity == .note })
  }

  @Test(
    "At-rules and media features that no terminal has an answer to are no mistakes",
    arguments: [
      "@font-face { font-family: x; src: url(x.woff) }", "@keyframes a { from { color: red } }",
      "@supports (display: grid) { .b { color: red } }", "@page { margin: 1in }",
      "@media (prefers-reduced-motion: reduce) { .b { color: red } }",
      "@media (-webkit-min-device-pixel-ratio: 2), (min-resolution: 2dppx) { .b { color: red } }",
      "@media (hover) and (pointer: fine) { .b { color: red } }",
    ])
  func atRules(css: String) {
    #expect(check(".a { color: red } \(css)").allSatisfy { $0.severity == .note })
  }

  @Test(
    "@supports holds for what text in a terminal can show",
    arguments: [
      ("(color: oklch(0 0 0))", true), ("(color: #00f) and (--x: 1)", true),
      ("(display: grid)", false), ("not (display: grid)", true), ("(display: inline-block)", true),
      ("(position: sticky) or (font-weight: 900)", true), ("(color: blurg)", false),
      ("(-webkit-touch-callout: none)", false), ("((color: red) and (not (foo: bar)))", true),
      ("selector(a > b)", true), ("selector(a:hover)", false), ("not selector(a:hover)", true),
      ("(color: var(--x))", true), ("(foo bar)", false), ("not (foo bar)", false),
      ("font-tech(color-COLRv1)", false), ("not font-tech(color-COLRv1)", false),
      ("(color: red !important)", true), ("(color: red) and", false), ("", false),
    ])
  func supports(condition: String, holds: Bool) throws {
    let text = "@supports \(condition) { .a { color: lime } } .b { color: red }"
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: text))
    #expect(sheet.rules.count == 2)
    let condition = try #require(sheet.conditions.first)
    #expect(condition.matches(Environment()) == holds)
    #expect(sheet.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test("@supports nests, in @media and in rules, and is no finding")
  func nestedSupports() {
    let css = """
      @media (width >= 1) { @supports (color: red) { .a { @supports not (color: red) { color: red }
        @supports (color: red) { font-weight: bold } } } }
      """
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: css))
    #expect(sheet.diagnostics.isEmpty)
    let holding = sheet.conditions.filter { $0.matches(Environment()) }
    #expect(sheet.conditions.count == 2 && holding.count == 1)
  }

  @Test("A rule of which the one value is bad does not make a sheet useless")
  func badValue() {
    let sheet = StylesheetLoader().load(SourceText(name: "a.css", text: ".a { color: grene }"))
    #expect(sheet.isUsable)
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["invalid-value"])
    let broken = StylesheetLoader().load(SourceText(name: "a.json", text: "[1, 2]"))
    #expect(!broken.isUsable)
  }

  // MARK: Shorthands

  @Test(
    "Every part of a background that CSS knows is read, and the colour is taken",
    arguments: [
      ("background: #f0f0f0", "#f0f0f0ff"),
      ("background: transparent url(images/a.png) no-repeat center center", "#00000000"),
      (
        "background: #fff url(\"data:image/svg+xml,%3csvg viewBox='0 0 4 5'%3e(1)\") no-repeat",
        "#ffffffff"
      ),
      ("background: url('a b.png') 50% 0 / cover fixed padding-box content-box red", "#ff0000ff"),
      ("background: no-repeat 50%/50% 50%", nil),
      ("background: right .75rem center/8px 10px no-repeat lime", "#00ff00ff"),
      ("background: red left top repeat-x", "#ff0000ff"),
      ("background: 0 0", nil), ("background: none", nil), ("background: none red", "#ff0000ff"),
      ("background: url(a.png), url(b.png) top, red", "#ff0000ff"),
      ("background: radial-gradient(circle, red, blue) lime", "#00ff00ff"),
      ("background: -webkit-linear-gradient(top, red, blue) lime", "#00ff00ff"),
      ("background: center / contain no-repeat url(a.svg), #eee 35% url(b.png)", "#eeeeeeff"),
      ("background: repeating-linear-gradient(red, blue 2ch) #eee", "#eeeeeeff"),
      ("background: repeating-radial-gradient(red, blue 2ch) #eee", "#eeeeeeff"),
      ("background: Repeating-Conic-Gradient(red, blue 2deg), #eee", "#eeeeeeff"),
    ])
  func background(declaration: String, color: String?) throws {
    let style = try #require(host(declaration))
    #expect(style.text.backgroundColor?.srgb()?.hex8 == color)
    #expect(check(".a { \(declaration) }").isEmpty)
  }

  @Test("The topmost image that cells can show is that of the background")
  func images() throws {
    let style = try #require(
      host("background: conic-gradient(red, blue), linear-gradient(red, blue), url(a.png) red"))
    guard case .gradient = style.text.backgroundImage else {
      Issue.record("no gradient")
      return
    }
    let file = try #require(host("background-image: url(a.png), linear-gradient(red, blue)"))
    #expect(file.text.backgroundImage == .image(ImageReference(name: "a.png")))
  }

  @Test(
    "What is no background, font, border or decoration stays a mistake",
    arguments: [
      "background: red blue", "background: red, blue", "background: url(a.png) url(b.png)",
      "background: left left left left left", "background: center /", "background: ,red",
      "background: scroll fixed", "font: 12px", "font: bold serif", "font: 12px/ serif",
      "border: 1px 2px", "border: solid dashed", "border: red blue", "text-decoration: 1px 2px",
      "text-decoration: underline none", "all: red", "padding-inline: 1px 2px 3px",
      "border-radius: red", "color-scheme: 1",
    ])
  func mistakes(declaration: String) {
    #expect(host(declaration) == nil)
  }

  @Test(
    "The font of a page is read past its line height, width and variant",
    arguments: [
      ("font: 12px/1.5 Menlo, monospace", 12, 400, ["Menlo", "monospace"]),
      (
        "font: italic small-caps bold condensed 16px/2 \"Fira Sans\", serif", 16, 700,
        ["Fira Sans", "serif"]
      ),
      ("font: normal 400 1em/normal serif", 15, 400, ["serif"]),
      ("font: oblique 10deg 20px/150% serif", 20, 400, ["serif"]),
      ("font: menu", 15, 400, []),
      ("font: 300 xxx-large/calc(1px + 1em) serif", 23, 300, ["serif"]),
    ] as [(String, Double, Double, [String])])
  func font(declaration: String, size: Double, weight: Double, family: [String]) throws {
    let style = try #require(host(declaration)).text
    #expect(style.fontSize == size)
    #expect(style.fontWeight == weight)
    #expect(style.fontFamily == family)
    if !family.isEmpty {
      #expect(try #require(host(declaration, dialect: .viewcss)).text.fontSize == size)
    }
  }

  @Test(
    "Border styles that lines of cells do not have are plain lines",
    arguments: [
      ("border: 0", BorderStyle.none, 0), ("border: none", .none, 2), ("border: hidden", .none, 2),
      ("border: 1px inset #ccc", .solid, 1), ("border: 3px groove", .solid, 3),
      ("border: 1px solid rgba(0, 0, 0, .125)", .solid, 1), ("border-style: ridge", .solid, 0),
      ("border-top: medium double currentColor", .double, 2),
      ("border-block-start: 1px dotted", .dotted, 1), ("border-block: thin dashed", .dashed, 1),
    ] as [(String, BorderStyle, Double)])
  func border(declaration: String, style: BorderStyle, width: Double) throws {
    let side = try #require(host(declaration)).block.border.top
    #expect(side.style == style)
    #expect(side.width == width)
  }

  @Test(
    "A decoration has its lines whatever their thickness",
    arguments: [
      "text-decoration: underline 2px", "text-decoration: from-font underline dotted",
      "text-decoration: underline auto red", "text-decoration: 10% underline",
      "text-decoration: underline calc(1px + 1%)", "text-decoration: underline 0",
    ])
  func decoration(declaration: String) throws {
    #expect(try #require(host(declaration)).text.decorationLines == .underline)
  }

  @Test(
    "Logical sides are those of a text from left to right",
    arguments: [
      ("padding-inline: 10px 20px", "padding: 0 20px 0 10px"),
      ("padding-block: 30px", "padding: 30px 0"), ("margin-block: 15px 0", "margin: 15px 0 0"),
      ("margin-inline: auto", "margin: 0 auto"), ("padding-inline-start: 8px", "padding-left: 8px"),
      ("border-inline-end: 1px solid red", "border-right: 1px solid red"),
      ("border-inline-color: red", "border-color: currentcolor red"),
      ("border-block-style: dashed dotted", "border-style: dashed solid dotted"),
      ("inline-size: 50%", "width: 50%"),
      ("border-block-end-width: 3px", "border-bottom-width: 3px"),
    ])
  func logical(declaration: String, same: String) throws {
    #expect(try #require(host(declaration)) == #require(host(same)))
  }

  @Test(
    "Values that mean nothing to cells are valid",
    arguments: [
      "font-variant: small-caps", "font-variant: tabular-nums slashed-zero styleset(nice)",
      "font-variant: no-discretionary-ligatures", "font-style: oblique 20deg",
      "text-transform: capitalize full-width", "white-space: preserve nowrap",
      "white-space: collapse", "width: max-content", "width: fit-content(20em)",
      "max-width: min-content", "border-radius: 50%", "border-radius: 1px 2px / 3% 4px",
      "text-overflow: clip ellipsis", "text-align: match-parent",
      "background-clip: text, border-box",
      "font-size: 2.5vw", "min-width: 100dvw", "padding: 1in", "margin: 2ex", "font-size: math",
      "color-scheme: only light", "color-scheme: dark purple",
      "width: calc(-1px)", "padding: calc(10px - 1em)", "border-width: calc(1px * infinity)",
    ])
  func withoutMeaning(declaration: String) {
    #expect(check(".a { color: red; \(declaration) }").isEmpty)
  }

  @Test("all: unset takes back what other rules say")
  func all() {
    let probe = StyleProbe(
      css: "text { color: lime } span { color: red; font-weight: 700 } .a { all: unset }")
    let style = probe.inside("span", "a")
    #expect(style.color == "#00ff00ff")
    #expect(style.style.fontWeight == 400)
  }

  @Test("Units of the viewport are shares of the terminal")
  func viewport() {
    let wide = StyleProbe(
      css: "text { font-size: 2vw; width: 50vw; padding-top: 10vh }",
      environment: Environment(columns: 100, rows: 20))
    #expect(wide.style.fontSize == 15)
    #expect(wide.resolver.hostStyle.block.width == BoxLength(pixels: 375))
    #expect(wide.resolver.hostStyle.block.padding.top == BoxLength(pixels: 30))
  }
}
