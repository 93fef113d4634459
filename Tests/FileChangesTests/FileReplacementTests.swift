import OperatingSystem
import SystemPackage
import TestSupport
import Testing

@testable import FileChanges

@Suite("Files are replaced whole")
struct FileReplacementTests {
  private let directory: ScratchDirectory
  private let path: String

  init() throws {
    directory = try ScratchDirectory()
    path = try directory.file("theme.json", "old and long")
  }

  private func replace(_ path: String, with text: String = "new") throws {
    try FileReplacement.replace(FilePath(argument: path), with: Array(text.utf8))
  }

  private func read(_ path: String) throws -> String {
    String(
      decoding: try FileReading.contents(of: FilePath(path), limit: 1 << 20), as: UTF8.self)
  }

  @Test("with their permissions kept, and nothing left beside them")
  func keepsPermissions() throws {
    try directory.shell("chmod 640 theme.json")
    try replace(path)
    #expect(try read(path) == "new")
    #expect(try directory.shell("stat -c %a theme.json; ls -A") == "640\ntheme.json\n")
  }

  @Test("through symbolic links, which stay links, also where they lead to nothing yet")
  func followsLinks() throws {
    try directory.shell("ln -s theme.json link; mkdir sub; ln -s ../fresh sub/dangling")
    try replace("\(directory.path)/link")
    try replace("\(directory.path)/sub/dangling", with: "fresh")
    #expect(try read(path) == "new")
    #expect(
      try directory.shell("readlink link; cat fresh; ls -A sub") == "theme.json\nfreshdangling\n")
  }

  @Test("in place where they have several names")
  func keepsHardLinks() throws {
    try directory.shell("ln theme.json other")
    try replace(path)
    #expect(try read("\(directory.path)/other") == "new")
  }

  @Test("but not those that are read-only, or no files")
  func refuses() throws {
    try directory.shell("chmod 444 theme.json")
    #expect(throws: Errno.permissionDenied) { try replace(path) }
    #expect(try read(path) == "old and long")
    #expect(throws: Errno.invalidArgument) { try replace("/dev/null") }
    #expect(throws: Errno.notDirectory) { try replace(path + "/x/y") }
    #expect(throws: Errno.noSuchFileOrDirectory) { try replace("") }
  }

  @Test("where they still say what is expected, in another encoding, too")
  func comparesText() throws {
    try directory.shell("printf '\\376\\377\\000a\\000b' > theme.json")
    let path = FilePath(path)
    #expect(try !FileReplacement.replace(path, with: [0x63], over: .bytes([0x61])))
    #expect(try FileReplacement.replace(path, with: [0x63], over: .bytes([0x61, 0x62])))
    #expect(try FileReading.contents(of: path, limit: 8) == [0x63])
  }

  @Test("and are made where there are none, for whom the mask allows")
  func creates() throws {
    try replace("\(directory.path)/fresh")
    #expect(try directory.shell("umask 027; touch y; stat -c %A fresh").hasPrefix("-rw-r"))
    #expect(try read("\(directory.path)/fresh") == "new")
  }

  @Test("or stay as they were when it is not finished")
  func stays() throws {
    do {
      let file = try FileReplacement(FilePath(path))
      try file.write(Array("half".utf8))
      #expect(try read(path) == "old and long")
    }
    #expect(try read(path) == "old and long")
    #expect(try directory.shell("ls -A") == "theme.json\n")
  }

  @Test(
    "only where they hold what they may",
    arguments: [
      ("printf ' and more' >> theme.json", "old and long and more"),
      ("printf other > theme.json", "other"),
      ("printf other > n; mv n theme.json", "other"),
      ("printf new > n; ln -f theme.json link; cat n > link; rm n", "new"),
    ])
  func changedMeanwhile(change: String, result: String) throws {
    let file = try FileReplacement(FilePath(path))
    try file.write(Array("mine".utf8))
    try directory.shell(change)
    #expect(try !file.commit(over: .bytes(Array("old and long".utf8))))
    #expect(try read(path) == result)
    #expect(try directory.shell("rm -f link; ls -A") == "theme.json\n")
  }

  @Test("in place, too, only where they hold what they may")
  func changedInPlace() throws {
    try directory.shell("ln theme.json other")
    let file = try FileReplacement(FilePath(path))
    try file.write(Array("mine".utf8))
    try directory.shell("printf ' and more' >> other")
    #expect(try !file.commit(over: .bytes(Array("old and long".utf8))))
    #expect(try read(path) == "old and long and more")
  }

  @Test("not where links lead in a circle")
  func circles() throws {
    try directory.shell("ln -s a b; ln -s b a; ln -s loop loop")
    for name in ["a", "b", "loop"] {
      #expect(throws: Errno.tooManySymbolicLinkLevels) {
        try replace("\(directory.path)/\(name)")
      }
    }
    #expect(try directory.shell("readlink a b loop; ls -A | wc -l") == "b\na\nloop\n4\n")
  }

  @Test("not where there must be none")
  func exclusive() throws {
    let new = "\(directory.path)/new"
    let file = try FileReplacement(FilePath(new))
    try file.write(Array("mine".utf8))
    try directory.shell("printf other > new")
    #expect(try !file.commit(over: .nothing))
    #expect(try read(new) == "other")
    #expect(try !FileReplacement.replace(FilePath(directory.path), with: [], over: .nothing))
    #expect(try directory.shell("rm new; ls -A") == "theme.json\n")
    #expect(try FileReplacement.replace(FilePath(new), with: [0x78], over: .nothing))
    #expect(try read(new) == "x")
  }

  #if os(Linux)
    @Test("without a loss while another program appends to them all the time")
    func appends() async throws {
      try replace(path, with: "")
      let path = path
      let appending = Task.detached {
        for number in 0..<500 {
          let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .append)
          try file.closeAfter { _ = try file.writeAll("\(number)\n".utf8) }
        }
      }
      var replaced = 0
      // A line that is lost would be waited for in vain.
      let deadline = ContinuousClock.now + .seconds(60)
      while try !read(path).hasSuffix("499\n"), ContinuousClock.now < deadline {
        // The other task may need this thread.
        await Task.yield()
        let present = Array(try read(path).utf8)
        replaced +=
          try FileReplacement.replace(FilePath(path), with: present, over: .bytes(present)) ? 1 : 0
      }
      try await appending.value
      #expect(replaced > 0)
      #expect(try read(path) == (0..<500).map { "\($0)\n" }.joined())
    }
  #endif
}

@Suite("Names of files")
struct FileNameTests {
  @Test("are kept byte for byte, as strings and as paths")
  func bytes() throws {
    let directory = try ScratchDirectory()
    try directory.shell(#"printf x > "$(printf 'caf\351\303\251')""#)
    let names = try FilePath(argument: directory.path).readNames().map(\.argument)
    #expect(names.map(ArgumentText.bytes) == [[0x63, 0x61, 0x66, 0xE9, 0xC3, 0xA9]])
    #expect(names.map(ArgumentText.shown) == ["caf\u{FFFD}é"])
    let path = FilePath(argument: "\(directory.path)/\(names[0])")
    #expect(try FileReading.contents(of: path, limit: 9) == [0x78])
    #expect(path.canonical == path)
    #expect(FileState(of: path.argument) != nil)
  }

  @Test(
    "need not be UTF-8",
    arguments: [
      [], [0x61], [0xFF], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98, 0x80, 0x80],
      [0xC3, 0xA9, 0xED, 0xA0, 0x80], [0xC0, 0xAF],
    ])
  func roundTrip(bytes: [UInt8]) {
    #expect(ArgumentText.bytes(ArgumentText.string(bytes)) == bytes)
  }
}

@Suite("Files are read")
struct FileReadingTests {
  @Test("up to a limit and one byte more")
  func limit() throws {
    let file = try ScratchFile("abcdef")
    #expect(try FileReading.contents(of: FilePath(file.path), limit: 3).count == 4)
    #expect(try FileReading.contents(of: FilePath(file.path), limit: 6).count == 6)
  }

  @Test("without waiting where only regular ones are wanted")
  func regular() throws {
    let directory = try ScratchDirectory()
    try directory.shell("mkfifo fifo; ln -s /dev/zero zero; echo x > file; ln -s file link")
    try directory.shell(
      "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'")
    func read(_ name: String) throws(Errno) -> [UInt8]? {
      try FileReading.contents(ofRegular: FilePath("\(directory.path)/\(name)"), limit: 9)
    }
    #expect(try read("fifo") == nil)
    #expect(try read("zero") == nil)
    #expect(try read("socket") == nil)
    #expect(try read("link") == [0x78, 0x0A])
    #expect(throws: Errno.isDirectory) { try read(".") }
    #expect(throws: Errno.noSuchFileOrDirectory) { try read("nothing") }
    #expect(FileState(of: "\(directory.path)/fifo") == nil)
    #expect(FileState(of: "\(directory.path)/zero") == nil)
  }
}
