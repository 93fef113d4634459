import OperatingSystem

/// Decides which notices about files are changes worth an event.
///
/// Editors save in many ways: in place, in several writes, through an empty file, or by renaming a
/// new file over the old one, so that for a moment there is none. The filter waits until a file has
/// been unchanged for `quiet`, compares its contents with the known ones, and waits one more such
/// time for an empty or missing file.
///
/// Times are nanoseconds of any clock of the caller; the filter has none of its own.
struct ChangeFilter {
  /// Time for which a file has to be unchanged, in nanoseconds.
  let quiet: Int64

  /// Time for which a file that was moved away may be missing, in nanoseconds.
  let absence: Int64

  /// A file about which a notice came.
  private struct Disturbance {
    /// Time of the check.
    var due: Int64
    /// Time up to which an empty or missing file is ignored.
    var grace: Int64
  }

  private var known: [String: FileState?] = [:]
  private var disturbed: [String: Disturbance] = [:]

  init(quiet: Int64 = 30_000_000, absence: Int64 = 300_000_000) {
    self.quiet = quiet
    self.absence = absence
  }

  /// Time of the next call to `takeChanges`; nil if there were no notices.
  var due: Int64? { disturbed.values.map(\.due).min() }

  var paths: some Collection<String> { known.keys }

  func isWatching(_ path: String) -> Bool { known[path] != nil }

  /// Starts to watch a file with a state, or none if it does not exist.
  ///
  /// A file watched already keeps its known state.
  mutating func watch(_ path: String, state: FileState?) {
    if known[path] == nil { known[path] = .some(state) }
  }

  mutating func keep(_ paths: Set<String>) {
    known = known.filter { paths.contains($0.key) }
    disturbed = disturbed.filter { paths.contains($0.key) }
  }

  /// True if a file's stamp is different from the known one.
  func hasNewStamp(_ path: String, _ stamp: FileState.Stamp?) -> Bool {
    guard let state = known[path] else { return false }
    return disturbed[path] == nil && state?.stamp != stamp
  }

  /// Records the contents of a file that were read: they are the known ones from now on.
  ///
  /// A file may be read while it is being saved again; the later save is then a change, even if it
  /// restores the earlier contents.
  mutating func note(_ contents: Int?, of path: String) {
    guard let state = known[path] else { return }
    if let contents {
      known[path]??.contents = contents
    } else if state != nil {
      known[path] = .some(nil)
    }
  }

  /// Records a notice about a file; files that are not watched are ignored.
  ///
  /// `wasMovedAway` is true if the name is gone, and will usually come back at once.
  mutating func disturb(_ path: String, at now: Int64, wasMovedAway: Bool = false) {
    guard known[path] != nil else { return }
    let grace = now + (wasMovedAway ? absence : 2 * quiet)
    let before = disturbed[path]
    disturbed[path] = Disturbance(due: now + quiet, grace: max(grace, before?.grace ?? 0))
  }

  /// The paths, sorted, of changed files among those that have been unchanged long enough.
  ///
  /// `state` returns the present state of a path, given its known state; nil if there is no such
  /// file.
  mutating func takeChanges(at now: Int64, state: (String, FileState?) -> FileState?) -> [String] {
    var changed: [String] = []
    for (path, disturbance) in disturbed where disturbance.due <= now {
      let before = known[path] ?? nil
      let after = state(path, before)
      if after?.stamp.size ?? 0 == 0, before?.stamp.size ?? 0 != 0, now < disturbance.grace {
        disturbed[path]?.due = min(now + quiet, disturbance.grace)
        continue
      }
      disturbed[path] = nil
      known[path] = .some(after)
      if after?.contents != before?.contents { changed.append(path) }
    }
    return changed.sorted()
  }
}
