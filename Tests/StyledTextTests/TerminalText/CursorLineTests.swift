import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("A line with a cursor")
struct CursorLineTests {
  private static let columns = 300

  @Test("is what a simple model of a terminal shows, for 10,000 random lines", arguments: 0..<10)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let styles = StyleResolver(stylesheet: Stylesheet())
    for _ in 0..<1000 {
      let line = ReferenceLine(&random, columns: Self.columns)
      // Without a function that does something, a line would keep its tabs.
      let input = "x\r\u{1B}[K" + line.input
      var options = MarkupOptions()
      options.form = .ansi
      options.erasedColumns = Self.columns
      var builder = TreeBuilder(styles: styles, options: options)
      builder.append(markup: SourceText(name: "text", text: input))
      let shown = TerminalTextTests.listing(builder.finish().text)
      // Spaces at the end may have been written.
      var expected = line.listing(columns: Self.columns)
      if shown.hasPrefix(expected) {
        expected += shown.dropFirst(expected.count).prefix { $0 == " " }
      }
      #expect(shown == expected, "\(input.debugDescription)")
    }
  }
}
