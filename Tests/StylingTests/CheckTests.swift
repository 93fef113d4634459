import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("check")
struct CheckTests {
  private func check(_ name: String, _ text: String, dialect: Dialect? = nil) -> [Diagnostic] {
    StylesheetLoader(dialect: dialect).load(SourceText(name: name, text: text)).check()
  }

  @Test(
    "Each mistake is found, with its code, place and suggestion",
    arguments: [
      ("s.json", #"{".a": {"font-weigth": "bold"}}"#, "unknown-property", 9, "font-weight"),
      ("s.json", #"{".a": {"color": "grene"}}"#, "invalid-value", 19, "green"),
      ("s.json", #"{".a": {"cursor": "pointer"}}"#, "no-effect", 9, nil),
      ("s.css", ".a { caret-color: red }", "no-effect", 6, nil),
      ("s.json", #"{".a": {"caretColor": "red"}}"#, "no-effect", 9, nil),
      ("s.json", #"{".a:selectd": {"color": "red"}}"#, "invalid-selector", 6, "selected"),
      ("s.json", #"{".a .b": {"color": "red"}}"#, "invalid-selector", 6, nil),
      ("s.json", #"{"@import": ["x"]}"#, "unknown-at-rule", 2, "@imports"),
      ("s.json", #"{"@dialect": "pixelbit"}"#, "unknown-dialect", 14, "pixelbits"),
      ("s.json", #"{".a": {"color": "red", "color": "lime"}}"#, "duplicate-key", 25, nil),
      (
        "s.json", #"{".a": {"background-color": "red", "backgroundColor": "lime"}}"#,
        "duplicate-key", 36, nil
      ),
      ("s.json", #"{".a": {"color": "var(--x)"}}"#, "undefined-variable", 23, nil),
      ("s.json", #"{":root": {"--x": "red"}}"#, "unused-variable", 12, nil),
      (
        "s.json", #"{":root": {"--x": "var(--y)", "--y": "var(--x)"}}"#, "variable-cycle", 20, nil
      ),
      ("s.json", #"{".a": {"font-size": "18"}}"#, "dialect-dependent", 23, nil),
      ("s.json", #"{".a": {"color": "rgb(1, 2, 3, 200)"}}"#, "dialect-dependent", 19, nil),
      ("s.json", #"{".a": {"color": null}}"#, "invalid-value", 18, nil),
      ("s.json", #"{".a": 5}"#, "not-a-rule", 8, nil),
      ("s.css", ".a { color: red } .a { color: lime }", "shadowed-declaration", 6, nil),
      (
        "s.css", ".a { color: red; opacity: 1 } .a { opacity: 0; color: lime }", "shadowed-rule", 1,
        nil
      ),
      ("s.css", ".a { padding-top: 1px; padding: 2px }", "shadowed-declaration", 6, nil),
      ("s.css", ".a { color: red; color: lime }", "shadowed-declaration", 6, nil),
      ("s.css", ".a { color: hwb(1 2% 3%); color: red }", "shadowed-declaration", 6, nil),
      ("s.css", ":is(.a, .b:selectd) { color: red }", "ignored-selector", 12, "selected"),
      ("s.css", ".a { text-decoration: underlin }", "invalid-value", 23, "underline"),
      ("s.css", ".a { border: 1px dashd red }", "invalid-value", 18, "dashed"),
      ("s.json", #"{".a": {"color:selectd": "red"}}"#, "unknown-property", 9, "color:selected"),
      ("s.css", ".a + .b { color: red }", "unmatchable-selector", 4, nil),
      ("s.css", ".a { colour: red }", "unknown-property", 6, "color"),
      ("s.css", "@medai (width > 3) { }", "unknown-at-rule", 1, "@media"),
      ("s.css", "@font-face { src: url(a) }", "no-effect", 1, nil),
      ("s.css", "@-webkit-keyframes x { from { color: red } }", "no-effect", 1, nil),
      ("s.css", "@media (widht > 3) { }", "invalid-media-query", 9, "width"),
    ] as [(String, String, String, Int, String?)])
  func finding(name: String, text: String, code: String, column: Int, suggestion: String?) throws {
    let findings = check(name, text)
    let finding = try #require(
      findings.first { $0.code.rawValue == code },
      "found only \(findings.map(\.code.rawValue))")
    #expect(finding.location?.column == column)
    #expect(finding.suggestion == suggestion)
  }

  @Test(
    "A display value that lines do not have is noted, with one that they have",
    arguments: [
      ("flex", "; use inline-block with width for columns"),
      ("inline-flex", "; use inline-block with width for columns"),
      ("INLINE GRID", "; use inline-block with width for columns"),
      ("table", "; use inline-block with width for columns"),
      ("table-cell", "; use inline-block with width for columns"),
      ("list-item", "; use content in '::before' for a marker"),
      ("block", " inside a line; put the class on the whole block with '--class'"),
      ("ruby", "; inline is used"),
      ("inline", nil), ("contents", nil), ("inline-block", nil), ("inline flow-root", nil),
      ("none", nil), ("inherit", nil), ("var(--x, flex)", nil),
    ])
  func displayValues(value: String, remedy: String?) {
    let messages = check("s.css", ".a { display: \(value) }").map(\.message)
    #expect(
      messages == (remedy.map { ["'display: \(value.lowercased())' has no effect\($0)"] } ?? []))
  }

  @Test("Values that other dialects read differently are found in the dialect that has them")
  func dialects() {
    func codes(_ value: String, _ dialect: Dialect) -> [String] {
      check("s.json", "{\".a\": {\"color\": \"\(value)\"}}", dialect: dialect).map(\.code.rawValue)
    }
    #expect(codes("#11223344", .architect) == ["dialect-dependent"])
    #expect(codes("#11223344", .viewcss).isEmpty)
    #expect(codes("green", .pixelbits) == ["dialect-dependent"])
    #expect(codes("red", .pixelbits).isEmpty)
    #expect(codes("FF0000", .stringcoding) == ["dialect-dependent"])
  }

  @Test(
    "Which number or colour it is that dialects read differently is said",
    arguments: [
      ("font-size", "18", "is valid in dialect viewcss, but not in css; write '18px'", .viewcss),
      ("font", "Helvetica, 18", "write '18px'", .viewcss),
      (
        "text-shadow", "1 2px 3 red",
        "write '1px', write '3px'", .viewcss
      ),
      (
        "color", "rgba(1, 2, 3, 4)",
        "differs between dialect viewcss and css; '4' is an alpha of 255 in dialect viewcss and of 1 in css",
        .viewcss
      ),
      (
        "border", "2 solid rgb(1 2 3 / 128)",
        "write '2px', '128' is an alpha of 255 in dialect viewcss and of 1 in css",
        .viewcss
      ),
      (
        "color", "#11223344", "'#11223344' is #22334411 in dialect architect and #11223344 in css",
        .architect
      ),
      (
        "color", "#F00A", "'#F00A' is #0000aaff in dialect pixelbits and #ff0000aa in css",
        .pixelbits
      ),
      (
        "border-color", "green", "'green' is #00ff00ff in dialect pixelbits and #008000ff in css",
        .pixelbits
      ),
      (
        "color", "FF0000", "'FF0000' is #ff0000ff in dialect jsonhelper and no colour in css",
        .jsonhelper
      ),
      (
        "color", "0x00ff00", "'0x00ff00' is #00ff00ff in dialect stringcoding and no colour in css",
        .stringcoding
      ),
    ] as [(String, String, String, Dialect)])
  func dialectReasons(name: String, value: String, reason: String, dialect: Dialect) throws {
    let findings = check("s.json", "{\".a\": {\"\(name)\": \"\(value)\"}}", dialect: dialect)
    let finding = try #require(findings.first { $0.code.rawValue == "dialect-dependent" })
    #expect(finding.message.hasPrefix("'\(name): \(value)' "))
    #expect(finding.message.hasSuffix(reason), "\(finding.message)")
  }

  @Test(
    "What still holds for something is not shadowed",
    arguments: [
      ".a, .b { color: red } .a { color: lime }",
      ".a { border: 1px solid red; border-color: lime }",
      ".a { color: red } @media (width > 3) { .a { color: lime } }",
      ".a { color: red } @layer x { .a { color: lime } }",
      ".a { color: red !important } .a { color: lime }",
      ".a { color: red } .a:selected { color: lime }",
      // What is there for readers that do not know the next one.
      ".a { color: red; color: rgb(1 2 3); color: oklch(70% 0.1 200) }",
      ".a { width: 10px; width: 10ch }",
      ".a { word-wrap: break-word; overflow-wrap: anywhere }",
    ])
  func notShadowed(css: String) {
    #expect(check("s.css", css).isEmpty)
  }

  @Test("Findings come in the order of the text")
  func order() {
    let json =
      #"{".a": {"cursor": "x", "color": "nope", "width": "var(--x)"}, ".b:no": {}, "@no": 1}"#
    let columns = check("s.json", json).compactMap(\.location?.column)
    #expect(columns.count == 5)
    #expect(columns == columns.sorted())
  }

  @Test("Names like those of missing images are looked for in one listing, and not for all of them")
  func missingImages() {
    var files = ["/t/photo.png": ""]
    for index in 0..<200 { files["/t/other\(index).png"] = "" }
    let counted = CountedFiles(files)
    let rules = (0..<1500).map { ".a\($0) { background-image: image(phto.png) }" }
    let sheet = StylesheetLoader(dialect: .viewcss).load(
      SourceText(name: "/t/s.css", text: rules.joined()))
    let findings = sheet.check(files: counted)
    let images = findings.filter { $0.code == .missingImage }
    #expect(images.count == 1000)
    #expect(images.prefix(100).allSatisfy { $0.suggestion == "photo.png" })
    #expect(images.dropFirst(100).allSatisfy { $0.suggestion == nil })
    #expect(findings.contains { $0.message == "500 more findings of missing-image" })
    #expect(counted.listings == 1)
  }

  @Test("A sheet without mistakes has no findings")
  func clean() {
    let json = """
      {":root": {"--accent": "#336699"}, ".a": {"color": "var(--accent)", "border": "1px solid"}}
      """
    #expect(check("s.json", json).isEmpty)
  }

  @Test(
    "Keys that mean the same element are duplicates: the last one replaces the earlier one",
    arguments: [
      ("MyCell", "my_cell", true), ("my_cell.on", "MyCell.on", true),
      ("my_cell, .B", "MyCell, .B", true), ("UILabel:selected", "ui_label:selected", true),
      ("Zelle\u{c4}", "zelle\u{e4}", false), (".MyCell", ".my_cell", false),
      ("b.MyCell", "b.my_cell", false), ("MyCell", "mycell", false),
    ])
  func sameElement(first: String, second: String, isSame: Bool) {
    let json = """
      {"\(first)": {"color": "red", "opacity": "x"}, "\(second)": {"font-weight": "bold"}}
      """
    let sheet = StylesheetLoader().load(SourceText(name: "a.json", text: json))
    let duplicates = sheet.diagnostics.filter { $0.code == .duplicateKey }
    #expect(duplicates.count == (isSame ? 1 : 0))
    if let duplicate = duplicates.first {
      #expect(
        duplicate.message
          == "'\(first)' is the same as '\(second)' and is set again; the last one counts")
      #expect(duplicate.severity == .warning)
    }
    #expect(sheet.rules.count == (isSame ? 1 : 2))
    #expect(sheet.diagnostics.contains { $0.code == .invalidValue })
  }

  @Test("Plain values of the older formats are no elements: their names may differ in case")
  func sameValue() {
    let json = #"{"titleColor": "red", "title_color": "blue", "$Size": "1", "$size": "2"}"#
    let sheet = StylesheetLoader(dialect: .pixelbits).load(SourceText(name: "a.json", text: json))
    #expect(!sheet.diagnostics.contains { $0.code == .duplicateKey })
  }

  @Test("An undefined variable is a mistake in a dictionary; in CSS a page may set it")
  func undefinedVariable() throws {
    let css = try #require(check("s.css", ".a { color: var(--x) }").first)
    #expect(css.code == .undefinedVariable && css.severity == .warning)
    let json = try #require(check("s.json", #"{".a": {"color": "var(--x)"}}"#).first)
    #expect(json.code == .undefinedVariable && json.severity == .error)
  }

  @Test("Mistakes in what is set again are told, and count for nothing else")
  func replaced() {
    let sheet = StylesheetLoader().load(
      SourceText(
        name: "a.json",
        text: """
          {".a": {"color": "grene", "colr": "red"}, ".a": {"color": "lime"},
           ".b": {"color": "blu", "color": "blue"}, "[+ *]": {".c": {"opacity": "x"}},
           "[+ *]": {}}
          """))
    #expect(
      sheet.diagnostics.map(\.code.rawValue).sorted() == [
        "duplicate-key", "duplicate-key", "duplicate-key", "invalid-value", "invalid-value",
        "unknown-property",
      ])
    #expect(sheet.rules.count == 2)
    #expect(sheet.declarations.count == 2)
    #expect(sheet.rejected.isEmpty)
  }
}
