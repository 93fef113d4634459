import Bytes
import CSSSyntax
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

@Suite("Text that a sheet and placeholders put in")
struct FilledTextTests {
  private static let piece = String(repeating: "x", count: 4096)
  private static let count = MarkupLimits.mostFilled / 4096 + 3

  /// Renders elements of one line, with 4 KiB put into each.
  private func render(
    _ element: String, sheet: String, fits: Bool
  ) -> (count: Int, findings: Set<String>) {
    let target = OutputTarget(Environment(columns: 80, colorDepth: .none))
    var options = MarkupOptions(placeholders: ["x": Self.piece])
    options.readsByLine = true
    var renderer = StreamRenderer(
      resolver: StyleResolver(
        stylesheet: StylesheetLoader().load(
          SourceText(name: "sheet.css", text: sheet), form: .css),
        environment: target.environment, host: HostObject()),
      options: StreamRenderer.Options(markup: options, target: target, fitsLines: fits))
    let markup = Array(String(repeating: element, count: Self.count).utf8)
    var output = StreamBuffer()
    _ = renderer.render(markup.span, isLast: true, to: &output)
    let letters = output.bytes.count { $0 == UInt8(ascii: "x") }
    return (letters, Set(renderer.log.all.map(\.code.rawValue)))
  }

  static let inputs = [
    ("<b></b>", "b::before { content: '\(piece)' }"),
    ("<b></b>", "b::after { content: '\(piece)' }"),
    ("{x}", ""),
  ]

  @Test("ends at 16 MiB in a line that is laid out, and that is told", arguments: inputs)
  func wrapped(element: String, sheet: String) {
    let (count, findings) = render(element, sheet: sheet, fits: true)
    #expect(count == MarkupLimits.mostFilled)
    #expect(findings == ["input-too-large"])
  }

  @Test("has no end in a stream that is written as it comes", arguments: inputs)
  func stream(element: String, sheet: String) {
    let (count, findings) = render(element, sheet: sheet, fits: false)
    #expect(count == Self.count * 4096)
    #expect(findings.isEmpty)
  }
}
