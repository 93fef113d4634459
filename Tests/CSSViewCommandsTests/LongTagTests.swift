import TestSupport
import Testing

@Suite("Tags that are long")
struct LongTagTests {
  private static let roads: [[String]] = [
    ["render", "SHEET", "-"], ["render", "SHEET", "-", "--width", "60"],
    ["render", "SHEET", "-", "--to", "json"], ["preview", "SHEET", "-"],
    ["check", "SHEET", "--markup", "-"],
  ]

  @Test("have no effect where more than 4 MiB of them are open, and the same by every road")
  func open() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", "b:last-child { color: red }")
    let tag = "<b data-a=\"" + String(repeating: "y", count: 1_000_000) + "\">"
    let four = String(repeating: tag, count: 4)
    let end = String(repeating: "</b>", count: 4)
    let inputs: [(markup: String, isTooMuch: Bool)] = [
      // Closed ones do not count, and of the rest each end tag meets its own.
      (four + "deep" + end + "<i id=x>" + four + "deep" + end + "</i>end", false),
      (four + tag + "deep" + "</b>" + end + "end", true),
    ]
    for (markup, isTooMuch) in inputs {
      for road in Self.roads {
        let run = CommandRun(
          road.map { $0 == "SHEET" ? sheet : $0 }, input: Array(markup.utf8))
        let findings = run.errors + run.output
        #expect(findings.contains("nesting-too-deep") == isTooMuch, "\(road)")
        #expect(!findings.contains("stray-end-tag") && !findings.contains("unclosed"), "\(road)")
        if road[0] != "check" {
          #expect(run.output.contains("deep") && run.output.contains("end"), "\(road)")
        }
      }
    }
  }

  @Test("have no more of the values of placeholders than a tag may have", arguments: roads)
  func placeholders(road: [String]) throws {
    guard road[0] != "check" else { return }
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", "b::before { content: attr(data-a) }")
    let value = String(repeating: "y", count: 100_000)
    let markup =
      "<b id=\"{a}\" data-a=\"" + String(repeating: "{a}", count: 500) + "\" style=\"{a}\">x</b>\n"
    let run = CommandRun(
      road.map { $0 == "SHEET" ? sheet : $0 } + ["--set", "a=\(value)"],
      input: Array(markup.utf8))
    #expect(run.errors.contains("placeholder makes the tag longer than 1 MiB"))
    #expect(run.output.utf8.count < 3_000_000)
    #expect(run.output.contains("x"))
  }

  @Test("that placeholders make long have no effect where too many are open", arguments: roads)
  func openPlaceholders(road: [String]) throws {
    guard road[0] != "check" else { return }
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", "")
    let value9 = String(repeating: "{a}", count: 9)
    // Each is another one: those that are alike share what they keep.
    let tags = (0..<40).map { "<b id=\($0) data-a=\"\(value9)\">" }.joined()
    let markup = tags + "deep" + String(repeating: "</b>", count: 40) + "end"
    let value = String(repeating: "y", count: 100_000)
    let run = CommandRun(
      road.map { $0 == "SHEET" ? sheet : $0 } + ["--set", "a=\(value)"],
      input: Array(markup.utf8))
    #expect(run.errors.contains("nesting-too-deep") && !run.errors.contains("stray-end-tag"))
    #expect(run.output.contains("deep") && run.output.contains("end"))
  }
}
