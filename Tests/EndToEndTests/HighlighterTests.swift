import TestSupport
import Testing

/// The user's program that colours code, while the program that waits for it ends.
@Suite("A highlighter that sleeps")
struct HighlighterTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("text.md", "# Code\n\n```swift\nlet a = 1\n```\n")
  }

  /// Runs a highlighter, and gives the states of what it has left behind a moment later.
  private func run(_ script: String) throws -> (status: String, left: String) {
    try directory.file("highlighter", "#!/bin/sh\nsleep 1000 >&- &\necho $! $$ >pids\n\(script)")
    let lines = try directory.shell(
      """
      chmod +x highlighter
      "\(builtProductsDirectory())/cssview" render markdown text.md --from markdown \
        --code-highlighter "$PWD/highlighter" >out 2>err
      echo $?
      # What has ended may not have been noticed by whoever has to.
      for try in 1 2 3 4 5 6 7 8 9 10; do
        for process in $(cat pids) $(pgrep -f "$PWD/highlighter"); do
          ps -o stat= -o args= -p $process
        done | grep -v '^Z' >left || break
        sleep 0.2
      done
      cat left
      """
    ).split(separator: "\n", maxSplits: 1)
    return (String(lines.first ?? ""), lines.dropFirst().joined())
  }

  @Test(
    "ends with the program, with all that it has started, whatever signal ends that",
    arguments: [("TERM", 15), ("INT", 2), ("HUP", 1), ("USR1", 10), ("KILL", 9)])
  func signals(name: String, number: Int) throws {
    let outcome = try run("kill -\(name) $PPID\nsleep 1000\n")
    #expect(outcome.status == "\(128 + number)")
    #expect(outcome.left.isEmpty)
  }

  @Test("leaves nothing behind when it has done its work")
  func done() throws {
    let outcome = try run("cat\n")
    #expect(outcome.status == "0")
    #expect(outcome.left.isEmpty)
    #expect(try directory.shell("cat out").contains("let a = 1"))
  }
}
