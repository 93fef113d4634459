import Diagnostics
import StyledText
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Blocks of markup")
struct MarkupBlockTests {
  @Test("have the text and the runs of the attributed text")
  func adapter() {
    let text = InlineContent(AttributedText("Hi Bob"), rules: .clusters)
    #expect(text.bytes == Array("Hi Bob".utf8))
    #expect(text.runs.map(\.range) == [0..<6])
    #expect(InlineContent(AttributedText(), rules: .clusters).runs.isEmpty)
  }
}
