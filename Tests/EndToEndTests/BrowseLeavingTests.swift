import TestSupport
import Testing

private let program = "\(builtProductsDirectory())/cssview"

/// Ways out of the browser, and of programs that it starts.
@Suite("cssview browse can be left", .serialized)
struct BrowseLeavingTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory(in: "/var/tmp")
    try directory.file("theme.css", ".title { color: tomato }")
  }

  private static func nested(_ open: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + "deep" + String(repeating: close, count: count)
  }

  /// Texts and sheets that take long to lay out or to read, by what they are.
  private func hostileArguments(_ kind: String) throws -> [String] {
    switch kind {
    case "tables":
      try directory.file(
        "text.html",
        Self.nested("<table><tr><td>x</td><td>", "</td></tr></table>", 3000))
    case "blocks": try directory.file("text.html", Self.nested("<div>", "</div>", 9000))
    case "megabytes":
      try directory.file(
        "text.html", String(repeating: "<b>word <i class=title>some text</i></b> ", count: 60_000))
    default:
      let rules = (0..<20_000).map { ".c\($0) { color: #\(100_000 + $0) } .d > .c\($0):hover {}" }
      try directory.file("theme.css", rules.joined(separator: "\n"))
      return ["theme.css"]
    }
    return ["--from", "html", "--file", "\(directory.path)/text.html", "theme.css"]
  }

  @Test(
    "at once, whatever it is working on", arguments: ["tables", "blocks", "megabytes", "rules"],
    ["q", "\u{3}"])
  func leaves(kind: String, key: String) throws {
    var arguments = [program, "browse"] + (try hostileArguments(kind))
    arguments[arguments.count - 1] = "\(directory.path)/theme.css"
    var pressed: ContinuousClock.Instant?
    let outcome = try FakeTerminal.run(arguments, environment: FakeTerminal.variables) { written in
      if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
      let isShown = String(decoding: written, as: UTF8.self).contains("\u{1B}[?1049h")
      guard isShown, pressed == nil else { return [] }
      pressed = .now
      return [Array(key.utf8)]
    }
    let time = try #require(pressed).duration(to: .now)
    // A tenth of that where it is optimised and alone.
    #expect(time < .seconds(1), "\(kind): \(time)")
    #expect(outcome.status == (key == "q" ? 1 : 130))
    #expect(outcome.hasModesBack && outcome.leftOver.isEmpty)
    #expect(outcome.text.contains("\u{1B}[?1049l"))
  }

  @Test("and other keys wait, in their order")
  func waits() throws {
    let text = (try hostileArguments("megabytes")).dropLast()
    var arguments = [program, "browse"] + text
    arguments.append("\(directory.path)/theme.css")
    // The first ones come while it works.
    var keys = [("\u{1B}[?1049h", "?quit"), ("quit without a choice", "\u{3}")]
    let outcome = try FakeTerminal.run(
      arguments, environment: FakeTerminal.variables, patience: 120
    ) { written in
      if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
      guard let (text, key) = keys.first,
        String(decoding: written, as: UTF8.self).contains(text)
      else { return [] }
      keys.removeFirst()
      return [Array(key.utf8)]
    }
    // The 'q' of 'quit' is a letter of the filter.
    #expect(keys.isEmpty && outcome.status == 130)
  }

  @Test(
    "after an editor that did not do its work, which is said",
    arguments: [
      ("/no/such/editor", "cannot start '/no/such/editor': no such file or directory"),
      ("./text.css", "cannot start './text.css': permission denied"),
      ("sh -c 'exit 3'", "'sh' ended with exit status 3"),
      ("sh -c 'kill -9 $$'", "'sh' was ended by signal 9"),
      // One that has the terminal in its hands, and another group in the foreground.
      ("bash -ic 'stty raw -echo; printf \"\\033[?1049h\\033[?25l\"; kill -9 $$'", "by signal 9"),
    ])
  func editor(command: String, words: String) throws {
    try directory.file("text.css", "")
    let session = try TmuxSession(
      "cd \(directory.path); stty -a >before; \(program) browse theme.css; S=$?; stty -a >after; "
        + "cmp before after && echo same; (exit $S)", columns: 100, rows: 30,
      environment: ["EDITOR": command, "VISUAL": ""])
    let before = try session.wait(for: "a whole frame") { screen in
      screen.lines[29].contains("? keys")
    }
    try session.press("e")
    try session.wait(forText: words)
    // The next key takes the message away; all else is as it was.
    try session.press("Left")
    try session.wait(for: "the first screen") { $0.lines == before.lines }
    try session.press("q")
    #expect(try session.waitForEnd() == 1)
    #expect(try session.screen().text.contains("same"))
    try session.wait(forModes: .normal)
  }

  #if os(Linux)
    @Test("and an editor inherits nothing of it but the terminal")
    func descriptors() throws {
      try directory.file("edit", "#!/bin/sh\nls -l /proc/self/fd >fds\n")
      try directory.shell("chmod +x edit")
      let session = try TmuxSession(
        "cd \(directory.path); echo text | \(program) browse theme.css >out 2>err", columns: 100,
        rows: 30, environment: ["EDITOR": "./edit", "VISUAL": ""])
      try session.wait(forText: "? keys")
      try session.press("e")
      try session.wait(for: "the editor") { _ in try !directory.shell("cat fds").isEmpty }
      try session.press("q")
      #expect(try session.waitForEnd() == 1)
      // Standard output is the list itself, and 3 the directory that is listed.
      let names = try directory.shell("cat fds").split(separator: "\n").compactMap { line in
        line.split(separator: " ").first { $0.allSatisfy(\.isNumber) && line.contains(" \($0) ->") }
      }
      #expect(names == ["0", "1", "2", "3"])
    }

    @Test(
      "with a terminal of any size, and no more memory than for a large one",
      arguments: [(10_000, 10_000), (65_535, 65_535), (65_535, 1), (1, 65_535), (1, 1), (0, 0)])
    func size(columns: Int, rows: Int) throws {
      let script = "ulimit -v 4000000; exec \(program) browse fjord"
      var hasPressed = false
      let outcome = try FakeTerminal.run(
        ["sh", "-c", script], environment: FakeTerminal.variables, columns: UInt16(columns),
        rows: UInt16(rows)
      ) { written in
        if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
        let isShown = String(decoding: written, as: UTF8.self).contains("\u{1B}[?1049h")
        guard isShown, !hasPressed else { return [] }
        hasPressed = true
        return [Array("q".utf8)]
      }
      #expect(outcome.status == 1, "\(outcome.text.suffix(300))")
      #expect(outcome.hasModesBack)
    }
  #endif

  @Test("and a megabyte that is pasted costs a moment")
  func pastes() throws {
    var step = 0
    var pasted: ContinuousClock.Instant?
    var time: Duration?
    let outcome = try FakeTerminal.run(
      [program, "browse", "--text", "word", "fjord"], environment: FakeTerminal.variables,
      patience: 120
    ) { written in
      let text = String(decoding: written, as: UTF8.self)
      if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
      if step == 0, text.contains("\u{1B}[?1049h") {
        step = 1
        return [Array("t".utf8)]
      }
      if step == 1, text.contains("new line") {
        step = 2
        pasted = .now
        let line = Array((String(repeating: "pasted ", count: 128) + "\r").utf8)
        return [Array("\u{1B}[200~".utf8)] + Array(repeating: line, count: 1170)
          + [Array("\u{1B}[201~".utf8)]
      }
      if step == 2, text.contains("is missing") {
        step = 3
        time = pasted.map { $0.duration(to: .now) }
        return [Array("\u{3}".utf8)]
      }
      return []
    }
    #expect(step == 3 && outcome.status == 130)
    // A second where it is optimised and alone; a quadratic one takes an hour.
    #expect(try #require(time) < .seconds(30))
  }
}
