package import Bytes
package import Diagnostics
package import StyledText
package import Styling

/// Renders one input as it is read, with findings whose locations count from the input's start.
///
/// Memory does not grow with the input: the bytes are gone when an element turns out to have no
/// end.
package final class MarkupStream {
  private var renderer: StreamRenderer

  /// Findings so far, located in the whole input.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Bytes that are not used yet, their offset in the whole input, and their location.
  private var pending = InputBuffer()
  private var offset = 0
  private var origin: SourceLocation

  /// Locations in dropped bytes, for findings that may still be made.
  private var passed = PassedLocations()

  /// False if elements are those of a template, which is not the input.
  private let hasPlaces: Bool

  /// A document is rendered in pieces of this many bytes: its rows can be thousands of times
  /// longer.
  private static let documentPiece = 1 << 14

  /// Number of bytes of output after which a document pauses.
  package var outputLimit = Int.max

  /// True if a document paused: the same call continues it, without more input.
  package private(set) var isPaused = false

  /// Number of findings about colours that were reported.
  private var colorFindings = 0

  /// Starts a stream, whose findings call the input `name`.
  package init(name: String, resolver: StyleResolver, options: StreamRenderer.Options) {
    origin = SourceLocation(file: name, line: 1, column: 1)
    renderer = StreamRenderer(resolver: resolver, options: options, name: name)
    hasPlaces = options.markup.data.template == nil
  }

  /// Number of the next line of the input, from 1.
  package var line: Int { origin.line }

  /// All findings, with a note for each kind that exceeded its limit.
  package var findings: [Diagnostic] { diagnostics + renderer.log.notes() }

  /// For each code, the number of findings that were only counted.
  package var onlyCounted: [DiagnosticCode: Int] { renderer.onlyCounted }

  /// Sets the output's default state, without a continuation of the text.
  package func interrupt(to output: inout StreamBuffer) { renderer.interrupt(to: &output) }

  /// True if an element or a character waits for more of the input.
  package var isHolding: Bool { renderer.isHolding }

  /// True if words wait for more of the input.
  package var holdsWords: Bool { renderer.holdsWords }

  /// Renders what is held, when no more input comes for a while.
  package func release(to output: inout StreamBuffer) {
    renderer.release()
    render([], isLast: false, to: &output)
  }

  package func takeLines() -> [AttributedText] { renderer.takeLines() }

  /// True if rows of a table wait for others, and a pause is to write them.
  package var holdsRows: Bool { renderer.holdsRows }

  package func releaseRows(to output: inout StreamBuffer) {
    renderer.releaseRows()
    render([], isLast: false, to: &output)
  }

  package func render(_ piece: [UInt8], isLast: Bool, to output: inout StreamBuffer) {
    pending.append(piece)
    render(isLast: isLast, to: &output)
  }

  /// Appends what a closure writes into a buffer, to be rendered.
  package func append<Failure>(
    atMost limit: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int { unsafe try pending.append(atMost: limit, fill) }

  /// Renders the bytes of `append`.
  package func render(isLast: Bool, to output: inout StreamBuffer) {
    // Taken out, so that it is read while all else changes.
    var bytes = InputBuffer(capacity: 0)
    swap(&bytes, &pending)
    render(&bytes, isLast: isLast, to: &output)
    swap(&bytes, &pending)
  }

  /// Renders bytes that are not in the stream, left over and new, and removes those that it used.
  package func render(_ bytes: inout InputBuffer, isLast: Bool, to output: inout StreamBuffer) {
    let piece = renderer.document == nil || renderer.limitsParts ? .max : Self.documentPiece
    var size = piece
    while true {
      let isWhole = bytes.count <= size
      let used = bytes.withBytes {
        render($0.extracting(first: size), isLast: isLast && isWhole, to: &output)
      }
      bytes.removeFirst(used)
      isPaused = (!isWhole || renderer.hasMore) && output.count >= outputLimit
      if isWhole && !renderer.hasMore || isPaused { return }
      // A tag or paragraph that is longer than a piece has to come as a whole.
      size = used == 0 && !isWhole ? size * 2 : piece
    }
  }

  private func render(_ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer) -> Int {
    let used = renderer.render(bytes, isLast: isLast, to: &output)
    let found = renderer.takeFindings(
      in: {
        var chunk: [UInt8] = []
        chunk.append(0..<bytes.count, of: bytes)
        return SourceText(name: origin.file, bytes: chunk, isStart: offset == 0)
      }, from: offset, at: origin, passed: passed)
    diagnostics += hasPlaces ? found : found.withoutPlaces(in: origin.file)
    diagnostics += renderer.takeReaderFindings()
    let colors = renderer.colorFindings(since: colorFindings)
    colorFindings += colors.count
    diagnostics += colors
    diagnostics += renderer.takeLayoutFindings()
    guard used > 0 else { return used }
    let ends = renderer.builder.endedLines
    // A byte order mark takes no column.
    if offset == 0, SourceText.hasMark(bytes) { origin.column = 0 }
    let start = origin
    passed.keep(renderer.heldRanges, in: bytes, from: offset, at: start)
    let countsLines = renderer.countsLines
    if countsLines {
      origin.advance(past: 0..<used, ends, of: bytes)
    } else {
      origin.advance(past: 0..<used, of: bytes)
    }
    if renderer.builder.elements.depth > 0 {
      var lastLine = origin
      lastLine.column = 1
      passed.keepTags(
        of: renderer.builder.elements, in: bytes, from: offset, at: start,
        lastLine: !countsLines ? nil : ends.count > 0 ? (ends.last, lastLine) : (0, start),
        limit: renderer.log.limit)
    }
    offset += used
    return used
  }
}
