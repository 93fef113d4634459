import CNCurses
import SystemPackage
package import TerminalOutput

/// What the terminal said when it was asked, and what a person typed meanwhile.
package struct TerminalConversation: Hashable, Sendable {
  /// The answers; `isComplete` says whether the terminal answered to the end.
  package var answers: TerminalAnswers

  /// Bytes that were no answers: hand them to `Screen` as `typedAhead`.
  package var typedAhead: [UInt8]

  /// Asks the terminal device of the process.
  ///
  /// Standard input and output may be pipes. Ask before a `Screen` is opened.
  ///
  /// - Parameters:
  ///   - query: the questions.
  ///   - patience: how long to wait for the last answer. 200 ms is plenty for a terminal on this
  ///     machine, a second for one at the other end of a network.
  /// - Returns: nil if there is no terminal, or if the process is in its background.
  package static func hold(
    _ query: TerminalQuery, patience: Duration = .milliseconds(200)
  ) -> TerminalConversation? {
    hold(query, patience: patience, unlessTypedAhead: false)
  }

  /// Asks the terminal for a program that reads no keys itself.
  ///
  /// What was typed for the next program must not get lost: where there is some, nothing is asked,
  /// and what comes while the terminal answers is given back as far as the system allows that.
  ///
  /// - Parameters:
  ///   - query: the questions.
  ///   - patience: how long to wait for the last answer.
  /// - Returns: nil if nothing was asked.
  package static func holdUnlessTypedAhead(
    _ query: TerminalQuery, patience: Duration
  ) -> TerminalAnswers? {
    hold(query, patience: patience, unlessTypedAhead: true)?.answers
  }

  private static func hold(
    _ query: TerminalQuery, patience: Duration, unlessTypedAhead: Bool
  ) -> TerminalConversation? {
    let path = FilePath("/dev/tty")
    guard
      let terminal = try? FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    else { return nil }
    defer { try? terminal.close() }
    guard cn_conversation_begin(terminal.rawValue) == 0 else { return nil }
    defer { cn_conversation_end(terminal.rawValue) }
    if unlessTypedAhead, waitToRead([terminal.rawValue], timeout: 0)[0] { return nil }
    guard (try? terminal.writeAll(query.bytes)) != nil else { return nil }

    var parser = TerminalReplyParser()
    let deadline = ContinuousClock.now + patience
    var block = [UInt8](repeating: 0, count: 4096)
    while !parser.answers.isComplete {
      let left = milliseconds(from: ContinuousClock.now, to: deadline)
      guard left > 0 else { break }
      guard waitToRead([terminal.rawValue], timeout: left)[0] else { continue }
      let count = try? unsafe block.withUnsafeMutableBytes { try unsafe terminal.read(into: $0) }
      guard let count, count > 0 else { break }
      parser.feed(block[..<count])
    }
    parser.finish()
    if unlessTypedAhead {
      for byte in parser.otherInput { cn_give_back(terminal.rawValue, byte) }
    }
    return TerminalConversation(answers: parser.answers, typedAhead: parser.otherInput)
  }
}
