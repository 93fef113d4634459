import ArgumentParser
import CursesScreen
import OperatingSystem
import StyledText

/// A command that runs with a console instead of with the process.
protocol ConsoleCommand: ParsableCommand {
  /// Does the work. The status is what the shell is told when nothing is thrown.
  func run(in console: Console) throws -> ExitStatus
}

/// Runs the program with the arguments and the streams of this process, and ends the process.
package func runProgram() -> Never {
  CurrentProcess.reserveStandardStreams()
  CurrentProcess.dieOfSentSignals()
  CurrentProcess.withRoomyStack {
    let status = runProgram(CurrentProcess.arguments, in: .process())
    TerminalConversation.dropLateAnswers()
    CurrentProcess.end(status.rawValue)
  }
  fatalError("the process has not ended")
}

/// Runs the program.
/// - Parameters:
///   - arguments: The arguments after the program's name.
///   - console: The process that it reads from and writes to.
/// - Returns: The exit status.
package func runProgram(_ arguments: [String], in console: Console) -> ExitStatus {
  do {
    guard !arguments.isEmpty else {
      console.report(.text(CSSViewCommand.helpMessage(columns: 80)) + "\n")
      return .usage
    }
    if let command = PlainArguments.command(arguments) { return try command.run(in: console) }
    let options = arguments.prefix { $0 != "--" }
    if let message = Misspelling.message(Array(options), in: console) {
      throw CommandFailure(.usage, message)
    }
    var command = try parseArguments(
      options.map(ArgumentText.keepingNumber) + arguments[options.count...])
    if var many = command as? any ManyArguments {
      many.partArguments()
      command = many
    }
    guard let command = command as? any ConsoleCommand else {
      // The parser's own commands, such as `help`.
      try command.run()
      return .success
    }
    return try command.run(in: console)
  } catch {
    let failure = error as? CommandFailure ?? explain(error, in: console)
    if let message = failure.message { console.complain(message) }
    return failure.status
  }
}

/// Has the arguments parsed, if they can be by the model of the command alone that they name.
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
  // Whatever else there is to say, is said of the whole program.
  return try CSSViewCommand.parseAsRoot(arguments)
}

/// Prints what the argument parser has to say: help on standard output, mistakes on standard error.
private func explain(_ error: any Error, in console: Console) -> CommandFailure {
  let status = CSSViewCommand.exitCode(for: error)
  let text = CompletionScript.completed(CSSViewCommand.fullMessage(for: error))
  guard !status.isSuccess else {
    do throws(CommandFailure) {
      // Completions may hold anything that files do.
      try console.write(.text(ArgumentText.shown(text)) + "\n")
      return CommandFailure(.success)
    } catch {
      return error
    }
  }
  let message = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
  console.complain(lines: .text(ArgumentText.shown(message)))
  return CommandFailure(status == .validationFailure ? .usage : .internalError)
}
