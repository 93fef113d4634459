import TestSupport
import Testing

/// `cssview FILE` and `… | cssview` as processes.
@Suite("cssview without the name of a command", .serialized)
struct ShowTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  /// Runs a shell's command line in the directory.
  private func shell(_ line: String) throws -> String {
    try directory.shell("cssview=\(builtProductsDirectory())/cssview\n" + line)
  }

  @Test("a pipe is text 50 ms after its first byte, whatever comes later")
  func slowStart() throws {
    let output = try shell(
      """
      (printf 'x'; sleep 0.4; printf ' <b>y\\n\\033[31mred\\033[m\\n') | $cssview --color 16
      (sleep 0.3; printf '\\033[31mred\\033[m\\n') | $cssview --color 16
      (printf '{"msg"'; sleep 0.4; printf ': "hi"}\\n') | $cssview
      (printf '\\n\\n'; sleep 0.3; printf 'x\\n') | $cssview
      """)
    #expect(
      output
        == "x <b>y\n␛[31mred␛[m\n\u{1B}[31mred\u{1B}[0m\nhi\n\n\nx\n",
      "\(output.debugDescription)")
  }

  @Test("the first line is written before the second one comes")
  func live() throws {
    for line in ["a 1", "{\"msg\": \"a 1\"}", "\\033[1ma 1\\033[m"] {
      let output = try shell(
        """
        mkfifo in; $cssview <in >out &
        exec 3> in
        printf '\(line)\\n' >&3
        for i in 1 2 3 4 5 6 7 8 9 10; do grep -q 'a 1' out && break; sleep 0.1; done
        cat out
        exec 3>&-; wait; rm in
        """)
      #expect(output == "a 1\n")
    }
  }

  @Test("each byte of standard input is read once, also after a peek")
  func rest() throws {
    try directory.shell("seq 100000 > long")
    #expect(try shell("$cssview < long | cmp - long && cat long | $cssview | cmp - long").isEmpty)
    #expect(try shell("$cssview long | cmp - long && $cssview - long < long | wc -l") == "200000\n")
  }

  @Test("overstruck pages are bold and underlined")
  func overstrike() throws {
    let page = "N\\bNA\\bA\\n _\\bx +\\b+\\no\\n"
    #expect(
      try shell("printf '\(page)' | $cssview --color 16")
        == "\u{1B}[1mNA\u{1B}[0m\n \u{1B}[4mx\u{1B}[0m \u{1B}[1m+\u{1B}[0m\no\n")
    #expect(try shell("printf '\(page)' > page; $cssview page") == "NA\n x +\no\n")
  }

  @Test("a missing file has the status of one, and the others are shown")
  func status() throws {
    try directory.file("a.log", "ERROR\n")
    #expect(
      try shell("$cssview nosuch.log a.log 2>err; echo $?; cat err; $cssview log; echo $?")
        == "ERROR\n66\ncssview: no file 'nosuch.log'\n66\n")
    #expect(
      try shell("$cssview a.lgo 2>&1; printf x > check; $cssview ./check")
        == "cssview: no file 'a.lgo'; did you mean 'a.log'?\nx")
  }

  @Test("a FIFO and a process substitution are read as what comes")
  func pipes() throws {
    #expect(
      try shell("bash -c \"$cssview <(printf '{\\\"msg\\\": 1}\\n') <(printf 'x\\n')\"") == "1\nx\n"
    )
  }

  @Test("without arguments, a terminal as standard input gets the short help")
  func help() throws {
    let session = try TmuxSession(
      "\(builtProductsDirectory())/cssview; echo status $?; sleep 60", columns: 100)
    let screen = try session.wait(forText: "status 64")
    #expect(screen.text.contains("cssview app.log"))
  }
}
