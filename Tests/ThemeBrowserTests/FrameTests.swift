import CellLayout
import StyleValues
import Styling
import TerminalOutput
import Testing

@testable import ThemeBrowser

@Suite("A frame")
struct FrameTests {
  @Test("takes a cluster of any width", arguments: [WidthRules.clusters, .codePoints])
  func wideCluster(rules: WidthRules) {
    var frame = Frame(
      columns: 1000, rows: 1, chrome: Chrome(environment: Environment()), rules: rules)
    // Leading consonants without a vowel are one cluster (UAX #29, GB6), two cells each.
    frame.write(
      String(repeating: "\u{1100}", count: 200) + "x", in: frame.bounds, GraphicRendition())
    #expect(frame.buffer[0, 0].text.unicodeScalars.first == "\u{1100}")
    #expect((0..<1000).contains { frame.buffer[$0, 0].text == "x" })
  }
}
