import TestSupport
import Testing

/// Texts that every run or line of an element repeats.
@Suite("Output that repeats what a sheet and a tag say")
struct RepeatedTextTests {
  private static let long = String(repeating: "x", count: 60_000)

  /// The rules of a class and the tags of an element that has it.
  private static let inputs: [(sheet: String, tag: String)] = [
    ("u { font-family: \(long) }", "<u>"), ("u { font-family: 'a', '\(long)' }", "<u>"),
    ("u { font: bold 12px \(long) }", "<u>"), ("", "<u style=\"font-family: \(long)\">"),
    ("u { --f: \(long); font-family: var(--f) }", "<u>"),
    ("u { font-family: " + String(repeating: "abcd,", count: 10_000) + "x }", "<u>"),
    ("text { text-overflow: '\(long)' }", "<u>"), ("text { text-overflow: '\(long)' clip }", "<u>"),
    ("u { text-shadow: red 1px 1px" + String(repeating: ",red 1px 1px", count: 5000) + " }", "<u>"),
    (
      "u { background-image: linear-gradient(" + String(repeating: "red,", count: 9000) + "red) }",
      "<u>"
    ),
    ("", "<u class=\"\(long)\">"),
    ("", "<u class=\"" + String(repeating: "ab ", count: 20_000) + "\">"),
    ("u { --a: \(long); --b: var(--a); color: var(--b) }", "<u>"),
    ("u { color: var(--none, \(long)) }", "<u>"),
    ("u:not(.\(long)) { color: red }", "<u>"), ("", "<u id=\"\(long)\" data-a=\"\(long)\">"),
    ("u::before { content: '\(long)' }", "<u>"),
  ]

  private static let roads: [(arguments: [String], bytesEach: Int)] = [
    (["render", "s.css", "-", "--to", "json"], 12_000),
    (["render", "s.css", "-", "--to", "html", "--fragment"], 4500),
    (["render", "s.css", "-", "--color", "truecolor"], 100),
    (["preview", "s.css", "-", "--to", "json"], 12_000),
    (["explain", "s.css", "-", "--json"], 16_000),
  ]

  @Test("grows with the number of runs, each with a few KiB at most", arguments: inputs)
  func values(sheet: String, tag: String) throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", sheet)
    let parts = 200
    let markup = tag + String(repeating: "x<i>y</i>", count: parts) + "</u>\n"
    for (arguments, bytesEach) in Self.roads {
      let run = CommandRun(
        arguments.map { $0 == "s.css" ? "\(directory.path)/s.css" : $0 },
        input: Array(markup.utf8))
      let length = run.output.utf8.count
      #expect(
        length < 150_000 + 2 * parts * bytesEach,
        "\(sheet.prefix(40)) \(tag.prefix(20)) \(arguments)")
      #expect(run.output.contains("x"))
    }
  }

  @Test(
    "is limited with a finding",
    arguments: [
      ("u { font-family: \(long) }", "", "invalid-value"),
      ("text { text-overflow: '\(long)' }", "", "invalid-value"),
      (
        "u { text-shadow: red 1px 1px" + String(repeating: ",red 1px 1px", count: 64) + " }", "",
        "invalid-value"
      ),
      (
        "u { background: linear-gradient(red" + String(repeating: ",red", count: 256) + ") }", "",
        "invalid-value"
      ),
      (
        ".a { color: red }", "<u class=\"a " + String(repeating: "a ", count: 2048) + "\">x</u>",
        "input-too-large"
      ),
    ])
  func findings(sheet: String, markup: String, code: String) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("s.css", sheet)
    let run = CommandRun("check", file, "--markup", "-", "--format", "json", input: markup)
    #expect(run.output.contains("\"\(code)\""), "\(run.output.prefix(500))")
  }

  @Test(
    "has no finding up to the limit",
    arguments: [
      ("u { font-family: " + String(repeating: "y", count: 1024) + " }", ""),
      ("text { text-overflow: '" + String(repeating: "y", count: 1024) + "' }", ""),
      ("u { text-shadow: red 1px 1px" + String(repeating: ",red 1px 1px", count: 63) + " }", ""),
      ("u { background: linear-gradient(red" + String(repeating: ",red", count: 255) + ") }", ""),
      (".a { color: red }", "<u class=\"a" + String(repeating: " a", count: 2047) + "\">x</u>"),
    ])
  func fitting(sheet: String, markup: String) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("s.css", sheet)
    let run = CommandRun("check", file, "--markup", "-", input: markup)
    #expect(!run.output.contains("invalid-value") && !run.output.contains("too-large"))
  }
}
