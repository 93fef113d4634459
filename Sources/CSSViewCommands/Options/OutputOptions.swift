import ArgumentParser
import SystemPackage

/// Where the result goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the result to this file instead.", valueName: "file"),
    completion: .file())
  var file: String?

  /// Whether the result goes into a file; `-` is standard output.
  var isFile: Bool { file != nil && file != "-" }

  /// Writes the result in one piece.
  func write(_ bytes: [UInt8], in console: Console) throws(CommandFailure) {
    try withSink(in: console) { (sink) throws(CommandFailure) in try sink.write(bytes) }
  }

  /// Opens what the result goes to, and closes it again.
  func withSink<Result>(
    in console: Console, _ body: (ResultSink) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard let file, isFile else {
      return try body(ResultSink(console.output, name: "standard output"))
    }
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(
        ArgumentText.path(file), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead, .groupWrite, .otherWrite])
    } catch {
      throw CommandFailure(.cannotCreate, "\(file): \(error)")
    }
    let result: Result
    do throws(CommandFailure) {
      result = try body(ResultSink(DescriptorSink(descriptor), name: file))
    } catch {
      try? descriptor.close()
      throw error
    }
    do {
      try descriptor.close()
    } catch {
      // A network file system may tell only now that there was no room.
      throw CommandFailure(.writeFailed, "\(file): \(error)")
    }
    return result
  }
}

/// Where a result goes, under the name that failures give it.
struct ResultSink {
  private let sink: any ByteSink

  /// What failures call it.
  let name: String

  init(_ sink: any ByteSink, name: String) {
    self.sink = sink
    self.name = name
  }

  /// Writes bytes; without any it does nothing.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    do throws(Errno) {
      try sink.write(bytes)
    } catch {
      throw failure(error)
    }
  }

  /// Writes bytes; without any it does nothing.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    do throws(Errno) {
      try sink.write(bytes)
    } catch {
      throw failure(error)
    }
  }

  /// Writes bytes for somebody who makes the failure's message.
  func writeRaw(_ bytes: [UInt8]) throws(Errno) {
    if !bytes.isEmpty { try sink.write(bytes) }
  }

  private func failure(_ error: Errno) -> CommandFailure {
    error == .brokenPipe
      ? CommandFailure(.brokenPipe) : CommandFailure(.writeFailed, "\(name): \(error)")
  }
}

/// Collects small pieces of a result: one that is short is still written in one piece.
struct PieceWriter {
  private let sink: ResultSink
  private var pending: [UInt8] = []

  /// So much is collected before it is written.
  private static let enough = 1 << 18

  init(_ sink: ResultSink) {
    self.sink = sink
  }

  mutating func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
    pending += bytes
    if pending.count >= Self.enough { try finish() }
  }

  /// Writes what is left.
  mutating func finish() throws(CommandFailure) {
    try sink.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
