package import SystemPackage

package enum FileReading {
  /// Number of bytes to read at once.
  private static let piece = 1 << 16

  /// Opens a file of any kind for reading.
  package static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    try systemCall { try FileDescriptor.open(path, .readOnly, options: .closeOnExec) }
  }

  /// Opens a regular file, or a link to one; nil for a FIFO or a device, which could block the
  /// reader for ever.
  ///
  /// If a directory is given, the file has to be in it.
  package static func openRegular(
    _ path: FilePath, in directory: OpenedDirectory? = nil
  ) throws(Errno) -> FileDescriptor? {
    let file: FileDescriptor
    do throws(Errno) {
      file =
        if let directory { try directory.open(path) } else {
          try systemCall {
            try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
          }
        }
    } catch .noSuchAddressOrDevice {
      // A socket, or a device that nothing is behind.
      return nil
    }
    let type = try? Stat(file).type
    if type == .regular { return file }
    try? file.close()
    if type == .directory { throw .isDirectory }
    return nil
  }

  /// The size in bytes of the file at a path; nil unless it is a regular file.
  package static func regularSize(of path: FilePath) -> Int? { size(try? Stat(path)) }

  /// The size in bytes of an open file; nil unless it is a regular one.
  package static func regularSize(of file: FileDescriptor) -> Int? { size(try? Stat(file)) }

  private static func size(_ status: Stat?) -> Int? {
    status.flatMap { $0.type == .regular ? Int(clamping: $0.size) : nil }
  }

  /// The bytes of a whole file, at most `limit` of them and one more, which shows that there were
  /// too many.
  package static func contents(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
    try contents(of: open(path), limit: limit)
  }

  /// The bytes of a whole regular file, as `contents(of:limit:)` returns them; nil for other files.
  package static func contents(ofRegular path: FilePath, limit: Int) throws(Errno) -> [UInt8]? {
    guard let file = try openRegular(path) else { return nil }
    return try contents(of: file, limit: limit)
  }

  /// The text of a whole file with the same limit, decoded by `DecodedSource`.
  package static func text(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
    try contents(of: open(path), limit: limit, isDecoded: true)
  }

  /// The text of a whole regular file, decoded by `DecodedSource`; nil for other files.
  ///
  /// If a directory is given, the file has to be in it.
  package static func text(
    ofRegular path: FilePath, in directory: OpenedDirectory? = nil, limit: Int
  ) throws(Errno) -> [UInt8]? {
    guard let file = try openRegular(path, in: directory) else { return nil }
    return try contents(of: file, limit: limit, isDecoded: true)
  }

  /// Reads a file and closes it.
  private static func contents(
    of file: FileDescriptor, limit: Int, isDecoded: Bool = false
  ) throws(Errno) -> [UInt8] {
    defer { try? file.close() }
    let size = (try? Stat(file).size) ?? 0
    let source = DescriptorSource(file)
    return try contents(
      of: isDecoded ? DecodedSource(source) : source, limit: limit, expecting: Int(clamping: size))
  }

  /// The rest of a stream, at most `limit` bytes and one more.
  package static func contents(
    of source: any ByteSource, limit: Int, expecting size: Int = 0
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = max(piece, min(size, limit) + 1)
    while bytes.count <= limit {
      let chunk = try source.read(atMost: min(piece, limit + 1 - bytes.count))
      if chunk.isEmpty { break }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      piece = Self.piece
    }
    return bytes
  }
}
