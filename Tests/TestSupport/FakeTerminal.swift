#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// A terminal that a test plays itself: a program runs on a pseudo-terminal, and the test says what
/// comes from the keyboard, answers to questions among it.
public struct FakeTerminal {
  /// What came of it.
  public struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number if one ended it, or it had to be ended.
    public var status: Int

    /// All that the program wrote.
    public var output: [UInt8]

    /// What was typed and not read: the next program would get it.
    public var leftOver: [UInt8]

    /// Whether the terminal's modes are those that it had before; false where it hung up.
    public var hasModesBack: Bool

    /// How long it took, in seconds.
    public var seconds: Double

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// What programs are told of it: 256 colours, and nothing of the terminal that tests run in.
  public static let variables = [
    "TERM": "xterm-256color", "COLORTERM": "", "NO_COLOR": "", "LANG": "C.UTF-8", "CI": "",
    "TMUX": "", "TERM_PROGRAM": "", "SSH_CONNECTION": "", "CSSVIEW_PALETTE": "",
    "CSSVIEW_BACKGROUND": "", "COLORFGBG": "", "COLUMNS": "", "XDG_RUNTIME_DIR": "",
  ]

  /// `POSIX_SPAWN_SETSID`, which not every C library shows.
  private static let newSession: Int16 = 0x80

  private let master: Int32
  private let slave: Int32
  private let name: String
  private let modes: termios

  /// Runs a program and plays its terminal.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: Variables added to those of this process.
  ///   - patience: The program is ended after so many seconds.
  ///   - columns: What the terminal says of its width.
  ///   - rows: And of its height.
  ///   - signal: A signal that is sent to the program when so many seconds are over.
  ///   - play: Is told all that the program has written so far whenever there is more, and gives
  ///     the pieces to type, each written for itself; nil where the terminal hangs up.
  /// - Returns: What came of it.
  /// - Throws: `ProgramNotStarted`.
  public static func run(
    _ arguments: [String], environment: [String: String], patience: Double = 20,
    columns: UInt16 = 80, rows: UInt16 = 24, signal: (number: Int32, after: Double)? = nil,
    play: (_ written: [UInt8]) -> [[UInt8]]?
  ) throws -> Outcome {
    let terminal = try FakeTerminal(columns: columns, rows: rows)
    defer { close(terminal.slave) }
    return try terminal.run(arguments, environment, patience, signal, play)
  }

  private init(columns: UInt16, rows: UInt16) throws(ProgramNotStarted) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN: what unlockpt() and ptsname() do, which glibc hides.
    var lock: Int32 = 0
    var number: Int32 = 0
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw ProgramNotStarted(program: "a terminal", code: errno) }
    name = "/dev/pts/\(number)"
    // Kept open, so that what nobody reads can be looked at in the end.
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw ProgramNotStarted(program: "a terminal", code: errno) }
    modes = Self.modes(of: slave)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  private func run(
    _ arguments: [String], _ environment: [String: String], _ patience: Double,
    _ signal: (number: Int32, after: Double)?, _ play: ([UInt8]) -> [[UInt8]]?
  ) throws -> Outcome {
    let start = ContinuousClock.now
    let process = try spawn(arguments, environment)
    var signal = signal
    var output: [UInt8] = []
    var status: Int32 = 0
    var hasEnded = false
    var hasHungUp = false
    defer { if !hasHungUp { close(master) } }
    while true {
      if let due = signal, start.duration(to: .now) > .seconds(due.after) {
        kill(process, due.number)
        signal = nil
      }
      // A descriptor below zero is not looked at.
      var waited = pollfd(fd: hasHungUp ? -1 : master, events: Int16(POLLIN), revents: 0)
      if poll(&waited, 1, 10) > 0, waited.revents & Int16(POLLIN) != 0 {
        var block = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &block, block.count)
        guard count > 0 else { continue }
        output += block[..<count]
        if let pieces = play(output) {
          for piece in pieces { type(piece) }
        } else {
          close(master)
          hasHungUp = true
        }
        continue
      }
      // What was written before the end has been read now.
      if hasEnded { break }
      hasEnded = waitpid(process, &status, WNOHANG) == process
      if !hasEnded, start.duration(to: .now) > .seconds(patience) { kill(process, SIGKILL) }
    }
    let time = start.duration(to: .now).components
    let number = Int(status & 0x7F)
    // Looked at first: reading what is left over changes them.
    let hasModesBack = !hasHungUp && Self.areEqual(Self.modes(of: slave), modes)
    return Outcome(
      status: number == 0 ? Int(status >> 8) & 0xFF : 128 + number, output: output,
      leftOver: hasHungUp ? [] : leftOver(), hasModesBack: hasModesBack,
      seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18)
  }

  private static func modes(of terminal: Int32) -> termios {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes
  }

  private static func areEqual(_ modes: termios, _ others: termios) -> Bool {
    (modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag)
      == (others.c_iflag, others.c_oflag, others.c_cflag, others.c_lflag)
  }

  /// Writes bytes as if they came from the keyboard, and gives the program time to read them.
  private func type(_ bytes: [UInt8]) {
    _ = write(master, bytes, bytes.count)
    usleep(200)
  }

  /// What nobody has read.
  private func leftOver() -> [UInt8] {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      keys[Int(VMIN)] = 0
      keys[Int(VTIME)] = 0
    }
    tcsetattr(slave, TCSANOW, &modes)
    var block = [UInt8](repeating: 0, count: 4096)
    let count = read(slave, &block, block.count)
    return Array(block.prefix(max(0, count)))
  }

  /// Starts the program in a session of its own, whose terminal is this one.
  private func spawn(_ arguments: [String], _ environment: [String: String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes that of the session.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.newSession)

    let words = ["env"] + environment.map { "\($0.key)=\($0.value)" } + arguments
    var pointers = words.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, pointers, environ)
    guard code == 0 else { throw ProgramNotStarted(program: arguments[0], code: code) }
    return process
  }
}
