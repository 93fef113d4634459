import CSSSyntax
import Testing

/// Inputs and their tokens, by the subsection of CSS Syntax §4.3 that decides.
private let cases: [(css: String, tokens: String)] = [
  // Whitespace, punctuation, comments (§4.3.1, §4.3.2).
  ("", ""),
  (" \t\n\r\n\u{C}", "_"),
  ("\u{B}\u{A0}\u{2028}", "delim(\u{B}) delim(\u{A0}) delim(\u{2028})"),
  ("()[]{},:;", "( ) [ ] { } , : ;"),
  ("<!---->", "<!-- -->"),
  ("<!--<!-- -", "<!-- <!-- _ delim(-)"),
  ("<!- <-", "delim(<) delim(!) delim(-) _ delim(<) delim(-)"),
  ("a/**/b/* c */ /**//**/d", "ident(a) ident(b) _ ident(d)"),
  (" /**/ ", "_ _"),
  ("/* a", ""),
  ("/*/a*/b", "ident(b)"),
  ("/**", ""),
  ("a / b /c", "ident(a) _ delim(/) _ ident(b) _ delim(/) ident(c)"),
  (
    "~|=^$*!%&>?`",
    "delim(~) delim(|) delim(=) delim(^) delim($) delim(*) delim(!) delim(%) "
      + "delim(&) delim(>) delim(?) delim(`)"
  ),
  // Identifiers (§4.3.9, §4.3.12).
  ("a A_b-c9 _", "ident(a) _ ident(A_b-c9) _ ident(_)"),
  ("-a --a -- --- -_", "ident(-a) _ ident(--a) _ ident(--) _ ident(---) _ ident(-_)"),
  ("- -1a 1-a", "delim(-) _ dimension(-1.0± a) _ dimension(1.0 -a)"),
  ("é日本\u{10FFFF}·", "ident(é日本\u{10FFFF}·)"),
  ("\u{200C}\u{200D}\u{203F}", "ident(\u{200C}\u{200D}\u{203F})"),
  ("a\u{D7}b", "ident(a) delim(\u{D7}) ident(b)"),
  (
    "\u{37E}\u{2070}\u{2190}\u{3000}",
    "delim(\u{37E}) ident(\u{2070}) delim(\u{2190}) delim(\u{3000})"
  ),
  ("\0a\0", "ident(\u{FFFD}a\u{FFFD})"),
  // Escapes (§4.3.7, §4.3.8).
  ("\\61 b", "ident(ab)"),
  ("\\000061b", "ident(ab)"),
  ("\\0000610", "ident(a0)"),
  ("\\61\r\nb", "ident(ab)"),
  ("\\61\n\nb", "ident(a) _ ident(b)"),
  ("\\61\tb\\62\u{C}c", "ident(abbc)"),
  ("\\0 \\d800 \\110000 \\ffffff", "ident(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD})"),
  ("\\10FFFF", "ident(\u{10FFFF})"),
  ("\\-\\+\\é\\日", "ident(-+é日)"),
  ("a\\\nb", "ident(a) delim(\\) _ ident(b)"),
  ("\\", "ident(\u{FFFD})"),
  ("a\\", "ident(a\u{FFFD})"),
  ("\\\0", "ident(\u{FFFD})"),
  ("-\\61", "ident(-a)"),
  ("-\\\n", "delim(-) delim(\\) _"),
  ("--\\", "ident(--\u{FFFD})"),
  // Functions and URLs (§4.3.4, §4.3.6, §4.3.14).
  ("rgb(1)", "function(rgb) number(1.0) )"),
  ("-a() \\61()", "function(-a) ) _ function(a) )"),
  ("url(a.png) URL( \n b )", "url(a.png) _ url(b)"),
  ("url()url( )", "url() url()"),
  ("url('a') url(  \"b\" )", "function(url) string(a) ) _ function(url) _ string(b) _ )"),
  ("u\\72l(a) \\75RL( 'b')", "url(a) _ function(uRL) _ string(b) )"),
  ("url(a\\)b\\28 c)", "url(a)b(c)"),
  ("url(a b)c url(a(b)c", "bad-url ident(c) _ bad-url ident(c)"),
  ("url(a\"b) url(a'b)", "bad-url _ bad-url"),
  ("url(a\u{1}) url(\u{7F}) url(\u{8})", "bad-url _ bad-url _ bad-url"),
  ("url(a\0b)", "url(a\u{FFFD}b)"),
  ("url(a\\\nb)c", "bad-url ident(c)"),
  ("url(a b\\)c)d", "bad-url ident(d)"),
  ("url(a", "url(a)…"),
  ("url( a ", "url(a)…"),
  ("url(", "url()…"),
  ("url(a\\", "url(a\u{FFFD})…"),
  ("url(a b", "bad-url"),
  ("url (a)", "ident(url) _ ( ident(a) )"),
  ("src(a)", "function(src) ident(a) )"),
  ("url(/*a*/)", "url(/*a*/)"),
  ("url(日本)", "url(日本)"),
  // At-keywords and hashes.
  ("@media @-a @--a @é @\\61", "at(media) _ at(-a) _ at(--a) _ at(é) _ at(a)"),
  ("@ @1 @- @", "delim(@) _ delim(@) number(1.0) _ delim(@) delim(-) _ delim(@)"),
  ("#a #-a #--a #é #\\31", "id(a) _ id(-a) _ id(--a) _ id(é) _ id(1)"),
  ("#1 #- #-1 #1a #fff8", "hash(1) _ hash(-) _ hash(-1) _ hash(1a) _ id(fff8)"),
  ("# #. #", "delim(#) _ delim(#) delim(.) _ delim(#)"),
  ("#\\\na", "delim(#) delim(\\) _ ident(a)"),
  // Strings (§4.3.5).
  ("'a' \"b\" '' \"\"", "string(a) _ string(b) _ string() _ string()"),
  ("'\"' \"'\"", "string(\") _ string(')"),
  ("'a\\'b' \"a\\\"b\"", "string(a'b) _ string(a\"b)"),
  ("'a\\\nb' 'a\\\r\nb' 'a\\\rb' 'a\\\u{C}b'", "string(ab) _ string(ab) _ string(ab) _ string(ab)"),
  ("'\\61 b\\62'", "string(abb)"),
  ("'\\61\nb\\62\r\nc\\63\u{C}'", "string(abbcc)"),
  ("'\\61\n\nb", "bad-string _ ident(b)"),
  ("'\\000061\n1'", "string(a1)"),
  ("'a\nb", "bad-string _ ident(b)"),
  ("'a\r\nb'c'", "bad-string _ ident(b) string(c)"),
  ("'a\u{C}", "bad-string _"),
  ("'a", "string(a)…"),
  ("'", "string()…"),
  ("'a\\", "string(a)…"),
  ("'\0'", "string(\u{FFFD})"),
  ("'\\\0'", "string(\u{FFFD})"),
  ("'/*'a/*'*/", "string(/*) ident(a)"),
  ("'\u{1}\t'", "string(\u{1}\t)"),
  // Numbers (§4.3.3, §4.3.10, §4.3.13).
  ("0 12 +3 -4", "number(0.0) _ number(12.0) _ number(3.0±) _ number(-4.0±)"),
  ("1.5 .5 -.5 +.25", "number(1.5.) _ number(0.5.) _ number(-0.5±.) _ number(0.25±.)"),
  ("1e3 1E-2 1e+1 .5e1", "number(1000.0.) _ number(0.01.) _ number(10.0.) _ number(5.0.)"),
  ("1.", "number(1.0) delim(.)"),
  ("1..5", "number(1.0) delim(.) number(0.5.)"),
  ("1.2.3", "number(1.2.) number(0.3.)"),
  ("1e 1e+ 1e-", "dimension(1.0 e) _ dimension(1.0 e) delim(+) _ dimension(1.0 e-)"),
  ("1e-x 1e3e4", "dimension(1.0 e-x) _ dimension(1000.0. e4)"),
  ("+-1 -+1 --1", "delim(+) number(-1.0±) _ delim(-) number(1.0±) _ ident(--1)"),
  ("+ . +. +.a", "delim(+) _ delim(.) _ delim(+) delim(.) _ delim(+) delim(.) ident(a)"),
  ("1+2", "number(1.0) number(2.0±)"),
  ("-0", "number(-0.0±)"),
  ("50% -.5% 1e1%", "percentage(50.0) _ percentage(-0.5±.) _ percentage(10.0.)"),
  (
    "1px 1PX 1-a 1--a 1é 1\\61",
    "dimension(1.0 px) _ dimension(1.0 PX) _ dimension(1.0 -a) _ "
      + "dimension(1.0 --a) _ dimension(1.0 é) _ dimension(1.0 a)"
  ),
  ("1-->", "dimension(1.0 --) delim(>)"),
  ("1- 1-1", "number(1.0) delim(-) _ number(1.0) number(-1.0±)"),
  ("1%a 1 %", "percentage(1.0) ident(a) _ number(1.0) _ delim(%)"),
  ("0.1 0.3 1e23", "number(0.1.) _ number(0.3.) _ number(1e+23.)"),
  (
    "1e400 -1e400",
    "number(\(Double.greatestFiniteMagnitude).) _ "
      + "number(\(-Double.greatestFiniteMagnitude)±.)"
  ),
  ("1e-400 1e99999999999999999999", "number(0.0.) _ number(\(Double.greatestFiniteMagnitude).)"),
  ("9007199254740993", "number(9007199254740992.0)"),
  ("1e-22 123456789012345678901", "number(1e-22.) _ number(1.2345678901234568e+20)"),
  // Things that people write.
  ("color:red;", "ident(color) : ident(red) ;"),
  ("a:hover>b.c", "ident(a) : ident(hover) delim(>) ident(b) delim(.) ident(c)"),
  ("!important", "delim(!) ident(important)"),
  (
    "calc(1px + 2*3)",
    "function(calc) dimension(1.0 px) _ delim(+) _ number(2.0) delim(*) "
      + "number(3.0) )"
  ),
  ("u+0-7F", "ident(u) number(0.0±) dimension(-7.0± F)"),
  ("width>=80", "ident(width) delim(>) delim(=) number(80.0)"),
]

@Test("Text is cut into tokens as CSS Syntax §4 says", arguments: cases)
func tokens(css: String, expected: String) {
  #expect(outlineTokens(CSSText(css)) == expected)
}

@Test(
  "Bytes that are no UTF-8 are parts of names, and U+FFFD",
  arguments: [
    ([0xFF], "\u{FFFD}"), ([0x61, 0xC3], "a\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
  ] as [([UInt8], String)])
func brokenUTF8(bytes: [UInt8], name: String) {
  var tokenizer = CSSTokenizer(bytes: bytes, range: 0..<bytes.count)
  let token = tokenizer.next()
  #expect(token.kind == .ident)
  #expect(tokenizer.name(of: token) == name)
  #expect(tokenizer.next().kind == .endOfFile)
}

@Test("A tokenizer reads its range and nothing else")
func ranges() {
  let bytes = Array("a1px)b\\".utf8)
  var tokenizer = CSSTokenizer(bytes: bytes, range: 1..<3)
  let token = tokenizer.next()
  #expect(token.range == 1..<3)
  #expect(tokenizer.name(of: token) == "p")
  #expect(tokenizer.next().range == 3..<3)
  #expect(tokenizer.next().kind == .endOfFile)
  var beyond = CSSTokenizer(bytes: bytes, range: 6..<100)
  #expect(beyond.next().range == 6..<7)
}

@Test("A tokenizer goes back when its position is assigned")
func rewinding() {
  var tokenizer = CSSTokenizer(CSSText("a/*x*/b/*y*/c"), keepsComments: true)
  _ = tokenizer.next()
  let saved = tokenizer.position
  #expect(tokenizer.name(of: tokenizer.next()) == "b")
  #expect(tokenizer.name(of: tokenizer.next()) == "c")
  tokenizer.position = saved
  #expect(tokenizer.name(of: tokenizer.next()) == "b")
  #expect(tokenizer.name(of: tokenizer.next()) == "c")
  #expect(tokenizer.comments == [1..<6, 7..<12])
  #expect(tokenizer.unclosedComment == nil)
}

@Test("A comment without an end is noted")
func unclosedComments() {
  var tokenizer = CSSTokenizer(CSSText("a /* b *"))
  while tokenizer.next().kind != .endOfFile {}
  #expect(tokenizer.unclosedComment == 2)
  #expect(tokenizer.comments.isEmpty)
}

@Test(
  "Names are compared without regard to ASCII case",
  arguments: [
    ("important", true), ("IMPORTANT", true), ("imp\\6fRtant", true), ("importan", false),
    ("importants", false), ("ımportant", false), ("\\49 mportant", true),
  ])
func nameComparison(css: String, isEqual: Bool) {
  var tokenizer = CSSTokenizer(CSSText(css))
  let token = tokenizer.next()
  #expect(tokenizer.name(of: token, is: "important") == isEqual)
}

@Test(
  "A token's name is where its marks are not",
  arguments: [
    ("@ab", 1..<3), ("#ab", 1..<3), ("ab(", 0..<2), ("12ab", 2..<4), ("'ab'", 1..<3),
    ("'ab", 1..<3),
    ("url( ab )", 5..<7), ("url(ab", 4..<6), ("ab", 0..<2), ("12%", 3..<3), ("12", 2..<2),
    (";", 1..<1),
  ])
func nameRanges(css: String, range: Range<Int>) {
  var tokenizer = CSSTokenizer(CSSText(css))
  #expect(tokenizer.next().nameRange == range)
}
