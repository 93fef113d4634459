import CPlatform
package import SystemPackage

/// A program that reads a text and writes another one.
package enum FilterProgram {
  /// Runs a program, found by PATH, and waits for its end; its errors are not shown.
  ///
  /// The arguments begin with its name. It may write `capacity` bytes in some milliseconds; then it
  /// is killed with its child processes. `variable` is a `NAME=VALUE` for its environment; nil for
  /// none.
  ///
  /// - Returns: The bytes that it wrote, and its exit status; nil if a signal ended it.
  /// - Throws: `timedOut`, `fileTooLarge` for more bytes, `interrupted`, or the reason why it
  ///   cannot be run.
  package static func run(
    _ arguments: [String], on input: [UInt8], capacity: Int, milliseconds: Int,
    variable: String? = nil
  ) throws(Errno) -> (output: [UInt8], status: Int?) {
    guard !arguments.isEmpty else { throw .invalidArgument }
    var (status, error): (Int32, Int32) = (0, 0)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      error = unsafe cp_filter(
        ArgumentText.block(arguments), arguments.count, variable, input, input.count,
        buffer.baseAddress, buffer.count, &count, Int32(clamping: milliseconds), &status)
    }
    guard error == 0 else { throw Errno(rawValue: error) }
    // The wait status of POSIX: the low bits are those of a signal.
    return (output, status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : nil)
  }
}

/// A program that reads an open file and writes another text, which is this source.
final class RunningFilter: ByteSource {
  private var run = cp_filter_run()
  private var isRunning = true

  /// Starts a program, found by PATH; its errors are not shown, and it ends with this process.
  ///
  /// The arguments begin with its name. It reads from the file's current offset, after `start`,
  /// bytes that were read from the file already, if it cannot seek back.
  init(_ arguments: [String], on file: FileDescriptor, after start: [UInt8]) throws(Errno) {
    let error = unsafe cp_filter_start(
      ArgumentText.block(arguments), arguments.count, file.rawValue, start, start.count, &run)
    guard error == 0 else {
      isRunning = false
      throw Errno(rawValue: error)
    }
  }

  private var output: DescriptorSource { DescriptorSource(FileDescriptor(rawValue: run.output)) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try unsafe output.read(into: buffer)
  }

  func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    try output.hasInput(within: milliseconds)
  }

  /// Waits for its end after all was read; nil if a signal ended it.
  func waitForEnd() -> Int? {
    var status: Int32 = 0
    unsafe cp_filter_end(&run, &status)
    isRunning = false
    return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : nil
  }

  deinit { if isRunning { unsafe cp_filter_end(&run, nil) } }
}
