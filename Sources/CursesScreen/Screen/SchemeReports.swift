import CPlatform
package import FileChanges
import OperatingSystem
import SystemPackage
import TerminalOutput

/// Reports of the terminal that it has become dark or light (private mode 2031), for a program that
/// draws on the main screen and waits for files.
///
/// The reports are read like keys: meanwhile the terminal neither echoes typed text nor waits for
/// the end of a line. Its state is restored when the value ends its life, when the process is
/// stopped, and when a signal ends it.
package struct SchemeReports: ~Copyable {
  private let terminal: FileDescriptor
  private var parser = TerminalReplyParser(.nothing)

  /// False while the process is in the background of its terminal.
  private var isListening = false

  private static let start = Array("\u{1B}[?2031h".utf8)
  private static let end = Array("\u{1B}[?2031l".utf8)

  /// An event that ends the wait.
  package enum Event: Hashable, Sendable {
    /// Watched files have changed, or the size of the terminal.
    case redraw
    /// The terminal has become dark or light: query its background.
    case scheme
    /// A signal, of this number, ends the program.
    case quit(Int32)
  }

  /// Switches the reports on; nil if the process has no terminal or is in its background.
  package init?() {
    guard let terminal = try? Screen.openTerminal() else { return nil }
    let isGuarded = unsafe Self.end.withUnsafeBufferPointer {
      unsafe cp_guard_install(terminal.rawValue, $0.baseAddress, $0.count) == 0
    }
    guard isGuarded, Self.listens(to: terminal) else {
      if isGuarded { cp_guard_remove() }
      try? terminal.close()
      return nil
    }
    self.terminal = terminal
    isListening = true
  }

  /// Sets the mode for the reports; false in the terminal's background.
  private static func listens(to terminal: FileDescriptor) -> Bool {
    guard cp_guard_enter(false) == 0 else { return false }
    _ = try? terminal.writeAll(start)
    return true
  }

  deinit {
    if isListening { _ = try? terminal.writeAll(Self.end) }
    cp_guard_leave()
    for byte in parser.otherInput { cp_give_back(terminal.rawValue, byte) }
    cp_guard_remove()
    try? terminal.close()
  }

  /// Waits for a report, a change of the files, or a signal.
  package mutating func wait(watching watch: inout FileWatch?) -> Event {
    while true {
      let readable = waitToRead(
        [isListening ? terminal.rawValue : -1, cp_guard_events(), watch?.descriptor ?? -1],
        timeout: watch?.deadline.map { milliseconds(from: .now, to: $0) })
      if readable[1], let event = takeSignals() { return event }
      if watch?.update(isReadable: readable[2], now: .now).isEmpty == false { return .redraw }
      guard readable[0], isListening else { continue }
      guard let bytes = try? DescriptorSource(terminal).read(atMost: 4096), !bytes.isEmpty else {
        return .quit(QuitSignal.hangUp)
      }
      parser.feed(bytes)
      if parser.takeSchemeReport() { return .scheme }
    }
  }

  private mutating func takeSignals() -> Event? {
    var event: Event?
    for name in Screen.readSignals() {
      switch name {
      case UInt8(ascii: "I"): return .quit(QuitSignal.interrupt)
      case UInt8(ascii: "T"): return .quit(QuitSignal.terminate)
      case UInt8(ascii: "H"): return .quit(QuitSignal.hangUp)
      case UInt8(ascii: "Z"):
        if isListening { _ = try? terminal.writeAll(Self.end) }
        cp_guard_leave()
        cp_guard_stop()
        isListening = Self.listens(to: terminal)
      // Continued in the foreground, perhaps.
      case UInt8(ascii: "C") where !isListening: isListening = Self.listens(to: terminal)
      case UInt8(ascii: "W"): event = .redraw
      default: break
      }
    }
    return event
  }
}
