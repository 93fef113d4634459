import OperatingSystem
import SystemPackage

/// Keeps the bytes that are read from an input, to read them again.
final class RecordedSource: ByteSource {
  private let source: any ByteSource

  private(set) var bytes: [UInt8] = []

  init(_ source: any ByteSource) { self.source = source }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = try unsafe source.read(into: buffer)
    unsafe bytes += buffer[..<count]
    return count
  }

  func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    try source.hasInput(within: milliseconds)
  }
}
