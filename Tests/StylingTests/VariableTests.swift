import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("Custom properties")
struct VariableTests {
  @Test(
    "var() is replaced wherever it stands",
    arguments: [
      (":root { --c: lime } .a { color: var(--c) }", "#00ff00ff"),
      (":root { --r: 255 } .a { color: rgb(var(--r), 0, 0) }", "#ff0000ff"),
      (":root { --r: 255 } .a { color: rgb(var(--r)0 0) }", "#ff0000ff"),
      (".a { color: var(--none, lime) }", "#00ff00ff"),
      (".a { color: var(--none, var(--none2, lime)) }", "#00ff00ff"),
      (".a { color: var( --none , lime ) }", "#00ff00ff"),
      (":root { --a: var(--b); --b: lime } .a { color: var(--a) }", "#00ff00ff"),
      (":root { --a: var(--b, lime); --b: var(--missing) } .a { color: var(--a) }", "#00ff00ff"),
      (":root { --a: var(--a) } .a { color: var(--a, lime) }", "#00ff00ff"),
      (":root { --a: var(--b); --b: var(--a) } .a { color: var(--a, lime) }", "#00ff00ff"),
      (
        ":root { --a: var(--b); --b: var(--c, red); --c: var(--b) } .a { color: var(--a, lime) }",
        "#00ff00ff"
      ),
      (":root { --a: initial } .a { color: var(--a, lime) }", "#00ff00ff"),
      (":root { --a: red } .a { --a: inherit; color: var(--a) }", "#ff0000ff"),
      (":root { --A: red; --a: lime } .a { color: var(--a) }", "#00ff00ff"),
      (":root { --main: red; --x: var(--main) } .a { --main: lime; color: var(--x) }", "#ff0000ff"),
      (":root { --\u{301}: lime } .a { color: var(--\u{301}) }", "#00ff00ff"),
      (":root { --e:; } .a { color: lime var(--e) }", "#00ff00ff"),
      (".a { color: VAR(--none, lime) }", "#00ff00ff"),
      // A fallback that is not used makes no cycle.
      (":root { --u: lime; --a: var(--u, var(--a)) } .a { color: var(--a, red) }", "#00ff00ff"),
      (
        ":root { --u: lime; --a: var(--u, var(--b)); --b: var(--a) } .a { color: var(--b, red) }",
        "#00ff00ff"
      ),
      (":root { --a: var(--u, var(--a)) } .a { color: var(--a, lime) }", "#00ff00ff"),
      (
        ":root { --a: var(--b); --b: var(--a); --c: var(--a, lime) } .a { color: var(--c, red) }",
        "#00ff00ff"
      ),
      // A keyword that every property takes may come from a fallback.
      ("text { color: lime } .a { color: red; color: var(--b, inherit) }", "#00ff00ff"),
      ("text { color: lime } .a { color: var(--b,unset) }", "#00ff00ff"),
      (":root { --x: var(--y, initial) } .a { color: var(--x, lime) }", "#00ff00ff"),
      (
        ":root { --x: lime } .a { --x: var(--y, inherit); color: var(--x, red) }", "#00ff00ff"
      ),
    ])
  func expansion(css: String, expected: String?) {
    #expect(StyleProbe(css: css).inside("span", "a").color == expected)
  }

  @Test(
    "What no custom property and no fallback may hold makes its declaration invalid at once",
    arguments: [
      ".a { color: lime; color: var(--b,!) }", ".a { color: lime; color: var(--b, red;) }",
      ".a { color: lime; color: var() }", ".a { color: lime; color: var(b) }",
      ".a { color: lime; color: var(--b red) }", ".a { color: lime; color: var(--) }",
      ".a { color: lime; color: var(--b, rgb(1 2 3]) }",
      ".a { color: lime; color: var(--c, var(--b,!)) }",
      ".a { --a: lime; --a: var(--b,!); color: var(--a) }",
      ".a { --a: lime; --a: var(b); color: var(--a) }",
      ".a { --a: lime; --a: red !; color: var(--a) }",
      ".a { --a: lime; --a: red ]; color: var(--a) }",
      ".a { --a: lime; --a: url(a b); color: var(--a) }",
    ])
  func invalidAtOnce(css: String) {
    let probe = StyleProbe(css: ":root { --b: red } " + css)
    #expect(probe.inside("span", "a").color == "#00ff00ff")
    #expect(!probe.codes.isEmpty)
  }

  @Test(
    "Anything else may stand in a custom property",
    arguments: [
      "{ a: b; !c }", "[;!]", "'!'", "a(!;)", "var(--b,)", "var(--b, {;!})", "\\!", "%/.#",
    ])
  func anything(value: String) {
    #expect(StyleProbe(css: ".a { --a: \(value) }").codes == [])
  }

  @Test("A cycle is reported once and names all its members")
  func cycle() throws {
    let probe = StyleProbe(
      css: ":root { --a: var(--b); --b: var(--c); --c: var(--a) } .x { color: var(--a) }")
    _ = probe.inside("span", "x").inside("span", "x")
    let finding = try #require(probe.diagnostics.first)
    #expect(probe.diagnostics.count == 1)
    for name in ["--a", "--b", "--c"] { #expect(finding.message.contains(name)) }
    #expect(finding.message.contains("cycle"))
  }

  @Test("An undefined variable names the chain that leads to it")
  func undefinedChain() throws {
    let probe = StyleProbe(
      json: #"{":root": {"--accent": "var(--missing)"}, ".x": {"color": "var(--accent)"}}"#)
    _ = probe.inside("span", "x")
    let finding = try #require(probe.diagnostics.first)
    #expect(finding.message == "'color': '--missing' is not defined (--accent → --missing)")
    #expect(finding.location?.line == 1)
  }

  @Test("Outside dialect css the next candidate is taken when a variable is undefined")
  func fallsThrough() {
    let json = #"{".a": {"color": "var(--missing)"}, ".b": {"color": "lime"}}"#
    #expect(StyleProbe(json: json).inside("span", "a b").color == "#00ff00ff")
  }

  @Test("A value that explodes is invalid and costs little")
  func billionLaughs() {
    var css = ":root { --v0: lol lol lol lol;"
    for level in 1...60 {
      let twice = "var(--v\(level - 1)) var(--v\(level - 1))"
      css += "--v\(level): \(twice);"
    }
    css += "} .a { color: var(--v60, lime) }"
    #expect(StyleProbe(css: css).inside("span", "a").color == "#00ff00ff")
  }

  @Test("The members of a cycle share its list, and a message names a hundred of them")
  func longCycle() throws {
    let count = 20_000
    var declared: [String: CSSText] = [:]
    for number in 0..<count {
      declared["--v\(number)"] = CSSText("var(--v\((number + 1) % count))")
    }
    let values = VariableExpander.compute(declared, inherited: .empty).values
    guard case .invalid(.cycle(let ring, let start)) = values["--v7"] else {
      Issue.record("--v7 is in no cycle")
      return
    }
    #expect(ring.count == count)
    #expect(ring[start] == "--v7")
    let message = VariableError.cycle(ring, from: start).description
    #expect(message.hasPrefix("variables form a cycle: --v7 → --v8 → "))
    #expect(message.hasSuffix(" → --v106 → … (19900 more) → --v7"))
  }

  @Test("Of a long way to an undefined variable the first and last steps are told")
  func longWay() throws {
    var declared: [String: CSSText] = [:]
    for number in 0..<20_000 { declared["--v\(number)"] = CSSText("var(--v\(number + 1))") }
    let values = VariableExpander.compute(declared, inherited: .empty).values
    guard case .invalid(let error) = values["--v0"] else {
      Issue.record("--v0 has a value")
      return
    }
    #expect(error.description.hasPrefix("'--v20000' is not defined (--v1 → --v2 → "))
    #expect(error.description.hasSuffix(" → … → --v20000)"))
    #expect(error.description.utf8.count < 300)
  }

  @Test("A variable that is another one shares its bytes; what elements make of one is bounded")
  func sharedValues() throws {
    let long = String(repeating: "x", count: 60_000)
    var css = ":root { --b: \(long) } .a {"
    for number in 0..<20 { css += "--c\(number): var(--b);" }
    let sheet = StyleProbe(css: css + "}").resolver.stylesheet
    func resolver(_ value: String, elements: Int) -> StyleResolver {
      let resolver = StyleResolver(stylesheet: sheet)
      for number in 0..<elements {
        let style = CSSText("--z\(number): \(value)")
        let element = ElementDescription(tag: "span", classes: ["a"], style: style)
        _ = resolver.child(of: resolver.hostNode, element)
      }
      return resolver
    }
    #expect(resolver("1", elements: 20).diagnostics.isEmpty)
    let many = resolver("var(--b) 1", elements: 1200)
    #expect(many.keptCount >= StyleResolver.comfortableCount)
    #expect(many.diagnostics.contains { $0.message.hasSuffix("take too much memory") })
  }

  @Test("A chain of five thousand custom properties is followed to its end")
  func longChain() {
    var css = ":root { --v0: lime;"
    for level in 1...5000 { css += "--v\(level): var(--v\(level - 1));" }
    css += "} .a { color: var(--v5000) }"
    #expect(StyleProbe(css: css).inside("span", "a").color == "#00ff00ff")
  }

  @Test("Fallbacks nest to a limit, and what is deeper is invalid and costs little")
  func nestedFallbacks() {
    func color(depth: Int) -> String? {
      let value =
        String(repeating: "var(--none, ", count: depth) + "lime"
        + String(repeating: ")", count: depth)
      return StyleProbe(css: ".a { color: \(value) }").inside("span", "a").color
    }
    #expect(color(depth: 60) == "#00ff00ff")
    #expect(color(depth: 5000) == nil)
  }
}
