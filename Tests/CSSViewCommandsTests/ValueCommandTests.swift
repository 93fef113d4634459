import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview value")
struct ValueCommandTests {
  @Test(
    "prints one text for every spelling, or JSON",
    arguments: [
      (["color", "cornflowerblue"], "rgb(100, 149, 237)"),
      (["color", "CanvasText", "--background", "light"], "rgb(0, 0, 0)"),
      (["color", "#80fafafa", "--dialect", "architect"], "rgba(250, 250, 250, 0.5)"),
      (["integer", "9007199254740993"], "9007199254740993"),
      (
        ["integer", "9007199254740993", "--json"],
        #"{"type": "integer", "value": 9007199254740993}"#
      ),
      (
        ["number", "9007199254740992", "--json"],
        #"{"type": "number", "value": 9007199254740992}"#
      ),
      (["edge-insets", "insets(4, 5)"], "{4, 5, 4, 5}"),
      (["border-style", "UITextBorderStyleLine"], "solid"),
      (["underline-style", "wavy", "--json"], #"{"type": "underline-style", "value": "curly"}"#),
      (["cursor-shape", "beam"], "bar"), (["mouse-button", "scroll-up"], "wheelUp"),
      (
        ["key-press", "ctrl-page-down", "--json"],
        #"{"type": "key-press", "value": "Ctrl-PageDown"}"#
      ),
      (["key", "background-color"], "backgroundColor"),
      (["number", "-0x1F"], "-31"), (["length", "0x10"], "16px"),
      (["point", #"{"x": 1, "y": 2}"#], "{1, 2}"), (["point", "[1, 2]"], "{1, 2}"),
      (["point", "{1, 2}"], "{1, 2}"),
      (
        ["rect", #"{"origin": {"x": 1, "y": 2}, "size": {"width": 3, "height": 4}}"#],
        "{{1, 2}, {3, 4}}"
      ),
      (["edge-insets", #" {"top": 1, "left": 2, "bottom": 3, "right": 4}"#], "{1, 2, 3, 4}"),
      (["font", #"{"name": "HelveticaNeue-Bold", "size": 18}"#], "HelveticaNeue bold 18"),
      (["string", #"{"x": 1}"#], #"{"x": 1}"#), (["string", "[1]"], "[1]"),
    ])
  func values(arguments: [String], output: String) {
    let run = CommandRun(["value"] + arguments)
    #expect(run.output == output + "\n")
    #expect(run.errors.isEmpty && run.status == .success)
  }

  @Test(
    "says in one line what is wrong, with the column",
    arguments: [
      (["color", "rgb(1 2 x)"], "column 9: expected a number or a percentage, found 'x'"),
      (["color", "grene"], "did you mean 'green'?"),
      (["integer", "12345678901234567890"], "column 1: expected a whole number"),
      (["rect", "rect(1, 2, 3)"], "column 1: expected a rectangle of four numbers"),
      (["point", #"{"x": 1, "y": "b"}"#], "column 16: expected a number, found 'b'"),
      (["point", #"{"x": 1, "y": }"#], "column 2: expected a number, found '\"x\"'"),
    ])
  func errors(arguments: [String], message: String) {
    let run = CommandRun(["value"] + arguments)
    #expect(run.status == .unusableInput && run.output.isEmpty)
    #expect(run.errors.hasPrefix("cssview: ") && run.errors.contains(message))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  private let sheet = """
    { ".bold": {"color": "red", "font.size": 12}, "label": {"color": "#00f"}, "title": "wide",
      "id": 12345678901234567890, "[- *]": {"title": "narrow"} }
    """

  @Test(
    "finds a key of a sheet, also one with dots, in the terminal that is asked for",
    arguments: [
      (["color", "--key", ".bold.color"], "rgb(255, 0, 0)"),
      (["integer", "--key", ".bold.font.size"], "12"),
      (["color", "--key", "label.color"], "rgb(0, 0, 255)"),
      (["string", "--key", "title"], "wide"),
      (["string", "--key", "title", "--width", "40"], "narrow"),
      (["string", "--key", "id"], "12345678901234567890"),
    ])
  func keys(arguments: [String], output: String) {
    let run = CommandRun(["value"] + arguments + ["--sheet", "-"], input: Array(sheet.utf8))
    #expect(run.output == output + "\n", "\(run.errors)")
  }

  @Test("names a near key where there is none, and the place of a bad value")
  func badKeys() {
    for (key, message) in [
      (".bold.colr", "did you mean '.bold.color'?"), (".blod.color", "no key '.blod.color'"),
      ("title", "<stdin>:1:85: expected a colour, found 'wide'"),
    ] {
      let run = CommandRun(
        ["value", "color", "--sheet", "-", "--key", key], input: Array(sheet.utf8))
      #expect(run.status == .unusableInput)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test("a value by its key has its variables replaced, and a missing key names what is there")
  func variablesAndKeys() {
    let sheet = #"{":root": {"--a": "red"}, ".ok": {"color": "var(--a)", "size": 3}}"#
    func run(_ type: String, _ key: String) -> CommandRun {
      CommandRun(["value", type, "--sheet", "-", "--key", key], input: Array(sheet.utf8))
    }
    #expect(run("color", ".ok.color").output == "rgb(255, 0, 0)\n")
    #expect(run("color", ".ok.weight").errors.contains("'.ok' has 'color' and 'size'"))
    #expect(run("color", ".ok.color.x").errors.contains("'.ok.color' is a value and has no keys"))
  }

  @Test("a JSON number is no colour where digits need no number sign")
  func numbersAsColours() {
    let run = CommandRun(
      ["value", "color", "--batch", "--dialect", "jsonhelper"],
      input: Array("16711680\n\"ff0000\"\n".utf8))
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"error": "#) == true)
    #expect(lines.last?.contains("#ff0000ff") == true)
  }

  @Test("what is wrong with the sheet is shown, and counts when it is asked to")
  func sheetFindings() {
    let arguments = ["value", "string", "--sheet", "-", "--key", "a"]
    let broken = Array(#"{"a" "1", "b": 2}"#.utf8)
    let run = CommandRun(arguments, input: broken)
    #expect(run.output == "1\n" && run.status == .success)
    #expect(run.errors.contains("<stdin>:1:6: warning: "), "\(run.errors)")
    #expect(CommandRun(arguments + ["--quiet"], input: broken).errors.isEmpty)
    #expect(CommandRun(arguments + ["--strict"], input: broken).status == .unusableInput)
  }

  @Test(
    "no control character of a file or an argument gets out",
    arguments: ["string", "image", "key", "key-press", "font", "url", "color"])
  func controls(type: String) throws {
    let hostile = "a\u{1B}]0;x\u{7}\u{9B}2J\u{202E}b"
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "t.json", #"{"k": "a\u001b]0;x\u0007\u009b2J\u202eb"}"#)
    for run in [
      CommandRun("value", type, hostile), CommandRun("value", type, "--sheet", sheet, "--key", "k"),
    ] {
      for scalar in (run.output + run.errors).unicodeScalars where scalar != "\n" {
        #expect(!scalar.properties.isBidiControl && scalar.properties.generalCategory != .control)
      }
      #expect(run.output.isEmpty || run.output.hasPrefix("a␛]0;x␇") || type != "string")
    }
  }
}
