import SystemPackage
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Files are replaced whole")
struct FileReplacingTests {
  private func read(_ path: String) throws -> String {
    String(decoding: try FileReading.contents(of: FilePath(path), limit: 1 << 20), as: UTF8.self)
  }

  private func shell(_ command: String) throws -> String {
    try runProgram(["sh", "-c", command]).text
  }

  @Test("with their permissions kept, and nothing left beside them")
  func keepsPermissions() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", "old")
    _ = try shell("chmod 640 '\(path)'")
    try FileReplacing.replace(path, with: Array("new".utf8))
    #expect(try read(path) == "new")
    #expect(try shell("stat -c %a '\(path)'") == "640\n")
    #expect(try shell("ls -A \"$(dirname '\(path)')\"") == "theme.json\n")
  }

  @Test("through symbolic links, which stay links")
  func followsLinks() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", "old")
    let link = path + ".link"
    _ = try shell("ln -s theme.json '\(link)'")
    try FileReplacing.replace(link, with: Array("new".utf8))
    #expect(try read(path) == "new")
    #expect(try shell("readlink '\(link)'") == "theme.json\n")
  }

  @Test("in place where they have several names")
  func keepsHardLinks() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", "old and long")
    _ = try shell("ln '\(path)' '\(path).other'")
    try FileReplacing.replace(path, with: Array("new".utf8))
    #expect(try read(path + ".other") == "new")
  }

  @Test("but not those that are read-only, or no files")
  func refuses() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", "old")
    _ = try shell("chmod 444 '\(path)'")
    #expect(throws: Errno.permissionDenied) {
      try FileReplacing.replace(path, with: Array("new".utf8))
    }
    #expect(try read(path) == "old")
    #expect(throws: Errno.self) { try FileReplacing.replace("/dev/null", with: [0x41]) }
    #expect(throws: Errno.self) { try FileReplacing.replace(path + "/x/y", with: [0x41]) }
  }

  @Test("and are made where there are none")
  func creates() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", "x") + ".new"
    try FileReplacing.replace(path, with: Array("new".utf8))
    #expect(try read(path) == "new")
  }
}
