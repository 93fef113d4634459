import Diagnostics
import Styling
import TestSupport
import Testing

@testable import CSSViewCommands
@testable import ThemeBrowser

@Suite("Flat output")
struct FlatCommandTests {
  private static let samples = ["build", "help", "news", "status"]

  /// Those of the demo, and all that are bundled.
  private static let sheets =
    ["night.json", "paper.json", "plain.json", "harbour.css"].map {
      "\(packageDirectory)/demo/\($0)"
    } + BundledThemes.paths

  /// The samples, and the text that the browser makes for a sheet, with every class that it has.
  private func texts(for sheet: String) throws -> [String] {
    let samples = try Self.samples.map { try readFile("\(packageDirectory)/demo/\($0).txt") }
    let bytes =
      if let bundled = BundledThemes.contents(of: sheet) { bundled } else {
        Array(try readFile(sheet).utf8)
      }
    let loaded = StylesheetLoader().load(SourceText(name: sheet, bytes: bytes))
    return samples + [BuiltInSample(for: loaded).markup(limit: .max).text]
  }

  /// A text without its white space and the targets that follow its links.
  private func words(_ text: String) -> String {
    text.replacing(#/\(https:[^)]*\)/#, with: "").filter { !$0.isWhitespace }
  }

  @Test(
    "says the alternative text of 'content', as HTML and JSON do", arguments: ["preview", "render"])
  func alternative(command: String) throws {
    let sheet = try ScratchFile(
      """
      .fail::before { content: "✗ " / "<" attr(data-level, "error") ">: " }
      .new::after { content: " ★" / "" }
      """)
    let input = Array("<b class=fail data-level=e>disk</b> <i class=new>x</i>".utf8)
    func output(_ options: String...) -> String {
      CommandRun([command, sheet.path] + options, input: input).output
        .split(separator: "\n").joined(separator: "\n")
    }
    #expect(output() == "✗ disk x ★" && output("--to", "plain") == "✗ disk x ★")
    #expect(
      output("--flat") == "<e>: disk x" && output("--flat", "--width", "5") == "<e>:\ndisk\nx")
    for options in [["--to", "html"], ["--to", "html", "--fragment"]] {
      let page = CommandRun([command, sheet.path] + options, input: input).output
      #expect(page.contains(#" role="img" aria-label="&lt;e&gt;: ""#))
      #expect(page.contains(#" aria-hidden="true""#) && page.contains("✗"))
    }
    #expect(output("--to", "html", "--flat").contains("&lt;e&gt;: "))
    #expect(output("--to", "json").contains(#""generated": "::before", "alternative": "<e>: ","#))
  }

  @Test("has the alternative text of a marker, or no marker")
  func markers() throws {
    let sheet = try ScratchFile(
      """
      .a::marker { content: "✓" / "done:" } .b::marker { content: "✓" / "" }
      .c::marker { color: red } .d::marker { content: "" }
      """)
    let input = "<ul><li class=a>w<li class=b>x<li class=c>y<li class=d>z</ul>"
    func lines(_ options: String...) -> [String] {
      CommandRun(["preview", "--from", "html", sheet.path] + options, input: Array(input.utf8))
        .output.split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
    }
    #expect(lines() == ["✓ w", "✓ x", "• y", "z"])
    #expect(lines("--flat") == ["done: w", "x", "• y", "z"])
  }

  @Test(
    "has no box-drawing or block character that the text did not have, and the same words",
    arguments: sheets)
  func samples(sheet: String) throws {
    let texts = try texts(for: sheet)
    for (number, text) in texts.enumerated() {
      let input = Array(text.utf8)
      let hosts =
        number + 1 < texts.count ? [[]] : [[], ["--class", "card"], ["--class", "headline"]]
      for host in hosts {
        let common =
          [
            "preview", sheet, "--from", "markup", "--width", "70", "--text-sizing", "block",
            "--color", "truecolor",
          ]
          + host
        let flat = CommandRun(common + ["--flat"], input: input)
        #expect(flat.status == .success)
        // Block elements, sextants and what else boxes and large letters are made of.
        for scalar in flat.output.unicodeScalars
        where (0x2500..<0x25A0).contains(scalar.value) || (0x1FB00..<0x1FBB0).contains(scalar.value)
        {
          #expect(text.unicodeScalars.contains(scalar), "\(sheet) \(number) \(scalar)")
        }
        guard
          case .string(let drawnText)? = try TestJSON(
            CommandRun(common + ["--to", "json"], input: input).output)["text"]
        else {
          Issue.record("no text")
          continue
        }
        let plain = CommandRun(common + ["--flat", "--to", "plain"], input: input).output
        #expect(words(plain) == words(drawnText), "\(sheet) \(number) \(host)")
        let stream = CommandRun(
          ["render", sheet, "--from", "markup", "--flat", "--to", "plain"] + host, input: input
        ).output
        #expect(words(stream) == words(drawnText), "\(sheet) \(number) \(host)")
        #expect(host.last != "card" || CommandRun(common, input: input).output != flat.output)
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
