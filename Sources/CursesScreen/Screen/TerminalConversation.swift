import OperatingSystem
import Synchronization
package import TerminalOutput

/// Queries of the terminal device of the process.
package enum TerminalConversation {
  /// Extra time for a terminal that has begun to answer, and for late answers of a silent one.
  private static let lateness = Duration.seconds(1)

  /// Time until which late answers of a silent terminal may come.
  private static let overdue = Mutex<ContinuousClock.Instant?>(nil)

  /// Queries the terminal device of the process.
  ///
  /// Standard input and output may be pipes. Call it before a `Screen` is opened.
  ///
  /// `patience` is the maximum wait for the last answer: 200 ms is plenty for a terminal on this
  /// machine, a second for one at the other end of a network.
  ///
  /// A program that reads no keys itself sets `sparesTypedAhead`, because text typed for the next
  /// program must not get lost: if there is some, nothing is asked, and bytes that are typed during
  /// the query are returned to the terminal as far as the system allows that.
  ///
  /// - Returns: The answers, and bytes that were none, for `Screen` as `typedAhead`. Nil if there is
  ///   no terminal, if the process is in its background, or if nothing was asked, such as after a
  ///   terminal was silent before.
  package static func hold(
    _ query: TerminalQuery, patience: Duration, sparesTypedAhead: Bool
  ) -> (answers: TerminalAnswers, typedAhead: [UInt8])? {
    // Late answers could not be distinguished from those to other questions.
    guard overdue.withLock({ $0 }) == nil, let terminal = TerminalDevice(),
      !(sparesTypedAhead && terminal.hasInput)
    else { return nil }
    var parser = TerminalReplyParser(query)
    let end = ContinuousClock.now + patience
    func ask(_ question: [UInt8], for patience: Duration) -> Bool {
      terminal.ask(question, patience: patience) { bytes in
        parser.feed(bytes)
        return !parser.answers.isComplete
      }
    }
    guard ask(query.bytes, for: patience) else { return nil }
    if parser.answers.isComplete, let rest = query.rest(after: parser.answers) {
      parser.expect(rest)
      _ = ask(rest.bytes, for: ContinuousClock.now.duration(to: end))
    }
    // A terminal that has begun to answer continues, and late answers appear at the prompt.
    let isAnswering = parser.answers != TerminalAnswers() || parser.isInReply
    if isAnswering {
      if !parser.answers.isComplete { _ = ask([], for: Self.lateness) }
    } else {
      overdue.withLock { $0 = end + Self.lateness }
    }
    parser.finish()
    if sparesTypedAhead { terminal.giveBack(parser.otherInput) }
    return (parser.answers, parser.otherInput)
  }

  /// Waits, at most for the rest of a second, for late answers of a silent terminal, and drops
  /// them: after the end of the process they would appear at the shell's prompt.
  ///
  /// Call it after all output. Bytes that are typed meanwhile are returned to the terminal as far
  /// as the system allows that.
  package static func dropLateAnswers() {
    guard let end = overdue.withLock({ $0 }), ContinuousClock.now < end,
      let terminal = TerminalDevice()
    else { return }
    var parser = TerminalReplyParser(.nothing)
    _ = terminal.ask([], patience: ContinuousClock.now.duration(to: end)) { bytes in
      parser.feed(bytes)
      return !parser.answers.isComplete
    }
    parser.finish()
    terminal.giveBack(parser.otherInput)
  }
}
