import TestSupport
import Testing

/// Completion as a shell does it; bash has to be there, the others are tried where they are.
@Suite("Completions in the shells", .serialized)
struct CompletionTests {
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    static let present = allCases.filter { shell in
      shell == .bash
        || (try? runProgram(["sh", "-c", "command -v \(shell)"]))?.status == 0
    }

    var testDescription: String { rawValue }

    /// Starts it without anybody's settings.
    var command: String {
      switch self {
      case .bash: "bash --norc --noprofile"
      case .zsh: "zsh -f"
      case .fish: "fish --no-config"
      }
    }

    /// What is typed to make it complete.
    var setUp: String {
      switch self {
      case .bash: #"eval "$(cssview --generate-completion-script bash)""#
      case .zsh:
        "cssview --generate-completion-script zsh > _cssview; "
          + "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"
      case .fish: "cssview --generate-completion-script fish | source"
      }
    }
  }

  /// A shell that completes, in a folder.
  private func session(_ shell: Shell, in directory: ScratchDirectory) throws -> TmuxSession {
    let session = try TmuxSession(
      "cd '\(directory.path)' && PATH=\(builtProductsDirectory()):$PATH \(shell.command)",
      columns: 120)
    try session.type("\(shell.setUp); echo rea''dy\n")
    try session.wait(for: "the shell") { screen in
      screen.lines.contains { $0.hasPrefix("ready") }
    }
    return session
  }

  @Test("offer what means nothing to the shell, and run nothing", arguments: Shell.present)
  func hostileNames(shell: Shell) throws {
    let directory = try ScratchDirectory()
    try directory.file(
      "t.css",
      #"""
      .plain, .in-2_x { color: red }
      .x\$\(touch\ x\), .y\`touch\ y\`, .z\;touch\ z { color: blue }
      .\1b \]0\;owned\7, .a\202e b { color: blue }
      """#)
    let session = try session(shell, in: directory)
    try session.type("cssview preview t.css --class \t")
    // The second time lists what the first could not choose between.
    try session.type("\t")
    let screen = try session.wait(forText: "plain")
    #expect(screen.text.contains("in-2_x"))
    #expect(!screen.text.contains("touch"))
    #expect(try directory.shell("ls | grep -v _cssview") == "t.css\n")
  }

  @Test(
    "offer commands, themes, schemas, values, and what the sheet names", arguments: Shell.present)
  func offers(shell: Shell) throws {
    let directory = try ScratchDirectory()
    try directory.file(
      "t.css",
      #"""
      .plain { color: red } other_cell .plain:selected { color: blue }
      my_cell.x, a\$\(touch\ x\) { color: red; font-weight: bold }
      """#)
    let session = try session(shell, in: directory)
    for (typed, completed) in [
      ("cssview help sch", "cssview help schema"),
      ("cssview preview midn", "cssview preview midnight"),
      ("cssview preview fjord --color=tru", "cssview preview fjord --color=truecolor"),
      ("cssview check fjord --only low", "cssview check fjord --only low-contrast"),
      ("cssview schema explain-b", "cssview schema explain-batch"),
      ("cssview preview fjord --class alar", "cssview preview fjord --class alarm"),
      ("cssview preview t.css --element my", "cssview preview t.css --element my_cell"),
      ("cssview preview t.css --element oth", "cssview preview t.css --element other_cell"),
      ("cssview preview t.css --state s", "cssview preview t.css --state selected"),
      ("cssview preview fjord --state foc", "cssview preview fjord --state focused"),
      ("cssview preview t.css --style text-al", "cssview preview t.css --style text-align"),
      ("cssview preview t.css --dialect view", "cssview preview t.css --dialect viewcss"),
      ("cssview convert t.css --to js", "cssview convert t.css --to json"),
    ] {
      try session.type("\(typed)\t")
      try session.wait(forText: completed)
      // The line is left as it is; the screen stays short enough.
      try session.press("C-c")
      try session.type("clear; echo cle''ared\n")
      try session.wait(for: "a clear screen") { screen in
        screen.text.contains("\ncleared") || screen.text.hasPrefix("cleared")
      }
    }
    #expect(try directory.shell("ls | grep -v _cssview") == "t.css\n")
  }

  @Test(
    "offer what the sheet has that is typed already, and nothing that means something to a shell",
    arguments: [
      ("--class 4 0 cssview preview t.css --class ''", "alpha beta"),
      ("--class 4 7 cssview preview t.css --class 'alpha b'", "alpha\\ beta"),
      ("--class 4 6 cssview preview t.css --class '$(x) b'", ""),
      ("--class 4 0 cssview preview none.css --class ''", ""),
      ("--element 4 1 cssview preview t.css --element m", "my_cell"),
      ("--element 3 1 cssview preview --element m", ""),
      ("--state 4 0 cssview preview t.css --state ''", "selected"),
      ("--state 3 1 cssview preview --state h", "highlighted"),
      ("--style 4 3 cssview preview t.css --style max", "max-lines max-width"),
      ("sheet 2 4 cssview preview sub/", "sub/u.json"),
      ("sheet 2 1 cssview preview .", ".hidden.css"), ("sheet 2 2 cssview preview fj", "fjord"),
      ("sheet 2 4 cssview preview none", ""), ("sheet 2 6 cssview preview no/ne/", ""),
    ])
  func names(words: String, expected: String) throws {
    let directory = try ScratchDirectory()
    try directory.file(
      "t.css",
      #".alpha { color: red } .beta b:selected { color: red } my_cell, .we\$ird { color: blue }"#)
    try directory.shell("mkdir sub; echo '{}' >sub/u.json; echo >.hidden.css; echo >sub/x.txt")
    let run = try directory.shell(
      "SAP_SHELL=bash SAP_SHELL_VERSION=5 \(builtProductsDirectory())/cssview "
        + "---completion preview -- \(words)")
    let offered = run.split(separator: "\n").map { $0.replacing(" ", with: "\\ ") }
    #expect(offered.joined(separator: " ") == expected)
  }

  @Test(
    "offer themes to every command that takes a sheet",
    arguments: [
      "render -- sheet 2 2 cssview render fj", "explain -- sheet 2 2 cssview explain fj",
      "convert -- sheet 2 2 cssview convert fj", "snoop -- sheet 2 2 cssview snoop fj",
      "check -- sheets 2 2 cssview check fj",
      "value -- --sheet 4 2 cssview value color --sheet fj",
      "measure -- --markup 3 2 cssview measure --markup fj",
    ])
  func sheets(words: String) throws {
    let directory = try ScratchDirectory()
    let run = try directory.shell(
      "SAP_SHELL=bash SAP_SHELL_VERSION=5 \(builtProductsDirectory())/cssview ---completion \(words)"
    )
    #expect(run == "fjord\n")
  }

  @Test("print no control character")
  func controls() throws {
    let directory = try ScratchDirectory()
    try directory.file("t.css", #".\1b \]0\;owned\7, .a\85 b, .a\202e b, .ok { color: blue }"#)
    let run = try directory.shell(
      "SAP_SHELL=bash SAP_SHELL_VERSION=5 \(builtProductsDirectory())/cssview "
        + "---completion preview -- --class 4 0 cssview preview t.css --class ''")
    #expect(run.split(separator: "\n") == ["ok"])
  }
}
