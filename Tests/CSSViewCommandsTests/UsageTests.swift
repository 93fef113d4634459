import CSSViewCommands
import TestSupport
import Testing

/// Options that do not go together, told before anything is read.
@Suite("What a command line cannot ask for")
struct UsageTests {
  static let cases: [([String], String)] = [
    (["convert", "--to", "css"], "missing argument '<stylesheet>'"),
    (["convert", "a.css", "b.css", "--to", "css"], "unexpected argument 'b.css'"),
    (
      ["convert", "a.css", "--to", "json", "--controls", "drop"], "'--controls' needs '--from ansi'"
    ),
    (["convert", "--from", "ansi", "--to", "css"], "'--from ansi' needs '--to markup'"),
    (["convert", "a.css", "--to", "markup"], "'--to markup' needs '--from FORMAT'"),
    (["convert", "a.css", "--to", "html"], "'--to html' needs '--from FORMAT'"),
    (["convert", "a.md", "--to", "json"], "'--from markdown' needs '--to html' or '--to markup'"),
    (["convert", "a.csv", "-o", "a.css"], "'--from csv' needs '--to html' or '--to markup'"),
    (["convert", "a.md"], "missing argument '--to <format>'"),
    (["convert", "a.md", "-o", "a.txt"], "missing argument '--to <format>'"),
    (["convert", "--from", "text", "--to", "html"], "invalid value 'text' for '--from <format>'"),
    (["convert", "a.csv", "--to", "html", "--template", "x"], "'--template' needs '--to markup'"),
    (
      ["convert", "a.csv", "--to", "html", "--allow-html"], "'--allow-html' needs '--from markdown'"
    ),
    (
      ["convert", "a.md", "--to", "html", "--no-header"],
      "'--no-header' needs '--from csv', 'tsv' or 'columns'"
    ),
    (["convert", "a.md", "--to", "markup", "--fragment"], "'--fragment' needs '--to html'"),
    (
      ["convert", "a.md", "--to", "markup", "--allow-html"],
      "'--allow-html' needs '--from markdown'"
    ),
    (["value", "color"], "missing argument '<text>'"),
    (["value", "color", "--sheet", "a.css"], "'--sheet' needs '--key'"),
    (["value", "color", "--key", "a"], "'--key' needs '--sheet'"),
    (["value", "color", "red", "--batch"], "'--batch' cannot be used with <text>"),
    (
      ["value", "color", "red", "--sheet", "a.css", "--key", "a"],
      "'--sheet' cannot be used with <text>"
    ),
    (
      ["value", "color", "--batch", "--sheet", "a.css", "--key", "a"],
      "'--batch' cannot be used with '--sheet'"
    ),
    (["render"], "missing argument '<stylesheet>'"),
    (["render", "-", "-"], "cannot both be standard input"),
    (
      ["render", "a.css", "b", "--lines", "--document"],
      "'--document' cannot be used with '--lines'"
    ),
    (["render", "a.css", "b", "--jobs", "4"], "'--jobs' needs '--lines'"),
    (
      ["render", "a.css", "b", "--lines", "--jobs", "257"],
      "'257' for '--jobs <count>'; use 1 to 256"
    ),
    (["render", "--escape", "--to", "html"], "'--escape' cannot be used with '--to'"),
    (["render", "a.css", "b", "--document", "--from", "ansi"], "--document"),
    (["snoop", "-"], "cannot both be standard input"),
    (["snoop", "-", "a", "-"], "cannot both be standard input"),
    (["explain"], "missing argument '<stylesheet>'"),
    (["explain", "-", "-"], "cannot both be standard input"),
    (["explain", "a.css", "--batch"], "'--batch' cannot be used with <stylesheet> or <markup>"),
    (["check", "-", "--markup", "-"], "cannot both be standard input"),
    (["measure", "x", "--sgr", "strip"], "'--sgr' needs '--markup'"),
    (["measure", "--batch", "--from", "ansi"], "'--batch' cannot be used with '--from'"),
    (["measure", "--batch", "x"], "'--batch' cannot be used with <text> or '--markup'"),
    (["preview", "-", "x", "--watch"], "'--watch' cannot be used with standard input"),
    (
      ["preview", "a.css", "x", "--to", "png", "--scale", "9"],
      "'9' for '--scale <factor>'; use 1 to 8"
    ),
    (["browse", "--text", "x", "--file", "y"], "'--text' cannot be used with '--file'"),
    (["preview", "a.css", "x", "--readable", "0.5"], "; use AA, AAA, 1 to 21 or none"),
    (["preview", "a.css", "x", "--readable", "lots"], "--readable"),
    (["preview", "a.css", "x", "--background", "clear"], "--background"),
    (["preview", "a.css", "x", "--state", "asleep"], "--state"),
    (["preview", "a.css", "x", "--content-size", "0"], "--content-size"),
    (["preview", "a.css", "x", "--width", "0"], "'0' for '--width <columns>'; use 1 to 10000"),
    (["preview", "a.css", "x", "--background", "ligth"], "; did you mean 'light'?"),
    (["preview", "a.css", "x", "--light"], "'--light'; use '--background light'"),
    (["preview", "a.css", "x", "--sheet-format", "y"], "use 'json' or 'css'"),
    (["preview", "a.css", "x", "--set", "folder"], "'folder' has no '='; write NAME=TEXT"),
    (["preview", "a.css", "x", "--quiet=yes"], "'--quiet' takes no value; remove '=yes'"),
    (["preview", "a.css", "x", "--element", "a b"], "'--element' needs one name without spaces"),
    (["preview", "a.css", "x", "--allow-scheme", "ja va"], "invalid scheme 'ja va'"),
    (["preview", "a.css", "x", "--allow-imports-from", "nosuch"], "no such directory 'nosuch'"),
    (["preview", "a.css", "--file", ""], "'--file' needs the name of a file"),
    (["preview", "a.css", "x", "-o", "a.pdf"], "unknown extension '.pdf'; use .svg"),
    (["preview", "a.css", "-v"], "'-v'; use 'cssview --version'"),
    (["-v"], "unknown option '-v'; use '--version'"),
    (["explain", "a.css", "--file", "x"], "'--file'; to read a file: < FILE"),
    (["render", "fjord", "--escape", "x"], "'--escape' takes no stylesheet; remove 'fjord'"),
    (["check", "-", "-"], "'-' can be used only once"),
    (
      ["check", "a.css", "--only", "x"], "unknown code 'x'; 'man cssview-findings' lists the codes"
    ),
    (["convert", "a.css"], "missing argument '--to <format>'"),
    (
      ["preview", "a.css", "-width", "40", "x"], "unknown option '-width'; did you mean '--width'?"
    ),
    (["render", "a.css", "-width=40"], "did you mean '--width'?"),
    (["render", "a.css", "-sheet"], "unknown option '-sheet'\n"),
    (
      ["value", "--foo", "x"],
      "unknown option '--foo'; to list all options: cssview value --help-hidden\nUsage"
    ),
    (["measure", "-oh no"], "put -- before text"),
    (
      ["preview", "fjord", "-x is an option"],
      "unknown option '-x is an option'; put -- before text that begins with '-'\nUsage"
    ),
    (["preview", "fjord", "- item"], "put -- before text"),
    (["preview", "fjord", "--> next"], "put -- before text"),
    (["help", "perview"], "unknown command 'perview'; did you mean 'preview'?"),
    (["help", "qqqqqqqqqq"], "unknown command 'qqqqqqqqqq'; to list the commands: cssview --help"),
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
