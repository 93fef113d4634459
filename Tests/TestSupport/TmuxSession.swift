#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program running in a terminal of its own, which is a pane of a private tmux server.
///
/// Without tmux every test that uses it fails: a test that passes for want of a terminal is none.
public final class TmuxSession {
  /// What the terminal has been told, beside its text.
  public struct Modes: Hashable, Sendable {
    /// The alternate screen is shown.
    public var usesAlternateScreen: Bool
    /// The cursor is visible.
    public var showsCursor: Bool
    /// Mouse reports are on.
    public var reportsMouse: Bool

    /// Puts modes together.
    public init(usesAlternateScreen: Bool, showsCursor: Bool, reportsMouse: Bool) {
      self.usesAlternateScreen = usesAlternateScreen
      self.showsCursor = showsCursor
      self.reportsMouse = reportsMouse
    }

    /// How a shell leaves a terminal.
    public static let normal = Modes(
      usesAlternateScreen: false, showsCursor: true, reportsMouse: false)
  }

  /// Something did not happen in time.
  public struct TimedOut: Error, CustomStringConvertible {
    /// What was waited for.
    public var what: String
    /// What the terminal showed at last.
    public var screen: String
    /// One line for a person, and the screen.
    public var description: String { "waited in vain for \(what); the terminal shows:\n\(screen)" }
  }

  /// tmux refused a command or is not there.
  public struct Failure: Error, CustomStringConvertible {
    /// Why.
    public var description: String
  }

  private let server: String

  /// What stands before the exit status when the program has ended.
  private static let mark = "[ended with status "

  /// Starts a program in a terminal.
  ///
  /// - Parameters:
  ///   - command: a command line for `sh`.
  ///   - columns: width of the terminal.
  ///   - rows: height of the terminal.
  ///   - environment: variables added to those of this process.
  /// - Throws: `Failure` if tmux is missing or refuses.
  public init(
    _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    server = "cssview-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    do {
      guard try runProgram(["tmux", "-V"]).status == 0 else {
        throw Failure(description: "tmux does not run")
      }
    } catch let error as ProgramNotStarted {
      throw Failure(description: "these tests need tmux: \(error)")
    }
    var settings = ["LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    settings.merge(environment) { $1 }
    // The pane starts when its size and what happens at its end are settled.
    _ = try tmux(
      [
        "-f", "/dev/null", "start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";",
        "set-option", "-g", "default-terminal", settings["TERM"] ?? "tmux-256color", ";",
        "set-option", "-g", "status", "off", ";", "set-option", "-s", "escape-time", "0", ";",
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
        // tmux loses what a pane has written last when its process ends: a shell outlives it.
        "\(command)\nprintf '\(Self.mark)%d]\\n' $?; read line",
      ], environment: settings)
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  @discardableResult
  private func tmux(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    // tmux inside tmux would ask the outer one.
    let run = try runProgram(
      ["tmux", "-L", server] + arguments, environment: environment.merging(["TMUX": ""]) { $1 })
    guard run.status == 0 else {
      throw Failure(description: "tmux \(arguments.joined(separator: " ")): status \(run.status)")
    }
    return run.text
  }

  /// Presses keys by tmux's names (`Enter`, `Up`, `C-c`), or types single characters.
  public func press(_ keys: String...) throws {
    try press(keys)
  }

  /// Presses keys by tmux's names.
  public func press(_ keys: [String]) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Sends text as it is; escape sequences too.
  public func type(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  /// Pastes text, in brackets if the program asked for them.
  public func paste(_ text: String) throws {
    try tmux(["set-buffer", text, ";", "paste-buffer", "-p"])
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Sends a signal to the program in the terminal, and not to its children.
  public func signal(_ number: Int32) throws {
    kill(try processID(), number)
  }

  /// The number of the program's process, once it runs.
  public func processID() throws -> Int32 {
    let children = try runProgram(["pgrep", "-P", try format("pane_pid")]).text
    guard let number = children.split(separator: "\n").compactMap({ Int32($0) }).first else {
      throw Failure(description: "the program does not run")
    }
    return number
  }

  /// Hundredths of a second that the program has worked so far.
  public func processorTicks() throws -> Int {
    // utime and stime, fields 14 and 15 of /proc/PID/stat.
    let text = try runProgram(["cat", "/proc/\(try processID())/stat"]).text
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
  }

  /// What the terminal shows.
  public func screen() throws -> CapturedScreen {
    CapturedScreen(capture: try tmux(["capture-pane", "-p", "-e", "-N"]))
  }

  /// What the terminal shows and what has scrolled out of it, as text.
  public func history() throws -> String {
    try tmux(["capture-pane", "-p", "-S", "-"])
  }

  /// The modes that are set.
  public func modes() throws -> Modes {
    Modes(
      usesAlternateScreen: try format("alternate_on") == "1",
      showsCursor: try format("cursor_flag") == "1",
      reportsMouse: try format("mouse_any_flag") == "1")
  }

  /// The place of the cursor, from 0.
  public func cursor() throws -> (column: Int, row: Int) {
    let numbers = try format("cursor_x},#{cursor_y").split(separator: ",").compactMap { Int($0) }
    return (numbers[0], numbers[1])
  }

  /// The exit status of the program as a shell sees it; nil while it runs.
  public func exitStatus() throws -> Int? {
    let lines = try screen().text.split(separator: "\n")
    guard let line = lines.last(where: { $0.contains(Self.mark) }) else { return nil }
    return Int(line.split(separator: " ").last?.dropLast() ?? "")
  }

  private func format(_ name: String) throws -> String {
    let text = try tmux(["display-message", "-p", "#{\(name)}"])
    return String(text.prefix { $0 != "\n" })
  }

  /// Waits until the screen is as wanted, 10 seconds at most.
  @discardableResult
  public func wait(
    for what: String, until isThere: (CapturedScreen) throws -> Bool
  ) throws -> CapturedScreen {
    var screen = try screen()
    for _ in 0..<500 {
      if try isThere(screen) { return screen }
      usleep(20_000)
      screen = try self.screen()
    }
    throw TimedOut(what: what, screen: screen.text)
  }

  /// Waits until the screen holds a text.
  @discardableResult
  public func wait(forText text: String) throws -> CapturedScreen {
    try wait(for: "'\(text)'") { $0.text.contains(text) }
  }

  /// Waits until the modes are these.
  public func wait(forModes wanted: Modes) throws {
    try wait(for: "\(wanted)") { _ in try modes() == wanted }
  }

  /// Waits for the end of the program.
  @discardableResult
  public func waitForEnd() throws -> Int {
    var status: Int?
    try wait(for: "the end of the program") { _ in
      status = try exitStatus()
      return status != nil
    }
    return status ?? -1
  }
}
