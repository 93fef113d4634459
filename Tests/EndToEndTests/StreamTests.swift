import TestSupport
import Testing

/// `render` while it runs.
@Suite("cssview render as a stream", .serialized)
struct StreamTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", ".a { color: red }")
  }

  /// Runs a shell's command line in the directory, with a FIFO `in` that stays open as 3.
  private func shell(_ line: String) throws -> String {
    try directory.shell(
      "cssview=\(builtProductsDirectory())/cssview\nmkfifo in\n" + line)
  }

  private static let waitForOutput = "until grep -q x out; do sleep 0.01; done"

  @Test(
    "a signal brings the colours back, the findings are counted, the status is the usual one",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func interruption(name: String, status: Int) throws {
    let start = """
      \(DefaultSignals.command) $cssview render s.css --color 16 <in >out 2>err &
      exec 3> in

      """
    let output = try shell(
      start + """
        printf '<q class=b><q class=b><b class=a>x' >&3
        \(Self.waitForOutput)
        kill -s \(name) $!
        { wait $!; } 2>/dev/null
        echo $?
        cat -v out
        echo
        grep -c 'unknown element' err
        grep -c '1 more .unknown-element.; .*to list all findings, save the text as text.txt: ' err
        """)
    #expect(output == "\(status)\n<q class=b><q class=b>^[[31;1mx^[[0m\n1\n1\n")
  }

  @Test(
    "a fatal signal that was sent ends the process", arguments: ["SEGV", "ABRT", "BUS"])
  func sentSignals(name: String) throws {
    let output = try shell(
      """
      SWIFT_BACKTRACE=enable=yes $cssview render s.css <in >out 2>err &
      exec 3> in
      echo x >&3
      \(Self.waitForOutput)
      kill -s \(name) $!
      { wait $!; } 2>/dev/null
      echo $?
      cat err
      """)
    let numbers = ["SEGV": 139, "ABRT": 134, "BUS": 135]
    #expect(output == "\(numbers[name] ?? 0)\n")
  }

  @Test("an element that a pause makes text is not reported as markup")
  func elementsCutByAPause() throws {
    let output = try shell(
      "(printf 'a <b>x'; sleep 0.5; printf 'y</b>\\n') | $cssview render none 2>&1")
    #expect(output.contains("a <b>xy</b>\n") && output.contains("[unclosed-element]"))
    #expect(!output.contains("[read-as-markup]"))
  }

  @Test("a line that waits for its element's siblings waits no longer than its writer")
  func siblings() throws {
    try directory.file("l.css", "b:last-child { color: red }")
    let output = try shell(
      """
      $cssview render l.css --color 16 <in >out 2>err &
      exec 3> in
      printf '<b>x</b>\\n' >&3
      \(Self.waitForOutput)
      printf '<u><b>y</b><b>z</b></u>\\n' >&3
      until grep -q z out; do sleep 0.01; done
      exec 3>&-
      { wait $!; } 2>/dev/null
      cat -v out
      grep -c uncounted-siblings err
      """)
    #expect(
      output == """
        ^[[1mx^[[0m
        ^[[1;4my^[[31mz^[[0m
        1

        """)
  }

  @Test("words of Markdown come through a pipe while their paragraph is still written")
  func wordsOfMarkdown() throws {
    let output = try shell(
      """
      $cssview --from markdown -s none <in | cat >out &
      exec 3> in
      printf 'One word. Two x and' >&3
      \(Self.waitForOutput)
      cat out; echo '|'
      for word in three four five six seven; do printf " $word" >&3; sleep 0.02; done
      until grep -q six out; do sleep 0.01; done
      printf '\\n\\nTitle\\n=====\\n\\n- item\\n' >&3
      until grep -q item out; do sleep 0.01; done
      exec 3>&-
      { wait $!; } 2>/dev/null
      cat out
      """)
    let rule = String(repeating: "─", count: 80)
    #expect(
      output == """
        One word. Two x|
        One word. Two x and three four five six seven

        Title
        \(rule)

        • item

        """)
  }

  @Test("lines come out at once, whatever they end in, and findings with them")
  func lines() throws {
    let output = try shell(
      """
      $cssview render s.css <in >out 2>err &
      exec 3> in
      printf 'x <b then\\n' >&3
      until grep -q then out && grep -q document err; do sleep 0.01; done
      printf '<!--\\n' >&3
      until grep -q '<!--' out; do sleep 0.01; done
      printf '<a href="\\n' >&3
      until grep -q href out; do sleep 0.01; done
      exec 3>&-
      { wait $!; } 2>/dev/null
      echo $?
      cat out
      """)
    #expect(output == "0\nx <b then\n<!--\n<a href=\"\n")
  }
}
