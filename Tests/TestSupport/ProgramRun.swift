// `environ` is a mutable global; these programs are started from tests, which never write to it.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// What a program printed, and how it ended.
public struct ProgramRun: Sendable {
  /// Its exit status; 128 and the signal's number if one ended it.
  public var status: Int

  /// What it wrote on standard output.
  public var output: [UInt8]

  /// The output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
}

/// A program could not be started.
public struct ProgramNotStarted: Error, CustomStringConvertible {
  /// Its name.
  public var program: String

  /// `errno` of posix_spawn.
  public var code: Int32

  /// One line for a person.
  public var description: String {
    "\(program) could not be started: \(String(cString: strerror(code)))"
  }
}

/// Seconds that a program may say nothing: a test of one that hangs fails, and the others still
/// run.
private let patience: Int32 = 300

/// Runs a program found by `PATH` and waits for it; its standard input is empty.
///
/// A program that writes nothing for five minutes and does not end is killed.
///
/// - Parameters:
///   - arguments: the program and its arguments.
///   - environment: variables added to those of this process.
/// - Returns: its output and its status.
/// - Throws: `ProgramNotStarted`.
public func runProgram(
  _ arguments: [String], environment: [String: String] = [:]
) throws -> ProgramRun {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw ProgramNotStarted(program: arguments[0], code: errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[0]) }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)

  // Worker threads of the test runner block signals, and a child inherits that.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var noSignals = sigset_t()
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

  // `env` sets the variables, so that nothing here has to build an environment.
  let settings = environment.isEmpty ? [] : ["env"] + environment.map { "\($0.key)=\($0.value)" }
  let words = settings + arguments
  var pointers = words.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  var process: pid_t = 0
  let code = posix_spawnp(&process, words[0], &actions, &attributes, pointers, environ)
  close(ends[1])
  guard code == 0 else { throw ProgramNotStarted(program: arguments[0], code: code) }

  var output: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while true {
    var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    let ready = poll(&end, 1, patience * 1000)
    if ready < 0, errno == EINTR { continue }
    guard ready > 0 else {
      kill(process, SIGKILL)
      break
    }
    let count = read(ends[0], &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    output += block[..<count]
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  let signal = Int(status & 0x7F)
  return ProgramRun(
    status: signal == 0 ? Int(status >> 8) & 0xFF : 128 + signal, output: output)
}
