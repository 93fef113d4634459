import CPlatform
package import SystemPackage

/// The program that shows this process's output on the terminal; there is one at a time.
package enum PagerProgram {
  package enum End: Hashable, Sendable {
    /// By itself, with an exit status.
    case exit(Int)
    case signal(Int)
  }

  /// True if standard output is a terminal with this process in its foreground.
  package static var mayStart: Bool { cp_pager_may_start() }

  /// Starts a program, found by PATH; it alone handles SIGINT and SIGQUIT while it runs.
  package static func start(_ arguments: [String]) throws(Errno) {
    let error = unsafe cp_pager_start(ArgumentText.block(arguments), arguments.count)
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// The pipe to it, which reports a closed reader when it has ended; nil if none runs.
  static var descriptor: Int32? {
    let descriptor = cp_pager_descriptor()
    return descriptor < 0 ? nil : descriptor
  }

  package static func write(_ bytes: [UInt8]) throws(Errno) {
    guard let descriptor else { throw .brokenPipe }
    try DescriptorSink(FileDescriptor(rawValue: descriptor)).write(bytes)
  }

  /// Closes its input, and waits until the user leaves it.
  package static func waitForEnd() -> End {
    var status: Int32 = 0
    guard unsafe cp_pager_end(&status) == 0 else { return .exit(0) }
    let signal = Int(status & 0x7F)
    return signal == 0 ? .exit(Int(status >> 8 & 0xFF)) : .signal(signal)
  }
}

extension CurrentProcess {
  /// True if a name, searched in PATH if necessary, is that of this program.
  package static func isItself(_ name: String) -> Bool {
    let own =
      unsafe CommandLine.argc > 0
      ? CommandLine.unsafeArgv[0].map { unsafe ArgumentText.string(cString: $0) } : nil
    guard let other = status(ofProgram: name) else { return false }
    return ["/proc/self/exe", own].contains { name in
      guard let name, let itself = status(ofProgram: name) else { return false }
      return itself.deviceID == other.deviceID && itself.inode == other.inode
    }
  }

  private static func status(ofProgram name: String) -> Stat? {
    if name.utf8.contains(UInt8(ascii: "/")) { return try? Stat(FilePath(argument: name)) }
    let folders = (variable("PATH") ?? "").split(separator: ":", omittingEmptySubsequences: false)
    return folders.lazy.compactMap { folder in
      let folder = folder.isEmpty ? "." : String(folder)
      return try? Stat(FilePath(argument: folder).appending(FilePath(argument: name).components))
    }.first { $0.type == .regular && !$0.permissions.isDisjoint(with: Self.anybodyExecutes) }
  }

  private static let anybodyExecutes: FilePermissions = [
    .ownerExecute, .groupExecute, .otherExecute,
  ]
}
