import CursesScreen
package import OperatingSystem
import Styling
import SystemPackage
package import TerminalOutput

/// The terminal that a process was started from.
///
/// Only `ask` writes to it, and might read input that is meant for another program.
package protocol ConsoleTerminal: Sendable {
  var exists: Bool { get }

  /// The size of the user's window if standard output is no terminal, and its source.
  var readerSize: (size: ScreenSize, source: String)? { get }

  /// Queries the terminal, and returns what was typed, too; nil if there is none, if the process is
  /// in the background, or if the user has typed ahead for a program that `sparesTypedAhead`.
  func ask(
    _ query: TerminalQuery, patience: Duration, sparesTypedAhead: Bool
  ) -> (answers: TerminalAnswers, typedAhead: [UInt8])?

  /// Answers that an earlier program kept for this terminal and session in `XDG_RUNTIME_DIR`.
  ///
  /// Those that are `isForOutput` count only if standard output is that terminal.
  func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers?

  /// Keeps answers for later programs; returns false on failure.
  func keep(_ answers: TerminalAnswers, in folder: String) -> Bool
}

struct ProcessTerminal: ConsoleTerminal {
  var exists: Bool { ControllingTerminal.exists }

  var readerSize: (size: ScreenSize, source: String)? {
    if let size = ScreenSize(of: .standardError), size.columns > 0 {
      return (size, "standard error")
    }
    return ControllingTerminal.size.map { ($0, "/dev/tty") }
  }

  func ask(_ query: TerminalQuery, patience: Duration, sparesTypedAhead: Bool) -> (
    answers: TerminalAnswers, typedAhead: [UInt8]
  )? { TerminalConversation.hold(query, patience: patience, sparesTypedAhead: sparesTypedAhead) }

  func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers? {
    guard let session = TerminalSession.current, !isForOutput || session.isTerminal(.standardOutput)
    else { return nil }
    return KeptAnswers(session, in: folder)?.answers
  }

  func keep(_ answers: TerminalAnswers, in folder: String) -> Bool {
    TerminalSession.current.flatMap { KeptAnswers($0, in: folder) }?.keep(answers) ?? false
  }
}

/// The answers of a terminal in a file, for one session.
package struct KeptAnswers {
  private let session: TerminalSession
  private let file: KeptFile

  /// The answers for a session; nil if the folder is not fit for keeping them.
  package init?(_ session: TerminalSession, in folder: String) {
    let name = "cssview-terminal-" + String(session.device, radix: 16)
    guard let file = KeptFile(name, in: FilePath(argument: folder)) else { return nil }
    self.session = session
    self.file = file
  }

  /// The first line identifies the session.
  private var heading: String { "cssview 1 \(session.leader) \(session.start)\n" }

  /// The kept answers; nil if there are none, or they are of another session or damaged.
  package var answers: TerminalAnswers? {
    guard let bytes = file.read(), let text = String(validating: bytes, as: UTF8.self),
      text.hasPrefix(heading)
    else { return nil }
    return TerminalAnswers(keptText: text.dropFirst(heading.count))
  }

  /// Replaces the kept answers; returns false on failure.
  package func keep(_ answers: TerminalAnswers) -> Bool {
    file.write(Array((heading + answers.keptText).utf8))
  }
}

extension Console {
  /// The longest wait for a terminal's answer; longer over a network.
  private var patience: Duration { .milliseconds(variable("SSH_CONNECTION") == nil ? 200 : 1000) }

  private var runtimeFolder: String? {
    variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Queries the terminal that the process was started from.
  ///
  /// Keeps complete answers for programs that print, with kept answers to other queries. A program
  /// that reads the keyboard itself does not spare what was typed ahead.
  func ask(_ query: TerminalQuery, sparesTypedAhead: Bool = true) -> (
    answers: TerminalAnswers, typedAhead: [UInt8]
  )? {
    guard var asked = terminal.ask(query, patience: patience, sparesTypedAhead: sparesTypedAhead)
    else { return nil }
    if let folder = runtimeFolder, asked.answers.isComplete {
      if let older = terminal.keptAnswers(in: folder, isForOutput: false) {
        asked.answers.add(older, notAskedBy: query)
      }
      _ = terminal.keep(asked.answers, in: folder)
    }
    return asked
  }

  /// Answers that an earlier program kept; those that are `isForOutput` count only if standard
  /// output is the terminal.
  func keptAnswers(isForOutput: Bool) -> TerminalAnswers? {
    runtimeFolder.flatMap { terminal.keptAnswers(in: $0, isForOutput: isForOutput) }
  }

  /// An environment with the terminal's background, as far as it is known without a query.
  ///
  /// The evidence gets the kept answers.
  func environment(of evidence: inout TerminalEvidence) -> Environment {
    evidence.answers = keptAnswers(isForOutput: evidence.isTerminal)
    let background = detectBackground(evidence: evidence).value
    var environment = Environment()
    environment.colorScheme = background.scheme
    environment.background = background.color
    environment.knowsScheme = background.isKnown
    return environment
  }
}
