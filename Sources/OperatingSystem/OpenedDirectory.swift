import CPlatform
package import SystemPackage

/// A directory that is held open, and files in it that are opened without leaving it through a
/// link.
///
/// The system resolves a path first, which only returns a name. The walk to that name begins at the
/// open directory and follows no link, so that a link which replaces a file or a directory at any
/// moment is found, and not followed.
package final class OpenedDirectory: Sendable {
  private let descriptor: FileDescriptor

  /// The path without links and `..` when the directory was opened.
  package let location: FilePath

  /// Attempts to open the resolved path, if its target is replaced meanwhile.
  private static let attempts = 16

  /// Opens a directory, which need not be listable.
  package init(_ directory: FilePath) throws(Errno) {
    location = try directory.resolved()
    let opened = unsafe location.withPlatformString { unsafe cp_open_directory($0) }
    guard opened >= 0 else { throw lastError }
    descriptor = FileDescriptor(rawValue: opened)
  }

  deinit { try? descriptor.close() }

  /// Opens a file for reading, without waiting for a FIFO; links may be a part of its path.
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

  /// Errors of a walk on which a file or a directory was replaced.
  private static let isReplacement: Set<Errno> = [
    .tooManySymbolicLinkLevels, .notDirectory, .noSuchFileOrDirectory,
  ]

  /// The names in a directory but for `.` and `..`, and their kinds.
  ///
  /// Its path must be without links and `..`.
  package func readEntries(at location: FilePath) throws(Errno) -> [(
    name: FilePath, kind: FilePath.EntryKind
  )] { try FilePath.readEntries(open(below: location, isDirectory: true)) }

  /// Opens a resolved path.
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
