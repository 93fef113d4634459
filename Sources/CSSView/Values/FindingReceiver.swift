/// Who gets findings, as a value that is bound to a task.
///
/// It is no closure by itself: optimised by Swift 6.3, `withValue` of a `TaskLocal` whose values
/// are closures ends the program.
package struct FindingReceiver: Sendable {
  /// Gets each of them; nil drops them.
  package var receive: (@Sendable (Finding) -> Void)?

  /// Nobody, or whoever is given.
  package init(_ receive: (@Sendable (Finding) -> Void)? = nil) {
    self.receive = receive
  }
}
