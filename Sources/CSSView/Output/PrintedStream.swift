/// A text in parts, which are rendered and written at once.
public struct PrintedStream: ~Copyable {
  private var stream: RenderStream
  private let sink: ([UInt8]) -> Void
  private var output: [UInt8] = []

  init(_ stream: consuming RenderStream, to sink: @escaping ([UInt8]) -> Void) {
    self.stream = stream
    self.sink = sink
  }

  /// Renders the next part, and writes what is final.
  public mutating func write(_ piece: some StringProtocol) {
    stream.write(piece, to: &output)
    pass()
  }

  /// Renders the next part, and writes what is final.
  ///
  /// - Parameter piece: UTF-8; invalid bytes become U+FFFD.
  public mutating func write(_ piece: some Sequence<UInt8>) {
    stream.write(piece, to: &output)
    pass()
  }

  /// Writes text that waits for the rest of its line, before a longer pause.
  public mutating func flush() {
    stream.flush(to: &output)
    pass()
  }

  /// Writes the rest, and ends the text in the terminal's default state; returns the findings.
  ///
  /// What is written later is ignored.
  @discardableResult
  public mutating func finish() -> [Finding] {
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
  /// A stream that passes rendered bytes to a closure at once.
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
  ///   - separatesLines: True if all elements end with their line.
  ///   - columns: The columns for a document; nil is the terminal's.
  ///   - sink: Receives the rendered bytes.
  /// - Returns: A stream for this terminal and this object.
  public func stream(
    name: String = "<stream>", format: TextFormat = .markup, separatesLines: Bool = false,
    columns: Int? = nil, to sink: @escaping ([UInt8]) -> Void
  ) -> PrintedStream {
    let made = stream(name: name, format: format, separatesLines: separatesLines, columns: columns)
    return PrintedStream(made, to: sink)
  }

  /// A stream that writes to a standard stream at once.
  ///
  /// - Parameters:
  ///   - name: The name of the text in findings.
  ///   - format: The format of the text.
  ///   - separatesLines: True if all elements end with their line.
  ///   - columns: The columns for a document; nil is the terminal's.
  ///   - output: The standard stream.
  /// - Returns: A stream for this terminal and this object.
  public func stream(
    name: String = "<stream>", format: TextFormat = .markup, separatesLines: Bool = false,
    columns: Int? = nil, to output: StandardStream
  ) -> PrintedStream {
    stream(
      name: name, format: format, separatesLines: separatesLines, columns: columns, to: output.write
    )
  }

  /// Renders the lines of asynchronous bytes, each when it is complete.
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
  ///   - separatesLines: True if all elements end with their line.
  /// - Returns: The lines without their line feeds. Each iteration starts a new text.
  public func render<Bytes: AsyncSequence>(
    _ bytes: Bytes, name: String = "<stream>", format: TextFormat = .markup,
    separatesLines: Bool = false
  ) -> RenderedLines<Bytes> where Bytes.Element == UInt8 {
    RenderedLines(bytes: bytes) {
      self.stream(name: name, format: format, separatesLines: separatesLines)
    }
  }
}

/// The rendered lines of asynchronous bytes.
public struct RenderedLines<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
  /// A rendered line without its line feed.
  public typealias Element = String

  fileprivate let bytes: Bytes
  fileprivate let begin: () -> RenderStream

  /// Starts a text.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(bytes: bytes.makeAsyncIterator(), text: OpenText(begin()))
  }

  /// Renders line by line.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var bytes: Bytes.AsyncIterator
    fileprivate let text: OpenText

    /// nil at the end of the text.
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

/// A stream with its lines that were not returned yet.
private final class OpenText {
  /// The most bytes of a line that are rendered at once.
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
