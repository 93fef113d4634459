import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Siblings that a stream counts ahead")
struct SiblingCounterTests {
  private var asked: CountedElements { resolver(css: ":last-child { color: red }").countedElements }

  /// What is known about the elements of a markup that comes in pieces: `?` is too late.
  private func counts(
    _ markup: [UInt8], piece: Int = .max, needed: Int? = nil, limit: Int = .max,
    separatesLines: Bool = false
  ) -> String {
    var counter = SiblingCounter(
      needed: needed, asked: asked, limit: limit, readsByLine: true,
      separatesLines: separatesLines)
    var waiting: [UInt8] = []
    var rest = markup[...]
    var found: [String] = []
    var tags = 0
    repeat {
      waiting += rest.prefix(piece)
      rest = rest.dropFirst(piece)
      let end = counter.advance(in: waiting.span, isLast: rest.isEmpty)
      // As a renderer does: it reads the elements that are known, and drops them.
      var tokenizer = MarkupTokenizer(readsByLine: true)
      var offset = 0
      let known = Array(waiting[..<end])
      while offset < end {
        let token = tokenizer.token(at: offset, in: known.span, isLast: rest.isEmpty)
        if token.kind == .incomplete { break }
        if token.kind == .startTag {
          tags += 1
          found.append(counter.next().count.map(String.init) ?? "?")
        }
        offset = token.range.upperBound
      }
      counter.willDrop(first: offset, of: waiting.span)
      waiting.removeFirst(offset)
    } while !rest.isEmpty
    let isHolding = counter.isHolding
    #expect(!isHolding)
    return found.joined(separator: " ")
  }

  @Test(
    "An element has as many siblings as its parent has elements",
    arguments: [
      ("<b>1</b> <b>2</b>", "2 2"), ("<u><b>1</b> <b>2</b></u><i>x</i>", "2 2 2 2"),
      ("<u><br><b/></u>", "1 2 2"), ("<b>1</b>\n<b>2</b>", "2 2"),
      ("<b id=x><i id=x><u id=x>", "1 1 1"),
      ("<b><i id=x></b><u id=x><s>", "2 1 2"), ("</b><b>x</b></b><!-- <b> --><x>", "1"),
      ("a < b <i", ""),
      ("", ""), ("<u id=x><i></i><b", "1 1"),
    ])
  func table(markup: String, expected: String) {
    for piece in [1, 2, 3, 100] {
      #expect(counts(Array(markup.utf8), piece: piece) == expected)
    }
  }

  @Test("Lines that are texts of their own have elements of their own")
  func lines() {
    let markup = "<b>1</b> <b>2</b>\r\n<u id=x><i id=x>\n<i id=x>\n<i>\n"
    for piece in [1, 5, 100] {
      #expect(counts(Array(markup.utf8), piece: piece, separatesLines: true) == "2 2 1 1 1")
    }
  }

  @Test(
    "What is found depends on the bytes and not on their pieces, with every limit",
    arguments: 1...UInt64(60))
  func pieces(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "<b>", "<i>", "<u>", "</b>", "</i>", "</u>", "<br>", "<span/>", "text", "longer text here",
      "\n", "<!-- <b> -->", "<b then", "&amp;", "&am", "<", "<span class='", "'>",
    ]
    var markup: [UInt8] = []
    for _ in 0..<200 { markup += Array((parts.randomElement(using: &generator) ?? "").utf8) }
    for needed in [nil, 1, 3] {
      for limit in [1, 20, 100, 1000, Int.max] {
        for separatesLines in [false, true] {
          let whole = counts(
            markup, needed: needed, limit: limit, separatesLines: separatesLines)
          for piece in [1, 3, 17, 120] {
            let cut = counts(
              markup, piece: piece, needed: needed, limit: limit, separatesLines: separatesLines)
            #expect(cut == whole, "seed \(seed), \(String(describing: needed)), \(limit), \(piece)")
          }
        }
      }
    }
  }

  @Test(
    "The end of the input decides about its last line, also where it comes without bytes",
    arguments: [
      ("a\n<b>x</b> <i id=x>y", 2), ("<b", 0), ("<b id=x>", 1), ("<b id=x><!-- ", 1),
      ("<b id=x>&am", 1), ("\n", 0),
    ])
  func end(markup: String, tags: Int) {
    for separatesLines in [false, true] {
      var counter = SiblingCounter(
        needed: nil, asked: asked, readsByLine: true, separatesLines: separatesLines)
      let bytes = Array(markup.utf8)
      _ = counter.advance(in: bytes.span, isLast: false)
      let end = counter.advance(in: bytes.span, isLast: true)
      let isHolding = counter.isHolding
      #expect(end == bytes.count || tags == 0)
      #expect(!isHolding)
      for _ in 0..<tags {
        let count = counter.next().count
        #expect(count == tags)
      }
    }
  }

  @Test("An element waits only until it is clear that it does not count")
  func enough() {
    var counter = SiblingCounter(needed: 1, asked: asked, readsByLine: true)
    let markup = Array("<b>1</b> <i>2</i> <b".utf8)
    let first = counter.advance(in: markup.span, isLast: false)
    let (siblings, isHolding) = (counter.next(), counter.isHolding)
    #expect(first == 9 && isHolding)
    #expect(siblings.count.map { $0 >= 2 } == true)
    counter.release()
    let second = counter.advance(in: markup.span, isLast: false)
    let uncounted = counter.next()
    #expect(second == 18)
    #expect(uncounted == SiblingCounter.Siblings(count: nil, isFirstUncounted: true))
  }

  @Test("What is known is not given up when nothing waits any longer")
  func release() {
    var counter = SiblingCounter(needed: 1, asked: asked, readsByLine: true)
    let markup = Array("<u><b>1</b><b>2</b></u>".utf8)
    let end = counter.advance(in: markup.span, isLast: false)
    counter.release()
    let counts = [counter.next().count, counter.next().count, counter.next().count]
    #expect(end == 0)
    #expect(counts == [nil, 2, 2])
  }

  @Test(
    "Only elements wait for which a selector may ask",
    arguments: [
      ("b:last-child {} ", "<b id=a>", true), ("b:last-child {}", "<i class=a>", false),
      (".a:last-child {}", "<i class=b>", true), (".a:last-child {}", "<i id=a>", false),
      ("b.a:only-child {}", "<i class=a>", false), (":last-child b {}", "<i id=a>", true),
      ("u:not(:last-child) {}", "<u id=a>", true), ("u:not(:last-child) {}", "<b id=a>", false),
      ("i:is(b:last-child) {}", "<i id=a>", false), ("i:is(b:last-child) {}", "<b id=a>", true),
      ("i:last-child { & b { color: red } &.x { color: red } }", "<i id=a>", true),
      (":is(:last-child) { b& { color: red } i& { color: red } }", "<i id=a>", true),
      ("li:last-child {}", "<b id=a>", false),
    ])
  func asking(css: String, markup: String, waits: Bool) {
    let rules = css.replacing("{}", with: "{ color: red }")
    let styles = resolver(css: rules)
    #expect(styles.needsSiblingCounts)
    var counter = SiblingCounter(
      needed: styles.decisiveFollowers, asked: styles.countedElements, readsByLine: true)
    let bytes = Array(markup.utf8)
    let end = counter.advance(in: bytes.span, isLast: false)
    #expect((end == 0) == waits)
  }

  @Test("An element waits for 64 KiB and no longer")
  func limit() {
    for (room, isKnown) in [(SiblingCounter.longestHold - 12, true), (1 << 16, false)] {
      let markup = "<u id=x><b id=x>" + String(repeating: "x", count: room - 1) + "</b></u>"
      let known = counts(Array(markup.utf8), limit: SiblingCounter.longestHold)
      #expect(known == (isKnown ? "? 1" : "? ?"), "\(room)")
    }
  }

  @Test("Time grows with the depth of a nest and with the length of a row")
  func linear() {
    let deep = growth(from: 2_000) { count in
      let nest = Array(String(repeating: "<b id=x>", count: count).utf8)
      #expect(counts(nest, piece: 4096, limit: 1 << 16).hasSuffix(" 1"))
    }
    #expect(deep < 10)
    let long = growth(from: 5_000) { count in
      let row = Array(String(repeating: "<b></b>", count: count).utf8)
      let known = counts(row, piece: 4096, needed: 1, limit: 1 << 16)
      #expect(known.hasSuffix(" \(count) \(count)"))
    }
    #expect(long < 10)
  }
}
