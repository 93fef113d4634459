import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

@Suite("Files of a directory that no link leads out of")
struct OpenedDirectoryTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.shell(
      """
      mkdir -p in/deep out inner; echo a > in/a; echo b > in/deep/b; echo secret > out/a; cp out/a out/b
      echo inner > inner/a; ln -s in alias; ln -s alias/a way; cd in
      ln -s a link; ln -s "$PWD/a" absolute; ln -s ../alias/a around; ln -s deep dir; ln -s ../.. up
      ln -s ../out/a out; ln -s ../out outdir; ln -s circle circle; ln -s gone dangling; mkfifo pipe
      ln -s "$PWD/../out/a" far; ln -s ../way way; ln -s /dev/zero zero; ln -s ../../in/a deep/back
      for n in $(seq 45); do ln -s chain$((n + 1)) chain$n; done; ln -s a chain46
      """)
  }

  private func path(_ name: String) -> FilePath { FilePath("\(directory.path)/\(name)") }

  /// The text of a file, or the error.
  private func text(_ name: String, in root: OpenedDirectory) -> String {
    do throws(Errno) {
      let bytes = try FileReading.text(ofRegular: path(name), in: root, limit: 100)
      return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "not regular\n"
    } catch {
      return "\(error)\n"
    }
  }

  @Test(
    "a path is read if it ends in the directory after links are resolved, whatever leads there",
    arguments: [
      ("in/a", "a"), ("in/deep/b", "b"), ("in/./deep/../a", "a"), ("in//deep//b", "b"),
      ("in/link", "a"), ("in/absolute", "a"), ("in/around", "a"), ("in/dir/b", "b"),
      ("in/dir/../a", "a"), ("in/deep/back", "a"), ("in/way", "a"), ("alias/a", "a"),
      ("out/../in/a", "a"), ("way", "a"), ("in/outdir/../in/a", "a"),
    ])
  func inside(_ name: String, _ text: String) throws {
    #expect(self.text(name, in: try OpenedDirectory(path("in"))) == text + "\n")
    #expect(self.text(name, in: try OpenedDirectory(path("alias"))) == text + "\n")
    #expect(self.text(name, in: try OpenedDirectory("/")) == text + "\n")
  }

  @Test(
    "a path that ends elsewhere is refused, and so is what is no regular file",
    arguments: [
      ("in/out", Errno.improperLink), ("in/far", .improperLink), ("in/outdir/a", .improperLink),
      ("in/../out/a", .improperLink), ("out/a", .improperLink), ("in/zero", .improperLink),
      ("in/up/etc/passwd", .noSuchFileOrDirectory), ("inner/a", .improperLink),
      ("in/circle", .tooManySymbolicLinkLevels), ("in/chain1", .tooManySymbolicLinkLevels),
      ("in/dangling", .noSuchFileOrDirectory), ("in/gone/../a", .noSuchFileOrDirectory),
      ("in/a/b", .notDirectory), ("in/a/..", .notDirectory), ("in/deep", .isDirectory),
      ("in", .isDirectory), ("in/dir", .isDirectory), ("", .improperLink),
    ])
  func outside(_ name: String, _ error: Errno) throws {
    #expect(text(name, in: try OpenedDirectory(path("in"))) == "\(error)\n")
  }

  @Test("a FIFO and a device are not waited for")
  func irregular() throws {
    #expect(text("in/pipe", in: try OpenedDirectory(path("in"))) == "not regular\n")
    let devices = try OpenedDirectory("/dev")
    #expect(try FileReading.text(ofRegular: "/dev/zero", in: devices, limit: 9) == nil)
  }

  @Test("there is none where nothing or no directory is")
  func roots() {
    #expect(throws: Errno.noSuchFileOrDirectory) { try OpenedDirectory(path("gone")) }
    #expect(throws: Errno.notDirectory) { try OpenedDirectory(path("in/a")) }
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try OpenedDirectory(path("in/circle")) }
  }

  @Test("the directory that was opened counts when another takes its name")
  func replacedRoot() throws {
    let root = try OpenedDirectory(path("in"))
    try directory.shell("mv in old; cp -r out in")
    #expect(text("in/a", in: root) == "a\n")
    try directory.shell("rm -r in; ln -s out in")
    #expect(text("in/a", in: root) == "\(Errno.improperLink)\n")
  }

  @Test("the entries of a directory are listed unless a link has its place")
  func entries() throws {
    let root = try OpenedDirectory(path("in"))
    let location = root.location
    #expect(
      try root.readEntries(at: location.appending("deep")).map(\.name).sorted { "\($0)" < "\($1)" }
        == ["b", "back"])
    #expect(try root.readEntries(at: location).contains { $0.name == "pipe" && $0.kind == .other })
    for name in ["outdir", "dir", "out", "a"] {
      #expect(throws: Errno.notDirectory) { try root.readEntries(at: location.appending(name)) }
    }
    #expect(throws: Errno.improperLink) {
      try root.readEntries(at: path("out").resolved())
    }
  }

  /// What is exchanged again and again, and the path that is read meanwhile.
  private static let exchanges: [(name: String, other: String, path: String)] = [
    // A link that leads in and one that leads out, a file and a link, a directory and a link.
    ("in/swap", "in/swap2", "in/swap"), ("in/file", "in/file2", "in/file"),
    ("in/folder", "in/folder2", "in/folder/a"),
  ]

  @Test("a link that is exchanged thousands of times never leads out", arguments: exchanges.indices)
  func races(_ index: Int) throws {
    let (name, other, read) = Self.exchanges[index]
    try directory.shell(
      """
      cd in; ln -s a swap; ln -s ../out/a swap2; cp a file; ln -s ../out/a file2
      mkdir folder; cp a folder; ln -s ../out folder2
      """)
    let root = try OpenedDirectory(path("in"))
    let (first, second) = (path(name), path(other))
    var texts: [String: Int] = [:]
    let count = meanwhile {
      try? first.rename(to: second, .exchanging)
    } _: {
      for _ in 0..<3000 { texts[text(read, in: root), default: 0] += 1 }
    }
    #expect(count > 100)
    #expect(texts["secret\n"] == nil, "\(texts)")
    #expect(texts["a\n"] ?? 0 > 0, "\(texts)")
    #expect(texts["\(Errno.improperLink)\n"] ?? 0 > 0, "\(texts)")
  }
}
