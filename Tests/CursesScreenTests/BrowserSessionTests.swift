import SystemPackage
import TestSupport
import Testing

/// The browser in a real terminal, over sheets in a directory of its own.
///
/// The directory is not below `/tmp`: vim saves in another way there.
private final class BrowserFixture {
  let directory: String
  let session: TmuxSession

  static let midnight = #"""
    {
      "text": {"color": "#cdd6f4", "background-color": "#1e1e2e"},
      ".title": {"color": "#cba6f7", "font-weight": "bold"},
      ".note": {"color": "#a6e3a1"}
    }

    """#

  init(
    sheets: [String: String] = ["dawn.css": "text { color: #333 }", "midnight.json": midnight],
    columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]
  ) throws {
    let directory = "/var/tmp/cssview-test-\(UInt64.random(in: 0...UInt64.max))"
    self.directory = directory
    _ = try runProgram(["mkdir", "-p", directory])
    for (name, text) in sheets { try Self.write(text, to: "\(directory)/\(name)") }
    let paths = sheets.keys.sorted().map { "\(directory)/\($0)" }.joined(separator: " ")
    session = try TmuxSession(
      "\(builtProductsDirectory())/screen-probe --browse \(paths)", columns: columns, rows: rows,
      environment: environment)
  }

  deinit {
    _ = try? runProgram(["rm", "-r", directory])
  }

  static func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }

  func save(_ text: String, to name: String) throws {
    try Self.write(text, to: "\(directory)/\(name)")
  }

  func read(_ name: String) throws -> String {
    try runProgram(["cat", "\(directory)/\(name)"]).text
  }

  /// Waits until the title of the sample has a colour.
  func wait(forTitle color: CapturedColor) throws {
    try session.wait(for: "\(color)") { screen in
      (1..<60).contains { screen[$0, 2].text == "T" && screen[$0, 2].foreground == color }
    }
  }
}

@Suite("A browser session", .serialized)
struct BrowserSessionTests {
  @Test("previews while the selection moves, and prints the chosen path")
  func chooses() throws {
    let fixture = try BrowserFixture()
    try fixture.session.wait(forText: "▌dawn")
    try fixture.session.press("Down")
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.session.press("Enter")
    #expect(try fixture.session.waitForEnd() == 0)
    #expect(
      try fixture.session.screen().text.contains("chose \(fixture.directory)/midnight.json"))
    try fixture.session.wait(forModes: .normal)
  }

  @Test(
    "shows a save within a moment, however it was saved", arguments: ["write", "rename", "vim"])
  func reloads(how: String) throws {
    let fixture = try BrowserFixture(sheets: ["midnight.json": BrowserFixture.midnight])
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    let changed = BrowserFixture.midnight.replacing("cba6f7", with: "ff8800")
    let path = "\(fixture.directory)/midnight.json"
    switch how {
    case "write": try fixture.save(changed, to: "midnight.json")
    case "rename":
      try fixture.save(changed, to: "new")
      _ = try runProgram(["mv", "\(fixture.directory)/new", path])
    default:
      let run = try runProgram(["vim", "-es", "-c", "%s/cba6f7/ff8800/", "-c", "wq", path])
      #expect(run.status == 0)
    }
    try fixture.wait(forTitle: .rgb(0xFF, 0x88, 0))
  }

  @Test("keeps the last good theme while the file is broken or gone")
  func keepsLastGood() throws {
    let fixture = try BrowserFixture(sheets: ["midnight.json": BrowserFixture.midnight])
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.save("{\n  \"text\" {}", to: "midnight.json")
    try fixture.session.wait(forText: "× midnight")
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.save(BrowserFixture.midnight, to: "midnight.json")
    try fixture.session.wait(for: "the good theme") { !$0.text.contains("×") }
    _ = try runProgram(["rm", "\(fixture.directory)/midnight.json"])
    try fixture.session.wait(forText: "no such file")
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.save(BrowserFixture.midnight, to: "midnight.json")
    try fixture.session.wait(for: "the good theme") { !$0.text.contains("×") }
  }

  @Test("changes a value in the file and nothing else in it")
  func changesValue() throws {
    let fixture = try BrowserFixture(sheets: ["midnight.json": BrowserFixture.midnight])
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.session.press("Right", "3", "c", "C-u")
    try fixture.session.type("tomato")
    try fixture.wait(forTitle: .rgb(0xFF, 0x63, 0x47))
    #expect(try fixture.read("midnight.json") == BrowserFixture.midnight)
    try fixture.session.press("Enter")
    try fixture.session.wait(for: "the written file") { _ in
      try fixture.read("midnight.json")
        == BrowserFixture.midnight.replacing("#cba6f7", with: "tomato")
    }
  }

  @Test("opens the editor at the line, and goes on")
  func opensEditor() throws {
    let fixture = try BrowserFixture(
      sheets: ["midnight.json": BrowserFixture.midnight],
      environment: ["EDITOR": "sh -c 'echo' "])
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.session.press("Right", "e")
    try fixture.session.wait(forText: "midnight, part")
    try fixture.session.press("q")
    #expect(try fixture.session.waitForEnd() == 0)
    #expect(try fixture.session.screen().text.contains("left"))
  }

  @Test(
    "fits any screen, and comes back from the smallest",
    arguments: [(200, 60), (80, 24), (40, 12), (20, 6), (10, 3), (1, 1)])
  func fits(columns: Int, rows: Int) throws {
    let fixture = try BrowserFixture(sheets: ["midnight.json": BrowserFixture.midnight])
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
    try fixture.session.resize(columns: columns, rows: rows)
    try fixture.session.wait(for: "a redraw") { screen in
      columns < 20 || screen.text.contains("midnight")
    }
    try fixture.session.resize(columns: 100, rows: 30)
    try fixture.session.wait(forText: "? keys")
    try fixture.wait(forTitle: .rgb(0xCB, 0xA6, 0xF7))
  }

  @Test("asks for no colour where there is none", arguments: ["mono", "16"])
  func fewColors(depth: String) throws {
    let fixture = try BrowserFixture(environment: ["PROBE_DEPTH": depth])
    let screen = try fixture.session.wait(forText: "▌dawn")
    for cell in screen.rows.joined() {
      switch cell.foreground {
      case .standard: break
      case .palette(let index): #expect(depth == "16" && index < 16)
      case .rgb: Issue.record("an exact colour at depth \(depth)")
      }
    }
  }
}

@Suite("A conversation with the terminal", .serialized)
struct TerminalConversationTests {
  @Test("ends with the terminal's last answer, and keeps what was typed")
  func asks() throws {
    let session = try TmuxSession("sleep 0.5; \(builtProductsDirectory())/screen-probe --ask")
    try session.type("abc")
    let screen = try session.wait(forText: "typed abc")
    #expect(screen.text.contains("complete true"))
    #expect(screen.text.contains("program tmux"))
  }

  @Test("is not held without a terminal")
  func nobody() throws {
    let probe = "\(builtProductsDirectory())/screen-probe"
    #expect(try runProgram(["setsid", "-w", probe, "--ask"]).text == "nobody to ask\n")
  }
}
