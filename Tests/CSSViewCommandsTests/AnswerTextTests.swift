import StyleValues
import TerminalOutput
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("A terminal's answers as text")
struct AnswerTextTests {
  /// Some answers, of which any may be missing.
  private static func answers(_ generator: inout SeededGenerator) -> TerminalAnswers {
    func maybe<Value>(_ value: Value) -> Value? {
      Bool.random(using: &generator) ? value : nil
    }
    func color() -> RGB8 { RGB8(UInt32.random(in: 0...0xffffff, using: &generator)) }
    var answers = TerminalAnswers()
    let count = [0, 3, 16, 256].randomElement(using: &generator) ?? 0
    for entry in 0..<count { answers.palette[UInt8(entry)] = color() }
    answers.background = maybe(color())
    answers.foreground = maybe(color())
    answers.cursor = maybe(color())
    answers.selectionBackground = maybe(color())
    answers.selectionForeground = maybe(color())
    answers.synchronizedOutput = maybe(Bool.random(using: &generator))
    answers.hasDirectColor = maybe(Bool.random(using: &generator))
    answers.advanceOfWidth = maybe(Int.random(in: -9...9, using: &generator))
    answers.advanceOfScale = maybe(2)
    answers.program = maybe("xterm(379) = #1")
    answers.isComplete = true
    return answers
  }

  @Test("What is written is read again, and fits into a file that is kept")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 71)
    for _ in 0..<300 {
      let answers = Self.answers(&generator)
      #expect(TerminalAnswers(keptText: answers.keptText) == answers)
      #expect(answers.keptText.utf8.count < 3800)
      guard !answers.colorText.isEmpty else { continue }
      let read = try #require(TerminalAnswers(colorText: answers.colorText))
      #expect(read.colors == answers.colors && read.background == answers.background)
      if let colors = answers.colors { #expect(TerminalAnswers(colors).colors == colors) }
    }
  }

  @Test("A damaged text is none, wherever it is cut or changed")
  func damaged() {
    var generator = SeededGenerator(seed: 72)
    for _ in 0..<300 {
      let answers = Self.answers(&generator)
      var text = Array(answers.keptText.utf8)
      guard !text.isEmpty else { continue }
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text.removeSubrange(place...)
      case 1: text[place] = UInt8.random(in: 0...255, using: &generator)
      default: text.insert(contentsOf: text[place...], at: place)
      }
      // A digit may have become another one; nothing else may come of it.
      guard let read = TerminalAnswers(keptText: String(decoding: text, as: UTF8.self)) else {
        continue
      }
      #expect(read.program.map { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } } ?? true)
      #expect(read.keptText.utf8.count <= text.count)
    }
  }

  @Test(
    "Lines that are not exactly as they are written are none",
    arguments: [
      "colors", "colors ", "colors 0=#111111", "colors 0=#111111\n\n", "colours 0=#111111\n",
      "colors 0=#111111\ncolors 1=#111111\n", "direct-color maybe\n", "advance-of-width 1000\n",
      "advance-of-width two\n", "program a\u{1B}[31mb\n", "program é\n", "\n", "direct-color\n",
      "colors 300=#111111\n", "colors 0=#11111g\n", "colors 0=#１１\n",
    ])
  func malformed(text: String) {
    #expect(TerminalAnswers(keptText: text) == nil)
  }

  @Test("Answers to other questions are taken from older ones")
  func added() {
    var generator = SeededGenerator(seed: 73)
    for _ in 0..<100 {
      let (older, newer) = (Self.answers(&generator), Self.answers(&generator))
      var query = TerminalQuery.nothing
      query.background = true
      query.palette = true
      var both = newer
      both.add(older, notAskedBy: query)
      #expect(both.colors == newer.colors && both.background == newer.background)
      #expect(both.program == older.program && both.hasDirectColor == older.hasDirectColor)
      #expect(both.advanceOfScale == older.advanceOfScale)
      #expect(both.synchronizedOutput == older.synchronizedOutput)
    }
  }
}
