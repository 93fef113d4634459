import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("Selectors")
struct SelectorTests {
  /// `text > b.x > span.a.b` with the span as the second of three siblings.
  private func matches(_ selector: String, states: ControlState = .normal) -> Bool? {
    let probe = StyleProbe(
      css: "\(selector) { opacity: 0.25 }", host: HostObject(classes: ["host"], states: states))
    if probe.codes.contains("invalid-selector") { return nil }
    let element = probe.inside("b", "x", position: SiblingPosition(index: 1, count: 1))
      .inside("span", "a b", position: SiblingPosition(index: 2, count: 3))
    return element.style.opacity == 0.25
  }

  @Test(
    "A selector matches, does not match, or is refused",
    arguments: [
      (".a", true), (".b", true), (".c", false), (".A", false), (".a.b", true), (".b.a", true),
      (".a.a", true), (".a.c", false), ("span", true), ("SPAN", true), ("b", false),
      ("span.a", true), ("span.a.b", true), ("b.a", false), ("*", true), ("*.a", true),
      ("*.c", false), (".x .a", true), (".x > .a", true), (".x>.a", true), ("b .a", true),
      ("b > span", true), ("text .a", true), ("text > .a", false), ("text > b > .a", true),
      ("text b .a", true), ("text .x > .a", true), (".host .a", true), (".host > .a", false),
      (".host > .x > .a", true), (".host.x .a", false), (".a .a", false), ("* .a", true),
      ("* > * > .a", true), ("* > * > * > .a", true), ("* > * > * > * > .a", false),
      (":root .a", true), (":root > .a", false), (":root > text .a", true), (":root", false),
      (":is(.a)", true), (":is(.c)", false), (":is(.c, .a)", true), (":IS(.a)", true),
      (":is()", false), (":is(.c, :bogus, .a)", true), (":is(.c, :bogus(1), .a)", true),
      (":is(:bogus(1), .c)", false), (":is(.x .a)", true), (":is(.x > .b).a", true),
      (":is(.host > .a)", false), (":is(:is(:is(.a)))", true), (".x :is(.a, .c)", true),
      (":is(.x, .y) > .a", true), (":where(.a)", true), (":where(.c)", false),
      (":not(.c)", true), (":not(.a)", false), (":not(.c, .d)", true), (":not(.c, .a)", false),
      (":not(:not(.a))", true), (".x :not(.c)", true), (":not(.y .a)", true),
      (":not(.x .a)", false), (":first-child", false), (":last-child", false),
      (":only-child", false), (":nth-child(2)", true), (":nth-child(2n)", true),
      (":nth-child(even)", true), (":nth-child(odd)", false), (":nth-child(2n + 1)", false),
      (":nth-child(-n+2)", true), (":nth-child(n+3)", false), (":nth-child(+2)", true),
      (":nth-child( 2 )", true), (":nth-last-child(2)", true), (":nth-last-child(1)", false),
      (":nth-last-child(-n+2)", true), (".x:first-child .a", true), (".x:only-child > .a", true),
      (".x:nth-child(2) .a", false), (".a:nth-child(2).b", true), (".a, .c", true),
      (".c, .d", false), (".c,.a", true), (".a/**/.b", true), ("/* x */ .a", true),
      (".\\61 ", true), (".\\61 .b", true),
      (".a + .b", false), (".a ~ .b", false), ("#a", false), ("[a]", false),
      ("#-a", false), ("#\\31 ", false), ("#1a", nil), ("#-1", nil), ("#-", nil),
      (".a::before", false), (".a::before .b", nil), (".a::before.b", nil),
      (":is(.a::before)", false),
      (".a::after:hover", false), (".a:after", false), (".a:hover", false), (".a:has(.b)", false),
      (".a,", nil),
      (", .a", nil), (".", nil),
      (".1a", nil), ("> .a", nil), (".a >", nil), (".a > > .b", nil),
      ("& .a", true), ("&", false), ("& > .a", false), (":scope .a", true), (":is(&) .a", true),
      ("*|*.a", true), ("|*.a", true), ("*|.a", nil), ("svg|*", nil), (".a | .b", nil),
      (".x || .a", false), (":nth-child(2 of .a)", false),
      (":nth-child(even of :is(.a, .b))", false),
      (":nth-child(x of .a)", nil), (":not(:nth-child(3 of .c))", false),
      (":nth-child(x)", nil), (":nth-child()", nil), (".a, [b]", true),
      (".a b.", nil), (".a:", nil), (":not(:bogus)", nil),
    ] as [(String, Bool?)])
  func matching(selector: String, expected: Bool?) {
    #expect(matches(selector) == expected)
  }

  @Test(
    "A state matches when it is active on the object",
    arguments: [
      (".a:selected", ControlState.selected, true), (".a:selected", .normal, false),
      (".a:normal", .normal, true), (".a:normal", .selected, true),
      (".a:selected:disabled", .selected, false),
      (".a:selected:disabled", [.selected, .disabled], true),
      (".a:not(:selected)", .normal, true), (".a:not(:selected)", .selected, false),
      (".x:focused .a", .focused, true), (":highlighted", .highlighted, true),
    ] as [(String, ControlState, Bool)])
  func states(selector: String, states: ControlState, expected: Bool) {
    #expect(matches(selector, states: states) == expected)
  }

  @Test(
    "Specificity is counted as Selectors 4 says",
    arguments: [
      (".a", 1, 0), ("span", 0, 1), ("*", 0, 0), (".a.b", 2, 0), ("span.a", 1, 1),
      (".a .b", 2, 0), ("b > .a", 1, 1), (":is(.a, span)", 1, 0), (":where(.a.b)", 0, 0),
      (":not(.a.b, span)", 2, 0), (":first-child", 1, 0), (":nth-child(2n)", 1, 0),
      (".a:selected", 2, 0), (":root", 1, 0), (":is(:is(.a.b))", 2, 0),
    ])
  func specificity(selector: String, classes: Int32, types: Int32) {
    var builder = StylesheetBuilder(adding: .css, to: Stylesheet(dialect: .css))
    let parsed = builder.parseSelectors(CSSText(selector))
    #expect(
      parsed?.first?.selector.specificity == Specificity(classes: classes, types: types))
  }

  @Test(
    "A dictionary of the look-up dialects takes only its own form",
    arguments: [
      (".a", true), ("text", true), ("text.a", true), ("UILabel.a", true), (".a:selected", true),
      (".a, text.b:disabled", true), (":root", true), (".a.b", false), (".a .b", false),
      (".a > .b", false), ("*", false), (":is(.a)", false), (".a:first-child", false),
    ])
  func dictionaryForm(selector: String, isValid: Bool) {
    let probe = StyleProbe(json: "{\"\(selector)\": {\"--x\": \"1\"}}")
    #expect(probe.codes.contains("invalid-selector") != isValid)
  }

  @Test(
    "Nested rules match what their selectors come to with those around them",
    arguments: [
      (".x { & .a { opacity: 0.25 } }", true), (".x { .a { opacity: 0.25 } }", true),
      (".x { > .a { opacity: 0.25 } }", true), (".x { & > .a { opacity: 0.25 } }", true),
      (".a { &.b { opacity: 0.25 } }", true), (".a { .x & { opacity: 0.25 } }", true),
      (".a { & { opacity: 0.25 } }", true), (".a, .c { &.b { opacity: 0.25 } }", true),
      (".x { & & .a { opacity: 0.25 } }", false), (".y { .a { opacity: 0.25 } }", false),
      ("text { .x { .a { opacity: 0.25 } } }", true),
      ("text { > .x { > .a { opacity: 0.25 } } }", true),
      (".x { @media all { .a { opacity: 0.25 } } }", true),
      (".a { @media all { opacity: 0.25 } }", true),
      (".a { @media print { opacity: 0.25 } }", false),
      (".a { @layer l { opacity: 0.25 } }", true), (".c { &:not(.a) { opacity: 0.25 } }", false),
      (".x { :is(&) .a { opacity: 0.25 } }", true), ("b { span& { opacity: 0.25 } }", false),
    ])
  func nesting(css: String, expected: Bool) {
    let element = StyleProbe(css: css).inside("b", "x").inside("span", "a b")
    #expect((element.style.opacity == 0.25) == expected)
  }

  /// Selectors that look at ancestors must not depend on how the tree is shared.
  @Test("Equal elements in different places keep their own styles")
  func sharing() {
    let probe = StyleProbe(css: ".x .a { color: lime } .y > .a { color: blue } .a { color: red }")
    #expect(probe.inside("span", "a").color == "#ff0000ff")
    #expect(probe.inside("span", "x").inside("span", "a").color == "#00ff00ff")
    #expect(probe.inside("span", "x").inside("b", "").inside("span", "a").color == "#00ff00ff")
    #expect(probe.inside("span", "y").inside("span", "a").color == "#0000ffff")
    #expect(probe.inside("span", "y").inside("b", "").inside("span", "a").color == "#ff0000ff")
    #expect(probe.inside("span", "y").inside("span", "x").inside("b", "a").color == "#00ff00ff")
  }

  @Test(
    "An+B is read from tokens, as CSS Syntax §6 says",
    arguments: [
      ("odd", "2 1"), ("EVEN", "2 0"), ("o\\64 d", "2 1"), ("3", "0 3"), ("+3", "0 3"),
      ("-3", "0 -3"),
      ("n", "1 0"), ("N", "1 0"), ("-n", "-1 0"), ("+n", "1 0"), ("\\6e", "1 0"), ("2n", "2 0"),
      ("-2n+1", "-2 1"), ("+2n-1", "2 -1"), ("2n + 1", "2 1"), ("2n +1", "2 1"), ("2n- 1", "2 -1"),
      ("2n\t-\n1", "2 -1"), ("n-1", "1 -1"), ("n- 1", "1 -1"), ("-n-1", "-1 -1"),
      ("-n- 1", "-1 -1"),
      ("2n/**/+/**/1", "2 1"), ("n/**/-1", "1 -1"), ("+/**/n", "1 0"), ("2\\6e+1", "2 1"),
      ("0n+0", "0 0"), (" 2n ", "2 0"), ("99999999999n", "1000000 0"), ("00002n+00003", "2 3"),
      ("", nil), ("+ n", nil), ("- n", nil), ("2 n", nil), ("2/**/n", nil), ("-/**/n", nil),
      ("+ 2n", nil), ("2n 1", nil), ("2n + +1", nil), ("2n- -1", nil), ("n+-1", nil),
      ("n + - 1", nil),
      ("1 2", nil), ("1/**/2", nil), ("3.0", nil), ("1e1", nil), ("2.5n", nil), ("n+1.0", nil),
      ("+odd", nil), ("odd even", nil), ("nn", nil), ("n+1n", nil), ("2n,1", nil), ("--n", nil),
      ("10px", nil), ("'n'", nil),
    ] as [(String, String?)])
  func anPlusB(text: String, expected: String?) {
    var pool = SelectorPool()
    var parser = SelectorParser(CSSText(":nth-child(\(text))"), form: .full)
    let selector = try? parser.parseList(pool: &pool).first?.selector
    var found: String?
    if case .nthChild(let step, let offset)? = selector?.subject.more?.pseudoClasses.first {
      found = "\(step) \(offset)"
    }
    #expect(found == expected)
  }
}
