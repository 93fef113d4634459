import CSSViewCommands
import TestSupport
import Testing

/// Options that do not go together, told before anything is read.
@Suite("What a command line cannot ask for")
struct UsageTests {
  static let cases: [([String], String)] = [
    (["convert", "--to", "css"], "Missing expected argument '<sheet>'"),
    (["convert", "a.css", "b.css", "--to", "css"], "Unexpected argument 'b.css'"),
    (["convert", "a.css", "--to", "json", "--controls", "drop"], "needs '--from ansi'"),
    (["convert", "--from", "ansi", "--to", "css"], "becomes '--to markup'"),
    (["convert", "a.css", "--to", "markup"], "becomes '--to markup'"),
    (["value", "color"], "Missing expected argument '<text>'"),
    (["value", "color", "--sheet", "a.css"], "'--sheet' and '--key' belong together"),
    (["value", "color", "--key", "a"], "'--sheet' and '--key' belong together"),
    (["value", "color", "red", "--batch"], "take no TEXT"),
    (["value", "color", "red", "--sheet", "a.css", "--key", "a"], "take no TEXT"),
    (["value", "color", "--batch", "--sheet", "a.css", "--key", "a"], "exclude each other"),
    (["render"], "Missing expected argument '<sheet>'"),
    (["render", "-", "-"], "cannot both be standard input"),
    (["render", "a.css", "b", "--lines", "--document"], "which '--lines' keeps apart"),
    (["render", "a.css", "b", "--jobs", "4"], "it needs --lines"),
    (["render", "a.css", "b", "--lines", "--jobs", "257"], "'--jobs' is from 1 to 256"),
    (["render", "--escape", "--to", "html"], "'--escape' makes markup"),
    (["render", "a.css", "b", "--document", "--from", "ansi"], "--document"),
    (["snoop", "-"], "cannot both be standard input"),
    (["snoop", "-", "a", "-"], "cannot both be standard input"),
    (["explain"], "Missing expected argument '<sheet>'"),
    (["explain", "-", "-"], "cannot both be standard input"),
    (["explain", "a.css", "--batch"], "takes no SHEET and no TEXT"),
    (["check", "-", "--markup", "-"], "cannot both be standard input"),
    (["measure", "x", "--sgr", "strip"], "it needs --markup"),
    (["measure", "--batch", "--from", "ansi"], "'--batch' takes no --from"),
    (["measure", "--batch", "x"], "takes no TEXT and no --markup"),
    (["preview", "-", "x", "--watch"], "Standard input cannot be watched"),
    (["preview", "a.css", "x", "--to", "png", "--scale", "9"], "'--scale' is from 1 to 8"),
    (["browse", "--text", "x", "--file", "y"], "cannot both be given"),
    (["preview", "a.css", "x", "--readable", "0.5"], "--readable"),
    (["preview", "a.css", "x", "--readable", "lots"], "--readable"),
    (["preview", "a.css", "x", "--background", "clear"], "--background"),
    (["preview", "a.css", "x", "--state", "asleep"], "--state"),
    (["preview", "a.css", "x", "--content-size", "0"], "--content-size"),
    (
      ["preview", "a.css", "-width", "40", "x"], "unknown option '-width'; did you mean '--width'?"
    ),
    (["render", "a.css", "-width=40"], "did you mean '--width'?"),
    (["render", "a.css", "-sheet"], "unknown option '-sheet'\n"),
    (["measure", "-oh no"], "'--' comes before a text"),
    (["perview", "fjord", "x"], "no command is called 'perview'; did you mean 'preview'?"),
    (["fjord", "x"], "a sheet comes after one: cssview preview fjord 'Hi'"),
    (["my theme.css", "x"], "cssview preview 'my theme.css' 'Hi'"),
    (["qqqqqqqqqq"], "no command is called 'qqqqqqqqqq'; 'cssview --help' lists them"),
  ]

  @Test("is refused with 64, a reason, and nothing on standard output", arguments: cases)
  func refused(arguments: [String], reason: String) {
    let run = CommandRun(arguments)
    #expect(run.status == .usage)
    #expect(run.output == "" && run.errors.contains(reason), "\(run.errors)")
  }

  @Test(
    "an option that says what holds anyway changes nothing",
    arguments: [
      ["--background", "auto"], ["--palette", "auto"],
      ["--content-size", "L"], ["--color", "auto"], ["--state", "normal"],
    ])
  func defaults(option: [String]) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("t.css", ".a { color: red; font-size-scale: auto }")
    let arguments = ["explain", sheet, "<b class=a>x</b>", "--json"]
    #expect(CommandRun(arguments + option).output == CommandRun(arguments).output)
  }

  @Test("a sheet of more than 64 MiB is refused with 65, from a file and from standard input")
  func largeSheets() throws {
    let directory = try ScratchDirectory()
    try directory.shell("truncate -s 67108865 big.css")
    let file = CommandRun("check", "\(directory.path)/big.css")
    #expect(file.status == .unusableInput)
    #expect(file.errors.hasSuffix("/big.css: larger than 64 MiB\n"))
    let input = CommandRun(["check", "-"], input: [UInt8](repeating: 0x20, count: 67_108_865))
    #expect(input.status == .unusableInput)
    #expect(input.errors.hasSuffix("standard input: larger than 64 MiB\n"))
  }

  @Test("a variable says how large text is, unless the option does")
  func contentSize() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("t.css", "text { font-size: 10px; font-size-scale: auto }")
    func size(_ variable: String, _ options: String...) -> String? {
      CommandRun(
        ["explain", sheet, "x", "--json"] + options,
        environment: ["TERM": "xterm", "CSSVIEW_CONTENT_SIZE": variable]
      ).output.split(separator: "\"scaled-font-size\": ").last.map {
        String($0.prefix { $0 != "," })
      }
    }
    #expect(size("AX1") == "14" && size("XS") == "7" && size("") == "10" && size("huge") == "10")
    #expect(size("AX1", "--content-size", "xxl") == "12")
  }
}
