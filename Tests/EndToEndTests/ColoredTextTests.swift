import TestSupport
import Testing

@Suite("text that is already coloured, in a terminal")
struct ColoredTextTests {
  private static let program = "\(builtProductsDirectory())/cssview"
  private static let data = packageDirectory + "/Tests/Data/Terminal"

  private func screen(_ command: String, columns: Int = 100, rows: Int = 60) throws
    -> CapturedScreen
  {
    let session = try TmuxSession(
      command, columns: columns, rows: rows,
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

  static let redrawn = [
    "apt", "cargo", "columns", "cmake", "curl", "diff-crlf", "docker", "git-crlf", "git-words",
    "grep-crlf", "ninja", "npm", "pip", "pytest", "rich", "tqdm", "wget", "yarn",
  ]

  @Test("a terminal shows the same of what programs have drawn over", arguments: redrawn)
  func redrawnCells(name: String) throws {
    let file = packageDirectory + "/Tests/Data/Redrawn/\(name).txt"
    try expectSameCells("cat \(file)", "\(Self.render) \(file)", rows: 60)
  }

  @Test("a terminal shows the same of 10,000 random lines with functions", arguments: 0..<20)
  func randomLines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    while lines.count < 500 {
      let line = ReferenceLine(&random, columns: 300)
      // tmux 3.3 goes on showing a wide character that is cut, or loses a column with it, and REP
      // does nothing there behind a character of more than one byte. `CursorLineTests` has these
      // lines too.
      if !line.cutsCharacters, !line.repeatsNonASCII { lines.append(line.input) }
    }
    let file = try ScratchFile(lines.joined(separator: "\u{1B}[m\r\n") + "\u{1B}[m\r\n")
    try expectSameCells("cat \(file.path)", "\(Self.render) \(file.path)", rows: 510)
  }

  @Test("a terminal shows a line that is not complete, and again when it changes")
  func shownAgain() throws {
    let session = try TmuxSession(
      "(printf 'copy 10%%'; read a; printf '\\r\\033[Kcopy 5'; read a; printf '\\rdone\\n') "
        + "| \(Self.render) -",
      columns: 40, rows: 10, environment: ["COLORTERM": "truecolor", "TERM": "tmux-256color"])
    _ = try session.wait(for: "the first state") { $0.lines.first == "copy 10%" }
    try session.press("Enter")
    _ = try session.wait(for: "the second state") { $0.lines.contains("copy 5") }
    try session.press("Enter")
    _ = try session.waitForEnd()
    #expect(try session.screen().lines.contains("done 5"))
  }

  private static let render =
    "env -u NO_COLOR \(program) render --from ansi --color truecolor none"

  private func expectSameCells(_ command: String, _ other: String, rows: Int) throws {
    let came = try screen(command, columns: 300, rows: rows).rows.map(Self.seen)
    let rendered = try screen(other, columns: 300, rows: rows).rows.map(Self.seen)
    #expect(came.count == rendered.count)
    for (row, (one, other)) in zip(came, rendered).enumerated() where one != other {
      Issue.record("row \(row): \(String(one.map(\.text))) \(String(other.map(\.text)))")
    }
  }

  /// The cells of a row, without what cannot be seen of blanks, and without those at its end.
  private static func seen(_ row: [CapturedCell]) -> [CapturedCell] {
    var row = row.map { cell in
      guard cell.text == " " else { return cell }
      var blank = CapturedCell()
      blank.background = cell.background
      return blank
    }
    while row.last?.text == " " { row.removeLast() }
    return row
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
