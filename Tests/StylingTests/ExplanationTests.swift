import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("Explanations")
struct ExplanationTests {
  /// Each candidate for the colour as `selector: reason`, the winner first.
  private func reasons(_ probe: StyleProbe) -> [String] {
    probe.explanation[.color].map { "\($0.selector ?? "style"): \($0.reason)" }
  }

  @Test(
    "Each reason of dialect css",
    arguments: [
      (".a { color: red }", [".a: the only declaration"]),
      (".a { color: red } .a { color: lime }", [".a: later in source", ".a: earlier in source"]),
      (
        ".a.b { color: lime } .a { color: red }",
        [
          ".a.b: higher specificity (0,2,0) > (0,1,0)",
          ".a: lower specificity (0,1,0) < (0,2,0)",
        ]
      ),
      (
        ".a { color: lime !important } .b { color: red }",
        [".a: !important", ".b: overridden by !important"]
      ),
      (
        "@layer x { .a { color: red !important } } .b { color: lime }",
        [".a: !important", ".b: overridden by !important in layer x"]
      ),
      (
        "@layer x { @layer y { .a.b { color: red } } } .a { color: lime }",
        [".a: stronger layer", ".a.b: weaker layer in layer x.y"]
      ),
      (
        ".a { color: var(--x) } .a { color: var(--y) }",
        [
          ".a: invalid at computed-value time: '--y' is not defined",
          ".a: a stronger declaration is invalid",
        ]
      ),
    ])
  func css(css: String, expected: [String]) {
    #expect(reasons(StyleProbe(css: css).inside("span", "a b")) == expected)
  }

  @Test("The style attribute, the built-in meaning and what they beat")
  func origins() {
    let styled = StyleProbe(css: ".a { color: red }").inside("span", "a", style: "color: lime")
    #expect(reasons(styled) == ["style: style attribute", ".a: overridden by the style attribute"])
    let mark = StyleProbe(css: "").inside("mark")
    #expect(reasons(mark) == ["mark: built-in style of <mark>"])
    let ruled = StyleProbe(css: "mark { color: lime }").inside("mark")
    #expect(
      reasons(ruled) == [
        "mark: rules override the built-in style",
        "mark: rules override the built-in style",
      ])
    let reverted = StyleProbe(css: "mark { color: red } .r { color: revert }").inside("mark", "r")
    #expect(reasons(reverted).contains("mark: reverted"))
    #expect(reverted.color == "#000000ff")
  }

  @Test("Each reason of the look-up order")
  func lookup() {
    let json = """
      {
        "my_cell.a": {"color": "lime"}, ".a": {"color": "red"}, "my_cell.a:selected": {"color": "blue"},
        ".b": {"color": "red"}, "my_cell": {"color": "red"}
      }
      """
    let host = HostObject(element: "my_cell", classes: ["a", "b"])
    #expect(
      reasons(StyleProbe(json: json, host: host)) == [
        "my_cell.a: first of two classes", ".a: element.class is looked up before .class",
        ".b: class 'a' is listed before 'b'", "my_cell: classes come before the element",
      ])
    let selected = HostObject(element: "my_cell", classes: ["a"], states: .selected)
    #expect(
      reasons(StyleProbe(json: json, host: selected)).prefix(2) == [
        "my_cell.a:selected: class", "my_cell.a: rules with more states or attributes come first",
      ])
    let second = HostObject(element: "my_cell", classes: ["none", "b"])
    #expect(reasons(StyleProbe(json: json, host: second)).first == ".b: second of two classes")
    let element = HostObject(element: "my_cell")
    #expect(reasons(StyleProbe(json: json, host: element)) == ["my_cell: element"])
  }

  @Test(
    "Each reason of the look-up order with attributes",
    arguments: [
      ("b.a", ".a[data-x]", "element.class is looked up before .class"),
      ("b.a", "text.a", "the tag's element.class is looked up before the object's"),
      ("text.a", ".a", "element.class is looked up before .class"),
      ("b.a[data-x]", "b.a", "rules for an attribute come first"),
      (".a[data-x]", ".a", "rules for an attribute come first"),
      (".a[id][data-x]", ".a[data-x]", "rules with more states or attributes come first"),
      (".a", "[data-x]", "classes come before attributes"),
      ("b[id]", "[data-x]", "an element with an attribute comes before the attribute alone"),
      ("b[id]", "b", "attributes come before the element"),
      ("[data-x]", "b", "attributes come before the element"),
    ])
  func attributes(winner: String, loser: String, reason: String) {
    for (first, second) in [(winner, loser), (loser, winner)] {
      let json = #"{"\#(first)": {"opacity": 0.25}, "\#(second)": {"opacity": 0.25}}"#
      let probe = StyleProbe(json: json).inside("b", "a", attributes: ["data-x": "", "id": "1"])
      let candidates = probe.explanation[.opacity].filter { !$0.isInherited }
      #expect(candidates.map(\.selector) == [winner, loser])
      #expect(candidates.last?.reason == reason)
    }
  }

  @Test("Inherited declarations come last and are marked")
  func inherited() {
    let json = #"{"text": {"color": "red"}, ".a": {"color": "lime"}, ".b": {"opacity": 0.5}}"#
    let inside = StyleProbe(json: json).inside("span", "a").inside("span", "b")
    let colors = inside.explanation[.color]
    #expect(colors.map(\.isInherited) == [true, true])
    #expect(colors.map(\.won) == [true, false])
    #expect(colors.map(\.selector) == [".a", "text"])
    #expect(
      colors.map(\.reason) == [
        "inherited", "inherited; a nearer element has its own declaration",
      ])
    #expect(inside.explanation.winner(of: .opacity)?.selector == ".b")
  }

  @Test("The declaration of an element in between comes before that of the element around it")
  func inheritedThroughTwo() {
    let json = #"{"text": {"color": "red"}, ".a": {"color": "lime"}, ".b": {"color": "blue"}}"#
    let probe = StyleProbe(json: json).inside("span", "a").inside("span", "b")
    #expect(
      probe.explanation[.color].map(\.reason) == [
        "class", "inherited; the element has its own declaration",
        "inherited; the element has its own declaration",
      ])
    let inside = probe.inside("span", "c")
    #expect(inside.explanation[.color].map(\.won) == [true, false, false])
    #expect(
      inside.explanation[.color].map(\.reason) == [
        "inherited", "inherited; a nearer element has its own declaration",
        "inherited; a nearer element has its own declaration",
      ])
  }

  @Test("Of very many inherited candidates the nearest are listed, and always the one that won")
  func deepNesting() {
    var probe = StyleProbe(json: ##"{".a": {"color": "var(--no)", "opacity": 0.9}}"##)
      .inside("span", style: "color: #123456")
    for _ in 0..<100 { probe = probe.inside("span", "a") }
    let explanation = probe.explanation
    let colors = explanation[.color]
    #expect(colors.count == 18)
    #expect(colors.filter(\.won).count == 1)
    #expect(colors.first?.won == true)
    #expect(colors.first?.value == "#123456")
    #expect(colors.first?.reason == "inherited")
    #expect(explanation.winner(of: .color)?.value == "#123456")
    #expect(explanation.omittedCount(of: .color) == 101 - 18)
    #expect(explanation[.opacity].count == 17)
    #expect(explanation[.opacity].first?.won == true)
    #expect(explanation.omittedCount(of: .opacity) == 100 - 17)
  }

  @Test("Of very many own candidates the strongest are listed, and always the one that won")
  func manyRules() {
    let bad = (0..<1000).map { _ in "b { color: var(--no) }" }.joined(separator: "\n")
    let rules = "b { color: red; opacity: 0.5 } \(bad) b { opacity: 0.25 }"
    let probe = StyleProbe(css: rules + "u { color: lime }").inside("b")
    let explanation = probe.explanation
    #expect(explanation[.color].count == 256)
    #expect(explanation.omittedCount(of: .color) == 1001 - 256)
    #expect(explanation[.opacity].map(\.won) == [true, false])
    #expect(explanation.omittedCount(of: .opacity) == 0)
    let inner = probe.inside("u")
    #expect(inner.explanation[.color].count == 1 + 16)
    #expect(inner.explanation[.color].first?.value == "lime")
    #expect(inner.explanation.omittedCount(of: .color) == 1001 - 16)
  }

  @Test("In dialect css the host inherits what :root and * declare")
  func root() {
    let probe = StyleProbe(css: ":root { color: teal; text-align: center } * { opacity: 0.5 }")
    #expect(reasons(probe) == [":root: inherited"])
    #expect(probe.explanation[.color].map(\.isInherited) == [true])
    #expect(probe.explanation[.textAlign].map(\.reason) == ["inherited"])
    #expect(probe.explanation[.opacity].map(\.reason) == ["the only declaration"])
    #expect(probe.resolver.hostStyle.block.textAlign == .center)
  }

  @Test("In dialect css decorations go on through all elements inside")
  func decorations() {
    let probe = StyleProbe(
      css: ".a { text-decoration: underline } .b { text-decoration: none } .c { opacity: 1 }"
    ).inside("span", "a").inside("span", "b").inside("span", "c")
    let lines = probe.explanation[.textDecorationLine]
    #expect(lines.map(\.selector) == [".a"])
    #expect(lines.map(\.won) == [true])
    #expect(lines.map(\.reason) == ["applies to all elements inside"])
    let both = probe.inside("span", style: "text-decoration: overline")
    #expect(both.explanation[.textDecorationLine].map(\.value) == ["overline", "underline"])
    #expect(both.explanation[.textDecorationLine].map(\.won) == [true, true])
    #expect(both.style.decorationLines == [.underline, .overline])
  }

  @Test("A link without a colour of its own has tint-color")
  func links() {
    let json = #"{"text": {"color": "red", "tint-color": "lime"}, ".own": {"color": "blue"}}"#
    let probe = StyleProbe(json: json).inside("a", isLink: true)
    #expect(probe.color == "#00ff00ff")
    #expect(
      reasons(probe) == [
        "text: links without a colour use tint-color",
        "text: inherited; the element has its own declaration",
      ])
    #expect(probe.explanation.winner(of: .color)?.name == "tint-color")
    let own = StyleProbe(json: json).inside("a", "own", isLink: true)
    #expect(own.explanation.winner(of: .color)?.selector == ".own")
  }

  @Test("The one that won comes first, also where a stronger one is invalid")
  func winnerFirst() {
    let json =
      ##"{"text.a": {"color": "var(--no)"}, ".a": {"color": "lime"}, "text": {"color": "red"}}"##
    #expect(
      reasons(StyleProbe(json: json).inside("span", "a")) == [
        ".a: class",
        "text.a: invalid at computed-value time: '--no' is not defined",
        "text: inherited; the element has its own declaration",
      ])
  }

  @Test("The expansion of variables, step by step, with places")
  func variables() throws {
    let css = """
      :root { --base: #336699; --accent: var(--base) }
      .a { color: var(--accent, var(--none)) }
      """
    let winner = try #require(
      StyleProbe(css: css).inside("span", "a").explanation.winner(of: .color))
    #expect(winner.value == "var(--accent, var(--none))")
    #expect(winner.resolved == "#336699")
    #expect(
      winner.variables.map { "\($0.depth) \($0.name) \($0.value ?? "-")" } == [
        "0 --accent var(--base)", "1 --base #336699", "0 --none -",
      ])
    #expect(winner.variables.first?.location?.line == 1)
    #expect(winner.location == SourceLocation(file: "sheet.css", line: 2, column: 13))
  }

  @Test("A rule that two of its selectors bring counts once, at its stronger one")
  func severalSelectors() {
    #expect(
      reasons(StyleProbe(css: ".a, .a.b { color: red }").inside("span", "a b")) == [
        ".a.b: the only declaration"
      ])
    let json = #"{".a, .b": {"color": "red"}}"#
    let host = HostObject(classes: ["b", "a"])
    #expect(reasons(StyleProbe(json: json, host: host)) == [".b: first of two classes"])
  }

  @Test("Shorthands explain their longhands under their own name")
  func shorthands() throws {
    let probe = StyleProbe(
      css: "text { border: 1px solid red; border-top-color: blue; text-decoration: underline }")
    let explanation = probe.explanation
    #expect(explanation[.borderTopColor].map(\.name) == ["border-top-color", "border"])
    #expect(explanation[.borderLeftColor].map(\.name) == ["border"])
    #expect(explanation[.textDecorationLine].map(\.name) == ["text-decoration"])
  }
}

@Suite("Rules that no markup uses")
struct MarkupUsageTests {
  private func check(
    _ text: String, css: Bool = false, uses: [(tag: String, classes: [String])]
  ) -> [String] {
    let name = css ? "s.css" : "s.json"
    let sheet = StylesheetLoader().load(SourceText(name: name, text: text))
    var usage = MarkupUsage()
    for use in uses { usage.add(tag: use.tag, classes: use.classes) }
    return usage.unusedRules(of: sheet).map { "\($0.code.rawValue) \($0.message)" }
  }

  @Test("Rules that nothing uses")
  func dictionary() {
    let json = """
      {
        ".bold": {"font-weight": 700}, ".unused": {"color": "red"}, "text": {"color": "red"},
        "b.big": {"color": "red"}, "text.bold": {"color": "lime"}, ":root": {"--x": "red"},
        "code": {"color": "red"}, ".other, .bold": {"opacity": 1}
      }
      """
    #expect(
      check(json, uses: [("text", []), ("span", ["bold"]), ("b", ["blod"]), ("span", ["bold"])])
        == [
          "unused-rule no markup uses '.unused'", "unused-rule no markup uses 'b.big'",
          "unused-rule no markup uses 'code'",
        ])
  }

  @Test("Selectors with ancestors need all their names")
  func css() {
    let text =
      ".a .b { color: red } .a > .none .b { color: red } b .a { color: red } * { opacity: 1 }"
    #expect(
      check(text, css: true, uses: [("span", ["a"]), ("span", ["b"])]) == [
        "unused-rule no markup uses '.a > .none .b'", "unused-rule no markup uses 'b .a'",
      ])
  }

  @Test("In the look-up orders :root holds variables and nothing else")
  func root() {
    let json = #"{":root": {"--x": "red", "color": "red"}, ".a": {"color": "var(--x)"}}"#
    let sheet = StylesheetLoader().load(SourceText(name: "s.json", text: json))
    #expect(sheet.check().map(\.code.rawValue) == ["no-effect"])
    let css = StylesheetLoader(dialect: .css).load(SourceText(name: "s.json", text: json))
    #expect(css.check().isEmpty)
  }
}
