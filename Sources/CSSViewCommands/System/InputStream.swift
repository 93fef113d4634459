import SystemPackage

/// An input that is read piece by piece, under the name that failures give it.
struct InputStream {
  private let source: any ByteSource
  private let name: String

  /// How much is asked for at once.
  private static let piece = 1 << 17

  init(_ source: any ByteSource, name: String) {
    self.source = source
    self.name = name
  }

  /// The next bytes as soon as there are some; empty at the end.
  func piece() throws(CommandFailure) -> [UInt8] {
    do throws(Errno) {
      return try source.read(atMost: Self.piece)
    } catch {
      throw CommandFailure(.noInput, "\(name): \(error)")
    }
  }
}

extension InputFile {
  /// Opens one input after the other; `-` is standard input.
  ///
  /// A file that cannot be read is told on standard error and the next one is taken, as `cat`
  /// does. The status tells whether that happened.
  static func forEach(
    _ paths: [String], in console: Console,
    _ body: (_ name: String, InputStream) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.success
    for path in paths {
      do throws(CommandFailure) {
        if path == "-" {
          try body("<stdin>", InputStream(console.input, name: "standard input"))
        } else {
          let file = try open(path)
          defer { try? file.close() }
          try body(path, InputStream(DescriptorSource(file), name: path))
        }
      } catch {
        guard error.status == .noInput, let message = error.message else { throw error }
        console.complain(message)
        status = error.status
      }
    }
    return status
  }

  private static func open(_ path: String) throws(CommandFailure) -> FileDescriptor {
    do {
      return try FileDescriptor.open(ArgumentText.path(path), .readOnly, options: .closeOnExec)
    } catch {
      throw CommandFailure(.noInput, "\(path): \(error)")
    }
  }
}
