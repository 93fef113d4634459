import TestSupport
import Testing

/// Recipes of the man page, with their results.
@Suite("Recipes")
struct RecipeTests {
  @Test("A table from a shell loop lines up")
  func table() throws {
    let directory = try ScratchDirectory()
    try directory.file(
      "files.css",
      """
      .name { display: inline-block; width: 12ch; text-overflow: ellipsis }
      .size { display: inline-block; width: 8ch; text-align: right }
      """)
    let markup = try directory.shell(
      """
      for name in a.txt 'ein langer Name.txt' 日本語のファイル.txt é; do \
      echo "<span class=name>$name</span><span class=size>${#name}</span>|"; done
      """)
    let sheet = "\(directory.path)/files.css"
    let run = CommandRun(["render", sheet], input: Array(markup.utf8))
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.map { $0.prefix { $0 != "…" } }[1] == "ein langer ")
    #expect(lines[0].hasPrefix("a.txt              ") && lines[0].hasSuffix("5|"))
    #expect(lines[2].hasPrefix("日本語のフ… "))
    // The mark behind the columns stands at the same place everywhere.
    for line in lines {
      #expect(CommandRun("measure", line).output.hasPrefix("width 21\n"), "\(line)")
    }
    let measured = CommandRun("measure", "--markup", sheet, "<span class=name>ab</span>|")
    #expect(measured.output.hasPrefix("width 13\n"))
    let preview = CommandRun(["preview", sheet], input: Array(markup.utf8)).output
    #expect(preview == run.output)
    for options in [["--lines"], ["--lines", "--jobs", "2"], ["--width", "60"]] {
      #expect(
        CommandRun(["render", sheet] + options, input: Array(markup.utf8)).output == run.output)
    }
  }

  @Test("Containers of Docker are a table, or records where the terminal is narrow")
  func docker() throws {
    let objects = try readFile("\(packageDirectory)/Tests/Data/Records/docker-ps.jsonl")
    let table = CommandRun(
      "render", "--from", "jsonl", "--columns", "Names,Status", "table", input: objects)
    #expect(
      table.output == """
        Names         │ Status
        ──────────────┼────────────────────────
        shop-web-1    │ Up 2 days (healthy)
        shop-db-1     │ Up 2 days
        shop-worker-1 │ Exited (1) 3 hours ago

        """)
    let records = CommandRun("render", "--from", "jsonl", "table", input: objects)
    #expect(records.output.contains("\nNames         shop-worker-1\n"))
    #expect(table.errors + records.errors == "")
    let sheet = try ScratchFile("tr[data-status^=Exited] { color: ansi(red) }")
    let colored = CommandRun(
      "render", "--from", "jsonl", "--columns", "Names,Status", "--color", "16", sheet.path,
      input: objects)
    #expect(colored.visible.contains("\n␛[31mshop-worker-1 Exited (1) 3 hours ago␛[0m\n"))
  }

  @Test("A listing of ls has chosen columns")
  func listing() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.txt", "12345")
    try directory.file("b.txt", "1")
    let fields = try directory.shell("ls -lL | tail -n +2 | tr -s ' ' '\\t'")
    let sheet = try ScratchFile(".size { display: inline-block; width: 3ch; text-align: right }")
    let run = CommandRun(
      "render", "--from", "tsv", "--no-header", "--template",
      "<span class=size>{5}</span> <b>{9}</b>", sheet.path, input: fields)
    #expect(run.output == "  5 a.txt\n  1 b.txt\n" && run.errors == "")
  }

  static let logs: [(record: String, line: String)] = [
    (
      #"{"level":30,"time":1732612345678,"pid":12,"msg":"listening","port":80}"#,
      "2024-11-26T09:12:25.678Z INFO listening pid=12 port=80"
    ),
    (
      #"{"time":"10:00:01Z","level":"ERROR","source":{"file":"a.go","line":3},"msg":"disk full"}"#,
      "10:00:01Z ERROR disk full source.file=a.go source.line=3"
    ),
    (
      #"{"timestamp":"10:00:00Z","level":"WARN","fields":{"message":"slow","ms":12},"target":"db"}"#,
      "10:00:00Z WARN slow fields.ms=12 target=db"
    ),
    (
      #"{"ts":1732612345.6,"caller":"main.go:20","v":2,"msg":"Syncing pods"}"#,
      "2024-11-26T09:12:25.6Z Syncing pods caller=main.go:20 v=2"
    ),
    (
      #"{"event":"logged in","level":"info","logger":"auth","timestamp":"10:00Z","user_id":7}"#,
      "10:00Z info logged in logger=auth user_id=7"
    ),
    (#"{"@timestamp":"10:00Z","log.level":"INFO","message":"up"}"#, "10:00Z INFO up"),
    (#"{"message":"no more"}"#, "no more"),
    ("no JSON", "no JSON"),
  ]

  @Test("A record of pino, slog, tracing, Kubernetes, structlog or ECS is a line", arguments: logs)
  func records(record: String, line: String) {
    let run = CommandRun("render", "--from", "jsonl", "log", input: record + "\n")
    #expect(run.output == line + "\n")
  }

  @Test("A log has its levels in a column")
  func log() throws {
    let sheet = try ScratchFile(
      """
      [data-level]::before {
        content: attr(data-level); display: inline-block; width: 7ch; font-weight: bold }
      [data-level=error] { color: ansi(red) } [data-level=debug] { display: none }
      """)
    let lines = [("info", "listening on 8080"), ("debug", "one of two"), ("error", "disk full")]
    let markup = lines.map { "<span data-level=\($0)>\($1)</span>\n" }.joined()
    let input = Array(markup.utf8)
    #expect(
      CommandRun(["render", sheet.path], input: input).output
        == "info   listening on 8080\nerror  disk full\n")
    let colored = CommandRun(["render", sheet.path, "--color", "16"], input: input)
    #expect(
      colored.visible
        == "␛[1minfo   ␛[0mlistening on 8080\n␛[31;1merror  ␛[22mdisk full␛[0m\n")
  }

  @Test("Someone else's colours are replaced, and a build is a picture")
  func colors() throws {
    let build = "\u{1B}[1m\u{1B}[32m   Compiling\u{1B}[0m spark\n\u{1B}[31merror\u{1B}[0m: no\n"
    let sheet = try ScratchFile(".fg-red { color: #ff6b6b; text-decoration: underline }")
    let run = CommandRun(
      ["render", "--from", "ansi", "--color", "truecolor", sheet.path, "-"],
      input: Array(build.utf8))
    #expect(run.visible.contains("␛[38;2;255;107;107;4merror"))
    #expect(run.visible.contains("   Compiling"))
    let picture = CommandRun(
      ["render", "--from", "ansi", "none", "-", "--to", "svg"], input: Array(build.utf8))
    #expect(picture.output.hasPrefix("<svg") && picture.output.contains("Compiling"))
    #expect(!picture.output.contains("\u{1B}"))
  }

  @Test("What is told at the end of coloured text lists it")
  func tally() {
    let text = String(repeating: "\u{1B}[2J\n", count: 3)
    let run = CommandRun(
      ["render", "--from", "ansi", "--controls", "show", "none"], input: Array(text.utf8))
    #expect(
      run.errors.hasSuffix(
        "2 more [untrusted-control]; to list all findings, save the text as text.txt: "
          + "cssview check none --from ansi --controls show --markup text.txt\n"))
  }

  @Test(
    "A property of boxes on what is no box is told once, and nothing where it does nothing",
    arguments: [
      (
        ".a { border: 1px solid red }",
        "'border' has no effect inside a line; put the class on the whole block with '--class' [missing-box]"
      ),
      (
        ".a { color: red; width: 9ch }",
        "'width' has no effect on inline text; add 'display: inline-block', or put the class"
      ),
      ("b .a { padding-left: 1ch }", "'padding-left' has no effect on inline text"),
      ("* { margin: 0 }", ""),
      (".a { tab-size: 4 }", "'tab-size' has no effect on inline text"),
      (".a { max-lines: 2 }", "'max-lines' has no effect inside a line"),
      ("b .a { white-space: nowrap }", "'white-space' has no effect inside a line"),
      (".a { color: red; overflow-wrap: normal }", "'overflow-wrap' has no effect inside a line"),
      (".a { readable: AA }", "'readable' has no effect inside a line"),
      (".a { white-space: pre-wrap; tab-size: 8; max-lines: none; readable: none }", ""),
      (".a { display: inline-block; white-space: nowrap; tab-size: 4 }", ""),
      (
        ".a { display: inline-block; margin-top: 2em }",
        "'margin-top' has no effect inside a line; put the class on the whole block with '--class' [missing-box]"
      ),
      (
        ".a { display: inline-block; width: 3ch; border: 1px solid red }",
        "'border' has no effect inside a line; put the class on the whole block with '--class' [missing-box]"
      ),
      (".a { display: inline-block; padding: 1em 1ch; margin: 0 2ch }", ""),
      (".a { display: inline-block; width: 3ch }", ""), (".a { border-width: 0 }", ""),
    ])
  func missingBox(sheet: String, message: String) throws {
    let file = try ScratchFile(sheet)
    let markup = "<b><span class=\"a\">x</span><span class='a'>y</span></b>\n"
    for arguments in [["render"], ["preview"], ["render", "--width", "40"]] {
      let run = CommandRun(
        arguments + [file.path], input: Array((markup + markup + markup).utf8))
      let told = run.errors.split(separator: "\n").filter { $0.contains("missing-box") }
      #expect(told.count == (message.isEmpty ? 0 : 1), "\(arguments) \(run.errors)")
      #expect(message.isEmpty || told[0].hasPrefix(file.path) && told[0].contains(message))
    }
    let host = CommandRun("preview", file.path, "--class", "a", "x")
    #expect(!host.errors.contains("missing-box"))
  }
}
