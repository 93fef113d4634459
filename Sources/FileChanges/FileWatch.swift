import OperatingSystem
import SystemPackage

/// Watches files by their directories, and reports changes of their contents.
///
/// Directories, because most editors save by putting a new file in the old one's place; a watch on
/// the file itself would then keep watching the old one. If the system cannot watch (a network file
/// system, no watches left), the files are checked twice a second.
package struct FileWatch: ~Copyable {
  /// Interval at which files are checked, with or without a watch.
  private static let pollInterval = Duration.milliseconds(500)

  private var notifier: DirectoryNotifier?
  private var filter = ChangeFilter()
  private let start = ContinuousClock.now
  private var nextPoll: ContinuousClock.Instant
  /// Paths by the directory that contains them; a path through a symbolic link is there twice.
  private var pathsByDirectory: [String: [String: Set<String>]] = [:]
  private var needsPolling: Bool
  /// Searched directories, by the name for the notifier, with the name that the caller uses and the
  /// stamp of the last check.
  private var directories: [String: (name: String, stamp: FileState.Stamp?)] = [:]
  /// Those directories by the directory that contains them.
  private var folderNames: [String: [String: Set<String>]] = [:]
  /// Missing directories, by the nearest existing one above them, and the name that is missing
  /// there.
  private var awaited: [String: [String: Set<String>]] = [:]
  /// Searched directories with changed entries, and the time to report them.
  private var folders: (keys: Set<String>, due: Int64?) = ([], nil)
  /// Contents of files that were read before they were watched: a hash, or nil for no file.
  private var readBefore: [String: Int?] = [:]
  /// Time when the first unreported change was noticed.
  private var firstSign: ContinuousClock.Instant?

  /// True if a new file of this name is a change.
  private let isWanted: @Sendable (String) -> Bool

  /// Watches no files yet; `isWanted` returns true if a new file of this name in a searched
  /// directory is a change.
  package init(newFiles isWanted: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.isWanted = isWanted
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

  /// Readable when something may have changed; -1 without a notifier.
  package let descriptor: Int32

  /// Time of the next call to `update`, although nothing is readable; nil for none.
  package var deadline: ContinuousClock.Instant? {
    let first = [filter.due, folders.due].compactMap { $0 }.min()
    let due = first.map { start + .nanoseconds($0) }
    guard needsPolling, !filter.paths.isEmpty || !directories.isEmpty else { return due }
    return min(due ?? nextPoll, nextPoll)
  }

  /// Watches these files, which need not exist, and no others.
  ///
  /// In the directories `searched`, which need not exist, a new file that is wanted or another
  /// directory is a change, too.
  ///
  /// - Returns: True if some of the files were not watched before: if they were saved after they
  ///   were read, that is noticed only if the reading was recorded by `noteRead`.
  @discardableResult
  package mutating func watch(_ paths: [String], newFilesIn searched: [String] = []) -> Bool {
    filter.keep(Set(paths))
    pathsByDirectory = [:]
    folderNames = [:]
    let known = directories
    directories = [:]
    for directory in searched {
      let key = FilePath(argument: directory.isEmpty ? "." : directory).argument
      directories[key] = (directory, known[key]?.stamp ?? FileState.Stamp(of: key))
      // Its own name, which it may lose, and get back.
      for (parent, name) in Self.entries(of: key) {
        folderNames[parent, default: [:]][name, default: []].insert(key)
      }
    }
    var areNew = false
    for path in paths {
      if !filter.isWatching(path) {
        areNew = true
        begin(path)
      }
      // Its own entry, and those its symbolic links point to.
      for (directory, entry) in Self.entries(of: path) {
        pathsByDirectory[directory, default: [:]][entry, default: []].insert(path)
      }
    }
    readBefore = [:]
    watchDirectories()
    // A file that came before it was named is reported with its directory.
    for directory in directoriesWithNewStamps() {
      searchAgain(directory, at: nanoseconds(at: .now))
    }
    return areNew
  }

  /// Watches a file from now on, or from when it was read.
  private mutating func begin(_ path: String) {
    let state = FileState(of: path)
    guard let read = readBefore[path], read != state?.contents, state?.isTooLarge != true else {
      return filter.watch(path, state: state)
    }
    // It was saved since.
    filter.watch(path, state: read.map(FileState.init(readAs:)))
    filter.disturb(path, at: nanoseconds(at: .now))
  }

  /// The locations of a path and of the targets of its symbolic links: a directory and a name in
  /// it.
  private static func entries(of path: String) -> [(directory: String, name: String)] {
    FilePath(argument: path).linkChain.compactMap { link in
      guard let name = link.lastComponent else { return nil }
      let parent = link.removingLastComponent()
      return (parent.isEmpty ? "." : parent.argument, FilePath(root: nil, [name]).argument)
    }
  }

  /// Watches all relevant directories, and those in which missing ones may be made.
  private mutating func watchDirectories() {
    let needed = Set(pathsByDirectory.keys).union(directories.keys).union(folderNames.keys)
    var watchesAll: Bool
    repeat {
      awaited = [:]
      let wanted = Set(needed.map { nearest(to: $0) })
      watchesAll = notifier?.watch(wanted) ?? false
      // Entries made before their directory is watched are not reported.
    } while awaited.contains { directory, names in
      names.keys.contains { Self.isDirectory(FilePath(argument: directory).appending($0)) }
    }
    needsPolling = !watchesAll
  }

  /// The directory itself, or the nearest existing one above it.
  private mutating func nearest(to directory: String) -> String {
    var path = FilePath(argument: directory)
    while !Self.isDirectory(path), let name = path.lastComponent {
      path.removeLastComponent()
      if path.isEmpty { path = "." }
      if Self.isDirectory(path) {
        let entry = FilePath(root: nil, [name]).argument
        awaited[path.argument, default: [:]][entry, default: []].insert(directory)
      }
    }
    return path.argument
  }

  private static func isDirectory(_ path: FilePath) -> Bool {
    (try? Stat(path))?.type == .directory
  }

  /// Records the contents that were read from a file, or nil if it could not be read, as known from
  /// now on.
  package mutating func noteRead(_ bytes: [UInt8]?, of path: String) {
    let contents = bytes.map { FileState.hash(of: $0) }
    if filter.isWatching(path) {
      filter.note(contents, of: path)
    } else {
      readBefore[path] = .some(contents)
    }
  }

  /// The files whose contents have changed since the last call, and the directories that have to be
  /// searched again.
  package mutating func update(isReadable: Bool, now: ContinuousClock.Instant) -> [String] {
    let time = nanoseconds(at: now)
    if isReadable { takeNotices(at: time) }
    if needsPolling, now >= nextPoll {
      nextPoll = now + Self.pollInterval
      // A directory that was missing may be there now.
      watchDirectories()
      // The filter compares: a look that finds nothing new costs one `stat` a file.
      for path in filter.paths where filter.hasNewStamp(path, FileState.Stamp(of: path)) {
        filter.disturb(path, at: time)
      }
      for directory in directoriesWithNewStamps() { searchAgain(directory, at: time) }
    }
    if firstSign == nil, filter.due != nil || folders.due != nil { firstSign = now }
    let reported =
      takeFolders(at: time) + filter.takeChanges(at: time) { FileState(of: $0, knowing: $1) }
    // A change that came to nothing is no sign of the next change.
    if reported.isEmpty, filter.due == nil, folders.due == nil { firstSign = nil }
    return reported
  }

  /// Records that a directory has changed entries.
  private mutating func searchAgain(_ key: String, at time: Int64) {
    guard directories[key] != nil else { return }
    folders.keys.insert(key)
    folders.due = time + filter.quiet
  }

  /// The directories that have to be searched again and have been unchanged long enough.
  private mutating func takeFolders(at time: Int64) -> [String] {
    guard let due = folders.due, due <= time else { return [] }
    defer { folders = ([], nil) }
    return folders.keys.compactMap { directories[$0]?.name }.sorted()
  }

  /// Time of the first notice of the changes that `update` has just reported; the next call starts
  /// anew.
  package mutating func takeFirstSign() -> ContinuousClock.Instant? {
    defer { firstSign = nil }
    return firstSign
  }

  /// The directories whose stamps have changed since the last check.
  private mutating func directoriesWithNewStamps() -> [String] {
    var changed: [String] = []
    for (key, known) in directories {
      let stamp = FileState.Stamp(of: key)
      guard stamp != known.stamp else { continue }
      directories[key]?.stamp = stamp
      changed.append(key)
    }
    return changed
  }

  /// Handles a new file name: a wanted file is watched from now on.
  private mutating func takeNewName(_ name: String, in key: String, at time: Int64) {
    guard let directory = directories[key]?.name, !name.hasPrefix("."), isWanted(name) else {
      return
    }
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
      case .folder(let name, let directory):
        searchAgain(directory, at: time)
        let keys = [folderNames, awaited].flatMap { $0[directory]?[name] ?? [] }
        for key in keys { takeOther(key, at: time) }
      case .directory(let directory): takeOther(directory, at: time)
      case .overflow:
        for path in filter.paths { filter.disturb(path, at: time) }
        for key in directories.keys { searchAgain(key, at: time) }
      }
    }
  }

  /// Handles a directory that is gone, or whose name another one has: all files in it are checked.
  private mutating func takeOther(_ key: String, at time: Int64) {
    notifier?.forget(key)
    for (directory, names) in pathsByDirectory where directory.isPath(in: key) {
      for path in names.values.joined() { filter.disturb(path, at: time) }
    }
    searchAgain(key, at: time)
    watchDirectories()
  }

  private func nanoseconds(at now: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Waits until the contents of a watched file change, without using the processor meanwhile.
  ///
  /// For a program that waits for nothing else; a screen waits for keys as well.
  ///
  /// - Parameter wakes: Called twice a second; ends the waiting when it returns true. Nil is never
  ///   called.
  /// - Returns: The files that changed; empty if `wakes` ended the waiting.
  package mutating func waitForChange(unless wakes: (() -> Bool)? = nil) -> [String] {
    while true {
      var timeout = deadline.map { milliseconds(from: .now, to: $0) }
      if wakes != nil { timeout = min(timeout ?? 500, 500) }
      let readable = waitToRead([descriptor], timeout: timeout)
      let changed = update(isReadable: readable[0], now: .now)
      if !changed.isEmpty || wakes?() == true { return changed }
    }
  }
}
