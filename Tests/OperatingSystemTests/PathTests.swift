import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

@Suite("Files and directories")
struct PathTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  private func path(_ name: String) -> FilePath { FilePath(directory.path).appending(name) }

  @Test("directories are made with those that they are in, for this user alone")
  func directories() throws {
    try path("a/b/c").makeDirectories()
    #expect(try directory.shell("ls -ld a a/b a/b/c | cut -c1-10 | uniq") == "drwx------\n")
    // What is there stays.
    try directory.shell("chmod 755 a/b/c")
    try path("a/b/c").makeDirectories()
    #expect(try directory.shell("ls -ld a/b/c | cut -c1-10") == "drwxr-xr-x\n")
    try directory.file("file", "")
    #expect(throws: Errno.notDirectory) { try path("file/a").makeDirectories() }
    #expect(throws: Errno.notDirectory) { try path("file/a/b").makeDirectories() }
    #expect(throws: Errno.fileNameTooLong) {
      try path("d/" + String(repeating: "n", count: 256)).makeDirectories()
    }
  }

  @Test("a file for a while can be read by this user alone, has its ending, and goes")
  func temporaryFile() throws {
    let path = try FilePath.makeTemporaryFile(Array("text".utf8), extension: "css")
    #expect(path.extension == "css")
    #expect(try FileReading.contents(of: path, limit: 8) == Array("text".utf8))
    #expect(try directory.shell("ls -l \(path) | cut -c1-10") == "-rw-------\n")
    path.remove()
    #expect(try directory.shell("ls \(path) 2>/dev/null || echo gone") == "gone\n")
  }

  @Test("a name is given in place of the file that has it")
  func names() throws {
    try directory.file("old", "old")
    try directory.file("new", "new")
    try path("new").rename(to: path("old"))
    #expect(try directory.shell("ls; cat old") == "old\nnew")
    #expect(throws: Errno.noSuchFileOrDirectory) { try path("new").rename(to: path("old")) }
  }
}
