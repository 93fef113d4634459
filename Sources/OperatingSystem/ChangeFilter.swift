/// Decides which disturbances of files are changes worth an event.
///
/// Editors save in many ways: in place, in several writes, through an empty file, or by renaming a
/// new file over the old one, so that for a moment there is none. The filter waits until a file has
/// been quiet for `quiet`, compares its contents with what they were, and gives an empty or
/// missing file one more such time before it believes it.
///
/// Times are nanoseconds of any clock that the caller likes; the filter has none of its own.
struct ChangeFilter {
  /// Time for which a file has to be left alone, in nanoseconds.
  let quiet: Int64

  /// Time for which a file that was moved away may be missing, in nanoseconds.
  let absence: Int64

  /// A file that was disturbed.
  private struct Disturbance {
    /// When to look at it.
    var due: Int64
    /// Until when it may be empty or missing without that being believed.
    var grace: Int64
  }

  private var known: [String: FileState?] = [:]
  private var disturbed: [String: Disturbance] = [:]

  init(quiet: Int64 = 30_000_000, absence: Int64 = 300_000_000) {
    self.quiet = quiet
    self.absence = absence
  }

  /// When to call `takeChanges` next; nil if nothing was disturbed.
  var due: Int64? { disturbed.values.map(\.due).min() }

  var paths: some Collection<String> { known.keys }

  func isWatching(_ path: String) -> Bool { known[path] != nil }

  /// Starts to watch a file that now has a state, or does not exist.
  ///
  /// A file watched already keeps what is known of it.
  mutating func watch(_ path: String, state: FileState?) {
    if known[path] == nil { known[path] = .some(state) }
  }

  mutating func keep(_ paths: Set<String>) {
    known = known.filter { paths.contains($0.key) }
    disturbed = disturbed.filter { paths.contains($0.key) }
  }

  /// True if a file looks different from what is known of it.
  func hasNewStamp(_ path: String, _ stamp: FileState.Stamp?) -> Bool {
    guard let state = known[path] else { return false }
    return disturbed[path] == nil && state?.stamp != stamp
  }

  /// Notes which contents of a file were taken: those count as known from now on.
  ///
  /// A file may be read while it is being saved again; the save that follows is then a change, even
  /// if it brings back what was there before.
  mutating func note(_ contents: Int?, of path: String) {
    guard let state = known[path] else { return }
    if let contents {
      known[path]??.contents = contents
    } else if state != nil {
      known[path] = .some(nil)
    }
  }

  /// Notes that something happened to a file; files that are not watched are passed over.
  ///
  /// `wasMovedAway` is true if the name is gone, and will usually come back at once.
  mutating func disturb(_ path: String, at now: Int64, wasMovedAway: Bool = false) {
    guard known[path] != nil else { return }
    let grace = now + (wasMovedAway ? absence : 2 * quiet)
    let before = disturbed[path]
    disturbed[path] = Disturbance(due: now + quiet, grace: max(grace, before?.grace ?? 0))
  }

  /// Looks at the files that have been quiet long enough.
  ///
  /// `state` returns the present state of a path, given its known state; nil if there is no such
  /// file.
  ///
  /// - Returns: paths that have changed, sorted.
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
