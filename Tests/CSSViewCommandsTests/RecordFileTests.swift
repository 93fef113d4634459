import Styling
import TestSupport
import Testing

@testable import CSSViewCommands

/// A file as some program writes it, and facts about how it is shown.
struct RecordFile: Sendable, CustomTestStringConvertible {
  let name: String
  /// Columns that are aligned at the right.
  var numbers: [String] = []
  /// Parts of its lines with the level error, and with warn.
  var errors: [String] = []
  var warnings: [String] = []
  /// Parts of its values.
  var values: [String] = []
  /// True for a log, else a table.
  var isLog: Bool { !errors.isEmpty || !warnings.isEmpty }
  var testDescription: String { name }
}

@Suite("Files of data as programs write them") struct RecordFileTests {
  static let files = [
    RecordFile(
      name: "sqlite-orders.csv", numbers: ["id", "quantity", "price"],
      values: ["Desk, oak (160 cm)", "Lamp \"Aurora\"", "with arms", "Café Lumière", "112.10"]),
    RecordFile(
      name: "excel-umsatz.csv", numbers: ["Betrag", "Anteil"],
      values: ["Schmidt; Söhne", "1.234,50", "Skonto \"2 %\"", "des Monats"]),
    RecordFile(
      name: "excel-unicode.tsv", numbers: ["Preis", "Lager"],
      values: ["Unterlegscheibe 日本製", "0,12 €", "für M4 und M5"]),
    RecordFile(
      name: "pandas-describe.csv", numbers: ["count", "mean", "std", "min", "50%", "max"],
      values: ["5.843333333333334", "-2.5e-07", "missing"]),
    RecordFile(
      name: "kubectl-pods.json", numbers: ["restarts"],
      values: ["api-7c9f6d5b8-4xk2p", "labels.app", "backend"]),
    RecordFile(
      name: "gh-issues.json", numbers: ["number"],
      values: ["Support for right-to-left text", #"[{"name": "bug"}]"#, "1204"]),
    RecordFile(
      name: "aws-instances.json",
      numbers: ["State.Code", "CpuOptions.CoreCount", "CpuOptions.ThreadsPerCore"],
      values: ["i-0abc123def4567890", "m5.2xlarge"]),
    RecordFile(
      name: "psql-orders.csv", numbers: ["id", "total"],
      values: ["O'Hara & Sons, London", "2026-03-02 14:22:07+00"]),
    RecordFile(
      name: "kubectl-get.txt", errors: ["CrashLoopBackOff", "ImagePullBackOff"],
      values: ["17 (3m ago)"]),
    RecordFile(
      name: "journald.json", errors: ["Out of memory"], warnings: ["app.service: slow"],
      values: ["2025-11-29T04:26:52.221373Z", "SYSLOG_IDENTIFIER=sshd"]),
    RecordFile(
      name: "pino.jsonl",
      errors: ["request failed", "TypeError: x is undefined", "at main (/srv/app/index.js:7:3)"],
      warnings: ["slow request"], values: ["2025-11-29T04:26:52.123Z", "req.url=/cart"]),
    RecordFile(
      name: "zap.jsonl", errors: ["query failed", "/src/main.go:30", "unreachable state"],
      warnings: ["pool exhausted"], values: ["2025-11-29T04:26:53.5Z", "in_use=50"]),
    RecordFile(
      name: "ecs.jsonl", errors: ["card declined", "at org.shop.Payment.charge(Payment.java:88)"],
      values: ["service.name=shop", "log.logger=org.shop.Payment"]),
    RecordFile(
      name: "serilog.jsonl", errors: ["Host terminated", "at Host.Run()"], warnings: ["Disk at"],
      values: ["SourceContext=Auth"]),
    RecordFile(
      name: "mongod.log", errors: ["Unable to open WiredTiger"], warnings: ["Slow query"],
      values: ["attr.remote=10.0.0.3:54522"]),
    RecordFile(
      name: "docker-compose.log",
      errors: ["upstream 10.0.0.9 failed", "relation \"carts\" does not exist"],
      values: ["LOG:  checkpoint starting: time", "Traceback (most recent call last):"]),
    RecordFile(
      name: "gcp.jsonl",
      errors: ["payment declined", "at Payment.charge (payment.js:88)", "out of memory"],
      warnings: ["cache is nearly full"], values: ["resource.labels.service_name=shop"]),
    RecordFile(
      name: "terraform.jsonl", errors: ["Error: creating EC2 Instance"],
      warnings: ["Argument is deprecated"], values: ["hook.resource.addr=aws_instance.web"]),
    RecordFile(
      name: "opentelemetry.jsonl", errors: ["connection refused"], warnings: ["retrying in 2 s"],
      values: ["2026-03-04T10:15:30.123456789Z"]),
    RecordFile(
      name: "github-actions.log",
      errors: ["FAIL  test/cart.test.js", "AssertionError", "##[error]Process completed"],
      warnings: ["npm warn deprecated", "##[warning]The"], values: ["##[group]Run npm ci"]),
    RecordFile(
      name: "maven.log", errors: ["CartTest.addsItem:31", "Failed to execute goal"],
      warnings: ["maven-jar-plugin is missing"], values: ["BUILD FAILURE", "4.567 s"]),
    RecordFile(
      name: "ansible.log", errors: ["fatal: [web2.example.com]", "unreachable=1"],
      values: ["TASK [nginx : install]", "ok=2"]),
    RecordFile(
      name: "android.log", errors: ["FATAL EXCEPTION", "NullPointerException"],
      warnings: ["was leaked"], values: ["handleBindApplication"]),
  ]

  /// Those that are plain text, which has no records.
  private static let texts = [
    "kubectl-get.txt", "github-actions.log", "maven.log", "ansible.log", "android.log",
  ]

  private func path(_ file: RecordFile) -> String {
    "\(packageDirectory)/Tests/Data/Records/\(file.name)"
  }

  private func shown(_ file: RecordFile, _ options: String...) -> String {
    let run = CommandRun(["show", path(file), "--quiet"] + options)
    #expect(run.status == .success, "\(run.errors)")
    return run.output
  }

  /// A text without what lines and columns of a table add.
  private func letters(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"│─┼".contains($0) }
  }

  @Test("look the same as before at three widths", arguments: files)
  func snapshots(file: RecordFile) throws {
    let pages = [60, 80, 120].map { columns in
      "\(columns) columns\n\n" + shown(file, "--width", "\(columns)")
    }
    try expectSnapshot(pages.joined(separator: "\n"), "records-\(file.name).txt")
  }

  @Test("lose no value at any width", arguments: files)
  func values(file: RecordFile) {
    // One value at a time: the cells of a row stand side by side.
    let wide = shown(file, "--width", "400")
    for value in file.values { #expect(wide.contains(value), "\(value)") }
    let all = letters(wide)
    // Only a table has records.
    let isTable = !Self.texts.contains(file.name)
    for columns in [20, 40, 60, 80, 120, 200] {
      let width = "\(columns)"
      let text = letters(
        isTable
          ? shown(file, "--width", width, "--records", "never") : shown(file, "--width", width))
      #expect(text.count == all.count && text.sorted() == all.sorted(), "\(columns)")
    }
  }

  @Test("have their numbers at the right", arguments: files.filter { !$0.isLog })
  func numbers(file: RecordFile) {
    let lines = shown(file, "--width", "200").split(separator: "\n").map {
      $0.split(separator: "│").map(String.init)
    }
    let right = lines[0].indices.filter { column in
      let cells = lines.filter { $0.count == lines[0].count }.map { $0[column] }
        .filter { $0.contains { $0 != " " } }
      let leading = Set(cells.map { $0.prefix { $0 == " " }.count })
      let trailing = Set(cells.map { $0.reversed().prefix { $0 == " " }.count })
      return leading.count > 1 && trailing.count == 1
    }
    let names = right.map { column in lines[0][column].filter { $0 != " " } }
    #expect(names == file.numbers)
  }

  @Test("have the levels that their loggers meant", arguments: files.filter(\.isLog))
  func levels(file: RecordFile) {
    for (level, parts) in [("error", file.errors), ("warn", file.warnings)] where !parts.isEmpty {
      let only = shown(file, "--only", level)
      let others = shown(file, "--hide", level)
      for part in parts {
        #expect(only.contains(part), "\(level): \(part)")
        #expect(!others.contains(part), "\(level): \(part)")
      }
    }
  }
}
