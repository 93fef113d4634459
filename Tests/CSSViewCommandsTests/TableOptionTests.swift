import CSSViewCommands
import TestSupport
import Testing

@Suite("Tables of data")
struct TableOptionTests {
  private func lines(_ input: String, _ options: String...) -> [String] {
    let run = CommandRun(["render", "none"] + options + ["-"], input: Array(input.utf8))
    #expect(run.errors.isEmpty)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private static let orders = """
    id,customer,city,notes
    1001,Anna Magdalena,Hamburg,
    1002,Li Wei,,Leave at the door and call
    """

  @Test("become records of two columns, without empty fields, where they do not fit")
  func records() {
    let expected = [
      "id        1001", "customer  Anna Magdalena", "city      Hamburg", "",
      "id        1002", "customer  Li Wei", "notes     Leave at the", "          door and call",
    ]
    #expect(lines(Self.orders, "--from", "csv", "--width", "24") == expected)
  }

  @Test(
    "are records always, never or where columns do not fit",
    arguments: [
      ("80", "auto", "id   customer       city    notes"), ("80", "always", "id        1001"),
      ("24", "never", "id   custom city  notes"), ("18", "auto", "id: 1001"),
      ("3", "never", "id cu ci no"),
    ])
  func recordsOption(width: String, when: String, first: String) {
    let shown = lines(Self.orders, "--from", "csv", "--width", width, "--records", when)
    #expect(shown.first == first, "\(shown)")
  }

  @Test("are refused as records where there are none")
  func noTable() {
    let run = CommandRun("render", "--from", "text", "--records", "always", "log", input: "a\n")
    #expect(run.status == .usage)
    #expect(run.errors.contains("'--records' needs a table"))
  }

  @Test("are cut with an ellipsis", arguments: ["csv", "markdown", "html"])
  func cut(format: String) {
    let inputs = [
      "csv": "a,b\none two three,four five six\n",
      "markdown": "| a | b |\n|---|---|\n| one two three | four five six |\n",
      "html": "<table><tr><th>a<th>b<tr><td>one two three<td>four five six</table>\n",
    ]
    let shown = lines(inputs[format] ?? "", "--from", format, "--width", "20", "--cut")
    #expect(shown.last == "one two … four fiv…", "\(shown)")
  }

  @Test(
    "of columns have the fields of kubectl, docker, df and ps",
    arguments: [
      (
        """
        NAME            READY   STATUS             RESTARTS     AGE
        web-1           1/1     Running            0            3d
        db-0            0/1     CrashLoopBackOff   12 (2m ago)  5h
        """,
        ["NAME=db-0", "READY=0/1", "STATUS=CrashLoopBackOff", "RESTARTS=12 (2m ago)", "AGE=5h"]
      ),
      (
        """
        CONTAINER ID   IMAGE     COMMAND                  CREATED       STATUS       PORTS     NAMES
        a1b2c3d4e5f6   nginx     "/docker-entrypoint.…"   2 hours ago   Up 2 hours             web
        0f1e2d3c4b5a   redis     "redis-server"           3 weeks ago   Exited (0)   6379/tcp  db
        """,
        [
          "CONTAINER ID=0f1e2d3c4b5a", "IMAGE=redis", "COMMAND=\"redis-server\"",
          "CREATED=3 weeks ago", "STATUS=Exited (0)", "PORTS=6379/tcp", "NAMES=db",
        ]
      ),
      (
        """
        Filesystem     1K-blocks     Used Available Use% Mounted on
        tmpfs             812345     1234    811111   1% /run
        /dev/sda1      102400000 51200000  51200000  50% /mnt/my data
        """,
        [
          "Filesystem=/dev/sda1", "1K-blocks=102400000", "Used=51200000", "Available=51200000",
          "Use%=50%", "Mounted on=/mnt/my data",
        ]
      ),
      (
        """
            PID TTY          TIME CMD
           1234 pts/0    00:00:00 bash
          56789 pts/0    00:01:02 vim notes for today.md
        """,
        ["PID=56789", "TTY=pts/0", "TIME=00:01:02", "CMD=vim notes for today.md"]
      ),
    ])
  func columns(input: String, last: [String]) {
    let shown = lines(input + "\n", "--from", "columns", "--records", "always")
    let fields = last.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let width = fields.map { $0[0].count }.max() ?? 0
    let expected = fields.map { field in
      field[0] + String(repeating: " ", count: width + 2 - field[0].count) + field[1]
    }
    #expect(shown.split(separator: "").last.map(Array.init) == expected)
  }

  @Test("of columns are known by two blanks, where the stylesheet lists them and nowhere else")
  func detection() {
    let input = Array("NAME    AGE\nweb-1   3d\n".utf8)
    #expect(
      CommandRun(["render", "table"], input: input).output
        == "NAME  │ AGE\n──────┼─────\nweb-1 │ 3d\n")
    #expect(CommandRun(["show"], input: input).output == "NAME    AGE\nweb-1   3d\n")
  }

  @Test("of columns are read in any pieces, also where a line ends early or is longer")
  func longValues() {
    let header = "NAME   STATE   NOTE\n"
    let rows = "a      up      x\nmuch-longer-name   down   y z\nb\n\n"
    let shown = lines(header + rows, "--from", "columns", "--records", "always")
    #expect(
      shown == [
        "NAME   a", "STATE  up", "NOTE   x", "", "NAME   much-longer-name", "STATE  down",
        "NOTE   y z", "", "NAME   b",
      ])
  }
}
