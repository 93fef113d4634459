import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// Sheets and their parts: whatever they are, there is a style, an explanation that agrees with it,
/// and the sheet in its other form.
enum SheetProperties {
  /// The first byte says how the rest is read.
  static func sheet(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let name = first % 2 == 0 ? "x.css" : "x.json"
    let dialects: [Dialect?] = [nil] + Dialect.allCases.map { $0 }
    let dialect = dialects[Int(first / 2) % dialects.count]
    let source = SourceText(name: name, bytes: Array(bytes.dropFirst()))
    let sheet = StylesheetLoader(dialect: dialect).load(source)
    try SyntaxProperties.arePlaced(sheet.diagnostics, in: source)
    try SyntaxProperties.arePlaced(sheet.check(), in: source)
    try resolve(sheet)
    _ = convertStylesheet(source, to: first % 2 == 0 ? .json : .css, dialect: dialect)
  }

  static func selector(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try resolve(try load("\(text) { color: red; font-weight: bold } .a .b { color: lime }"))
  }

  static func media(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try resolve(try load("@media \(text) { .a { color: red } }"))
  }

  static func variables(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    try resolve(
      try load(":root { \(text) } .a { color: var(--a); --b: var(--a) } .b { color: var(--b) }"))
  }

  private static func load(_ text: String) throws -> Stylesheet {
    let source = SourceText(name: "x.css", text: text)
    let sheet = StylesheetLoader().load(source)
    try SyntaxProperties.arePlaced(sheet.diagnostics, in: source)
    return sheet
  }

  /// A style is the same from the cache and without it, and its winners explain it.
  private static func resolve(_ sheet: Stylesheet) throws {
    let element = ElementDescription(
      tag: "span", classes: ["a", "b"], style: CSSText("opacity: 0.5"),
      position: SiblingPosition(index: 1, count: 2))
    let resolver = StyleResolver(stylesheet: sheet, host: HostObject(classes: ["b"]))
    let outer = resolver.child(of: resolver.hostNode, ElementDescription(tag: "b"))
    let node = resolver.child(of: outer, element)
    try hold(resolver.child(of: outer, element) == node, "the cache has another style")
    let fresh = StyleResolver(after: resolver)
    let again = fresh.child(
      of: fresh.child(of: fresh.hostNode, ElementDescription(tag: "b")), element)
    try hold(fresh[again].style == resolver[node].style, "a new resolver has another style")
    let around = resolver.explainHost()
    let explanation = resolver.explain(element, in: outer, inheriting: around)
    for property in explanation.properties {
      let winners = explanation[property].filter(\.won)
      try hold(explanation[property].count < 200 + winners.count, "candidates without end")
    }
  }
}
