import Bytes
import Rendering
import StyledText
import Styling

/// A text in parts, such as a log, rendered as it arrives in constant memory.
///
/// Parts may be cut anywhere, even inside a tag or a character. In markup, the tags in them are
/// tags.
///
/// ```swift
/// let theme: Theme = [".ok": ["color": "#86d99a"]]
/// var stream = theme.renderer(for: .plain).stream(name: "build.log")
/// var output: [UInt8] = []
/// for piece in ["3 tests <span cl", "ass=ok>pass</span>\n"] {
///   stream.write(Array(piece.utf8), to: &output)
/// }
/// stream.finish(to: &output)
/// print(String(decoding: output, as: UTF8.self), terminator: "")  // 3 tests pass
/// for finding in stream.takeFindings() { print(finding, terminator: "") }
/// ```
public struct RenderStream: ~Copyable {
  private let stream: MarkupStream
  private var buffer = StreamBuffer()
  private var taken = 0
  private var isFinished = false

  init(_ stream: MarkupStream) { self.stream = stream }

  /// Renders the next part.
  ///
  /// - Parameters:
  ///   - piece: UTF-8; invalid bytes become U+FFFD. After `finish(to:)` it is ignored.
  ///   - output: Receives the rendered bytes of all complete lines, except those that wait for the
  ///     siblings of an element that the theme counts from the end.
  public mutating func write(_ piece: [UInt8], to output: inout [UInt8]) {
    if !piece.isEmpty { render(piece, isLast: false, to: &output) }
  }

  /// Renders the next part, and appends the bytes to `output`.
  public mutating func write(_ piece: some StringProtocol, to output: inout [UInt8]) {
    write(Array(piece.utf8), to: &output)
  }

  /// Renders the next part, such as `Data` or a slice of an array, and appends the bytes to
  /// `output`; invalid UTF-8 becomes U+FFFD.
  public mutating func write(_ piece: some Sequence<UInt8>, to output: inout [UInt8]) {
    write(Array(piece), to: &output)
  }

  /// Renders the next part without a copy, and appends the bytes to `output`; invalid UTF-8 becomes
  /// U+FFFD.
  @available(macOS 26, *)
  public mutating func write(_ piece: Span<UInt8>, to output: inout [UInt8]) {
    var bytes: [UInt8] = []
    bytes.append(0..<piece.count, of: piece)
    write(bytes, to: &output)
  }

  /// Renders text that waits for the rest of its line or for siblings, before a longer pause, and
  /// appends the bytes to `output`.
  ///
  /// In plain text, a line waits for its end. In markup, elements wait only for selectors such as
  /// `:last-child`, for at most 64 KiB; an element that waited is then not the last child, and a
  /// finding reports it.
  public mutating func flush(to output: inout [UInt8]) {
    guard !isFinished else { return }
    stream.release(to: &buffer)
    unsafe output += buffer.bytes
    buffer.removeAll()
  }

  /// Renders the rest, and ends the text in the terminal's default state.
  public mutating func finish(to output: inout [UInt8]) { render([], isLast: true, to: &output) }

  /// Returns the findings since the last call, with positions in the whole text.
  ///
  /// Of very many findings of one kind only the first are kept; at the end there is a count of the
  /// rest.
  public mutating func takeFindings() -> [Finding] {
    let found = isFinished ? stream.findings : stream.diagnostics
    defer { taken = found.count }
    return found[taken...].map(Finding.init)
  }

  private mutating func render(_ piece: [UInt8], isLast: Bool, to output: inout [UInt8]) {
    guard !isFinished else { return }
    isFinished = isLast
    stream.render(piece, isLast: isLast, to: &buffer)
    unsafe output += buffer.bytes
    buffer.removeAll()
  }
}

/// A stream is for one thread, and has one owner.
@available(*, unavailable)
extension RenderStream: Sendable {}
