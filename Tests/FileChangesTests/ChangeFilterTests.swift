import SystemPackage
import Testing

@testable import FileChanges

/// A file with these contents; every save gives it another time.
private func file(_ text: String, inode: UInt64 = 1, modified: Int64) -> FileState {
  FileState(
    stamp: FileState.Stamp(
      device: DeviceID(1), inode: Inode(rawValue: .init(inode)),
      size: Int64(text.utf8.count), modified: modified),
    contents: text.hashValue)
}

private let ms: Int64 = 1_000_000

@Suite("The change filter")
struct ChangeFilterTests {
  /// Runs a save: what the file is from each time on, and when it was disturbed.
  private func changes(
    states: [(from: Int64, state: FileState?)], disturbed: [(at: Int64, movedAway: Bool)],
    until end: Int64
  ) -> [Int64] {
    var filter = ChangeFilter()
    filter.watch("theme.json", state: file("old", modified: 0))
    var times: [Int64] = []
    for time in 0...end {
      for event in disturbed where event.at == time {
        filter.disturb("theme.json", at: time * ms, wasMovedAway: event.movedAway)
      }
      let now = states.last { $0.from <= time }
      let state = now == nil ? file("old", modified: 0) : now?.state
      if !filter.takeChanges(at: time * ms, state: { _, _ in state }).isEmpty { times.append(time) }
    }
    return times
  }

  @Test("reports a save 30 ms after its last event, once")
  func debounces() {
    let new = file("new", modified: 5)
    #expect(
      changes(states: [(5, new)], disturbed: [(5, false), (10, false), (20, false)], until: 200)
        == [50])
  }

  @Test("says nothing when the contents are as they were")
  func comparesContents() {
    #expect(
      changes(
        states: [(5, file("old", inode: 9, modified: 5))], disturbed: [(5, false)], until: 200)
        == [])
  }

  @Test("overlooks the moment in which an editor has moved the file away")
  func overlooksAbsence() {
    // vim: theme.json -> theme.json~, then a new theme.json is written.
    let new = file("new", inode: 2, modified: 80)
    #expect(
      changes(
        states: [(5, nil), (80, new)], disturbed: [(5, true), (80, false)], until: 400) == [110])
  }

  @Test("believes that a file is gone when it has been for 300 ms")
  func believesAbsence() {
    #expect(changes(states: [(5, nil)], disturbed: [(5, true)], until: 600) == [305])
  }

  @Test("gives an empty file one more debounce")
  func waitsForContents() {
    let empty = file("", modified: 5)
    let new = file("new", modified: 40)
    #expect(
      changes(states: [(5, empty), (40, new)], disturbed: [(5, false), (40, false)], until: 400)
        == [70])
    #expect(changes(states: [(5, empty)], disturbed: [(5, false)], until: 400) == [65])
  }

  @Test("knows when it wants to look, and nothing else")
  func knowsWhen() {
    var filter = ChangeFilter()
    filter.watch("a", state: nil)
    #expect(filter.due == nil)
    filter.disturb("b", at: 0)
    #expect(filter.due == nil)
    filter.disturb("a", at: 7 * ms)
    #expect(filter.due == 37 * ms)
    filter.keep([])
    #expect(filter.due == nil)
  }

  @Test("knows nothing of files that are not watched")
  func others() {
    var filter = ChangeFilter()
    filter.note(7, of: "a")
    #expect(!filter.isWatching("a") && !filter.hasNewStamp("a", nil))
    filter.watch("a", state: nil)
    #expect(filter.isWatching("a") && !filter.hasNewStamp("a", nil))
  }

  @Test("reports a save that brings back what was there before the last reading")
  func takenContents() {
    let old = file("old", modified: 0)
    for (taken, changed) in [
      ("old".hashValue as Int?, false), ("half".hashValue, true), (nil, true),
    ] {
      var filter = ChangeFilter()
      filter.watch("a", state: old)
      filter.note(taken, of: "a")
      filter.disturb("a", at: 0)
      let told = filter.takeChanges(at: 30 * ms) { _, _ in file("old", modified: 9) }
      #expect(told == (changed ? ["a"] : []), "\(taken ?? 0)")
    }
  }

  @Test("reports a file that comes into being")
  func reportsNewFile() {
    var filter = ChangeFilter()
    filter.watch("a", state: nil)
    filter.disturb("a", at: 0)
    #expect(filter.takeChanges(at: 30 * ms) { _, _ in file("x", modified: 1) } == ["a"])
    #expect(filter.hasNewStamp("a", file("x", modified: 1).stamp) == false)
    #expect(filter.hasNewStamp("a", file("x", modified: 2).stamp))
  }
}
