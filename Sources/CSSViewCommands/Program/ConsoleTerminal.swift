import CursesScreen
package import OperatingSystem
import SystemPackage
package import TerminalOutput

/// The terminal that a process was started from, as commands see it.
///
/// Looking at it disturbs nobody. Only `ask` writes to it, and what comes from the keyboard
/// meanwhile may be meant for another program: a command that prints does not ask.
package protocol ConsoleTerminal: Sendable {
  /// True if there is one.
  var exists: Bool { get }

  /// The size of the window that the user looks at, if standard output is no terminal, and the name
  /// of what told it.
  var readerSize: (size: ScreenSize, source: String)? { get }

  /// Asks; nil where there is none, where the process is in the background, or where somebody has
  /// typed already.
  func ask(_ query: TerminalQuery, patience: Duration) -> TerminalAnswers?

  /// Answers that an earlier program kept for this terminal and session in `XDG_RUNTIME_DIR`;
  /// those that are `isForOutput` only count where standard output is that terminal.
  func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers?

  /// Keeps answers for later programs; false if it could not.
  func keep(_ answers: TerminalAnswers, in folder: String) -> Bool
}

package struct NoTerminal: ConsoleTerminal {
  package init() {}

  package var exists: Bool { false }

  package var readerSize: (size: ScreenSize, source: String)? { nil }

  package func ask(_ query: TerminalQuery, patience: Duration) -> TerminalAnswers? { nil }

  package func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers? { nil }

  package func keep(_ answers: TerminalAnswers, in folder: String) -> Bool { false }
}

struct ProcessTerminal: ConsoleTerminal {
  var exists: Bool { ControllingTerminal.exists }

  var readerSize: (size: ScreenSize, source: String)? {
    if let size = ScreenSize(of: .standardError), size.columns > 0 {
      return (size, "standard error")
    }
    return ControllingTerminal.size.map { ($0, "/dev/tty") }
  }

  func ask(_ query: TerminalQuery, patience: Duration) -> TerminalAnswers? {
    TerminalConversation.hold(query, patience: patience, sparesTypedAhead: true)?.answers
  }

  func keptAnswers(in folder: String, isForOutput: Bool) -> TerminalAnswers? {
    guard let session = TerminalSession.current,
      !isForOutput || session.isTerminal(.standardOutput)
    else { return nil }
    return KeptAnswers(session, in: folder)?.answers
  }

  func keep(_ answers: TerminalAnswers, in folder: String) -> Bool {
    TerminalSession.current.flatMap { KeptAnswers($0, in: folder) }?.keep(answers) ?? false
  }
}

/// Answers of a terminal in a file, for one session on it.
package struct KeptAnswers {
  private let session: TerminalSession
  private let file: KeptFile

  /// The answers for a session; nil if the folder is none to keep them in.
  package init?(_ session: TerminalSession, in folder: String) {
    let name = "cssview-terminal-" + String(session.device, radix: 16)
    guard let file = KeptFile(name, in: FilePath(argument: folder)) else { return nil }
    self.session = session
    self.file = file
  }

  /// The first line says whose they are.
  private var heading: String { "cssview 1 \(session.leader) \(session.start)\n" }

  /// The kept answers; nil if there are none, or they are of another session or damaged.
  package var answers: TerminalAnswers? {
    guard let bytes = file.read(), let text = String(validating: bytes, as: UTF8.self),
      text.hasPrefix(heading)
    else { return nil }
    return TerminalAnswers(keptText: text.dropFirst(heading.count))
  }

  /// Puts others in their place; false if they could not be kept.
  package func keep(_ answers: TerminalAnswers) -> Bool {
    file.write(Array((heading + answers.keptText).utf8))
  }
}

extension Console {
  /// Maximum time for a terminal's answer: one at the other end of a network takes longer.
  private var patience: Duration { .milliseconds(variable("SSH_CONNECTION") == nil ? 200 : 1000) }

  private var runtimeFolder: String? {
    variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Asks the terminal that the process was started from, and keeps the answers.
  func ask(_ query: TerminalQuery) -> TerminalAnswers? {
    guard var answers = terminal.ask(query, patience: patience) else { return nil }
    keep(&answers, to: query)
    return answers
  }

  /// The same for a program that reads the keyboard itself and wants what was typed.
  func converse(_ query: TerminalQuery) -> TerminalConversation? {
    guard var conversation = TerminalConversation.hold(query, patience: patience) else {
      return nil
    }
    keep(&conversation.answers, to: query)
    return conversation
  }

  /// Keeps answers for the programs that print, with those to other questions that there are; a
  /// terminal that did not answer to the end may have more to say.
  private func keep(_ answers: inout TerminalAnswers, to query: TerminalQuery) {
    guard let folder = runtimeFolder, answers.isComplete else { return }
    if let older = terminal.keptAnswers(in: folder, isForOutput: false) {
      answers.add(older, notAskedBy: query)
    }
    _ = terminal.keep(answers, in: folder)
  }

  /// The answers that an earlier program kept; those that are `isForOutput` only count where
  /// standard output is the terminal.
  func keptAnswers(isForOutput: Bool) -> TerminalAnswers? {
    runtimeFolder.flatMap { terminal.keptAnswers(in: $0, isForOutput: isForOutput) }
  }
}
