import CSSViewCommands
import CellLayout
import TerminalOutput
import TestSupport
import Testing

@Suite("cssview explain")
struct ExplainCommandTests {
  private let markup = "Hi <span class=\"bold ok\">Bob</span>, see <a href=\"x.html\">this</a>"

  @Test("the report is as it was", arguments: ["night.json", "harbour.css"])
  func report(theme: String) throws {
    // The lay-out must not depend on how long the path of the package is.
    let sheet = try readFile("\(packageDirectory)/demo/\(theme)")
    let run = CommandRun("explain", "-", markup, "--all", input: sheet)
    try expectSnapshot(run.output, "explain-\(theme.prefix { $0 != "." }).txt")
    let short = CommandRun("explain", "-", markup, input: sheet)
    try expectSnapshot(short.output, "explain-\(theme.prefix { $0 != "." })-short.txt")
  }

  @Test("the contrast is that at the depth in use, also at 8 colours")
  func depthInUse() {
    for (depth, colors) in [("8", "#c5c5c5"), ("16", "#5d5d5d"), ("truecolor", "#666666")] {
      let run = CommandRun(
        "explain", "-", "<b class=w>x</b>", "--background", "#000", "--color", depth,
        input: ".w { color: #666 }")
      #expect(run.output.contains("\(colors) on #000000"), "\(run.output)")
    }
  }

  @Test("an element lists what it inherits from another one than the whole text")
  func inherited() {
    let sheet = "text { color: red; font-style: italic } .v { visibility: hidden; color: blue }"
    let run = CommandRun("explain", "-", "<span class=v>a<b>b</b></span>", input: sheet)
    let part = run.output.split(separator: "'b'  <b>").last ?? ""
    #expect(part.contains("visibility        hidden    ← .v") && part.contains("blue ← .v"))
    #expect(!part.contains("italic"), "\(run.output)")
    let block = CommandRun(
      "explain", "-", "a<b>b</b>", "--property", "padding", input: "text { padding: 1lh }")
    #expect(block.output.split(separator: "padding of the whole text").count == 2)
  }

  @Test("three runs of a bundled theme take at most 25 lines")
  func shortReport() {
    let run = CommandRun("explain", "fjord", "Deploy <span class=ok>ok</span> now")
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 26)
    #expect(run.output.contains("#b4cc96   var(--lichen) ← .ok  bundled:/fjord.json:"))
    #expect(run.output.contains("7.9:1 AAA"))
  }

  @Test("on a terminal each run is shown in its own style, with a square in its colour")
  func styledRuns() {
    let run = CommandRun(
      ["explain", "fjord", "a<b class=ok>b</b>"],
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "FORCE_COLOR": "3"])
    #expect(run.output.contains("\u{1B}[38;2;180;204;150m■\u{1B}[0m color"))
    #expect(run.output.contains("\u{1B}[38;2;180;204;150;48;2;39;45;54;1m'b'\u{1B}[0m  <b> .ok"))
  }

  @Test("always and never are for the report, too, and a depth is not")
  func colorOfTheReport() {
    for (color, environment, isColored) in [
      ("always", [:], true), ("16", [:], false), ("never", ["FORCE_COLOR": "1"], false),
      ("16", ["FORCE_COLOR": "1"], true),
    ] {
      let run = CommandRun(
        ["explain", "fjord", "x", "--color", color], environment: environment)
      #expect(run.output.contains("\u{1B}[1m") == isColored, "\(color) \(environment)")
    }
  }

  @Test("one property is told whole, a shorthand stands for its own, and others are unknown")
  func oneProperty() {
    let markup = "<b class=ok>b</b>"
    let color = CommandRun("explain", "fjord", markup, "--property", "color")
    #expect(color.output.contains("  color: #b4cc96ff\n    → var(--lichen)"))
    #expect(!color.output.contains("font-weight"))
    let border = CommandRun(
      "explain", "-", "x", "--property", "border", input: "text { border: 1px solid }")
    #expect(border.output.contains("border") && !border.output.contains("shown as"))
    let unknown = CommandRun("explain", "fjord", markup, "--property", "colr")
    #expect(unknown.status == .usage)
    #expect(unknown.errors.hasPrefix("cssview: unknown property 'colr'; did you mean 'color'?"))
  }

  @Test("the JSON is as it was", arguments: ["night.json", "harbour.css"])
  func json(theme: String) throws {
    let run = CommandRun("explain", "\(packageDirectory)/demo/\(theme)", markup, "--json")
    let text = withoutDirectory(run.output)
    try expectSnapshot(text, "explain-\(theme.prefix { $0 != "." }).json")
  }

  @Test("the report fits 80 columns, however long values, names and texts are")
  func width() {
    let long = String(repeating: "long-", count: 40)
    let sheet = """
      :root { --\(long): rgb(1, 2, 3); --x: var(--\(long)) }
      .\(long) { color: var(--x); background-image: linear-gradient(red, lime, blue, white, black) }
      .\(long) .b { text-shadow: 1px 1px \(String(repeating: "red, 1px 1px ", count: 60)) red }
      span { border: 1px solid; font: italic bold 2em/1 "\(long)", serif }
      """
    let markup = "<span class='\(long)'>\(long)<b class=b>世界\(long)</b></span>"
    let run = CommandRun("explain", "-", markup, "--quiet", "--all", input: sheet)
    let short = CommandRun("explain", "-", markup, "--quiet", input: sheet)
    for line in (run.output + short.output).split(separator: "\n") {
      #expect(cellWidth(of: String(line), rules: .clusters) <= 80)
    }
    #expect(run.output.contains("→ rgb") == false)
    #expect(run.output.contains("  color: #010203ff\n"))
  }

  @Test("what a sheet puts before an element, and what it hides, are told as what they are")
  func generatedAndHidden() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "t.css", "i::before { content: '> ' } .gone { display: none }")
    let run = CommandRun("explain", sheet, "a<i>b</i><b class=gone>not here</b>")
    #expect(run.output.contains("\n'> '  <i> ::before\n") && run.output.contains("\n'b'  <i>\n"))
    #expect(run.output.hasSuffix("\nhidden by display: none\n  'not here'\n"))
    #expect(run.output.hasPrefix("3 parts, "))
  }

  @Test("measure tells what it finds, counts it with --strict, and is silent with --quiet")
  func measureFindings() {
    let markup = ["measure", "--markup", "none", "<b class=no>ab</b>"]
    let told = CommandRun(markup)
    #expect(told.status == .success && told.errors.contains("[unknown-class]"))
    let strict = CommandRun(markup + ["--strict"])
    #expect(strict.status == .unusableInput && strict.output == told.output)
    let quiet = CommandRun(markup + ["--quiet"])
    #expect(quiet.status == .success && quiet.errors.isEmpty && quiet.output == told.output)
  }

  @Test("a tab takes as many cells as measure says")
  func tabs() {
    let run = CommandRun("explain", "-", "a\tb<b>c\td</b>\n\te", "--json", input: "{}")
    let cells = run.output.matches(of: #/"cells": (\d+)/#).map { String($0.1) }
    #expect(cells == ["9", "8", "9"])
    #expect(CommandRun("measure", "a\tb", "--json").output.contains(#""width": 9"#))
  }

  @Test("a declared variable whose value fails says why, and every property what it comes to")
  func reasons() {
    let sheet = ":root { --a: var(--b); --c: 12px } .x { color: var(--a); opacity: .5 }"
    let run = CommandRun("explain", "-", "<i class=x>x</i>", "--quiet", "--all", input: sheet)
    #expect(run.output.contains("--a: invalid: "), "\(run.output)")
    #expect(!run.output.contains("--a: not declared"))
    #expect(run.output.contains("  color: not set\n") && run.output.contains("  opacity: 0.5\n"))
    #expect(run.output.contains("  font-style: italic\n"))
    let json = CommandRun("explain", "-", "<i class=x>x</i>", "--json", "--quiet", input: sheet)
    #expect(
      json.output.contains(
        #""value": null, "depth": 0, "file": null, "line": null, "column": null, "error": ""#))
  }

  @Test("each file says why it was read")
  func files() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.json", #"{"@imports": "b"}"#)
    _ = try directory.file("b.json", "{}")
    _ = try directory.file("a~dark.json", "{}")
    let text = CommandRun("explain", sheet, "x").output
    #expect(text.contains("the stylesheet\n"))
    #expect(text.contains("imported at"))
    #expect(text.contains("variant '~dark' of"))
    let json = CommandRun("explain", sheet, "x", "--json").output
    #expect(json.contains(#""reason": "main"}"#))
    #expect(json.contains(#""reason": "import", "by": "#))
    #expect(json.contains(#""line": 1, "column": 14}"#))
    #expect(json.contains(#""suffix": "~dark"}"#))
  }

  @Test("the explanation of nested spans grows with their number and not with its square")
  func deepNesting() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.json", #"{".a": {"color": "red", "opacity": 1}}"#)
    func size(_ depth: Int) -> Int {
      let markup =
        String(repeating: "<span class=a>x", count: depth)
        + String(repeating: "</span>", count: depth)
      return CommandRun(["explain", sheet, "--json"], input: Array(markup.utf8)).output.utf8.count
    }
    #expect(size(400) < size(200) * 21 / 10)
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
