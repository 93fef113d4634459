import Bytes
import Diagnostics
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

@Suite("Rows of data that need no layout")
struct RowRecipeTests {
  private struct Shown: Equatable {
    var text: String
    var findings: [String]
  }

  /// The rows of some data, and the number of their kinds that needed no layout.
  private func show(
    _ data: [UInt8], _ form: TextForm, _ sheet: String, depth: ColorDepth, columns: Int,
    shown: [String] = [], takesRows: Bool, piece: () -> Int
  ) -> (Shown, known: Int) {
    let environment = Environment(columns: columns, colorDepth: depth)
    var host = HostObject()
    host.holdsBlocks = true
    let resolver = StyleResolver(
      stylesheet: StylesheetLoader(environment: environment).load(
        SourceText(name: "sheet.css", text: sheet), form: .css),
      environment: environment, host: host)
    var options = MarkupOptions()
    options.form = form
    options.data.columns = shown
    var stream = MarkupStream(
      name: "data", resolver: resolver,
      options: StreamRenderer.Options(markup: options, target: OutputTarget(environment)))
    stream.takesRows = takesRows
    var output = StreamBuffer()
    var rest = data[...]
    while !rest.isEmpty {
      let count = min(rest.count, piece())
      stream.render(Array(rest.prefix(count)), isLast: false, to: &output)
      rest = rest.dropFirst(count)
    }
    stream.render([], isLast: true, to: &output)
    // Their order depends on the pieces.
    let findings = stream.findings.map { "\($0.location?.description ?? "") \($0.message)" }
      .sorted()
    return (
      Shown(text: String(decoding: output.bytes, as: UTF8.self), findings: findings),
      stream.knownRowCount
    )
  }

  static let sheets = [
    "table { table-layout: fixed; width: 100% }",
    """
    table { table-layout: fixed; width: 40ch; border-collapse: collapse; border: 1px solid }
    td { padding: 0 1ch; border-left: 1px solid ansi(8) }
    td:first-child { border-left: none; padding-left: 0 }
    td.number { text-align: right; color: ansi(13) }
    tr[data-b=error] { color: red }
    """,
    """
    table { table-layout: fixed; width: 50ch; margin-left: 3ch; background: #234 }
    tr:nth-child(even) { background: #333; text-decoration: underline }
    tr:nth-child(7) td { text-align: center }
    td.a { text-transform: uppercase; width: 7ch } td.b { color: ansi(2) }
    """,
    """
    table { table-layout: fixed; width: 60ch; border-spacing: 1ch }
    td.true { border: 1px solid } td.b { visibility: hidden } td.c { border-bottom: 1px solid }
    """,
    "table { table-layout: fixed; width: 30ch } td { padding: 0 1ch; vertical-align: middle }"
      + "td.c::before { content: attr(data-value) '>' } tr { font-weight: bold }",
    "table { table-layout: fixed; width: 30ch } tr:last-child { color: red }",
    "td { padding-right: 2ch; text-align: center } td.number { background: ansi(4) }",
  ]

  private static func data(seed: UInt64, separator: String) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let values = [
      "", "x", "Oslo", "New York", "Malmö", "Łódź", "Москва", "Αθήνα", "1", "-2.5e3", "true",
      "false",
      "error", "a  b", " a", "漢字", "e\u{301}", "<b>", "&amp;", "a very long text of many words",
      "\"q\"", "\"a\(separator)b\"", "\"two\nlines\"", "\"say \"\"hi\"\"\"", "\u{1B}[31m",
      "\u{202E}x",
      "\t", "12345678901234567890",
    ]
    var data = "a\(separator)b\(separator)c\n"
    for _ in 0..<150 {
      let count = Int.random(in: 0..<40, using: &random) == 0 ? 2 : 3
      data += (0..<count).map { _ in values.prefix(18).randomElement(using: &random) ?? "" }
        .map {
          Int.random(in: 0..<12, using: &random) == 0
            ? values.randomElement(using: &random) ?? "" : $0
        }
        .joined(separator: separator)
      data += Int.random(in: 0..<10, using: &random) == 0 ? "\r\n" : "\n"
    }
    return Array(data.utf8)
  }

  @Test(
    "are the same as rows that are laid out, however the input is cut", arguments: 0..<3, sheets)
  func same(seed: UInt64, sheet: String) {
    var random = SeededGenerator(seed: seed)
    for (form, separator) in [(TextForm.csv, ","), (.tsv, "\t")] {
      let data = Self.data(seed: seed, separator: separator)
      for (depth, columns, shown) in [
        (ColorDepth.none, 80, []), (.truecolor, 80, []), (.ansi16, 24, ["c", "a"]),
      ] {
        let slow = show(
          data, form, sheet, depth: depth, columns: columns, shown: shown, takesRows: false
        ) { data.count }
        #expect(slow.known == 0)
        for most in [1, 50, 100_000] {
          let fast = show(
            data, form, sheet, depth: depth, columns: columns, shown: shown, takesRows: true
          ) { Int.random(in: 1...most, using: &random) }
          #expect(fast.0 == slow.0, "in pieces of \(most)")
        }
      }
    }
  }

  @Test("are most rows of a table of fixed width")
  func known() {
    let data = Array(("a,b\n" + String(repeating: "x,1\ny y,2.5\nö,true\n", count: 10)).utf8)
    for sheet in Self.sheets.prefix(2) {
      let fast = show(data, .csv, sheet, depth: .truecolor, columns: 80, takesRows: true) { 20 }
      #expect(fast.known > 1, "\(sheet)")
    }
  }
}
