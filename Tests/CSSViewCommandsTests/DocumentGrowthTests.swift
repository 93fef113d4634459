import CSSViewCommands
import TestSupport
import Testing

/// Documents that are made of one part again and again.
struct RepeatedPart: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let form: String
  let start: String

  /// The part, and how often it stands in the smaller document.
  let part: String
  let count: Int

  /// What stands behind as many parts.
  let more: String

  init(
    _ name: String, _ form: String = "html", _ start: String = "", _ part: String, _ count: Int,
    more: String = ""
  ) {
    testDescription = name
    self.form = form
    self.start = start
    self.part = part
    self.count = count
    self.more = more
  }

  func text(_ count: Int) -> [UInt8] {
    let parts = start + String(repeating: part, count: count)
    return Array((parts + String(repeating: more, count: count)).utf8)
  }

  static let all: [RepeatedPart] = [
    RepeatedPart("tabs", "html", "<pre>", "\t", 30_000),
    RepeatedPart("joiners", "html", "<p>", "\u{200D}", 15_000),
    RepeatedPart("soft hyphens", "html", "<p>", "\u{AD}", 15_000),
    RepeatedPart("places for a break", "html", "<p>", "<wbr>", 8_000),
    RepeatedPart("soft hyphens of many elements", "html", "<p>", "é\u{AD}<b>é</b>", 3_000),
    RepeatedPart("tabs in markup", "markup", "", "\t", 60_000),
    RepeatedPart("open blocks and paragraphs", "html", "", "<div>", 400, more: "<p>x"),
    RepeatedPart("tables in tables", "html", "", "<table><tr><td>x", 60),
    RepeatedPart("rows of data", "csv", "", "x,y,z\n", 500),
    RepeatedPart("items", "html", "", "<li>x\n", 500),
    RepeatedPart("paragraphs", "markdown", "", "a *b* `c`\n\n", 300),
    RepeatedPart("rows", "html", "<table>", "<tr><td>x<td>y", 400),
  ]

  /// What is done with them.
  static let commands = [
    "render none -", "render none - --width 40", "render none - --to json", "preview none -",
  ]
}

@Suite("Documents of many small parts", .serialized)
struct DocumentGrowthTests {
  @Test(
    "take time in proportion to their length", arguments: RepeatedPart.all, RepeatedPart.commands)
  func time(document: RepeatedPart, command: String) {
    let arguments = command.split(separator: " ").map(String.init) + ["--from", document.form]
    let ratio = growth(from: document.count) { count in
      _ = CommandRun(arguments, input: document.text(count), piece: 1 << 14)
    }
    #expect(ratio < 8)
  }
}
