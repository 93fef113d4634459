import TestSupport
import Testing

@testable import StyledText

@Suite("Markup tokenizer")
struct MarkupTokenizerTests {
  static let cases: [(String, String)] = [
    // Text.
    ("", ""),
    ("Bob", "Bob"),
    ("a\nb\tc", "a\nb\tc"),
    ("> is text, so is \" and ' and = and /", "> is text, so is \" and ' and = and /"),
    ("日本語", "日本語"),
    // Elements.
    ("<span>x</span>", "<span>·x·</span>"),
    ("<SPAN>x</sPaN>", "<span>·x·</span>"),
    ("<b>x</b>", "<b>·x·</b>"),
    ("<strong>x</strong>", "<strong>·x·</strong>"),
    ("<i>x</i>", "<i>·x·</i>"),
    ("<em>x</em>", "<em>·x·</em>"),
    ("<u>x</u>", "<u>·x·</u>"),
    ("<s>x</s>", "<s>·x·</s>"),
    ("<del>x</del>", "<del>·x·</del>"),
    ("<ins>x</ins>", "<ins>·x·</ins>"),
    ("<mark>x</mark>", "<mark>·x·</mark>"),
    ("<small>x</small>", "<small>·x·</small>"),
    ("<big>x</big>", "<big>·x·</big>"),
    ("<sub>x</sub>", "<sub>·x·</sub>"),
    ("<sup>x</sup>", "<sup>·x·</sup>"),
    ("<code>x</code>", "<code>·x·</code>"),
    ("<kbd>x</kbd>", "<kbd>·x·</kbd>"),
    ("<a>x</a>", "<a>·x·</a>"),
    ("a<br>b", "a·<br>·b"),
    ("a<br/>b", "a·<br/>·b"),
    ("a<BR />b", "a·<br/>·b"),
    ("<span/>", "<span/>"),
    ("<span />", "<span/>"),
    ("<span class=a />", "<span class=a/>"),
    ("<span\n>", "<span>"),
    ("<span \t\r\n\u{0C}>", "<span>"),
    ("</span >", "</span>"),
    ("</span\n\t>", "</span>"),
    // Attributes.
    ("<span class=\"a b\">", "<span class=a b>"),
    ("<span class='a b'>", "<span class=a b>"),
    ("<span class=a>", "<span class=a>"),
    ("<span class = \"a\">", "<span class=a>"),
    ("<span class\n=\n'a'>", "<span class=a>"),
    ("<span class= a>", "<span class=a>"),
    ("<span class =a>", "<span class=a>"),
    ("<span class=>", "<span class=>"),
    ("<span class= >", "<span class=>"),
    ("<span class=\"\">", "<span class=>"),
    ("<span class=''>", "<span class=>"),
    ("<span hidden>", "<span hidden>"),
    ("<span hidden >x<i>", "<span hidden >x·<i>"),
    ("<span hidden/>", "<span hidden/>"),
    ("<span a=1 hidden><i>", "<span a=1 hidden>·<i>"),
    ("<span id>", "<span id>"),
    ("<a href=x download>", "<a href=x download>"),
    ("<b DATA-x y>", "<b DATA-x y>"),
    ("if a <b then c > d", "if a <b then c > d"),
    ("<span hidden lang=de>", "<span hidden lang=de>"),
    ("<span lang=de hidden>", "<span lang=de hidden>"),
    ("<span a b c>", "<span a b c>"),
    ("<span CLASS=A>", "<span CLASS=A>"),
    ("<span class=a style='color:red'>", "<span class=a style=color:red>"),
    ("<span class=\"a\"style=\"b\">", "<span class=a style=b>"),
    ("<span class='a'style='b'/>", "<span class=a style=b/>"),
    ("<span class=a class=b>", "<span class=a class=b>"),
    ("<span data-x_1.y:z=1>", "<span data-x_1.y:z=1>"),
    ("<span _x=1>", "<span _x=1>"),
    ("<span title=\"a > b\">", "<span title=a > b>"),
    ("<span title='a > b'>", "<span title=a > b>"),
    ("<span title=\"it's\">", "<span title=it's>"),
    ("<span title='say \"x\"'>", "<span title=say \"x\">"),
    ("<span title=\"<b>\">", "<span title=<b>>"),
    ("<span title=a<b>", "<span title=a<b>"),
    ("<span title=a\"b'c=d`e>", "<span title=a\"b'c=d`e>"),
    ("<a href=/x/y>", "<a href=/x/y>"),
    ("<a href=/>", "<a href=/>"),
    ("<a href=x/>", "<a href=x/>"),
    ("<a href=http://e.x/?a=1&b=2>", "<a href=http://e.x/?a=1&b=2>"),
    ("<a href=\"http://e.x\">x</a>", "<a href=http://e.x>·x·</a>"),
    ("<span title=\"a\nb\">", "<span title=a\nb>"),
    ("<span title=\"&lt;\">", "<span title=&lt;>"),
    ("<span class=ä>", "<span class=ä>"),
    // What does not parse is text.
    ("5 < 6", "5 < 6"),
    ("<", "<"),
    ("<<", "<<"),
    ("<>", "<>"),
    ("< span>", "< span>"),
    ("<1>", "<1>"),
    ("a <", "a <"),
    ("</", "</"),
    ("</>", "</>"),
    ("</ span>", "</ span>"),
    ("<!", "<!"),
    ("<!DOCTYPE html>", "<!DOCTYPE html>"),
    ("<?xml?>", "<?xml?>"),
    ("<unknown>", "<unknown>"),
    ("</unknown>", "</unknown>"),
    ("List<String>", "List<String>"),
    ("Map<a, b>", "Map<a, b>"),
    ("<spans>", "<spans>"),
    ("<spa>", "<spa>"),
    ("<b1>", "<b1>"),
    ("<b:x>", "<b:x>"),
    ("<div class=a>", "<div class=a>"),
    ("if (a<b && c>d)", "if (a<b && c>d)"),
    ("a<b", "a<b"),
    ("a<b c", "a<b c"),
    ("x<i>0", "x·<i>·0"),
    ("<span", "<span"),
    ("<span ", "<span "),
    ("<span class", "<span class"),
    ("<span class=", "<span class="),
    ("<span class=\"x", "<span class=\"x"),
    ("<span class=\"x>y", "<span class=\"x>y"),
    ("<span class='x>y", "<span class='x>y"),
    ("<span class=x", "<span class=x"),
    ("<span /", "<span /"),
    ("<span / >", "<span / >"),
    ("<span/ class=a>", "<span/ class=a>"),
    ("<span/class=a>", "<span/class=a>"),
    ("<span =a>", "<span =a>"),
    ("<span \"a\">", "<span \"a\">"),
    ("<span 1=a>", "<span 1=a>"),
    ("<span -a>", "<span -a>"),
    ("<span a!>", "<span a!>"),
    ("<span a,b>", "<span a,b>"),
    ("<span a==b>", "<span a==b>"),
    ("<span class=\"a\"\"b\">", "<span class=\"a\"\"b\">"),
    ("<span class=\"a\"=b>", "<span class=\"a\"=b>"),
    ("<span<b>x</b>", "<span·<b>·x·</b>"),
    ("<span <b>x</b>", "<span ·<b>·x·</b>"),
    ("<b><unknown></b>", "<b>·<unknown>·</b>"),
    ("</span x>", "</span x>"),
    ("</span/>", "</span/>"),
    ("</span", "</span"),
    ("</span ", "</span "),
    ("</sp", "</sp"),
    ("<span x=\"1\" & y>", "<span x=\"1\" & y>"),
    ("<span x=\"<b>\" !>", "<span x=\"·<b>·\" !>"),
    ("<span \u{0B}>", "<span \u{0B}>"),
    ("<span \u{A0}>", "<span \u{A0}>"),
    ("<span \u{0}>", "<span \u{0}>"),
    // Comments.
    ("a<!-- b -->c", "a·<!>·c"),
    ("<!---->", "<!>"),
    ("<!-->", "<!>"),
    ("<!--->", "<!>"),
    ("<!-- <b> -->", "<!>"),
    ("<!-- a -- b -->c", "<!>·c"),
    ("<!-- a --->c", "<!>·c"),
    ("<!--a--><!--b-->", "<!>·<!>"),
    ("<!-- &lt; -->", "<!>"),
    ("<!-- never", "<!-- never"),
    ("<!-- <b>x</b>", "<!-- ·<b>·x·</b>"),
    ("<!- x -->", "<!- x -->"),
    ("<!--", "<!--"),
    ("<!-- --!>", "<!-- --!>"),
    ("<!-- -- >", "<!-- -- >"),
    ("-->", "-->"),
    // Character references in text.
    ("&lt;b&gt;", "&<·b·&>"),
    ("&amp;lt;", "&&·lt;"),
    ("&AMP;", "&&"),
    ("&copy;", "&©"),
    ("&copy", "&copy"),
    ("&copy 2026", "&copy 2026"),
    ("&copyright", "&copyright"),
    ("&notit;", "&notit;"),
    ("&notin;", "&∉"),
    ("&not;in", "&¬·in"),
    ("&noti", "&noti"),
    ("&nosuch;", "&nosuch;"),
    ("&Alpha", "&Alpha"),
    ("&alpha;", "&α"),
    ("&Alpha;", "&Α"),
    ("&ALPHA;", "&ALPHA;"),
    ("&NotEqualTilde;", "&≂̸"),
    ("&fjlig;", "&fj"),
    ("&Aopf;", "&𝔸"),
    ("&CounterClockwiseContourIntegral;", "&∳"),
    ("&CounterClockwiseContourIntegral", "&CounterClockwiseContourIntegral"),
    ("a & b", "a & b"),
    ("&", "&"),
    ("&&", "&&"),
    ("&;", "&;"),
    ("&1", "&1"),
    ("AT&T", "AT&T"),
    ("x&y;", "x&y;"),
    ("& lt;", "& lt;"),
    ("&lt", "&lt"),
    ("&ltx", "&ltx"),
    ("&lt<b>", "&lt·<b>"),
    ("&#65;", "&A"),
    ("&#65", "&#65"),
    ("&#65x", "&#65x"),
    ("&#x41;", "&A"),
    ("&#X41;", "&A"),
    ("&#x41", "&#x41"),
    ("&#x4g", "&#x4g"),
    ("&#x1F600;", "&😀"),
    ("&#0065;", "&A"),
    ("&#000000000000000000000000000065;", "&A"),
    ("&#;", "&#;"),
    ("&#", "&#"),
    ("&#x", "&#x"),
    ("&#x;", "&#x;"),
    ("&#a;", "&#a;"),
    ("&#xg;", "&#xg;"),
    ("&#-1;", "&#-1;"),
    ("&#0;", "&\u{FFFD}"),
    ("&#xD800;", "&\u{FFFD}"),
    ("&#xDFFF;", "&\u{FFFD}"),
    ("&#x110000;", "&\u{FFFD}"),
    ("&#99999999999999999999;", "&\u{FFFD}"),
    ("&#xFFFFFFFFFFFFFFFF1;", "&\u{FFFD}"),
    ("&#x10FFFD;", "&\u{10FFFD}"),
    ("&#128;", "&€"),
    ("&#x80;", "&€"),
    ("&#129;", "&\u{81}"),
    ("&#x9b;", "&›"),
    ("&#159;", "&Ÿ"),
    ("&#27;", "&\u{1B}"),
    ("&#13;", "&\r"),
    ("&#xA;", "&\n"),
  ]

  @Test("cuts markup as the grammar says", arguments: cases)
  func grammar(markup: String, expected: String) {
    #expect(TokenListing(Array(markup.utf8)).text == expected)
  }

  @Test("finds the same tokens in a stream, wherever it is cut", arguments: cases)
  func streaming(markup: String, expected: String) {
    for size in [1, 2, 3, 5, 11] {
      #expect(
        TokenListing(Array(markup.utf8), inPartsOf: size).text == expected, "parts of \(size)")
    }
  }

  static let problemCases: [(String, [MarkupProblem])] = [
    ("<b>x</b>", []),
    ("&lt;&#65;", []),
    ("5 < 6", [.unescapedLessThan]),
    ("</>", [.unescapedLessThan]),
    ("<!x>", [.unescapedLessThan]),
    ("<unknown>", [.unknownWord]),
    ("</unknown>", [.unknownWord]),
    ("<unknown>x</Unknown >", [.unknownWord, .unknownElement]),
    ("<unknown>\n</unknown>", [.unknownWord, .unknownWord]),
    ("<unknown><b id=x></unknown></unknown>", [.unknownWord, .unknownElement, .unknownWord]),
    ("</unknown><unknown>", [.unknownWord, .unknownWord]),
    ("<unknown class=x>x</unknown>", [.unknownElement, .unknownWord]),
    ("<unknown id='a>b' x=\"c\"  STYLE = x>", [.unknownWord]),
    ("<unknown id='a>b' x=\"c\"\t STYLE=x>", [.unknownElement]),
    ("<unknown id=x><b style=x>", [.unknownWord]),
    ("<unknown classy=x data-class=y>", [.unknownWord]),
    ("List<String>", [.unescapedLessThan]),
    ("Vec<u8>", [.unescapedLessThan]),
    ("2<strng>", [.unescapedLessThan]),
    ("x <strng>", [.unknownWord]),
    ("x</strng>", [.unknownWord]),
    ("x<spam class=a>", [.unknownElement]),
    ("x<spam/>", [.unknownWord]),
    ("a<b && c>d", [.malformedTag, .unescapedAmpersand, .unescapedAmpersand]),
    ("</b x>", [.malformedTag]),
    ("<span class=\"x", [.unclosedTag]),
    ("</b", [.unclosedTag]),
    ("<!-- x", [.unclosedComment]),
    ("a & b", [.unescapedAmpersand]),
    ("&nosuch;", [.unknownReference]),
    ("&nosuch", [.unescapedAmpersand]),
    ("&copy", [.referenceWithoutSemicolon]),
    ("&#65", [.referenceWithoutSemicolon]),
    ("&#0;", [.invalidReference]),
    ("&#xD800;", [.invalidReference]),
    ("&#x110000;", [.invalidReference]),
    ("&#x80;", []),
  ]

  @Test("says what is wrong", arguments: problemCases)
  func problems(markup: String, expected: [MarkupProblem]) {
    #expect(TokenListing(Array(markup.utf8)).problems == expected)
    for size in [1, 2, 3, 5, 11] {
      #expect(TokenListing(Array(markup.utf8), inPartsOf: size).problems == expected)
    }
  }

  @Test("of very many unknown elements on a line, the end tags of the last sixteen are known")
  func manyUnknownElements() {
    let names = (0..<1000).map { "x\($0)" }
    let starts = names.map { "<\($0)>" }.joined()
    let ends = names.reversed().map { "</\($0)>" }.joined()
    let problems = TokenListing(Array((starts + ends).utf8)).problems
    #expect(problems.count == 2000)
    #expect(problems[1000..<1016].allSatisfy { $0 == .unknownElement })
    #expect(problems.count { $0 == .unknownElement } == 16)
  }

  @Test(
    "read whole, a tag without attributes is text unless it is closed anywhere behind",
    arguments: [
      (
        "cp <a> <b>\n<i>x</i>", "cp <a> <b>\n·<i>·x·</i>", [.elementWithoutEnd, .elementWithoutEnd]
      ),
      ("<b>x\n\ny</b>", "<b>·x\n\ny·</b>", []),
      ("<b>x\n<b>y</b>", "<b>x\n·<b>·y·</b>", [.elementWithoutEnd]),
      ("<span>x <b id=x>y <b/>", "<span>·x ·<b id=x>·y ·<b/>", []),
      ("<b", "<b", [MarkupProblem.unclosedTag]),
    ])
  func whole(markup: String, expected: String, problems: [MarkupProblem]) {
    let listing = TokenListing(
      Array(markup.utf8), tokenizer: MarkupTokenizer(isWhole: true))
    #expect(listing.problems == problems)
    #expect(listing.text == expected)
    // The end tag may be far away.
    let far = "<b>" + String(repeating: "<i>x\n", count: 50_000) + "</b>"
    let tokens = TokenListing(Array(far.utf8), tokenizer: MarkupTokenizer(isWhole: true))
    #expect(tokens.problems.count == 50_000)
  }

  @Test(
    "read by line, nothing but text and tags with attributes goes over the end of a line",
    arguments: [
      ("a <b then\nx>", "a <b then\nx>", [MarkupProblem.tagCutByLine]),
      ("<!-- a\n-->", "<!-- a\n-->", [.commentCutByLine]),
      ("<a href=x\n>", "<a href=x\n>", [.tagCutByLine]),
      ("<b class=\"x\n\">", "<b class=\"x\n\">", [.tagCutByLine]),
      ("</b\n>", "</b\n>", [.tagCutByLine]),
      ("&amp\n;", "&amp\n;", [.referenceWithoutSemicolon]),
      ("<b\n<b x=1>x", "<b\n·<b x=1>·x", [.tagCutByLine]),
      ("<b a='\n<i c='>\n<br>", "<b a='\n<i c='>\n·<br>", [.tagCutByLine, .tagCutByLine]),
      ("<b a='", "<b a='", [.unclosedTag]),
      ("<!--", "<!--", [.unclosedComment]),
      ("cp <a> <b>\n<i>x</i>", "cp <a> <b>\n·<i>·x·</i>", [.elementCutByLine, .elementCutByLine]),
      ("<b>x\n</b>", "<b>x\n·</b>", [.elementCutByLine]),
      ("<B >x</B\t>", "<b>·x·</b>", []),
      ("<span>x\n<br>", "<span>·x\n·<br>", []),
      ("<b id=x>y\n<b/>", "<b id=x>·y\n·<b/>", []),
      ("<b>x<b>y</b></b>", "<b>·x·<b>·y·</b>·</b>", []),
      ("<b>x<b>y</b>", "<b>x·<b>·y·</b>", [.elementCutByLine]),
      ("<b>x<b id=x>y</b>", "<b>x·<b id=x>·y·</b>", [.elementCutByLine]),
      ("<b><i>x</b>y</i>", "<b>·<i>·x·</b>·y·</i>", []),
      ("<b><!-- </b> -->", "<b>·<!>", [.elementCutByLine]),
      ("<b><a href='</b>'>", "<b>·<a href=</b>>", [.elementCutByLine]),
      ("<b><!-- </b>", "<b>·<!-- ·</b>", [.unclosedComment]),
      ("</b><b>", "</b>·<b>", [.elementCutByLine]),
    ])
  func byLine(markup: String, expected: String, problems: [MarkupProblem]) {
    let tokenizer = MarkupTokenizer(readsByLine: true)
    let listing = TokenListing(Array(markup.utf8), tokenizer: tokenizer)
    #expect(listing.text == expected)
    #expect(listing.problems == problems)
    for size in [1, 3] {
      let parts = TokenListing(Array(markup.utf8), inPartsOf: size, tokenizer: tokenizer)
      #expect(parts.text == expected)
      #expect(parts.problems == problems)
    }
  }

  @Test("marks attributes that follow a quote without a space")
  func lacksSpace() {
    let markup = Array("<b a=\"1\"id='2' c d=1>".utf8)
    var tokenizer = MarkupTokenizer()
    _ = tokenizer.token(at: 0, in: markup.span, isLast: true)
    #expect(tokenizer.attributes.map(\.lacksSpace) == [false, true, false, false])
  }

  @Test("takes any byte for what it is, also where it is not UTF-8")
  func invalidUTF8() {
    let markup: [UInt8] = [0xFF, 0x3C, 0x62, 0x3E, 0x80, 0xC3, 0x3C, 0x2F, 0x62, 0x3E]
    var tokenizer = MarkupTokenizer()
    var kinds: [MarkupToken.Kind] = []
    var offset = 0
    while offset < markup.count {
      let token = tokenizer.token(at: offset, in: markup.span, isLast: true)
      kinds.append(token.kind)
      offset = token.range.upperBound
    }
    #expect(kinds == [.text, .startTag, .text, .endTag])
  }

  @Test(
    "a tag of exactly 1 MiB is a tag, a longer one is text",
    arguments: [("\"", "\""), ("'", "'"), ("", "")])
  func longestTag(opening: String, closing: String) {
    let frame = "<b x=" + opening + closing + ">"
    for excess in [0, 1] {
      let filler = String(
        repeating: "y", count: MarkupLimits.longestTag - frame.utf8.count + excess)
      let listing = TokenListing(Array(("<b x=" + opening + filler + closing + ">").utf8))
      #expect(listing.problems == (excess == 0 ? [] : [.tagTooLong]))
      #expect(listing.text.hasSuffix("y>") == (excess == 0 || opening.isEmpty))
    }
  }

  @Test("a comment of exactly 1 MiB is a comment, a longer one is text")
  func longestComment() {
    for excess in [0, 1] {
      let filler = String(repeating: "y", count: MarkupLimits.longestTag - 7 + excess)
      let listing = TokenListing(Array(("<!--" + filler + "-->").utf8))
      #expect(listing.problems == (excess == 0 ? [] : [.commentTooLong]))
    }
  }

  @Test("a number with a mebibyte of zeros is text, and no stream waits for its end")
  func longestReference() {
    let markup = Array(("&#" + String(repeating: "0", count: MarkupLimits.longestTag) + "65;").utf8)
    #expect(TokenListing(markup).problems == [.unescapedAmpersand])
    #expect(TokenListing(markup, inPartsOf: 1 << 17).problems == [.unescapedAmpersand])
  }
}
