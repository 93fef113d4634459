import ArgumentParser
import Testing

@testable import CSSViewCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The package's directory.
let packageDirectory = String(
  #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/"))

/// Compares a whole output with the one on file; `RECORD_SNAPSHOTS=1` writes it anew.
///
/// The files are in `Tests/Snapshots`.
func expectSnapshot(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = "\(packageDirectory)/Tests/Snapshots/\(name)"
  if getenv("RECORD_SNAPSHOTS") != nil {
    try writeFile(path, text)
    return
  }
  let expected = try readFile(path)
  #expect(text == expected, "differs from \(path)", sourceLocation: sourceLocation)
}

/// The text of a file.
func readFile(_ path: String) throws -> String {
  let console = Console(
    input: MemorySource([]), output: MemorySink(), errors: MemorySink(), variable: { _ in nil })
  let bytes = try InputFile.read(path, limit: 1 << 24, in: console)
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes a file.
func writeFile(_ path: String, _ text: String) throws {
  let console = Console(
    input: MemorySource([]), output: MemorySink(), errors: MemorySink(), variable: { _ in nil })
  try OutputOptions.parse(["-o", path]).write(Array(text.utf8), in: console)
}

/// A directory that is removed when the test is over.
final class ScratchDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/cssview-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    try #require(made)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a file into the directory and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try writeFile(file, text)
    return file
  }

  deinit {
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(stream)
    rmdir(path)
  }
}
