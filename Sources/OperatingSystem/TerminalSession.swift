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

/// The terminal from which this process was started, without queries to it.
package enum ControllingTerminal {
  private static func withTerminal<Value>(_ body: (FileDescriptor) -> Value?) -> Value? {
    guard
      let file = try? FileDescriptor.open(
        FilePath("/dev/tty"), .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return nil }
    defer { try? file.close() }
    return body(file)
  }

  package static var exists: Bool { withTerminal { _ in true } ?? false }

  /// The size that it reports; nil if there is none.
  package static var size: ScreenSize? { withTerminal { ScreenSize(of: $0) } }
}

/// A small file by which programs of one user share data, in a folder of that user such as
/// `XDG_RUNTIME_DIR`.
///
/// Nobody else can read it. Links are not followed, neither of the folder nor of the file.
package struct KeptFile: Sendable {
  private let folder: FilePath
  private let name: String

  /// The most bytes of the file.
  package static let limit = 4096

  /// Creates the name of a file in a folder; nil unless the folder's path is absolute.
  package init?(_ name: String, in folder: FilePath) {
    guard folder.isAbsolute else { return nil }
    self.folder = folder
    self.name = name
  }

  /// The bytes; nil if there are none, or another user could have written them.
  package func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let count = unsafe folder.withPlatformString {
      unsafe cp_kept_read($0, name, &bytes, Self.limit)
    }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Replaces the bytes at once; false if they could not be written.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.limit else { return false }
    return unsafe folder.withPlatformString { unsafe cp_kept_write($0, name, bytes, bytes.count) }
  }
}
