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

/// The signals that end a process, for a program that has to write something before it ends:
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT, and all others but those for faults of its own.
///
/// They are recorded, and end reading and writing with `Errno.interrupted`. A second one ends the
/// process at once.
package enum Interruption {
  /// Records them from now on; signals that the parent of the process ignores stay ignored.
  package static func watch() { _ = cp_interrupt_watch() }

  package static var signal: Int32? {
    let number = cp_interrupt_number()
    return number == 0 ? nil : number
  }

  /// Records a signal that other code has caught, so that the process ends by it, too.
  package static func note(_ number: Int32) { cp_interrupt_note(number) }

  /// Becomes readable when a signal has come; nil if they are not recorded.
  static var descriptor: Int32? {
    let descriptor = cp_interrupt_descriptor()
    return descriptor < 0 ? nil : descriptor
  }
}
