import TestSupport
import Testing

@testable import StyledText

@Suite("Markup tokenizer on hostile input")
struct TokenizerPropertyTests {
  /// Pieces that make tags begin, end and fail in each other's way.
  static let pieces = [
    "<b", "<span", "</b", "</span>", ">", "<", "/", "=", "\"", "'", " ", "\n", "x", "a=", "id",
    "<a b=",
    "<a b=\"", "<i c='", "<b>", "</b>", "<i>", "</i>", "<!--", "-->", "--", "&", "&lt", ";", "&#",
    "6", "!", "ä", "<!-->",
  ]

  static func randomMarkup(_ random: inout SeededGenerator) -> [UInt8] {
    var markup = ""
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      markup += pieces.randomElement(using: &random) ?? ""
    }
    return Array(markup.utf8)
  }

  @Test("finds what a scanner without memory finds", arguments: 0..<40, [false, true])
  func memoryChangesNothing(seed: UInt64, readsByLine: Bool) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let markup = Self.randomMarkup(&random)
      for (longest, short, element) in [
        (1 << 20, 0, 1 << 16), (1 << 20, 3, 40), (24, 0, 1 << 16), (9, 2, 12), (50, 8, 5),
      ] {
        let tokenizer = MarkupTokenizer(
          longestTag: longest, shortRun: short, readsByLine: readsByLine,
          longestElement: element)
        let listing = TokenListing(markup, tokenizer: tokenizer)
        let expected = NaiveTokens(
          markup, longestTag: longest, readsByLine: readsByLine, longestElement: element
        ).text
        #expect(
          listing.text == expected,
          "seed \(seed), limits \(longest) \(short): \(String(decoding: markup, as: UTF8.self))")
        for size in [1, 4, 13] {
          let streamed = TokenListing(markup, inPartsOf: size, tokenizer: tokenizer)
          #expect(
            streamed.text == expected,
            "seed \(seed), parts of \(size): \(String(decoding: markup, as: UTF8.self))")
          #expect(streamed.problems.count == listing.problems.count)
        }
      }
    }
  }

  @Test("a name may be dropped before the rest of its attribute is read", arguments: 3...11)
  func droppedName(count: Int) {
    // The first `<` is text because of the `!`; what it took for a value is a tag.
    let markup = Array("<a href   =\"<b id>\" !".utf8)
    var scanner = TagScanner(longestTag: 1 << 20, shortRun: 0)
    #expect(scanner.scan(from: 0, nameEnd: 2, in: markup.span, isLast: true) == .malformed)
    scanner.willDrop(first: count, of: markup.span)
    let rest = Array(markup[count...])
    let outcome = scanner.scan(
      from: 12 - count, nameEnd: 14 - count, in: rest.span, isLast: true)
    #expect(outcome == .closed(end: 18 - count, selfClosing: false))
  }

  /// Inputs that are quadratic for a tokenizer that starts afresh at each `<`.
  ///
  /// Name, what is repeated, what it ends with, and how often a byte is looked at, on average.
  static let hostile: [(name: String, piece: String, end: String, looks: Int)] = [
    ("stray <", "<", "", 1),
    ("open tags", "<b ", "", 2),
    ("unquoted", "<a b=", "", 17),
    ("unquoted with space", "<a b=<a c=<a d= ", "", 16),
    ("valueless", "<a b", "", 2),
    ("double quotes", "<span class=\"", "", 3),
    ("single quotes", "<span class='", "", 3),
    ("alternating quotes", "<a b=\"<a b='", "", 4),
    ("crossing quotes", "<a b=\"<a b='\" c=\"' d='", "", 4),
    ("late failure", "<a b=<a b= ", "!>", 16),
    ("late attribute without value", "<a b=<a b= ", "c>", 16),
    ("late attribute without value, twice", "<a b=<a b= ", "c><a b= <a b='> c>", 16),
    ("late known attribute", "<a b=<a b= ", "c id>", 16),
    ("late attribute in quotes", "<a b=\"<i c=' ", "' x\" y>", 4),
    ("late failure in quotes", "<a b=\"<i c=' ", "!>", 4),
    ("quote at the end", "<a b=<a b= ", "c=\">", 16),
    ("comments", "<!--", "", 3),
    ("comment starts with dashes", "<!----", "", 3),
    ("end tags", "</b ", "", 2),
    ("ampersands", "&", "", 32),
    ("numbers", "&#", "6", 17),
    ("long names", "&CounterClockwiseContourIntegra", "", 2),
    ("names", "<spanspanspan", "", 3),
    ("slashes", "<a/", "", 2),
  ]

  @Test("reads every byte a bounded number of times", arguments: hostile)
  func linear(name: String, piece: String, end: String, looks: Int) {
    let count = 40_000
    let markup = Array(
      (String(repeating: piece, count: count / piece.utf8.count) + end).utf8)
    var tokenizer = MarkupTokenizer()
    var offset = 0
    while offset < markup.count {
      offset = tokenizer.token(at: offset, in: markup.span, isLast: true).range.upperBound
    }
    #expect(
      (markup.count - 1...looks * markup.count).contains(tokenizer.steps),
      "\(name): \(tokenizer.steps)")
  }

  @Test("reads a bounded number of bytes also when the limit on tags stops it")
  func linearPastTheLimit() {
    // With a limit of 1,000 bytes, 40,000 bytes are as bad as 40 MB with the real one.
    for (name, piece, end, looks) in Self.hostile {
      let markup = Array(
        (String(repeating: piece, count: 40_000 / piece.utf8.count) + end).utf8)
      var tokenizer = MarkupTokenizer(longestTag: 1000, shortRun: 64)
      var offset = 0
      while offset < markup.count {
        offset = tokenizer.token(at: offset, in: markup.span, isLast: true).range.upperBound
      }
      #expect(
        (markup.count - 1...looks * markup.count).contains(tokenizer.steps),
        "\(name): \(tokenizer.steps)")
    }
  }

  /// Tags inside of what another one took for its values: what is known of that one is used again,
  /// or what it is made of goes with what was read.
  static let nested = [
    "xx<b then id = y> z", "xx<b id = y then> z", "xx<b then c > d",
    "zz<a b=1 c d=<i e=2>w", "zz<a b=1 c x='<b y=\" ' d=<i e=2>w\"!>",
    "z<a b=1 c x='<b y=\" ' d=<i e=2 f>w\" id><u>", "<a b=<a c=<i d= '>' <b>\"<a b=<a c=",
    "zz<a b=\"<b c='<i d=\" e=<u f=' g=\"<s>\" h><b>",
  ]

  @Test("tags in tags are the same wherever the markup is cut", arguments: nested)
  func cutAnywhere(text: String) {
    let markup = Array(text.utf8)
    let expected = NaiveTokens(markup, longestTag: 1 << 20).text
    for short in [0, 4, 64] {
      let tokenizer = MarkupTokenizer(longestTag: 1 << 20, shortRun: short)
      for first in 1..<markup.count {
        for second in first..<markup.count {
          let listing = TokenListing(markup, cutAt: [first, second], tokenizer: tokenizer)
          #expect(listing.text == expected, "cut at \(first) and \(second), \(short)")
        }
      }
    }
  }

  /// Tags whose end tags are searched for on their line: what is repeated, and what follows it.
  static let unclosed = [
    ("<b>", ""), ("<b>x", "</b>"), ("<b><i></b>", ""), ("<b></i>", ""), ("<b><a b=<a c= ", ""),
    ("<b><!--", ""), ("<b><i x='", ""), ("<b><b id>", ""), ("<b><u x></u>", "\n"), ("<i><b \n", ""),
  ]

  @Test("the end of an element is searched for once on a line", arguments: unclosed)
  func linearByLine(piece: String, end: String) {
    let count = 200_000 / piece.utf8.count
    let markup = Array(
      (String(repeating: piece, count: count) + String(repeating: end, count: count)).utf8)
    var tokenizer = MarkupTokenizer(readsByLine: true)
    var offset = 0
    while offset < markup.count {
      offset = tokenizer.token(at: offset, in: markup.span, isLast: true).range.upperBound
    }
    #expect(tokenizer.steps <= 40 * markup.count, "\(tokenizer.steps)")
  }

  @Test("an end tag counts that begins within 64 KiB of its start tag", arguments: [0, 1])
  func longestElement(more: Int) {
    let text = String(repeating: "x", count: (1 << 16) - 4 + more)
    let tokenizer = MarkupTokenizer(readsByLine: true)
    let markup = Array("<b>\(text)</b>\n".utf8)
    let expected = more == 0 ? "<b>·\(text)·</b>·\n" : "<b>\(text)·</b>·\n"
    #expect(TokenListing(markup, tokenizer: tokenizer).text == expected)
    #expect(TokenListing(markup, inPartsOf: 1000, tokenizer: tokenizer).text == expected)
  }

  @Test("a tag that comes in small parts is not read again from its start")
  func linearInParts() {
    let markup = Array(("<b x=\"" + String(repeating: "y", count: 300_000) + "\">").utf8)
    var tokenizer = MarkupTokenizer()
    var end = 0
    var token = tokenizer.token(at: 0, in: [UInt8]().span, isLast: false)
    while end < markup.count {
      end = min(markup.count, end + 100)
      let part = markup.span.extracting(0..<end)
      token = tokenizer.token(at: 0, in: part, isLast: end == markup.count)
    }
    #expect(token.kind == .startTag)
    #expect(tokenizer.steps <= 20 * markup.count)
  }

  @Test("a tag with 100,000 attributes has them all")
  func manyAttributes() {
    let attributes = (0..<100_000).map { " a\($0)=\($0)" }.joined()
    // It is longer than a tag may be, so that the limit is lifted here.
    var tokenizer = MarkupTokenizer(longestTag: 1 << 24, shortRun: 64)
    let markup = Array("<b\(attributes)>".utf8)
    let token = tokenizer.token(at: 0, in: markup.span, isLast: true)
    #expect(token.kind == .startTag)
    #expect(tokenizer.attributes.count == 100_000)
    #expect(tokenizer.steps <= 5 * markup.count)
  }
}

/// The grammar once more, each `<` on its own: slow, and simple enough to believe.
struct NaiveTokens {
  var text = ""
  private let markup: [UInt8]
  private let longestTag: Int
  /// Where the line ends, or else the markup.
  private var end = 0

  init(
    _ markup: [UInt8], longestTag: Int, readsByLine: Bool = false, longestElement: Int = 1 << 16
  ) {
    self.markup = markup
    self.longestTag = longestTag
    var lastIsText = false
    var offset = 0
    while offset < markup.count {
      self.end = readsByLine ? markup[offset...].firstIndex(of: 0x0A) ?? markup.count : markup.count
      var (listing, end) = token(at: offset)
      if readsByLine, let name = listing.flatMap(Self.shortElement),
        !closes(name, from: offset, longestElement)
      {
        (listing, end) = (nil, offset + 1)
      }
      let isText = listing == nil
      if !text.isEmpty, !(isText && lastIsText) { text += "·" }
      // One byte at a time would tear characters apart.
      var textEnd = end
      if isText {
        while textEnd < markup.count, markup[textEnd] & 0xC0 == 0x80 { textEnd += 1 }
      }
      text += listing ?? string(offset..<textEnd)
      lastIsText = isText
      offset = isText ? textEnd : end
    }
  }

  /// The name in a start tag without attributes that may be text.
  private static func shortElement(_ listing: String) -> String? {
    guard let name = listing.wholeMatch(of: #/<([a-z]+)>/#)?.1 else { return nil }
    return name == "span" || name == "br" ? nil : String(name)
  }

  /// True if the line has as many end tags behind a start tag as there are start tags with the
  /// name.
  private func closes(_ name: String, from start: Int, _ longest: Int) -> Bool {
    var depth = 0
    var offset = start
    while offset < end {
      let (listing, next) = token(at: offset)
      if let listing, !listing.hasSuffix("/>"),
        listing.hasPrefix("<\(name)>") || listing.hasPrefix("<\(name) ")
      {
        depth += 1
      } else if listing == "</\(name)>" {
        depth -= 1
        if depth == 0 { return offset - start < longest }
      }
      offset = next
    }
    return false
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: markup[range], as: UTF8.self)
  }

  private func byte(_ offset: Int) -> UInt8? { offset < end ? markup[offset] : nil }

  private func isSpace(_ offset: Int) -> Bool {
    byte(offset).map { [0x20, 0x0A, 0x09, 0x0D, 0x0C].contains($0) } ?? false
  }

  /// A listing and an end; no listing for text.
  private func token(at start: Int) -> (String?, Int) {
    if markup[start] == 0x26 {
      switch CharacterReference.read(
        at: start, before: end, in: markup.span, isLast: true)
      {
      case .reference(let reference):
        guard reference.length < longestTag else { return (nil, start + 1) }
        let second = reference.second.map { "\($0)" } ?? ""
        return ("&\(reference.first)\(second)", start + reference.length)
      default: return (nil, start + 1)
      }
    }
    guard markup[start] == 0x3C else { return (nil, start + 1) }
    if markup[start...].starts(with: "<!--".utf8) {
      var offset = start + 2
      while offset + 3 <= min(end, start + longestTag) {
        if markup[offset...].starts(with: "-->".utf8) { return ("<!>", offset + 3) }
        offset += 1
      }
      return (nil, start + 1)
    }
    guard let (listing, end) = tag(at: start), end - start <= longestTag else {
      return (nil, start + 1)
    }
    return (listing, end)
  }

  private func tag(at start: Int) -> (String, Int)? {
    var offset = start + 1
    let isEnd = byte(offset) == 0x2F
    if isEnd { offset += 1 }
    let nameStart = offset
    while byte(offset)?.continuesAttributeName == true { offset += 1 }
    let name = string(nameStart..<offset)
    guard MarkupElement.ofMarkup.map(\.name).contains(name) else { return nil }
    if isEnd {
      while isSpace(offset) { offset += 1 }
      return byte(offset) == 0x3E ? ("</\(name)>", offset + 1) : nil
    }
    var listing = "<\(name)"
    var mayStartAttribute = false
    var isKnown = false
    var isBare = false
    while true {
      if isBare, !isKnown, byte(offset) == 0x3E || byte(offset) == 0x2F { return nil }
      if byte(offset) == 0x3E { return (listing + ">", offset + 1) }
      if byte(offset) == 0x2F {
        return byte(offset + 1) == 0x3E ? (listing + "/>", offset + 2) : nil
      }
      if isSpace(offset) {
        mayStartAttribute = true
        offset += 1
        continue
      }
      guard mayStartAttribute, byte(offset)?.startsAttributeName == true else { return nil }
      let attributeStart = offset
      while byte(offset)?.continuesAttributeName == true { offset += 1 }
      let attribute = string(attributeStart..<offset)
      listing += " " + attribute
      if ["class", "style", "href", "lang", "id"].contains(attribute) { isKnown = true }
      mayStartAttribute = false
      var equals = offset
      while isSpace(equals) { equals += 1 }
      guard byte(equals) == 0x3D else {
        isBare = true
        continue
      }
      offset = equals + 1
      while isSpace(offset) { offset += 1 }
      guard let quote = byte(offset) else { return nil }
      let valueStart: Int
      if quote == 0x22 || quote == 0x27 {
        valueStart = offset + 1
        offset = valueStart
        while let next = byte(offset), next != quote { offset += 1 }
        guard offset < end else { return nil }
        listing += "=" + string(valueStart..<offset)
        offset += 1
        mayStartAttribute = true
      } else {
        valueStart = offset
        while let next = byte(offset), next != 0x3E, !isSpace(offset) {
          _ = next
          offset += 1
        }
        listing += "=" + string(valueStart..<offset)
      }
    }
  }
}
