import SystemPackage
import Testing

@testable import OperatingSystem

@Suite("Waiting for descriptors")
struct WaitingTests {
  @Test("ends with the time, and passes over what is no descriptor")
  func timeOver() throws {
    let pipe = try FileDescriptor.pipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    #expect(waitToRead([-1, pipe.readEnd.rawValue], timeout: 1) == [false, false])
    #expect(waitToRead([], timeout: 0) == [])
  }

  @Test("tells which of many have something to read", arguments: [1, 3, 20])
  func readable(count: Int) throws {
    let pipes = try (0..<count).map { _ in try FileDescriptor.pipe() }
    defer {
      for pipe in pipes { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    }
    try pipes[count - 1].writeEnd.writeAll([1])
    let ready = waitToRead(pipes.map(\.readEnd.rawValue), timeout: nil)
    #expect(ready == (0..<count).map { $0 == count - 1 })
  }

  @Test("tells that the other end is gone")
  func ended() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.writeEnd.close()
    #expect(waitToRead([pipe.readEnd.rawValue], timeout: nil) == [true])
    try pipe.readEnd.close()
  }

  @Test("tells when a pipe is full")
  func full() throws {
    let pipe = try FileDescriptor.pipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    var written = 0
    while pipe.writeEnd.takesBytes, written < 1 << 20 {
      written += try pipe.writeEnd.writeAll([UInt8](repeating: 0, count: 512))
    }
    #expect(written >= 512 && written < 1 << 20)
    #expect(!waitToWrite(pipe.writeEnd.rawValue, timeout: 1))
  }
}
