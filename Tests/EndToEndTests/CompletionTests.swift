import TestSupport
import Testing

/// Completion of class names as a shell does it; bash has to be there, the others are tried where
/// they are.
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
    let session = try TmuxSession(
      "cd '\(directory.path)' && PATH=\(builtProductsDirectory()):$PATH \(shell.command)",
      columns: 120)
    try session.type("\(shell.setUp); echo rea''dy\n")
    try session.wait(forText: "\nready")
    try session.type("cssview preview t.css --class \t")
    // The second time lists what the first could not choose between.
    try session.type("\t")
    let screen = try session.wait(forText: "plain")
    #expect(screen.text.contains("in-2_x"))
    #expect(!screen.text.contains("touch"))
    #expect(try directory.shell("ls | grep -v _cssview") == "t.css\n")
  }

  @Test(
    "offer commands after help, names of themes, and values behind an equals sign",
    arguments: [
      ("cssview help sch", "cssview help schema"),
      ("cssview preview midn", "cssview preview midnight"),
      ("cssview preview fjord --color=tru", "cssview preview fjord --color=truecolor"),
      ("cssview check fjord --only low", "cssview check fjord --only low-contrast"),
      ("cssview schema exp", "cssview schema explain"),
      ("cssview preview fjord --class alar", "cssview preview fjord --class alarm"),
    ])
  func offers(typed: String, completed: String) throws {
    let directory = try ScratchDirectory()
    let session = try TmuxSession(
      "cd '\(directory.path)' && PATH=\(builtProductsDirectory()):$PATH \(Shell.bash.command)",
      columns: 120)
    try session.type("\(Shell.bash.setUp); echo rea''dy\n")
    try session.wait(forText: "\nready")
    try session.type("\(typed)\t")
    try session.wait(forText: completed)
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
