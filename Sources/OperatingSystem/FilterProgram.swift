import CPlatform
package import SystemPackage

/// A program that reads a text and writes another one.
package enum FilterProgram {
  /// Runs a program, found by PATH, and waits for its end; its errors are not shown.
  ///
  /// - Parameters:
  ///   - arguments: Its name and its arguments.
  ///   - input: The text that it reads.
  ///   - capacity: Number of bytes that it may write.
  ///   - milliseconds: Time that it has; then it is killed with what it has started.
  /// - Returns: The bytes that it wrote, and its exit status; nil if a signal ended it.
  /// - Throws: `timedOut`, `fileTooLarge` for more bytes, `interrupted`, or why it cannot be run.
  package static func run(
    _ arguments: [String], on input: [UInt8], capacity: Int, milliseconds: Int
  ) throws(Errno) -> (output: [UInt8], status: Int?) {
    guard !arguments.isEmpty else { throw .invalidArgument }
    var (status, error): (Int32, Int32) = (0, 0)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      error = unsafe cp_filter(
        ArgumentText.block(arguments), arguments.count, input, input.count, buffer.baseAddress,
        buffer.count, &count, Int32(clamping: milliseconds), &status)
    }
    guard error == 0 else { throw Errno(rawValue: error) }
    // The wait status of POSIX: the low bits are those of a signal.
    return (output, status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : nil)
  }
}
