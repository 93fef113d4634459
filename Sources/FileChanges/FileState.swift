import OperatingSystem
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// State of a watched path at one moment, for the decision about reloading.
struct FileState: Hashable, Sendable {
  /// Stamp from `stat`; with equal stamps, the contents are not compared.
  struct Stamp: Hashable, Sendable {
    /// Identity of the file.
    var device: DeviceID, inode: Inode

    /// Its size in bytes.
    var size: Int64

    /// Time of the last write, in nanoseconds of the system's clock.
    var modified: Int64
  }

  var stamp: Stamp

  /// A hash of the contents, which changes with each run of the program.
  var contents: Int
}

extension FileState {
  /// Maximum size of a file whose contents are compared, in bytes; for a larger one only the stamp
  /// counts.
  private static let largest: Int64 = 16 << 20

  /// Number of bytes to hash at once.
  private static let piece = 1 << 16

  /// The state of a path; the contents are read only if the stamp is not the known one.
  ///
  /// A file that is not regular has no contents. Nil if there is no such file.
  init?(of path: String, knowing known: FileState? = nil) {
    guard let stamp = Stamp(of: path) else { return nil }
    if let known, known.stamp == stamp {
      self = known
      return
    }
    guard stamp.size <= Self.largest else {
      self.init(stamp: stamp, contents: stamp.hashValue)
      return
    }
    guard let file = try? FileReading.openRegular(FilePath(argument: path)) else { return nil }
    defer { try? file.close() }
    let source = DescriptorSource(file)
    var hasher = Hasher()
    while true {
      guard let bytes = try? source.read(atMost: Self.piece) else { return nil }
      if bytes.isEmpty { break }
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    self.init(stamp: stamp, contents: hasher.finalize())
  }

  /// Creates a state from the hash of contents that were read at an unknown time.
  init(readAs contents: Int) {
    self.init(
      stamp: Stamp(device: DeviceID(rawValue: 0), inode: Inode(rawValue: 0), size: 1, modified: -1),
      contents: contents)
  }

  /// True if the contents are not compared.
  var isTooLarge: Bool { stamp.size > Self.largest }

  static func hash(of bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    unsafe bytes.withUnsafeBytes { all in
      for start in stride(from: 0, to: all.count, by: piece) {
        unsafe hasher.combine(
          bytes: UnsafeRawBufferPointer(rebasing: all[start..<min(start + piece, all.count)]))
      }
    }
    return hasher.finalize()
  }
}

extension FileState.Stamp {
  /// Reads the stamp of a path with `stat`; nil if there is no such file.
  init?(of path: String) {
    guard let status = try? Stat(FilePath(argument: path)) else { return nil }
    let modified = status.st_mtim
    self.init(
      device: status.deviceID, inode: status.inode, size: status.size,
      modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec))
  }
}
