import CSSSyntax
import Diagnostics
import Testing

/// Stylesheets, what is read from them, and what is found wrong with them.
///
/// Many follow the cases of the published css-parsing-tests, whose inputs every CSS parser shares.
private let sheets: [(css: String, rules: String, findings: [String])] = [
  ("", "", []),
  (" \t\r\n\u{C} ", "", []),
  ("<!-- -->", "", []),
  ("a{}", "[a|]", []),
  (".a { color : red ; }", "[.a|color=red]", []),
  (".a { color: red; color: blue }", "[.a|color=red;color=blue]", []),
  (".a { color: red !important }", "[.a|color=red!]", []),
  (".a { color: red ! /**/ IMPORTANT ; }", "[.a|color=red!]", []),
  (".a { color: red!important; b: c }", "[.a|color=red!;b=c]", []),
  ("a{COLOR:Red; --Foo: Bar}", "[a|color=Red;--Foo=Bar]", []),
  ("a{--x:}", "[a|--x=]", []),
  ("a{--x: ; --y:!important}", "[a|--x=;--y=!]", []),
  ("a{--x: {a:b;c} d }", "[a|--x={a:b;c} d]", []),
  ("a{--x: a /* b */ c /* d */;}", "[a|--x=a /* b */ c]", []),
  ("a{--x:hover { color: red } b: c; d: e}", "[a|--x=hover { color: red } b: c;d=e]", []),
  // Rules within rules, and what tells them from declarations.
  ("a{b:hover{c:d}e:f}", "[a|[b:hover|c=d];e=f]", []),
  ("a{&:hover{c:d} .b{} > c{} + d{}}", "[a|[&:hover|c=d];[.b|];[> c|];[+ d|]]", []),
  ("a{b{c{d{e:f}}}}", "[a|[b|[c|[d|e=f]]]]", []),
  ("a{color:red;&{x:y}z:w}", "[a|color=red;[&|x=y];z=w]", []),
  ("a{@media print{b:c}d:e}", "[a|@media(print)[b=c];d=e]", []),
  ("a{@nest x;b:c}", "[a|@nest(x);;b=c]", []),
  ("a{@nest x}b{}", "[a|@nest(x);] [b|]", []),
  ("a{b:is(c,d) e{f:g}}", "[a|[b:is(c,d) e|f=g]]", []),
  // At-rules.
  ("@import \"x\" screen;a{}", "@import(\"x\" screen); [a|]", []),
  ("@MEDIA  print { a { b: c } }", "@media(print)[[a|b=c]]", []),
  ("@font-face { a: b; c: d }", "@font-face()[a=b;c=d]", []),
  ("@layer a, b;", "@layer(a, b);", []),
  ("@foo } bar {}", "", ["1:6 stray-brace"]),
  ("@import \"x\"", "@import(\"x\");", ["1:12 missing-semicolon"]),
  // Recovery.
  ("a{color red; b:c}", "[a|b=c]", ["1:9 missing-colon"]),
  ("a{color; b:c}", "[a|b=c]", ["1:8 missing-colon"]),
  ("a{color}b{c:d}", "[a|] [b|c=d]", ["1:8 missing-colon"]),
  ("a{color:}b{c:d}", "[a|] [b|c=d]", ["1:8 missing-value"]),
  ("a{color:!important;b:c}", "[a|b=c]", ["1:8 missing-value"]),
  ("a{*zoom:1;b:c}", "[a|b=c]", ["1:3 invalid-declaration"]),
  ("a{;;b:c;;}", "[a|b=c]", []),
  ("a{b:c!ie;d:e}", "[a|d=e]", ["1:6 invalid-priority"]),
  ("a{b:c!;d:e}", "[a|d=e]", ["1:6 invalid-priority"]),
  ("a{b:!important c;d:e}", "[a|d=e]", ["1:5 invalid-priority"]),
  ("a{b:c !important !important;d:e}", "[a|d=e]", ["1:7 invalid-priority"]),
  (
    "a{b:'c\nd';e:f}g{h:i}", "[a|]",
    ["1:2 unclosed-block", "1:5 bad-string", "2:2 unclosed-string"]
  ),
  ("a{b:'c\n;e:f}", "[a|e=f]", ["1:5 bad-string"]),
  ("a{b:url(c d);e:f}", "[a|e=f]", ["1:5 bad-url"]),
  ("a{b:c);d:e}", "[a|d=e]", ["1:6 stray-bracket"]),
  ("a{b:(c];d:e);f:g}", "[a|f=g]", ["1:7 stray-bracket"]),
  ("a{b:(c;d:e}f{g:h}", "[a|]", ["1:5 unclosed-block"]),
  ("a{b:{c:d}e:f}", "[a|e=f]", ["1:5 block-as-value"]),
  ("a{b:{c:d};e:f}", "[a|e=f]", ["1:5 block-as-value"]),
  ("a{b:c\nd:e}", "[a|b=c\nd:e]", ["2:1 missing-semicolon"]),
  ("a{b:c,\nd:hover{}}", "[a|[b:c,\nd:hover|]]", []),
  ("} a{} b{}", "[b|]", ["1:1 stray-brace"]),
  ("a{}} b{} c{}", "[a|] [c|]", ["1:4 stray-brace"]),
  ("a", "", ["1:1 missing-block"]),
  (" a b ", "", ["1:2 missing-block"]),
  ("color: red; a{b:c}", "[color: red; a|b=c]", []),
  ("--x:hover{a:b}c{}", "[c|]", ["1:1 invalid-declaration"]),
  ("a){b:c}d{}", "[d|]", ["1:2 stray-bracket"]),
  ("a{b:c", "[a|b=c]", ["1:2 unclosed-block"]),
  ("a{b:c;d{e:f", "[a|b=c;[d|e=f]]", ["1:2 unclosed-block", "1:8 unclosed-block"]),
  ("a{b:'c", "[a|b='c]", ["1:2 unclosed-block", "1:5 unclosed-string"]),
  ("a{b:url(c", "[a|b=url(c]", ["1:2 unclosed-block", "1:5 unclosed-url"]),
  ("a{b:c}/* d", "[a|b=c]", ["1:7 unclosed-comment"]),
  ("a{b:c/* d }", "[a|b=c]", ["1:2 unclosed-block", "1:6 unclosed-comment"]),
  ("a<!--{}-->b{}", "[a<!--|] [b|]", []),
  ("a{<!-- b:c; d:e}", "[a|d=e]", ["1:3 invalid-declaration"]),
  ("// a\nb{c:d}e{}", "[e|]", ["1:1 line-comment"]),
  ("a{b:c; // d\n e:f; g:h}", "[a|b=c;g=h]", ["1:8 line-comment"]),
  ("a{b:c // d\n}", "[a|b=c // d]", []),
  ("{}", "[|]", []),
  ("a{{b:c}d:e}", "[a|[|b=c];d=e]", []),
  ("\u{FEFF}a{}", "[a|]", []),
]

@Test("A sheet that is not UTF-8 is read with a warning for each byte")
func brokenSheet() {
  let latin1: [UInt8] =
    Array(".gr".utf8) + [0xFC] + Array("n{a:'".utf8) + [0xE9, 0xE8] + [0x27, 0x7D]
  let sheet = parseStylesheet(SourceText(name: "a.css", bytes: latin1))
  #expect(outline(sheet.rules) == "[.gr\u{FFFD}n|a='\u{FFFD}\u{FFFD}']")
  #expect(sheet.diagnostics.map(\.code) == [.invalidUTF8, .invalidUTF8, .invalidUTF8])
  #expect(sheet.diagnostics.first?.location?.description == "a.css:1:4")
  #expect(parseStylesheet(SourceText(name: "a.css", text: ".gr\u{FC}n{}")).diagnostics.isEmpty)
}

@Test("A stylesheet is read, and recovers from errors, as CSS Syntax says", arguments: sheets)
func stylesheets(css: String, rules: String, findings: [String]) {
  let sheet = parseStylesheet(SourceText(name: "a.css", text: css))
  #expect(outline(sheet.rules) == rules)
  #expect(outline(sheet.diagnostics) == findings)
}
