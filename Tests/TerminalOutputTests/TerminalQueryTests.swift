import StyleValues
import TestSupport
import Testing

@testable import TerminalOutput

/// What a parser makes of a text in which `^` is ESC and `~` is BEL, fed in pieces.
private func parse(
  _ text: String, to query: TerminalQuery = .everything, piece: Int = .max
) -> TerminalReplyParser {
  var parser = TerminalReplyParser(query)
  var bytes = Array(
    text.replacing("^", with: "\u{1B}").replacing("~", with: "\u{7}").utf8)[...]
  while !bytes.isEmpty {
    parser.feed(bytes.prefix(piece))
    bytes = bytes.dropFirst(piece)
  }
  parser.finish()
  return parser
}

extension TerminalQuery {
  fileprivate static let everything: TerminalQuery = {
    var query = TerminalQuery()
    query.palette = true
    return query
  }()
}

@Suite("Asking the terminal")
struct TerminalQueryTests {
  @Test("The questions end with DA1, whatever is asked")
  func questions() {
    var query = TerminalQuery()
    let usual = String(decoding: query.bytes, as: UTF8.self)
    #expect(usual.hasPrefix("\u{1B}]11;?\u{1B}\\"))
    #expect(usual.hasSuffix("\u{1B}[c"))
    #expect(usual.contains("\u{1B}P$qm\u{1B}\\\u{1B}[0m"))
    #expect(!usual.contains("]66;"))
    query = .nothing
    #expect(query.bytes == Array("\u{1B}[c".utf8))
    query.palette = true
    let palette = String(decoding: query.bytes, as: UTF8.self)
    #expect(palette.hasPrefix("\u{1B}]4;0;?\u{1B}\\\u{1B}]4;1;?\u{1B}\\"))
    for asked in ["4;15", "4;16", "4;231", "10", "12", "17", "19"] {
      #expect(palette.contains("\u{1B}]\(asked);?\u{1B}\\"))
    }
    #expect(!palette.contains("]4;17;") && !palette.contains("]11;"))
    #expect(palette.hasSuffix("\u{1B}]19;?\u{1B}\\\u{1B}[c"))
  }

  /// What xterm 379 and kitty answer, BEL and ST mixed.
  static let conversation =
    "^]11;rgb:1e1e/1e1e/2e2e^\\^]4;1;rgb:dd/51/52^\\^[?2026;2$y"
    + "^P1$r0;38:2::1:2:3m^\\^P>|XTerm(379)^\\^[5;1R^[5;3R^[5;5R^[?62;4c"

  @Test("A whole conversation, cut anywhere", arguments: [1, 2, 3, 7, 1000])
  func conversation(piece: Int) {
    let parser = parse(Self.conversation, piece: piece)
    var expected = TerminalAnswers()
    expected.background = RGB8(0x1e1e2e)
    expected.palette = [1: RGB8(0xdd5152)]
    expected.synchronizedOutput = true
    expected.hasDirectColor = true
    expected.program = "XTerm(379)"
    expected.advanceOfWidth = 2
    expected.advanceOfScale = 2
    expected.isComplete = true
    #expect(parser.answers == expected)
    #expect(parser.otherInput.isEmpty)
  }

  @Test("All colours of a terminal, cut anywhere", arguments: [1, 5, 1000])
  func colors(piece: Int) {
    let text =
      "^]4;0;rgb:28/28/28^\\^]4;16;rgb:2828/2828/2828^\\^]10;rgb:eb/db/b2~^]11;rgb:28/28/28~"
      + "^]12;rgb:ff/0/0~^]17;rgb:40/40/40~^]19;rgba:ff/ff/ff/80~^[?62c"
    let answers = parse(text, piece: piece).answers
    let colors = answers.colors
    #expect(colors?[0] == RGB8(0x282828))
    #expect(colors?.knows(0) == true && colors?.knows(1) == false)
    #expect(colors?.foreground == RGB8(0xebdbb2) && colors?.background == RGB8(0x282828))
    #expect(colors?.cursor == RGB8(0xff0000))
    #expect(colors?.selectionBackground == RGB8(0x404040))
    #expect(colors?.selectionForeground == RGB8(0xffffff))
    #expect(answers.hasOwnCube)
    // A cube of which no more is known than the probes is left out.
    #expect(colors?[16] == XtermPalette.color(16))
  }

  @Test("A terminal with a cube of its own is asked for all of it")
  func cube() {
    var parser = parse("^]4;231;rgb:ff/ff/ff~^[?62c")
    #expect(TerminalQuery.everything.rest(after: parser.answers) == nil)
    parser = parse("^]4;231;rgb:eb/db/b2~^[?62c")
    #expect(TerminalQuery().rest(after: parser.answers) == nil)
    guard let rest = TerminalQuery.everything.rest(after: parser.answers) else {
      Issue.record("nothing more is asked")
      return
    }
    let bytes = String(decoding: rest.bytes, as: UTF8.self)
    #expect(bytes.hasPrefix("\u{1B}]4;16;?") && bytes.hasSuffix("]4;255;?\u{1B}\\\u{1B}[c"))
    #expect(rest.rest(after: parser.answers) == nil)
    parser.expect(rest)
    #expect(!parser.answers.isComplete)
    for entry in 16..<256 { parser.feed("\u{1B}]4;\(entry);rgb:10/20/30\u{7}".utf8) }
    parser.feed("\u{1B}[?62c".utf8)
    #expect(parser.answers.isComplete)
    #expect(parser.answers.colors?[200] == RGB8(0x102030))
  }

  @Test(
    "Colours that nobody asked for, or that are none, are dropped",
    arguments: [
      "^]4;17;rgb:ff/ff/ff~", "^]4;256;rgb:ff/ff/ff~", "^]4;-1;rgb:ff/ff/ff~", "^]4;1;red~",
      "^]4;1;rgb:zz/00/00~", "^]4;1;rgb:12345/0/0~", "^]4;1~", "^]4;1;?~", "^]13;rgb:ff/ff/ff~",
      "^]10;rgb:ff/ff~", "^]12;#ffffff;~",
    ])
  func foreignColors(text: String) {
    #expect(parse(text + "^[?62c").answers.colors == nil)
  }

  @Test("What somebody types meanwhile is handed back, in order")
  func typeAhead() {
    let parser = parse("ls^[A^]11;rgb:0/0/0~^[1;5D\u{3}^[?1;2c^Ox^")
    #expect(parser.answers.background == RGB8(0))
    #expect(parser.answers.isComplete)
    #expect(
      String(decoding: parser.otherInput, as: UTF8.self)
        == "ls\u{1B}[A\u{1B}[1;5D\u{3}\u{1B}Ox\u{1B}")
  }

  @Test(
    "Colours with one to four digits a channel",
    arguments: [
      ("rgb:f/0/8", 0xff0088), ("rgb:ff/00/88", 0xff0088), ("rgb:fff/000/888", 0xff0088),
      ("rgb:ffff/0000/8888", 0xff0088), ("rgba:1e1e/2020/3030/ffff", 0x1e2030),
      ("rgb:7fff/8000/80ff", 0x7f8080), ("rgb:1/2", nil), ("rgb:12345/0/0", nil),
      ("rgb:g/0/0", nil), ("rgb:-1/0/0", nil), ("#ffffff", nil), ("", nil),
    ] as [(String, UInt32?)])
  func colors(text: String, expected: UInt32?) {
    #expect(RGB8(device: text) == expected.map { RGB8($0) })
  }

  @Test(
    "24 bits: only if the colour that was set is there",
    arguments: [
      ("^P1$r0;38:2::1:2:3m^\\", true), ("^P1$r38;2;1;2;3m^\\", true),
      ("^P1$r38:2:1:2:3m^\\", true),
      ("^P1$r0;38:5:16m^\\", false), ("^P1$r0m^\\", false), ("^P0$r^\\", false), ("^[?6c", nil),
    ] as [(String, Bool?)])
  func directColor(reply: String, expected: Bool?) {
    #expect(parse(reply).answers.hasDirectColor == expected)
  }

  @Test("foot moves by one where a scale was asked for")
  func textSizing() {
    let answers = parse("^[1;1R^[1;3R^[1;4R^[?62c").answers
    #expect(answers.advanceOfWidth == 2)
    #expect(answers.advanceOfScale == 1)
  }

  @Test("A name is reduced to what is safe to print")
  func hostileName() {
    #expect(parse("^P>|x\u{8}\u{9}y^\\").answers.program == "x\u{FFFD}\u{FFFD}y")
  }

  @Test("The start of a colour that did not come to its end is nothing that somebody typed")
  func unfinishedColor() {
    let parser = parse("ls^]4;3;rgb:ff/f")
    #expect(parser.otherInput == Array("ls".utf8))
    #expect(parse("^]").otherInput == Array("\u{1B}]".utf8))
    #expect(parse("^]x").otherInput == Array("\u{1B}]x".utf8))
  }

  @Test(
    "A sequence that never ends is dropped whole and does not grow",
    arguments: ["^]11;", "^P1$r", "^P>|", "^[", "^]52;c;"])
  func endless(start: String) {
    let parser = parse("ls" + start + String(repeating: "0", count: 100_000) + "^[?1c")
    #expect(parser.answers.background == nil)
    #expect(parser.answers.isComplete)
    #expect(parser.otherInput == Array("ls".utf8))
    let ended = parse(start + String(repeating: "0", count: 5000) + "~^\\ls")
    #expect(start == "^[" || ended.otherInput == Array("\u{1B}\\ls".utf8))
  }

  @Test(
    "What no keyboard sends is dropped although nobody asked, keys are handed back",
    arguments: [
      ("^[8;24;80t", ""), ("^[0n", ""), ("^[?2027;0$y", ""), ("^[>0;10;1c", ""), ("^]l title~", ""),
      ("^]52;c;AAAA~", ""), ("^P1+r524742=38^\\", ""), ("^P0+r^\\", ""), ("^]11;rgb:0/0^[A", "^[A"),
      ("^P1$r0;38:2", ""), ("^[?62", ""), ("^[A", "^[A"), ("^[1;5D", "^[1;5D"), ("^OP", "^OP"),
      ("^[<0;1;1M", "^[<0;1;1M"), ("^]x", "^]x"),
      ("^]x^[A", "^]x^[A"), ("^Px", "^Px"), ("^[", "^["), ("^x", "^x"),
    ])
  func unasked(text: String, left: String) {
    #expect(
      String(decoding: parse(text).otherInput, as: UTF8.self)
        == left.replacing("^", with: "\u{1B}"))
  }

  @Test(
    "Random bytes: nothing is lost but replies, however they are cut", arguments: 1...UInt64(20))
  func randomBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("^^^[]P\\?;$0127cRynm~rgb:/>|x".utf8)
    var text = ""
    for _ in 0..<400 {
      text.unicodeScalars.append(Unicode.Scalar(alphabet.randomElement(using: &generator) ?? 0x78))
    }
    let whole = parse(text)
    let pieces = parse(text, piece: 1)
    #expect(whole.answers == pieces.answers)
    #expect(whole.otherInput == pieces.otherInput)
    #expect(whole.otherInput.count <= text.utf8.count)
  }
}
