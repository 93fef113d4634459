#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file for a test, gone when the test lets it go.
public final class ScratchFile {
  /// Where it is.
  public let path: String

  /// The file could not be written.
  public struct Failure: Error {}

  /// Writes a text into a new file.
  ///
  /// - Throws: `Failure` if there is no room or no right to.
  public init(_ text: String) throws {
    path = "/tmp/cssview-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure() }
      written += count
    }
  }

  deinit {
    unlink(path)
  }
}
