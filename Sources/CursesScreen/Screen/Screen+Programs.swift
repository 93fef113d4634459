import CPlatform
import OperatingSystem
package import SystemPackage

extension Screen {
  /// Runs another program on the terminal, such as an editor, and waits until it ends.
  ///
  /// It is searched in `PATH`.
  ///
  /// - Throws: `ScreenError.system` if the terminal cannot be restored.
  package mutating func run(_ arguments: [String]) throws(ScreenError) -> ProgramEnd {
    var status: Int32 = 0
    let error = try outside { Self.spawn(arguments, status: &status) }
    noteSize()
    guard error == 0 else { return .notStarted(Errno(rawValue: error)) }
    // wait(2): the low seven bits hold the signal, the next byte the exit status.
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8) & 0xFF) : .signal(Int(signal))
  }

  /// Writes bytes on the main screen, as a command would, with a prompt for a key.
  ///
  /// - Parameter bytes: The output; it should end with a line break.
  /// - Throws: `ScreenError.system` if the terminal cannot be restored.
  package mutating func showOnMainScreen(_ bytes: [UInt8]) throws(ScreenError) {
    let terminal = terminal
    var signals: [UInt8] = []
    let error = try outside { () -> Int32 in
      _ = try? terminal.writeAll(bytes + "any key returns".utf8)
      let error = cp_guard_enter(true)
      defer { cp_guard_leave() }
      guard error == 0 else { return error }
      signals = Self.waitForKey(on: terminal)
      // The output stays; the hint goes (EL).
      _ = try? terminal.writeAll(Array("\r\u{1B}[K".utf8))
      return 0
    }
    dropSignals(signals)
    noteSize()
    guard error == 0 else { throw .system(Errno(rawValue: error), doing: "wait for a key") }
  }

  /// Waits for a key, and drops it; returns the signals that came meanwhile.
  ///
  /// A change of the terminal's size does not end the wait.
  private static func waitForKey(on terminal: FileDescriptor) -> [UInt8] {
    var signals: [UInt8] = []
    while true {
      let readable = waitToRead([terminal.rawValue, cp_guard_events()], timeout: nil)
      if readable[1] { signals += readSignals() }
      if readable[0] {
        var typed = [UInt8](repeating: 0, count: 64)
        _ = try? unsafe typed.withUnsafeMutableBytes { try unsafe terminal.read(into: $0) }
        return signals
      }
      if signals.contains(where: { $0 != UInt8(ascii: "W") }) { return signals }
    }
  }

  /// Sends a request to the terminal, such as OSC 52.
  package func send(_ bytes: [UInt8]) throws(ScreenError) {
    do throws(Errno) {
      _ = try systemCall { try terminal.writeAll(bytes) }
    } catch {
      throw .system(error, doing: "write to the terminal")
    }
  }

  private static func spawn(_ arguments: [String], status: inout Int32) -> Int32 {
    guard !arguments.isEmpty else { return Errno.invalidArgument.rawValue }
    return unsafe cp_guard_run(ArgumentText.block(arguments), arguments.count, &status)
  }
}

/// End of a program that was run on the terminal.
package enum ProgramEnd: Hashable, Sendable {
  case status(Int)

  case signal(Int)

  case notStarted(Errno)

  /// A message about a failed program, by its name; nil on success.
  package func problem(of name: String) -> String? {
    switch self {
    case .status(0): nil
    case .status(let status): "'\(name)' ended with exit status \(status)"
    case .signal(let number): "'\(name)' was ended by signal \(number)"
    case .notStarted(let error):
      "cannot start '\(name)': \(error.reason); set VISUAL or EDITOR to another editor"
    }
  }
}
