#if Logging
  import CSSView
  import OperatingSystem
  import Synchronization

  /// Output that handlers with the same theme, terminal and stream share.
  final class LogOutput: Sendable {
    private let theme: Theme
    private let terminal: Terminal
    private let descriptor: Int32
    private let output: SharedOutput
    private let state: Mutex<State>

    /// The sequence that ends the state of an incomplete record.
    private let reset: [UInt8]

    private struct State: ~Copyable {
      var painter: LogPainter
      var clock = LogClock()
      var buffer: [UInt8] = []
    }

    /// Longer buffers are freed after each record.
    private static let longestBuffer = 1 << 16

    private static let recent = Mutex<[LogOutput]>([])

    /// Older outputs are kept by their handlers alone.
    private static let mostRecent = 16

    private init(theme: Theme, terminal: Terminal, descriptor: Int32, output: SharedOutput) {
      self.theme = theme
      self.terminal = terminal
      self.descriptor = descriptor
      self.output = output
      reset = terminal.colors == .plain ? [] : Array("\u{1B}[0m".utf8)
      state = Mutex(State(painter: LogPainter(theme: theme, terminal: terminal)))
    }

    /// The shared output for these; handlers are made often, such as one for each request.
    static func shared(theme: Theme, terminal: Terminal, descriptor: Int32) -> LogOutput {
      // Queried each time, as the descriptor may be that of another file now.
      let output = SharedOutput.shared(descriptor)
      return recent.withLock { recent in
        let known = recent.first {
          $0.theme.identity === theme.identity && $0.descriptor == descriptor
            && $0.terminal == terminal && $0.theme.policy == theme.policy
        }
        if let known { return known }
        if recent.count == mostRecent { recent.removeFirst() }
        let new = LogOutput(
          theme: theme, terminal: terminal, descriptor: descriptor, output: output)
        recent.append(new)
        return new
      }
    }

    /// Writes a record as one line.
    func write(_ record: LogRecord) {
      state.withLock { state in
        state.buffer.removeAll(keepingCapacity: state.buffer.capacity <= Self.longestBuffer)
        state.painter.append(record, time: state.clock.text(), to: &state.buffer)
        guard !state.buffer.isEmpty else { return }
        output.write(state.buffer, reset: reset)
      }
    }
  }

  /// Text of the time, made again when the second changes.
  private struct LogClock {
    private var second = Int.min
    private var current: [UInt8] = []

    mutating func text() -> [UInt8] {
      let now = LocalTime.now()
      if now != second {
        second = now
        current = LocalTime.text(now)
      }
      return current
    }
  }
#endif
