import CPlatform
import SystemPackage

/// The terminal of the process during a query, whose answers are not echoed.
///
/// Standard input and output may be pipes.
package struct TerminalDevice: ~Copyable {
  private let file: FileDescriptor

  /// Nil if there is no terminal, or if the process is in its background.
  package init?() {
    guard
      let file = try? FileDescriptor.open(FilePath("/dev/tty"), .readWrite, options: .closeOnExec)
    else { return nil }
    guard cp_conversation_begin(file.rawValue) == 0 else {
      try? file.close()
      return nil
    }
    self.file = file
  }

  package var hasInput: Bool { waitToRead([file.rawValue], timeout: 0)[0] }

  /// Writes a question and passes on the input, until that is enough or the time is over.
  ///
  /// `patience` is the maximum wait for all answers together. `take` reads the next bytes, and
  /// returns true if more are wanted.
  ///
  /// - Returns: False if nothing could be asked.
  package func ask(
    _ question: [UInt8], patience: Duration, _ take: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard (try? file.writeAll(question)) != nil else { return false }
    let deadline = ContinuousClock.now + patience
    let source = DescriptorSource(file)
    while case let left = milliseconds(from: .now, to: deadline), left > 0 {
      guard waitToRead([file.rawValue], timeout: left)[0] else { continue }
      guard let bytes = try? source.read(atMost: 4096), !bytes.isEmpty, take(bytes[...]) else {
        break
      }
    }
    return true
  }

  /// Returns typed bytes to the terminal for the next program; systems that do not allow that lose
  /// them.
  package func giveBack(_ bytes: [UInt8]) {
    for byte in bytes { cp_give_back(file.rawValue, byte) }
  }

  deinit {
    cp_conversation_end(file.rawValue)
    try? file.close()
  }
}
