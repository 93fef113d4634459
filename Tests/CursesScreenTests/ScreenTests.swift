import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The probe in a real terminal.
private func startProbe(
  _ arguments: String = "", columns: Int = 80, rows: Int = 24, term: String = "tmux-256color"
) throws -> TmuxSession {
  try TmuxSession(
    "\(builtProductsDirectory())/screen-probe \(arguments)", columns: columns, rows: rows,
    environment: ["TERM": term])
}

@Suite("A screen", .serialized)
struct ScreenTests {
  @Test("shows exact colours, palette colours, attributes and wide cells as they were given")
  func showsCells() throws {
    let session = try startProbe()
    try session.wait(forText: "80x24 exact true")
    let screen = try session.wait(for: "the whole frame") { $0.lines[2].hasSuffix("|") }
    for step in 0..<16 {
      let byte = UInt8(step * 17)
      #expect(screen[step, 1].foreground == .rgb(byte, 128, 255 - byte))
      #expect(screen[20 + step, 1].foreground == .palette(UInt8(step)))
      #expect(screen[20 + step, 1].background == .palette(240))
    }
    #expect((0..<7).map { screen[$0, 2].attributes } == [[1], [2], [3], [5], [7], [9], [53]])
    #expect((10..<16).map { screen[$0, 2].attributes } == [[], [4], [21], [43], [44], [45]])
    // A wide character is captured as one cell.
    #expect(screen.lines[2].hasSuffix("漢é 🇮🇹|"))
    try session.wait(
      forModes: .init(usesAlternateScreen: true, showsCursor: false, reportsMouse: true))
  }

  @Test("sends nothing for a frame that changes nothing")
  func sendsOnlyChanges() throws {
    let session = try startProbe()
    try session.wait(forText: "sent 0")
    try session.press("j")
    let screen = try session.wait(forText: "key character(\"j\") 0")
    #expect(screen.text.contains("sent 0"))
  }

  @Test("sends little more than the cells that differ take, however many those are")
  func sendsLittle() throws {
    let session = try startProbe("--frames", columns: 200, rows: 60)
    let screen = try session.wait(forText: "0 classes: ")
    let counts = screen.lines.compactMap { line -> (sent: Int, floor: Int)? in
      let words = line.split(separator: " ")
      guard words.count == 5, let sent = Int(words[2]), let floor = Int(words[4]) else {
        return nil
      }
      return (sent, floor)
    }
    #expect(counts.count == 3)
    for (sent, floor) in counts { #expect(Double(sent) <= 1.2 * Double(floor)) }
  }

  @Test(
    "tells keys apart",
    arguments: [
      ("Up", "key up 0"), ("S-Left", "key left 1"), ("C-Right", "key right 4"),
      ("Escape", "key escape 0"), ("Enter", "key enter 0"), ("BTab", "key tab 1"),
      ("Tab", "key tab 0"), ("BSpace", "key backspace 0"), ("DC", "key delete 0"),
      ("PPage", "key pageUp 0"), ("Home", "key home 0"), ("F5", "key function(5) 0"),
      ("C-l", "key character(\"l\") 4"), ("M-y", "key character(\"y\") 2"),
      ("/", "key character(\"/\") 0"), ("é", "key character(\"\\u{00E9}\") 0"),
    ])
  func tellsKeys(key: String, name: String) throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.press(key)
    try session.wait(forText: name)
  }

  @Test("takes mouse reports one by one, also when they come together")
  func readsMouse() throws {
    let session = try startProbe(columns: 300)
    try session.wait(forText: "exact")
    try session.type("\u{1B}[<0;12;5M\u{1B}[<32;13;5M\u{1B}[<0;299;5m\u{1B}[<64;3;4M")
    let screen = try session.wait(forText: "mouse wheelUp 2,3")
    #expect(
      Array(screen.lines[3..<7])
        == ["mouse press 11,4", "mouse drag 12,4", "mouse release 298,4", "mouse wheelUp 2,3"])
  }

  @Test("takes a paste as text, whatever is in it")
  func readsPaste() throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.paste("q\u{1B}[A quit\nq")
    try session.press("j")
    let screen = try session.wait(forText: "key character(\"j\") 0")
    #expect(screen.lines[3].hasPrefix("paste 11 q"))
  }

  @Test("does not take a late answer of the terminal for keys")
  func swallowsAnswers() throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.type("\u{1B}[?997;1n\u{1B}]11;rgb:1/2/3\u{1B}\\\u{1B}P1$r0m\u{1B}\\")
    try session.press("j")
    let screen = try session.wait(forText: "key character(\"j\") 0")
    #expect(screen.lines[3...4] == ["scheme", "key character(\"j\") 0"])
  }

  @Test(
    "follows the size of the terminal, down to one cell", arguments: [(1, 1), (5, 2), (200, 60)])
  func followsSize(columns: Int, rows: Int) throws {
    let session = try startProbe()
    try session.wait(forText: "80x24")
    try session.resize(columns: columns, rows: rows)
    let first = "\(columns)x\(rows) exact true"
    try session.wait(for: "another size") { $0.lines[0].hasPrefix(first.prefix(columns)) }
    try session.resize(columns: 90, rows: 20)
    let screen = try session.wait(forText: "90x20 exact true")
    #expect(screen.lines[3] == "resize \(columns)x\(rows)")
    #expect(screen.lines[4] == "resize 90x20")
  }

  @Test("starts on one cell")
  func startsSmall() throws {
    let session = try startProbe(columns: 1, rows: 1)
    try session.wait(for: "one digit") { $0.lines[0] == "1" }
    try session.press("q")
    try session.wait(forModes: .normal)
  }

  @Test(
    "gives the terminal back after a signal, and says which", arguments: [SIGTERM, SIGHUP, SIGINT])
  func endsBySignal(number: Int32) throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.signal(number)
    #expect(try session.waitForEnd() == 0)
    try session.wait(forText: "ended by signal \(number)")
    try session.wait(forModes: .normal)
  }

  @Test(
    "gives the terminal back when the program dies",
    arguments: [("c", 128 + SIGILL, "a crash"), ("o", 128 + SIGSEGV, ""), ("x", 3, "")])
  func survivesDeath(key: String, status: Int32, message: String) throws {
    let session = try TmuxSession(
      "\(builtProductsDirectory())/screen-probe; echo status $?; stty -a")
    try session.wait(forText: "exact")
    try session.press(key)
    let screen = try session.wait(forText: "echoe")
    let text = screen.text
    #expect(text.contains(" icanon ") && text.contains(" echo ") && text.contains(" icrnl "))
    #expect(text.contains("status \(status)") || (key == "c" && text.contains("status 133")))
    #expect(try session.history().contains(message))
    try session.wait(forModes: .normal)
  }

  @Test("stops and goes on like any other program")
  func suspends() throws {
    let session = try TmuxSession("exec bash --norc -i")
    try session.type("\(builtProductsDirectory())/screen-probe\n")
    try session.wait(forText: "exact")
    try session.press("C-z")
    try session.wait(forText: "Stopped")
    try session.wait(forModes: .normal)
    try session.type("fg\n")
    try session.wait(forText: "resumed")
    #expect(try session.modes().usesAlternateScreen)
    try session.press("q")
    try session.wait(forText: "ended by q")
    try session.wait(forModes: .normal)
  }

  @Test("runs another program on the terminal and comes back")
  func runsPrograms() throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.press("e")
    try session.wait(forText: "status(3)")
    try session.press("v")
    let outside = try session.wait(forText: "outside")
    #expect(!outside.text.contains("exact"))
    try session.wait(forModes: .normal)
    try session.press("Enter")
    try session.wait(forText: "exact")
    try session.press("!")
    let main = try session.wait(forText: "any key returns")
    #expect(main.text.contains("main screen") && !main.text.contains("exact"))
    try session.press("j")
    try session.wait(forText: "exact")
  }

  @Test("holds messages on standard error back until it has closed")
  func holdsMessages() throws {
    let session = try startProbe()
    try session.wait(forText: "exact")
    try session.press("m", "j")
    let open = try session.wait(forText: "key character(\"j\")")
    #expect(!open.text.contains("stray"))
    try session.press("q")
    #expect(try session.waitForEnd() == 0)
    try session.wait(forText: "a stray message\nended by q")
  }

  @Test("draws on the terminal though standard input and output are pipes")
  func needsNoStandardStreams() throws {
    let session = try TmuxSession(
      "echo hi | \(builtProductsDirectory())/screen-probe | tr a-z A-Z; read line")
    try session.wait(forText: "exact")
    try session.press("q")
    try session.wait(forText: "ENDED BY Q")
  }

  @Test(
    "works on terminals of every kind", arguments: ["xterm", "vt100", "linux", "screen-256color"])
  func worksOn(term: String) throws {
    let session = try startProbe(term: term)
    try session.wait(forText: "exact true")
    try session.press("Up")
    try session.wait(forText: "key up 0")
    try session.press("q")
    #expect(try session.waitForEnd() == 0)
    try session.wait(forModes: .normal)
  }

  @Test("refuses what is no terminal to draw on", arguments: ["dumb", "nonsense"])
  func refuses(term: String) throws {
    let session = try TmuxSession("TERM=\(term) \(builtProductsDirectory())/screen-probe")
    #expect(try session.waitForEnd() == 78)
    try session.wait(forText: "TERM=\(term)")
  }

  @Test("refuses to run without a terminal")
  func refusesNoTerminal() throws {
    let run = try runProgram(
      ["setsid", "-w", "\(builtProductsDirectory())/screen-probe"], environment: ["TERM": "xterm"])
    #expect(run.status == 69)
    #expect(run.text == "error: no terminal to draw on; run the program in a terminal window\n")
  }
}
