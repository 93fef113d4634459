import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The functions of the C library that the command line needs, in one place.
enum CLibrary {
  /// Whether a file descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The size of a terminal in cells; nil where it is none, or does not know.
  static func screenSize(of descriptor: Int32) -> ScreenSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The value of an environment variable as it stands there; nil if it is not set.
  static func environmentVariable(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return bytes(of: value)
  }

  /// Waits until bytes can be written, where the descriptor was set not to block.
  static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// Waits until bytes can be read, where the descriptor was set not to block.
  static func waitUntilReadable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// The bytes of a C string.
  static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }

  /// The path without links and `..`; nil when nothing is there.
  static func realPath(_ path: UnsafePointer<CChar>) -> [UInt8]? {
    guard let result = realpath(path, nil) else { return nil }
    defer { free(result) }
    return bytes(of: result)
  }

  /// The names in a directory but for `.` and `..`; nil when it cannot be read.
  static func names(in directory: UnsafePointer<CChar>) -> [[UInt8]]? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 1) { bytes(of: $0) }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  /// What the system says of a file, links followed; nil when there is none.
  static func status(of path: UnsafePointer<CChar>) -> FileStatus? {
    var result = stat()
    guard stat(path, &result) == 0 else { return nil }
    return FileStatus(
      mode: UInt32(result.st_mode), owner: UInt32(result.st_uid), group: UInt32(result.st_gid),
      names: Int(result.st_nlink),
      canBeWritten: access(path, W_OK) == 0 && result.st_mode & 0o222 != 0)
  }

  /// Gives an open file the permissions and the owner of another, as far as the system allows, and
  /// waits until its contents are on the disk.
  static func set(_ status: FileStatus, of descriptor: Int32) {
    _ = fchown(descriptor, status.owner, status.group)
    _ = fchmod(descriptor, mode_t(status.mode & 0o7777))
    _ = fsync(descriptor)
  }

  /// Gives a file another name, in place of the file that has it; false when that fails.
  static func rename(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Bool {
    #if canImport(Glibc)
      Glibc.rename(from, to) == 0
    #elseif canImport(Musl)
      Musl.rename(from, to) == 0
    #else
      Darwin.rename(from, to) == 0
    #endif
  }

  /// Removes a file.
  static func remove(_ path: UnsafePointer<CChar>) { _ = unlink(path) }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// The error of the call that has just failed.
  static var lastError: Errno { Errno(rawValue: errno) }

  /// Ends the process.
  static func end(_ status: Int32) -> Never {
    exit(status)
  }
}

/// What the system says of a file.
struct FileStatus: Hashable, Sendable {
  /// Kind and permissions, as `stat` has them.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  /// How many names it has.
  var names: Int
  /// Whether its permissions let anybody write, this process among them.
  var canBeWritten: Bool

  /// Whether it is a file with contents, and no directory or device.
  var isRegular: Bool { mode & 0o170000 == 0o100000 }
}

/// Columns and rows of a terminal; 0 is unknown.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}
