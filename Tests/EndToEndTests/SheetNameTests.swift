import TestSupport
import Testing

/// Names of themes, and files that are called the same.
@Suite("Names of stylesheets")
struct SheetNameTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.shell("mkdir -p .config/cssview/themes fjord; touch log none default empty")
    try directory.file("own", ".a { color: ansi(4) }\n")
    try directory.file("mine", ".a { color: ansi(4) }")
    try directory.file(".config/cssview/themes/mine.css", ".a { color: ansi(3) }")
    try directory.file("t.txt", "<i class=a>x</i>\n")
  }

  /// Runs a shell's command line in the directory, which is the user's home.
  private func shell(_ line: String) throws -> String {
    try directory.shell(
      "cssview() { HOME=\"$PWD\" \(builtProductsDirectory())/cssview \"$@\"; }\n" + line)
  }

  @Test(
    "A bare name is a theme, whatever file or directory has that name",
    arguments: [
      "preview log x", "render log t.txt", "check log", "explain log x", "convert log --to css",
      "check fjord", "preview fjord x", "themes log", "preview none x", "preview default x",
      "preview own x", "snoop log t.txt", "preview mine x --add log", "check mine",
    ])
  func themesFirst(command: String) throws {
    let answer = try shell("cssview \(command) 2>&1 >/dev/null; echo $?")
    #expect(answer == "0\n")
  }

  @Test("A path is the file")
  func files() throws {
    let text = "'<i class=a>x</i>' --color 16"
    #expect(try shell("cssview preview mine \(text)").contains("\u{1B}[33;3m"))
    #expect(try shell("cssview preview ./mine \(text)").contains("\u{1B}[34;3m"))
    #expect(try shell("cssview preview own \(text)").contains("\u{1B}[34;3m"))
    #expect(try shell("cssview convert ./empty --to css 2>&1; echo $?").hasSuffix("65\n"))
    #expect(try shell("cssview check ./fjord 2>&1; echo $?").contains("no *.json or *.css"))
  }

  @Test("In the place of a text it is the file")
  func texts() throws {
    #expect(try shell("cssview render --escape own") == ".a &#123; color: ansi(4) }\n")
    #expect(try shell("cssview render --escape log 2>&1; echo $?") == "0\n")
    #expect(
      try shell("cssview render --escape table 2>&1; echo $?").contains("takes no stylesheet"))
  }
}
