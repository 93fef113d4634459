package import SystemPackage

/// Source of bytes: standard input, a file, or an array in a test.
package protocol ByteSource: AnyObject {
  /// Reads the next bytes into a buffer, and waits for at least one; returns their number, 0 at the
  /// end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int

  /// Waits some milliseconds at most, and returns true if a read would not wait.
  func hasInput(within milliseconds: Int) throws(Errno) -> Bool
}

extension ByteSource {
  /// True, as bytes in memory are available at once.
  package func hasInput(within milliseconds: Int) throws(Errno) -> Bool { true }

  /// Waits for the next bytes, at most `limit`; empty at the end.
  package func read(atMost limit: Int) throws(Errno) -> [UInt8] {
    try systemCall {
      try unsafe Array(unsafeUninitializedCapacity: limit) { buffer, count in
        count = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }
}

/// Destination of bytes: standard output, standard error, a file, or an array in a test.
package protocol ByteSink: AnyObject {
  /// Writes all bytes, in one call to the system if it accepts them.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Errno)
}

extension ByteSink {
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try systemCall { try unsafe bytes.withUnsafeBytes { try unsafe write($0) } }
  }
}

/// Reads from an open file.
package final class DescriptorSource: ByteSource {
  private let descriptor: FileDescriptor

  /// Creates a source for a descriptor, which the caller has to close.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    while true {
      try awaitInput()
      do throws(Errno) {
        return try systemCall { try unsafe descriptor.read(into: buffer) }
      } catch .resourceTemporarilyUnavailable {
        _ = waitToRead([descriptor.rawValue], timeout: nil)
      }
    }
  }

  package func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    try hasInput(timeout: milliseconds)
  }

  /// Waits for input, if a signal or the end of the pager may come before.
  private func awaitInput() throws(Errno) {
    guard Interruption.descriptor != nil || PagerProgram.descriptor != nil else { return }
    while try !hasInput(timeout: nil) {}
  }

  private func hasInput(timeout: Int?) throws(Errno) -> Bool {
    // Negative ones are passed over.
    let descriptors = [
      descriptor.rawValue, Interruption.descriptor ?? -1, PagerProgram.descriptor ?? -1,
    ]
    let isReadable = waitToRead(descriptors, timeout: timeout)
    if Interruption.signal != nil { throw .interrupted }
    if isReadable[2] { throw .brokenPipe }
    return isReadable[0]
  }
}

/// Writes to an open file.
package final class DescriptorSink: ByteSink {
  private let descriptor: FileDescriptor

  /// Creates a sink for a descriptor, which the caller has to close.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Bytes that a pipe accepts at once when it accepts any (POSIX's least value of `PIPE_BUF`).
  private static let pieceSize = 512

  /// Milliseconds that a reader may delay the end of an output after a signal.
  private static let patience = 100

  /// Writes all bytes; after a signal only the rest of partly written ones, or the output could end
  /// within an escape sequence, and without waiting for a reader that accepts nothing.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    var written = 0
    while written < bytes.count {
      var rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      if Interruption.signal != nil, written > 0 {
        guard waitToWrite(descriptor.rawValue, timeout: Self.patience) else { throw .interrupted }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
      }
      do throws(Errno) {
        written += try systemCall { try unsafe descriptor.write(rest, retryOnInterrupt: false) }
      } catch .interrupted {
        if Interruption.signal != nil, written == 0 { throw .interrupted }
      } catch .resourceTemporarilyUnavailable {
        _ = waitToWrite(descriptor.rawValue)
        if Interruption.signal != nil, written == 0 { throw .interrupted }
      }
    }
  }
}

extension FileDescriptor {
  /// True if it accepts a few bytes now.
  package var takesBytes: Bool { waitToWrite(rawValue, timeout: 0) }
}

/// Collects the bytes; for tests and for results that are composed first.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package private(set) var writes = 0

  package init() {}

  package func write(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes += bytes
    writes += 1
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Reads another source, whose next bytes can be peeked at.
///
/// Each byte is read once from the other source.
package final class ForeseenSource: ByteSource {
  private let source: any ByteSource

  /// The bytes that were peeked at, and not read so far.
  private var ahead: ArraySlice<UInt8> = []

  /// The end, or a failure, behind them, which is returned once.
  private var end: Result<Void, Errno>?

  package init(_ source: any ByteSource) { self.source = source }

  /// The next bytes: all that have come when there are enough, at the latest at the end, or some
  /// time after the first byte.
  ///
  /// It waits for the first byte.
  ///
  /// - Parameters:
  ///   - limit: Number of bytes that are always enough.
  ///   - milliseconds: The time after the first byte; nil for no limit.
  ///   - isEnough: Returns true if some bytes are enough.
  /// - Returns: The bytes; empty at the end.
  /// - Throws: A failure of reading before the first byte.
  package func peek(
    atMost limit: Int, within milliseconds: Int? = nil, until isEnough: ([UInt8]) -> Bool
  ) throws(Errno) -> [UInt8] {
    var bytes = Array(ahead)
    // What failed before it gave anything may be tried again.
    var deadline: ContinuousClock.Instant?
    while end == nil, bytes.count < limit, bytes.isEmpty || !isEnough(bytes) {
      do throws(Errno) {
        if let milliseconds, !bytes.isEmpty {
          let now = ContinuousClock.now
          let last = deadline ?? now + .milliseconds(milliseconds)
          deadline = last
          let left = OperatingSystem.milliseconds(from: now, to: last)
          guard try source.hasInput(within: left) else { break }
        }
        let more = try source.read(atMost: limit - bytes.count)
        if more.isEmpty { end = .success(()) }
        bytes += more
        ahead = bytes[...]
      } catch {
        guard !bytes.isEmpty else { throw error }
        end = .failure(error)
      }
    }
    return bytes
  }

  /// Reads the next bytes into a buffer: first those that were peeked at.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard ahead.isEmpty else {
      let chunk = ahead.prefix(buffer.count)
      ahead = chunk.count == ahead.count ? [] : ahead.dropFirst(chunk.count)
      unsafe buffer.copyBytes(from: chunk)
      return chunk.count
    }
    switch end {
    case .success: return 0
    case .failure(let error):
      end = nil
      throw error
    case nil: return try unsafe source.read(into: buffer)
    }
  }

  package func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    guard ahead.isEmpty, end == nil else { return true }
    return try source.hasInput(within: milliseconds)
  }
}

/// Reads an array, in pieces of a chosen size.
package final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let piece: Int

  /// Creates a source of `bytes`, at most `piece` of them at a time.
  package init(_ bytes: [UInt8], piece: Int = .max) {
    rest = bytes[...]
    self.piece = piece
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let chunk = rest.prefix(min(buffer.count, piece))
    rest = rest.dropFirst(chunk.count)
    unsafe buffer.copyBytes(from: chunk)
    return chunk.count
  }
}
