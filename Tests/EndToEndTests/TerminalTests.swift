import TestSupport
import Testing

@Suite("the built program in a terminal")
struct TerminalTests {
  private static let program = "\(builtProductsDirectory())/cssview"
  private static let demo = packageDirectory + "/demo"

  /// Runs a command line in a terminal and reads the screen when it has ended.
  private func screen(
    _ words: String, environment: [String: String] = [:], columns: Int = 80
  ) throws -> (CapturedScreen, status: Int) {
    // What the tests' own environment says about colour must not count.
    let unset = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "CI"]
      .filter { environment[$0] == nil }
    let clean = unset.map { "-u \($0)" }.joined(separator: " ")
    let session = try TmuxSession(
      "env \(clean) \(Self.program) \(words)", columns: columns, environment: environment)
    let status = try session.waitForEnd()
    return (try session.screen(), status)
  }

  @Test("preview shows a bold green name in exact colours where the terminal says truecolor")
  func truecolor() throws {
    let (screen, status) = try screen(
      "preview \(Self.demo)/night.json 'Hi <span class=\"bold ok\">Bob</span>'",
      environment: ["COLORTERM": "truecolor"])
    #expect(status == 0)
    #expect(screen.lines.first == "Hi Bob")
    let name = screen[3, 0]
    #expect(name.foreground == .rgb(0x86, 0xD9, 0x9A))
    #expect(name.attributes == [1])
    #expect(screen[0, 0].attributes.isEmpty)
  }

  @Test("NO_COLOR keeps bold and drops colour")
  func noColor() throws {
    let (screen, _) = try screen(
      "preview \(Self.demo)/night.json 'Hi <span class=\"bold ok\">Bob</span>'",
      environment: ["COLORTERM": "truecolor", "NO_COLOR": "1"])
    #expect(screen[3, 0].foreground == .standard)
    #expect(screen[3, 0].attributes == [1])
  }

  @Test("a theme for sixteen colours shows the terminal's own")
  func sixteenColors() throws {
    let (screen, _) = try screen(
      "preview \(Self.demo)/plain.json '<span class=fail>no</span>'",
      environment: ["TERM": "xterm"])
    #expect(screen[0, 0].foreground == .palette(1))
    #expect(screen[0, 0].attributes == [1])
  }

  @Test("a card is as wide as the terminal, and its background does not bleed")
  func card() throws {
    let (screen, _) = try screen(
      "preview \(Self.demo)/night.json --class card x", environment: ["COLORTERM": "truecolor"],
      columns: 40)
    #expect(screen.lines[0] == "╭" + String(repeating: "─", count: 38) + "╮")
    #expect(screen[20, 1].background == .rgb(0x10, 0x15, 0x1F))
    #expect(screen[0, 5].background == .standard)
    #expect(screen[39, 2].text == "│")
  }

  @Test("preview and render show the same cells for text without a box")
  func bothWays() throws {
    let environment = ["COLORTERM": "truecolor"]
    let (block, _) = try screen(
      "preview \(Self.demo)/night.json < \(Self.demo)/build.txt", environment: environment)
    let (stream, _) = try screen(
      "render \(Self.demo)/night.json \(Self.demo)/build.txt", environment: environment)
    #expect(block.lines == stream.lines)
    for row in 0..<12 {
      for column in 0..<80 {
        let (left, right) = (block[column, row], stream[column, row])
        // A blank cell has no foreground to see.
        guard left.text != " " || right.text != " " else { continue }
        #expect(left == right, "column \(column), row \(row)")
      }
    }
  }

  @Test(
    "with --watch the text is shown in its place when the sheet is saved or the terminal resized")
  func watching() throws {
    // The shell around it writes the sheet, then replaces it as most editors do.
    let session = try TmuxSession(
      """
      directory=$(mktemp -d) && cd "$directory" && echo '{}' > theme.json && \
      { { sleep 1; echo '{".x": {"text-transform": "uppercase"}}' > new; mv new theme.json; } & } && \
      \(Self.program) preview theme.json --watch --style 'text-align: right' \
      '<span class=x>shout</span>'
      """)
    try session.wait(forText: "shout")
    try session.wait(forText: "SHOUT")
    try session.resize(columns: 30, rows: 24)
    let line = String(repeating: " ", count: 25) + "SHOUT"
    try session.wait(for: "the new width, and nothing of before") { screen in
      screen.lines.filter { !$0.isEmpty } == [line]
    }
  }

  @Test("with --watch a broken save keeps the last good look, and says where it breaks")
  func brokenSave() throws {
    let directory = try ScratchDirectory()
    try directory.file("theme.json", #"{".x": {"text-transform": "uppercase"}}"#)
    let session = try TmuxSession(
      "cd \(directory.path) && \(Self.program) preview theme.json --watch '<span class=x>Shout</span>'"
    )
    try session.wait(forText: "SHOUT")
    try directory.file("theme.json", #"{".x": {"colr": "red"}, ".y": {"#)
    let broken = try session.wait(
      for: "the place of the error, and the last good look once"
    ) { screen in
      screen.text.contains("theme.json:")
        && screen.lines.filter { $0.contains("SHOUT") } == ["SHOUT"]
    }
    #expect(!broken.text.contains("unknown-property"))
    try directory.file("theme.json", #"{".x": {"text-transform": "lowercase"}}"#)
    try session.wait(for: "the mended sheet alone") { screen in
      screen.lines.filter { !$0.isEmpty } == ["shout"]
    }
  }

  @Test(
    "with --watch the last good look stays while there is nothing to show",
    arguments: [
      ("rm theme.json", "no such file"), ("rm theme.json; mkdir theme.json", "is a directory"),
      ("rm theme.json; mkfifo theme.json", "not a regular file"),
      ("truncate -s 70M theme.json", "larger than 64 MiB"),
      ("rm theme.json; ln -s theme.json theme.json", "too many levels"),
    ])
  func nothingToShow(change: String, message: String) throws {
    let directory = try ScratchDirectory()
    for sheet in [true, false] {
      let (file, good) = sheet ? ("theme.json", "{}") : ("text.txt", "Shout")
      let change = change.replacing("theme.json", with: file)
      try directory.file(file, good)
      let arguments = sheet ? "theme.json Shout" : "none --file text.txt"
      let session = try TmuxSession(
        "cd \(directory.path) && \(Self.program) preview --watch \(arguments)", columns: 100)
      try session.wait(forText: "Shout")
      try directory.shell(change)
      // The message comes first, and then the look again.
      try session.wait(for: "'\(message)' and the last look") { screen in
        screen.text.contains(message) && screen.text.contains("Shout")
      }
      try directory.shell("rm -rf \(file); printf '\(good)' > \(file)")
      try session.wait(for: "the text alone") { screen in
        screen.lines.filter { !$0.isEmpty } == ["Shout"]
      }
      #expect(try session.exitStatus() == nil)
    }
  }

  @Test("doctor names the rule that decided")
  func doctor() throws {
    let (screen, _) = try screen(
      "doctor --why --color 256 | head -4", environment: ["COLORTERM": "truecolor"])
    #expect(screen.text.contains("colour depth: 256"))
    #expect(screen.text.contains("→ --color = 256"))
  }
}

/// The package's directory.
let packageDirectory = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  .dropLast(3).joined(separator: "/")
