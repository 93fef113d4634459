import OperatingSystem
import SystemPackage
import TestSupport
import Testing

@testable import FileChanges

@Suite("Changes of files are noticed")
struct FileWatchTests {
  /// What the watch tells after a command, five seconds at most.
  private func changes(
    of names: [String], in directory: ScratchDirectory, after command: String
  ) throws -> Set<String> {
    var watch = FileWatch(newFiles: { $0.hasSuffix("css") })
    watch.watch(names.map { "\(directory.path)/\($0)" }, newFilesIn: [directory.path])
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

  @Test("of new files, if they are wanted by their names")
  func newFiles() throws {
    let directory = try ScratchDirectory()
    #expect(try changes(of: [], in: directory, after: "echo > a.txt; echo > b.css") == ["b.css"])
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

  @Test("what changes nothing is no sign of the next change")
  func forgetsSigns() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("a.css", "a")
    var watch = FileWatch()
    watch.watch([path])
    try directory.shell("touch a.css")
    var start = ContinuousClock.now
    _ = watch.waitForChange { ContinuousClock.now - start > .milliseconds(600) }
    start = ContinuousClock.now
    try directory.shell("printf b > a.css")
    let changed = watch.waitForChange { ContinuousClock.now - start > .seconds(5) }
    let sign = watch.takeFirstSign()
    #expect(changed == [path])
    #expect(sign.map { $0 >= start } == true)
  }

  /// A watch over a directory, and what it tells after one command after another.
  private func folderChanges(_ folder: String, after commands: [String]) throws -> [Set<String>] {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir -p themes")
    var watch = FileWatch(newFiles: { $0 == "a.css" })
    let folder = "\(directory.path)/\(folder)"
    watch.watch([], newFilesIn: [folder])
    return try commands.map { command in
      try directory.shell(command)
      var told: Set<String> = []
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .seconds(5), told.isEmpty {
        told = Set(watch.waitForChange { ContinuousClock.now - start > .seconds(5) })
      }
      // What else comes of the command.
      let settled = ContinuousClock.now
      while ContinuousClock.now - settled < .milliseconds(700) {
        told.formUnion(watch.waitForChange { ContinuousClock.now - settled > .milliseconds(700) })
      }
      return Set(told.map { String($0.dropFirst(directory.path.utf8.count + 1)) })
    }
  }

  @Test("also where the system had more to tell than it keeps")
  func overflow() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", "old")
    let path = "\(directory.path)/a.css"
    var watch = FileWatch()
    watch.watch([path])
    // inotify(7): more events than max_queued_events are lost, and this is all that it says.
    try directory.shell(
      "i=0; while [ $i -lt 10000 ]; do : >x; : >y; i=$((i+1)); done; printf new >a.css")
    let start = ContinuousClock.now
    #expect(watch.waitForChange { ContinuousClock.now - start > .seconds(10) }.contains(path))
  }

  @Test("in a directory that was empty")
  func emptyFolder() throws {
    #expect(
      try folderChanges("themes", after: ["echo > themes/a.css"]).map {
        $0.contains("themes/a.css")
      }
        == [true])
  }

  @Test(
    "in a directory that was removed or renamed and is there again",
    arguments: ["rmdir themes", "mv themes other", "mv themes other; rm -r other"])
  func lostFolder(command: String) throws {
    let told = try folderChanges(
      "themes", after: [command, "mkdir themes", "echo > themes/a.css"])
    #expect(told[0].contains("themes") && told[1].contains("themes"))
    #expect(told[2].contains("themes/a.css"))
  }

  @Test("in a directory that is made later, and tells of directories inside")
  func laterFolder() throws {
    let told = try folderChanges("later", after: ["mkdir later", "mkdir later/inside"])
    #expect(told == [["later"], ["later"]])
  }

  @Test("in a directory in which a file came into being before it was watched by its name")
  func namedLate() throws {
    let directory = try ScratchDirectory()
    var watch = FileWatch()
    watch.watch([], newFilesIn: [directory.path])
    // Until the clock of the file system goes on.
    try directory.shell("sleep 0.05")
    try directory.file("a.css", "a")
    watch.watch(["\(directory.path)/a.css"], newFilesIn: [directory.path])
    let start = ContinuousClock.now
    let told = watch.waitForChange { ContinuousClock.now - start > .seconds(5) }
    #expect(told == [directory.path], "\(told)")
  }

  @Test("in a directory whose parents are not there either, without looking again and again")
  func missingParents() throws {
    let directory = try ScratchDirectory()
    var watch = FileWatch(newFiles: { $0 == "a.css" })
    let folder = "\(directory.path)/one/two/three"
    watch.watch([], newFilesIn: [folder])
    #expect(watch.deadline == nil)
    for command in ["mkdir one", "mkdir -p one/two/three", "rm -r one", "mkdir -p one/two/three"] {
      try directory.shell(command)
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .milliseconds(100) {
        _ = watch.waitForChange { ContinuousClock.now - start > .milliseconds(100) }
      }
      #expect(watch.deadline == nil, "\(command)")
    }
    try directory.shell("echo > one/two/three/a.css")
    let start = ContinuousClock.now
    let told = watch.waitForChange { ContinuousClock.now - start > .seconds(5) }
    #expect(told.contains("\(folder)/a.css"), "\(told)")
  }

  @Test("when a save brings back what was there before the last reading")
  func readBetween() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", "good")
    let path = "\(directory.path)/a.css"
    var watch = FileWatch()
    watch.watch([path])
    // The file was read while it was being saved.
    watch.noteRead([], of: path)
    try directory.shell("printf good > a.css")
    let start = ContinuousClock.now
    #expect(watch.waitForChange { ContinuousClock.now - start > .seconds(5) } == [path])
  }

  @Test(
    "when a file was saved between being read and being watched",
    arguments: [
      ("printf new > a.css", true), ("rm a.css", true), ("touch a.css", false), (":", false),
    ])
  func savedBefore(command: String, isTold: Bool) throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", "old")
    let path = "\(directory.path)/a.css"
    var watch = FileWatch()
    watch.noteRead(Array("old".utf8), of: path)
    try directory.shell(command)
    let isNew = watch.watch([path])
    #expect(isNew)
    let start = ContinuousClock.now
    let wait = Duration.seconds(isTold ? 5 : 1)
    let told = watch.waitForChange { ContinuousClock.now - start > wait }
    #expect(told == (isTold ? [path] : []))
    let isNewAgain = watch.watch([path])
    #expect(!isNewAgain)
  }

  @Test("when a file came into being between being looked for and being watched")
  func madeBefore() throws {
    let directory = try ScratchDirectory()
    let path = "\(directory.path)/a.css"
    var watch = FileWatch()
    watch.noteRead(nil, of: path)
    try directory.file("a.css", "new")
    watch.watch([path])
    let start = ContinuousClock.now
    #expect(watch.waitForChange { ContinuousClock.now - start > .seconds(5) } == [path])
  }
}
