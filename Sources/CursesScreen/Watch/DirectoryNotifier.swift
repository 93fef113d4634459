import CNCurses

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Hears of changes in directories, through inotify(7).
  struct DirectoryNotifier: ~Copyable {
    /// What happened in a directory.
    enum Notice: Hashable {
      /// An entry was written, replaced, moved or removed.
      case name(String, directory: String, wasMovedAway: Bool)
      /// The directory itself was moved or removed.
      case directory(String)
      /// More happened than could be noted.
      case overflow
    }

    /// Readable when there are notices.
    let descriptor: Int32

    private var directories: [Int32: String] = [:]

    /// Close and rename, never IN_MODIFY: a file that is being written is half a file.
    private static let events =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
      | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// Hears of nothing yet; nil if the system has no more instances to give.
    init?() {
      let opened = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard opened >= 0 else { return nil }
      descriptor = opened
    }

    deinit {
      close(descriptor)
    }

    /// Hears of these directories and no others; false if one of them cannot be heard of.
    mutating func watch(_ wanted: [String]) -> Bool {
      for (watch, directory) in directories where !wanted.contains(directory) {
        inotify_rm_watch(descriptor, watch)
        directories[watch] = nil
      }
      var hearsAll = true
      for directory in wanted where !directories.values.contains(directory) {
        let watch = unsafe inotify_add_watch(descriptor, directory, Self.events)
        if watch >= 0 { directories[watch] = directory } else { hearsAll = false }
        if unsafe cn_directory_is_remote(directory) { hearsAll = false }
      }
      return hearsAll
    }

    /// What has happened since the last time.
    mutating func notices() -> [Notice] {
      var notices: [Notice] = []
      var buffer = [UInt8](repeating: 0, count: 16384)
      let header = MemoryLayout<inotify_event>.size
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return notices }
        var offset = 0
        while offset + header <= count {
          let event = unsafe buffer.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let name = buffer[offset + header..<min(count, offset + header + Int(event.len))]
          add(event, name: name, to: &notices)
          offset += header + Int(event.len)
        }
      }
    }

    private mutating func add(
      _ event: inotify_event, name: ArraySlice<UInt8>, to notices: inout [Notice]
    ) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { notices.append(.overflow) }
      guard let directory = directories[event.wd] else { return }
      if event.mask & UInt32(IN_IGNORED) != 0 {
        directories[event.wd] = nil
      } else if event.mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)) != 0 {
        notices.append(.directory(directory))
      } else {
        let entry = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        let wasMovedAway = event.mask & UInt32(IN_MOVED_FROM) != 0
        notices.append(.name(entry, directory: directory, wasMovedAway: wasMovedAway))
      }
    }
  }
#else
  /// Hears of nothing: here files are only looked at now and then.
  struct DirectoryNotifier: ~Copyable {
    enum Notice: Hashable {
      case name(String, directory: String, wasMovedAway: Bool)
      case directory(String)
      case overflow
    }

    let descriptor: Int32 = -1

    init?() { return nil }

    mutating func watch(_ wanted: [String]) -> Bool { false }

    mutating func notices() -> [Notice] { [] }
  }
#endif
