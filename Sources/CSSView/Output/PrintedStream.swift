/// Text that comes in pieces, rendered while it comes and written at once.
public struct PrintedStream: ~Copyable {
  private var stream: RenderStream
  private let sink: ([UInt8]) -> Void
  private var output: [UInt8] = []

  init(_ stream: consuming RenderStream, to sink: @escaping ([UInt8]) -> Void) {
    self.stream = stream
    self.sink = sink
  }

  /// Renders the next piece, and writes what is certain.
  public mutating func write(_ piece: some StringProtocol) {
    stream.write(piece, to: &output)
    pass()
  }

  /// Renders the next piece, and writes what is certain.
  ///
  /// - Parameter piece: UTF-8; what is none becomes U+FFFD.
  public mutating func write(_ piece: some Sequence<UInt8>) {
    stream.write(piece, to: &output)
    pass()
  }

  /// Writes what waits for the rest of its line, because more of the text may take a while.
  public mutating func flush() {
    stream.flush(to: &output)
    pass()
  }

  /// Writes what is left, and ends the text; the terminal is left in its default state.
  ///
  /// - Returns: The findings about the text.
  @discardableResult
  public consuming func finish() -> [Finding] {
    stream.finish(to: &output)
    pass()
    return stream.takeFindings()
  }

  private mutating func pass() {
    guard !output.isEmpty else { return }
    sink(output)
    output.removeAll(keepingCapacity: true)
  }
}

/// A stream is for one thread, and has one owner.
@available(*, unavailable)
extension PrintedStream: Sendable {}

extension ThemeRenderer {
  /// A text that comes in pieces, each of which is written at once.
  ///
  /// ```swift
  /// let theme: Theme = [".ok": ["color": "#86d99a"]]
  /// var shown: [UInt8] = []
  /// var stream = theme.renderer(for: .plain).stream(format: .markup, to: { shown += $0 })
  /// stream.write("3 tests <span class=ok>pa")
  /// stream.write("ss</span>")
  /// stream.finish()
  /// print(String(decoding: shown, as: UTF8.self))  // 3 tests pass
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the text in findings.
  ///   - format: The format of the text.
  ///   - separatesLines: True if every line is a text of its own: what is open ends with it.
  ///   - sink: Gets the rendered bytes, whenever there are any.
  /// - Returns: A stream for this terminal and this object.
  public func stream(
    name: String = "<stream>", format: TextFormat = .markup, separatesLines: Bool = false,
    to sink: @escaping ([UInt8]) -> Void
  ) -> PrintedStream {
    PrintedStream(
      stream(name: name, format: format, separatesLines: separatesLines), to: sink)
  }

  /// A text that comes in pieces, each of which is written to a stream of the process at once.
  ///
  /// - Parameters:
  ///   - name: The name of the text in findings.
  ///   - format: The format of the text.
  ///   - separatesLines: True if every line is a text of its own: what is open ends with it.
  ///   - output: The stream.
  /// - Returns: A stream for this terminal and this object.
  public func stream(
    name: String = "<stream>", format: TextFormat = .markup, separatesLines: Bool = false,
    to output: StandardStream
  ) -> PrintedStream {
    stream(name: name, format: format, separatesLines: separatesLines, to: output.write)
  }

  /// The lines of a text that comes as bytes, each rendered when it is complete.
  ///
  /// ```swift
  /// let theme: Theme = [".ok": ["color": "#86d99a"]]
  /// let renderer = theme.renderer(for: .plain)
  /// let bytes = AsyncStream { continuation in
  ///   for byte in "<b>one</b>\ntwo\n".utf8 { continuation.yield(byte) }
  ///   continuation.finish()
  /// }
  /// func show() async {
  ///   for await line in renderer.render(bytes) { print(line) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, such as `FileHandle.bytes` or the body of a response.
  ///   - name: The name of the text in findings.
  ///   - format: The format of the text.
  ///   - separatesLines: True if every line is a text of its own: what is open ends with it.
  /// - Returns: The lines without their line feeds. Each iteration begins a text anew.
  public func render<Bytes: AsyncSequence>(
    _ bytes: Bytes, name: String = "<stream>", format: TextFormat = .markup,
    separatesLines: Bool = false
  ) -> RenderedLines<Bytes> where Bytes.Element == UInt8 {
    RenderedLines(bytes: bytes) {
      self.stream(name: name, format: format, separatesLines: separatesLines)
    }
  }
}

/// The lines of a text that comes as bytes.
public struct RenderedLines<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
  /// A rendered line without its line feed.
  public typealias Element = String

  fileprivate let bytes: Bytes
  fileprivate let begin: () -> RenderStream

  /// Begins with the first line.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(bytes: bytes.makeAsyncIterator(), text: OpenText(begin()))
  }

  /// Renders line by line.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var bytes: Bytes.AsyncIterator
    fileprivate let text: OpenText

    /// The next line; nil at the end of the text.
    public mutating func next() async throws(Bytes.Failure) -> String? {
      while true {
        if let line = text.takeLine() { return line }
        if text.isFinished { return nil }
        var piece: [UInt8] = []
        while piece.last != 0x0A, piece.count < OpenText.longestPiece {
          guard let byte = try await bytes.next(isolation: #isolation) else {
            text.write(piece)
            text.finish()
            piece = []
            break
          }
          piece.append(byte)
        }
        text.write(piece)
      }
    }
  }
}

/// A stream, with the lines that nobody has taken yet.
private final class OpenText {
  /// A line is rendered in pieces of so many bytes.
  static let longestPiece = 1 << 12

  private var stream: RenderStream
  private var output: [UInt8] = []
  private var start = 0
  private(set) var isFinished = false

  init(_ stream: consuming RenderStream) { self.stream = stream }

  func write(_ piece: [UInt8]) { stream.write(piece, to: &output) }

  func finish() {
    stream.finish(to: &output)
    isFinished = true
  }

  func takeLine() -> String? {
    let end = output[start...].firstIndex(of: 0x0A)
    guard let end = end ?? (isFinished && start < output.count ? output.count : nil) else {
      output.removeFirst(start)
      start = 0
      return nil
    }
    defer { start = min(end + 1, output.count) }
    return String(decoding: output[start..<end], as: UTF8.self)
  }
}
