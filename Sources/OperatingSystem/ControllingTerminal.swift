import SystemPackage

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
