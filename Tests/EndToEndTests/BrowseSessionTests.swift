import SystemPackage
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Long sessions of random events in a real terminal.
@Suite("cssview browse over a long time", .serialized)
struct BrowseSessionTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  /// `SESSION_EVENTS=10000` makes it longer, `SESSION_SEED` another one.
  private static let eventCount =
    variable("SESSION_EVENTS") ?? 2_000

  private static func variable(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// The bundled keys but for those that leave, and without a key whose letter could be typed into
  /// the name of a file outside of the directory.
  private static let chrome = #"""
    {
      "theme_browser": {
        "keyPress(Up)": "moveUp:", "keyPress(k)": "moveUp:", "keyPress(j)": "moveDown:",
        "keyPress(Down)": "moveDown:", "keyPress(PageUp)": "pageUp:",
        "keyPress(PageDown)": "pageDown:", "keyPress(g)": "moveToTop:",
        "keyPress(G)": "moveToBottom:", "keyPress(Left)": "previousSpan:",
        "keyPress(Right)": "nextSpan:", "keyPress(Tab)": "nextPane:",
        "keyPress(Shift-Tab)": "previousPane:", "keyPress(1)": "showList:",
        "keyPress(2)": "showPreview:", "keyPress(3)": "showInspector:",
        "keyPress(4)": "showSource:", "keyPress(s)": "find:", "keyPress(n)": "nextProblem:",
        "keyPress(f)": "cycleScheme:", "keyPress(i)": "cycleInspector:",
        "keyPress(p)": "cycleProfile:", "keyPress(v)": "showView:",
        "keyPress(b)": "cycleBackdrop:", "keyPress(Space)": "pin:", "keyPress(t)": "editText:",
        "keyPress(c)": "changeValue:", "keyPress(u)": "undo:", "keyPress(e)": "editSource:",
        "keyPress(y)": "copyStyle:", "keyPress(Y)": "copyOutput:", "keyPress(x)": "export:",
        "keyPress(!)": "showOutput:", "keyPress(r)": "reload:", "keyPress(Ctrl-L)": "redraw:",
        "keyPress(?)": "help:", "keyPress(Ctrl-])": "quit:"
      },
      "theme_browser.depth": {"touchUpInside": "cycleProfile:"},
      "theme_browser.backdrop": {"touchUpInside": "cycleBackdrop:"},
      "theme_browser.declaration": {"touchDownRepeat": "changeValue:"},
      "theme_browser.row": {"selectedSign": "▸", "sign": " "}
    }
    """#

  private static let keys = [
    "Up", "Down", "Left", "Right", "PageUp", "PageDown", "Tab", "BTab", "Enter", "Escape", "BSpace",
    "Space", "C-l", "C-u", "j", "k", "g", "G", "1", "2", "3", "4", "s", "n", "f", "i", "p", "v",
    "b", "t", "c", "u", "e", "y", "Y", "x", "!", "r", "?", "é", "漢",
  ]

  private static let sheets = [
    ##"{"text": {"color": "#ddd", "background-color": "#222"}, ".title": {"color": "orange"}}"##,
    ##"{"text": {"color": "#222", "background-color": "#eee"}, ".title": {"color": "#a0f"}}"##,
    "{", "", ".title { color: red", #"{"@imports": ["palette"], ".title": {"color": "var(--x)"}}"#,
  ]

  @Test("leaves no residue, no leak, and the terminal as it was")
  func session() throws {
    var random = SeededGenerator(seed: UInt64(Self.variable("SESSION_SEED") ?? 20))
    let directory = "/var/tmp/cssview-test-\(UInt64.random(in: 0...UInt64.max))"
    _ = try runProgram(["mkdir", "-p", directory + "/themes"])
    defer { _ = try? runProgram(["rm", "-r", directory]) }
    try write(Self.chrome, to: directory + "/chrome.json")
    for name in ["one", "two", "three"] {
      try write(Self.sheets[0], to: "\(directory)/themes/\(name).json")
    }
    let session = try TmuxSession(
      "cd \(directory) && stty -a > before && "
        + "\(Self.program) browse --chrome chrome.json --color truecolor themes; "
        + "S=$?; stty -a > after; cmp before after && echo same; (exit $S)",
      columns: 100, rows: 30, environment: ["EDITOR": "true"])
    try session.wait(forText: "3 themes")

    var earlyMemory = 0
    var sent = 0
    var heights = [30, 30]
    while sent < Self.eventCount {
      sent += try send(to: session, directory, &heights, using: &random)
      if let status = try session.exitStatus() {
        Issue.record("it ended with status \(status): \(try session.history())")
        return
      }
      if earlyMemory == 0, sent > Self.eventCount / 5 { earlyMemory = try memory(of: session) }
    }
    if let status = try session.exitStatus() {
      Issue.record("after all, it ended with status \(status): \(try session.history())")
      return
    }
    let growth = try memory(of: session) - earlyMemory
    #expect(growth < 8_192, "grown by \(growth) KiB")

    try session.resize(columns: 100, rows: 30)
    // Leaves whatever is being typed or shown; the last key clears a message.
    for _ in 0..<3 {
      _ = try settled(session)
      try session.press("Escape")
    }
    _ = try settled(session)
    try session.press("1")
    let shown = try settled(session)
    #expect(shown.rows.count == 30)
    try session.press("C-l")
    let again = try settled(session)
    for row in 0..<30 {
      for column in 0..<100 where shown[column, row] != again[column, row] {
        Issue.record(
          "column \(column), row \(row): \(shown[column, row]), drawn anew \(again[column, row])")
      }
    }
    // A key to leave would be in the line of keys, where clicks that come late may fall.
    try session.signal(SIGTERM)
    #expect(try session.waitForEnd() == 128 + SIGTERM)
    #expect(try session.screen().text.contains("same"))
    #expect(try session.modes() == .normal)
  }

  /// Sends some random events.
  ///
  /// - Parameters:
  ///   - session: where to.
  ///   - directory: what the browser looks at.
  ///   - heights: the last two heights of the terminal; which one the browser knows is not sure.
  ///   - random: decides.
  /// - Returns: how many.
  /// - Throws: if tmux fails or a file cannot be written.
  private func send(
    to session: TmuxSession, _ directory: String, _ heights: inout [Int],
    using random: inout SeededGenerator
  ) throws -> Int {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      heights = [heights[1], Int.random(in: 1...40, using: &random)]
      try session.resize(columns: Int.random(in: 1...130, using: &random), rows: heights[1])
      return 1
    case 1, 2:
      let name = ["one", "two", "three", "one~dark", "palette"].randomElement(using: &random)
      try write(
        Self.sheets.randomElement(using: &random) ?? "",
        to: "\(directory)/themes/\(name ?? "one").json")
      return 1
    case 3:
      try session.paste("pasted <b>text</b>\u{1B}[31m 漢")
      return 1
    case 4, 5:
      let buttons = ["0", "32", "64", "65"]
      var text = ""
      for _ in 0..<20 {
        let button = buttons.randomElement(using: &random) ?? "0"
        let column = Int.random(in: 1...130, using: &random)
        // Not in the line of keys, where a click may quit.
        let row = Int.random(in: 0...40, using: &random) % max(1, heights.reduce(40, min) - 1) + 1
        text += "\u{1B}[<\(button);\(column);\(row)\(Bool.random(using: &random) ? "M" : "m")"
      }
      try session.type(text)
      return 20
    default:
      let keys = (0..<20).map { _ in Self.keys.randomElement(using: &random) ?? "Down" }
      try session.press(keys)
      return keys.count
    }
  }

  /// The screen when nothing happens any more.
  private func settled(_ session: TmuxSession) throws -> CapturedScreen {
    var last = try session.screen()
    var ticks = try session.processorTicks()
    for _ in 0..<300 {
      usleep(200_000)
      let next = try session.screen()
      let now = try session.processorTicks()
      if next.rows == last.rows, now == ticks { return next }
      last = next
      ticks = now
    }
    return last
  }

  /// Resident memory in KiB.
  private func memory(of session: TmuxSession) throws -> Int {
    let status = try runProgram(["cat", "/proc/\(try session.processID())/status"]).text
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
  }

  private func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }
}
