import OperatingSystem
import StyledText
import SystemPackage

/// Destination of a result, with its name in failures.
struct ResultSink {
  let sink: any ByteSink

  /// Name in failures.
  let name: String

  /// Writes text; without any it does nothing.
  func write(_ text: SafeText) throws(CommandFailure) {
    try write(rendered: Array(text.utf8))
  }

  /// Writes what a renderer has made of text that went through the sanitizer, or of its own
  /// escapes; without any bytes it does nothing.
  ///
  /// `Tests/house` holds the list of files that do this.
  func write(rendered bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try perform { () throws(Errno) in try sink.write(bytes) }
  }

  /// Writes rendered bytes from where they are.
  func write(rendered bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    guard unsafe !bytes.isEmpty else { return }
    try perform { () throws(Errno) in try unsafe sink.write(bytes) }
  }

  /// Does what writes to it, and says whose failure it is.
  func perform(_ write: () throws(Errno) -> Void) throws(CommandFailure) {
    do throws(Errno) {
      try write()
    } catch {
      switch error {
      case .brokenPipe: throw CommandFailure(.brokenPipe)
      case .interrupted: throw CommandFailure(.interrupted)
      default: throw CommandFailure(.writeFailed, "\(name): \(error)")
      }
    }
  }
}

/// Collects small pieces of a result: one that is short is still written in one piece.
struct PieceWriter {
  private let sink: ResultSink
  private var pending: [UInt8] = []

  /// Number of bytes to collect before they are written.
  private static let enough = 1 << 18

  init(_ sink: ResultSink) {
    self.sink = sink
  }

  mutating func write(_ text: SafeText) throws(CommandFailure) {
    try write(rendered: text.utf8)
  }

  mutating func write(rendered bytes: some Sequence<UInt8>) throws(CommandFailure) {
    pending += bytes
    if pending.count >= Self.enough { try finish() }
  }

  /// Writes what is left.
  mutating func finish() throws(CommandFailure) {
    try sink.write(rendered: pending)
    pending.removeAll(keepingCapacity: true)
  }
}
