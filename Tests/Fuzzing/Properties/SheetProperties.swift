import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// Sheets and their parts: whatever they are, there is a style, an explanation that agrees with it,
/// and the sheet in its other form.
enum SheetProperties {
  /// The first byte says how the rest is read.
  static func sheet(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let name = first % 2 == 0 ? "x.css" : "x.json"
    let dialects: [Dialect?] = [nil] + Dialect.allCases.map { $0 }
    let dialect = dialects[Int(first / 2) % dialects.count]
    let source = SourceText(name: name, bytes: Array(bytes.dropFirst()))
    let sheet = StylesheetLoader(dialect: dialect).load(source)
    SyntaxProperties.arePlaced(sheet.diagnostics, in: source)
    SyntaxProperties.arePlaced(sheet.check(), in: source)
    resolve(sheet)
    _ = convertStylesheet(source, to: first % 2 == 0 ? .json : .css, dialect: dialect)
  }

  static func selector(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    resolve(load("\(text) { color: red; font-weight: bold } .a .b { color: lime }"))
  }

  static func media(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    resolve(load("@media \(text) { .a { color: red } }"))
  }

  static func variables(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    resolve(load(":root { \(text) } .a { color: var(--a); --b: var(--a) } .b { color: var(--b) }"))
  }

  private static func load(_ text: String) -> Stylesheet {
    let source = SourceText(name: "x.css", text: text)
    let sheet = StylesheetLoader().load(source)
    SyntaxProperties.arePlaced(sheet.diagnostics, in: source)
    return sheet
  }

  /// A style is the same from the cache and without it, and its winners explain it.
  private static func resolve(_ sheet: Stylesheet) {
    let element = ElementDescription(
      tag: "span", classes: ["a", "b"], style: CSSText("opacity: 0.5"),
      position: SiblingPosition(index: 1, count: 2))
    let resolver = StyleResolver(stylesheet: sheet, host: HostObject(classes: ["b"]))
    let outer = resolver.child(of: resolver.hostNode, ElementDescription(tag: "b"))
    let node = resolver.child(of: outer, element)
    hold(resolver.child(of: outer, element) == node, "the cache has another style")
    let fresh = StyleResolver(after: resolver)
    let again = fresh.child(
      of: fresh.child(of: fresh.hostNode, ElementDescription(tag: "b")), element)
    hold(fresh[again].style == resolver[node].style, "a new resolver has another style")
    let around = resolver.explainHost()
    let explanation = resolver.explain(element, in: outer, inheriting: around)
    for property in explanation.properties {
      let winners = explanation[property].filter(\.won)
      hold(explanation[property].count < 200 + winners.count, "candidates without end")
    }
  }
}
