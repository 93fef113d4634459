import CPlatform
package import SystemPackage

/// The terminal of this process, identified by its session: another one on the same device has
/// another number or start.
package struct TerminalSession: Hashable, Sendable {
  package let device: UInt64

  /// Number of the process that leads the session.
  package let leader: UInt64

  /// Start of that process, in a unit of the system.
  package let start: UInt64

  package init(device: UInt64, leader: UInt64, start: UInt64) {
    self.device = device
    self.leader = leader
    self.start = start
  }

  /// The session of this process; nil if it has no terminal, or the system does not report it.
  package static var current: TerminalSession? {
    var (device, leader, start): (UInt64, UInt64, UInt64) = (0, 0, 0)
    guard unsafe cp_terminal_session(&device, &leader, &start) else { return nil }
    return TerminalSession(device: device, leader: leader, start: start)
  }

  /// True if a descriptor is the terminal of the session, which is that of this process.
  package func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    cp_is_terminal_device(descriptor.rawValue, device)
  }
}
