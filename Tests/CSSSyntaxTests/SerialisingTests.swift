import CSSSyntax
import Diagnostics
import Testing

@Test(
  "Identifiers are serialised as CSSOM says",
  arguments: [
    ("a", "a"), ("", ""), ("-", "\\-"), ("--", "--"), ("-a", "-a"), ("1a", "\\31 a"),
    ("-1a", "-\\31 a"), ("a1", "a1"), ("a b", "a\\ b"), ("a.b", "a\\.b"), ("md:flex", "md\\:flex"),
    ("a\0b", "a\u{FFFD}b"), ("a\u{1}\u{7F}", "a\\1 \\7f "), ("é日", "é日"), ("a\u{A0}", "a\\\u{A0}"),
    ("☃", "\\☃"), ("_", "_"), ("9", "\\39 "), ("\n", "\\a "),
  ])
func identifiers(name: String, expected: String) {
  #expect(serialiseIdentifier(name) == expected)
}

@Test(
  "Strings are serialised as CSSOM says",
  arguments: [
    ("", "\"\""), ("a'b", "\"a'b\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("a\nb", "\"a\\a b\""),
    ("\0\u{1F}", "\"\u{FFFD}\\1f \""), ("é\u{85}", "\"é\\85 \""),
    ("\u{FFF9}\u{FFFB}\u{FEFF}", "\"\\fff9 \\fffb \\feff \""),
  ])
func strings(text: String, expected: String) {
  #expect(serialiseString(text) == expected)
}

@Test(
  "JSON strings have the escapes they need",
  arguments: [
    ("", "\"\""), ("a/b", "\"a/b\""), ("\"\\", "\"\\\"\\\\\""),
    ("\u{8}\t\n\u{C}\r\0\u{1B}", "\"\\b\\t\\n\\f\\r\\u0000\\u001b\""),
    ("\u{7F}\u{9B}\u{A0}é😀", "\"\\u007f\\u009b\u{A0}é😀\""),
    ("\u{FFF9}\u{E0041}", "\"\\ufff9\\udb40\\udc41\""),
  ])
func jsonStrings(text: String, expected: String) {
  #expect(serialiseJSONString(text) == expected)
}

@Test(
  "What is serialised reads back",
  arguments: [
    "a", "-", "--", "-1", "1", "a\u{1}1", "\u{A0}", "\u{2190}x", "a\\b\"c'", "\u{FFFD}", "日本 語",
    "\n1",
    "url(", "*/", "\u{10FFFF}", "a\r\nb",
  ])
func readBack(text: String) {
  var identifier = CSSTokenizer(CSSText(serialiseIdentifier(text)))
  let name = identifier.next()
  #expect(name.kind == .ident)
  #expect(identifier.name(of: name) == text)
  #expect(identifier.next().kind == .endOfFile)

  var string = CSSTokenizer(CSSText(serialiseString(text)))
  let contents = string.next()
  #expect(contents.kind == .string)
  #expect(string.name(of: contents) == text)
  #expect(string.next().kind == .endOfFile)

  let document = JSONDocument(SourceText(name: "a.json", text: serialiseJSONString(text)))
  guard case .string(let value) = document.root?.value else {
    Issue.record("no string")
    return
  }
  #expect(document.string(value) == text)
  #expect(document.diagnostics.isEmpty)
}
