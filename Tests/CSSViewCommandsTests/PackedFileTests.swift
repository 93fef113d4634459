import TestSupport
import Testing

@testable import CSSViewCommands

/// Files that `gzip` has packed, and texts in UTF-16, through the commands that read them.
@Suite("Packed and decoded files")
struct PackedFileTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", ".ok { color: red }")
    try directory.file("a.txt", "one <b class=ok>two</b>\nthree\n")
    try directory.shell("gzip -c a.txt > a.txt.gz; cp a.txt.gz rotated; cp a.txt plain.gz")
  }

  private func path(_ name: String) -> String { directory.path + "/" + name }

  @Test(
    "A packed file is shown as what was packed, whatever it is called",
    arguments: ["a.txt", "a.txt.gz", "rotated", "plain.gz"])
  func names(name: String) {
    let run = CommandRun("render", path("s.css"), path(name))
    #expect(run.output == "one two\nthree\n")
    #expect(run.errors == "")
    #expect(run.status == .success)
    #expect(CommandRun("snoop", path("s.css"), path(name)).errors == "")
    #expect(CommandRun("preview", path("s.css"), "--file", path(name)).output.contains("three"))
  }

  @Test("Several members, and bytes behind the last one, are no mistake")
  func members() throws {
    try directory.shell("cat a.txt.gz a.txt.gz > two; (cat a.txt.gz; echo rest) > more")
    let two = CommandRun("render", path("s.css"), path("two"))
    #expect(two.output == "one two\nthree\none two\nthree\n")
    let more = CommandRun("render", path("s.css"), path("more"))
    #expect(more.output == "one two\nthree\n")
    #expect(more.status == .success)
  }

  @Test("What a damaged or cut file still has is shown, and then the next file")
  func damaged() throws {
    try directory.shell(
      """
      seq 100000 > n; gzip -c n > n.gz; head -c 100000 n.gz > cut
      (head -c 150000 n.gz; printf 'XXXXXXXX'; tail -c +150009 n.gz) > damaged
      """)
    for name in ["cut", "damaged"] {
      let run = CommandRun("render", path("s.css"), path(name), path("a.txt"))
      #expect(run.output.hasPrefix("1\n2\n3\n"))
      #expect(run.output.count > 50_000)
      #expect(run.output.hasSuffix("one two\nthree\n"))
      #expect(run.errors.hasPrefix("cssview: \(path(name)): the compressed data is damaged"))
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
      #expect(run.status == .noInput)
    }
  }

  @Test("Packed text on standard input that is no file is refused with the command to use")
  func standardInput() {
    let run = CommandRun(["render", path("s.css")], input: [0x1F, 0x8B, 8, 0, 0])
    #expect(run.output == "")
    #expect(run.errors.contains("gzip -dc"))
    #expect(run.status == .noInput)
  }

  @Test("UTF-16 is decoded for stylesheets, imports, texts, palettes and standard input")
  func decoded() throws {
    try directory.shell(
      """
      iconv -f UTF-8 -t UTF-16 a.txt > text16
      printf '@import "colors.css";' | iconv -f UTF-8 -t UTF-16BE | (printf '\\376\\377'; cat) > main.css
      printf '.ok { color: #ff0000 }\\n.no { colr: red }' | iconv -f UTF-8 -t UTF-16 > colors.css
      printf 'x\\ny "é' | iconv -f UTF-8 -t UTF-16 > input16
      printf 'foreground #010203' | iconv -f UTF-8 -t UTF-16 > palette.conf
      """)
    let run = CommandRun("render", path("main.css"), path("text16"), "--color", "truecolor")
    #expect(run.visible == "one ␛[38;2;255;0;0;1mtwo␛[0m\nthree\n")
    // Places are those of the decoded text.
    #expect(run.errors.contains("colors.css:2:7:"))
    #expect(CommandRun("check", path("main.css")).output.contains("colors.css:2:7: "))
    let bytes = try TestSupport.runProgram(["cat", path("input16")]).output
    #expect(CommandRun(["render", path("s.css")], input: bytes, piece: 1).output == "x\ny \"é")
    #expect(CommandRun(["preview", path("s.css")], input: bytes).output.contains("y \"é"))
    #expect(
      CommandRun(
        "convert", "none", "--palette", path("palette.conf"), "--to", "palette-ghostty"
      ).output.contains("#010203"))
  }
}
