import ArgumentParser
import CursesScreen
import OperatingSystem
import StyledText

/// A command that uses a console instead of the process.
protocol ConsoleCommand: ParsableCommand {
  /// Two command lines, one on each line, for the end of the command's help.
  static var examples: String { get }

  /// Runs the command, and returns the exit status.
  func run(in console: Console) throws -> ExitStatus
}

/// Runs the program with the arguments and the streams of this process, and ends the process.
package func runProgram() -> Never {
  CurrentProcess.reserveStandardStreams()
  CurrentProcess.letLargeFilesFail()
  CurrentProcess.dieOfSentSignals()
  CurrentProcess.withLargeStack {
    let status = runProgram(CurrentProcess.arguments, in: .process())
    TerminalConversation.dropLateAnswers()
    CurrentProcess.end(status.rawValue)
  }
  fatalError("the process has not ended")
}

package func runProgram(_ arguments: [String], in console: Console) -> ExitStatus {
  let isNamed = namesCommand(arguments)
  let named = isNamed ? arguments : [ShowCommand.name] + arguments
  do {
    if arguments.isEmpty, console.isInputTerminal {
      console.report(.text(HelpText.overview) + "\n")
      return .usage
    }
    if arguments == ["--version"] {
      try console.write(.text(Version.text) + "\n")
      return .success
    }
    if !isNamed, let message = Misspelling.command(arguments, in: console) {
      throw CommandFailure(.noInput, message)
    }
    var arguments = named
    if let command = SimpleArguments.command(arguments) { return try command.run(in: console) }
    if arguments[0] == "help", arguments.contains("--help-hidden") {
      arguments = arguments.dropFirst().filter { $0 != "--help-hidden" } + ["--help-hidden"]
    }
    let options = renaming(arguments.prefix { $0 != "--" }, in: console)
    if let message = Misspelling.message(options, in: console) {
      throw CommandFailure(.usage, message)
    }
    var command = try parseArguments(
      options.map(ArgumentText.keepingNumber) + arguments[options.count...])
    if var many = command as? any ManyArguments {
      many.splitArguments()
      command = many
    }
    guard let command = command as? any ConsoleCommand else {
      // The parser's own commands, such as `help`.
      try command.run()
      return .success
    }
    return try command.run(in: console)
  } catch {
    let failure = error as? CommandFailure ?? explain(error, named, in: console)
    if let message = failure.message { console.complain(message) }
    return failure.status
  }
}

/// False for files to show: the name of the command `show` may be left out.
private func namesCommand(_ arguments: [String]) -> Bool {
  guard let first = arguments.first else { return false }
  return CSSViewCommand.names.contains(first)
    || ["help", "--help", "-h", "-v", "--version"].contains(first) || first.hasPrefix("---")
    || ["--generate-completion-script", "--experimental-dump-help"].contains { first.hasPrefix($0) }
}

/// Replaces the old name of the option `--sheet-format`, with a note; `check` has `--format` for
/// its report.
private func renaming(_ options: ArraySlice<String>, in console: Console) -> [String] {
  guard options.first != "check" else { return Array(options) }
  let renamed = options.map {
    $0 == "--format" || $0.hasPrefix("--format=") ? "--sheet-" + $0.dropFirst(2) : $0
  }
  if renamed != Array(options), !options.contains("--quiet"), !options.contains("-q") {
    console.complain("note: '--format' is now '--sheet-format'")
  }
  return renamed
}

/// Parses the arguments, if possible only with the model of their command.
func parseArguments(_ arguments: [String]) throws -> any ParsableCommand {
  var arguments = arguments
  for command in CSSViewCommand.configuration.subcommands
  where command.configuration.commandName == arguments.first {
    if let command = command as? any ManyArguments.Type {
      arguments = ArgumentRuns.joined(arguments, of: command)
    }
    guard let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())) else { break }
    if parsed is any ConsoleCommand { return parsed }
  }
  // All other findings are about the whole program.
  return try CSSViewCommand.parseAsRoot(arguments)
}

/// Prints a message of the argument parser: help on standard output, errors on standard error.
private func explain(
  _ error: any Error, _ arguments: [String], in console: Console
) -> CommandFailure {
  let status = CSSViewCommand.exitCode(for: error)
  let text = CompletionScript.completed(HelpText.message(for: error))
  guard !status.isSuccess else {
    do throws(CommandFailure) {
      // Completions may hold anything that files do.
      try console.write(.text(ArgumentText.shown(text)) + "\n")
      return CommandFailure(.success)
    } catch {
      return error
    }
  }
  let message = text.hasPrefix("Error: ") ? text.dropFirst("Error: ".count) : text[...]
  let end = message.firstIndex(of: "\n") ?? message.endIndex
  var problem = Misspelling.plain(String(message[..<end]))
  // The parser's second guess at an option is less helpful.
  var rest = message[end...].replacing(#/\n +or: .*/#, with: "")
  // The value of an unknown option may be read as an argument.
  if problem.hasPrefix("unknown option") || problem.contains("' for '<"),
    let option = Misspelling.unknownOption(arguments)
  {
    problem = option
    rest = rest[(rest.firstRange(of: "\nUsage:")?.lowerBound ?? rest.startIndex)...]
  }
  console.complain(lines: .text(ArgumentText.shown(problem + rest)))
  return CommandFailure(status == .validationFailure ? .usage : .internalError)
}

/// The exit status of the program; numbers from 64 on are those of `sysexits.h`.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The result was written, perhaps with warnings.
  case success = 0
  /// `check` found errors; `browse` was left without a choice.
  case findings = 1
  /// The command line is invalid: EX_USAGE.
  case usage = 64
  /// A stylesheet, markup or value is invalid: EX_DATAERR.
  case unusableInput = 65
  /// A file could not be read: EX_NOINPUT.
  case noInput = 66
  /// There is no terminal to draw on: EX_UNAVAILABLE.
  case noTerminal = 69
  /// An internal error: EX_SOFTWARE.
  case internalError = 70
  /// An output file cannot be created: EX_CANTCREAT.
  case cannotCreate = 73
  /// Writing failed: EX_IOERR.
  case writeFailed = 74
  /// `TERM` is not usable: EX_CONFIG.
  case unusableTerminal = 78
  /// A signal ends the process, which shells report as 128 plus its number.
  case interrupted = 130
  /// The reader of the output has gone: 128 + SIGPIPE, as when the signal ends a process.
  case brokenPipe = 141
}

/// Why a command stopped: an exit status and one line.
struct CommandFailure: Error, Hashable {
  var status: ExitStatus

  /// The message after the program's name; nil if everything was reported.
  var message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    (self.status, self.message) = (status, message)
  }
}

/// Joins long runs of arguments, because the argument parser takes quadratic time for them, and a
/// shell's `*` makes thousands.
///
/// They are joined by NUL, which no argument contains, and split again when they are parsed.
enum ArgumentRuns {
  private static let separator: Character = "\0"

  /// Fewer arguments are not joined.
  private static let fewest = 100

  /// The first ones of a run may be the value of an option, a stylesheet, or part of a message.
  private static let leftAlone = 3

  /// The arguments of a command, with long runs of operands and of one option joined.
  static func joined(_ arguments: [String], of command: any ManyArguments.Type) -> [String] {
    guard arguments.count > fewest else { return arguments }
    let options = Set(command.repeatedOptions)
    var result: [String] = []
    var operands = 0
    var hasOnlyOperands = false
    // The option whose value is the last of the result, and more may be joined to it.
    var open: String?
    var run: [String] = []
    func end() {
      if !run.isEmpty { result.append(run.joined(separator: String(separator))) }
      run = []
      open = nil
    }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if hasOnlyOperands ? argument != "-" : !argument.hasPrefix("-") {
        if open != nil { end() }
        operands += 1
        if operands > leftAlone { run.append(argument) } else { result.append(argument) }
        continue
      }
      if !hasOnlyOperands, options.contains(argument), let value = rest.first,
        !value.hasPrefix("-"), command.isWhole(value, of: argument)
      {
        rest.removeFirst()
        if open != argument {
          end()
          result.append(argument)
          open = argument
        }
        run.append(value)
        operands = 0
        continue
      }
      end()
      operands = 0
      result.append(argument)
      if argument == "--" { hasOnlyOperands = true }
    }
    end()
    return result
  }

  static func parted(_ argument: String) -> [String] {
    argument.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// A command that takes any number of arguments.
protocol ManyArguments: ConsoleCommand {
  static var repeatedOptions: [String] { get }

  /// The arguments that may be joined.
  static var argumentLists: [WritableKeyPath<Self, [String]>] { get }
}

extension ManyArguments {
  static var repeatedOptions: [String] { RenderOptions.repeatedOptions }

  mutating func splitArguments() {
    for list in Self.argumentLists {
      self[keyPath: list] = self[keyPath: list].flatMap(ArgumentRuns.parted)
    }
  }

  /// False if the parser will reject the value of an option, and show it.
  fileprivate static func isWhole(_ value: String, of option: String) -> Bool {
    option != "--set" || NamedValue(argument: value) != nil
  }
}
