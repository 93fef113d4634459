import Bytes
import CSSView
import Diagnostics
import OperatingSystem
import Styling
import SystemPackage

/// Reads files of the command line; `-` is standard input.
enum InputFile {
  /// In bytes; larger files that have to be in memory as a whole are rejected.
  static let largest = SheetFile.largest

  /// The name of standard input in findings.
  static let standardInput = "<stdin>"

  /// The text of a file or bundled theme, with its name in findings.
  ///
  /// A file that was found in a folder, or is read repeatedly, has to be a regular one (`isFound`).
  /// About `most` bytes are read at most.
  ///
  /// - Throws: A failure if the file cannot be read.
  static func source(
    _ path: String, isFound: Bool = false, upTo most: Int = .max, in console: Console
  ) throws(CommandFailure) -> SourceText {
    SourceText(
      name: path == "-" ? standardInput : path,
      bytes: try read(path, isFound: isFound, upTo: most, in: console))
  }

  /// The text of a file with markup, whose last line feed ends its last line.
  static func markup(
    _ path: String, isFound: Bool = false, in console: Console
  ) throws(CommandFailure) -> SourceText {
    SourceText(
      name: path == "-" ? standardInput : path,
      bytes: try read(path, isFound: isFound, in: console), endsLine: true)
  }

  /// The bytes of a file or bundled theme.
  static func read(
    _ path: String, isFound: Bool = false, upTo most: Int = .max, as encoding: TextEncoding? = nil,
    in console: Console
  ) throws(CommandFailure) -> [UInt8] {
    if let bundled = BundledThemes.contents(of: path) { return bundled }
    guard path == "-" else {
      let advice = path.contains("<") ? "; for a text, use '-' and standard input" : ""
      // A file that the user has not named must be a regular one, and no other program reads it.
      guard isFound else {
        do throws(CommandFailure) {
          return try withStream(of: path, as: encoding, in: console) {
            (stream) throws(CommandFailure) in try stream.contents(upTo: most)
          }
        } catch {
          throw CommandFailure(error.status, error.message.map { $0 + advice })
        }
      }
      do throws(ThemeError) {
        return try SheetFile.bytes(of: path, isFound: true)
      } catch {
        throw CommandFailure(
          error.isUnreadable ? .noInput : .unusableInput, "\(path): \(error.reason)\(advice)")
      }
    }
    console.announceInput()
    return try InputStream(standardInputOf: console, as: encoding).contents()
  }

  /// The text; an HTML page is decoded from its declared encoding.
  static func decoded(_ source: SourceText, as format: InputFormat?) -> SourceText {
    guard format == .html, let encoding = SingleByteEncoding(declaredIn: source.bytes) else {
      return source
    }
    var bytes: [UInt8] = []
    encoding.decode(source.bytes, to: &bytes)
    return SourceText(name: source.name, bytes: bytes, endsLine: source.lastLineFeed != nil)
  }

  /// Opens the inputs in turn, unless `admit` rejects one, and shows progress if the user can see
  /// it.
  ///
  /// As with `cat`, a file that cannot be read is reported on standard error and in the status, and
  /// the next one follows.
  static func forEach(
    _ paths: [String], as encoding: TextEncoding? = nil, in console: Console,
    reportsProgress: Bool = false,
    admit: (_ path: String) throws(CommandFailure) -> Void = { _ in },
    _ body: (_ name: String, InputStream) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.success
    if reportsProgress { console.startProgress(total: size(of: paths)) }
    defer { console.endProgress() }
    for path in paths {
      do throws(CommandFailure) {
        if path == "-" {
          console.announceInput()
          try body(standardInput, InputStream(standardInputOf: console, as: encoding))
        } else {
          try admit(path)
          try withStream(of: path, as: encoding, in: console) { (stream) throws(CommandFailure) in
            try body(path, stream)
          }
        }
      } catch {
        guard error.status == .noInput, let message = error.message else { throw error }
        console.complain(message)
        status = error.status
      }
    }
    return status
  }

  /// The bytes of all files; nil unless each is a regular one.
  private static func size(of paths: [String]) -> Int? {
    var total = 0
    for path in paths {
      let size =
        path == "-"
        ? FileReading.regularSize(of: .standardInput)
        : FileReading.regularSize(of: FilePath(argument: path))
      guard let size else { return nil }
      total += size
    }
    return total
  }

  /// Reads the start of the text of a regular file in parts, with true after its end; calls nothing
  /// for another file, or one that cannot be read.
  static func forEachPiece(
    of path: String, upTo most: Int, as encoding: TextEncoding?,
    _ body: (_ piece: [UInt8], _ isLast: Bool) -> Void
  ) {
    let name = FilePath(argument: path)
    guard FileReading.regularSize(of: name) != nil, let file = try? FileReading.open(name) else {
      return
    }
    defer { try? file.close() }
    let source = ForeseenSource(
      DecodedSource(UnpackedSource(DescriptorSource(file), of: file), as: encoding))
    var rest = most
    while rest > 0, let piece = try? source.read(atMost: min(rest, InputStream.piece)) {
      body(piece, piece.isEmpty)
      if piece.isEmpty { return }
      rest -= piece.count
    }
  }

  /// Opens a file for the duration of `body`.
  private static func withStream<Result>(
    of path: String, as encoding: TextEncoding?, in console: Console,
    _ body: (InputStream) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let file: FileDescriptor
    do throws(Errno) {
      file = try FileReading.open(FilePath(argument: path))
    } catch {
      throw CommandFailure(.noInput, "\(path): \(error.reason)")
    }
    defer { try? file.close() }
    return try body(
      InputStream(DescriptorSource(file), of: file, as: encoding, name: path, in: console))
  }
}

/// An input that is read in parts, with its name in failures.
struct InputStream {
  private(set) var source: any ByteSource
  let name: String

  private var unpacked: UnpackedSource?

  /// The process, which may show its results in a pager.
  private var console: Console?

  /// Receives the start of the input.
  var start: InputStart?

  /// Searches the input for placeholders while it is read.
  var unused: UnusedValues?

  init(source: any ByteSource, name: String) { (self.source, self.name) = (source, name) }

  /// Unpacks and decodes an opened source.
  fileprivate init(
    _ source: any ByteSource, of file: FileDescriptor?, as encoding: TextEncoding?, name: String,
    in console: Console
  ) {
    let unpacked = UnpackedSource(console.watched(source), of: file) { console.countProgress($0) }
    self.init(source: ForeseenSource(DecodedSource(unpacked, as: encoding)), name: name)
    (self.unpacked, self.console) = (unpacked, console)
  }

  /// The same input with another source around this one's.
  func reading(_ source: any ByteSource) -> InputStream {
    var stream = self
    stream.source = source
    return stream
  }

  /// The same input decoded from the declared encoding of a page.
  func decodingPage() throws(CommandFailure) -> InputStream {
    guard let source = source as? ForeseenSource else { return self }
    let start = try perform { () throws(Errno) in
      try source.peek(
        atMost: SingleByteEncoding.longestStart, within: Self.startPatience,
        until: SingleByteEncoding.isDeclared)
    }
    return SingleByteEncoding(declaredIn: start).map {
      reading(DecodedSource(source, as: .singleBytes($0)))
    } ?? self
  }

  init(standardInputOf console: Console, as encoding: TextEncoding? = nil) {
    self.init(
      console.input, of: console.inputFile, as: encoding, name: "standard input", in: console)
  }

  /// The bytes of a read: its result stays in the processor's cache, too.
  static let piece = 1 << 17

  /// In milliseconds: a program that pauses longer between two writes is idle.
  private static let pause = 100

  /// True if there is no input, nor its end, for some milliseconds.
  func isIdle(for milliseconds: Int = pause) throws(CommandFailure) -> Bool {
    do throws(Errno) {
      return try !source.hasInput(within: milliseconds)
    } catch {
      // The next read reports that the user has left the pager.
      if error == .brokenPipe { return false }
      throw CommandFailure(.interrupted)
    }
  }

  /// The first bytes, which are read again later.
  ///
  /// They contain at least the first line that is not blank, unless it is longer than 64 KiB or
  /// comes too slowly; empty at the end.
  func peek() throws(CommandFailure) -> [UInt8] {
    // Other sources are copies of what was read.
    guard let source = source as? ForeseenSource else { return [] }
    return try perform { () throws(Errno) in
      try source.peek(atMost: Self.longestStart, within: Self.startPatience) { bytes in
        let line = bytes.firstIndex { !$0.isASCIIWhitespace } ?? bytes.endIndex
        return bytes[line...].contains(0x0A)
      }
    }
  }

  /// In bytes, for detecting the format.
  private static let longestStart = 1 << 16

  /// In milliseconds: the wait for more after the first byte.
  private static let startPatience = 50

  /// The next bytes when there are some; empty at the end.
  func piece() throws(CommandFailure) -> [UInt8] {
    let piece = try perform { () throws(Errno) in try source.read(atMost: Self.piece) }
    start?.append(piece)
    unused?.search(piece)
    return piece
  }

  /// All bytes up to the end, or somewhat more than `most`; fails if there are too many.
  func contents(upTo most: Int = .max) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      guard bytes.count < most else { return bytes }
      let piece = try piece()
      guard !piece.isEmpty else { return bytes }
      bytes += piece
      guard bytes.count <= InputFile.largest else {
        throw CommandFailure(.unusableInput, "\(name): larger than \(InputFile.largest >> 20) MiB")
      }
    }
  }

  /// Reads the next bytes when there are some, and returns their number; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
    let count = try perform { () throws(Errno) in try unsafe source.read(into: buffer) }
    unsafe start?.append(buffer[..<count])
    unsafe unused?.search(buffer[..<count])
    return count
  }

  /// Calls `read`, and adds the input's name to a failure.
  private func perform<Result>(
    _ read: () throws(Errno) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(Errno) {
      try console?.showWaiting { () throws(Errno) in
        try !source.hasInput(within: Self.startPatience)
      }
      while true {
        do throws(Errno) {
          return try read()
        } catch .brokenPipe {
          // The pager is gone.
          guard try console?.goesOn() ?? false else { throw .brokenPipe }
        }
      }
    } catch {
      if error == .interrupted { throw CommandFailure(.interrupted) }
      if error == .brokenPipe { throw CommandFailure(.brokenPipe) }
      throw CommandFailure(.noInput, "\(name): \(unpacked?.problem?.explanation ?? error.reason)")
    }
  }
}

extension UnpackedSource.Problem {
  fileprivate var explanation: String {
    switch self {
    case .noProgram(.noSuchFileOrDirectory):
      "compressed, and there is no program 'gzip' to unpack it; install gzip"
    case .noProgram(let error): "compressed, and 'gzip' cannot be run: \(error.reason)"
    case .damaged:
      "the compressed data is damaged or ends too early; what comes behind that is missing"
    case .noFile: "compressed; unpack it first: gzip -dc | cssview"
    }
  }
}

/// Collects the first bytes of an input while it is read.
final class InputStart {
  private static let size = 1 << 16

  private var bytes: [UInt8] = []
  private var isDone = false
  private let receive: ([UInt8]) -> Void

  /// Passes the first 64 KiB to a closure when they are read, or all of a shorter input.
  init(_ receive: @escaping ([UInt8]) -> Void) { self.receive = receive }

  /// Adds the next bytes; none at the end.
  fileprivate func append(_ piece: some Collection<UInt8>) {
    guard !isDone else { return }
    bytes += piece.prefix(Self.size - bytes.count)
    guard piece.isEmpty || bytes.count == Self.size else { return }
    isDone = true
    receive(bytes)
    bytes = []
  }
}

/// The values of `--set` without a placeholder in any text so far.
final class UnusedValues {
  private(set) var names: [(name: String, placeholder: [UInt8])]

  /// The end of the last part, which may contain the start of a placeholder.
  private var end: [UInt8] = []
  private let longest: Int

  init(_ values: [NamedValue]) {
    names = values.map { ($0.name, Array("{\($0.name)}".utf8)) }
    longest = names.map(\.placeholder.count).max() ?? 0
  }

  /// Searches the next part of the text for their placeholders.
  func search(_ piece: some Collection<UInt8>) {
    guard !names.isEmpty else { return }
    end += piece
    var brace = end.span.firstOffset(of: 0x7B, from: 0, to: end.count)
    while brace < end.count {
      let text = end[brace...]
      // A pair of braces is a literal one.
      let isPair = text.dropFirst().first == 0x7B
      if !isPair { names.removeAll { text.starts(with: $0.placeholder) } }
      brace = end.span.firstOffset(of: 0x7B, from: brace + (isPair ? 2 : 1), to: end.count)
    }
    // A pair is not cut.
    let kept = max(0, end.count - longest)
    let isHalf = end[..<kept].reversed().prefix { $0 == 0x7B }.count % 2 == 1
    end.removeFirst(isHalf ? kept - 1 : kept)
  }

  func report(in console: Console) {
    for (name, _) in names {
      console.complain("'--set \(name)' is not used: the text has no '{\(name)}'")
    }
  }
}
