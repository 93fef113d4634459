import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Forms of data") struct DataFormatTests {
  private func shown(_ arguments: [String], _ input: String = "") -> String {
    let run = CommandRun(arguments + ["--quiet"], input: Array(input.utf8))
    #expect(run.status == .success, "\(run.errors)")
    return run.output
  }

  @Test("patterns are found in messages, in front of records and in lines that are none")
  func patterns() {
    let log = """
      {"level":"info","msg":"GET from 10.0.0.1 failed","path":"error"}
      web | {"level":"info","msg":"ok"}
      ERROR at 10.0.0.2
        at f
      {"msg":"x"}

      """
    let run = CommandRun(
      ["render", "log", "--from", "jsonl", "--color", "16", "--quiet"], input: Array(log.utf8))
    let lines = run.visible.split(separator: "\n")
    #expect(lines[0].contains("␛[36m10.0.0.1␛[0m"))
    #expect(lines[0].contains("failed") && lines[0].contains("31;1mfailed"))
    #expect(lines[0].hasSuffix("=error"))
    #expect(lines[2].contains("31;1mERROR") && lines[2].contains("36m10.0.0.2"))
    #expect(lines.count == 5)
    let only = ["render", "log", "--from", "jsonl", "--only", "error"]
    #expect(
      shown(only, log)
        == "info GET from 10.0.0.1 failed path=error\nERROR at 10.0.0.2\n  at f\n")
    #expect(
      shown(["render", "log", "--from", "jsonl", "--hide", "error"], log)
        == "web | info ok\nx\n")
  }

  @Test("colours in values are left out, applied or visible")
  func sequences() throws {
    let log = #"{"level":"info","msg":"\u001b[32mgreen\u001b[0m 10.0.0.1"}"#
    let base = ["render", "log", "--from", "jsonl", "--color", "16", "--quiet"]
    func visible(_ options: [String]) -> String {
      CommandRun(base + options, input: Array(log.utf8)).visible
    }
    #expect(visible([]).hasSuffix("green ␛[36m10.0.0.1␛[0m\n"))
    #expect(visible(["--sgr", "apply"]).hasSuffix("␛[32mgreen␛[0m ␛[36m10.0.0.1␛[0m\n"))
    #expect(visible(["--sgr", "show"]).contains("␛[32mgreen␛[0m") == false)
    let csv = "a,b\n\u{1B}[31mred\u{1B}[0m,2\n"
    for (treatment, cell) in [("strip", "red "), ("apply", "red "), ("show", "␛[31mred␛[0m ")] {
      #expect(
        shown(["show", "--from", "csv", "--sgr", treatment], csv).hasSuffix("\(cell)│ 2\n"))
    }
    let directory = try ScratchDirectory()
    let path = try directory.file("a.csv", bytes: Array(csv.utf8))
    let check = CommandRun("check", "table", "--markup", path)
    #expect(check.output.split(separator: "\n").count { $0.contains("[left-out-color]") } == 1)
  }

  @Test(
    "a row of a table has the class of its level",
    arguments: [
      ("severity,n\nERROR,1\n", "31m"), ("lvl,n\nwarning,1\n", "33m"),
      ("level,n\ninfo,1\n", nil), ("level,n\n50,1\n", nil), ("level,msg\n50,x\n", "31m"),
      ("priority,message\n3,x\n", "31m"), ("priority,n\n3,x\n", nil), ("status,n\nerror,1\n", nil),
    ] as [(String, String?)])
  func levels(csv: String, color: String?) {
    let run = CommandRun(
      ["show", "--from", "csv", "--color", "16", "--quiet"], input: Array(csv.utf8))
    let row = run.visible.split(separator: "\n").last ?? ""
    if let color {
      #expect(row.contains(color))
    } else {
      #expect(!row.contains("31m") && !row.contains("33m"))
    }
  }

  @Test(
    "an encoding is that of input without a mark",
    arguments: [
      ("latin1", [0x61, 0x0A, 0xE4]), ("windows-1252", [0x61, 0x0A, 0xE4]),
      ("utf-16le", [0x61, 0, 0x0A, 0, 0xE4, 0]), ("UTF-16BE", [0, 0x61, 0, 0x0A, 0, 0xE4]),
      ("latin1", [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xC3, 0xA4]),
      ("utf-16be", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0xE4, 0]),
    ] as [(String, [UInt8])])
  func encodings(name: String, bytes: [UInt8]) throws {
    for piece in [.max, 1] {
      let run = CommandRun(
        ["show", "--from", "csv", "--encoding", name], input: bytes, piece: piece)
      #expect(run.output == "a\n──\nä\n" && run.errors == "")
    }
    let directory = try ScratchDirectory()
    let path = try directory.file("a.csv", bytes: bytes)
    #expect(CommandRun("show", path, "--encoding", name).output == "a\n──\nä\n")
    let picture = CommandRun("show", path, "--encoding", name, "--to", "svg").output
    #expect(picture.contains(">ä<"))
    #expect(CommandRun("show", path, "--encoding", "latin0").status == .usage)
  }

  @Test("columns of a file are as wide as all of its rows need")
  func wholeFiles() throws {
    var csv = "id,note\n"
    for row in 0..<2500 { csv += "\(row),\(row < 2400 ? "a" : "much longer than before")\n" }
    let directory = try ScratchDirectory()
    let path = try directory.file("a.csv", bytes: Array(csv.utf8))
    let lines = CommandRun("show", path).output.split(separator: "\n")
    #expect(lines.count == 2502)
    #expect(lines[2] == "   0 │ a")
    #expect(lines[2501] == "2499 │ much longer than before")
    // Nobody knows the later rows of a pipe.
    #expect(CommandRun(["show", "--from", "csv"], input: Array(csv.utf8)).output != lines.joined())
    let narrow = CommandRun("show", path, "--width", "20").output.split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 20 } && narrow[2] == "   0 │ a")
  }

  @Test("a short file looks like the same text through a pipe", arguments: [12, 20, 40, 80])
  func shortFiles(width: Int) throws {
    let directory = try ScratchDirectory()
    var generator = SeededGenerator(seed: UInt64(width))
    let words = ["a", "1234.5", ".5", "2026-03-02", "some words", "漢字", "a_long_name.txt", ""]
    for format in ["csv", "jsonl"] {
      for _ in 0..<4 {
        let rows = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          (0..<4).map { _ in words.randomElement(using: &generator) ?? "" }
        }
        let lines = rows.map { row in
          format == "csv"
            ? row.joined(separator: ",")
            : "{" + row.enumerated().map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        }
        let header = format == "csv" ? "a,b,c,d\n" : ""
        let text = Array((header + lines.joined(separator: "\n")).utf8)
        let path = try directory.file("a." + format, bytes: text)
        let options = ["-s", "table", "--from", format, "--width", "\(width)", "--quiet"]
        let piped = CommandRun(["show"] + options, input: text).output
        #expect(CommandRun(["show", path] + options).output == piped)
      }
    }
  }

  @Test("a column whose name is a class of the stylesheet looks like others")
  func namesOfClasses() {
    let csv = "title,key,error,path,headline\nb,c,d,e,f\n"
    let run = CommandRun(
      ["show", "--from", "csv", "--color", "16"], input: Array(csv.utf8))
    #expect(run.visible.split(separator: "\n").last == "b     │ c   │ d     │ e    │ f")
    let template = ["--template", "<b class=title>x</b>"]
    let others = CommandRun(
      ["show", "-s", "table", "--from", "csv", "--color", "16"] + template, input: Array(csv.utf8))
    #expect(others.visible.contains("4m"))
  }

  @Test("the class of lines that are no record means nothing on a page, or as the name of a column")
  func noRecord() {
    func page(_ name: String) -> String {
      shown(
        ["show", "--from", "html", "--width", "40"],
        "<table><tr><td class=\(name) colspan=2>some longer words<tr><td>a<td>b</table>")
    }
    #expect(page("no-record") == page("other"))
    func data(_ name: String) -> String {
      shown(["show", "--from", "csv", "--width", "40"], "\(name),b\nlonger than that,x\n")
    }
    #expect(data("no-record") == data("no_record").replacing("no_record", with: "no-record"))
    #expect(data("no-record").contains("longer than that │ x"))
  }

  @Test("the class cut cuts the cells of a table")
  func cut() {
    let csv = "a,b\nsome words in a cell,other words in a cell\n"
    let cut = shown(["show", "--from", "csv", "--class", "cut", "--width", "24"], csv)
    #expect(cut == shown(["show", "--from", "csv", "--cut", "--width", "24"], csv))
    #expect(cut.contains("…"))
  }

  @Test("empty boxes of lines that are left out are not shown, in pieces of any size")
  func emptyBoxes() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.css",
      bytes: Array(
        """
        .e { display: inline-block; width: 3ch; background: blue }
        .b::before { content: ""; display: inline-block; width: 2ch; background: lime }
        .x { color: red }
        """.utf8))
    let parts = [
      "<i class=e></i>", "<i class=x>shown</i>", "left out", "\n", "\n", "<b class=b></b>",
      "<i class=e>", "</i>", "<i class=x></i>",
    ]
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      let text = (0..<12).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      for options in [["--only", "x"], ["--hide", "x"]] {
        let arguments = ["render", sheet, "--color", "16", "--quiet"] + options
        let whole = CommandRun(arguments, input: Array(text.utf8))
        for piece in [1, 9, 20] {
          let cut = CommandRun(arguments, input: Array(text.utf8), piece: piece)
          #expect(cut.visible == whole.visible, "\(options) \(text) in pieces of \(piece)")
        }
      }
    }
  }

  @Test(
    "Members of objects have columns, unless other values stand in the place of the object",
    arguments: [
      (#"[{"u":{"e":"x","n":{"f":1}},"k":2},{"u":{"e":"y"},"k":3}]"#, "u.e u.n.f k|x 1 2|y 3"),
      // New members stand beside the others; nothing is no value.
      (#"[{"u":{"a":1},"k":2},{"u":null,"k":3},{"u":{"b":4},"k":5}]"#, "u.a u.b k|1 2|3|4 5"),
      (#"[{"u":{},"k":2},{"u":{"a":1},"k":3}]"#, "u.a k|2|1 3"),
      (#"[{"u":{"a":1},"k":2},{"u":"none","k":3}]"#, #"u k|{"a":1} 2|none 3"#),
      (#"[{"u":{},"k":2}]"#, "u k|{} 2"), (#"[{"u.a":1},{"u":{"a":2}}]"#, "u.a|1|2"),
    ])
  func members(json: String, rows: String) {
    let lines = shown(["show", "-s", "table", "--from", "json", "--color", "never"], json)
      .split(separator: "\n").filter { !$0.contains("─") }
    let cells = lines.map { $0.split { " │".contains($0) }.joined(separator: " ") }
    #expect(cells.joined(separator: "|") == rows)
  }

  @Test("What the first records do not tell of objects stands behind their rows")
  func laterMembers() {
    let first = String(repeating: #"{"u":{"a":1}}"# + "\n", count: 100)
    let later = [#"{"u":{"a":2,"b":{"c":3}}}"#, #"{"u":"none"}"#, #"{"u":null}"#]
    let text = shown(
      ["show", "-s", "table", "--from", "jsonl", "--color", "never"],
      first + later.joined(separator: "\n") + "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).suffix(4)
      .map { $0.split { " │".contains($0) } }
    #expect(lines[0] == ["2", "u.b.c=3"])
    #expect(lines[1] == ["u=none"] && lines[2].isEmpty)
  }
}
