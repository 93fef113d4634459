import CPlatform
import OperatingSystem
package import SystemPackage

/// New contents for a file: either all of them are written, or it stays unchanged.
///
/// They are written into a file beside it, which replaces it when they are complete: nobody ever
/// reads half a file, and neither a full disk nor a signal loses the old contents. Permissions and
/// owner are kept as far as the system allows, symbolic links are followed. A file with several
/// names, or in a directory where no new one can be made, is written in place, at the end.
package final class FileReplacement: ByteSink {
  private let target: FilePath
  private let file: FileDescriptor

  /// The file beside the target; nil if the target is written in place.
  private var temporary: FilePath?

  /// The permissions and the owner of the target.
  private let status: Stat?

  /// Bytes to write at the end, if there is no file beside the target.
  private var kept: MemorySink?

  private var isSignalSafe = false
  private var isOpen = true

  /// Contents that a file may have when it is replaced.
  package enum Replaceable: Hashable, Sendable {
    /// Anything; the file need not exist.
    case anything

    /// There must be no such file.
    case nothing

    case bytes([UInt8])
  }

  /// Starts to replace the file at a path, which need not exist.
  ///
  /// Devices, FIFOs and the like are refused, or written directly, piece by piece, if
  /// `allowsDevices`.
  package init(_ path: FilePath, allowsDevices: Bool = false) throws(Errno) {
    guard !path.isEmpty else { throw .noSuchFileOrDirectory }
    status = try? Stat(path)
    target = path.linkChain.last ?? path
    // Such a link leads in a circle; it is no file to replace.
    if target.linkTarget != nil { throw .tooManySymbolicLinkLevels }
    if let status {
      if allowsDevices, let stream = Self.standardStream(status) {
        // Opened anew, it would begin where others have written already.
        file = try stream.duplicateForThisProgram()
        return
      }
      if status.type != .regular {
        guard allowsDevices else {
          throw status.type == .directory ? .isDirectory : .invalidArgument
        }
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
        isSignalSafe = unsafe beside.withPlatformString { unsafe cp_unfinished_begin($0) }
        // Nobody else reads what may have been secret before.
        file = try Self.open(
          beside, [.create, .exclusiveCreate],
          permissions: status == nil ? Self.anybodyReadsAndWrites : .ownerReadWrite)
        temporary = beside
        return
      } catch let failure {
        if isSignalSafe { cp_unfinished_end() }
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

  /// Standard output or standard error, if a path leads to it, as `/dev/stdout` does.
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

  package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    if let kept { unsafe kept.write(bytes) } else { try unsafe DescriptorSink(file).write(bytes) }
  }

  /// Replaces the old contents by the written ones.
  ///
  /// - Parameter expected: The contents that may be there. They are checked last of all, and once
  ///   more after the files were exchanged, if the system can do that: contents that another
  ///   program wrote meanwhile are restored. On Linux a program that has the old file open for
  ///   writing is waited for, as long as `patience`; its writes into that file after the last check
  ///   are lost.
  /// - Returns: False if other contents are there, which stay unchanged.
  /// - Throws: An error if the contents cannot be replaced.
  @discardableResult
  package func commit(over expected: Replaceable = .anything) throws(Errno) -> Bool {
    defer { close() }
    if temporary != nil { try file.synchronize(adopting: status) }
    guard Self.isThere(expected, at: target) else { return false }
    if let kept { try Self.overwrite(target, file, with: kept.bytes) }
    isOpen = false
    do throws(Errno) {
      // A network file system may report only now that there was no space.
      try systemCall { try file.close() }
    } catch {
      // It is closed also where a signal came meanwhile.
      guard error == .interrupted, Interruption.signal == nil else { throw error }
    }
    guard let beside = temporary else { return true }
    do throws(Errno) {
      return try take(beside, over: expected)
    } catch {
      guard Self.leavesNoChoice.contains(error) else { throw error }
      // In a directory like /tmp another user's file cannot be replaced.
      let bytes = try FileReading.contents(of: beside, limit: .max - 1)
      guard Self.isThere(expected, at: target) else { return false }
      let file = try Self.open(target)
      defer { try? file.close() }
      try Self.overwrite(target, file, with: bytes)
      return true
    }
  }

  /// Writes other bytes into a file in place; if that fails, its contents are restored.
  ///
  /// The part that makes it longer is written first, so that a full disk is noticed before anything
  /// is lost.
  private static func overwrite(
    _ path: FilePath, _ file: FileDescriptor, with bytes: [UInt8]
  ) throws(Errno) {
    let size = try systemCall { try Int(file.seek(offset: 0, from: .end)) }
    let shared = min(size, bytes.count)
    let old = (try? FileReading.contents(ofRegular: path, limit: shared))?.prefix(shared)
    try withoutSignals { () throws(Errno) in
      do throws(Errno) {
        try write(bytes[shared...], into: file, at: shared)
        try file.synchronize(adopting: nil)
        try write(bytes[..<shared], into: file, at: 0)
        try file.synchronize(adopting: nil)
        try systemCall { try file.resize(to: Int64(bytes.count)) }
      } catch {
        if let old { try? write(old, into: file, at: 0) }
        try? file.resize(to: Int64(size))
        throw error
      }
    }
  }

  private static func write(
    _ bytes: ArraySlice<UInt8>, into file: FileDescriptor, at offset: Int
  ) throws(Errno) {
    guard !bytes.isEmpty else { return }
    _ = try systemCall { try file.seek(offset: Int64(offset), from: .start) }
    try DescriptorSink(file).write(Array(bytes))
  }

  /// Renames the file beside the target to the target, if that is as expected.
  private func take(_ beside: FilePath, over expected: Replaceable) throws(Errno) -> Bool {
    do throws(Errno) {
      switch expected {
      case .anything: throw .notSupported
      case .nothing:
        try beside.rename(to: target, .asNew)
        temporary = nil
        return true
      case .bytes:
        let written = FileState.Stamp(of: beside.argument)
        // No signal removes what gets the name now: what another program may have written.
        if isSignalSafe { cp_unfinished_end() }
        isSignalSafe = false
        try beside.rename(to: target, .exchanging)
        temporary = nil
        guard !Self.isThere(expected, at: beside) else {
          beside.remove()
          return true
        }
        try beside.rename(to: target, .exchanging)
        // If another program has written into the new file meanwhile, that is kept.
        if FileState.Stamp(of: beside.argument) == written { temporary = beside }
        return false
      }
    } catch {
      switch error {
      case .fileExists, .noSuchFileOrDirectory: return false
      case .noFunction, .invalidArgument, .notSupported, .notSupportedOnSocket:
        guard Self.isThere(expected, at: target) else { return false }
        try beside.rename(to: target)
        temporary = nil
        return true
      default: throw error
      }
    }
  }

  /// Time for which a program may write into a file that it has opened, in milliseconds.
  private static let patience = 100

  /// True if the file at a path is as expected.
  private static func isThere(_ expected: Replaceable, at path: FilePath) -> Bool {
    switch expected {
    case .anything: return true
    case .nothing: return (try? Stat(path)) == nil
    case .bytes(let bytes):
      guard let file = try? FileReading.openRegular(path) else { return false }
      defer { try? file.close() }
      for _ in 0..<patience where cp_is_being_written(file.rawValue) {
        _ = waitToRead([], timeout: 1)
      }
      // Callers that change a text know its decoded form.
      let source = DecodedSource(DescriptorSource(file))
      let present = try? FileReading.contents(
        of: source, limit: bytes.count, expecting: bytes.count)
      return present == bytes
    }
  }

  private func close() {
    if isOpen { try? file.close() }
    isOpen = false
    temporary?.remove()
    temporary = nil
    if isSignalSafe { cp_unfinished_end() }
    isSignalSafe = false
  }

  deinit { close() }

  /// Replaces the contents of a file in one call; false if they are not as expected, and stay
  /// unchanged.
  @discardableResult
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], over expected: Replaceable = .anything
  ) throws(Errno) -> Bool {
    guard isThere(expected, at: path) else { return false }
    let file = try FileReplacement(path)
    try file.write(bytes)
    return try file.commit(over: expected)
  }
}
