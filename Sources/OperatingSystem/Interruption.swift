import CPlatform

/// The signals that end a process, for a program that has something to say before it ends: SIGINT,
/// SIGTERM, SIGHUP, SIGQUIT, and all others but those that tell of a mistake of its own.
///
/// They are noted, and end reading and writing with `Errno.interrupted`. A second one ends the
/// process at once.
package enum Interruption {
  /// Notes them from now on; what the parent of the process ignores stays ignored.
  package static func watch() { _ = cp_interrupt_watch() }

  /// The signal that has come.
  package static var signal: Int32? {
    let number = cp_interrupt_number()
    return number == 0 ? nil : number
  }

  /// Notes a signal that somebody else has caught: the process ends by it, too.
  package static func note(_ number: Int32) { cp_interrupt_note(number) }

  /// Becomes readable when a signal has come; nil where nobody watches.
  static var descriptor: Int32? {
    let descriptor = cp_interrupt_descriptor()
    return descriptor < 0 ? nil : descriptor
  }
}
