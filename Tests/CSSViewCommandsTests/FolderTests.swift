import CSSView
import CSSViewObjects
import TestSupport
import Testing
import ThemeBrowser

@testable import CSSViewCommands

@Suite("Folders that hold more than sheets")
struct FolderTests {
  private static let makeFIFOs = """
    mkdir -p cssview/themes cssview/palettes d; mkfifo cssview/themes/pipe.css d/pipe.css \
    cssview/palettes/pipe d/LoginView.json; printf '.a { color: ansi(2) }' > d/good.css
    printf '@import "pipe.css"; .a { color: red }' > d/import.css
    """

  @Test("a FIFO among sheets is told, and not waited for, by every way that leads to it")
  func pipes() throws {
    let directory = try ScratchDirectory()
    try directory.shell(Self.makeFIFOs)
    let environment = ["TERM": "xterm-256color", "XDG_CONFIG_HOME": directory.path]
    let check = CommandRun("check", "\(directory.path)/d")
    #expect(check.status == .noInput)
    #expect(check.errors.contains("d/pipe.css: not a regular file\n"))
    #expect(check.output.contains("d/import.css:1:9"))
    #expect(check.output.contains("3 files") || check.output.contains("2 files"))
    let themes = CommandRun("themes", environment: environment)
    #expect(themes.status == .success && themes.output.contains("pipe"))
    for command in ["preview", "render", "explain", "check", "snoop"] {
      let run = CommandRun(
        [command, "pipe"] + (["preview", "explain"].contains(command) ? ["x"] : []),
        environment: environment)
      #expect(run.status == .noInput, "\(command)")
      #expect(run.errors.contains("pipe.css: not a regular file"), "\(command): \(run.errors)")
    }
    let batch = CommandRun(
      "explain", "--batch", input: #"{"file": "\#(directory.path)/d/pipe.css", "markup": "x"}"#)
    #expect(batch.output.contains("not a regular file"))
    let palettes = CommandRun(
      "check", "\(directory.path)/d/good.css", "--palettes", "\(directory.path)/cssview/palettes")
    #expect(palettes.status == .noInput)
    let files = ThemeFiles(arguments: ["\(directory.path)/d"])
    #expect(throws: (any Error).self) { try files.contents(of: "\(directory.path)/d/pipe.css") }
  }

  private struct LoginView {}

  @Test("a FIFO named after a type is no theme of the library's")
  func library() throws {
    let directory = try ScratchDirectory()
    try directory.shell(Self.makeFIFOs)
    #expect(throws: ThemeError.self) {
      try Theme(for: LoginView.self, in: "\(directory.path)/d")
    }
    #expect(throws: ThemeError.self) {
      try Architect(for: LoginView.self, in: "\(directory.path)/d")
    }
  }

  @Test("with --watch a FIFO is refused, as it cannot be read again")
  func watchedPipe() throws {
    let directory = try ScratchDirectory()
    try directory.shell(Self.makeFIFOs)
    let pipe = "\(directory.path)/d/pipe.css"
    #expect(CommandRun("preview", pipe, "x", "--watch").status == .noInput)
    #expect(CommandRun("preview", "none", "--file", pipe, "--watch").status == .noInput)
  }

  @Test("a link out of a folder is not followed, and that is told; links inside of it are")
  func links() throws {
    let directory = try ScratchDirectory()
    try directory.shell(
      """
      mkdir -p d/in out; ln -s / d/root; ln -s ../out d/other; ln -s in d/in2; ln -s .. d/in/up
      printf '.a { color: red }' > d/in/a.css; printf '{' > out/bad.json; ln -s d alias
      """)
    let path = directory.path
    for name in ["d", "alias"] {
      let check = CommandRun("check", "\(path)/\(name)")
      #expect(check.status == .success)
      #expect(
        check.errors
          == "cssview: \(path)/\(name)/other and 1 more: a link out of the directory is not followed\n"
      )
    }
    let listing = ThemeFiles(arguments: ["\(path)/d"]).themes()
    #expect(listing.paths == ["\(path)/d/in/a.css"])
    #expect(listing.notes.count == 1)
    // What is named itself is looked into.
    #expect(CommandRun("check", "\(path)/d/other").status == .findings)
  }

  @Test("folders are looked into to a depth, and past it that is told")
  func depth() throws {
    let directory = try ScratchDirectory()
    let deep = (0..<70).map { "d\($0)" }.joined(separator: "/")
    try directory.shell(
      "mkdir -p \(deep); touch d0/a.css \(deep)/z.css; : > d0/d1/b.css")
    let check = CommandRun("check", "\(directory.path)/d0")
    #expect(check.status == .noInput)
    #expect(check.errors.contains("d0: directories deeper than 64 levels are not read"))
    #expect(check.output.contains("2 files"))
  }

  @Test("themes, and sheets that lines of --batch name, take time in proportion to their number")
  func linear() throws {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir -p 200/cssview/themes 800/cssview/themes")
    for count in [200, 800] {
      for number in 0..<count {
        try directory.file("\(count)/cssview/themes/t\(number).css", ".a { color: red }")
      }
    }
    let themes = growth(from: 200) { count in
      let run = CommandRun(
        "themes", environment: ["XDG_CONFIG_HOME": "\(directory.path)/\(count)"])
      #expect(run.output.split(separator: "\n").count > count)
    }
    #expect(themes < 8, "\(themes)")
    let batch = growth(from: 200) { count in
      let lines = (0..<count).map { number in
        #"{"file": "\#(directory.path)/\#(count)/cssview/themes/t\#(number).css", "markup": "x"}"#
      }
      let run = CommandRun("explain", "--batch", input: lines.joined(separator: "\n"))
      #expect(run.output.split(separator: "\n").count == count)
      #expect(!run.output.contains("error"))
    }
    #expect(batch < 8, "\(batch)")
  }
}
