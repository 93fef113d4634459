import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

@Suite("Changes of files are noticed")
struct FileWatchTests {
  /// What the watch tells after a command, five seconds at most.
  private func changes(
    of names: [String], in directory: ScratchDirectory, after command: String
  ) throws -> Set<String> {
    var watch = FileWatch()
    watch.watch(names.map { "\(directory.path)/\($0)" }, newSheetsIn: [directory.path])
    try directory.shell(command)
    let start = ContinuousClock.now
    let changed = watch.waitForChange { ContinuousClock.now - start > .seconds(5) }
    return Set(changed.map { String($0.dropFirst(directory.path.utf8.count + 1)) })
  }

  @Test("also under names that are no UTF-8")
  func oddNames() throws {
    let directory = try ScratchDirectory()
    let name = ArgumentText.string([0x63, 0xE9, 0x2E, 0x63, 0x73, 0x73])
    try directory.shell(#"printf a > "$(printf 'c\351.css')""#)
    let changed = try changes(
      of: [name], in: directory, after: #"printf b > "$(printf 'c\351.css')""#)
    #expect(changed == [name])
    let fresh = try changes(of: [], in: directory, after: #"echo > "$(printf 'd\351.css')""#)
    #expect(fresh == [ArgumentText.string([0x64, 0xE9, 0x2E, 0x63, 0x73, 0x73])])
  }

  @Test("through links, and where a file takes another's place")
  func links() throws {
    let directory = try ScratchDirectory()
    try directory.file("real.css", "a")
    try directory.shell("ln -s real.css link.css")
    #expect(
      try changes(of: ["link.css"], in: directory, after: "echo b > n; mv n real.css")
        .contains("link.css"))
  }

  @Test("but not those that change nothing")
  func touches() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", "a")
    try directory.file("b.css", "b")
    #expect(
      try changes(
        of: ["a.css", "b.css"], in: directory, after: "touch a.css; printf c > b.css") == ["b.css"])
  }
}
