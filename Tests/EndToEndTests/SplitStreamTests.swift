import TestSupport
import Testing

/// `render --lines` through programs that cut a text at its lines.
@Suite("a stream in many processes")
struct SplitStreamTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file(
      "s.json", #"{".a": {"color": "red"}, ".b": {"font-weight": "bold"}, "em": {"color": "lime"}}"#
    )
    let lines = (1...4000).map { number in
      switch number % 5 {
      case 0: "<span class=a>line \(number) <em id=x>is open"
      case 1: "</span>closes &amp; opens <span class='a b'>\(number)</span>"
      case 2: "<!-- \(number) is text <span class=b>é 漢字"
      case 3: "plain \(number) \u{1B}[31m"
      default: "<a href=https://example.org/\(number) class=\"b\">\(number)</a> <unknown>"
      }
    }
    try directory.file("in", lines.joined(separator: "\n"))
  }

  /// What `cmp` says of a whole stream and of one that went through a shell's command line.
  private func comparison(_ line: String) throws -> String {
    try directory.shell(
      """
      render="\(builtProductsDirectory())/cssview render --lines --color truecolor s.json"
      $render <in >whole 2>/dev/null
      \(line) <in >parts 2>/dev/null || echo status $?
      [ -s parts ] && cmp whole parts && echo same
      """)
  }

  @Test("GNU parallel makes the same bytes of it, wherever it cuts", arguments: ["3k", "40k"])
  func parallel(block: String) throws {
    #expect(
      try comparison("parallel --will-cite --pipe --keep-order --block \(block) $render")
        == "same\n",
      "needs GNU parallel: apt-get install parallel")
  }

  @Test("so do threads of its own")
  func jobs() throws {
    #expect(try comparison("$render --jobs 4 -") == "same\n")
  }
}
