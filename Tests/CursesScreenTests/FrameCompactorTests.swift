import CellLayout
import TerminalOutput
import TestSupport
import Testing

@testable import CursesScreen

@Suite("The frame compactor")
struct FrameCompactorTests {
  private func compact(_ frames: String...) -> String {
    var compactor = FrameCompactor(SGREncoder(capabilities: .all))
    var bytes: [UInt8] = []
    for frame in frames { compactor.append(Array(frame.utf8), to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("writes only what differs, when something is drawn with it")
  func shortens() {
    // As ncurses prints two runs on one background, of which the first is bold.
    let frame =
      "\u{1B}[1m\u{1B}[38;2;1;2;3m\u{1B}[48;2;9;9;9mab\u{1B}(B\u{1B}[m\u{1B}[38;2;4;5;6m"
      + "\u{1B}[48;2;9;9;9mcd\u{1B}(B\u{1B}[m"
    #expect(
      compact(frame)
        == "\u{1B}[38;2;1;2;3;48;2;9;9;9;1mab\u{1B}[22;38;2;4;5;6mcd\u{1B}[0m")
  }

  @Test("keeps everything that is no rendition, in its place")
  func keepsOthers() {
    let frame = "\u{1B}[?25l\u{1B}[2;5Hx\u{1B}[31m\u{1B}[3;1H\u{1B}[K\u{1B}[5X\u{1B}[m\u{1B}[?25h"
    #expect(
      compact(frame)
        == "\u{1B}[?25l\u{1B}[2;5Hx\u{1B}[3;1H\u{1B}[31m\u{1B}[K\u{1B}[5X\u{1B}[0m\u{1B}[?25h")
  }

  @Test("goes on from frame to frame")
  func continues() {
    #expect(compact("\u{1B}[31mx", "\u{1B}[31my", "\u{1B}[mz") == "\u{1B}[31mxy\u{1B}[0mz")
    #expect(compact("") == "")
    #expect(compact("\u{1B}") == "\u{1B}")
    #expect(compact("\u{1B}[") == "\u{1B}[")
    #expect(compact("\u{1B}[31") == "\u{1B}[31")
  }

  @Test("shows the same cells as the frame itself", arguments: 0..<20 as Range<UInt64>)
  func sameCells(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "\u{1B}[m", "\u{1B}[1m", "\u{1B}[22m", "\u{1B}[3m", "\u{1B}[23m", "\u{1B}[7m",
      "\u{1B}[27m", "\u{1B}[4m\u{1B}[4:3m", "\u{1B}[4m", "\u{1B}[24m", "\u{1B}[9m", "\u{1B}[53m",
      "\u{1B}[31m", "\u{1B}[94m", "\u{1B}[38;5;200m", "\u{1B}[38;2;1;2;3m", "\u{1B}[48;2;7;8;9m",
      "\u{1B}[49m", "\u{1B}[39m", "\u{1B}[42m", "a", "bc", "é", "\r\n",
    ]
    let frame = (0..<300).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var compactor = FrameCompactor(SGREncoder(capabilities: .all))
    var short: [UInt8] = []
    compactor.append(Array(frame.utf8), to: &short)
    var (wanted, shown) = (ScreenModel(columns: 400), ScreenModel(columns: 400))
    wanted.feed(Array(frame.utf8))
    shown.feed(short)
    for (row, other) in zip(shown.rows, wanted.rows) {
      for (cell, wanted) in zip(row, other) { #expect(cell == wanted) }
    }
    #expect(shown.pen == wanted.pen)
    #expect(short.count <= frame.utf8.count)
  }
}
