import OperatingSystem

/// A standard stream of the process.
public enum StandardStream: Int32, CaseIterable, Hashable, Sendable {
  case standardOutput = 1
  case standardError = 2

  /// The terminal of the stream, or plain text if it is none.
  ///
  /// Each use reads the environment and the terminal's description; a program that prints often
  /// stores it.
  public var terminal: Terminal { Terminal(ofDescriptor: rawValue) }

  /// Writes bytes after everything that `print` has written, unbuffered.
  func write(_ bytes: [UInt8]) {
    CurrentProcess.flushOutput()
    SharedOutput.shared(rawValue).write(bytes, reset: Array("\u{1B}[0m".utf8))
  }
}

extension ThemeRenderer {
  /// Writes markup for the renderer's terminal to a stream at once.
  ///
  /// - Parameters:
  ///   - markup: The markup; interpolated values are text.
  ///   - stream: The stream.
  ///   - terminator: Text after it; an empty one leaves the line open, as for progress.
  public func print(
    _ markup: Markup, to stream: StandardStream = .standardOutput, terminator: String = "\n"
  ) {
    var bytes: [UInt8] = []
    append(markup, to: &bytes)
    bytes += terminator.utf8
    stream.write(bytes)
  }

  /// Replaces the line that it wrote before with markup, to show progress.
  ///
  /// It is one line: what is wider than the terminal is cut, and line feeds are spaces. Without
  /// colours, as in a file, nothing is replaced, so each call writes a line.
  ///
  /// - Parameters:
  ///   - markup: The line; interpolated values are text.
  ///   - isLast: True if the line is kept, and the next output begins below it.
  ///   - stream: The stream.
  public func printProgress(
    _ markup: Markup, isLast: Bool = false, to stream: StandardStream = .standardOutput
  ) { stream.write(progress(markup, isLast: isLast)) }

  /// The bytes of a progress line.
  package func progress(_ markup: Markup, isLast: Bool) -> [UInt8] {
    let isLive = terminal.colors != .plain
    // The terminal wraps no line meanwhile (DECAWM), as it could not be replaced then.
    var bytes = Array((isLive ? "\r\u{1B}[K\u{1B}[?7l" : "").utf8)
    append(markup, to: &bytes)
    for index in bytes.indices where bytes[index] == 0x0A { bytes[index] = 0x20 }
    if isLive { bytes += "\u{1B}[?7h".utf8 }
    if isLast || !isLive { bytes.append(0x0A) }
    return bytes
  }

  /// Writes the lines of a block, for the block's own terminal, to a stream at once.
  public func print(_ block: CellBlock, to stream: StandardStream = .standardOutput) {
    var bytes: [UInt8] = []
    block.append(to: &bytes)
    stream.write(bytes)
  }
}

extension Theme {
  /// Writes markup for a stream's terminal to the stream at once.
  ///
  /// ```swift
  /// let theme: Theme = [".bad": ["color": "red"]]
  /// theme.print("<span class=bad>\("<disk>")</span> is full", to: .standardError, for: .plain)
  /// ```
  ///
  /// - Parameters:
  ///   - markup: The markup; interpolated values are text.
  ///   - stream: The stream.
  ///   - terminal: The terminal; nil is that of the stream.
  ///   - terminator: Text after it.
  public func print(
    _ markup: Markup, to stream: StandardStream = .standardOutput, for terminal: Terminal? = nil,
    terminator: String = "\n"
  ) { stream.write(rendered(markup, for: terminal ?? stream.terminal) + terminator.utf8) }
}
