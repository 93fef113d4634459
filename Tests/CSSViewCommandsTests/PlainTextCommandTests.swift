import OperatingSystem
import TestSupport
import Testing

@testable import CSSViewCommands

/// `--from text`, and the bundled stylesheet `log`.
@Suite("Plain text") struct PlainTextCommandTests {
  static let logs = [
    "apache", "apt", "docker", "go-slog", "java", "kubernetes", "nginx", "npm", "postgresql",
    "python", "rust-tracing", "syslog",
  ]

  private func log(_ name: String) -> String {
    SourceDocumentation.text(of: "\(packageFolder)/Tests/Data/Logs/\(name).log")
  }

  @Test("plain output of a log is the log, byte for byte", arguments: logs)
  func plain(name: String) {
    let log = Array(log(name).utf8)
    for arguments in [["render"], ["render", "--to", "plain"], ["render", "--lines"]] {
      let run = CommandRun(arguments + ["--from", "text", "log"], input: log)
      #expect(run.bytes == log && run.errors == "")
    }
  }

  @Test("the picture in the README is what the product draws")
  func picture() throws {
    let run = CommandRun(
      "render", "--from", "text", "--window", "cssview app.log", "--to", "svg", "--color",
      "truecolor", "--background", "#0b0e14", "--text-sizing", "block", "log",
      "\(packageFolder)/demo/app.log")
    try expectSnapshot(run.output, "../../demo/pictures/log.svg")
  }

  @Test("any cut of a log gives the same colours", arguments: logs)
  func cuts(name: String) {
    let arguments = ["render", "--from", "text", "log", "--color", "truecolor"]
    let log = Array(log(name).utf8)
    let whole = CommandRun(arguments, input: log)
    for piece in [1, 13, 1000] {
      #expect(CommandRun(arguments, input: log, piece: piece).bytes == whole.bytes)
    }
  }

  @Test(
    "the stylesheet log finds the parts of lines",
    arguments: [
      ("2026-11-26 07:58:00,123 ERROR [main] x", "time=2026-11-26 07:58:00,123 error=ERROR"),
      (
        "Nov  6 07:58:01 web-1 sshd[20311]: Accepted",
        "time=Nov  6 07:58:01 process=sshd[ pid=20311 process=] ok=Accepted"
      ),
      (
        #"1.2.3.4 - - [26/Nov/2026:07:58:01 +0000] "GET /a HTTP/1.1" 404 12"#,
        "address=1.2.3.4 time=26/Nov/2026:07:58:01 +0000 method=GET path=/a warn=404 number=12"
      ),
      ("took 1.5 ms, 38.2% of 12kB", "number=1.5 ms number=38.2% number=12kB"),
      (
        #"level=warn msg="a \" b" ok=true x=null"#,
        #"warn=level=warn key=msg= string="a \" b" ok=ok constant=true key=x= constant=null"#
      ),
      ("see https://x.org/a?b=c, or mail a.b@x.org.", "url=https://x.org/a?b=c email=a.b@x.org"),
      (
        "2001:db8::1 ::1 fe80::1:2 10.0.0.0/8 10.0.0.1:80",
        "address=2001:db8::1 address=::1 address=fe80::1:2 address=10.0.0.0/8 address=10.0.0.1:80"
      ),
      (
        "in /var/log/x.log ~/a ./b/c src/main.rs:3:4 TCP/IP",
        "path=/var/log/x.log path=~/a path=./b/c path=src/main.rs:3:4"
      ),
      (
        "0d1c2b3a-4e5f-6789-abcd-ef0123456789 9f2c1e7a9f2c1e7a",
        "uuid=0d1c2b3a-4e5f-6789-abcd-ef0123456789 hash=9f2c1e7a9f2c1e7a"
      ),
      (
        #"{"level":"error","n":5,"s":"t"}"#,
        #"key="level": error="error" key="n": number=5 key="s": string="t""#
      ),
      (
        "DELETE done with status=502 after retrying; it's a dog's life",
        "method=DELETE ok=done error=502 warn=retrying"
      ),
      (
        "W1126 07:58:02.551200 1 reflector.go:561] x",
        "warn=W1126 time=07:58:02.551200 number=1 path=reflector.go:561"
      ),
      (
        "java.lang.IllegalStateException: v2.14.0 and 1.2.3",
        "error=java.lang.IllegalStateException number=v2.14.0 number=1.2.3"
      ),
      (
        #"0 failed, no errors, errors=0 failed=2 timeout=30s {"error":null}"#,
        "number=0 key=errors= number=0 error=failed number=2 key=timeout= number=30s "
          + #"key="error": constant=null"#
      ),
      (
        #""\x16" 400 157 see https://x.org/é."#,
        "warn=400 number=157 url=https://x.org/é"
      ),
      (
        #"Err:3 [Note] out of memory "2026-11-26T07:58:00Z" 26 Nov 2026 07:58:00.1"#,
        "error=Err:3 info=Note error=out of memory "
          + #"time="2026-11-26T07:58:00Z" time=26 Nov 2026 07:58:00.1"#
      ),
      ("Failed: 0", "key=Failed:  number=0"),
      (
        "Tests run: 5, Failures: 0, Errors: 0, Skipped: 1",
        "number=5 key=Failures:  number=0 key=Errors:  number=0 number=1"
      ),
      (
        "ok=3 unreachable=0 failed=2",
        "ok=ok number=3 key=unreachable= number=0 error=failed number=2"
      ),
      ("errors: none", "constant=none"),
      ("error=null err=<nil>", "key=error= constant=null key=err="),
      ("opened error.log", ""),
      ("Error-free since failover-2", ""),
      ("E-mail server", ""),
      ("E: Unable to locate", "error=E:"),
      ("E/Tag(12): x", "error=E/Tag number=12"),
      ("it did not complete, isn't ready", ""),
      ("0 passed, 3 passed", "number=0 number=3 ok=passed"),
      ("failed: 3", "error=failed number=3"),
      ("errors: 0.5%", "error=errors number=0.5%"),
      ("Error: no space left", "error=Error"),
      ("error: none of the files", "error=error"),
      (
        "25/12/2024 13:45:10 24.12.2024 24/12/24 08:15:00",
        "time=25/12/2024 13:45:10 time=24.12.2024 time=24/12/24 08:15:00"
      ),
      (
        "20240321T054640Z 20240321T054640.123+0100",
        "time=20240321T054640Z time=20240321T054640.123+0100"
      ),
      (
        "06-01 12:34:56.789  1234  5678 E Activity: x",
        "time=06-01 12:34:56.789 pid=1234  5678 error=E"
      ),
      ("06-01 12:34:56.789 x", "time=06-01 12:34:56.789"),
      (
        "4.0K 1.5Gi 12G 5kB 10 MB", "number=4.0K number=1.5Gi number=12G number=5kB number=10 MB"
      ),
      ("/home/jürgen/файл.txt größe-3", "path=/home/jürgen/файл.txt"),
      (#"C:\Users\Ann Lee\a.txt is locked"#, #"path=C:\Users\Ann Lee\a.txt"#),
      (#"C:\Program Files\x.exe: denied"#, #"path=C:\Program Files\x.exe error=denied"#),
      (
        "2001:db8::/32 ::/0 2001:db8::1/64",
        "address=2001:db8::/32 address=::/0 address=2001:db8::1/64"
      ),
      (
        "ImagePullBackOff Pending PASS SKIP",
        "error=ImagePullBackOff warn=Pending ok=PASS warn=SKIP"
      ),
      ("4.0K Mar 21 05:46 a", "number=4.0K time=Mar 21 05:46"),
      ("12K Jan  2  2024 a", "number=12K time=Jan  2  2024"),
      ("[error] [core:warn] <err>", "error=error warn=warn error=err"),
      (
        "CRITICAL ALERT FTL NOTICE TRACE CONFIG DBG",
        "fatal=CRITICAL fatal=ALERT fatal=FTL notice=NOTICE trace=TRACE info=CONFIG debug=DBG"
      ),
      (
        "level=fatal lvl=trace severity=notice",
        "error=level= fatal=fatal trace=lvl=trace notice=severity=notice"
      ),
    ])
  func finds(line: String, parts: String) throws {
    let run = CommandRun(
      "render", "--from", "text", "log", "--to", "html", "--fragment", input: line)
    #expect(run.errors == "")
    var found: [String] = []
    for part in run.output.matches(of: #/class="([a-z]+)"[^>]*>([^<]+)/#)
    where !["word", "request", "status", "calm", "bracket", "logcat"].contains(part.1) {
      found.append("\(part.1)=\(part.2)")
    }
    let text = found.joined(separator: " ").replacing("&quot;", with: "\"").replacing(
      "&amp;", with: "&")
    #expect(text == parts)
  }

  @Test(
    "log makes nothing red that says that there was no error",
    arguments: [
      ("E-mail server ready", "E-mail", false), ("errors=0 failed=0", "errors", false),
      ("opened error.log", "error.log", false), ("Failed: 0", "Failed", false),
      ("error=null", "error=null", false), ("Failed: 3", "Failed", true),
      ("E: Unable to locate package", "E:", true), ("[error] x", "error", true),
      ("[error] x", "[", false), ("FATAL x", "FATAL", true), ("fatal: x", "fatal", true),
    ])
  func reds(line: String, part: String, isRed: Bool) {
    let run = CommandRun("render", "--from", "text", "log", "--color", "16", input: line)
    let hasRed = ["31;1", "91;1"].contains { run.output.contains("\u{1B}[\($0)m" + part) }
    #expect(hasRed == isRed, "\(run.visible)")
  }

  @Test(
    "options of markup and of coloured text do not fit plain text",
    arguments: [
      (["--set", "a=b"], "'--set' cannot be used with '--from text'"),
      (["--sgr", "apply"], "'--sgr' cannot be used with '--from text'"),
      (["--controls", "drop"], "'--controls' needs '--from ansi'"),
    ])
  func refused(options: [String], message: String) {
    let run = CommandRun(["render", "--from", "text", "log"] + options)
    #expect(run.status == .usage && run.errors.contains(message))
  }

  private static let forms = [
    ["--from", "text"], ["--from", "ansi"], ["--from", "markup", "--highlight"],
  ]

  @Test("a link that a pattern finds is not followed by its target", arguments: forms)
  func linkTargets(options: [String]) {
    let text = "see https://x.org/a, or https://x.org/b\n"
    let run = CommandRun(["render", "log", "--flat"] + options, input: Array(text.utf8))
    #expect(run.output == text && run.errors == "")
    let link = CommandRun(
      "render", "log", "--flat", "--from", "markup", "--highlight",
      input: "<a href=http://x.org>y</a>")
    #expect(link.output == "y (http://x.org)")
  }

  @Test("a line that is too long for patterns is reported", arguments: forms)
  func longLines(options: [String]) {
    func run(_ count: Int) -> CommandRun {
      let line = "ERROR" + String(repeating: " x", count: count / 2 - 2)
      return CommandRun(
        ["render", "log", "--color", "16"] + options,
        input: Array("ERROR\n\(line)\nERROR\n".utf8))
    }
    let (short, long) = (run(65_534), run(65_536))
    #expect(short.errors == "")
    #expect(short.visible.matches(of: /ERROR␛\[0m/).count == 3)
    #expect(long.errors.contains("the line has 64 KiB or more; patterns are not found in it"))
    #expect(long.errors.contains("<stdin>:2:"))
    #expect(long.visible.matches(of: /ERROR␛\[0m/).count == 2)
  }

  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test("a class without a rule is printed by snoop, and is no finding of render")
  func snoop() throws {
    let sheet = try directory.file(
      "s.css", #"@highlight a "x"; @highlight b "y"; .b { color: red }"#)
    let run = CommandRun("render", "--from", "text", sheet, input: "x y")
    #expect(run.errors == "" && run.output == "x y")
    let snooped = CommandRun("snoop", "--from", "text", sheet, input: "x y")
    #expect(snooped.output.contains(".a {") && !snooped.output.contains(".b {"))
  }

  @Test("explain names the pattern of each run, with its place")
  func explain() throws {
    let sheet = try directory.file(
      "s.css", #"@highlight a "x", "(?<g>y)z";\n.a { color: red }"#)
    let run = CommandRun("explain", "--from", "text", sheet, "q x yz")
    // Long names of folders break lines.
    let output = run.output.replacing(#/\s+\S*s\.css/#, with: " s.css")
    for heading in [
      "'x'  <mark> .a by @highlight a, s.css:1:15",
      "'y'  <span> .g by @highlight a, s.css:1:20", "'z'  <mark> .a by @highlight a, s.css:1:20",
    ] {
      #expect(output.contains(heading), "\(output)")
    }
    let json = CommandRun("explain", "--from", "text", sheet, "q x yz", "--json").output
    #expect(
      json.matches(of: #/"pattern": {"rule": "@highlight a", "file": "[^"]*s.css", "line": 1/#)
        .count
        == 3)
  }

  @Test("check lists patterns that match nothing, and those that others hide")
  func check() throws {
    let sheet = try directory.file(
      "s.css",
      #"""
      @highlight word "\w+";
      @highlight number "\d+";
      @highlight late "\d", "never";
      @line all ".*";
      @line some "a.*";
      @line all "a.*|b.*";
      """#)
    let text = try directory.file("t.txt", "one 12\nabc")
    let run = CommandRun("check", sheet, "--text", text)
    let shown = run.output.replacing(directory.path + "/", with: "").split(separator: "\n")
      .filter { $0.hasPrefix("s.css") }
    let warnings = """
      s.css:2:20: warning: '@highlight late' (s.css:3:18) hides every match of this pattern of \
      '@highlight number' [hidden-pattern]
      s.css:3:24: warning: this pattern of '@highlight late' matches nothing [unused-pattern]
      s.css:5:13: warning: '@line all' (s.css:6:12) hides every match of this pattern of \
      '@line some' [hidden-pattern]
      """
    #expect(shown.joined(separator: "\n") == warnings)
    let pair = try directory.file("p.css", #"@highlight a "x+y"; @highlight b "y+z";"#)
    let both = try directory.file("p.txt", "xyz yyz xy\nyz xy")
    let found = CommandRun("check", pair, "--text", both).output.replacing(
      directory.path + "/", with: "")
    #expect(!found.contains("hide one another"))
    let mutual = try directory.file("p.css", #"@highlight a "x+y?"; @highlight b "y+x?";"#)
    let notes = CommandRun("check", mutual, "--text", try directory.file("q.txt", "xy yx x y"))
      .output.replacing(directory.path + "/", with: "")
    #expect(
      notes.contains(
        "p.css:1:15: note: '@highlight b' (p.css:1:36) and this pattern of '@highlight a' hide one "
          + "another: 1 and 1 matches; the leftmost is taken [hidden-pattern]"), "\(notes)")
    #expect(CommandRun("check", sheet).output == "no findings in 1 file\n")
  }
}
