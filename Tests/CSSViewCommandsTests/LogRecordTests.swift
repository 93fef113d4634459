import TestSupport
import Testing

@testable import CSSViewCommands

/// Records of many loggers in the stylesheet `log`.
@Suite("Records of loggers") struct LogRecordTests {
  private func shown(_ input: String, _ options: [String] = []) -> String {
    let run = CommandRun(
      ["render", "log", "--quiet", "--from", "jsonl"] + options, input: Array((input + "\n").utf8))
    #expect(run.errors == "" && run.status == .success)
    return run.output
  }

  @Test(
    "time, level and message are known under many names",
    arguments: [
      (
        #"{"level":30,"time":1711000000123,"msg":"a","n":1}"#,
        "2024-03-21T05:46:40.123Z INFO a n=1"
      ),
      (#"{"level":"info","ts":1711000000.5,"msg":"b"}"#, "2024-03-21T05:46:40.5Z info b"),
      (#"{"ts":"1711000000","lvl":"warn","message":"c"}"#, "1711000000 warn c"),
      (#"{"@timestamp":"t","@level":"error","@message":"d"}"#, "t error d"),
      (
        #"{"t":{"$date":"2024-03-21T05:46:40.180Z"},"s":"E","c":"NET","msg":"e"}"#,
        "2024-03-21T05:46:40.180Z E e c=NET"
      ),
      (#"{"t":1,"s":"x"}"#, " t=1 s=x"),
      (
        #"{"severity":"ERROR","jsonPayload":{"message":"f","code":7}}"#,
        "ERROR f jsonPayload.code=7"
      ),
      (#"{"severityText":"WARN","body":{"stringValue":"g"}}"#, "WARN g"),
      (#"{"body":"h","x":1}"#, " body=h x=1"),
      (
        #"{"__CURSOR":"s","__REALTIME_TIMESTAMP":"1711000000221373","PRIORITY":"3","#
          + #""MESSAGE":"i","_PID":"1"}"#, "2024-03-21T05:46:40.221373Z ERROR i _PID=1"
      ),
      (#"{"PRIORITY":"6","MESSAGE":[106,27,91,49,109,33]}"#, "INFO j!"),
      (#"{"PRIORITY":"3"}"#, " PRIORITY=3"),
      (#"{"log":"k\n","stream":"stdout","time":"t"}"#, "t k stream=stdout"),
      (#"{"log":"l"}"#, " log=l"),
      (
        #"{"event":"m","ts":1711000000,"level":"info"}"#,
        "2024-03-21T05:46:40Z info m"
      ),
      (#"{"event":"n"}"#, " event=n"),
      (#"{"msg":"\u001b[32mo\u001b[0m \u001b]8;;x\u0007p"}"#, "o p"),
      (#"{"msg":"\u001b[2J"}"#, "␛[2J"), (#"{"msg":[1,"x"],"level":null}"#, #"null [1,"x"]"#),
    ])
  func knownFields(record: String, line: String) {
    #expect(shown(record) == line + "\n")
  }

  @Test("levels are classes, whatever they are called")
  func levels() {
    for word in ["crit", "alert", "severe", "emergency", "err", "FATAL", "panic", "E"] {
      let record = #"{"level":"\#(word)","msg":"m"}"#
      #expect(shown(record, ["--only", "error"]) == "\(word) m\n")
      #expect(shown(record, ["--hide", "error"]) == "")
      let colored = CommandRun(
        ["render", "log", "--from", "jsonl", "--color", "16"], input: Array(record.utf8))
      #expect(colored.visible.contains("31;1m\(word)"), "\(colored.visible)")
    }
    #expect(shown(#"{"level":"WARNING","msg":"m"}"#, ["--only", "warn"]) == "WARNING m\n")
    #expect(shown(#"{"level":"fatal","msg":"m"}"#, ["--only", "fatal"]) == "fatal m\n")
    #expect(shown(#"{"level":20,"msg":"m"}"#, ["--only", "debug"]) == "DEBUG m\n")
  }

  @Test("lines of a value stand below the record, and belong to it")
  func stackTraces() {
    let records = #"""
      {"level":50,"msg":"boom","err":{"type":"E","stack":"E: boom\n    at f\n    at g"},"n":1}
      {"level":30,"msg":"one\ntwo"}
      """#
    #expect(
      shown(records)
        == "ERROR boom err.type=E n=1\n  E: boom\n      at f\n      at g\nINFO one\n  two\n")
    #expect(
      shown(records, ["--only", "error"])
        == "ERROR boom err.type=E n=1\n  E: boom\n      at f\n      at g\n")
    #expect(shown(records, ["--hide", "error"]) == "INFO one\n  two\n")
    // JSON has the text of a line, and that of its runs.
    for (form, count) in [("json", 4), ("svg", 2)] {
      let all = [records, records].joined(separator: "\n")
      let errors = shown(all, ["--only", "error", "--to", form])
      #expect(errors.matches(of: /at f/).count == count && !errors.contains("two"), "\(form)")
      let others = shown(all, ["--hide", "error", "--to", form])
      #expect(!others.contains("at f") && others.matches(of: /two/).count == count, "\(form)")
    }
    let html = shown(records, ["--to", "html", "--fragment"])
    #expect(html.contains("at f") && !html.contains("␤"))
    // A template of one's own has one line.
    #expect(shown(records, ["--template", "{msg}"]) == "boom\none␤two\n")
  }

  @Test("a record stands behind something")
  func prefixes() {
    #expect(shown(#"web_1  | {"level":"warn","msg":"x"}"#) == "web_1  | warn x\n")
    #expect(shown(#"[pod/a] {"msg":"x"}"#, ["--hide", "prefix"]) == "")
    for line in [#"web | {"a":1}"#, #"x {"msg":"y"} z"#, "plain {"] {
      let run = CommandRun(
        ["render", "log", "--from", "jsonl"], input: Array((line + "\n").utf8))
      #expect(run.output == line + "\n")
    }
  }

  @Test("escape sequences in values are left out or shown")
  func sequences() {
    let record = #"{"msg":"\u001b[32mok\u001b[0m","k":"\u001b[1mv"}"#
    #expect(shown(record, ["--sgr", "strip"]) == "ok k=v\n")
    #expect(shown(record, ["--sgr", "show"]) == "␛[32mok␛[0m k=\"␛[1mv\"\n")
    #expect(shown(#"{"msg":"\u001b[32mok\u001b[0m"}"#, ["--sgr", "apply"]) == "ok\n")
  }

  @Test("templates of one's own can ask for known fields")
  func templates() {
    let record = #"{"ts":1711000000,"lvl":"crit","message":"m","x":1}"#
    #expect(
      shown(record, ["--template", "<i class='{$class}'>{$time}</i> {$level} {$message} {…}"])
        == "2024-03-21T05:46:40Z crit m x=1\n")
    for (time, text) in [(#""time":"1","#, "timed"), (#""time":"","#, ""), ("", "")] {
      let record = "{\(time)\"msg\":\"m\"}"
      #expect(shown(record, ["--template", "{$timed}{$message}"]) == text + "m\n")
      #expect(shown(record, []) == (text.isEmpty ? "m\n" : "1 m\n"))
    }
    let csv = CommandRun(
      ["render", "log", "--from", "csv", "--template", "{$time} {$level}: {$message}"],
      text: "timestamp,severity,msg\n1711000000,error,x\n")
    #expect(csv.output == "2024-03-21T05:46:40Z error: x\n" && csv.errors == "")
  }
}
