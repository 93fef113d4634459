import CSSSyntax
import Diagnostics
import Testing

private func declarations(_ css: String) -> [CSSDeclaration] {
  parseDeclarations(CSSText(css, name: "a")).block.items.compactMap { item in
    guard case .declaration(let declaration) = item else { return nil }
    return declaration
  }
}

@Test("A declaration knows where it, its name and its value stand")
func declarationPlaces() throws {
  let css = "é{\n  Color :  red  blue ! important ;\r\n --Long-Name:\t{ a } \n}"
  let sheet = parseStylesheet(SourceText(name: "a.css", text: css))
  guard case .qualified(let rule) = sheet.rules.first else {
    Issue.record("no rule")
    return
  }
  func text(_ range: SourceRange) -> String {
    String(decoding: range.source.bytes[range.bytes], as: UTF8.self)
  }
  var seen: [[String]] = []
  for case .declaration(let it) in rule.block.items {
    seen.append([
      it.name, it.nameText.string, text(it.nameRange), text(it.range), it.value.string,
      it.nameRange.location.description, it.value.location.location.description,
    ])
  }
  #expect(
    seen == [
      [
        "color", "Color", "Color", "Color :  red  blue ! important", "red  blue", "a.css:2:3",
        "a.css:2:12",
      ],
      [
        "--Long-Name", "--Long-Name", "--Long-Name", "--Long-Name:\t{ a }", "{ a }", "a.css:3:2",
        "a.css:3:15",
      ],
    ])
  #expect(text(rule.block.range).hasPrefix("{\n"))
  #expect(text(rule.block.range).hasSuffix("\n}"))
  #expect(rule.prelude.location.location.description == "a.css:1:1")
}

@Test("At-rules know where their name and prelude stand")
func atRulePlaces() {
  let sheet = parseStylesheet(SourceText(name: "a.css", text: "\n @Media  print  { } @x;"))
  let places = sheet.rules.compactMap { rule -> String? in
    guard case .at(let rule) = rule else { return nil }
    return "\(rule.name) \(rule.nameRange.location) \(rule.prelude.location.location)"
  }
  #expect(places == ["media a.css:2:2 a.css:2:10", "x a.css:2:21 a.css:2:23"])
}

@Test(
  "Names of properties are in lower case, those of custom properties as written",
  arguments: [
    ("COLOR:a", "color"), ("--COLOR:a", "--COLOR"), ("\\43olor:a", "color"), ("\\--A:b", "--A"),
    ("-WEBKIT-x:a", "-webkit-x"), ("ÉA:b", "Éa"),
  ])
func propertyNames(css: String, name: String) {
  #expect(declarations(css).map(\.name) == [name])
}

/// Values of `style` attributes.
private let attributes: [(css: String, read: String, findings: [String])] = [
  ("", "", []),
  ("color:red", "color=red", []),
  (" color : red ; ; background : url(a;b) ", "color=red;background=url(a;b)", []),
  ("color:red;&:hover{a:b}c:d", "color=red;[&:hover|a=b];c=d", []),
  ("color:red}a:b", "color=red", ["1:10 stray-brace"]),
  ("color:red;@x y;a:b", "color=red;@x(y);;a=b", []),
  ("color red", "", ["1:7 missing-colon"]),
  ("color", "", ["1:6 missing-colon"]),
  ("a:b;#c;d:e", "a=b;d=e", ["1:5 invalid-declaration"]),
  ("<!--a:b", "", ["1:1 invalid-declaration"]),
  ("a:b!important", "a=b!", []),
]

@Test("A style attribute holds the contents of a block", arguments: attributes)
func styleAttributes(css: String, read: String, findings: [String]) {
  let result = parseDeclarations(CSSText(css, name: "<style>"))
  #expect(outline(result.block) == read)
  #expect(outline(result.diagnostics) == findings)
}

@Test("In decoded text, findings and declarations stand where the text was written")
func decodedAttribute() {
  let source = SourceText(name: "a.json", text: "{\n \"style\": \"co\\u006cor:red;x\"}")
  let text = CSSText(decoded: Array("color:red;x".utf8), source: source, sourceRange: 13..<29)
  let result = parseDeclarations(text)
  #expect(outline(result.block) == "color=red")
  #expect(outline(result.diagnostics) == ["2:12 missing-colon"])
  guard case .declaration(let it) = result.block.items.first else { return }
  #expect(it.nameText.string == "color")
  #expect(it.nameRange.bytes == 13..<29)
  #expect(it.value.location.bytes == 13..<29)
}

@Test("All comments of a sheet are kept, wherever they stand")
func comments() {
  let css = "/*1*/a/*2*/b{/*3*/c/*4*/:/*5*/d/*6*/;e:f{/*7*/}}@x/*8*/;/*9"
  let sheet = parseStylesheet(SourceText(name: "a.css", text: css))
  #expect(sheet.comments.map(\.contents.string) == (1...9).map(String.init))
  #expect(sheet.comments.map(\.range.bytes.count) == Array(repeating: 5, count: 8) + [3])
  #expect(sheet.comments.allSatisfy { $0.style == .block })
}

@Test(
  "Findings are sentences about what was written",
  arguments: [
    ("a{colr red}", "missing ':' after 'colr'"),
    ("a{b:rgb(1;})}", "'rgb(' is not closed before '}'"),
    ("a{b:c\n d:e}", "missing ';' before 'd'"),
    ("@import 'x'", "missing ';' after '@import'"),
    ("a{b:{}}", "'b' cannot have a block as its value"), ("a{b:}", "'b' has no value"),
    ("a{b:c)}", "')' has no matching '('"),
  ])
func messages(css: String, message: String) {
  let findings = parseStylesheet(SourceText(name: "a.css", text: css)).diagnostics
  #expect(findings.first?.message == message)
}

@Test(
  "A misspelt priority is recognised",
  arguments: [
    ("a:b !importent", "!important"), ("a:b ! Importnat c", "!important"), ("a:b !ie", nil),
    ("a:b !", nil), ("a:!5", nil),
  ] as [(String, String?)])
func misspeltPriority(css: String, suggestion: String?) {
  let findings = parseDeclarations(CSSText(css)).diagnostics
  #expect(findings.map(\.code) == [.invalidPriority])
  #expect(findings.first?.suggestion == suggestion)
}
