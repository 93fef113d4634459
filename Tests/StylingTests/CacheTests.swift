import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("The resolver's cache")
struct CacheTests {
  private func resolver(_ css: String) -> StyleResolver {
    StyleResolver(
      stylesheet: StylesheetLoader().load(SourceText(name: "s.css", text: css)))
  }

  private func span(_ classes: String..., style: String? = nil) -> ElementDescription {
    ElementDescription(tag: "span", classes: classes, style: style.map { CSSText($0) })
  }

  @Test("A resolver that goes on after another one gives the same styles and finds nothing twice")
  func goingOn() {
    var resolver = resolver(".x .a { color: lime } .a { color: red } .x { --c: blue }")
    var outer = resolver.child(of: resolver.hostNode, span("x"))
    let style = resolver[outer].style
    _ = resolver.child(of: outer, span("unknown"))
    let found = resolver.diagnostics.count
    #expect(found > 0)
    for number in 0..<2000 {
      _ = resolver.child(of: outer, span("a", style: "opacity: 0.\(number + 1)"))
    }
    resolver = StyleResolver(after: resolver)
    outer = resolver.child(of: resolver.hostNode, span("x"))
    _ = resolver.child(of: outer, span("unknown"))
    #expect(resolver.diagnostics.count == found)
    #expect(resolver[outer].style == style)
    let inner = resolver.child(of: outer, span("a"))
    #expect(resolver[inner].style.color?.srgb()?.hex8 == "#00ff00ff")
    let variable = resolver.child(of: outer, span("a", style: "color: var(--c)"))
    #expect(resolver[variable].style.color?.srgb()?.hex8 == "#0000ffff")
    let host = resolver.child(of: resolver.hostNode, span("a"))
    #expect(resolver[host].style.color?.srgb()?.hex8 == "#ff0000ff")
  }

  @Test("A stream of ever new tags stays small with a new resolver now and then")
  func stream() {
    var resolver = resolver(".a { color: red } .b .a { color: lime }")
    var most = 0
    for number in 0..<9000 {
      if resolver.keptCount >= StyleResolver.comfortableCount {
        resolver = StyleResolver(after: resolver)
      }
      let parent = resolver.child(of: resolver.hostNode, span("n\(number)"))
      _ = resolver.child(of: parent, span("a", style: "opacity: 0.\(number)"))
      most = max(most, resolver.keptCount)
    }
    #expect(most <= StyleResolver.comfortableCount + 8)
  }

  @Test("Ten thousand nested elements that selectors look at share few nodes")
  func nesting() {
    let resolver = resolver(".a .b { color: red } .a > .a .b { color: lime } b .a { opacity: 0.5 }")
    var node = resolver.hostNode
    var styles: Set<StyleNodeID> = []
    for level in 0..<10_000 {
      node = resolver.child(of: node, span(level % 2 == 0 ? "a" : "b"))
      styles.insert(node)
    }
    #expect(styles.count < 10)
  }

  @Test("Thousands of siblings share the styles of their positions")
  func siblings() {
    let resolver = resolver("span:nth-child(3n + 1) { color: red } :first-child { opacity: 0.5 }")
    #expect(resolver.needsSiblingPositions)
    var styles: Set<StyleNodeID> = []
    for number in 1...5000 {
      let element = ElementDescription(tag: "span", position: SiblingPosition(index: number))
      let id = resolver.child(of: resolver.hostNode, element)
      #expect((resolver[id].style.color != nil) == (number % 3 == 1))
      styles.insert(id)
    }
    #expect(styles.count <= 4)
  }

  @Test("Another object of the same sheet gets its own style")
  func otherHosts() {
    let first = resolver("text { color: red } cell { color: lime } text .a { opacity: 0.5 }")
    let second = StyleResolver(first, host: HostObject(element: "cell"))
    #expect(first.hostStyle.text.color?.srgb()?.hex8 == "#ff0000ff")
    #expect(second.hostStyle.text.color?.srgb()?.hex8 == "#00ff00ff")
    #expect(first[first.child(of: first.hostNode, span("a"))].style.opacity == 0.5)
    #expect(second[second.child(of: second.hostNode, span("a"))].style.opacity == 1)
  }

  @Test("Two requests that join to the same text are two requests")
  func distinctKeys() {
    let resolver = resolver(".a { color: red } .a.b { color: lime } .ab { color: blue }")
    func color(_ element: ElementDescription) -> String? {
      resolver[resolver.child(of: resolver.hostNode, element)].style.color?.srgb()?.hex8
    }
    #expect(color(span("a", "b")) == "#00ff00ff")
    #expect(color(span("ab")) == "#0000ffff")
    #expect(color(span("a")) == "#ff0000ff")
    #expect(color(span("a b")) == nil)
  }

  @Test("Thousands of nested elements with a variable each do not copy each other's variables")
  func nestedVariables() {
    let resolver = resolver(":root { --v0: lime }")
    var node = resolver.hostNode
    for level in 1...2000 {
      node = resolver.child(of: node, span(style: "--v\(level): var(--v\(level - 1))"))
    }
    node = resolver.child(of: node, span(style: "color: var(--v2000)"))
    #expect(resolver[node].style.color?.srgb()?.hex8 == "#00ff00ff")
  }

  @Test("A scope of many layers finds the innermost value of each name")
  func scopes() {
    var scope = VariableScope.empty
    for level in 0..<300 {
      scope = scope.declaring([
        "--all": .text(CSSText("\(level)")), "--\(level % 50)": .text(CSSText("\(level)")),
      ])
    }
    func text(_ name: String) -> String? {
      guard case .text(let text) = scope[name] else { return nil }
      return text.string
    }
    #expect(text("--all") == "299")
    for name in 0..<50 { #expect(text("--\(name)") == "\(250 + name)") }
    #expect(text("--none") == nil)
  }
}
