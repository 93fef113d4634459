import CellLayout
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

@Suite("Hidden text")
struct HiddenTextTests {
  private static let sheet = """
    i, b { visibility: hidden } b { color: #ff0000; background-color: #00ff00 }
    u { color: #0000ff } s { display: none } code { display: inline-block }
    .low { text-transform: lowercase }
    """

  /// Markup, and what a screen shows of it; `_` is a blank cell.
  static let cases: [(markup: String, shown: String)] = [
    ("<i>e</i>\u{301}x", "_\u{301}x"),
    ("e<i>\u{301}</i>x", "ex"),
    ("e<i>\u{301}y</i>\u{301}z", "e_\u{301}z"),
    ("<u>e</u><i>\u{301}</i>x", "ex"),
    ("<i>a\u{200D}</i>x", "_x"),
    ("<i>a\u{200D}</i><u>x</u>y", "_xy"),
    ("<i>a\u{200D}</i>\u{436}y", "_\u{436}y"),
    ("<i>a\u{200D}</i>&lt;y", "_<y"),
    ("<i>a\u{200D}</i>\u{1B}y", "_␛y"),
    ("<i>a\u{200D}</i><b>x</b>y", "_y"),
    ("<i>a</i><b>\u{301}x</b>y", "__y"),
    ("<i>🇩</i><b>🇪</b>x", "__x"),
    ("<i>🇩</i>🇪🇫x", "__🇪🇫x"),
    ("<i>🇩</i><u>🇪</u>🇫x", "__🇪🇫x"),
    ("<i>क्</i>षx", "_षx"),
    ("x<i>\u{200D}</i>y", "xy"),
    ("<i>a\u{200D}</i>\nx", "_\nx"),
    ("<i>a\u{200D}<s>b</s></i>x", "_x"),
    ("x<code><i>a\u{200D}</i></code>y", "x_y"),
    ("<code><i>e</i>\u{301}x</code>y", "_\u{301}xy"),
    ("<i class=low>ΑΣ</i>Αx", "__Αx"),
    ("x<i class=low>ΑΣ<b>Α</b></i>y", "x___y"),
    ("\u{600}<u class=low>Σ</u>x<u class=low>ΑΣ</u> x", "\u{600}σxας x"),
  ]

  @Test(
    "shares no cluster with visible text, whichever way it is rendered and wherever a read ends",
    arguments: cases)
  func borders(markup: String, shown: String) {
    for depth in [ColorDepth.none, .truecolor] {
      let probe = ColumnProbe(Self.sheet, columns: 40, depth: depth)
      let block = ScreenModel(probe.block(markup), columns: 40)
      let lines = shown.split(separator: "\n")
      for (row, line) in lines.enumerated() {
        let text = block.visibleCells(in: row).map(\.text).joined()
        let scalars = text.unicodeScalars.map { $0 == "\u{A0}" ? "_" : $0 }
        #expect(scalars == Array(line.unicodeScalars), "\(depth) \(markup)")
      }
      for fits in [false, true] {
        let whole = probe.stream(markup, fits: fits).bytes
        let screen = ScreenModel(whole, columns: 40)
        for row in lines.indices {
          #expect(
            screen.visibleCells(in: row) == block.visibleCells(in: row),
            "\(depth) fits \(fits): \(markup)")
        }
        for piece in 1...5 {
          let cut = probe.stream(markup, piece: piece, fits: fits).bytes
          #expect(
            String(decoding: cut, as: UTF8.self) == String(decoding: whole, as: UTF8.self),
            "\(depth) fits \(fits), pieces of \(piece): \(markup)")
        }
      }
    }
  }
}
