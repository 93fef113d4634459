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
      ("s.css", ".a + .b { color: red }", "invalid-selector", 4, nil),
      ("s.css", ".a { colour: red }", "unknown-property", 6, "color"),
      ("s.css", "@medai (width > 3) { }", "unknown-at-rule", 1, "media"),
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

  @Test("A sheet without mistakes has no findings")
  func clean() {
    let json = """
      {":root": {"--accent": "#336699"}, ".a": {"color": "var(--accent)", "border": "1px solid"}}
      """
    #expect(check("s.json", json).isEmpty)
  }
}
