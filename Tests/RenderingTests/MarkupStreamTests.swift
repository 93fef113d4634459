import Bytes
import CellLayout
import Diagnostics
import Rendering
import Styling
import TerminalOutput
import Testing

@Suite("A stream with findings")
struct MarkupStreamTests {
  private func findings(_ markup: [UInt8], piece: Int) -> [Diagnostic] {
    let resolver = StyleResolver(stylesheet: Stylesheet())
    var stream = MarkupStream(
      name: "<input>", resolver: resolver,
      options: StreamRenderer.Options(target: OutputTarget()))
    var output = StreamBuffer()
    var rest = markup[...]
    while !rest.isEmpty {
      stream.render(Array(rest.prefix(piece)), isLast: false, to: &output)
      rest = rest.dropFirst(piece)
    }
    stream.render([], isLast: true, to: &output)
    return stream.findings
  }

  @Test("has them at their places, whatever the pieces", arguments: [1, 2, 3, 7, 64, 10_000])
  func places(piece: Int) {
    let words = String(repeating: "ж text ", count: 300)
    let markup = "a < b\r\né <b>bold\r<i>ж</b> &nosuch;\n\n\(words)<u>\(words)\n</a>"
    let found = findings(Array(markup.utf8), piece: piece)
    #expect(
      Set(found.map { "\($0.location?.description ?? "") \($0.code.rawValue)" }) == [
        "<input>:1:3 unescaped-less-than", "<input>:2:10 untrusted-control",
        "<input>:3:1 crossed-element",
        "<input>:3:10 unknown-reference", "<input>:5:2101 unclosed-element",
        "<input>:6:1 stray-end-tag",
      ])
    #expect(found.allSatisfy { $0.excerpt != nil })
  }
}
