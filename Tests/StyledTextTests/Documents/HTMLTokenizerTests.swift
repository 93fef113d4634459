import Bytes
import TestSupport
import Testing

@testable import StyledText

@Suite("HTML to tokens")
struct HTMLTokenizerTests {
  static let cases: [(String, String, [MarkupProblem])] = [
    ("", "", []),
    ("a", "a", []),
    ("<p>a</p>", "<p>·a·</p>", []),
    ("<P CLASS=a>", "<p CLASS=a>", []),
    ("<x-y>a</x-y >", "<x-y>·a·</x-y>", []),
    ("<a.b:c>", "<a.b:c>", []),
    ("<a<b>", "<a<b>", []),
    ("<br/>", "<br>", []),
    ("<p / >", "<p>", []),
    ("<p/a/b>", "<p a b>", []),
    // Attributes.
    ("<a b c=d e='f>g' h=\"i>j\">", "<a b c=d e=f>g h=i>j>", []),
    ("<a b = c>", "<a b=c>", []),
    ("<a b\n=\n'c'>", "<a b=c>", []),
    ("<a b=>", "<a b=>", []),
    ("<a b= >c", "<a b=>·c", []),
    ("<a =b=c>", "<a =b=c>", []),
    ("<a b=c=d>", "<a b=c=d>", []),
    ("<a b=c/>", "<a b=c/>", []),
    ("<a b=c'd\"e>", "<a b=c'd\"e>", []),
    ("<a \"b\"'c'<d=e>", "<a \"b\"'c'<d=e>", []),
    ("<a b='c'd=e>", "<a b=c d=e>", []),
    ("<a b='c'/d>", "<a b=c d>", []),
    ("<a @click='x' [y]=z>", "<a @click=x [y]=z>", []),
    ("</a b='>'>c", "</a>·c", []),
    // Comments and what is like them.
    ("a<!-- b -->c", "a·<!>·c", []),
    ("<!-->a", "<!>·a", []),
    ("<!--->a", "<!>·a", []),
    ("<!-- a --!>b", "<!>·b", []),
    ("<!--!>a-->b", "<!>·b", []),
    ("<!---!>a-->b", "<!>·b", []),
    ("<!----!>a", "<!>·a", []),
    ("<!-- -x!>a-->b", "<!>·b", []),
    ("<!-- <!-- a --> b", "<!>· b", []),
    ("<!DOCTYPE html>a", "<!>·a", []),
    ("<!>a", "<!>·a", []),
    ("<!->a", "<!>·a", []),
    ("<?xml version='1.0'?>a", "<!>·a", []),
    ("<![CDATA[a>b]]>", "<!>·b]]>", []),
    ("</1 a>b", "<!>·b", []),
    ("</>a", "<!>·a", []),
    // References.
    ("&lt;&#65;&#x42;", "&<·&A·&B", []),
    ("&copy 1", "&copy 1", [.referenceWithoutSemicolon]),
    ("a & b", "a & b", [.unescapedAmpersand]),
    // Text.
    ("5 < 6", "5 < 6", [.unescapedLessThan]),
    ("<", "<", [.unescapedLessThan]),
    ("</", "</", [.unescapedLessThan]),
    ("a</ b", "a</ b", [.unclosedTag]),
    ("a<b", "a<b", [.unclosedTag]),
    ("</b", "</b", [.unclosedTag]),
    ("<a b='<i>c</i>", "<a b='·<i>·c·</i>", [.unclosedTag]),
    ("<!-- <b>", "<!-- ·<b>", [.unclosedComment]),
    ("<!a", "<!a", [.unclosedTag]),
    ("<?a", "<?a", [.unclosedTag]),
  ]

  @Test("has these tokens, wherever the input is cut", arguments: cases)
  func tokens(html: String, expected: String, problems: [MarkupProblem]) {
    let bytes = Array(html.utf8)
    for size in [.max, 1, 2, 3, 5] {
      let listing = HTMLTokenListing(bytes, inPartsOf: size)
      #expect(listing.string == expected, "in parts of \(size)")
      #expect(listing.problems == problems)
    }
  }

  static let sections: [(String, String, [MarkupProblem])] = [
    ("<![CDATA[a>b]]>c", "<!>·c", []),
    ("<![CDATA[]]>c", "<!>·c", []),
    ("<![CDATA[]>]]>c", "<!>·c", []),
    ("<![CDATA[a]>b]]>c", "<!>·c", []),
    ("<![CDATA[]x>b]]>c", "<!>·c", []),
    ("<![CDATA[]]x>b]]>c", "<!>·c", []),
    ("<![CDATA]>c", "<!>·c", []),
    ("<![CDATa[x]>c", "<!>·c", []),
    ("<![CDATA[a]]", "<![CDATA[a]]", [.unclosedComment]),
    ("<![CDATA", "<![CDATA", [.unclosedTag]),
    ("<!", "<!", [.unclosedTag]),
    ("a<!-- b -->c", "a·<!>·c", []),
  ]

  @Test("reads CDATA sections in svg and math, wherever they are cut", arguments: sections)
  func section(html: String, expected: String, problems: [MarkupProblem]) {
    for size in [.max, 1, 2, 3, 5] {
      let listing = HTMLTokenListing(Array(html.utf8), inPartsOf: size, readsSections: true)
      #expect(listing.string == expected, "in parts of \(size)")
      #expect(listing.problems == problems)
    }
  }

  @Test("ends behind the last byte, and nowhere else")
  func end() {
    var tokenizer = HTMLTokenizer()
    let bytes = Array("a<b>".utf8)
    var kinds: [MarkupToken.Kind] = []
    var offset = 0
    while kinds.last != .endOfInput {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: true)
      kinds.append(token.kind)
      offset = token.range.upperBound
    }
    #expect(kinds == [.text, .startTag, .endOfInput] && offset == bytes.count)
  }

  static let scriptEnds: [(String, Bool?, Bool)] = [
    ("</script>", true, true), ("</SCRIPT >", true, true), ("</script/", true, true),
    ("</script\n", true, true), ("</scripts>", false, false), ("</scrip>", false, false),
    ("</strong>", false, false), ("<script>", false, false), ("<!--", false, false),
    ("<", nil, false), ("</", nil, false), ("</scrip", nil, false), ("</script", nil, false),
  ]

  @Test("finds the end tag of an element without markup", arguments: scriptEnds)
  func scriptEnd(html: String, found: Bool?, atEnd: Bool) {
    var tokenizer = HTMLTokenizer()
    let bytes = Array("x\(html)".utf8)
    #expect(tokenizer.isEndTag(of: .script, at: 1, in: bytes.span, isLast: false) == found)
    #expect(tokenizer.isEndTag(of: .script, at: 1, in: bytes.span, isLast: true) == atEnd)
  }

  @Test("knows the attributes that stand directly behind a quote")
  func missingSpaces() {
    var tokenizer = HTMLTokenizer()
    let bytes = Array("<a b='c'd=e f g=\"h\"i j='k'/l m=n o='p' q r='s'='t'>".utf8)
    _ = tokenizer.token(at: 0, in: bytes.span, isLast: true)
    let lacking = tokenizer.attributes.filter(\.lacksSpace).map {
      String(decoding: bytes[$0.name], as: UTF8.self)
    }
    #expect(lacking == ["d", "i", "='t'"])
    #expect(tokenizer.attributes.count == 12)
  }

  static let limited: [(String, Int, String, [MarkupProblem])] = [
    ("<b cdef>", 8, "<b cdef>", []),
    ("<b cdefg>", 8, "<b cdefg>", [.tagTooLong]),
    ("<b cdefg><i>", 8, "<b cdefg>·<i>", [.tagTooLong]),
    ("<b c='<i>' d><u>", 10, "<b c='·<i>·' d>·<u>", [.tagTooLong]),
    ("<!--a-->", 8, "<!>", []),
    ("<!--ab-->", 8, "<!--ab-->", [.commentTooLong]),
    ("<?abcde>", 8, "<!>", []),
    ("<?abcdef>", 8, "<?abcdef>", [.tagTooLong]),
  ]

  @Test("takes what is too long for text", arguments: limited)
  func tooLong(html: String, limit: Int, expected: String, problems: [MarkupProblem]) {
    for size in [.max, 1, 3] {
      let listing = HTMLTokenListing(Array(html.utf8), inPartsOf: size, longestTag: limit)
      #expect(listing.string == expected, "in parts of \(size)")
      #expect(listing.problems == problems)
    }
  }

  static let names: [(String, MarkupElement)] = [
    ("p", .p), ("BlockQuote", .blockquote), ("figcaption", .figcaption), ("h1", .h1),
    ("hq", .custom),
    ("h7", .custom), ("x", .custom), ("var", .var), ("custom", .custom), ("ansi", .ansi),
    ("line", .custom), ("figcaptions", .custom), ("sp-an", .custom),
  ]

  @Test("finds the elements of names", arguments: names)
  func element(name: String, expected: MarkupElement) {
    let bytes = Array(name.utf8)
    #expect(MarkupElement(htmlName: 0..<bytes.count, in: bytes.span) == expected)
  }

  @Test("finds each element of HTML by its name, and none of them in markup")
  func elements() {
    for element in MarkupElement.allCases {
      let name = Array(element.name.utf8)
      let found = MarkupElement(htmlName: 0..<name.count, in: name.span)
      let isOfHTML = element != .line
      #expect(found == (isOfHTML ? element : .custom))
      let inMarkup = MarkupElement(named: 0..<name.count, in: name.span)
      #expect(inMarkup == (MarkupElement.ofMarkup.contains(element) ? element : nil))
    }
  }

  // MARK: Dropped bytes

  @Test("goes on with a tag when the bytes before it are dropped")
  func openTag() {
    var scanner = HTMLTagScanner(longestTag: 100)
    let html = Array("xy<a b='cdefgh".utf8)
    #expect(scanner.scan(from: 2, name: 3, in: html.span, isLast: false) == .incomplete)
    scanner.willDrop(first: 2)
    let steps = scanner.steps
    let rest = Array("<a b='cdefgh>' />".utf8)
    #expect(
      scanner.scan(from: 0, name: 1, in: rest.span, isLast: false)
        == .closed(end: 17, selfClosing: true))
    #expect(scanner.steps - steps < 8)
  }

  @Test("knows the tags in what was too long when bytes before them are dropped")
  func tagsInText() {
    let html = Array("<a b='<c><d>'e".utf8)
    for count in [0, 1, 5, 6] {
      var scanner = HTMLTagScanner(longestTag: 13)
      #expect(scanner.scan(from: 0, name: 1, in: html.span, isLast: false) == .tooLong)
      scanner.willDrop(first: count)
      let rest = Array(html[count...])
      for tag in [6 - count, 9 - count] {
        #expect(
          scanner.scan(from: tag, name: tag + 1, in: rest.span, isLast: false)
            == .closed(end: tag + 3, selfClosing: false))
      }
    }
    var scanner = HTMLTagScanner(longestTag: 13)
    #expect(scanner.scan(from: 0, name: 1, in: html.span, isLast: false) == .tooLong)
    scanner.willDrop(first: 7)
    let rest = Array(html[7...])
    #expect(
      scanner.scan(from: 2, name: 3, in: rest.span, isLast: false)
        == .closed(end: 5, selfClosing: false))
  }

  @Test("searches bytes for the end of a comment once, though those before it are dropped")
  func commentEnd() {
    var scanner = CommentEndScanner()
    var html = Array("x<!--".utf8)
    var start = 5
    for part in 0..<200 {
      html += Array(repeating: UInt8(ascii: "y"), count: 96)
      #expect(scanner.find(in: start..<html.count, of: html.span) { _ in true } == nil)
      guard part < 3 else { continue }
      scanner.willDrop(first: part)
      html.removeFirst(part)
      start -= part
    }
    html += Array("> >".utf8)
    #expect(scanner.find(in: start..<html.count, of: html.span) { _ in true } == html.count - 3)
    #expect(
      scanner.find(in: html.count - 2..<html.count, of: html.span) { _ in true } == html.count - 1)
    #expect(scanner.steps < 200 * 100)
  }

  // MARK: Hostile input

  static let pieces = [
    "<b", "<p", "</b", "</p>", ">", "<", "/", "=", "\"", "'", " ", "\n", "x", "a=", "<a b=",
    "<a b=\"", "<i c='", "<b>", "</b>", "<!--", "-->", "--!>", "--", "&lt;", "!", "ä", "<!", "<?",
  ]

  static func soup(_ random: inout SeededGenerator) -> [UInt8] {
    var html = ""
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      html += pieces.randomElement(using: &random) ?? ""
    }
    return Array(html.utf8)
  }

  @Test("finds the tags that a scanner without memory finds", arguments: 0..<40)
  func memoryChangesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let html = Self.soup(&random)
      for limit in [1 << 20, 24, 9] {
        let expected = NaiveTags(html, longestTag: limit).ranges
        for size in [.max, 1, 4, 13] {
          #expect(
            Self.tags(html, inPartsOf: size, limit) == expected,
            "seed \(seed), limit \(limit), parts of \(size): \(String(decoding: html, as: UTF8.self))"
          )
        }
      }
    }
  }

  /// The ranges of tags, found with nothing but the scanner.
  static func tags(_ html: [UInt8], inPartsOf size: Int, _ limit: Int) -> [Range<Int>] {
    var scanner = HTMLTagScanner(longestTag: limit)
    var found: [Range<Int>] = []
    let size = min(size, html.count)
    var (offset, base, end) = (0, 0, size)
    while offset < html.count {
      let buffer = Array(html[base..<end])
      let name = NaiveTags.name(of: offset, in: html)
      guard html[offset] == 0x3C, let name else {
        offset += 1
        continue
      }
      var outcome = TagScanner.Outcome.incomplete
      if name < end {
        outcome = scanner.scan(
          from: offset - base, name: name - base, in: buffer.span, isLast: end == html.count)
      }
      switch outcome {
      case .closed(let tagEnd, _):
        found.append(offset..<tagEnd + base)
        offset = tagEnd + base
      case .incomplete:
        scanner.willDrop(first: offset - base)
        base = offset
        end = min(html.count, max(end, base) + size)
      default: offset += 1
      }
    }
    return found
  }

  static let hostile = [
    "<a b=", "<a b=\"", "<a b='", "<a b='<i>\"", "<a ", "<", "</a ", "</", "<!--", "<!--->x<!--",
    "<?", "<!", "<!a", "&", "&#", "&#x", "&lt", "<a b=\"<c d='", "\"<a b=", "<a =", "<a/", "--!",
    "<p>", "</p>", "<x>", "]]>", "<![CDATA[",
  ]

  @Test("takes a few steps for each byte", arguments: hostile)
  func steps(piece: String) {
    var html: [UInt8] = []
    while html.count < 1 << 14 { html += piece.utf8 }
    // What never ends, what is too long, and what ends at last.
    for (limit, tail) in [(1 << 20, ""), (1 << 9, ""), (1 << 20, "'\">-->"), (1 << 9, "'\">")] {
      let bytes = html + Array(tail.utf8)
      for size in [.max, 1 << 10, 97] {
        let listing = HTMLTokenListing(bytes, inPartsOf: size, longestTag: limit)
        #expect(listing.steps <= 64 * bytes.count, "\(listing.steps) steps in parts of \(size)")
      }
    }
  }
}

/// The tags of HTML, each searched for from its start: a tag inside of one that does not end in
/// time has to end there.
struct NaiveTags {
  var ranges: [Range<Int>] = []

  init(_ html: [UInt8], longestTag: Int) {
    var offset = 0
    var limit = -1
    while offset < html.count {
      guard let name = Self.name(of: offset, in: html) else {
        offset += 1
        continue
      }
      if offset >= limit { limit = -1 }
      let end = min(html.count, limit < 0 ? offset + longestTag : limit)
      if name < end, let tagEnd = Self.end(of: name, in: html[..<end]),
        tagEnd - offset <= longestTag
      {
        ranges.append(offset..<tagEnd)
        offset = tagEnd
      } else {
        if limit < 0 { limit = end }
        offset += 1
      }
    }
  }

  /// Start of the name of a tag; nil where none begins.
  static func name(of start: Int, in html: [UInt8]) -> Int? {
    guard html[start] == 0x3C else { return nil }
    let name = start + 1 < html.count && html[start + 1] == 0x2F ? start + 2 : start + 1
    return name < html.count && html[name].isASCIILetter ? name : nil
  }

  /// End of a tag, after the states of the HTML Standard, each as a loop.
  static func end(of name: Int, in html: ArraySlice<UInt8>) -> Int? {
    var rest = html[name...]
    func isSpace(_ byte: UInt8) -> Bool { byte.isASCIIWhitespace }
    rest = rest.drop { !isSpace($0) && $0 != 0x2F && $0 != 0x3E }
    while true {
      rest = rest.drop { isSpace($0) || $0 == 0x2F }
      guard let first = rest.first else { return nil }
      if first == 0x3E { return rest.startIndex + 1 }
      rest = rest.dropFirst().drop { !isSpace($0) && $0 != 0x2F && $0 != 0x3E && $0 != 0x3D }
      let value = rest.drop(while: isSpace)
      guard value.first == 0x3D else { continue }
      rest = value.dropFirst().drop(while: isSpace)
      guard let quote = rest.first else { return nil }
      if quote == 0x22 || quote == 0x27 {
        rest = rest.dropFirst().drop { $0 != quote }
        guard !rest.isEmpty else { return nil }
        rest = rest.dropFirst()
      } else {
        rest = rest.drop { !isSpace($0) && $0 != 0x3E }
      }
    }
  }
}
