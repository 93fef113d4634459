import TestSupport
import Testing

@Suite("Flat output")
struct FlatCommandTests {
  private static let samples = ["build", "help", "news", "status"]
  private static let sheets = ["night.json", "paper.json", "plain.json", "harbour.css"]

  /// The words of a text, as JSON has it.
  private func words(_ json: String) throws -> [Substring] {
    guard case .string(let text)? = try TestJSON(json)["text"] else { return [] }
    return text.split(whereSeparator: \.isWhitespace)
  }

  @Test(
    "has no box-drawing or block character that the text did not have, and the same words",
    arguments: sheets)
  func samples(sheet: String) throws {
    for sample in Self.samples {
      let text = try readFile("\(packageDirectory)/demo/\(sample).txt")
      let path = "\(packageDirectory)/demo/\(sheet)"
      for host in [[], ["--class", "card"]] {
        let common =
          ["preview", path, "--width", "70", "--text-sizing", "block", "--color", "truecolor"]
          + host
        let drawn = CommandRun(common, input: Array(text.utf8)).output
        let flat = CommandRun(common + ["--flat"], input: Array(text.utf8)).output
        let plain = CommandRun(common + ["--flat", "--to", "plain"], input: Array(text.utf8)).output
        for scalar in flat.unicodeScalars
        where (0x2500..<0x25A0).contains(scalar.value) || (0x1FB00..<0x1FBB0).contains(scalar.value)
        {
          #expect(text.unicodeScalars.contains(scalar), "\(sheet) \(sample) \(scalar)")
        }
        let json = CommandRun(common + ["--flat", "--to", "json"], input: Array(text.utf8)).output
        #expect(
          plain.split(whereSeparator: \.isWhitespace).joined() == (try words(json).joined()),
          "\(sheet) \(sample)")
        #expect(host.isEmpty || drawn != flat)
      }
    }
  }

  @Test("shows the targets of links, by the option and by the variable")
  func links() {
    let arguments = [
      "preview", "none", "--style", "border: 1px solid red; padding: 1ch",
      "<a href=https://example.org/>here</a>, <b>there</b>",
    ]
    let expected = "here (https://example.org/), there\n"
    #expect(CommandRun(arguments + ["--flat"]).output == expected)
    let environment = ["TERM": "dumb", "CSSVIEW_FLAT": "1"]
    #expect(CommandRun(arguments, environment: environment).output == expected)
    let other = CommandRun(arguments, environment: ["TERM": "dumb", "CSSVIEW_FLAT": "0"]).output
    #expect(other != expected && !other.contains("https"))
    let stream = CommandRun(
      ["render", "none", "--flat", "--to", "html", "--fragment"],
      input: Array("<a href=https://example.org/>here</a>".utf8))
    #expect(stream.output.contains("(https://example.org/)"))
  }

  @Test(
    "Media queries know what the reader wants",
    arguments: [
      ("(flat)", [], "no"), ("(flat)", ["--flat"], "yes"), ("not (flat)", ["--flat"], "no"),
      ("(grid)", [], "yes"), ("(grid: 0)", [], "no"), ("(prefers-contrast)", [], "no"),
      ("(prefers-contrast: no-preference)", [], "yes"),
      ("(prefers-contrast)", ["--prefers-contrast", "less"], "yes"),
      ("(prefers-contrast: more)", ["--prefers-contrast", "more"], "yes"),
      ("(prefers-contrast: less)", ["--prefers-contrast", "more"], "no"),
      ("(prefers-contrast: custom)", ["--prefers-contrast", "more"], "no"),
    ])
  func media(query: String, options: [String], answer: String) {
    let sheet = """
      b::before { content: "no" } @media \(query) { b::before { content: "yes" } }
      """
    let run = CommandRun(["preview", "-", "<b></b>"] + options, input: Array(sheet.utf8))
    #expect(run.output == answer + "\n", "\(query) \(options)")
    #expect(run.errors == "")
  }

  @Test("The variable tells the preference, too")
  func variable() {
    let sheet = """
      b::before { content: "no" } @media (prefers-contrast: more) { b::before { content: "yes" } }
      """
    let run = CommandRun(
      ["preview", "-", "<b></b>"], input: Array(sheet.utf8),
      environment: ["CSSVIEW_PREFERS_CONTRAST": "more"])
    #expect(run.output == "yes\n")
  }
}
