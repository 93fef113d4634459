import CNCurses
package import SystemPackage

/// Other contents for a file: it gets all of them, or it stays as it was.
///
/// They are written into a file beside it, which takes its place when they are complete: nobody
/// ever reads half a file, and neither a full disk nor a signal loses what was there. Permissions
/// and owner are kept as far as the system allows, symbolic links are followed. A file with several
/// names, or in a directory that takes no new one, is written where it is, at the end.
package final class FileReplacement: ByteSink {
  private let target: FilePath
  private let file: FileDescriptor

  /// The file beside the target; nil where there is none.
  private var temporary: FilePath?

  /// The permissions and the owner that it gets.
  private let status: Stat?

  /// What is written in the end, where there is no file beside the target.
  private var kept: MemorySink?

  private var isSignalSafe = false
  private var isOpen = true

  /// Starts to replace the file at a path, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - allowsDevices: whether devices, FIFOs and the like are written directly, piece by piece;
  ///     otherwise they are refused.
  /// - Throws: why it cannot be written.
  package init(_ path: FilePath, allowsDevices: Bool = false) throws(Errno) {
    guard !path.isEmpty else { throw .noSuchFileOrDirectory }
    status = try? Stat(path)
    target = path.places.last ?? path
    if let status {
      if allowsDevices, let stream = Self.standardStream(status) {
        // Opened anew, it would begin where others have written already.
        file = try systemCall { try stream.duplicate() }
        return
      }
      if status.type != .regular {
        guard allowsDevices else { throw .invalidArgument }
        file = try Self.open(path)
        return
      }
      guard !status.permissions.isDisjoint(with: Self.anybodyWrites), path.canBeWritten else {
        throw .permissionDenied
      }
    }
    let beside = target.removingLastComponent().appending(Self.freshName())
    var error = Errno.tooManyLinks
    if status?.linkCount ?? 1 == 1 {
      do throws(Errno) {
        isSignalSafe = unsafe beside.withPlatformString { unsafe cn_unfinished_begin($0) }
        // Nobody else reads what may have been secret before.
        file = try Self.open(
          beside, [.create, .exclusiveCreate],
          permissions: status == nil ? Self.anybodyReadsAndWrites : .ownerReadWrite)
        temporary = beside
        return
      } catch let failure {
        if isSignalSafe { cn_unfinished_end() }
        isSignalSafe = false
        error = failure
      }
    }
    guard status != nil, Self.leavesNoChoice.contains(error) else { throw error }
    file = try Self.open(path)
    kept = MemorySink()
  }

  /// Errors of making a new file after which the old one is overwritten.
  private static let leavesNoChoice: Set<Errno> = [
    .tooManyLinks, .permissionDenied, .notPermitted, .readOnlyFileSystem,
  ]

  private static let anybodyWrites: FilePermissions = [.ownerWrite, .groupWrite, .otherWrite]
  private static let anybodyReadsAndWrites: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]

  /// Standard output or standard error, where that is what a path leads to, as `/dev/stdout` does.
  private static func standardStream(_ status: Stat) -> FileDescriptor? {
    [.standardOutput, .standardError].first { (stream: FileDescriptor) in
      guard let other = try? Stat(stream) else { return false }
      return other.deviceID == status.deviceID && other.inode == status.inode
    }
  }

  private static func freshName() -> String {
    ".cssview-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  private static func open(
    _ path: FilePath, _ options: FileDescriptor.OpenOptions = [],
    permissions: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    try systemCall {
      try FileDescriptor.open(
        path, .writeOnly, options: options.union(.closeOnExec), permissions: permissions)
    }
  }

  /// Writes the next of the bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    if let kept {
      unsafe kept.write(bytes)
    } else {
      try unsafe DescriptorSink(file).write(bytes)
    }
  }

  /// Puts what was written in place of what was there.
  package func commit() throws(Errno) {
    defer { close() }
    if let kept {
      try systemCall { try file.resize(to: 0) }
      try DescriptorSink(file).write(kept.bytes)
    }
    if temporary != nil { try file.settle(like: status) }
    isOpen = false
    do throws(Errno) {
      // A network file system may tell only now that there was no room.
      try systemCall { try file.close() }
    } catch {
      // It is closed also where a signal came meanwhile.
      guard error == .interrupted, Interruption.signal == nil else { throw error }
    }
    guard let beside = temporary else { return }
    do throws(Errno) {
      try beside.rename(to: target)
      temporary = nil
    } catch {
      guard Self.leavesNoChoice.contains(error) else { throw error }
      // In a directory like /tmp nothing takes the place of somebody else's file.
      let bytes = try FileReading.contents(of: beside, limit: .max - 1)
      let file = try Self.open(target, .truncate)
      defer { try? file.close() }
      try DescriptorSink(file).write(bytes)
    }
  }

  private func close() {
    if isOpen { try? file.close() }
    isOpen = false
    temporary?.remove()
    temporary = nil
    if isSignalSafe { cn_unfinished_end() }
    isSignalSafe = false
  }

  deinit { close() }

  /// Replaces the contents of a file in one go.
  package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
    let file = try FileReplacement(path)
    try file.write(bytes)
    try file.commit()
  }
}
