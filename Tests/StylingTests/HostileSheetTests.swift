import CSSSyntax
import Diagnostics
import StyleValues
import TestSupport
import Testing

@testable import Styling

/// Sheets that are made to crash, hang or fill the memory.
///
/// They must do none of it; how long it takes shows in the time of the whole suite.
@Suite("Hostile sheets")
struct HostileSheetTests {
  private func load(_ text: String, json: Bool = false) -> Stylesheet {
    StylesheetLoader().load(SourceText(name: json ? "s.json" : "s.css", text: text))
  }

  private func color(_ sheet: Stylesheet, _ classes: String...) -> String? {
    let resolver = StyleResolver(stylesheet: sheet)
    let id = resolver.child(
      of: resolver.hostNode, ElementDescription(tag: "span", classes: classes))
    return resolver[id].style.color?.srgb()?.hex8
  }

  @Test("A hundred thousand selectors in one list")
  func longList() {
    let list = (0..<100_000).map { ".c\($0)" }.joined(separator: ", ")
    #expect(color(load("\(list) { color: lime }"), "c99999") == "#00ff00ff")
    #expect(color(load(":is(\(list)) { color: lime }"), "c99999") == "#00ff00ff")
    #expect(color(load("span:not(\(list)) { color: lime }"), "c99999") == nil)
  }

  @Test("Nested rules below a long list are not multiplied")
  func longListNested() {
    let list = (0..<2000).map { ".c\($0)" }.joined(separator: ", ")
    let nested = (0..<2000).map { "&.n\($0)" }.joined(separator: ", ")
    #expect(color(load("\(list) { \(nested) { color: lime } }"), "c7", "n9") == "#00ff00ff")
  }

  @Test("Many nested rules share the list around them")
  func sharedList() {
    let list = (0..<200).map { ".c\($0)" }.joined(separator: ", ")
    let nested = (0..<200).map { "& .n\($0) { color: lime } @layer { b & { color: red } }" }
    let sheet = load("\(list) { \(nested.joined()) }")
    var lists: Set<ObjectIdentifier> = []
    for entry in sheet.pool.contexts.entries + sheet.selectors.map(\.selector.asEntry) {
      for case .anyOf(let list)? in entry.compound.more?.pseudoClasses ?? [] {
        lists.insert(ObjectIdentifier(list))
      }
    }
    #expect(lists.count == 1)
    #expect(color(sheet, "c7", "n9") == nil)
  }

  @Test(
    "Declarations behind nested rules take the selectors again until there are very many",
    arguments: ["& b {} color: red;", "@media (width > 1px) { color: red }"])
  func repeatedSelectors(part: String) {
    let list = (0..<1000).map { ".c\($0)" }.joined(separator: ", ")
    func sheet(_ count: Int) -> Stylesheet {
      load("\(list) { color: lime; \(String(repeating: part, count: count)) }")
    }
    let few = sheet(200)
    #expect(few.diagnostics.isEmpty)
    #expect(few.selectors.count == 201_000)
    #expect(color(few, "c7") == "#ff0000ff")
    let many = sheet(2000)
    #expect(many.selectors.count <= Stylesheet.mostRepeatedSelectors + 1000)
    #expect(many.diagnostics.contains { $0.code == .inputTooLarge && $0.severity == .error })
    #expect(color(many, "c7") == "#ff0000ff")
  }

  @Test(
    "Nesting of any depth is read and checked without overflowing the stack",
    arguments: [
      (":is(", ".a", ")"), (":not(:not(", ".a", "))"), (".a { ", "color: red", "}"),
      (".a { & & & & ", "{ color: red }", "}"), ("@media (width) { ", ".a { color: red }", "}"),
      ("@layer a { ", ".a { color: red }", "}"), ("@media (", "width", ") {}"),
      ("@media not (", "width", ")"), (".a { color: var(--x, ", "red", ") }"),
      (".a { width: calc(", "1", ") }"), ("[", "", "]"), ("{", "", "}"), (":nth-child(", "", ")"),
    ])
  func depth(open: String, inner: String, close: String) {
    for depth in [100, 600, 3000] {
      let text =
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
      let sheet = load(text + " .z { color: lime }")
      _ = StyleResolver(stylesheet: sheet, host: HostObject(classes: ["a"]))
      _ = sheet.check()
    }
  }

  @Test("Selectors of thousands of steps, on elements as deep")
  func longSelector() {
    let steps = String(repeating: ".a ", count: 2000)
    let sheet = load("\(steps) { color: lime } \(steps) > .b { color: red }")
    let resolver = StyleResolver(stylesheet: sheet)
    var node = resolver.hostNode
    for _ in 0..<300 {
      node = resolver.child(of: node, ElementDescription(tag: "span", classes: ["a"]))
    }
    #expect(resolver[node].style.color == nil)
  }

  @Test("Dictionaries nest to a limit, and what goes beyond it is reported")
  func deepDictionary() {
    for depth in [100, 600, 5000] {
      let open = String(repeating: #"{"@media (width)": "#, count: depth)
      let text = open + "{\".a\": {\"color\": \"lime\"}}" + String(repeating: "}", count: depth)
      let sheet = load(text, json: true)
      #expect((color(sheet, "a") == "#00ff00ff") == (depth == 100))
      if depth > 512 { #expect(sheet.diagnostics.contains { $0.code == .nestingTooDeep }) }
    }
  }

  @Test("Many mistakes become few findings and a count")
  func manyMistakes() {
    let bad = (0..<1500).map { ".c\($0) { colr: red; color: \($0)x }" }.joined(separator: "\n")
    let diagnostics = load(bad).diagnostics
    #expect(diagnostics.count == DiagnosticLog.ofSheet.limit * 2 + 2)
    #expect(diagnostics.last?.message == "500 more findings of unknown-property")
  }

  @Test("Many unknown classes become few findings")
  func manyUnknownClasses() {
    let known = (0..<1000).map { ".c\($0) { color: red }" }.joined()
    let resolver = StyleResolver(stylesheet: load(known))
    for number in 0..<1500 {
      _ = resolver.child(
        of: resolver.hostNode, ElementDescription(tag: "span", classes: ["unknown\(number)"]))
    }
    #expect(resolver.diagnostics.count == DiagnosticLog.ofSheet.limit)
  }

  @Test("Thousands of layers, variables and conditions")
  func many() {
    let layers = (0..<2000).map { "@layer l\($0) { .a { color: red } }" }.joined()
    #expect(color(load(layers + "@layer z { .a { color: lime } }"), "a") == "#00ff00ff")
    let rules = (0..<2000).map { "@media (width > \($0)) { .a { color: red } }" }.joined()
    #expect(color(load(rules + ".a { color: lime }"), "a") == "#00ff00ff")
    let variables = (0..<3000).map { "--v\($0): var(--v\($0 + 1));" }.joined()
    #expect(
      color(load(":root { \(variables) --v3000: lime } .a { color: var(--v0) }"), "a")
        == "#00ff00ff")
  }

  @Test("A rule of thousands of declarations, and a very long value")
  func longRule() {
    let declarations = (0..<2000).map { "color: rgb(\($0), 0, 0);" }.joined()
    #expect(color(load(".a { \(declarations) color: lime }"), "a") == "#00ff00ff")
    let members = (0..<2000).map { "\"--v\($0)\": 1, \"color\": \"red\"" }.joined(separator: ",")
    let json = load("{\".a\": {\(members), \"color\": \"lime\"}}", json: true)
    #expect(color(json, "a") == "#00ff00ff")
    let long = String(repeating: "a", count: 1 << 18)
    let sheet = load(".a { color: lime; color: \(long); --x: \(long); width: var(--x) }")
    #expect(color(sheet, "a") == "#00ff00ff")
  }

  @Test(
    "A long variable means on each element what its text means there",
    arguments: ["red", "currentcolor", "light-dark(red, blue)", "nonsense"])
  func longVariable(stop: String) {
    let text = "linear-gradient(" + String(repeating: "\(stop), ", count: 100) + "lime)"
    let sheet = load(
      """
      .v { --g: \(text) } .v, .w { background-image: var(--g, \(text)) }
      .a { background-image: \(text) }
      """)
    for scheme in ColorScheme.allCases {
      let resolver = StyleResolver(
        stylesheet: sheet, environment: Environment(colorScheme: scheme))
      func image(_ name: String, _ color: String) -> BackgroundImage? {
        let element = ElementDescription(
          tag: "span", classes: [name], style: CSSText("color: \(color)"))
        return resolver[resolver.child(of: resolver.hostNode, element)].style.backgroundImage
      }
      for color in ["#123456", "#abcdef", "#123456"] {
        let expected = image("a", color)
        #expect((expected == nil) == (stop == "nonsense"))
        #expect(image("v", color) == expected && image("w", color) == expected)
      }
    }
  }

  @Test("A sheet of ten megabytes and a hundred thousand rules", arguments: [false, true])
  func large(json: Bool) {
    var text = json ? "{\n" : ""
    let padding = String(repeating: " ", count: json ? 20 : 40)
    for number in 0..<100_000 {
      text +=
        json
        ? """
        ".c\(number)": {"color": "#\(100_000 + number)", "font-size": "\(number % 40)px",\(padding)
          "text-decoration": "underline"},\n
        """
        : """
        .c\(number) { color: #\(100_000 + number); font-size: \(number % 40)px;\(padding)
          text-decoration: underline }\n
        """
    }
    text += json ? "\".a\": {\"color\": \"lime\"}}" : ".a { color: lime }"
    #expect(text.utf8.count > 10_000_000)
    let sheet = load(text, json: json)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.classNames.count == 100_001)
    #expect(color(sheet, "a") == "#00ff00ff")
    #expect(color(sheet, "c99999") == "#199999ff")
  }

  @Test("Bytes without any sense", arguments: 0..<40)
  func noise(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let words: [String] = [
      "{", "}", "(", ")", "[", "]", ":", ";", ",", ".", "#", "&", ">", "@", "!", "\"", "'", "\\",
      "/*", "*/", "//", " ", "\n", ".a", "span", ":is(", ":not(", "@media", "@layer", "@import",
      "var(", "--x", "color", "red", "!important", "1px", "50%", "url(", "<!--", "-->", "null",
      "\"@imports\"", "\"[+ *]\"", "\"color\"", "\u{0}", "\u{FFFD}", "é", "calc(", "rgb(from",
      "@dialect", "pixelbits", "$x", "inherit", "font", "{\"name\": 1}", "[1, 2]",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 1...120, using: &random) {
      text += words[Int.random(in: 0..<words.count, using: &random)]
    }
    var bytes = Array(text.utf8)
    if seed % 3 == 0, !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = 0xFF
    }
    for name in ["s.css", "s.json"] {
      for dialect in [nil, Dialect.css, .pixelbits] {
        let source = SourceText(name: name, bytes: bytes)
        let sheet = StylesheetLoader(dialect: dialect).load(source)
        _ = sheet.check()
        let resolver = StyleResolver(stylesheet: sheet, host: HostObject(classes: ["a"]))
        let element = ElementDescription(tag: "span", classes: ["a"], style: CSSText(text))
        _ = resolver.explain(element, in: resolver.hostNode, inheriting: resolver.explainHost())
        _ = resolver.child(of: resolver.hostNode, element)
        _ = convertStylesheet(source, to: name == "s.css" ? .json : .css, dialect: dialect)
      }
    }
  }
}

extension Selector {
  /// What it is to the right, as what stands to the left of others.
  fileprivate var asEntry: ContextTable.Entry {
    ContextTable.Entry(compound: subject, outer: context)
  }
}
