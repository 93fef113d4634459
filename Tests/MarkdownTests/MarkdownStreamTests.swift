import Markdown
import TestSupport
import Testing

@Suite("A stream of Markdown")
struct MarkdownStreamTests {
  /// Fails unless a document gives the same events in these parts as at once.
  private func expectSame(
    _ document: [UInt8], cuts: [Int], _ options: MarkdownOptions, outline: MarkdownOutline? = nil,
    as whole: String
  ) {
    let parts = events(document, cuts: cuts, options, outline: outline)
    #expect(
      parts == whole,
      "\(String(decoding: document, as: UTF8.self).debugDescription) cut at \(cuts)")
  }

  @Test("gives the same events wherever an example is cut")
  func cuts() {
    let options = MarkdownOptions()
    for example in MarkdownExample.all {
      let document = Array(example.markdown.utf8)
      let whole = events(document, options)
      expectSame(document, cuts: Array(1..<max(1, document.count)), options, as: whole)
      for cut in document.indices { expectSame(document, cuts: [cut], options, as: whole) }
    }
  }

  @Test("gives the same events of a whole document wherever it is cut")
  func wholeCuts() {
    let options = MarkdownOptions()
    for example in MarkdownExample.all {
      let document = Array(example.markdown.utf8)
      let outline = MarkdownOutline(of: document.span)
      let whole = events(document, options, outline: outline)
      for cut in document.indices {
        expectSame(document, cuts: [cut], options, outline: outline, as: whole)
      }
    }
  }

  static let pieces = [
    "\n", "\n", "\n", "\n\n", " ", " ", "  ", "    ", "\t", "- ", "* ", "1. ", "2) ", "> ", ">",
    "# ",
    "```", "~~~", "---", "===", "***", "*", "**", "_", "__", "`", "``", "[", "]", "(", ")", "![",
    "<", ">", "&", "&amp;", "&#35;", "\\", "!", "a", "b", "foo", "\"", "'", "/url", "<a>", "</a>",
    "<b c=\"d\">", "<http://x.y>", "<!-- c -->", "<!A", "<?", "?>", "<![CDATA[", "]]>", "[foo]",
    "[foo]: /u \"t\"", "](/x)", "é", "“", "🙂",
    ".", ",", "1", "-", "+", "#", "=", "~", "~~", "|", "|", "|-|-|", "| a | b |\n|---|:-:|\n",
    "www.a.b", "https://x.y/z", "a@b.c", "xmpp:", "mailto:", "[x] ", "[ ] ", "<div>", "</div>",
    "<pre>", "</pre>", "\r",
    "[^", "[^a]", "[^b]", "\n[^a]: ", "\n[^c]: ", "\n\n    ", "> [!NOTE]\n", "> [!tip]", "[!",
    "$", "$", "$$", "$x$", "\\(", "\\)", "\\[", "\\]",
    "\r\n", "\0", "+++", "a: b\n", "\u{FEFF}",
  ]

  static func document(_ generator: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 1...40, using: &generator)
    return (0..<count).flatMap { _ in
      Array(pieces[Int.random(in: pieces.indices, using: &generator)].utf8)
    }
  }

  @Test("gives the same events wherever random documents are cut")
  func randomCuts() {
    var generator = SeededGenerator(seed: 7)
    for number in 0..<10_000 {
      let document = Self.document(&generator)
      var options = MarkdownOptions()
      options.hasFrontMatter = number % 5 > 0
      options.hasExtensions = number % 7 > 0
      let outline =
        number % 4 == 0 ? MarkdownOutline(of: document.span, options: options) : nil
      let whole = events(document, options, outline: outline)
      let cuts = document.indices.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      expectSame(document, cuts: cuts, options, outline: outline, as: whole)
      expectSame(document, cuts: Array(document.indices), options, outline: outline, as: whole)
    }
  }

  @Test("text stands in the document where its event says")
  func sources() {
    var generator = SeededGenerator(seed: 9)
    let random = (0..<3_000).map { _ in Self.document(&generator) }
    var count = 0
    for document in random + MarkdownExample.all.map({ Array($0.markdown.utf8) }) {
      // Other bytes stand for what references, escapes, tabs and NUL become.
      guard !document.contains(where: { [0x26, 0x5C, 0x09, 0x00].contains($0) }) else { continue }
      for piece in [1, 5, document.count + 1] {
        var parser = MarkdownParser()
        func check() {
          for event in parser.events.all where event.kind == .text || event.kind == .html {
            let text = parser.events.bytes[event.value].filter { $0 != 0x0A && $0 != 0x20 }
            let end = min(document.count, event.source + event.value.count)
            let source = document[event.source..<end].filter {
              $0 != 0x0A && $0 != 0x20 && $0 != 0x0D
            }
            #expect(text == source, "\(String(decoding: document, as: UTF8.self).debugDescription)")
            count += 1
          }
        }
        for start in stride(from: 0, to: document.count, by: piece) {
          parser.read(document.span.extracting(start..<min(document.count, start + piece)))
          check()
        }
        parser.finish()
        check()
      }
    }
    #expect(count > 10_000)
  }

  @Test("closes all that it opens, in order")
  func nesting() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5_000 {
      let document = Self.document(&generator)
      var parser = MarkdownParser()
      var open: [MarkdownElement] = []
      var all: [MarkdownEvent] = []
      for byte in document {
        parser.read([byte].span)
        all += parser.events.all
        guard Int.random(in: 0..<9, using: &generator) == 0 else { continue }
        parser.releaseWords()
        all += parser.events.all
      }
      parser.finish()
      all += parser.events.all
      for event in all {
        if event.kind == .start { open.append(event.element) }
        if event.kind == .end { #expect(open.popLast() == event.element) }
      }
      #expect(open.isEmpty, "\(String(decoding: document, as: UTF8.self).debugDescription)")
    }
  }

  /// Texts, whether a pause comes behind each byte, and the events.
  static let certain: [(pauses: Bool, String, String)] = [
    (true, "Some wor", "‹paragraph›Some "),
    (true, "Some words ", "‹paragraph›Some words "),
    (true, "a *b c", "‹paragraph›a "),
    (true, "a *b* c", "‹paragraph›a ‹emphasis›b‹/emphasis› "),
    (true, "a `b c", "‹paragraph›a "),
    (true, "a [b](c d", "‹paragraph›a [b](c "),
    (true, "a [b] c ", "‹paragraph›a [b] c "),
    (true, "a <b c", "‹paragraph›a "),
    (true, "a < b c", "‹paragraph›a < b "),
    (true, "a & b c", "‹paragraph›a & b "),
    (true, "a ~~b c", "‹paragraph›a "),
    (true, "a see http://x.y/", "‹paragraph›a see "),
    (true, "| a | b |\n", ""),
    (true, "- a b", "‹bulletList›‹listItem›‹tightParagraph›a "),
    (true, "a [b](c \"d", "‹paragraph›a "),
    (true, "- [x", "‹bulletList›‹listItem›"),
    (true, "- [x] a b", "‹bulletList›‹listItem›‹tightParagraph›‹task 1› a "),
    (true, "> a b", "‹blockQuote›‹paragraph›a "),
    (true, "# a b #", "‹heading1›a "), (true, "a `b` c", "‹paragraph›a ‹code›b‹/code› "),
    (true, "a  \nb", "‹paragraph›a ‹lineBreak›"),
    (true, "1", ""),
    (true, "---", ""),
    (false, "Some words\nmore words\n", ""),
    (false, "Some words\nmore words\n\n", "‹paragraph›Some words\nmore words‹/paragraph›"),
    (false, "# a b", "‹heading1›a"),
    (false, "```\na b", "‹codeBlock›a b"),
    (false, "```swift\n``", "‹codeBlock swift›"),
    (false, "```\na\n", "‹codeBlock›a\n"),
    (false, "    a\n\n", "‹codeBlock›a\n"),
    (
      false, "| a |\n|-|\n| b |\n",
      """
      ‹table›‹tableHead›‹tableRow›‹headerCell›a‹/headerCell›‹/tableRow›‹/tableHead›\
      ‹tableBody›‹tableRow›‹dataCell›b‹/dataCell›‹/tableRow›
      """
    ),
    (false, "<div>\na", "‹htmlBlock›⟦<div>\n⟧"),
    (false, "a\n\n---\n", "‹paragraph›a‹/paragraph›‹thematicBreak›"),
  ]

  @Test("writes what is certain, and no more", arguments: certain)
  func certainty(pauses: Bool, text: String, expected: String) {
    #expect(openEvents(text, pauses: pauses) == expected)
  }

  @Test("notes definitions that come after their use, once")
  func lateDefinitions() {
    let text = "[a] and [B]\n\n[a]: /x\n[b]: /y\n[c]: /z\n[a]: /w\n\n[a]"
    #expect(
      events(Array(text.utf8)) == """
        ‹paragraph›[a] and [B]‹/paragraph›‹late a 13›‹late b 21›\
        ‹paragraph›‹link /x›a‹/link›‹/paragraph›
        """)
  }

  @Test("keeps the cells that a table has no columns for, if asked, but no empty ones")
  func extraCells() {
    let text = "| a |\n|---|\n| 1 | é | *2* | |\n> |\n\n> - |b|\n>   |-|\n>   |1||\n>   |3|\\||4|"
    var options = MarkdownOptions()
    #expect(!events(Array(text.utf8), options).contains("2"))
    options.keepsExtraCells = true
    let found = events(Array(text.utf8), options)
    #expect(
      found.contains(
        "‹tableRow›‹extra 18›‹dataCell›1‹/dataCell›‹dataCell›é‹/dataCell›"
          + "‹dataCell›‹emphasis›2‹/emphasis›‹/dataCell›‹/tableRow›"), "\(found)")
    #expect(found.contains("‹tableRow›‹dataCell›1‹/dataCell›‹/tableRow›"))
    #expect(found.contains("‹extra 68›‹dataCell›3‹/dataCell›‹dataCell›|‹/dataCell›"))
    for cut in 1..<text.utf8.count {
      #expect(events(Array(text.utf8), cuts: [cut], options) == found)
    }
  }

  static let latePlaces: [(String, Int)] = [
    ("[a]\n\n> - [b]: /x\n>   [a]: /y", 21),
    ("[a]\r\n\r\n  [a]: /y", 9),
    ("\u{FEFF}[a]\n\n[b]:\n/x\n[a]: /y", 16),
    ("---\na: b\n---\n[a]\n\n[a]: /y", 18),
    ("---\na\n\n[a]\n\n[a]: /y", 12),
    ("[a]\n\n```\n\n\n```\n- [ ] x\n\n   [a]: /y", 27),
  ]

  @Test("knows the place of a definition that comes too late", arguments: latePlaces)
  func placesOfDefinitions(text: String, place: Int) {
    #expect(events(Array(text.utf8)).contains("‹late a \(place)›"))
    let bytewise = openEvents(text + "\n\nb", pauses: true)
    #expect(bytewise.contains("‹late a \(place)›"), "\(bytewise)")
  }

  static let tasks: [(String, String)] = [
    ("- [ ] foo\n- [x] bar", "‹task› foo|‹task 1› bar"),
    ("- [X] *a*", "‹task 1› ‹emphasis›a‹/emphasis›"),
    ("1. [ ] foo", "‹task› foo"),
    ("- [x]foo", "[x]foo"),
    ("- [ ]", "[ ]"),
    ("- [y] foo", "[y] foo"),
    ("- a [ ] foo", "a [ ] foo"),
  ]

  @Test("has GitHub's task lists", arguments: tasks)
  func task(markdown: String, expected: String) {
    let items = events(Array(markdown.utf8)).split(separator: "‹tightParagraph›").dropFirst()
    let content = items.map { $0.prefix(upTo: $0.firstRange(of: "‹/tightParagraph›")!.lowerBound) }
    #expect(content.joined(separator: "|") == expected)
  }

  @Test("makes a list loose from its first blank line on")
  func looseLists() {
    #expect(
      events(Array("- a\n- b\n\n- c".utf8)) == """
        ‹bulletList›‹listItem›‹tightParagraph›a‹/tightParagraph›‹/listItem›\
        ‹listItem›‹tightParagraph›b‹/tightParagraph›‹/listItem›\
        ‹listItem›‹paragraph›c‹/paragraph›‹/listItem›‹/bulletList›
        """)
  }

  @Test("reads no underlined heading after a pause, but the next one")
  func headings() {
    var reading = Reading()
    reading.read("a\n".utf8)
    reading.pause()
    reading.read("===\n\nb\nc\n---\n".utf8)
    reading.finish()
    #expect(
      reading.text == "‹paragraph›a\n===\n‹/paragraph›‹heading2›b\nc‹/heading2›")
  }

  @Test("loses and repeats no text where random documents pause")
  func pauses() {
    var generator = SeededGenerator(seed: 11)
    let words = [
      "one ", "*two* ", "three\n", "four\n\n", "- five\n", "> six ", "seven 漢字 ", "# e ",
    ]
    for _ in 0..<500 {
      let text = (0..<20).map { _ in words[Int.random(in: words.indices, using: &generator)] }
      func letters(pausing: Bool) -> String {
        var reading = Reading()
        for byte in text.joined().utf8 {
          reading.read([byte])
          if pausing, Int.random(in: 0..<9, using: &generator) == 0 { reading.pause() }
        }
        reading.finish()
        return reading.text.filter { !$0.isWhitespace }
      }
      #expect(letters(pausing: true) == letters(pausing: false), "\(text)")
    }
  }
}
