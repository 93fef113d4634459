import CSSViewCommands
import OperatingSystem
import StyleValues
import TerminalOutput

/// A command that ran inside the test, and everything that came of it.
struct CommandRun {
  let status: ExitStatus
  /// Standard output byte for byte.
  let bytes: [UInt8]

  let errors: String

  /// How often standard output was written to.
  let writes: Int

  /// Runs a command.
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - input: Standard input.
  ///   - terminal: The size of the terminal that standard output is; nil for a pipe.
  ///   - environment: All environment variables that there are.
  ///   - reader: The terminal that the program was started from.
  init(
    _ arguments: String..., input: String = "", terminal: (Int, Int)? = nil,
    environment: [String: String] = ["TERM": "xterm-256color"],
    reader: TestTerminal = TestTerminal()
  ) {
    self.init(
      arguments, input: Array(input.utf8), terminal: terminal, environment: environment,
      reader: reader)
  }

  init(
    _ arguments: [String], input: [UInt8] = [], piece: Int = .max, isInputTerminal: Bool = false,
    terminal: (Int, Int)? = nil, environment: [String: String] = ["TERM": "xterm-256color"],
    reader: TestTerminal = TestTerminal()
  ) {
    let output = MemorySink()
    let errors = MemorySink()
    let console = Console(
      input: MemorySource(input, piece: piece), output: output, errors: errors,
      isInputTerminal: isInputTerminal, isOutputTerminal: terminal != nil, isErrorTerminal: false,
      size: terminal.map { ScreenSize(columns: $0.0, rows: $0.1) },
      terminal: reader, variable: { environment[$0] })
    status = runProgram(arguments, in: console)
    bytes = output.bytes
    self.errors = errors.text
    writes = output.writes
  }

  /// Standard output as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The output with visible escape characters.
  var visible: String {
    var text = ""
    for scalar in output.unicodeScalars {
      if scalar == "\u{1B}" { text += "␛" } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

/// The terminal of a command that runs inside a test.
struct TestTerminal: ConsoleTerminal {
  var exists = false
  var readerSize: (size: ScreenSize, source: String)?

  /// What an earlier program kept, in any folder.
  var kept: TerminalAnswers?

  /// What the terminal says when it is asked.
  var answer: (@Sendable (TerminalQuery) -> TerminalAnswers?)?

  func ask(
    _ query: TerminalQuery, patience: Duration, sparesTypedAhead: Bool
  ) -> (answers: TerminalAnswers, typedAhead: [UInt8])? {
    answer?(query).map { ($0, []) }
  }

  func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers? { kept }

  func keep(_ answers: TerminalAnswers, in folder: String) -> Bool { false }
}
