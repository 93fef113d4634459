import Bytes
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import Testing

@Suite("Findings about documents")
struct FindingPlaceTests {
  static let documents: [(InputFormat, String, [String])] = [
    (
      .markdown, "---\na: b\n---\n[é] <video>\n\n> - [b]: /c\n>   [É]: /d\n\ne <b>f",
      [
        "<input>:7:5 late-definition", "<input>:4:5 unknown-element",
        "<input>:9:3 crossed-element",
      ]
    ),
    (
      .html, "\u{FEFF}é <b>x\r\n<p>y</i>",
      ["<input>:1:3 unclosed-element", "<input>:2:5 stray-end-tag"]
    ),
    (.csv, "\u{FEFF}a,b\r\n\"x\r\ny\",2\r\n1\r\n", ["<input>:4:1 field-count"]),
    (.jsonl, "{\"a\":1}\r\n\r\n{\"é\":1 1}", ["<input>:3:8 invalid-record"]),
  ]

  @Test("have their places in the document", arguments: documents, [1, 3, 10_000])
  func documentPlaces(document: (form: InputFormat, text: String, places: [String]), piece: Int) {
    var options = MarkupOptions()
    options.form = document.form
    let resolver = StyleResolver(stylesheet: Stylesheet(dialect: .css))
    let stream = MarkupStream(
      name: "<input>", resolver: resolver,
      options: StreamRenderer.Options(of: options, target: OutputTarget()))
    var output = StreamBuffer()
    var rest = Array(document.text.utf8)[...]
    while !rest.isEmpty {
      stream.render(Array(rest.prefix(piece)), isLast: false, to: &output)
      rest = rest.dropFirst(piece)
    }
    stream.render([], isLast: true, to: &output)
    let found = stream.findings.filter { $0.code != .unknownClass }
    #expect(
      Set(found.map { "\($0.location?.description ?? "") \($0.code.rawValue)" })
        == Set(document.places))
  }
}
