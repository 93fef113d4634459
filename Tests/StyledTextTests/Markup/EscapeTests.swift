import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Escaping")
struct EscapeTests {
  static let cases: [(String, String)] = [
    ("", ""),
    ("plain", "plain"),
    ("5 < 6 & 7 > 2", "5 &lt; 6 &amp; 7 &gt; 2"),
    ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
    ("\"a\" 'b'", "&quot;a&quot; &#39;b&#39;"),
    ("&amp;", "&amp;amp;"),
    ("{name}", "&#123;name}"),
    ("ä日🙂", "ä日🙂"),
    ("\u{1B}[2J\u{7F}", "&#27;[2J&#127;"),
    ("\u{9B}2J", "\u{FFFD}2J"),
    ("a\rb\r\nc\r\r\n\u{B}\u{C}\u{85}", "a&#13;b\nc&#13;\n&#11;&#12;\u{FFFD}"),
    ("\u{0}", "\u{2400}"),
    ("a\u{202E}b\u{2069}", "a&#8238;b&#8297;"),
    ("a\u{FEFF}b\u{FFF9}\u{E0041}", "ab&#917569;"),
    ("\u{2028}\u{2029}\u{2070}\u{2026}", "&#8232;&#8233;\u{2070}\u{2026}"),
  ]

  @Test("gives markup", arguments: cases)
  func escaping(text: String, expected: String) {
    #expect(escape(text) == expected)
  }

  static let bytes: [(text: [UInt8], expected: String)] = [
    ([0x61, 0x0D], "a&#13;"),
    ([0x0D, 0x0A], "\n"),
    ([0x61, 0x0D, 0x0D, 0x0A, 0x62], "a&#13;\nb"),
    ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
    ([0xC3, 0x61], "\u{FFFD}a"),
    ([0xE2, 0x82], "\u{FFFD}"),
    ([0xE2, 0x82, 0x3C], "\u{FFFD}&lt;"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xC2], "\u{FFFD}"),
    ([0xEF, 0xB7, 0x90, 0xEF, 0xBF, 0xBE, 0xF4, 0x8F, 0xBF, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0x85], "\u{FFFD}"),
    ([0xF0, 0x9F, 0x99], "\u{FFFD}"),
    ([0xF0, 0x9F, 0x99, 0x82, 0x0D, 0x0D], "🙂&#13;&#13;"),
  ]

  @Test("gives UTF-8 that shows every CR alone, wherever the text is cut", arguments: bytes)
  func anyBytes(text: [UInt8], expected: String) {
    for cut in 0...text.count {
      var markup: [UInt8] = []
      var rest = Array(text[..<cut])
      rest.removeFirst(appendEscaped(rest.span, isLast: false, to: &markup))
      rest += text[cut...]
      appendEscaped(rest.span, to: &markup)
      #expect(markup == Array(expected.utf8), "\(text) in parts of \(cut) and the rest")
    }
  }

  /// Scalars that markup, references, placeholders and the sanitizer care about.
  static let pieces: [String] = [
    "<", ">", "&", ";", "#", "x", "\"", "'", "/", "=", " ", "\n", "\r", "\r\n", "\t", "{", "}", "b",
    "<b>", "</b>", "&lt;", "&#27;", "<!--", "-->", "{n}", "{{", "\u{1B}", "\u{0}", "\u{7F}",
    "\u{85}", "\u{9B}", "\u{301}", "\u{FE0F}", "\u{202E}", "\u{2067}", "\u{2069}", "\u{2028}",
    "\u{FEFF}", "\u{E0067}", "\u{E007F}", "🏴", "\u{200D}", "é", "日", "🙂", "\u{FFFD}", "\u{E000}",
    "lt;", "amp", "copy",
  ]

  @Test("renders back to the same text, for any text", arguments: 0..<20)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let options = MarkupOptions(placeholders: ["n": "value"])
    for _ in 0..<100 {
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0,
          let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        {
          text.unicodeScalars.append(scalar)
        } else {
          text += Self.pieces.randomElement(using: &random) ?? ""
        }
      }
      let built = Built(escape(text), options: options)
      #expect(
        built.text.bytes == Array(SafeText.text(text).utf8),
        "seed \(seed): \(text.unicodeScalars.map { String($0.value, radix: 16) })")
      #expect(built.text.runs.allSatisfy { $0.tag == nil })
    }
  }

  @Test("renders back to the same text, for any bytes", arguments: 0..<10)
  func roundTripBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : UInt8.random(in: 0x20...0x7E, using: &random)
      }
      var markup: [UInt8] = []
      appendEscaped(text.span, to: &markup)
      #expect(Self.inParts(text, using: &random) == markup)
      #expect(markup.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A })
      #expect(
        Built(bytes: markup).text.bytes == TextSanitizer.sanitized(text, form: .text),
        "seed \(seed): \(text)")
    }
  }

  /// The same text in parts: no character is cut in two.
  private static func inParts(
    _ text: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var markup: [UInt8] = []
    var pending: [UInt8] = []
    for byte in text {
      pending.append(byte)
      if Bool.random(using: &random) {
        pending.removeFirst(appendEscaped(pending.span, isLast: false, to: &markup))
      }
    }
    appendEscaped(pending.span, to: &markup)
    return markup
  }

  @Test("is safe in the value of an attribute")
  func attributes() {
    let value = "a\" style='color:red' b=\"{n}&lt;"
    let built = Built("<b data-x=\"\(escape(value))\">y</b>")
    #expect(built.text.runs.first?.attributes.first?.value == value)
    #expect(built.codes.isEmpty)
  }
}
