/// Exit status of the program.
///
/// The numbers from 64 on are those of `sysexits.h`.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The result was written; there may have been warnings.
  case success = 0
  /// `check` found errors; `browse` was left without a choice.
  case findings = 1
  /// The command line is wrong: EX_USAGE.
  case usage = 64
  /// A sheet, markup or value could not be used: EX_DATAERR.
  case unusableInput = 65
  /// A file could not be read: EX_NOINPUT.
  case noInput = 66
  /// There is no terminal to draw on: EX_UNAVAILABLE.
  case noTerminal = 69
  /// Something that must not happen: EX_SOFTWARE.
  case internalError = 70
  /// A file for output could not be made: EX_CANTCREAT.
  case cannotCreate = 73
  /// Writing failed: EX_IOERR.
  case writeFailed = 74
  /// `TERM` names no usable terminal: EX_CONFIG.
  case unusableTerminal = 78
  /// A signal came: the process ends by it, which a shell calls 128 and its number.
  case interrupted = 130
  /// Nobody reads the output any more: 128 + SIGPIPE, as when the signal ends a process.
  case brokenPipe = 141
}

/// Why a command stopped: what the shell is told, and one line for a person.
struct CommandFailure: Error, Hashable {
  /// Exit status of the program.
  var status: ExitStatus

  /// Message after the program's name; nil when everything has been said.
  var message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}
