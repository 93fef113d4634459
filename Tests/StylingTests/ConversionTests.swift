import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("Dictionary to CSS and back")
struct ConversionTests {
  private func convert(
    _ text: String, to form: StylesheetForm, dialect: Dialect? = nil
  ) -> ConvertedStylesheet {
    let name = form == .css ? "sheet.json" : "sheet.css"
    return convertStylesheet(SourceText(name: name, text: text), to: form, dialect: dialect)
  }

  @Test(
    "A dictionary becomes this CSS",
    arguments: [
      (#"{".a": {"color": "red"}}"#, "@dialect viewcss;\n.a {\n  color: red;\n}\n"),
      (
        #"{"@dialect": "css", ".a": {"fontWeight": 700, "opacity": 0.5}}"#,
        ".a {\n  font-weight: 700;\n  opacity: 0.5;\n}\n"
      ),
      (
        #"{"@dialect": "css", "@palette": "a.conf", "@imports": "b"}"#,
        "@palette \"a.conf\";\n@import \"b\";\n"
      ),
      (
        #"{"@dialect": "css", "@imports": ["first", "second"]}"#,
        "@import \"second\";\n@import \"first\";\n"
      ),
      (
        #"{"@dialect": "css", ".a": {"color": "red", "color:selected": "blue", "opacity": 1}}"#,
        ".a {\n  color: red;\n}\n.a:selected {\n  color: blue;\n}\n.a {\n  opacity: 1;\n}\n"
      ),
      (
        #"{"@dialect": "css", ".a, b": {"selectedTextColor": "red"}}"#,
        ".a:selected, b:selected {\n  color: red;\n}\n"
      ),
      (
        #"{"@dialect": "css", "[+ *]": {".a": {"color": "red"}}, ".b": {"color": "red"}}"#,
        ".b {\n  color: red;\n}\n@media (width >= 80) {\n  .a {\n    color: red;\n  }\n}\n"
      ),
      (
        #"{"@dialect": "css", "[- +]": {".a": {}}}"#,
        "@media (width < 80) and (height >= 24) {\n  .a {\n  }\n}\n"
      ),
      (
        #"{"@dialect": "css", "@media print": {"[- *]": {".a": {}}}, "[+ *]": {".b": {}}}"#,
        "@media print {\n}\n@media print {\n  @media (width < 80) {\n    .a {\n    }\n  }\n}\n"
          + "@media (width >= 80) {\n  .b {\n  }\n}\n"
      ),
      (
        #"{"@dialect": "css", "[- *]": {"[* +]": {".a": {}}}, "[* -]": {}, "[+ *]": {}}"#,
        "@media (width < 80) {\n}\n@media (width >= 80) {\n}\n@media (height < 24) {\n}\n"
          + "@media (width < 80) {\n  @media (height >= 24) {\n    .a {\n    }\n  }\n}\n"
      ),
      (
        #"{"@dialect": "css", "@media (width > 3)": {".a": {"color": "red"}}}"#,
        "@media (width > 3) {\n  .a {\n    color: red;\n  }\n}\n"
      ),
      (
        #"{"@dialect": "css", ":root": {"--Main Color": "a b"}}"#,
        ":root {\n  --Main\\ Color: a b;\n}\n"
      ),
      (
        #"{"@dialect": "css", ".a": {"padding": {"top": 1, "left": 2, "bottom": 3, "right": 4}}}"#,
        ".a {\n  padding: 1px 4px 3px 2px;\n}\n"
      ),
      (
        #"{".a": {"font": {"name": "HelveticaNeue-Bold", "size": 18}}}"#,
        "@dialect viewcss;\n.a {\n  font: HelveticaNeue-Bold, 18;\n}\n"
      ),
      (
        #"{".a": {"background-image": [{"location": 0, "color": "red"}, {"location": 1, "color": "blue"}]}}"#,
        "@dialect viewcss;\n.a {\n  background-image: linear-gradient(rgb(255, 0, 0) 0%, rgb(0, 0, 255) 100%);\n}\n"
      ),
      (
        "{\"@dialect\": \"css\", // one\n \".a\": {\"color\": \"red\" /* two */}\n/* three */}",
        "/* one*/\n.a {\n  color: red; /* two */\n}\n/* three */\n"
      ),
      (
        #"{"@dialect": "css", ".a": {"color": "red"}, ".a /* 2 */": {"color": "lime"}}"#,
        ".a {\n  color: red;\n}\n.a {\n  color: lime;\n}\n"
      ),
      (
        #"{"@dialect": "css", ".a": {"color": "rgb(1, 2, 3"}}"#,
        ".a {\n  color: rgb(1, 2, 3);\n}\n"
      ),
    ])
  func toCSS(json: String, css: String) {
    let converted = convert(json, to: .css)
    #expect(converted.text == css)
    #expect(converted.diagnostics.filter { $0.severity == .error }.isEmpty)
  }

  @Test(
    "CSS becomes this dictionary",
    arguments: [
      (
        ".a { color: red }",
        "{\n  \"@dialect\": \"css\",\n  \".a\": {\n    \"color\": \"red\"\n  }\n}\n"
      ),
      (
        "@dialect viewcss; .a { color: red !important }",
        "{\n  \".a\": {\n    \"color\": \"red !important\"\n  }\n}\n"
      ),
      (
        "@dialect viewcss; @import \"a\"; @import url(b); ",
        "{\n  \"@imports\": [\"b\", \"a\"]\n}\n"
      ),
      (
        "@dialect viewcss; @palette \"a.conf\"; @import url(b);",
        "{\n  \"@palette\": \"a.conf\",\n  \"@imports\": [\"b\"]\n}\n"
      ),
      (
        "@dialect viewcss; .a { color: red } .a { color: lime }",
        "{\n  \".a\": {\n    \"color\": \"red\"\n  },\n  \".a /* 2 */\": {\n    \"color\": \"lime\"\n  }\n}\n"
      ),
      (
        "@dialect viewcss; .a { color: red; color: lime }",
        "{\n  \".a\": {\n    \"color\": \"red\"\n  },\n  \".a /* 2 */\": {\n    \"color\": \"lime\"\n  }\n}\n"
      ),
      (
        ".a { & .b { color: red } }",
        "{\n  \"@dialect\": \"css\",\n  \".a .b\": {\n    \"color\": \"red\"\n  }\n}\n"
      ),
      (
        ".a, .c { &.b, > b { color: red } }",
        "{\n  \"@dialect\": \"css\",\n  \":is(.a, .c).b, :is(.a, .c) > b\": {\n    \"color\": \"red\"\n  }\n}\n"
      ),
      (
        ".a, .c { + & { color: red } ~ .b { color: red } }",
        "{\n  \"@dialect\": \"css\",\n  \":is(.a, .c) + :is(.a, .c)\": {\n    \"color\": \"red\"\n  },\n  \":is(.a, .c) ~ .b\": {\n    \"color\": \"red\"\n  }\n}\n"
      ),
      (
        ".a { b & { color: red } }",
        "{\n  \"@dialect\": \"css\",\n  \"b :is(.a)\": {\n    \"color\": \"red\"\n  }\n}\n"
      ),
      (
        "@media (width > 3) { .a { --x:; } }",
        "{\n  \"@dialect\": \"css\",\n  \"@media (width > 3)\": {\n    \".a\": {\n      \"--x\": \"\"\n    }\n  }\n}\n"
      ),
      (
        ".a { @media print { color: red } }",
        "{\n  \"@dialect\": \"css\",\n  \"@media print\": {\n    \".a\": {\n      \"color\": \"red\"\n    }\n  }\n}\n"
      ),
      (
        "/* top */ .a { color: red; /* why */ }",
        "{\n  /* top */\n  \"@dialect\": \"css\",\n  \".a\": {\n    \"color\": \"red\" /* why */\n  }\n}\n"
      ),
    ])
  func toJSON(css: String, json: String) {
    let converted = convert(css, to: .json)
    #expect(converted.text == json)
    #expect(converted.diagnostics.isEmpty)
  }

  @Test(
    "What the other form cannot say is an error that names it",
    arguments: [
      ("{\"title\": \"Hello\"}", StylesheetForm.css, "'title'", 2),
      (#"{".a": {"padding": "{1, 2}"}}"#, .css, "'padding'", 20),
      (#"{".a": {"color": ["red"]}}"#, .css, "'color'", 18),
      (#"{".a": {"color": "red; b: c"}}"#, .css, "'color'", 18),
      (#"{".a": {"--x": "a } b"}}"#, .css, "'--x'", 16),
      (#"{".a": {"color": null}}"#, .css, "null", 18),
      (#"{"@media (x) { .b": {}}"#, .css, "@media", 2),
      (#"{".a{} .b": {"color": "red"}}"#, .css, "'{' in selector", 5),
      (#"{"@layer": {}}"#, .css, "'@layer'", 2),
      (#"{".a": {"--x": "a \u001b b"}}"#, .css, "'--x'", 16),
      ("@layer a { .a { color: red } }", .json, "layers", 1),
      ("@layer a, b;", .json, "layers", 1),
      ("@import 'x' (width > 3);", .json, "'@import x'", 9),
      ("@font-face { font-family: x }", .json, "@font-face", 1),
      (".a > > .b { color: red }", .json, "'>' in selector", 6),
    ])
  func notExpressible(text: String, form: StylesheetForm, named: String, column: Int) throws {
    let converted = convert(text, to: form)
    let error = try #require(converted.diagnostics.first { $0.severity == .error })
    #expect(error.message.contains(named), "\(error.message)")
    #expect(error.location?.column == column)
  }

  @Test(
    "Controls come out as escapes, and in comments as U+FFFD",
    arguments: [
      (
        #"{"@dialect": "css", ".a": {"text-overflow": "'\u001b[31m\u009b'"}}"#,
        StylesheetForm.css, ".a {\n  text-overflow: '\\1b [31m\\9b ';\n}\n"
      ),
      (
        #"{"@dialect": "css", ".a\\\u001b": {"--x\u0007": "url(\u0085)\r\n\u000c1"}}"#, .css,
        ".a\\1b  {\n  --x\\7 : url(\\85 )\n\n1;\n}\n"
      ),
      (
        "{\"@dialect\": \"css\" /* \u{1B}]0;x\u{7}\r\n\u{202E} */, \".a\": {}}", .css,
        "/* \u{FFFD}]0;x\u{FFFD}\n\u{FFFD} */\n.a {\n}\n"
      ),
      (
        ".a { /* \u{1B} */ --x: \"\u{1B}\" \u{1B} }", .json,
        "{\n  \"@dialect\": \"css\",\n  \".a\": { /* \u{FFFD} */\n    \"--x\": \"\\\"\\u001b\\\" \\u001b\"\n  }\n}\n"
      ),
      (
        ".a { --x: \"\u{1B}\" /* \u{7F} */ }", .css,
        ".a {\n  --x: \"\\1b \"; /* \u{FFFD} */\n}\n"
      ),
    ])
  func controls(text: String, form: StylesheetForm, expected: String) {
    let name = text.hasPrefix("{") ? "sheet.json" : "sheet.css"
    let converted = convertStylesheet(SourceText(name: name, text: text), to: form)
    #expect(converted.text == expected)
    #expect(!converted.diagnostics.contains { $0.severity == .error })
  }

  @Test("A hundred nested rules with two & each do not explode")
  func explosion() {
    let depth = 100
    let css =
      String(repeating: "& & .a, .b {", count: depth) + "color: red"
      + String(repeating: "}", count: depth)
    let converted = convert(".x {\(css)}", to: .json)
    #expect(converted.text.utf8.count < 1_000_000)
    #expect(converted.diagnostics.contains { $0.severity == .error })
  }

  /// Every style that some elements have in a sheet, for all environments and states that the
  /// random sheets mention.
  private func styles(_ source: SourceText) -> [ComputedStyle] {
    var styles: [ComputedStyle] = []
    for columns in [50, 100] {
      let environment = Environment(columns: columns, rows: 24)
      let sheet = StylesheetLoader(environment: environment).load(source)
      for state in [[], ControlState.selected, .disabled, [.selected, .highlighted]] {
        for element in ["text", "my_cell"] {
          for classes in [[], ["a"], ["b"], ["b", "a"], ["link", "x-y"]] {
            let host = HostObject(element: element, classes: classes, states: state)
            let resolver = StyleResolver(stylesheet: sheet, environment: environment, host: host)
            styles.append(resolver.hostStyle)
            for tag in ["span", "b"] {
              for name in ["a", "link", "b"] {
                let id = resolver.child(
                  of: resolver.hostNode, ElementDescription(tag: tag, classes: [name]))
                styles.append(ComputedStyle(text: resolver[id].style))
                let inner = resolver.child(
                  of: id, ElementDescription(tag: "span", classes: ["b", "x-y"]))
                styles.append(ComputedStyle(text: resolver[inner].style))
              }
            }
          }
        }
      }
    }
    return styles
  }

  @Test("Random sheets keep all computed styles there and back", arguments: 0..<32)
  func roundTrip(seed: Int) {
    var random = RandomSheet(seed: UInt64(seed))
    let dialect = [nil, "css", "pixelbits", "architect"][seed % 4]
    let json = SourceText(name: "sheet.json", text: random.json(dialect: dialect))
    let css = convertStylesheet(json, to: .css)
    let back = convertStylesheet(SourceText(name: "sheet.css", text: css.text), to: .json)
    let expected = styles(json)
    #expect(styles(SourceText(name: "sheet.css", text: css.text)) == expected, "\(css.text)")
    #expect(styles(SourceText(name: "sheet.json", text: back.text)) == expected, "\(back.text)")
    #expect(!css.diagnostics.contains { $0.code == .notExpressible })
    #expect(!back.diagnostics.contains { $0.code == .notExpressible })
  }

  @Test("Converting what came out again changes nothing", arguments: 0..<24)
  func stable(seed: Int) {
    var random = RandomSheet(seed: UInt64(1000 + seed))
    let json = SourceText(name: "sheet.json", text: random.json(dialect: "css"))
    let css = convertStylesheet(json, to: .css).text
    let back = convertStylesheet(SourceText(name: "sheet.css", text: css), to: .json).text
    let again = convertStylesheet(SourceText(name: "sheet.json", text: back), to: .css).text
    let last = convertStylesheet(SourceText(name: "sheet.css", text: again), to: .json).text
    #expect(last == back)
  }
}
