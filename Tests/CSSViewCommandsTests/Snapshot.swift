import FileChanges
import OperatingSystem
import SystemPackage
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
    try FileReplacement.replace(FilePath(path), with: Array(text.utf8))
    return
  }
  let expected = try readFile(path)
  #expect(text == expected, "differs from \(path)", sourceLocation: sourceLocation)
}

/// The text of a man page.
func readManPage(_ name: String) throws -> String {
  try readFile("\(packageDirectory)/man/\(name)")
}

/// The text of a file.
func readFile(_ path: String) throws -> String {
  let console = Console(
    input: MemorySource([]), output: MemorySink(), errors: MemorySink(), terminal: TestTerminal(),
    variable: { _ in nil })
  let bytes = try InputFile.read(path, in: console)
  return String(decoding: bytes, as: UTF8.self)
}
