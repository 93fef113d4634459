import Bytes
import Rendering
import StyledText
import Styling

/// The format of a text.
public enum TextFormat: String, Hashable, Sendable {
  /// Markup: text with tags.
  case markup
  /// Coloured text, as programs write it for a terminal.
  case ansi
  /// Plain text; the patterns of the theme (`@highlight`, `@line`) make elements of it.
  case text
  /// HTML, as a document with blocks in the columns of the terminal.
  case html
  /// CommonMark with the extensions of GitHub, as a document.
  case markdown
  /// Comma-separated values (RFC 4180), as a table; the first record is the header.
  ///
  /// If the theme has a `--record-template`, each record is shown by that, as for all data.
  case csv
  /// Tab-separated values, as a table.
  case tsv
  /// Columns between blanks, as `df`, `ps`, `docker` and `kubectl` print them, as a table.
  case columns
  /// JSON: objects, or arrays of objects, as a table.
  case json
  /// JSON objects, one on each line, as a table.
  case jsonl

  var form: InputFormat { InputFormat(rawValue: rawValue) ?? .markup }
}

/// Text that comes in pieces, such as a log, rendered while it comes, in flat memory.
///
/// In markup, the tags of the pieces count. The pieces may end anywhere, in the middle of a tag or
/// of a character, too.
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
  private var stream: MarkupStream
  private var buffer = StreamBuffer()
  private var taken = 0
  private var isFinished = false

  init(_ stream: consuming MarkupStream) {
    self.stream = stream
  }

  /// Renders the next piece.
  ///
  /// - Parameters:
  ///   - piece: UTF-8; what is none becomes U+FFFD. After `finish(to:)` it is ignored.
  ///   - output: Destination of the rendered bytes, which are appended; all lines that are complete
  ///     are in it, unless one waits for the siblings of an element that the theme counts from the
  ///     end.
  public mutating func write(_ piece: [UInt8], to output: inout [UInt8]) {
    if !piece.isEmpty { render(piece, isLast: false, to: &output) }
  }

  /// Renders the next piece, which is a text.
  ///
  /// - Parameters:
  ///   - piece: The text.
  ///   - output: Destination of the rendered bytes, which are appended.
  public mutating func write(_ piece: some StringProtocol, to output: inout [UInt8]) {
    write(Array(piece.utf8), to: &output)
  }

  /// Renders the next piece, which is a sequence of bytes, such as `Data` or a part of an array.
  ///
  /// - Parameters:
  ///   - piece: UTF-8; what is none becomes U+FFFD.
  ///   - output: Destination of the rendered bytes, which are appended.
  public mutating func write(_ piece: some Sequence<UInt8>, to output: inout [UInt8]) {
    write(Array(piece), to: &output)
  }

  /// Renders the next piece, whose bytes are borrowed.
  ///
  /// - Parameters:
  ///   - piece: UTF-8; what is none becomes U+FFFD.
  ///   - output: Destination of the rendered bytes, which are appended.
  @available(macOS 26, *)
  public mutating func write(_ piece: Span<UInt8>, to output: inout [UInt8]) {
    var bytes: [UInt8] = []
    bytes.append(0..<piece.count, of: piece)
    write(bytes, to: &output)
  }

  /// Renders what waits for the rest of its line or for its siblings, because more of the text may
  /// take a while.
  ///
  /// In plain text, a line waits for its end. In markup, only themes with selectors such as
  /// `:last-child` make elements wait, for at most 64 KiB. What waits counts as no last child then,
  /// and a finding says so.
  ///
  /// - Parameter output: Destination of the rendered bytes, which are appended.
  public mutating func flush(to output: inout [UInt8]) {
    guard !isFinished else { return }
    stream.release(to: &buffer)
    unsafe output += buffer.bytes
    buffer.removeAll()
  }

  /// Renders what is left, and ends the text; the terminal is left in its default state.
  public mutating func finish(to output: inout [UInt8]) {
    render([], isLast: true, to: &output)
  }

  /// Returns the findings since the last call, with places in the whole text.
  ///
  /// Of very many findings of one kind only the first are kept; the end tells how many more there
  /// were.
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
