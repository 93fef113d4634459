import CPlatform

/// The signals that end a process, for a program that has to write something before it ends:
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT, and all others but those for faults of its own.
///
/// They are recorded, and end reading and writing with `Errno.interrupted`. A second one ends the
/// process at once.
package enum Interruption {
  /// Records them from now on; signals that the parent of the process ignores stay ignored.
  package static func watch() { _ = cp_interrupt_watch() }

  package static var signal: Int32? {
    let number = cp_interrupt_number()
    return number == 0 ? nil : number
  }

  /// Records a signal that other code has caught, so that the process ends by it, too.
  package static func note(_ number: Int32) { cp_interrupt_note(number) }

  /// Becomes readable when a signal has come; nil if they are not recorded.
  static var descriptor: Int32? {
    let descriptor = cp_interrupt_descriptor()
    return descriptor < 0 ? nil : descriptor
  }
}
