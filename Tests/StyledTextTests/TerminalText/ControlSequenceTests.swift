import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Control sequences")
struct ControlSequenceTests {
  /// A sequence at the start of a text, and how much of the text it is.
  struct Sample: Sendable {
    let input: String
    let kind: ControlSequence.Kind
    let length: Int
    var isWhole = true
  }

  static let cases: [Sample] = [
    Sample(input: "\u{1B}[mx", kind: .control, length: 3),
    Sample(input: "\u{1B}[1;31mx", kind: .control, length: 7),
    Sample(input: "\u{1B}[4:3mx", kind: .control, length: 6),
    Sample(input: "\u{1B}[?25hx", kind: .control, length: 6),
    Sample(input: "\u{1B}[1 qx", kind: .control, length: 5),
    Sample(input: "\u{1B}[!px", kind: .control, length: 4),
    Sample(input: "\u{1B}[ 1qx", kind: .control, length: 5, isWhole: false),
    Sample(input: "\u{1B}[1  qx", kind: .control, length: 6),
    Sample(input: "\u{1B}[ 0qx", kind: .control, length: 5, isWhole: false),
    Sample(input: "\u{1B}[3\u{7F}1mx", kind: .control, length: 6, isWhole: false),
    Sample(input: "\u{1B} Fx", kind: .escape, length: 3),
    Sample(input: "\u{1B}( Bx", kind: .escape, length: 4),
    Sample(input: "\u{1B}]0;a b\u{07}x", kind: .command, length: 8),
    Sample(input: "\u{1B}]0;\u{100}\u{07}x", kind: .command, length: 7),
    Sample(input: "\u{1B}cx", kind: .escape, length: 2),
    Sample(input: "\u{1B}7x", kind: .escape, length: 2),
    Sample(input: "\u{1B}(Bx", kind: .escape, length: 3),
    Sample(input: "\u{1B}\\x", kind: .escape, length: 2),
    Sample(input: "\u{1B}]0;title\u{07}x", kind: .command, length: 10),
    Sample(input: "\u{1B}]0;title\u{1B}\\x", kind: .command, length: 11),
    Sample(input: "\u{1B}]0;t\u{1B}[mx", kind: .command, length: 5, isWhole: false),
    Sample(input: "\u{1B}]0;t\u{01}\u{07}x", kind: .command, length: 7, isWhole: false),
    Sample(input: "\u{1B}]0;été\u{07}x", kind: .command, length: 10),
    Sample(input: "\u{1B}P1$r0m\u{07}\u{1B}\\x", kind: .string, length: 10),
    Sample(input: "\u{1B}_G\u{1B}\\x", kind: .string, length: 5),
    Sample(input: "\u{1B}[3\n1m", kind: .control, length: 3, isWhole: false),
    Sample(input: "\u{1B}[3\r\n", kind: .control, length: 3, isWhole: false),
    Sample(input: "\u{1B}]8;;x\n", kind: .command, length: 6, isWhole: false),
    Sample(input: "\u{1B}[3\u{1B}[m", kind: .control, length: 3, isWhole: false),
    Sample(input: "\u{1B}[3\u{18}1m", kind: .control, length: 4, isWhole: false),
    Sample(input: "\u{1B}[3\u{07}1m", kind: .control, length: 6, isWhole: false),
    Sample(input: "\u{1B}[3é", kind: .control, length: 3, isWhole: false),
    Sample(input: "\u{1B}é", kind: .escape, length: 1, isWhole: false),
    Sample(input: "\u{1B}", kind: .escape, length: 1, isWhole: false),
    Sample(input: "\u{1B}[31", kind: .control, length: 4, isWhole: false),
    Sample(input: "\u{1B}]8;;x\u{1B}", kind: .command, length: 6, isWhole: false),
  ]

  @Test("end where the standards say, whole or byte by byte", arguments: cases)
  func ends(expected: Sample) throws {
    let bytes = Array(expected.input.utf8)
    for step in [1, bytes.count] {
      var scanner = ControlSequenceScanner()
      var known = 0
      var result = ControlSequenceScanner.Result.incomplete
      while result == .incomplete {
        known = min(bytes.count, known + step)
        let part = bytes.span.extracting(first: known)
        result = scanner.scan(from: 0, in: part, isLast: known == bytes.count)
        if known == bytes.count { break }
      }
      guard case .sequence(let found) = result else {
        Issue.record("no end")
        return
      }
      #expect(found.kind == expected.kind)
      #expect(found.range == 0..<expected.length)
      #expect(found.isWhole == expected.isWhole)
    }
  }

  private func scanned(_ bytes: [UInt8]) throws -> ControlSequence {
    var scanner = ControlSequenceScanner()
    let result = scanner.scan(from: 0, in: bytes.span, isLast: true)
    guard case .sequence(let found) = result else { throw Failure() }
    return found
  }

  private struct Failure: Error {}

  @Test("are cut off by bytes that are no UTF-8", arguments: [[], [0x5B], [0x5B, 0x33]])
  func invalid(start: [UInt8]) throws {
    for byte: UInt8 in [0x80, 0xBF, 0xC2, 0xFF] {
      let found = try scanned([0x1B] + start + [byte, 0x6D])
      #expect(found.range == 0..<start.count + 1 && !found.isWhole)
    }
  }

  @Test("have a meaning as ECMA-48 and the convention for links have it")
  func meanings() throws {
    let cases: [(input: String, isSGR: Bool, link: String?)] = [
      ("[m", true, nil), ("[1;31m", true, nil), ("[4:3m", true, nil), ("[0;9m", true, nil),
      ("[<1m", false, nil), ("[=1m", false, nil), ("[>4;1m", false, nil), ("[?1m", false, nil),
      ("[1 m", false, nil), ("[1 !m", false, nil), ("[1h", false, nil),
      ("]8;;http://a\u{7}", false, "http://a"), ("]8;;http://a\u{1B}\\", false, "http://a"),
      ("]8;i;u\u{7}", false, "u"), ("]8;id;u\u{7}", false, "u"), ("]8;id=;u;v\u{7}", false, "u;v"),
      ("]8;;\u{7}", false, ""), ("]8;\u{7}", false, nil), ("]8;abc\u{7}", false, nil),
      ("]8\u{7}", false, nil), ("]9;;u\u{7}", false, nil), ("]8,;u\u{7}", false, nil),
      ("]8;;u", false, nil),
    ]
    for (input, isSGR, link) in cases {
      let bytes = Array(("\u{1B}" + input).utf8)
      let found = try scanned(bytes)
      #expect(found.isSelectGraphicRendition(in: bytes.span) == isSGR, "\(input)")
      let target = found.linkTarget(in: bytes.span)
      #expect(target.map { String(decoding: bytes[$0], as: UTF8.self) } == link, "\(input)")
    }
  }

  @Test(
    "of more than 4096 bytes are none, in all their parts", arguments: [4095, 4096, 4097, 9000])
  func tooLong(count: Int) {
    let bytes =
      Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: count - 3) + [UInt8(ascii: "m")]
    var scanner = ControlSequenceScanner()
    var start = 0
    var parts: [ControlSequence] = []
    while start < count,
      case .sequence(let part) = scanner.scan(from: start, in: bytes.span, isLast: true)
    {
      parts.append(part)
      start = part.range.upperBound
    }
    #expect(start == count && !scanner.isInside)
    #expect(parts.count == (count + 4095) / 4096)
    for part in parts {
      #expect(part.isWhole == (count <= 4096))
      #expect(part.range.count <= 4096 && part.goesOn == (part.range.upperBound < count))
    }
  }

  static let names: [(String, String)] = [
    ("\u{1B}[2J", "ED, erase in page, ECMA-48 §8.3.39"),
    ("\u{1B}[K", "EL, erase in line, ECMA-48 §8.3.41"),
    ("\u{1B}[1;1H", "CUP, cursor position, ECMA-48 §8.3.21"),
    ("\u{1B}[?1049h", "DECSET, set private mode, VT510"),
    ("\u{1B}[2 q", "DECSCUSR, set cursor style, VT510"),
    ("\u{1B}[!p", "DECSTR, soft terminal reset, VT510"),
    ("\u{1B}]52;c;?\u{07}", "OSC, operating system command, ECMA-48 §8.3.89"),
    ("\u{1B}Pq\u{1B}\\", "DCS, device control string, ECMA-48 §8.3.27"),
    ("\u{1B}c", "RIS, reset to initial state, ECMA-48 §8.3.105"),
    ("\u{1B}|", "LS3R, locking-shift three right, ECMA-48 §8.3.81"),
    ("\u{1B}(B", "GZD4, designate a 94-set to G0, ECMA-35 §13.2.1"),
    ("\u{1B}[ @", "SL, scroll left, ECMA-48 §8.3.121"),
  ]

  @Test("have the names of their standards", arguments: names)
  func named(input: String, expected: String) {
    let bytes = Array(input.utf8)
    var scanner = ControlSequenceScanner()
    guard case .sequence(let found) = scanner.scan(from: 0, in: bytes.span, isLast: true) else {
      Issue.record("no end")
      return
    }
    #expect(ControlFunction(found, in: bytes.span)?.text == expected)
  }

  @Test("of ECMA-48 have names in alphabetical order of their sections")
  func sections() {
    let all =
      Array(ControlFunction.escapes.values) + Array(ControlFunction.controls.values)
    let sections = all.compactMap { function -> (Int, String)? in
      guard function.source.hasPrefix("ECMA-48 §8.3.") else { return nil }
      return Int(function.source.dropFirst("ECMA-48 §8.3.".count)).map { ($0, function.name) }
    }.sorted { $0.0 < $1.0 }
    #expect(sections.count > 100)
    #expect(Set(sections.map(\.0)).count == sections.count)
    // There, digits come after letters.
    func key(_ name: String) -> String {
      name.map { $0.isNumber ? "~\($0)" : "\($0)" }.joined()
    }
    for (one, next) in zip(sections, sections.dropFirst()) {
      #expect(key(one.1) < key(next.1), "\(one) \(next)")
    }
  }

  @Test("that never end are looked at once and not kept")
  func endless() {
    let bytes = Array("\u{1B}]0;".utf8) + [UInt8](repeating: 0x78, count: 1 << 20)
    var options = MarkupOptions()
    options.form = .ansi
    for drops in [false, true] {
      options.controls = drops ? .drop : .show
      var tokenizer = TerminalTextTokenizer(options)
      var log = DiagnosticLog()
      var waiting: [UInt8] = []
      var longest = 0
      var shown = 0
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        waiting += bytes[start..<min(bytes.count, start + 1000)]
        var offset = 0
        while true {
          let token = tokenizer.token(at: offset, in: waiting.span, isLast: false, log: &log)
          if token.kind == .incomplete || token.kind == .endOfInput { break }
          if token.kind != .dropped { shown += token.text.count }
          offset = token.end
        }
        tokenizer.willDrop(first: offset)
        waiting.removeFirst(offset)
        longest = max(longest, waiting.count)
      }
      #expect(longest <= (drops ? 1 << 17 : 5000))
      #expect(drops ? shown == 0 : shown > 1_000_000)
    }
  }
}
