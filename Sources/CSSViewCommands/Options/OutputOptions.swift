import ArgumentParser
import OperatingSystem
import SystemPackage

/// Where the result goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp("Write the result to this file instead.", valueName: "file"),
    completion: .file())
  var file: String?

  /// Whether the result goes into a file; `-` is standard output.
  var isFile: Bool { file != nil && file != "-" }

  /// Writes the result in one piece.
  func write(_ bytes: [UInt8], in console: Console) throws(CommandFailure) {
    _ = try withSink(in: console) { (sink) throws(CommandFailure) in
      try sink.write(bytes)
      return .success
    }
  }

  /// Opens what the result goes to, and closes it again.
  ///
  /// A file gets the result only when there was success.
  func withSink(
    in console: Console, _ body: (ResultSink) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    guard let path = file, isFile else {
      return try body(ResultSink(sink: console.output, name: "standard output"))
    }
    let file: FileReplacement
    do throws(Errno) {
      file = try FileReplacement(FilePath(argument: path), allowsDevices: true)
    } catch {
      throw CommandFailure(.cannotCreate, "\(path): \(error)")
    }
    let sink = ResultSink(sink: file, name: path)
    let status = try body(sink)
    if status == .success { try sink.perform { () throws(Errno) in try file.commit() } }
    return status
  }
}

/// Where a result goes, under the name that failures give it.
struct ResultSink {
  let sink: any ByteSink

  /// What failures call it.
  let name: String

  /// Writes bytes; without any it does nothing.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try perform { () throws(Errno) in try sink.write(bytes) }
  }

  /// Writes bytes; without any it does nothing.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
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

extension OutputOptions {
  /// What the parser makes of no options.
  static var plain: Self {
    var options = Self()
    options.file = nil
    return options
  }

  /// Takes an option that needs no parser.
  mutating func take(_ option: inout PlainOption) -> Bool {
    switch option.name {
    case "--output", "-o": option.read(into: &file)
    default: false
    }
  }
}
