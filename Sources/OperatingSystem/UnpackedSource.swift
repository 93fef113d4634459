package import SystemPackage

/// Reads the bytes of another source, unpacked if gzip packed them.
///
/// The first bytes decide (RFC 1952, with its only method), so that a file of any name is shown
/// unpacked. The program `gzip` unpacks it.
package final class UnpackedSource: ByteSource {
  /// The reason why a packed file could not be read to its end.
  package enum Problem: Hashable, Sendable {
    /// The program cannot be started.
    case noProgram(Errno)
    /// The data is damaged, or ends too early.
    case damaged
    /// It is not from a file that the program could read.
    case noFile
  }

  /// The reason, when a read has failed.
  package private(set) var problem: Problem?

  private let source: ForeseenSource
  private let file: FileDescriptor?
  private let count: (Int) -> Void
  private var isDecided = false
  private var program: RunningFilter?
  private var isAtEnd = false

  /// The offset up to which the program has read the file; nil if the file does not report it.
  private var position: Int64?

  /// Reads from another source, which reads a file that the program then reads.
  ///
  /// `count` is called with the number of further bytes of the file that the program has read; if
  /// the file does not report that, with the number of unpacked bytes.
  package init(
    _ source: any ByteSource, of file: FileDescriptor?, count: @escaping (Int) -> Void = { _ in }
  ) {
    self.source = ForeseenSource(source)
    self.file = file
    self.count = count
  }

  /// The first bytes of gzip's files.
  private static let mark: [UInt8] = [0x1F, 0x8B, 0x08]

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    if problem != nil { throw .ioError }
    if !isDecided { try decide(room: buffer.count) }
    guard let program else { return try unsafe source.read(into: buffer) }
    guard !isAtEnd else { return 0 }
    let read = try unsafe program.read(into: buffer)
    note(read)
    guard read == 0 else { return read }
    isAtEnd = true
    // 2 is a warning, such as one about bytes behind the end.
    if let status = program.waitForEnd(), status == 0 || status == 2 { return 0 }
    problem = .damaged
    throw .ioError
  }

  package func hasInput(within milliseconds: Int) throws(Errno) -> Bool {
    if isAtEnd || problem != nil { return true }
    if let program { return try program.hasInput(within: milliseconds) }
    return try source.hasInput(within: milliseconds)
  }

  private func decide(room: Int) throws(Errno) {
    let start = try source.peek(atMost: max(room, Self.mark.count)) { start in
      start.count >= Self.mark.count || !Self.mark.starts(with: start)
    }
    isDecided = true
    guard start.starts(with: Self.mark) else { return }
    guard let file else {
      problem = .noFile
      throw .ioError
    }
    position = try? file.seek(offset: -Int64(start.count), from: .current) + Int64(start.count)
    do throws(Errno) {
      program = try RunningFilter(["gzip", "-dc"], on: file, after: position == nil ? start : [])
    } catch {
      problem = .noProgram(error)
      throw .ioError
    }
  }

  /// Reports the progress in the file.
  private func note(_ read: Int) {
    guard let before = position else { return count(read) }
    guard let now = try? file?.seek(offset: 0, from: .current), now > before else { return }
    count(Int(now - before))
    position = now
  }
}
