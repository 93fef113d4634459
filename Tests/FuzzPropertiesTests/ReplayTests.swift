import FuzzProperties
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the fuzzer found worth keeping, and what comes of changing it, without the fuzzer.
@Suite("Fuzz targets")
struct ReplayTests {
  /// The inputs that are kept for a target.
  private static func corpus(_ name: String) -> [[UInt8]] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let folder = "/\(tests)/Fuzzing/Corpora/\(name)"
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var inputs: [[UInt8]] = []
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    // The same inputs are changed alike on every file system.
    for name in names.sorted() {
      guard let file = fopen("\(folder)/\(name)", "r") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = fread(&bytes, 1, bytes.count, file)
      inputs.append(Array(bytes[..<count]))
    }
    return inputs
  }

  @Test("hold for every input that is kept", arguments: FuzzTarget.all.map(\.name))
  func kept(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = Self.corpus(name)
    #expect(!inputs.isEmpty)
    for input in inputs { try target.check(input) }
  }

  @Test("hold for inputs with pieces exchanged", arguments: FuzzTarget.all.map(\.name))
  func changed(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = Self.corpus(name)
    var generator = SeededGenerator(seed: UInt64(name.utf8.count))
    for _ in 0..<600 {
      var input = inputs.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !input.isEmpty {
        let other = inputs.randomElement(using: &generator) ?? []
        let start = Int.random(in: 0...input.count, using: &generator)
        let end = min(input.count, start + Int.random(in: 0...9, using: &generator))
        let from = Int.random(in: 0...other.count, using: &generator)
        let to = min(other.count, from + Int.random(in: 0...9, using: &generator))
        input.replaceSubrange(start..<end, with: other[from..<to])
      }
      do { try target.check(input) } catch { Issue.record("\(error): \(input)") }
    }
  }
}
