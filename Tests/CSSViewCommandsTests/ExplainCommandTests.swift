import CSSViewCommands
import Testing

@Suite("cssview explain")
struct ExplainCommandTests {
  private let markup = "Hi <span class=\"bold ok\">Bob</span>, see <a href=\"x.html\">this</a>"

  @Test("the report is as it was", arguments: ["night.json", "harbour.css"])
  func report(theme: String) throws {
    let run = CommandRun("explain", "\(packageDirectory)/demo/\(theme)", markup)
    let text = withoutDirectory(run.output)
    try expectSnapshot(text, "explain-\(theme.prefix { $0 != "." }).txt")
  }

  @Test("the JSON is as it was", arguments: ["night.json", "harbour.css"])
  func json(theme: String) throws {
    let run = CommandRun("explain", "\(packageDirectory)/demo/\(theme)", markup, "--json")
    let text = withoutDirectory(run.output)
    try expectSnapshot(text, "explain-\(theme.prefix { $0 != "." }).json")
  }

  @Test("truecolor and dark are taken, whatever the environment says")
  func environment() {
    let sheet = "\(packageDirectory)/demo/night.json"
    let run = CommandRun("explain", sheet, "x", "--json", environment: ["TERM": "dumb"])
    #expect(run.output.contains(#""environment": {"color": "truecolor", "background": "dark""#))
  }

  /// A report without the place of the package.
  private func withoutDirectory(_ text: String) -> String {
    var parts: [Substring] = []
    var rest = text[...]
    while let range = rest.firstRange(of: packageDirectory + "/") {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    parts.append(rest)
    return parts.joined()
  }
}
