import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  ///
  /// - Parameter usesSystemWatch: false looks at the files only now and then.
  package init(usesSystemWatch: Bool = true) {
    if usesSystemWatch, let made = DirectoryNotifier() {
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
  let descriptor: Int32

  /// When `update` wants to be called although nothing is readable; nil if never.
  var deadline: ContinuousClock.Instant? {
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
      let key = FilePath(directory.isEmpty ? "." : directory).string
      directories[key] = (directory, Self.stamp(of: key))
    }
    for path in paths {
      if !filter.isWatching(path) {
        filter.watch(path, state: Self.state(of: path, knowing: nil))
      }
      for place in Self.places(of: path) {
        pathsByDirectory[place.directory, default: [:]][place.name, default: []].insert(path)
      }
    }
    let wanted = Set(pathsByDirectory.keys).union(directories.keys)
    let watchesAll = notifier?.watch(Array(wanted)) ?? false
    needsPolling = !watchesAll
  }

  /// Takes notice of what happened.
  ///
  /// - Returns: the files whose contents have changed since the last time.
  mutating func update(isReady: Bool, now: ContinuousClock.Instant) -> [String] {
    let time = nanoseconds(at: now)
    if isReady { takeNotices(at: time) }
    var changed: [String] = []
    if needsPolling, now >= nextPoll {
      nextPoll = now + Self.pollInterval
      // The filter compares: a look that finds nothing new costs one `stat` a file.
      for path in filter.paths where filter.hasNewStamp(path, Self.stamp(of: path)) {
        filter.disturb(path, at: time)
      }
      changed += directoriesWithNewStamps()
    }
    if firstSign == nil, filter.due != nil { firstSign = now }
    return changed + filter.settle(at: time) { Self.state(of: $0, knowing: $1) }
  }

  /// When the first sign came of the changes that `update` has just told; the next ones start anew.
  mutating func takeFirstSign() -> ContinuousClock.Instant? {
    defer { firstSign = nil }
    return firstSign
  }

  /// The directories that have other entries than when they were looked at last.
  private mutating func directoriesWithNewStamps() -> [String] {
    var changed: [String] = []
    for (key, known) in directories {
      let stamp = Self.stamp(of: key)
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
}

extension FileWatch {
  /// The directory entries that lead to a path: its own, and those its symbolic links point to.
  static func places(of path: String) -> [(directory: String, name: String)] {
    var places: [(directory: String, name: String)] = []
    var next = FilePath(path)
    // As many links as the system itself would follow.
    for _ in 0..<40 {
      guard let name = next.lastComponent else { break }
      let parent = next.removingLastComponent()
      places.append((parent.isEmpty ? "." : parent.string, name.string))
      guard let target = linkTarget(next.string) else { break }
      next = parent.pushing(FilePath(target))
    }
    return places
  }

  private static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return -1 }
      return unsafe readlink(path, start, buffer.count)
    }
    guard count > 0 else { return nil }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What `stat` says of a path; nil if there is no such file.
  static func stamp(of path: String) -> FileState.Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return FileState.Stamp(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec))
  }

  /// The state of a path; the contents are read only if the stamp is not the one already known.
  static func state(of path: String, knowing known: FileState?) -> FileState? {
    guard let stamp = stamp(of: path) else { return nil }
    if let known, known.stamp == stamp { return known }
    guard let contents = hashOfContents(path) else { return nil }
    return FileState(stamp: stamp, contents: contents)
  }

  private static func hashOfContents(_ path: String) -> UInt64? {
    guard
      let file = try? FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return nil }
    defer { try? file.close() }
    var hash = FileState.Hasher()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      guard
        let count = try? unsafe buffer.withUnsafeMutableBytes({ try unsafe file.read(into: $0) })
      else { return nil }
      guard count > 0 else { return hash.value }
      hash.add(buffer[..<count])
    }
  }
}
