import TestSupport
import Testing

@Suite("text that is already coloured, in a terminal")
struct ColoredTextTests {
  private static let program = "\(builtProductsDirectory())/cssview"
  private static let data = packageDirectory + "/Tests/Data/Terminal"

  private func screen(_ command: String) throws -> CapturedScreen {
    let session = try TmuxSession(
      command, columns: 100, rows: 60,
      environment: ["COLORTERM": "truecolor", "TERM": "tmux-256color"])
    _ = try session.waitForEnd()
    return try session.screen()
  }

  @Test(
    "a terminal shows the same cells for what is rendered as for what the program wrote",
    arguments: [
      "bat", "cargo", "colors", "curl", "gcc", "gcc-links", "git-diff", "grep", "ls", "ls-links",
      "progress", "pytest",
    ])
  func cells(name: String) throws {
    let came = try screen("cat \(Self.data)/\(name).txt")
    let rendered = try screen(
      "env -u NO_COLOR \(Self.program) render --from ansi --controls drop --color truecolor none "
        + "\(Self.data)/\(name).txt")
    #expect(came.lines == rendered.lines)
    for row in came.rows.indices {
      for column in came.rows[row].indices {
        var (one, other) = (came[column, row], rendered[column, row])
        // The profile of tmux promises plain underlines only, and no overline.
        one.attributes = Self.common(one.attributes)
        other.attributes = Self.common(other.attributes)
        #expect(one == other, "\(name) \(column) \(row)")
      }
    }
  }

  private static func common(_ attributes: Set<Int>) -> Set<Int> {
    var common = attributes.subtracting([21, 43, 44, 45, 53])
    if common.count < attributes.count, !attributes.isDisjoint(with: [21, 43, 44, 45]) {
      common.insert(4)
    }
    return common
  }

  @Test("an old manual page is bold and underlined")
  func manual() throws {
    let shown = try screen(
      "\(Self.program) render --from ansi --color always none \(Self.data)/man.txt")
    #expect(shown.lines[2] == "NAME")
    #expect(shown[0, 2].attributes == [1])
    #expect(shown.lines[6].hasPrefix("       ls [OPTION]"))
    #expect(shown[7, 6].attributes == [1])
    #expect(shown[11, 6].attributes == [4])
  }
}
