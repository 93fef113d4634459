import TestSupport
import Testing

@testable import CSSViewCommands

/// Texts have the format that the stylesheet names.
@Suite struct SheetInputTests {
  private static let log = "WARN <b>x</b>\n"
  private static let dark = ["--color", "16", "--background", "dark"]

  @Test(
    "Files and standard input are of the formats that the stylesheet lists",
    arguments: [
      ("log", "x.log", "WARN <b>x</b>\n", "<b>x</b>"), ("log", "x.txt", "WARN <b>\n", "<b>"),
      ("log", "x", "\u{1B}[31mred\u{1B}[0m <b>\n", "<b>"),
      ("log", "x", #"{"level": "warn", "msg": "<b>"}"# + "\n", "<b>"),
      ("table", "x.csv", "a,b\n1,<b>\n", "│"), ("table", "x", "a,b\n1,<b>\n", "│"),
      ("table", "x.tsv", "a\tb\n1\t2\n", "│"), ("markdown", "x", "# <b>Hi</b>\n\n- a\n", "•"),
      ("markdown", "x.html", "<ul><li>a</ul>\n", "•"),
      // The ending is none of the list's, so the first bytes decide.
      ("log", "x.md", "# WARN\n", "# "), ("log", "x.csv", "a,<b>\n", "a,<b>"),
    ])
  func formats(sheet: String, name: String, text: String, shown: String) throws {
    let directory = try ScratchDirectory()
    let path = try directory.file(name, text)
    let options = ["--color", "never", "--width", "40"]
    let file = CommandRun(["preview", sheet, "--file", path] + options)
    #expect(file.output.contains(shown) && file.errors == "", "\(file.output)\(file.errors)")
    let render = CommandRun(["render", sheet, path] + options)
    #expect(render.output.contains(shown) && render.errors == "", "\(render.output)")
    let explain = CommandRun(["explain", sheet, "--json"], input: Array(text.utf8))
    let check = CommandRun("check", sheet, "--markup", path)
    #expect(explain.errors == "" && check.status == .success, "\(explain.errors)\(check.output)")
    guard !name.contains(".") else { return }
    let input = CommandRun(["preview", sheet] + options, input: Array(text.utf8))
    #expect(input.output == file.output)
  }

  @Test("Arguments, batches and sheets that list nothing are for markup")
  func markup() {
    let text = "<b class=warn>x</b>"
    #expect(CommandRun(["preview", "log", text] + Self.dark).visible == "␛[93;1mx␛[0m\n")
    let batch = CommandRun(
      "explain", "--batch", input: ##"{"css": "@input text;", "markup": "<b>x</b>"}"## + "\n")
    #expect(batch.output.contains(#""text": "x""#))
    let fjord = CommandRun(["render", "fjord"] + Self.dark, input: Array("<b>x</b>\n".utf8))
    #expect(fjord.visible == "␛[97;1mx␛[0m\n")
    let explained = CommandRun("explain", "log", "<b>x</b>", "--json").output
    #expect(explained.contains(#""text": "x""#))
  }

  @Test("An option wins over the stylesheet, and the main one over those that are added")
  func precedence() {
    let text = "<b class=warn>x</b>\n"
    func shown(_ arguments: String...) -> String {
      CommandRun(arguments + ["--color", "never"], input: Array(text.utf8)).output
    }
    #expect(shown("preview", "log", "--from", "markup") == "x\n")
    #expect(shown("preview", "log") == text)
    #expect(!shown("preview", "fjord", "--add", "log").contains("<b"))
    #expect(shown("preview", "log", "--add", "fjord").contains("<b class=warn>x</b>"))
    #expect(shown("preview", "none", "--css", "@input text;") == "x\n")
    #expect(shown("render", "log", "--css", ".a {}") == text)
    #expect(shown("render", "fjord", "--add", "log") == "x\n")
  }

  @Test("snoop looks for the classes of the format")
  func snoop() {
    let text = Array("<b class=nothing>x</b>\n".utf8)
    #expect(CommandRun(["snoop", "log"], input: text).output == "")
    #expect(CommandRun(["snoop", "fjord"], input: text).output.contains("nothing"))
    #expect(
      CommandRun(["snoop", "log", "--from", "markup"], input: text).output.contains("nothing"))
  }

  @Test("An option that does not fit the format that was found is a usage error")
  func usage() {
    let text = Array("x\n".utf8)
    for arguments in [
      ["preview", "log", "--set", "a=b"], ["explain", "log", "--sgr", "strip"],
      ["snoop", "log", "--document"],
    ] {
      let run = CommandRun(arguments, input: text)
      #expect(run.status == .usage, "\(arguments): \(run.errors)")
      #expect(run.errors.contains("--from text"), "\(run.errors)")
    }
  }
}
