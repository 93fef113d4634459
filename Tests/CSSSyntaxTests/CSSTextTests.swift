import CSSSyntax
import Diagnostics
import Testing

private let source = SourceText(name: "a.css", text: "a {\n  color: red;\n}")

@Test("A verbatim text stands where its bytes stand")
func verbatimText() {
  let text = CSSText(source: source, range: 6..<16)
  #expect(text.string == "color: red")
  #expect(text.sourceRange == 6..<16)
  #expect(text.location.location.description == "a.css:2:3")
  #expect(text.location(of: 13..<16).location.description == "a.css:2:10")
  #expect(text.slice(13..<99).string == "red")
  #expect(text.slice(13..<99).location.bytes == 13..<16)
  #expect(text.slice(0..<3).isEmpty)
}

@Test("Each part of a decoded text stands where the whole was written")
func decodedText() {
  let text = CSSText(decoded: Array("1px red".utf8), source: source, sourceRange: 6..<16)
  #expect(text.string == "1px red")
  #expect(text.sourceRange != text.range)
  #expect(text.location(of: 4..<7).bytes == 6..<16)
  #expect(text.slice(4..<7).string == "red")
  #expect(text.slice(4..<7).sourceRange == 6..<16)
}

@Test("A range past the end of the source is cut off")
func clampedText() {
  #expect(CSSText(source: source, range: 18..<100).string == "}")
  #expect(CSSText(source: source, range: 90..<100).isEmpty)
  #expect(CSSText("\u{E9}").location.source.name == "<value>")
}
