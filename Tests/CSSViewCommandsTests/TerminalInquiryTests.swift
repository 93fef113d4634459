import CSSViewCommands
import StyleValues
import Synchronization
import TerminalOutput
import Testing

@Suite("Asking the terminal before a preview")
struct TerminalInquiryTests {
  /// What a preview asks, and what it shows.
  private func preview(
    _ arguments: String..., sheet: String, markup: String = "<b class=x>Bob</b>",
    environment: [String: String] = ["TERM": "xterm", "COLORTERM": "truecolor"],
    answer: TerminalAnswers? = nil
  ) -> (queries: [TerminalQuery], run: CommandRun) {
    let queries = Mutex<[TerminalQuery]>([])
    let run = CommandRun(
      ["preview", "-", markup] + arguments, input: Array(sheet.utf8), terminal: (80, 24),
      environment: environment
    ) { query in
      queries.withLock { $0.append(query) }
      return answer
    }
    return (queries.withLock { $0 }, run)
  }

  private static let colors: TerminalQuery = {
    var query = TerminalQuery.nothing
    query.colors = true
    return query
  }()

  @Test(
    "nothing is asked where the answer would change nothing",
    arguments: [
      "{}", ".x { color: #f00; background: #00f }", ".x { text-decoration: underline }",
      ".x { opacity: 1; font-size: 15px }", ".unused { opacity: 0.5; font-size: 45px }",
    ])
  func nothing(sheet: String) {
    let (queries, run) = preview(sheet: sheet)
    #expect(queries.isEmpty)
    #expect(run.status == .success)
  }

  @Test(
    "the background is asked for where colours are blended with it or chosen by it",
    arguments: [
      ".x { color: #ff000080 }", ".x { opacity: 0.5; color: #fff }",
      ".x { color: light-dark(#000, #fff) }", ".x { text-shadow: 0 0 8px #f80 }",
      "@media (prefers-color-scheme: light) { .x { color: #123 } }",
    ])
  func background(sheet: String) {
    #expect(preview(sheet: sheet).queries == [Self.colors])
  }

  @Test("what the terminal answers is what colours are blended with")
  func answer() {
    var white = TerminalAnswers()
    white.background = RGB8(0xFFFFFF)
    let sheet = ".x { color: rgb(0 0 0 / 50%) }"
    #expect(preview(sheet: sheet, answer: white).run.output.contains("38;2;128;128;128"))
    #expect(!preview(sheet: sheet).run.output.contains("38;2;128;128;128"))
    let scheme = ".x { color: light-dark(#010203, #fff) }"
    #expect(preview(sheet: scheme, answer: white).run.output.contains("38;2;1;2;3"))
  }

  @Test("nobody is asked about what the user said")
  func options() {
    let sheet = ".x { color: #ff000080; font-size: 45px }"
    #expect(preview("--background", "dark", "--text-sizing", "off", sheet: sheet).queries.isEmpty)
    #expect(preview("--color", "never", sheet: sheet).queries.isEmpty)
    #expect(
      preview(sheet: sheet, environment: ["TERM": "xterm", "NO_COLOR": "1"]).queries.allSatisfy {
        !$0.colors
      })
  }

  @Test("the size is tried where a text has one, and used where the cursor moved as it should")
  func textSizing() {
    var moved = TerminalAnswers()
    moved.advanceOfWidth = 2
    moved.advanceOfScale = 2
    let (queries, run) = preview(sheet: ".x { font-size: 45px }", answer: moved)
    #expect(queries.map(\.textSizing) == [true])
    #expect(run.output.contains("\u{1B}]66;s=3;Bob"))
  }
}
