import CNCurses
import SystemPackage
public import TerminalOutput

/// What the terminal said when it was asked, and what a person typed meanwhile.
public struct TerminalConversation: Hashable, Sendable {
  /// The answers; `isComplete` says whether the terminal answered to the end.
  public var answers: TerminalAnswers

  /// Bytes that were no answers: hand them to `Screen` as `typedAhead`.
  public var typedAhead: [UInt8]

  /// Asks the terminal device of the process.
  ///
  /// Standard input and output may be pipes. Ask before a `Screen` is opened.
  ///
  /// - Parameters:
  ///   - query: the questions.
  ///   - patience: how long to wait for the last answer. 200 ms is plenty for a terminal on this
  ///     machine, a second for one at the other end of a network.
  /// - Returns: nil if there is no terminal, or if the process is in its background.
  public static func hold(
    _ query: TerminalQuery, patience: Duration = .milliseconds(200)
  ) -> TerminalConversation? {
    let path = FilePath("/dev/tty")
    guard
      let terminal = try? FileDescriptor.open(path, .readWrite, options: .closeOnExec)
    else { return nil }
    defer { try? terminal.close() }
    guard cn_conversation_begin(terminal.rawValue) == 0 else { return nil }
    defer { cn_conversation_end(terminal.rawValue) }
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
    return TerminalConversation(answers: parser.answers, typedAhead: parser.otherInput)
  }
}
