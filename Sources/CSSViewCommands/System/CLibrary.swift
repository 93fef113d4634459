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

  /// Ends the process.
  static func end(_ status: Int32) -> Never {
    exit(status)
  }
}

/// Columns and rows of a terminal; 0 is unknown.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}
