import TestSupport
import Testing

/// The line that tells how far `render` has come.
@Suite("the progress of a long stream", .serialized)
struct ProgressTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", ".a { color: red }")
    try directory.file(
      "long", String(repeating: String(repeating: "x", count: 99) + "\n", count: 20_000))
  }

  /// Runs a command line in a terminal; `cssview` is the built program.
  private func session(_ line: String) throws -> TmuxSession {
    let program = "\(builtProductsDirectory())/cssview"
    return try TmuxSession("cd \(directory.path); cssview=\(program); \(line)")
  }

  /// A reader that takes some of the stream well after two seconds, and more when `go` is there.
  private static func slowReader(_ then: String = "") -> String {
    "(sleep 4; head -c 900000 >part; \(then) until [ -e go ]; do sleep 0.05; done; cat >out)"
  }

  @Test("bytes, their rate and the time left stand in one line, which is gone at the end")
  func line() throws {
    let session = try session("$cssview render s.css long | \(Self.slowReader())")
    let screen = try session.wait(forText: " left")
    let lines = screen.text.split(separator: "\n").filter { $0.hasPrefix("cssview: ") }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.contains(" of 2.0 MB, "))
    #expect(line.contains("B/s, 0:"))
    try directory.file("go", "")
    try session.waitForEnd()
    #expect(!(try session.history().contains("B/s")))
    #expect(try directory.shell("cat part out | cmp - long && echo same") == "same\n")
  }

  @Test("a finding stands in a line of its own")
  func finding() throws {
    let session = try session(
      "(echo a; sleep 4; echo b; sleep 0.3; echo '<q>x</q>'; until [ -e go ]; do sleep 0.05; done;"
        + " echo c) | $cssview render s.css >out")
    try session.wait(forText: "B/s")
    let screen = try session.wait(forText: "unknown element")
    #expect(!screen.text.contains("left"))
    for line in screen.text.split(separator: "\n") where line.contains("unknown element") {
      #expect(!line.contains("B/s"))
    }
    try directory.file("go", "")
    try session.waitForEnd()
    let history = try session.history()
    #expect(history.contains("unknown element"))
    #expect(!history.contains("B/s"))
  }

  @Test(
    "there is none for who wants quiet, sees the result or has a pager on the screen",
    arguments: ["$cssview render -q s.css long", "stty -icanon; $cssview render s.css long"])
  func none(command: String) throws {
    let session = try session("\(command) | \(Self.slowReader("echo so far >&2;"))")
    let screen = try session.wait(forText: "so far")
    #expect(!screen.text.contains("B/s"))
    try directory.file("go", "")
    try session.waitForEnd()
  }
}
