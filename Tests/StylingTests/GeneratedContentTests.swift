import StyleValues
import Testing

@testable import Styling

@Suite("Generated content, display and visibility")
struct GeneratedContentTests {
  private let attributes: KeyValuePairs = ["data-level": "error", "id": "7"]

  /// The text in front of an element of the class `a`; nil where there is none.
  private func before(_ declarations: String, css more: String = "") -> String? {
    let probe = StyleProbe(css: ".a::before { \(declarations) } \(more)")
    let element = probe.inside("span", "a", attributes: attributes)
    let node = probe.resolver[element.nodes[element.nodes.count - 1]]
    return node.generated(.before)?.content.text(element.chain[0].attributes)
  }

  @Test(
    "'content' is strings and attributes (CSS Content 3 §1)",
    arguments: [
      ("content: 'x'", "x"), ("content: 'a' \"b\"", "ab"), ("content: '\\2717  '", "✗ "),
      ("content: attr(data-level)", "error"), ("content: attr(DATA-LEVEL)", "error"),
      ("content: '[' attr(id) ']'", "[7]"), ("content: attr(title)", ""),
      ("content: attr(title, 'none')", "none"), ("content: attr(id raw-string)", "7"),
      ("content: ''", ""), ("content: none", nil), ("content: normal", nil), ("color: red", nil),
      ("content: 'a' / 'alt'", "a"), ("content: url(x.png) 'a'", "a"),
      ("content: counter(item) '. '", ". "), ("content: open-quote 'a'", "a"),
      ("--mark: '!'; content: var(--mark)", "!"), ("content: 'a'; content: 5", "a"),
      ("content: attr(1)", nil), ("content: a", nil), ("content: 'x'; display: none", nil),
    ] as [(String, String?)])
  func content(declarations: String, expected: String?) {
    #expect(before(declarations) == expected)
  }

  @Test(
    "Text behind a slash is what readers say instead (CSS Content 3 §1.2)",
    arguments: [
      ("'✗ ' / 'error: '", "error: ", #""✗ " / "error: ""#), ("'x' / ''", "", #""x" / """#),
      ("'x'", nil, #""x""#), ("'x' / attr(id) ', ' attr(a, 'b')", "7, b", nil),
      ("url(x.png) / 'a cat'", "a cat", #""" / "a cat""#), ("'x' / counter(a)", "", #""x" / """#),
      ("'x' /", nil, nil), ("/ 'x'", nil, nil), ("'x' / 'y' / 'z'", nil, nil),
      ("'x' / none", nil, nil),
    ] as [(String, String?, String?)])
  func alternative(value: String, expected: String?, written: String?) {
    let probe = StyleProbe(css: ".a::before { content: \(value) }")
    let element = probe.inside("span", "a", attributes: attributes)
    let content = probe.resolver[element.nodes[element.nodes.count - 1]].generated(.before)?.content
    #expect(content?.alternativeText(element.chain[0].attributes) == expected)
    #expect(probe.codes.contains("invalid-value") == (content == nil))
    if let written { #expect(content?.cssText == written) }
  }

  @Test("The stronger rule decides, as for any element")
  func cascade() {
    #expect(before("content: 'x'", css: ".a[id]::before { content: 'y' }") == "y")
    #expect(before("content: 'x'", css: "span::before { content: 'y' }") == "x")
    #expect(before("content: 'x'", css: ".a { &::before { content: 'z' } }") == "z")
    #expect(before("content: 'x' !important", css: ".a[id]::before { content: 'y' }") == "x")
  }

  @Test("It looks as its rule says, and inherits from its element")
  func style() {
    let probe = StyleProbe(
      css:
        ".a { color: lime; background-color: navy } .a::after { content: 'x'; font-weight: bold }")
    let element = probe.inside("span", "a")
    let node = probe.resolver[element.nodes[element.nodes.count - 1]]
    let generated = node.generated(.after).map { probe.resolver[$0.node] }
    #expect(node.generated(.before) == nil)
    #expect(generated?.style.color?.srgb()?.hex8 == "#00ff00ff")
    #expect(generated?.style.fontWeight == 700)
    #expect(generated?.style.backgroundColor == nil)
    #expect(generated?.compositing == node.compositing)
  }

  @Test("What a sheet puts into every element has a limit, attributes have none")
  func longContent() {
    let longest = String(repeating: "x", count: GeneratedContent.longest)
    #expect(before("content: '\(longest)'") == longest)
    #expect(before("content: '\(longest)' 'y'") == nil)
    #expect(before("content: 'a'; content: attr(title, '\(longest)y')") == "a")
    #expect(before("content: '\(longest)' attr(id)") == longest + "7")
  }

  @Test("A long attribute stands there once, however often the sheet asks for it")
  func longAttribute() {
    func count(_ length: Int, times: Int) -> Int {
      GeneratedContent(
        items: [.text("-")]
          + Array(repeating: .attribute("data-a", fallback: ""), count: times)
          + [.attribute("data-b", fallback: "")]
      ).text([
        ElementAttribute(name: "data-a", value: String(repeating: "x", count: length)),
        ElementAttribute(name: "data-b", value: "yz"),
      ]).utf8.count
    }
    #expect(count(10, times: 40) == 403)
    #expect(count(5000, times: 40) == 5003)
    #expect(count(1000, times: 40) == 4003)
  }

  @Test("A dictionary has it, too, and does not hand 'content' on")
  func dictionary() {
    let probe = StyleProbe(
      json: #"""
        {".a": {"content": "\"no\""}, ".a::before": {"color": "red"},
         ".b::before": {"content": "\"✗ \""}, "b::after": {"content": "attr(id)"}}
        """#)
    #expect(probe.codes.isEmpty)
    func generated(_ element: StyleProbe, _ part: PseudoElement) -> GeneratedText? {
      probe.resolver[element.nodes[element.nodes.count - 1]].generated(part)
    }
    #expect(generated(probe.inside("span", "a"), .before) == nil)
    #expect(generated(probe.inside("span", "b"), .before)?.content.cssText == "\"✗ \"")
    #expect(generated(probe.inside("b"), .after)?.content.cssText == "attr(id)")
    #expect(probe.diagnostics.isEmpty)
  }

  @Test("The object has it, and its node stays the host's")
  func host() {
    let probe = StyleProbe(
      css: "text::before { content: '> ' } text { color: red }", host: HostObject())
    let node = probe.resolver[probe.resolver.hostNode]
    #expect(node.style.color?.srgb()?.hex8 == "#ff0000ff")
    #expect(node.generated(.before)?.content.text([]) == "> ")
  }

  @Test(
    "'display' is none, a box, or text",
    arguments: [
      ("none", Display.none), ("inline-block", .inlineBlock), ("inline flow-root", .inlineBlock),
      ("block", .block), ("flex", .block), ("INLINE", .inline), ("table-cell", .tableCell),
      ("list-item block flow", .listItem), ("inline-table", .inline), ("nonn", nil),
      ("none block", nil), ("3", nil),
    ] as [(String, Display?)])
  func display(value: String, expected: Display?) {
    let probe = StyleProbe(css: ".a { display: \(value) }")
    #expect(probe.codes.contains("invalid-value") == (expected == nil))
    #expect(probe.inside("span", "a").style.display == expected ?? .inline)
  }

  @Test("What is inside a hidden element is hidden, whatever it says, in every dialect")
  func hidden() {
    let css = StyleProbe(css: ".a { display: none } .b { display: inline }")
    let json = StyleProbe(
      json: #"{".a": {"display": "none"}, ".b": {"display": "inline"}}"#)
    for probe in [css, json] {
      func isHidden(_ element: StyleProbe) -> Bool {
        probe.resolver[element.nodes[element.nodes.count - 1]].isHidden
      }
      #expect(isHidden(probe.inside("span", "a")))
      #expect(isHidden(probe.inside("span", "a").inside("span", "b")))
      #expect(isHidden(probe.inside("span", "a").inside("b")))
      #expect(!isHidden(probe.inside("span", "b")))
      #expect(isHidden(probe.inside("span", style: "display: none")))
    }
  }

  @Test("'visibility' is inherited and paints no background")
  func visibility() {
    let probe = StyleProbe(
      css: ".a { visibility: hidden; background-color: red } .b { visibility: visible }")
    #expect(probe.inside("span", "a").inside("b").style.visibility == .hidden)
    #expect(probe.inside("span", "a").inside("span", "b").style.visibility == .visible)
    #expect(probe.inside("span", "a").compositing.backdrop == .none)
    #expect(
      StyleProbe(css: ".a { visibility: collapse }").inside("i", "a").style.visibility == .hidden)
  }
}
