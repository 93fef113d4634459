import Diagnostics
import TestSupport
import Testing

/// Texts, offsets into them, and line and column there.
private let places: [(text: String, offset: Int, place: String)] = [
  ("", 0, "1:1"),
  ("", 5, "1:1"),
  ("abc", 0, "1:1"),
  ("abc", 2, "1:3"),
  ("abc", 3, "1:4"),
  ("abc", -1, "1:1"),
  ("a\nb", 1, "1:2"),
  ("a\nb", 2, "2:1"),
  ("a\n", 2, "2:1"),
  ("\n\n\n", 2, "3:1"),
  ("a\r\nb\r\nc", 1, "1:2"),
  ("a\r\nb\r\nc", 2, "1:3"),
  ("a\r\nb\r\nc", 3, "2:1"),
  ("a\r\nb\r\nc", 6, "3:1"),
  ("a\rb\rc", 2, "2:1"),
  ("a\rb\rc", 4, "3:1"),
  ("a\n\rb", 2, "2:1"),
  ("a\n\rb", 3, "3:1"),
  ("a\r\r\nb", 2, "2:1"),
  ("a\r\r\nb", 4, "3:1"),
  ("a\r", 2, "2:1"),
  ("a\u{C}b\u{2028}c", 6, "1:5"),
  // A column counts scalars: é is two bytes, € three, 😀 four; a flag is two scalars.
  ("é€😀x", 0, "1:1"),
  ("é€😀x", 2, "1:2"),
  ("é€😀x", 5, "1:3"),
  ("é€😀x", 9, "1:4"),
  ("é\né€😀x", 12, "2:4"),
  ("🇨🇭x", 8, "1:3"),
  ("e\u{301}x", 3, "1:3"),
  ("\t\tx", 2, "1:3"),
  // Nobody sees a byte order mark, unless it is somewhere else.
  ("\u{FEFF}ab", 0, "1:1"),
  ("\u{FEFF}ab", 3, "1:1"),
  ("\u{FEFF}ab", 4, "1:2"),
  ("\u{FEFF}\nb", 4, "2:1"),
  ("a\u{FEFF}b", 4, "1:3"),
]

@Test("An offset is on a line and in a column", arguments: places)
func locations(text: String, offset: Int, place: String) {
  let source = SourceText(name: "a", text: text)
  #expect(source.location(at: offset).description == "a:\(place)")
}

@Test(
  "Lines are what stands between line endings",
  arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb", ["a", "b"]),
    ("a\rb\nc", ["a", "b", "c"]),
    ("\r\n\r\n", ["", "", ""]), ("\n\r", ["", "", ""]), ("é\r\r\n€", ["é", "", "€"]),
  ] as [(String, [String])])
func lines(text: String, expected: [String]) {
  let source = SourceText(name: "a", text: text)
  #expect(source.lineCount == expected.count)
  let lines = (1...source.lineCount).map { String(decoding: source.lineBytes($0), as: UTF8.self) }
  #expect(lines == expected)
}

@Test("Columns in one huge line are right around every block of the line table")
func hugeLine() {
  let pieces = ["a", "é", "€", "😀"]
  var text = ""
  var columns: [Int: Int] = [:]
  for index in 0..<5000 {
    columns[text.utf8.count] = index + 1
    text += pieces[index % 4]
  }
  let source = SourceText(name: "a", text: text)
  #expect(source.lineCount == 1)
  for (offset, column) in columns {
    #expect(source.location(at: offset).column == column)
  }
}

@Test("Lines and columns agree with counting from the start", arguments: UInt64(0)..<20)
func countedLocations(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let pieces: [[UInt8]] = [
    [0x61], [0x0A], [0x0D], [0x0D, 0x0A], [0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80],
  ]
  var bytes: [UInt8] = []
  for _ in 0..<1500 { bytes += pieces.randomElement(using: &generator) ?? [] }
  let source = SourceText(name: "a", bytes: bytes)
  var line = 1
  var column = 1
  for offset in bytes.indices {
    let isScalar = bytes[offset] & 0xC0 != 0x80
    if isScalar {
      let place = source.location(at: offset)
      #expect(place.line == line && place.column == column, "seed \(seed), offset \(offset)")
    }
    let endsLine =
      bytes[offset] == 0x0A
      || (bytes[offset] == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A))
    if endsLine {
      line += 1
      column = 1
    } else if isScalar {
      column += 1
    }
  }
  #expect(source.lineCount == line)
}

@Test("Bytes that are no UTF-8 do not upset the line table")
func brokenText() {
  let source = SourceText(name: "a", bytes: [0xFF, 0x0A, 0x80, 0x80, 0xE2, 0x82, 0x0A, 0x61])
  #expect(source.lineCount == 3)
  #expect(source.location(at: 0).description == "a:1:1")
  #expect(source.location(at: 7).description == "a:3:1")
}
