import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Markup from anywhere")
struct SpanFuzzTests {
  static let pieces =
    TokenizerPropertyTests.pieces
    + MarkupElement.ofMarkup.flatMap { ["<\($0.name)>", "</\($0.name)>"] }
    + [
      "<span class=up>", "<span class='low x'>", "<i lang=tr class=cap>", "<b style='color:red'>",
      "<a href=http://e.x>", "<a href=javascript:x>", "ß", "Σ", "ΑΣ", "i", "ij", "e\u{301}",
      "\u{301}",
      "\u{200D}", "👩", "🇫", "\u{FE0F}", "\u{1B}", "&#27;", "&#x301;", "\u{202E}", "\u{2067}",
      "\u{2069}", "\u{2028}", "\r", "\r\n", "{n}", "{{", "{", "日本", "\u{FEFF}", "🏴", "\u{E0067}",
      "\u{E007F}", "&copy", "&notin;", "word ",
    ]

  static let css = """
    .up { text-transform: uppercase } .low { text-transform: lowercase }
    .cap { text-transform: capitalize } i:nth-child(2) { font-weight: 100 }
    b:last-child { font-style: italic } .x { text-transform: full-width }
    """

  @Test("gives safe text, whole runs and places within it", arguments: 0..<30)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let allows = seed % 2 == 0
    let options = MarkupOptions(allowsBidirectional: allows, placeholders: ["n": "<b>\u{1B}"])
    for _ in 0..<20 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...50, using: &random) {
        if Int.random(in: 0..<20, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
        }
      }
      let built = Built(
        bytes: bytes, css: seed % 3 == 0 ? "" : Self.css, options: options)
      let text = built.text
      let shown = allows ? text.bytes.filter { $0 != 0xE2 } : text.bytes
      if !allows {
        #expect(TextSanitizerTests.forbidden(in: shown) == nil, "seed \(seed): \(bytes)")
      }
      #expect(String(decoding: text.bytes, as: UTF8.self).utf8.elementsEqual(text.bytes))
      var end = 0
      for run in text.runs {
        #expect(run.range.lowerBound == end && !run.range.isEmpty, "seed \(seed): \(bytes)")
        end = run.range.upperBound
        #expect(run.sourceRange.upperBound <= bytes.count, "seed \(seed): \(bytes)")
        #expect(run.spanIndex < text.spans.count)
      }
      #expect(end == text.count)
      for (index, span) in text.spans.enumerated() {
        #expect((span.parent ?? -1) < index)
        #expect(span.source.upperBound <= bytes.count)
      }
      for diagnostic in built.diagnostics {
        #expect(
          TextSanitizerTests.forbidden(in: Array(diagnostic.message.utf8)) == nil,
          "\(diagnostic.message)")
      }
    }
  }
}
