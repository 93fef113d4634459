import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

/// Descriptors that do not wait by themselves, as a program may be given them.
@Suite("Streams of bytes")
struct DescriptorStreamTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.shell("mkfifo p")
  }

  /// Both ends of the FIFO at once: to open it waits for nobody.
  private func open() throws -> FileDescriptor {
    try FileDescriptor.open(FilePath(directory.path + "/p"), .readWrite, options: .nonBlocking)
  }

  @Test("wait for what comes late")
  func lateInput() throws {
    let file = try open()
    defer { try? file.close() }
    let source = DescriptorSource(file)
    #expect(try !source.hasInput(within: 1))
    try directory.shell("(sleep 0.1; printf text > p) > /dev/null 2>&1 &")
    #expect(try source.read(atMost: 8) == Array("text".utf8))
    try file.writeAll([1])
    #expect(try source.hasInput(within: 10_000))
  }

  @Test("wait for who takes what is written, and lose nothing")
  func slowReader() throws {
    let file = try open()
    // It has this end of the FIFO, too, so it must not wait for the end of the input.
    try directory.shell("(sleep 0.1; exec head -c 1048576 p > got) > /dev/null 2>&1 &")
    try DescriptorSink(file).write((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 % 251) })
    let count = try directory.shell(
      """
      for i in $(seq 1000); do [ $(wc -c < got) = 1048576 ] && break; sleep 0.01; done
      wc -c < got
      """)
    try file.close()
    #expect(count.filter { $0 != "\n" && $0 != " " } == "1048576")
    let got = try FileReading.contents(of: FilePath(directory.path + "/got"), limit: 1 << 21)
    #expect(got == (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 % 251) })
  }

  @Test("tell of an end that is not there")
  func closed() throws {
    let pipe = try FileDescriptor.pipe()
    try pipe.writeEnd.close()
    #expect(try DescriptorSource(pipe.readEnd).read(atMost: 8) == [])
    try pipe.readEnd.close()
    let none = FileDescriptor(rawValue: -1)
    #expect(throws: Errno.badFileDescriptor) { try DescriptorSource(none).read(atMost: 8) }
    #expect(throws: Errno.badFileDescriptor) { try DescriptorSink(none).write([1]) }
  }
}
