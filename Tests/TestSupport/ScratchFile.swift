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

  private let directory: ScratchDirectory

  /// Writes a text into a new file.
  ///
  /// - Throws: `ScratchDirectory.Failure` if there is no room or no right to.
  public init(_ text: String) throws {
    directory = try ScratchDirectory()
    path = try directory.file("file", text)
  }
}

/// A directory for a test, gone with all that is in it when the test lets it go.
public final class ScratchDirectory {
  /// Where it is.
  public let path: String

  /// The directory or a file in it could not be made.
  public struct Failure: Error {}

  /// Makes an empty one.
  ///
  /// - Parameter parent: the directory that it is made in; vim saves in another way below `/tmp`.
  /// - Throws: `Failure` if that cannot be done.
  public init(in parent: String = "/tmp") throws {
    path = "\(parent)/cssview-test-\(UInt64.random(in: 0...UInt64.max))"
    guard mkdir(path, 0o700) == 0 else { throw Failure() }
  }

  /// Writes a file into the directory, in place of the one that has the name, and gives its path.
  ///
  /// Folders in the name are made.
  /// - Throws: `Failure` if there is no room.
  @discardableResult
  public func file(_ name: String, _ text: String) throws -> String {
    try file(name, bytes: Array(text.utf8))
  }

  /// Writes any bytes as such a file.
  ///
  /// - Throws: `Failure` if there is no room.
  @discardableResult
  public func file(_ name: String, bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    guard let stream = fopen(file, "w") else { throw Failure() }
    let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
    guard fclose(stream) == 0, isWritten else { throw Failure() }
    return file
  }

  /// What a command line prints that is run in the directory.
  @discardableResult
  public func shell(_ command: String) throws -> String {
    try runProgram(["sh", "-c", "cd '\(path)' && \(command)"]).text
  }

  deinit {
    _ = try? runProgram(["rm", "-rf", path])
  }
}
