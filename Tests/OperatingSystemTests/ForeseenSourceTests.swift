import SystemPackage
import TestSupport
import Testing

@testable import OperatingSystem

/// Gives pieces one after the other, and notes what it was asked for.
private final class ScriptedSource: ByteSource {
  private var pieces: [Result<[UInt8], Errno>]
  private(set) var reads = 0

  /// True if what comes next is late.
  var isLate = false

  init(_ pieces: [Result<[UInt8], Errno>]) { self.pieces = pieces }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    reads += 1
    guard !pieces.isEmpty else { return 0 }
    let piece = try pieces.removeFirst().get()
    buffer.copyBytes(from: piece.prefix(buffer.count))
    if piece.count > buffer.count { pieces.insert(.success(Array(piece[buffer.count...])), at: 0) }
    return piece.count > buffer.count ? buffer.count : piece.count
  }

  func hasInput(within milliseconds: Int) -> Bool { !isLate }
}

@Suite("Bytes that are looked at before they are read")
struct ForeseenSourceTests {
  private func peek(
    _ source: ForeseenSource, atMost limit: Int = 1 << 16, within milliseconds: Int? = 50
  ) throws(Errno) -> String {
    let bytes = try source.peek(atMost: limit, within: milliseconds) { $0.contains(0x0A) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func rest(_ source: ForeseenSource, piece: Int = 3) throws(Errno) -> String {
    var bytes: [UInt8] = []
    while case let piece = try source.read(atMost: piece), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "They are enough at once, at the limit, or at the end",
    arguments: [
      (["one\ntwo\n", "three"], 1 << 16, "one\ntwo\n"), (["o", "ne\n", "two"], 1 << 16, "one\n"),
      (["one", "two"], 1 << 16, "onetwo"), ([], 1 << 16, ""), (["onetwo\n"], 4, "onet"),
      (["on", "etwo\n"], 4, "onet"),
    ] as [([String], Int, String)])
  func enough(pieces: [String], limit: Int, expected: String) throws {
    let script = ScriptedSource(pieces.map { .success(Array($0.utf8)) })
    let source = ForeseenSource(script)
    #expect(try peek(source, atMost: limit) == expected)
    #expect(try source.hasInput(within: 0))
    #expect(try peek(source, atMost: limit) == expected)
    #expect(try rest(source) == pieces.joined())
    // Nobody has to end a terminal twice.
    #expect(try source.read(atMost: 1).isEmpty)
  }

  @Test("The end that was looked at is not read again")
  func end() throws {
    let script = ScriptedSource([.success([0x61]), .success([]), .success([0x62])])
    let source = ForeseenSource(script)
    #expect(try peek(source) == "a")
    #expect(try rest(source) == "a")
    #expect(script.reads == 2)
  }

  @Test("What comes late is not waited for, and is read later")
  func late() throws {
    let script = ScriptedSource([.success([0x61]), .success([0x62, 0x0A])])
    script.isLate = true
    let source = ForeseenSource(script)
    #expect(try peek(source) == "a")
    #expect(script.reads == 1)
    script.isLate = false
    #expect(try source.read(atMost: 8) == [0x61])
    #expect(try rest(source) == "b\n")
  }

  @Test("Time runs from the first byte on", .timeLimit(.minutes(1)))
  func patience() throws {
    let pipe = try FileDescriptor.pipe()
    let source = ForeseenSource(DescriptorSource(pipe.readEnd))
    let start = ContinuousClock.now
    let directory = try ScratchDirectory()
    try directory.shell("mkfifo p")
    let file = try FileDescriptor.open(FilePath(directory.path + "/p"), .readWrite)
    let slow = ForeseenSource(DescriptorSource(file))
    try directory.shell("(sleep 0.3; printf a > p; sleep 5) > /dev/null 2>&1 &")
    #expect(try peek(slow) == "a")
    #expect(start.duration(to: .now) >= .milliseconds(300))
    #expect(start.duration(to: .now) < .seconds(4))
    try pipe.writeEnd.writeAll("x".utf8)
    #expect(try peek(source, within: 20) == "x")
    try pipe.writeEnd.writeAll("y\n".utf8)
    #expect(try rest(ForeseenSource(MemorySource([]))) == "")
    #expect(try source.read(atMost: 8) == [0x78])
    #expect(try source.read(atMost: 8) == [0x79, 0x0A])
    for end in [pipe.readEnd, pipe.writeEnd, file] { try end.close() }
  }

  @Test("A failure behind them comes when they are read; one before them at once")
  func failures() throws {
    let source = ForeseenSource(
      ScriptedSource([.failure(.interrupted), .success([0x61]), .failure(.ioError)]))
    #expect(throws: Errno.interrupted) { try peek(source) }
    #expect(try peek(source) == "a")
    #expect(try source.read(atMost: 8) == [0x61])
    #expect(throws: Errno.ioError) { try source.read(atMost: 8) }
    // Such as one that only interrupted it.
    #expect(try source.read(atMost: 8).isEmpty)
  }

  @Test("Each byte comes once, whatever the pieces", arguments: 0..<200 as Range<UInt64>)
  func pieces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
      UInt8.random(in: 0...20, using: &generator)
    }
    let source = ForeseenSource(
      MemorySource(text, piece: Int.random(in: 1...30, using: &generator)))
    var read: [UInt8] = []
    while true {
      if Bool.random(using: &generator) {
        let limit = Int.random(in: 1...60, using: &generator)
        let next = try source.peek(atMost: limit) { $0.contains(0x0A) }
        #expect(Array(text[read.count...].prefix(next.count)) == next)
        #expect(!next.isEmpty || read.count == text.count)
      }
      let piece = try source.read(atMost: Int.random(in: 1...40, using: &generator))
      if piece.isEmpty { break }
      read += piece
    }
    #expect(read == text)
  }
}
