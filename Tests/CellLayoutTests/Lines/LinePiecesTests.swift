import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Pieces of lines")
struct LinePiecesTests {
  private func pieces(_ text: StyledLines, _ fitting: LineFitting) -> [[LinePiece]] {
    fitLines(text.bytes, in: 0..<text.bytes.count, fitting).map { line in
      let placement = LinePlacement(of: line, text.bytes, fitting)
      var pieces: [LinePiece] = []
      text.forEachPiece(of: line, fitting, placement) { pieces.append($0) }
      return pieces
    }
  }

  private func shown(_ pieces: [LinePiece], _ text: StyledLines) -> String {
    pieces.map { piece in
      switch piece {
      case .blanks(let count, _): String(repeating: " ", count: count)
      case .text(let range, _): String(decoding: text.bytes[range], as: UTF8.self)
      case .sign(let bytes, _): String(decoding: bytes, as: UTF8.self)
      }
    }.joined()
  }

  @Test("cut text where runs, tabs and spaces that grow are")
  func cuts() {
    let text = StyledParts([("a b c", .initial), ("c\td e", .initial)]).text.line
    #expect(
      pieces(text, LineFitting(width: 5, alignment: .justify, rules: .clusters)) == [
        [.text(0..<2, run: 0), .blanks(count: 2, run: 0), .text(2..<3, run: 0)],
        [.text(4..<5, run: 0), .text(5..<6, run: 1)],
        [.text(7..<10, run: 1)],
      ])
    #expect(
      pieces(text, LineFitting(width: 20, alignment: .right, rules: .clusters)) == [
        [
          .blanks(count: 9, run: nil), .text(0..<5, run: 0), .text(5..<6, run: 1),
          .blanks(count: 2, run: 1), .text(7..<10, run: 1),
        ]
      ])
  }

  @Test("go on to the end of a cluster that a run ends in")
  func clusters() {
    var text = StyledLines()
    text.bytes = Array("x👩‍🚀e\u{301}🇮🇹y".utf8)
    text.runs = text.bytes.indices.map { StyledLines.Run(start: $0, style: .host) }
    let found = pieces(text, LineFitting(width: 20, rules: .clusters)).first ?? []
    #expect(
      found.map { shown([$0], text) } == ["x", "👩‍🚀", "e\u{301}", "🇮🇹", "y"])
  }

  @Test("are what the cells of a block show", arguments: [1, 2, 3] as [UInt64])
  func cells(seed: UInt64) {
    let words = [
      "a", "word", "longestwordofall", "漢字", "👍🏽", "x\u{301}", "Donau\u{AD}dampf", "b\tc", "12.5",
    ]
    var generator = SeededGenerator(seed: seed)
    for columns in 2...70 {
      let bytes = Array(
        (0..<25).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
          .joined(separator: " ").utf8)
      var text = StyledParts([(String(decoding: bytes, as: UTF8.self), .initial)])
      text.cutRuns { Int.random(in: 1...9, using: &generator) }
      var host = ComputedStyle()
      host.block.textAlign = [.left, .right, .center, .justify][columns % 4]
      host.block.textOverflow = .ellipsis
      host.block.whiteSpace = columns % 5 == 0 ? .pre : .preWrap
      let layout = text.block(host, for: OutputTarget(Environment(columns: columns)))
      let fitting = LineFitting(host.block, columns: columns, rules: .clusters)
      let lines = pieces(text.text.line, fitting)
      func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      #expect(
        lines.map { trimmed(shown($0, text.text.line)) } == picture(layout.buffer).map(trimmed),
        "\(columns) columns, seed \(seed)")
    }
  }

  @Test("of long hostile lines come one by one")
  func hostile() {
    let text = StyledParts([(String(repeating: "\u{AD}\t", count: 50_000), .initial)]).text.line
    let fitting = LineFitting(width: nil, wraps: false, tabSize: 1, rules: .clusters)
    let found = pieces(text, fitting)
    #expect(found.first?.count == 50_000)
  }
}
