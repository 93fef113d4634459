import TestSupport
import Testing

@Suite("cssview browse on screens of any size", .serialized)
struct BrowseScreenTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  private func browse(_ columns: Int, _ rows: Int, _ options: String = "") throws -> TmuxSession {
    try TmuxSession(
      "\(Self.program) browse --color truecolor --background dark \(options)", columns: columns,
      rows: rows)
  }

  /// The last theme but six: indigo, with a violet title.
  private static let ground = CapturedColor.rgb(0x19, 0x1A, 0x2C)

  /// Leaves, and reads the status on a screen that has room for it.
  private func leave(_ session: TmuxSession) throws {
    try session.press("q")
    try session.wait(forModes: .normal)
    try session.resize(columns: 80, rows: 24)
    #expect(try session.waitForEnd() == 1)
  }

  private func show(_ name: String, in session: TmuxSession) throws {
    try session.type("/" + name)
    try session.press("Enter")
  }

  @Test(
    "all panes, with a wide list from 90 columns on",
    arguments: [(200, 60, 26), (100, 30, 26), (80, 24, 26)])
  func panes(columns: Int, rows: Int, list: Int) throws {
    let session = try browse(columns, rows)
    try session.wait(forText: "? keys")
    try show("midnight", in: session)
    let screen = try session.wait(forText: "● bundled:/midnight.json")
    let lines = screen.lines
    #expect(lines.count == rows)
    #expect(lines[0].hasPrefix(" cssview   1 of 21 themes   /midnight"))
    #expect(lines[1].hasPrefix("┌─ Themes ─") && lines[1].hasSuffix("┐"))
    #expect(lines[2].hasPrefix("│▌midnight"))
    #expect(lines[2].contains(" ok warn fail │"))
    #expect(lines[rows - 3].hasPrefix("└") && lines[rows - 3].hasSuffix("┘"))
    #expect(
      lines[rows - 1]
        == " ↑↓ theme  / find  Space compare  v view  e edit  Enter use it  ? keys")
    // The preview fills its pane to its edges, and not beyond.
    let end = columns - 1
    for row in 2..<8 {
      #expect(screen[list + 1, row].background == .standard)
      #expect(screen[list + 2, row].background == Self.ground)
      #expect(screen[end - 1, row].background == Self.ground)
      #expect(screen[end, row].background == .standard)
    }
    let title = try #require(
      screen.rows.joined().first { $0.text == "b" && $0.background == Self.ground })
    #expect(title.foreground == .rgb(0xC5, 0xA9, 0xFF) && title.attributes.contains(1))
  }

  /// A screen may be caught while it is drawn.
  private func waitForPreview(
    in session: TmuxSession, _ columns: Int, _ rows: Int, beside text: String
  ) throws {
    let preview = try session.wait(for: "the theme's background beside \(text)") { screen in
      screen.text.contains(text)
        && screen[columns - 2, rows - 3].background == .rgb(0x2A, 0x14, 0x20)
    }
    #expect(preview.lines.count <= rows)
  }

  @Test("the preview with one other pane", arguments: [(120, 12), (50, 15), (40, 12), (20, 6)])
  func pairs(columns: Int, rows: Int) throws {
    let session = try browse(columns, rows)
    try session.wait(forText: "▌arcade")
    try show("velvet", in: session)
    try waitForPreview(in: session, columns, rows, beside: "▌velvet")
    try session.press("3", "i")
    try waitForPreview(in: session, columns, rows, beside: "[Contrast]")
    try session.press("2", "z")
    try waitForPreview(in: session, columns, rows, beside: " velvet, part")
    try session.press("z", "1")
    try waitForPreview(in: session, columns, rows, beside: "▌velvet")
    try session.press("?")
    try session.wait(forText: "Commands")
    try session.press("?")
    try leave(session)
  }

  @Test("a message, or what fits of it, and the keys work", arguments: [(19, 5), (1, 1)])
  func message(columns: Int, rows: Int) throws {
    let session = try browse(columns, rows)
    try session.wait(forText: columns == 1 ? "…" : "make the terminal")
    try session.press("Down", "?", "?")
    try leave(session)
  }

  @Test("is the same after any way through other sizes")
  func resizes() throws {
    let session = try browse(100, 30)
    let before = try session.wait(for: "the whole screen") { screen in
      // What is hard to read is counted after the first frame.
      screen.lines[29].contains("? keys") && screen.text.contains("1◐")
    }
    for (columns, rows) in [(200, 60), (40, 12), (1, 1), (80, 24), (20, 6), (250, 5), (100, 30)] {
      try session.resize(columns: columns, rows: rows)
    }
    try session.wait(for: "the first screen") { $0.rows == before.rows }
  }

  @Test(
    "works with few colours or none, and says all by signs",
    arguments: [
      ("env -u NO_COLOR -u COLORTERM TERM=xterm", "16 colours"), ("env NO_COLOR=1", "no colour"),
      ("env -u NO_COLOR -u COLORTERM TERM=screen-256color", "256 colours"),
    ])
  func fewColors(environment: String, depth: String) throws {
    let session = try TmuxSession("\(environment) \(Self.program) browse", columns: 100, rows: 30)
    let screen = try session.wait(forText: "? keys")
    #expect(screen.lines[3].hasPrefix("│▌arcade"))
    for cell in screen.rows.joined() {
      if case .rgb = cell.foreground { Issue.record("an exact colour at \(depth)") }
      if case .palette = cell.foreground { #expect(depth != "no colour") }
    }
  }
}
