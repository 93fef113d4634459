import Diagnostics
import StyleValues
import TestSupport
import Testing

@testable import Styling

/// Patterns of `@highlight` and `@line`.
@Suite struct HighlightRuleTests {
  private func load(
    _ text: String, _ name: String = "/t/main.css", _ files: [String: String] = [:],
    environment: Environment = Environment()
  ) -> Stylesheet {
    StylesheetLoader(
      environment: environment, files: MemoryFiles(files.merging([name: text]) { $1 })
    )
    .load(SourceText(name: name, text: text))
  }

  /// The names of the patterns that count, the weakest first, with the places of the patterns.
  private func names(
    _ sheet: Stylesheet, _ kind: HighlightRule.Kind = .highlight,
    in environment: Environment = Environment(), language: String? = nil
  ) -> String {
    let patterns = sheet.highlights(kind, environment, language: language)?.patterns ?? []
    return patterns.map {
      "\($0.name):\($0.source.range.location.line):\($0.source.range.location.column)"
    }
    .joined(separator: " ")
  }

  @Test(
    "patterns are read in their order; a later rule of a name replaces one, and an empty one removes it",
    arguments: [
      (
        #"@highlight a "x"; @line b "y"; @highlight c "z", 'zz';"#, "a:1:15 c:1:46 c:1:51", "b:1:28"
      ),
      (#"@highlight a "x"; @highlight b "y"; @highlight a "z";"#, "b:1:33 a:1:51", ""),
      (#"@highlight a "x"; @highlight a "";"#, "", ""),
      (#"@highlight a "x"; @highlight a "(";"#, "a:1:15", ""),
      (#"@highlight a "x"; @media (color-depth: mono) { @highlight a "y"; }"#, "a:1:15", ""),
      (
        #"@media (color) { @highlight a "y"; } @supports (color: red) { @line b "y" }"#, "a:1:32",
        "b:1:72"
      ),
      (
        #"@highlight a "x"; @layer p, q; @layer q { @highlight b "y"; } @layer p { @highlight b "z", "w"; }"#,
        "b:1:57 a:1:15", ""
      ),
      (#"@layer p { @highlight a "x"; @layer q { @highlight b "y"; } }"#, "b:1:55 a:1:26", ""),
      (#"@highlight a "x"; @layer p { @highlight a "y"; }"#, "a:1:15", ""),
      (#"@supports not (color: red) { @highlight a "y"; }"#, "", ""),
      (#"@highlight a "\"b\.";"#, "a:1:15", ""),
    ])
  func css(text: String, highlights: String, lines: String) {
    let sheet = load(text)
    #expect(names(sheet) == highlights)
    #expect(names(sheet, .line) == lines)
  }

  @Test(
    "patterns of a language hold only in its code",
    arguments: [
      (
        "a.css",
        #"@highlight a "x"; @language js, C++ { @highlight b "y"; @line c "z"; } "#
          + #"@language js { @highlight b "u"; } @media (color-depth: mono) { @language js { @highlight no "u"; } }"#,
        "b:1:101", "b:1:53"
      ),
      (
        "a.json",
        #"{"@highlight": {"a": "x"}, "@language js, C++": {"@highlight": {"b": "y"}, "@line": {"c": "z"}, "#
          + #""@highlight /* 2 */": {"d": "v"}}}"#, "b:1:71 d:1:126", "b:1:71 d:1:126"
      ),
    ])
  func languages(name: String, text: String, js: String, cpp: String) {
    let sheet = load(text, "/t/" + name)
    #expect(sheet.diagnostics.isEmpty)
    #expect(names(sheet).hasPrefix("a:1:"))
    #expect(names(sheet, language: "js") == js)
    #expect(names(sheet, language: "c++") == cpp)
    #expect(names(sheet, .line, language: "c++").hasPrefix("c:1:"))
    #expect(names(sheet, language: "c") == "")
  }

  @Test("a dictionary has the same rules")
  func dictionary() {
    let text = #"""
      {"@highlight": {"a": "x", "b": ["\\d", "y"]}, "@line": {"c": "z"},
      "@media (color-depth: mono)": {"@highlight": {"a": "no"}}}
      """#
    let sheet = load(text, "/t/main.json")
    #expect(sheet.diagnostics.isEmpty)
    #expect(names(sheet) == "a:1:23 b:1:34 b:1:41")
    #expect(names(sheet, .line) == "c:1:63")
  }

  @Test("the importing file and the variant replace what they build on")
  func files() {
    let files = [
      "/t/base.css": #"@highlight a "x"; @highlight b "y";"#,
      "/t/main~dark.css": #"@highlight d "x";"#,
    ]
    let main = #"@import "base.css"; @highlight a "z";"#
    var dark = Environment()
    dark.colorScheme = .dark
    #expect(names(load(main, files: files, environment: dark)) == "b:1:33 a:1:35 d:1:15")
    dark.colorScheme = .light
    #expect(names(load(main, files: files, environment: dark)) == "b:1:33 a:1:35")
  }

  private func load(
    _ text: String, files: [String: String], environment: Environment
  ) -> Stylesheet { load(text, "/t/main.css", files, environment: environment) }

  @Test(
    "a mistake is shown at its place in the pattern",
    arguments: [
      ("m.css", #"@highlight a "x(\w)\1";"#, 1, 20, "a back-reference"),
      ("m.css", "@line a\n  \"ok\", \"(?=x)\";", 2, 10, "look-ahead"),
      ("m.css", "@highlight \"x\";", 1, 1, "expected '@highlight NAME \"PATTERN\";'"),
      ("m.css", "@highlight a x;", 1, 1, "expected '@highlight NAME \"PATTERN\";'"),
      ("m.css", "@highlight a \"x\" { }", 1, 1, "expected '@highlight NAME \"PATTERN\";'"),
      ("m.css", "@highlight .a \"x\";", 1, 1, "name of a pattern has a dot; write it without"),
      ("m.json", #"{"@highlight": {"a": "\\w\u00e9(x)\\1"}}"#, 1, 35, "a back-reference"),
      ("m.json", #"{"@line": {"a": ["x", "a**"]}}"#, 1, 26, "this repeats a repeat"),
      ("m.json", #"{"@line": {"a b": "x"}}"#, 1, 12, "'a b' is no class name"),
      ("m.json", #"{"@line": {"a": 1}}"#, 1, 17, "expected a pattern or a list"),
      ("m.json", #"{"@line": {"a": ["x", ["y"]]}}"#, 1, 17, "expected a pattern or a list"),
      ("m.json", #"{"@line": "a"}"#, 1, 11, "the value of '@line' must be"),
      ("m.css", #"@language a b { @highlight a "x"; }"#, 1, 1, "expected '@language NAME"),
      ("m.css", #"@language { @highlight a "x"; }"#, 1, 1, "expected '@language NAME"),
      (
        "m.css", #"@language a { @highlight a "x"; .b { color: red } }"#, 1, 33,
        "'@language' holds only"
      ),
      (
        "m.css", #"@language a { @media (color) { @line a "x"; } }"#, 1, 15,
        "'@language' holds only"
      ),
      ("m.json", #"{"@language a": "x"}"#, 1, 17, "'@language' holds only"),
      ("m.json", #"{"@language a": {"b": {}}}"#, 1, 18, "'@language' holds only"),
      ("m.json", #"{"@language": {"@line": {}}}"#, 1, 2, "expected '@language NAME"),
    ])
  func mistakes(name: String, text: String, line: Int, column: Int, message: String) throws {
    let sheet = load(text, name)
    let finding = try #require(sheet.diagnostics.first)
    #expect(sheet.diagnostics.count == 1)
    #expect(finding.code == .invalidPattern && finding.severity == .error)
    #expect(finding.location?.line == line && finding.location?.column == column)
    #expect(finding.message.hasPrefix(message), "\(finding.message)")
  }

  @Test("rules from the first one that is too much on are left out, with one error")
  func limits() {
    let many = (0...1_000).map { "@highlight a\($0) \"x\";\n" }.joined()
    let sheet = load(many + "@line b \"x\";")
    #expect(sheet.diagnostics.map(\.location?.line) == [1_001])
    #expect(sheet.highlights(.highlight, Environment())?.patterns.count == 1_000)
    #expect(names(sheet, .line) == "b:1002:10")
    let code = load(#"@highlight a "x"; @language b, c {\#n"# + many + "}")
    #expect(code.diagnostics.map(\.location?.line) == [1_002])
    #expect(code.highlights(.highlight, Environment(), language: "c")?.patterns.count == 1_000)
    #expect(names(code) == "a:1:15")
  }

  @Test("very many patterns and rules take linear time", .timeLimit(.minutes(1)))
  func many() {
    let list = (0..<100_000).map { "\"x\($0)\"" }.joined(separator: ",")
    let sheet = load(#"{"@line": {"a": "y"}, "@highlight": {"a": [\#(list)]}}"#, "/t/main.json")
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["input-too-large"])
    #expect(names(sheet) == "" && names(sheet, .line) == "a:1:18")
    let empty = (0..<100_000).map { "@highlight a\($0) \"\";\n" }.joined()
    #expect(names(load(empty + "@highlight a7 \"x\";")) == "a7:100001:16")
  }

  @Test(
    "both forms keep patterns when they are converted",
    arguments: [
      #"@highlight a "\"\d\\";"#, #"@highlight b "x", "y"; @line a "z"; @highlight b "";"#,
      #"@media (color) { @highlight a "x"; }"#,
      #"@language a, C++ { @highlight a "x"; @line b "\d"; @highlight a "z"; } @highlight a "y";"#,
      #"@highlight a "x"; .a { color: red } @highlight c "y";"#,
      #"@highlight a "x"; @highlight a "y";"#,
      #"/* one */ @highlight a "x"; /* two */ @line b "y";"#,
    ])
  func conversion(text: String) {
    let css = SourceText(name: "a.css", text: text)
    let json = convertStylesheet(css, from: .css, to: .json)
    let back = convertStylesheet(
      SourceText(name: "a.json", text: json.text), from: .json, to: .css)
    #expect(json.diagnostics.isEmpty && back.diagnostics.isEmpty)
    func patterns(_ sheet: Stylesheet) -> [String] {
      HighlightRule.Kind.allCases.flatMap { kind in
        [nil, "c++"].flatMap { language in
          (sheet.highlights(kind, Environment(), language: language)?.patterns ?? []).map {
            "\(language ?? "") \(kind.rawValue) \($0.name)"
          }
        }
      }
    }
    #expect(patterns(load(json.text, "/t/a.json")) == patterns(load(text)))
    #expect(patterns(load(back.text, "/t/a.css")) == patterns(load(text)))
    let again = convertStylesheet(SourceText(name: "b.css", text: back.text), from: .css, to: .json)
    #expect(again.text == json.text)
  }
}
