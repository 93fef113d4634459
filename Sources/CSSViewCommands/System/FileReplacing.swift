import SystemPackage

/// Puts other contents in a file: all of them, or the file stays as it was.
enum FileReplacing {
  /// Writes a file beside the old one and puts it in its place.
  ///
  /// Nobody ever reads half a file, and a full disk loses nothing. Permissions and owner are kept,
  /// symbolic links are followed. A file with several names, or in a directory that takes no new
  /// one, is written where it is.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
    let place = ArgumentText.withCString(path) { CLibrary.realPath($0) }
    let target = place.map(ArgumentText.string) ?? path
    guard let status = ArgumentText.withCString(target, CLibrary.status) else {
      try create(target, bytes)
      return
    }
    guard status.isRegular else { throw .invalidArgument }
    guard status.canBeWritten else { throw .permissionDenied }
    guard status.names == 1 else { return try overwrite(target, bytes) }
    do throws(Errno) {
      try renew(target, bytes, like: status)
    } catch .permissionDenied, .readOnlyFileSystem, .notPermitted {
      try overwrite(target, bytes)
    }
  }

  private static func renew(
    _ target: String, _ bytes: [UInt8], like status: FileStatus
  ) throws(Errno) {
    let path = ArgumentText.path(target)
    let name = ".\(path.lastComponent?.string ?? "file").\(CLibrary.processID)"
    let temporary = path.removingLastComponent().appending(name)
    try write(bytes, to: temporary, options: [.create, .exclusiveCreate]) { descriptor in
      CLibrary.set(status, of: descriptor)
    }
    let isRenamed = temporary.withPlatformString { from in
      path.withPlatformString { CLibrary.rename(from, $0) }
    }
    guard isRenamed else {
      let error = CLibrary.lastError
      temporary.withPlatformString { CLibrary.remove($0) }
      throw error
    }
  }

  private static func create(_ target: String, _ bytes: [UInt8]) throws(Errno) {
    let path = ArgumentText.path(target)
    try write(
      bytes, to: path, options: [.create, .exclusiveCreate],
      permissions: [
        .ownerReadWrite, .groupReadWrite, .otherReadWrite,
      ])
  }

  private static func overwrite(_ target: String, _ bytes: [UInt8]) throws(Errno) {
    try write(bytes, to: ArgumentText.path(target), options: .truncate)
  }

  /// Writes a file; one that was made for it goes away again when that fails.
  private static func write(
    _ bytes: [UInt8], to path: FilePath, options: FileDescriptor.OpenOptions,
    permissions: FilePermissions = .ownerReadWrite, finish: (Int32) -> Void = { _ in }
  ) throws(Errno) {
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: options.union(.closeOnExec), permissions: permissions)
      do {
        try file.closeAfter {
          try file.writeAll(bytes)
          finish(file.rawValue)
        }
      } catch {
        if options.contains(.exclusiveCreate) { path.withPlatformString { CLibrary.remove($0) } }
        throw error
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
