import TestSupport
import Testing

/// Generated content and attribute selectors against what a browser computes.
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
}
