import CSSView
import Diagnostics
import Styling
import SystemPackage
import TestSupport
import Testing

@testable import CSSViewCommands
@testable import OperatingSystem

@Suite("Imports from the file system")
struct ImportPathTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.shell(
      """
      mkdir -p in/deep out; echo '.a { color: red }' > in/a.css; cp in/a.css in/deep/b.css
      echo '.secret { color: blue }' > out/secret.css; ln -s in alias
      cp out/secret.css out/a.css; cp out/secret.css 'out/a~dark.css'; cd in
      ln -s a.css link.css; ln -s "$PWD/a.css" absolute.css; ln -s deep dir; ln -s ../out outdir
      ln -s ../alias/deep/b.css around.css; ln -s ../out/secret.css out.css
      ln -s "$PWD/../out/secret.css" far.css; ln -s circle.css circle.css; ln -s gone dangling.css
      mkfifo pipe.css; mkdir folder.css; ln -s /dev/zero zero.css
      """)
  }

  /// The files that a sheet is made of besides itself, and its messages.
  private func load(
    _ sheet: String, name: String = "in/main.css", allowing allowed: [String] = []
  ) -> (texts: [String], messages: [String]) {
    let loader = StylesheetLoader(files: SystemFiles(), allowedDirectories: allowed)
    let loaded = loader.load(SourceText(name: "\(directory.path)/\(name)", text: sheet))
    let texts = loaded.sources.map { String(decoding: $0.source.bytes, as: UTF8.self) }
    return (texts.filter { $0 != sheet }, loaded.diagnostics.map(\.message))
  }

  @Test(
    "a file inside of the folder is imported, whatever path or link leads to it",
    arguments: [
      "a.css", "a", "./deep/../a.css", "deep/b.css", "link.css", "absolute.css", "around.css",
      "dir/b.css", "dir/../a.css", "../in/a.css", "../alias/a.css", "../out/../in/a.css",
      "outdir/../in/a.css",
    ])
  func inside(_ path: String) {
    for name in ["in/main.css", "alias/main.css", "in/deep/../main.css"] {
      let loaded = load("@import \"\(path)\";", name: name)
      #expect(loaded.texts == [".a { color: red }\n"], "\(loaded.messages)")
      #expect(loaded.messages.isEmpty)
    }
  }

  @Test(
    "a file elsewhere is refused, and so is what is no regular file",
    arguments: [
      ("out.css", "outside"), ("far.css", "outside"), ("outdir/secret.css", "outside"),
      ("../out/secret.css", "outside"), ("deep/../../out/secret.css", "outside"),
      ("zero.css", "outside"), ("circle.css", "no such file"), ("dangling.css", "no such file"),
      ("gone/../a.css", "no such file"), ("pipe.css", "not a regular file"),
      ("folder.css", "is a directory"), ("a.css/b.css", "no such file"),
    ])
  func outside(_ path: String, _ reason: String) {
    let loaded = load("@import \"\(path)\";")
    #expect(loaded.texts.isEmpty)
    #expect(loaded.messages.count == 1 && loaded.messages[0].contains(reason), "\(loaded.messages)")
    let json = load(#"{"@imports": ["\#(path)"]}"#, name: "in/main.json")
    #expect(json.texts.isEmpty && json.messages.count == 1)
  }

  @Test("a folder that is allowed is one more, by any path to it")
  func allowed() {
    for path in ["out.css", "outdir/secret.css", "\(directory.path)/out/secret.css"] {
      for folder in ["out", "in/outdir", "in/../out"] {
        let loaded = load("@import \"\(path)\";", allowing: ["\(directory.path)/\(folder)"])
        #expect(loaded.texts == [".secret { color: blue }\n"], "\(loaded.messages)")
      }
    }
    let other = load("@import \"out.css\";", allowing: ["\(directory.path)/in/deep"])
    #expect(other.texts.isEmpty)
  }

  @Test("a variant that is a link out of the folder is not read, and one inside of it is")
  func variants() throws {
    try directory.shell("cd in; ln -s ../out/secret.css 'main~dark.css'")
    #expect(load("").texts.isEmpty)
    try directory.shell("cd in; ln -sf deep/b.css 'main~dark.css'")
    #expect(load("").texts == [".a { color: red }\n"])
  }

  /// What is exchanged again and again: an import, a variant, and a folder of imports.
  private static let exchanges = [
    ("in/a.css", "in/out.css"), ("in/main~dark.css", "in/out.css"), ("in/deep", "in/outdir"),
  ]

  @Test("a link that is exchanged while a stylesheet loads never leads out", arguments: exchanges)
  func races(_ name: String, _ other: String) throws {
    try directory.shell("cp in/a.css 'in/main~dark.css'; cp in/a.css in/deep/secret.css")
    var counts = (all: 0, fewer: 0)
    let step = exchange(name, other)
    meanwhile(step) {
      for _ in 0..<500 {
        let loaded = load("@import 'a.css'; @import 'deep/b.css'; @import 'deep/secret.css';")
        #expect(!loaded.texts.contains { $0.contains("secret") })
        if loaded.texts.count == 4 { counts.all += 1 } else { counts.fewer += 1 }
      }
    }
    #expect(counts.all > 0 && counts.fewer > 0, "\(counts)")
  }

  @Test("a folder that is exchanged for a link while it is walked through is not left")
  func walk() throws {
    try directory.shell("mkdir -p in/deep/more out/more; touch out/more/secret in/deep/more/b")
    var wasFound = false
    let step = exchange("in/deep", "in/outdir")
    meanwhile(step) {
      for _ in 0..<500 {
        var walk = FolderWalk(from: "\(directory.path)/in")
        var names: Set<String> = []
        while let folder = walk.next() { names.formUnion(folder.names) }
        #expect(!names.contains("secret") && !names.contains("secret.css"))
        wasFound = wasFound || names.contains("b")
      }
    }
    #expect(wasFound)
  }

  /// A step that gives each of two files the other's name.
  private func exchange(_ name: String, _ other: String) -> @Sendable () -> Void {
    let (first, second) = (
      FilePath("\(directory.path)/\(name)"), FilePath("\(directory.path)/\(other)")
    )
    return { try? first.rename(to: second, .exchanging) }
  }
}
