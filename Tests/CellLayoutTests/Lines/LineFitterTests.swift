import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Lines of a text")
struct LineFitterTests {
  @Test(
    "are as full as the width lets them be",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
      ("one two three", 3, ["one", "two", "thr", "ee"]), ("a b c", 1, ["a", "b", "c"]),
      ("a\nb\r\nc", 9, ["a", "b", "c"]), ("a\n\nb", 9, ["a", "", "b"]), ("", 5, []),
      ("\n", 5, [""]), ("a\n", 5, ["a"]), ("漢字仮名", 5, ["漢字", "仮名"]),
      ("漢字。仮名", 5, ["漢", "字。", "仮名"]), ("a-b c", 3, ["a-b", "c"]),
      ("x-ray ab-cd", 8, ["x-ray", "ab-cd"]), ("well-known", 7, ["well-", "known"]),
      ("(one) [two]", 5, ["(one)", "[two]"]), ("one\u{A0}two", 5, ["one\u{A0}t", "wo"]),
      ("ab\u{200B}cd", 3, ["ab\u{200B}", "cd"]),
      (
        "e\u{301}e\u{301}e\u{301}", 2,
        ["e\u{301}e\u{301}", "e\u{301}"]
      ), ("👩‍🚀👩‍🚀", 3, ["👩‍🚀", "👩‍🚀"]),
      ("one  two", 4, ["one", "two"]), ("  one", 3, ["", "one"]), ("ab   ", 3, ["ab "]),
      ("a\tb", 9, ["a\tb"]), ("a\tb", 8, ["a", "b"]),
    ])
  func wrapping(text: String, width: Int, expected: [String]) {
    #expect(shownLines(text, LineFitting(width: width, rules: .clusters)) == expected)
  }

  @Test(
    "break names and paths behind their signs, if they are asked to",
    arguments: [
      ("created_at", 8, ["created_", "at"]), ("created_at", 7, ["created", "_at"]),
      ("a_very_long_name", 7, ["a_very_", "long_", "name"]),
      ("user@example.org", 9, ["user@", "example.", "org"]), ("abcdef", 4, ["abcd", "ef"]),
      ("_______x", 3, ["___", "___", "_x"]), ("one two_three", 7, ["one", "two_", "three"]),
      ("0.82806612797786", 8, ["0.828066", "12797786"]),
      ("v1.x8280661", 6, ["v1.", "x82806", "61"]),
      ("192.168.100.200", 9, ["192.168.", "100.200"]), ("1,234,567", 7, ["1,234,", "567"]),
      ("nginx:1.27-alpine", 9, ["nginx:1.", "27-alpine"]),
    ])
  func signs(text: String, width: Int, expected: [String]) {
    var fitting = LineFitting(width: width, rules: .clusters)
    fitting.breaksBehindSigns = true
    #expect(shownLines(text, fitting) == expected)
  }

  @Test(
    "break at a soft hyphen only where the hyphen has room",
    arguments: [
      ("Donau\u{AD}dampf", 6, ["Donau\u{AD}-", "dampf"]),
      ("Donau\u{AD}dampf", 10, ["Donau\u{AD}dampf"]),
      ("auf Donau\u{AD}dampf", 9, ["auf", "Donau\u{AD}-", "dampf"]),
      ("auf Donau\u{AD}dampf", 10, ["auf Donau\u{AD}-", "dampf"]),
      ("ab\u{AD}cd\u{AD}ef", 5, ["ab\u{AD}cd\u{AD}-", "ef"]),
      ("ab\u{AD}cd\u{AD}ef", 4, ["ab\u{AD}-", "cd\u{AD}ef"]),
    ])
  func softHyphens(text: String, width: Int, expected: [String]) {
    #expect(shownLines(text, LineFitting(width: width, rules: .clusters)) == expected)
  }

  @Test("break a cluster that is wider than they are between its code points")
  func wideClusters() {
    let letters = String(repeating: "\u{1100}", count: 50)
    let fitting = LineFitting(width: 40, rules: .clusters)
    let lines = shownLines("a \(letters)\u{301} b", fitting)
    #expect(lines.map(\.unicodeScalars.count) == [1, 20, 20, 13])
    #expect(lines.joined().unicodeScalars.count(where: { $0 == "\u{1100}" }) == 50)
    let signs = String(repeating: "\u{600}", count: 100) + "1"
    #expect(shownLines(signs, fitting).joined().unicodeScalars.elementsEqual(signs.unicodeScalars))
    // Time in proportion to the text, whatever is one cluster.
    let huge = String(repeating: "\u{1100}", count: 200_000)
    #expect(shownLines(huge, fitting).count == 10_000)
  }

  @Test("keep long words whole when they may not be broken")
  func wholeWords() {
    let fitting = LineFitting(width: 4, breaksWords: false, rules: .clusters)
    #expect(shownLines("a longword b", fitting) == ["a", "longword", "b"])
  }

  @Test("do not wrap when they may not")
  func noWrapping() {
    let fitting = LineFitting(width: 4, wraps: false, rules: .clusters)
    #expect(shownLines("one two three\nfour five", fitting) == ["one two three", "four five"])
  }

  @Test(
    "treat spaces at their end as the property says",
    arguments: [
      (TrailingSpaces.removed, "ab   cd  ", 4, ["ab", "cd"]),
      (.hanging, "ab   cd  ", 4, ["ab", "cd  "]), (.hanging, "ab   cd     ", 4, ["ab", "cd  "]),
      (.kept, "ab   cd  ", 4, ["ab  ", " cd ", " "]),
    ])
  func trailingSpaces(
    spaces: TrailingSpaces, text: String, width: Int, expected: [String]
  ) {
    #expect(
      shownLines(text, LineFitting(width: width, trailingSpaces: spaces, rules: .clusters))
        == expected)
  }

  @Test("stop tabs every tab-size cells")
  func tabs() {
    let bytes = Array("a\tbc\td".utf8)
    let widths = [1, 4, 8].map { size in
      LineFitter(
        bytes, in: 0..<bytes.count, LineFitting(width: nil, tabSize: size, rules: .clusters)
      ).map(\.width)
    }
    #expect(widths == [[6], [9], [17]])
  }

  private static let pieces = [
    "a", "word", "longerword", "é", "漢字", "한글", "👍🏽", "👩‍🚀", "🇮🇹", "क्ष", "க்ஷ", "\u{301}",
    "\u{200B}", "\u{AD}", " ", "  ", "\t", "\n", "-", "(", ")", "“", "”", "12,5", "%", "。",
    "\u{A0}",
    "\u{200D}", "\u{FE0F}", "❤", "ก็", "\u{600}", "\u{2028}",
  ]

  private static func text(_ generator: inout SeededGenerator) -> [UInt8] {
    let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }
    return Array(text.joined().utf8)
  }

  @Test("are never wider than the width, for every width to 200", arguments: [0, 1, 2, 3])
  func neverWider(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let spaces: [TrailingSpaces] = [.removed, .hanging, .kept]
    for width in 1...200 {
      let bytes = Self.text(&generator)
      for index in 0..<3 {
        let fitting = LineFitting(
          width: width, wraps: index != 1, breaksWords: index != 2, trailingSpaces: spaces[index],
          sign: index == 1 ? .ellipsis : .clip, rules: .clusters)
        for line in fitLines(bytes, in: 0..<bytes.count, fitting) {
          let shown =
            line.width + (line.showsHyphen ? 1 : 0) + (line.showsOverflow ? 1 : 0)
          // A line of one column is too narrow for some characters, which are alone on theirs.
          let isAlone =
            TextClusters(bytes, in: line.range, rules: .clusters).reduce(0) { count, _ in
              count + 1
            } == 1
          #expect(shown <= width || width == 1 && fitting.wraps && isAlone)
          if !bytes[line.range].contains(0x09) {
            #expect(
              line.width == cellWidth(of: bytes, in: line.range, rules: .clusters), "seed \(seed)")
          }
        }
      }
    }
  }

  @Test("hold every byte once, in order", arguments: [4, 5, 6, 7])
  func everyByte(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for width in 1...60 {
      let bytes = Self.text(&generator)
      for fitting in [
        LineFitting(width: width, rules: .clusters),
        LineFitting(width: width, breaksWords: false, rules: .clusters),
        LineFitting(width: width, trailingSpaces: .kept, rules: .clusters),
        LineFitting(width: nil, rules: .clusters),
      ] {
        var end = 0
        for line in LineFitter(bytes, in: 0..<bytes.count, fitting) {
          #expect(line.range.lowerBound == end)
          #expect(line.range.upperBound <= line.end)
          // What is not shown is white space and line endings.
          #expect(
            String(decoding: bytes[line.range.upperBound..<line.end], as: UTF8.self)
              .unicodeScalars.allSatisfy { $0.properties.isWhitespace })
          #expect(line.end > end)
          end = line.end
        }
        #expect(end == bytes.count)
      }
    }
  }

  /// What the lines of a text without tabs and soft hyphens are by the plainest method there is.
  private func reference(_ bytes: [UInt8], width: Int) -> [Range<Int>] {
    let ends = Set(TextClusters(bytes, rules: .clusters).map(\.range.upperBound))
    let places =
      LineBreaks(bytes).filter { ends.contains($0.offset) }.map { ($0.offset, $0.isMandatory) }
      + [(bytes.count, true)]
    func shownEnd(_ start: Int, _ end: Int) -> Int {
      var end = end
      while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A { end -= 1 }
      return end
    }
    /// Where a cluster breaks that is wider than the line.
    func endOfScalars(_ cluster: Range<Int>) -> Int {
      let ends = cluster.filter { $0 + 1 == cluster.upperBound || bytes[$0 + 1] & 0xC0 != 0x80 }
      return ends.map { $0 + 1 }.last {
        cellWidth(of: bytes, in: cluster.lowerBound..<$0, rules: .clusters) <= width
      } ?? cluster.upperBound
    }
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var best: (shown: Int, next: Int)?
      for (place, isMandatory) in places where place > start {
        let end = shownEnd(start, place)
        let isWider = cellWidth(of: bytes, in: start..<end, rules: .clusters) > width
        if isWider, best != nil { break }
        if isWider {
          var cut = start
          for cluster in TextClusters(bytes, in: start..<end, rules: .clusters) {
            let cells = cellWidth(of: bytes, in: start..<cluster.range.upperBound, rules: .clusters)
            if cells > width, cut > start { break }
            cut = cells > width ? endOfScalars(cluster.range) : cluster.range.upperBound
          }
          // A code point that is wider than the line ends its word, and the spaces after it hang.
          best = (cut, cut == end ? place : cut)
          break
        }
        best = (end, place)
        if isMandatory {
          var shown = end
          while shown < place, bytes[shown] == 0x20,
            cellWidth(of: bytes, in: start..<shown, rules: .clusters) < width
          {
            shown += 1
          }
          best = (shown, place)
          break
        }
      }
      guard let best else { break }
      lines.append(start..<best.shown)
      start = best.next
    }
    return lines
  }

  @Test("of plain text are those of the rules", arguments: [9, 10, 11, 12])
  func asciiText(seed: UInt64) {
    let pieces = [
      "a", "word", "Longerword", "12", "7.5", ", ", ". ", "; ", ": ", "! ", "? ", "!", "?", " ",
      " ",
      " ", "  ", "-", "--", " -", "(", ")", " (", ") ", "'", "\"", " '", "' ", " .5", " .", "a-b",
      "1-2",
      "/", "%", "\n", "é", "Жук", "naïve", "漢字", " 漢", " Ж", "— ", "“a” ", " 👍",
      " (", "[ ", "$ ", "字 ", "한 ", "é ", "\u{301}", "\u{200D}", "\u{FE0F}", "❤", "word ", "word ",
      "and ", "क्ष ", "\u{2010} ", "“ ",
    ]
    var generator = SeededGenerator(seed: seed)
    for width in 1...120 {
      let text = (0..<90).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
      let bytes = Array(text.joined().utf8)
      let lines = LineFitter(
        bytes, in: 0..<bytes.count, LineFitting(width: width, rules: .clusters)
      ).map(\.range)
      #expect(lines == reference(bytes, width: width), "width \(width), seed \(seed)")
    }
  }

  @Test(
    "of plain text are those beside a box, where the rules are always asked",
    arguments: [TrailingSpaces.hanging, .removed, .kept], [13, 14] as [UInt64])
  func boxBehind(spaces: TrailingSpaces, seed: UInt64) {
    let pieces = [
      "word ", "a ", "of-the ", "x/y ", "(it) ", "`code` ", "— ", "é ", "漢 ", "end. ", "\n", " \n",
      "  ", "\t", "“so” ", "1.5 ", "[a] ", "- ", "\u{AD}", "long_name_of_a_file ",
      "a\u{301} ", "❤\u{FE0F} ",
    ]
    var generator = SeededGenerator(seed: seed)
    for width in 1...90 {
      let text = (0..<80).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
      let bytes = Array((text.joined() + "\nbox").utf8)
      let fitting = LineFitting(width: width, trailingSpaces: spaces, rules: .clusters)
      let range = 0..<bytes.count
      let lines = LineFitter(bytes, in: range, fitting).filter { $0.end + 3 <= bytes.count }
      let ruled = LineFitter(bytes, in: range, fitting, atoms: [bytes.count - 3..<bytes.count])
      #expect(lines == ruled.filter { $0.end + 3 <= bytes.count }, "width \(width), seed \(seed)")
    }
  }

  @Test("do not split clusters")
  func wholeClusters() {
    var generator = SeededGenerator(seed: 8)
    for width in 1...40 {
      let bytes = Self.text(&generator)
      let ends = Set(TextClusters(bytes, rules: .clusters).map(\.range.upperBound) + [0])
      for line in LineFitter(
        bytes, in: 0..<bytes.count, LineFitting(width: width, rules: .clusters))
      {
        #expect(ends.contains(line.end))
      }
    }
  }

  @Test(
    "of a megabyte without a break come in linear time",
    arguments: [
      ("a", 1_000_000), ("漢", 200_000), ("e\u{301}", 300_000), (" ", 1_000_000),
      ("\u{301}", 300_000), ("\u{200D}", 300_000), ("\u{AD}", 200_000),
    ])
  func hostile(unit: String, size: Int) {
    let bytes = Array(String(repeating: unit, count: size / unit.utf8.count).utf8)
    var end = 0
    for line in LineFitter(bytes, in: 0..<bytes.count, LineFitting(width: 20, rules: .clusters)) {
      end = line.end
    }
    #expect(end == bytes.count)
  }
}
