import ArgumentParser
import OperatingSystem
import StyledText
import SystemPackage

/// Option for the destination of the result.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp("Write the result to this file instead.", valueName: "file"),
    completion: .file())
  var file: String?

  /// True if the result goes into a file; `-` is standard output.
  var isFile: Bool { file != nil && file != "-" }

  /// Writes the result in one piece.
  ///
  /// - Parameters:
  ///   - text: The result.
  ///   - console: The process.
  /// - Throws: A failure if it cannot be written.
  func write(_ text: SafeText, in console: Console) throws(CommandFailure) {
    try write(rendered: Array(text.utf8), in: console)
  }

  /// Writes a result in one piece that a renderer has made.
  ///
  /// - Parameters:
  ///   - bytes: The result.
  ///   - status: The exit status of the result: a file gets the result only on success.
  ///   - console: The process.
  /// - Throws: A failure if it cannot be written.
  func write(
    rendered bytes: [UInt8], as status: ExitStatus = .success, in console: Console
  ) throws(CommandFailure) {
    _ = try withSink(in: console) { (sink) throws(CommandFailure) in
      try sink.write(rendered: bytes)
      return status
    }
  }

  /// Opens what the result goes to, and closes it again.
  ///
  /// A file gets the result only when there was success.
  func withSink(
    in console: Console, _ body: (ResultSink) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    guard let path = file, isFile else {
      return try body(console.result)
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

extension OutputOptions {
  /// The options with their default values.
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
