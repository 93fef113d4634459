import TestSupport
import Testing

/// Documents, generated content and attribute selectors against what a browser computes.
@Suite("A browser engine")
struct BrowserEngineTests {
  private static func cases() throws -> [TestJSON] {
    let file = "\(packageDirectory)/Tests/Data/Browser/generated.json"
    return try TestJSON(readFile(file)).array
  }

  /// Each character with its colour; black is the colour of the host.
  private static func characters(_ parts: [(text: String, color: String)]) -> [String] {
    parts.flatMap { part in part.text.unicodeScalars.map { "\($0) \(part.color)" } }
  }

  @Test("shows the same text in the same colours, whatever sheets match and put in")
  func generatedContent() throws {
    let cases = try Self.cases()
    #expect(cases.count == 60)
    var characters = 0
    for (number, item) in cases.enumerated() {
      let scratch = try ScratchDirectory()
      let sheet = try scratch.file("s.css", item["sheet"]?.string ?? "")
      let run = CommandRun("explain", "--json", sheet, "--", item["markup"]?.string ?? "")
      let found = try TestJSON(run.output)["runs"]?.array ?? []
      let shown = found.map { part in
        let color = part["style"]?["color"]?.string ?? "#000000ff"
        return (part["text"]?.string ?? "", String(color.dropLast(2)))
      }
      let expected = (item["runs"]?.array ?? []).map { part in
        (part.array.first?.string ?? "", part.array.last?.string ?? "")
      }
      characters += Self.characters(expected).count
      #expect(
        Self.characters(shown) == Self.characters(expected),
        "case \(number): \(item["sheet"]?.string ?? "")\n\(item["markup"]?.string ?? "")")
    }
    #expect(characters > 500)
  }

  /// Lines with `#` for each cell of a border.
  private static func cells(of output: String) -> [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      var row = line.map { "\u{2500}"..."\u{257F}" ~= $0 ? "#" : $0 }
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  @Test("puts the words and borders of a document in the same cells")
  func boxes() throws {
    let file = "\(packageDirectory)/Tests/Data/Browser/boxes.json"
    let documents = try TestJSON(readFile(file))["documents"]?.array ?? []
    #expect(documents.count >= 50)
    for item in documents {
      let scratch = try ScratchDirectory()
      let (css, html) = (item["css"]?.string ?? "", item["html"]?.string ?? "")
      let sheet = try scratch.file("s.css", css)
      let document = try scratch.file("d.html", html)
      let run = CommandRun(
        "render", "--width", item["columns"]?.string ?? "", "--color", "never", sheet, document)
      #expect(
        Self.cells(of: run.output) == item["lines"]?.array.map { $0.string ?? "" },
        "\(css)\n\(html)")
    }
  }
}
