import StyleValues
import Testing

@testable import ThemeBrowser

@Suite("The input decoder")
struct InputDecoderTests {
  private func events(_ text: String, thenIdle: Bool = true) -> [InputEvent] {
    var decoder = InputDecoder()
    var events = text.unicodeScalars.compactMap { decoder.take(.scalar($0)) }
    if thenIdle, let event = decoder.idle() { events.append(event) }
    return events
  }

  @Test("makes keys of control characters")
  func controls() {
    #expect(
      events("\t\r\u{7F}\u{1}\u{1C}\u{0}") == [
        .key(KeyPress(.tab)), .key(KeyPress(.enter)), .key(KeyPress(.backspace)),
        .key(KeyPress(.character("a"), .control)), .key(KeyPress(.character("\\"), .control)),
        .key(KeyPress(.character(" "), .control)),
      ])
  }

  @Test("knows Escape alone from Escape before something")
  func escapes() {
    #expect(events("\u{1B}") == [.key(KeyPress(.escape))])
    #expect(events("\u{1B}\u{1B}") == [.key(KeyPress(.escape)), .key(KeyPress(.escape))])
    #expect(events("\u{1B}x") == [.key(KeyPress(.character("x"), .alt))])
  }

  @Test("knows the cursor keys of a terminal in another mode than its description says")
  func cursorKeys() {
    #expect(
      events("\u{1B}[A\u{1B}[B\u{1B}[H") == [
        .key(KeyPress(.up)), .key(KeyPress(.down)), .key(KeyPress(.home)),
      ])
  }

  @Test("takes the reports of a terminal that becomes dark or light")
  func reports() {
    #expect(events("\u{1B}[?997;1nj") == [.schemeReport, .key(KeyPress(.character("j")))])
    #expect(events("\u{1B}[?997;2n") == [.schemeReport])
  }

  @Test(
    "drops sequences nobody asked for",
    arguments: [
      "\u{1B}[?997;3n", "\u{1B}[?997n", "\u{1B}[?1997;1n", "\u{1B}[?996;000000000000000000997;1n",
      "\u{1B}[?62;4c", "\u{1B}[12;40R", "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}]4;1;x\u{1B}\\",
      "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_G;OK\u{1B}\\", "\u{85}\u{9B}",
    ])
  func dropsAnswers(sequence: String) {
    #expect(events(sequence + "j") == [.key(KeyPress(.character("j")))])
  }

  @Test(
    "drops mouse reports that are none",
    arguments: [
      "0;0;5M", "0;5M", "0;1;2;3M", "66;1;1M", "2;1;1M", "x", "99999999999999999999;1;1M",
    ])
  func dropsBadMouse(rest: String) {
    var decoder = InputDecoder()
    _ = decoder.take(.mouseStart)
    let events = rest.unicodeScalars.compactMap { decoder.take(.scalar($0)) }
    #expect(events.allSatisfy { if case .mouse = $0 { false } else { true } })
  }

  @Test("keeps a paste together until its end, or until nothing more comes")
  func pastes() {
    var decoder = InputDecoder()
    _ = decoder.take(.pasteStart)
    for scalar in "a\u{1B}b".unicodeScalars { #expect(decoder.take(.scalar(scalar)) == nil) }
    #expect(decoder.take(.key(KeyPress(.up))) == nil)
    #expect(decoder.isWaiting)
    #expect(decoder.idle() == nil)
    #expect(decoder.take(.pasteEnd) == .paste("a\u{1B}b"))
    _ = decoder.take(.pasteStart)
    _ = decoder.take(.scalar("z"))
    #expect(decoder.giveUp() == .paste("z"))
    #expect(decoder.take(.scalar("j")) == .key(KeyPress(.character("j"))))
  }

  @Test("keeps only so much of a paste, and says when it was more")
  func limitsPaste() {
    var decoder = InputDecoder()
    _ = decoder.take(.pasteStart)
    for _ in 0..<InputDecoder.pasteLimit + 5 { _ = decoder.take(.scalar("a")) }
    guard case .paste(let text, true)? = decoder.take(.pasteEnd) else {
      Issue.record("no paste that was cut")
      return
    }
    #expect(text.utf8.count == InputDecoder.pasteLimit)
    _ = decoder.take(.pasteStart)
    #expect(decoder.take(.pasteEnd) == .paste("", isCut: false))
  }
}
