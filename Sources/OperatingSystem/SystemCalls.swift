import CPlatform
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The error of the last C call, which has failed.
package var lastError: Errno { Errno(rawValue: errno) }

extension Errno {
  /// The system's message in lower case: `no such file or directory`.
  package var reason: String { description.lowercased() }
}

/// Calls functions of swift-system, which throw `Errno` without declaring it in their types.
package func systemCall<Value>(_ body: () throws -> Value) throws(Errno) -> Value {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .invalidArgument
  }
}

/// Runs a closure with all signals blocked; pending ones are delivered after it.
package func withoutSignals(_ body: () throws(Errno) -> Void) throws(Errno) {
  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}

/// True for each descriptor with input, or whose other end is closed, after a wait for one of them,
/// a signal, or the end of the time in milliseconds; nil is no limit, and negative descriptors are
/// ignored.
package func waitToRead(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
  wait(on: descriptors, timeout: timeout, toWrite: false)
}

/// Waits until a descriptor accepts bytes, as `waitToRead` does for input.
func waitToWrite(_ descriptor: Int32, timeout: Int? = nil) -> Bool {
  wait(on: [descriptor], timeout: timeout, toWrite: true)[0]
}

private func wait(on descriptors: [Int32], timeout: Int?, toWrite: Bool) -> [Bool] {
  var available = [Bool](repeating: false, count: descriptors.count)
  let limit = timeout.map { Int32(clamping: max(0, $0)) } ?? -1
  unsafe cp_wait(descriptors, &available, descriptors.count, toWrite, limit)
  return available
}

/// Milliseconds between two moments, rounded up so that the later one has come after them.
package func milliseconds(
  from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
) -> Int {
  let (seconds, attoseconds) = (end - start).components
  let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
  let isExact = attoseconds % 1_000_000_000_000_000 == 0
  return max(0, Int(clamping: seconds) * 1000 + milliseconds + (isExact ? 0 : 1))
}

/// Columns and rows of a terminal; 0 is unknown.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int

  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a terminal; nil if it is none, or its size is unknown.
  package init?(of terminal: FileDescriptor) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard unsafe cp_terminal_size(terminal.rawValue, &columns, &rows) else { return nil }
    self.init(columns: Int(columns), rows: Int(rows))
  }
}

extension FileDescriptor {
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// True if it is a terminal in line mode: no program such as a pager uses it alone.
  package var isLineTerminal: Bool {
    var settings = termios()
    return unsafe tcgetattr(rawValue, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Another descriptor for the same file, which child processes do not inherit.
  package func duplicateForThisProgram() throws(Errno) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw lastError }
    return FileDescriptor(rawValue: copy)
  }

  /// Sets the permissions and the owner of another file, as far as the system allows, and waits
  /// until the contents are on the disk.
  ///
  /// - Throws: An error if the contents may not be there.
  package func synchronize(adopting status: Stat?) throws(Errno) {
    if let status {
      _ = fchown(rawValue, status.userID.rawValue, status.groupID.rawValue)
      _ = fchmod(rawValue, status.permissions.rawValue)
    }
    while fsync(rawValue) != 0 {
      let error = lastError
      if Self.lacksSynchronizing.contains(error) { return }
      guard error == .interrupted, Interruption.signal == nil else { throw error }
    }
  }

  /// Errors of `fsync` for files that cannot be synchronised.
  private static let lacksSynchronizing: Set<Errno> = [
    .invalidArgument, .notSupported, .notSupportedOnSocket, .readOnlyFileSystem, .noFunction,
  ]
}

/// The process as the system started it.
package enum CurrentProcess {
  /// The arguments behind the program's name, each byte kept.
  package static var arguments: [String] {
    // Without /proc, Swift knows none on Linux.
    let isKnown = CommandLine.argc > 0
    return (1..<max(1, isKnown ? CommandLine.argc : cp_argument_count())).compactMap { index in
      let argument =
        unsafe isKnown
        ? CommandLine.unsafeArgv[Int(index)].map { unsafe UnsafePointer($0) } : cp_argument(index)
      return unsafe argument.map { unsafe ArgumentText.string(cString: $0) }
    }
  }

  /// The value of an environment variable, each byte kept; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe ArgumentText.string(cString: $0) }
  }

  /// The directory of the program's file; nil if the system does not report it.
  package static var directory: String? {
    let started = CommandLine.argc > 0 ? CommandLine.arguments.first.map { [$0] } ?? [] : []
    let found = (["/proc/self/exe"] + started.filter { $0.contains("/") }).lazy.compactMap {
      FilePath(argument: $0).canonical
    }
    return found.first?.removingLastComponent().argument
  }

  /// Writes the buffered output of C's streams, and so of `print`.
  package static func flushOutput() { _ = fflush(nil) }

  /// Sets an environment variable, each byte of it, or removes it.
  package static func setVariable(_ name: String, to value: String?) {
    guard let value else {
      unsafe unsetenv(name)
      return
    }
    let characters = ArgumentText.bytes(value).map { CChar(bitPattern: $0) } + [0]
    unsafe setenv(name, characters, 1)
  }

  /// Reserves standard streams that the parent closed, so that no opened file gets their
  /// descriptors and the output meant for them.
  package static func reserveStandardStreams() { cp_reserve_standard_streams() }

  /// Makes a write past the limit of the size of files an ordinary error.
  package static func letLargeFilesFail() { cp_let_large_files_fail() }

  /// Lets the process die of a fatal signal that another process sends, as of any other.
  package static func dieOfSentSignals() { cp_die_of_sent_signals() }

  /// Runs a function with a stack for the deepest nesting that the limits allow, whatever `ulimit
  /// -s` says.
  package static func withLargeStack(_ body: @convention(c) () -> Void) {
    cp_call_with_stack(stackSize, body)
  }

  /// A little less than the default of systems, in bytes.
  static let stackSize = 7 << 20

  /// Keeps freed memory for reuse, for a program that makes large things again and again.
  package static func keepFreedMemory() { cp_keep_freed_memory() }

  /// True if Dispatch can start threads: it ends the process if it gets no descriptors.
  package static var canStartThreads: Bool {
    // Those of its event loop, its timers, and one to read how busy the threads are.
    let spare = (0..<8).map { _ in try? FileDescriptor.standardInput.duplicate() }
    for file in spare { try? file?.close() }
    return !spare.contains(nil)
  }

  /// Ends the process: by the recorded signal, or else with a status.
  package static func end(_ status: Int32) -> Never {
    if Interruption.signal != nil { cp_interrupt_obey() }
    exit(status)
  }
}

extension FilePath {
  /// The path without links and `..`; nil if there is no such file.
  package var canonical: FilePath? { try? resolved() }

  func resolved() throws(Errno) -> FilePath {
    guard let found = unsafe withPlatformString({ unsafe realpath($0, nil) }) else {
      throw lastError
    }
    defer { unsafe free(found) }
    return unsafe FilePath(platformString: found)
  }

  /// Target of the symbolic link at this path; nil if there is none.
  package var linkTarget: FilePath? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe withPlatformString { unsafe readlink($0, &target, Int(PATH_MAX)) }
    return count > 0 ? FilePath(platformString: target) : nil
  }

  /// The paths that lead to a file, from this one on: each symbolic link is followed by its target.
  package var linkChain: [FilePath] {
    var linkChain = [self]
    // The limit is the number of links that the system itself would follow.
    while linkChain.count < 40, let target = linkChain[linkChain.count - 1].linkTarget {
      linkChain.append(linkChain[linkChain.count - 1].removingLastComponent().pushing(target))
    }
    return linkChain
  }

  /// True if the permissions let this process write the file.
  package var canBeWritten: Bool { unsafe withPlatformString { unsafe access($0, W_OK) } == 0 }

  /// Kind of an entry of a directory, as far as the directory says.
  package enum EntryKind: Hashable, Sendable {
    case directory
    /// A symbolic link, or a kind that the file system does not report.
    case unknown
    /// A file, a FIFO or the like.
    case other

    fileprivate init(_ type: UInt8) {
      switch type {
      case UInt8(truncatingIfNeeded: DT_DIR): self = .directory
      case UInt8(truncatingIfNeeded: DT_LNK), UInt8(truncatingIfNeeded: DT_UNKNOWN): self = .unknown
      default: self = .other
      }
    }
  }

  /// The names in a directory but for `.` and `..`, and their kinds; the directory is closed.
  static func readEntries(
    _ directory: FileDescriptor
  ) throws(Errno) -> [(name: FilePath, kind: EntryKind)] {
    guard let stream = unsafe fdopendir(directory.rawValue) else {
      let error = lastError
      try? directory.close()
      throw error
    }
    defer { unsafe closedir(stream) }
    var entries: [(FilePath, EntryKind)] = []
    while true {
      // The end and a failure differ in this alone (POSIX, readdir).
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw lastError }
        break
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe FilePath(platformString: $0)
        }
      }
      if name != ".", name != ".." {
        entries.append((name, EntryKind(unsafe entry.pointee.d_type)))
      }
    }
    return entries
  }

  /// The names in a directory but for `.` and `..`.
  package func readNames() throws(Errno) -> [FilePath] {
    let directory = try systemCall {
      try FileDescriptor.open(self, .readOnly, options: [.directory, .closeOnExec])
    }
    return try Self.readEntries(directory).map(\.name)
  }

  /// Renames the file, and replaces one with the other name.
  package func rename(to other: FilePath) throws(Errno) {
    #if canImport(Glibc)
      let rename = unsafe Glibc.rename
    #elseif canImport(Musl)
      let rename = unsafe Musl.rename
    #else
      let rename = unsafe Darwin.rename
    #endif
    let result = unsafe withPlatformString { from in
      unsafe other.withPlatformString { unsafe rename(from, $0) }
    }
    guard result == 0 else { throw lastError }
  }

  /// Ways to rename that not every system supports.
  package enum Renaming {
    /// Fails if the other name exists.
    case asNew

    /// Exchanges the names of two files at once.
    case exchanging
  }

  /// Renames the file in a way that the file system may not support.
  package func rename(to other: FilePath, _ way: Renaming) throws(Errno) {
    let error = unsafe withPlatformString { from in
      unsafe other.withPlatformString { unsafe cp_rename(from, $0, way == .exchanging) }
    }
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// Makes a directory, and those above it, for this user alone; an existing one stays unchanged.
  package func makeDirectories() throws(Errno) {
    if unsafe withPlatformString({ unsafe mkdir($0, 0o700) }) == 0 { return }
    let error = lastError
    if error == .noSuchFileOrDirectory, !removingLastComponent().isEmpty {
      try removingLastComponent().makeDirectories()
      if unsafe withPlatformString({ unsafe mkdir($0, 0o700) }) == 0 { return }
      throw lastError
    }
    guard error == .fileExists else { throw error }
  }

  /// Makes a file in the directory for temporary files that nobody else can read.
  package static func makeTemporaryFile(
    _ bytes: [UInt8], extension: String
  ) throws(Errno) -> FilePath {
    let directory = FilePath(argument: CurrentProcess.variable("TMPDIR") ?? "/tmp")
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let path = directory.appending("cssview-\(number).\(`extension`)")
    let file = try systemCall {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    }
    defer { try? file.close() }
    try DescriptorSink(file).write(bytes)
    return path
  }

  package func remove() { _ = unsafe withPlatformString { unsafe unlink($0) } }
}

/// Calls write(2): the number of bytes written, or -1 with an error.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Calls read(2): the number of bytes, or -1 with an error.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
