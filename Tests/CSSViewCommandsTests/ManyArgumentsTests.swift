import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Thousands of arguments")
struct ManyArgumentsTests {
  /// Arguments of a command, of which there are as many as are asked for.
  private struct Line: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arguments: @Sendable (Int, String) -> [String]
  }

  private static let lines = [
    Line(testDescription: "measure") { count, _ in ["measure"] + (0..<count).map { "w\($0)" } },
    Line(testDescription: "measure behind dashes") { count, _ in
      ["measure", "--json", "--"] + (0..<count).map { "-w\($0)" }
    },
    Line(testDescription: "snoop") { count, file in
      ["snoop", "none"] + [String](repeating: file, count: count)
    },
    Line(testDescription: "check") { count, file in
      ["check", "--quiet"] + [String](repeating: "none", count: count)
    },
    Line(testDescription: "check --markup") { count, file in
      ["check", "none"] + (0..<count).flatMap { _ in ["--markup", file] }
    },
    Line(testDescription: "preview --set") { count, _ in
      ["preview", "none", "Hi {nam1} {mane2}"]
        + (0..<count).flatMap { ["--set", "name\($0)=\($0)"] }
    },
    Line(testDescription: "explain --set") { count, _ in
      ["explain", "none", "Hi {name1}"] + (0..<count).flatMap { ["--set", "name\($0)=\($0)"] }
    },
    Line(testDescription: "convert") { count, file in
      ["convert", "--from", "ansi", "--to", "markup"] + [String](repeating: file, count: count)
    },
  ]

  @Test("take time in proportion to their number", arguments: lines)
  private func linear(line: Line) throws {
    let file = try ScratchFile("<b class=a>x</b>")
    // The square of four times as many is sixteen.
    let ratio = growth(from: 1000) { count in
      #expect(CommandRun(line.arguments(count, file.path)).status == .success)
    }
    #expect(ratio < 8, "\(ratio)")
  }

  @Test("mean the same as few of them do, whatever stands between them")
  func meaning() throws {
    let words = (0..<300).map { "w\($0)" }
    let text = words.joined(separator: " ")
    let lines = [
      words, ["--json"] + words, words + ["--json"], words[..<9] + ["--json"] + words[9...],
    ]
    for line in lines {
      let isJSON = line.contains("--json")
      let one = CommandRun(["measure", text] + (isJSON ? ["--json"] : []))
      #expect(CommandRun(["measure"] + line).output == one.output)
    }
    #expect(
      CommandRun(["measure", "--"] + words + ["-", "", "--json", ""] + words).output
        == CommandRun("measure", "--", "\(text) -  --json  \(text)").output)
    let values = words.flatMap { ["--set", "\($0)={\($0)}=x"] }
    for arguments in [
      ["explain", "none", "{w0} {w7} {w299}", "--json"] + values,
      ["explain", "none", "--json"] + values + ["--", "{w0} {w7} {w299}"],
    ] {
      let run = CommandRun(arguments)
      #expect(run.output.contains(#""{w0}=x {w7}=x {w299}=x""#), "\(run.errors)")
    }
    let preview = CommandRun(["preview", "none", "{w299}", "--style", ""] + values)
    #expect(preview.output == "{w299}=x\n")
  }

  @Test("are told by themselves where something is wrong with one")
  func mistakes() {
    let values = (0..<300).flatMap { ["--set", "a\($0)=b"] }
    for (wrong, said) in [("c", "'c' has no '='"), ("c d=e", "'c d'")] {
      let run = CommandRun(["explain", "none", "x"] + values + ["--set", wrong] + values)
      #expect(run.status == .usage)
      #expect(run.errors.contains(said))
      #expect(!run.errors.contains("a0") && !run.errors.contains("\0"))
    }
    let words = (0..<300).map { "w\($0)" }
    let unexpected = CommandRun(["convert", "none", "--to", "css"] + words)
    #expect(unexpected.errors.hasPrefix("cssview: unexpected argument 'w0'\n"))
    #expect(!unexpected.errors.contains("w1"))
    #expect(CommandRun(["measure"] + words + ["--nope"]).errors.contains("'--nope'"))
  }
}
