import CPlatform
package import SystemPackage

/// Directory that is held open, out of which no link leads a reader.
///
/// The system resolves a path first, which only gives a name. The walk to that name begins at the
/// open directory and follows no link, so that a link which takes the place of a file or a directory
/// at any moment is met, and not followed.
package final class OpenedDirectory: Sendable {
  private let descriptor: FileDescriptor

  /// The path without links and `..`, as it was when the directory was opened.
  package let location: FilePath

  /// The resolved path is tried so often, where what it names is replaced meanwhile.
  private static let attempts = 16

  /// Opens a directory, which need not be one that can be listed.
  package init(_ directory: FilePath) throws(Errno) {
    location = try directory.resolved()
    let opened = unsafe location.withPlatformString { unsafe cp_open_directory($0) }
    guard opened >= 0 else { throw lastError }
    descriptor = FileDescriptor(rawValue: opened)
  }

  deinit { try? descriptor.close() }

  /// Opens a file to be read, without waiting for a FIFO; links may be a part of its path.
  ///
  /// It throws `improperLink` for a file that is not in this directory.
  package func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    var error = Errno.tooManySymbolicLinkLevels
    for _ in 0..<Self.attempts {
      do throws(Errno) {
        return try open(below: path.resolved(), isDirectory: false)
      } catch let failure {
        error = failure
        guard Self.isReplacement.contains(error) else { break }
      }
    }
    throw error
  }

  /// Errors of a walk on which something else has the place of a file or a directory.
  private static let isReplacement: Set<Errno> = [
    .tooManySymbolicLinkLevels, .notDirectory, .noSuchFileOrDirectory,
  ]

  /// The names in a directory but for `.` and `..`, and what has them.
  ///
  /// Its path has to be one without links and `..`.
  package func readEntries(
    at location: FilePath
  ) throws(Errno) -> [(name: FilePath, kind: FilePath.EntryKind)] {
    try FilePath.readEntries(open(below: location, isDirectory: true))
  }

  /// Goes to a resolved path.
  private func open(below path: FilePath, isDirectory: Bool) throws(Errno) -> FileDescriptor {
    var rest = path
    guard rest.removePrefix(location) else { throw .improperLink }
    let opened = unsafe rest.withPlatformString {
      unsafe cp_open_below(descriptor.rawValue, $0, isDirectory)
    }
    guard opened >= 0 else { throw lastError }
    return FileDescriptor(rawValue: opened)
  }
}
