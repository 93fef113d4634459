import CPlatform
import OperatingSystem
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A change in a directory.
enum DirectoryNotice: Hashable {
  /// An entry was written, replaced, moved or removed.
  case name(String, directory: String, wasMovedAway: Bool)
  /// Entries were added or removed, or the directory itself was moved or removed.
  case directory(String)
  /// A directory in it was made, moved or removed.
  case folder(String, directory: String)
  /// There were more changes than the system could queue.
  case overflow
}

#if os(Linux)
  /// Watches directories through inotify(7).
  struct DirectoryNotifier: ~Copyable {
    /// Readable when there are notices.
    let descriptor: Int32

    private var directories: [Int32: String] = [:]

    /// Close and rename, never IN_MODIFY: a file that is being written is half a file.
    ///
    /// New entries count only if they are directories.
    private static let events =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
      | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_CREATE) | UInt32(IN_ONLYDIR)

    /// Watches no directories yet; nil if the system has no more instances.
    init?() {
      let opened = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard opened >= 0 else { return nil }
      descriptor = opened
    }

    deinit { close(descriptor) }

    /// Watches these directories and no others; false if one of them cannot be watched.
    mutating func watch(_ wanted: Set<String>) -> Bool {
      for (watch, directory) in directories where !wanted.contains(directory) {
        inotify_rm_watch(descriptor, watch)
        directories[watch] = nil
      }
      var receivesAll = true
      for directory in wanted.subtracting(directories.values) {
        unsafe FilePath(argument: directory).withPlatformString { path in
          let watch = unsafe inotify_add_watch(descriptor, path, Self.events)
          if watch >= 0 { directories[watch] = directory } else { receivesAll = false }
          if unsafe cp_directory_is_remote(path) { receivesAll = false }
        }
      }
      return receivesAll
    }

    /// Stops watching a directory and those in it: their names may be those of others now.
    mutating func forget(_ directory: String) {
      for (watch, name) in directories where name.isPath(in: directory) {
        inotify_rm_watch(descriptor, watch)
        directories[watch] = nil
      }
    }

    mutating func notices() -> [DirectoryNotice] {
      var notices: [DirectoryNotice] = []
      let source = DescriptorSource(FileDescriptor(rawValue: descriptor))
      let header = MemoryLayout<inotify_event>.size
      while waitToRead([descriptor], timeout: 0)[0], let buffer = try? source.read(atMost: 16384) {
        var offset = 0
        while offset + header <= buffer.count {
          let event = unsafe buffer.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let end = min(buffer.count, offset + header + Int(event.len))
          add(event, name: buffer[offset + header..<end], to: &notices)
          offset = end
        }
      }
      return notices
    }

    private mutating func add(
      _ event: inotify_event, name: ArraySlice<UInt8>, to notices: inout [DirectoryNotice]
    ) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { notices.append(.overflow) }
      guard let directory = directories[event.wd] else { return }
      let entry = ArgumentText.string(Array(name.prefix { $0 != 0 }))
      if event.mask & UInt32(IN_IGNORED) != 0 {
        directories[event.wd] = nil
      } else if event.mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)) != 0 {
        // Its watch moves with it; the name may become another one's.
        inotify_rm_watch(descriptor, event.wd)
        directories[event.wd] = nil
        notices.append(.directory(directory))
      } else if event.mask & UInt32(IN_ISDIR) != 0 {
        notices.append(.folder(entry, directory: directory))
      } else if event.mask & UInt32(IN_CREATE) == 0 {
        let wasMovedAway = event.mask & UInt32(IN_MOVED_FROM) != 0
        notices.append(.name(entry, directory: directory, wasMovedAway: wasMovedAway))
      }
    }
  }
#else
  /// Watches directories for added and removed entries, through kqueue(2).
  ///
  /// It does not report files that are written in place, nor the name of the entry: the caller has
  /// to check the files from time to time as well.
  struct DirectoryNotifier: ~Copyable {
    /// Readable when there are notices.
    let descriptor: Int32

    /// The watched directories by their open descriptors; closing one ends its watch.
    private var directories: [Int32: String] = [:]

    private static let events =
      UInt32(NOTE_WRITE) | UInt32(NOTE_EXTEND) | UInt32(NOTE_DELETE) | UInt32(NOTE_RENAME)
      | UInt32(NOTE_REVOKE)

    /// Watches no directories yet; nil if the system has no more queues.
    init?() {
      let opened = kqueue()
      guard opened >= 0 else { return nil }
      // An editor that is started does not inherit it.
      _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
      descriptor = opened
    }

    deinit {
      for directory in directories.keys { close(directory) }
      close(descriptor)
    }

    /// Watches these directories and no others; false, as files have to be checked, too.
    mutating func watch(_ wanted: Set<String>) -> Bool {
      for (file, directory) in directories where !wanted.contains(directory) { forget(file) }
      for directory in wanted.subtracting(directories.values) {
        guard
          let file = try? FileDescriptor.open(
            FilePath(argument: directory), .readOnly,
            options: [.eventOnly, .directory, .closeOnExec])
        else { continue }
        var change = unsafe kevent(
          ident: UInt(file.rawValue), filter: Int16(EVFILT_VNODE),
          flags: UInt16(EV_ADD | EV_CLEAR), fflags: Self.events, data: 0, udata: nil)
        guard unsafe kevent(descriptor, &change, 1, nil, 0, nil) == 0 else {
          try? file.close()
          continue
        }
        directories[file.rawValue] = directory
      }
      return false
    }

    mutating func notices() -> [DirectoryNotice] {
      var notices: [DirectoryNotice] = []
      let isGone = UInt32(NOTE_DELETE) | UInt32(NOTE_RENAME) | UInt32(NOTE_REVOKE)
      var event = unsafe kevent()
      var noTime = timespec()
      while unsafe kevent(descriptor, nil, 0, &event, 1, &noTime) == 1 {
        let (file, what) = unsafe (Int32(event.ident), event.fflags)
        guard let directory = directories[file] else { continue }
        notices.append(.directory(directory))
        // Another directory has its name now, or none; it is watched the next time.
        if what & isGone != 0 { forget(file) }
      }
      return notices
    }

    private mutating func forget(_ file: Int32) {
      directories[file] = nil
      close(file)
    }

    /// Stops watching a directory and those in it: their names may be those of others now.
    mutating func forget(_ directory: String) {
      for (file, name) in directories where name.isPath(in: directory) { forget(file) }
    }
  }
#endif

extension String {
  /// True if it is the path of a directory, or of something in it.
  func isPath(in directory: String) -> Bool {
    hasPrefix(directory)
      && (utf8.count == directory.utf8.count || directory.hasSuffix("/")
        || utf8.dropFirst(directory.utf8.count).first == UInt8(ascii: "/"))
  }
}
