import SystemPackage

/// Watches files by the directories they stand in, and says when their contents have changed.
///
/// Directories, because most editors save by putting a new file in the old one's place; a watch on
/// the file itself would then look at the old one for ever. Where the system cannot watch (a
/// network file system, no watches left), the files are looked at twice a second.
package struct FileWatch: ~Copyable {
  /// How often files are looked at, watch or not.
  private static let pollInterval = Duration.milliseconds(500)

  private var notifier: DirectoryNotifier?
  private var filter = ChangeFilter()
  private let start = ContinuousClock.now
  private var nextPoll: ContinuousClock.Instant
  /// Paths by the directory that holds them; a path through a symbolic link is there twice.
  private var pathsByDirectory: [String: [String: Set<String>]] = [:]
  private var needsPolling: Bool
  /// Directories in which new sheets are wanted, by the name that the notifier knows, with the one
  /// they were given by and what they were when they were looked at last.
  private var directories: [String: (name: String, stamp: FileState.Stamp?)] = [:]
  /// When the first of the changes was noticed that have not been told yet.
  private var firstSign: ContinuousClock.Instant?

  /// Watches nothing yet.
  package init() {
    if let made = DirectoryNotifier() {
      descriptor = made.descriptor
      notifier = consume made
    } else {
      descriptor = -1
      notifier = nil
    }
    needsPolling = descriptor < 0
    nextPoll = start + Self.pollInterval
  }

  /// Readable when something may have changed; -1 if there is nothing to wait on.
  package let descriptor: Int32

  /// When `update` wants to be called although nothing is readable; nil if never.
  package var deadline: ContinuousClock.Instant? {
    let due = filter.due.map { start + .nanoseconds($0) }
    guard needsPolling, !filter.paths.isEmpty else { return due }
    return min(due ?? nextPoll, nextPoll)
  }

  /// Watches these files, which need not exist, and no others.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - searched: directories in which a new stylesheet is a change, too.
  package mutating func watch(_ paths: [String], newSheetsIn searched: [String] = []) {
    filter.keep(Set(paths))
    pathsByDirectory = [:]
    directories = [:]
    for directory in searched {
      let key = FilePath(argument: directory.isEmpty ? "." : directory).argument
      directories[key] = (directory, FileState.Stamp(of: key))
    }
    for path in paths {
      if !filter.isWatching(path) {
        filter.watch(path, state: FileState(of: path))
      }
      // Its own entry, and those its symbolic links point to.
      for place in FilePath(argument: path).places {
        guard let name = place.lastComponent else { continue }
        let parent = place.removingLastComponent()
        let directory = parent.isEmpty ? "." : parent.argument
        let entry = FilePath(root: nil, [name]).argument
        pathsByDirectory[directory, default: [:]][entry, default: []].insert(path)
      }
    }
    let wanted = Set(pathsByDirectory.keys).union(directories.keys)
    let watchesAll = notifier?.watch(wanted) ?? false
    needsPolling = !watchesAll
  }

  /// Takes notice of what happened.
  ///
  /// - Returns: the files whose contents have changed since the last time.
  package mutating func update(isReady: Bool, now: ContinuousClock.Instant) -> [String] {
    let time = nanoseconds(at: now)
    if isReady { takeNotices(at: time) }
    var changed: [String] = []
    if needsPolling, now >= nextPoll {
      nextPoll = now + Self.pollInterval
      // The filter compares: a look that finds nothing new costs one `stat` a file.
      for path in filter.paths where filter.hasNewStamp(path, FileState.Stamp(of: path)) {
        filter.disturb(path, at: time)
      }
      changed += directoriesWithNewStamps()
    }
    if firstSign == nil, filter.due != nil { firstSign = now }
    return changed + filter.settle(at: time) { FileState(of: $0, knowing: $1) }
  }

  /// When the first sign came of the changes that `update` has just told; the next ones start anew.
  package mutating func takeFirstSign() -> ContinuousClock.Instant? {
    defer { firstSign = nil }
    return firstSign
  }

  /// The directories that have other entries than when they were looked at last.
  private mutating func directoriesWithNewStamps() -> [String] {
    var changed: [String] = []
    for (key, known) in directories {
      let stamp = FileState.Stamp(of: key)
      guard stamp != known.stamp else { continue }
      directories[key]?.stamp = stamp
      changed.append(known.name)
    }
    return changed
  }

  /// Takes notice of a file that nobody asked for: a new sheet is watched from now on.
  private mutating func takeNewName(_ name: String, in key: String, at time: Int64) {
    guard let directory = directories[key]?.name, !name.hasPrefix("."),
      name.hasSuffix(".json") || name.hasSuffix(".css")
    else { return }
    let start = directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/"
    let path = start + name
    filter.watch(path, state: nil)
    pathsByDirectory[key, default: [:]][name, default: []].insert(path)
    filter.disturb(path, at: time)
  }

  private mutating func takeNotices(at time: Int64) {
    for notice in notifier?.notices() ?? [] {
      switch notice {
      case .name(let name, let directory, let wasMovedAway):
        let paths = pathsByDirectory[directory]?[name] ?? []
        for path in paths { filter.disturb(path, at: time, wasMovedAway: wasMovedAway) }
        if paths.isEmpty { takeNewName(name, in: directory, at: time) }
      case .directory(let directory):
        for paths in (pathsByDirectory[directory] ?? [:]).values {
          for path in paths { filter.disturb(path, at: time) }
        }
        // The directory itself went away; it may come back under another inode.
        needsPolling = true
      case .overflow:
        for path in filter.paths { filter.disturb(path, at: time) }
      }
    }
  }

  private func nanoseconds(at now: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Waits until the contents of a watched file change, without using the processor meanwhile.
  ///
  /// For a program that has nothing else to wait for; a screen waits for keys as well.
  ///
  /// - Parameter wakes: Asked twice a second, ends the waiting when it says so; nil is never asked.
  /// - Returns: The files that changed; none if it was `wakes` that ended it.
  package mutating func waitForChange(unless wakes: (() -> Bool)? = nil) -> [String] {
    while true {
      var timeout = deadline.map { milliseconds(from: .now, to: $0) }
      if wakes != nil { timeout = min(timeout ?? 500, 500) }
      let ready = waitToRead([descriptor], timeout: timeout)
      let changed = update(isReady: ready[0], now: .now)
      if !changed.isEmpty || wakes?() == true { return changed }
    }
  }
}
