package import Bytes
import DataRecords
package import Diagnostics
package import StyledText
package import Styling

/// Renders one input as it comes in, with findings that have places in the whole of it.
///
/// Memory does not grow with the input: the bytes are gone when an element turns out to have no
/// end.
package struct MarkupStream: ~Copyable {
  private var renderer: StreamRenderer

  /// Findings so far, with places in the whole input.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Bytes that came and are not used yet, where they start in the whole input, and their place.
  private var pending = InputBuffer()
  private var offset = 0
  private var origin: SourceLocation

  /// Locations in bytes that have gone by, for findings that may still be made.
  private var passed = PassedLocations()

  /// False where elements are those of a template, which is not the input.
  private let hasPlaces: Bool

  /// A document is rendered in pieces of so many bytes: its rows can take thousands of times more.
  private static let documentPiece = 1 << 14

  /// Number of bytes of output after which a document pauses.
  package var outputLimit = Int.max

  /// True if a document paused: the same call goes on with it, without more input.
  package private(set) var isPaused = false

  /// Number of findings about colours have been told.
  private var colorFindings = 0

  /// Starts a stream; findings call the input by `name`.
  package init(name: String, resolver: StyleResolver, options: StreamRenderer.Options) {
    origin = SourceLocation(file: name, line: 1, column: 1)
    renderer = StreamRenderer(resolver: resolver, options: options, name: name)
    hasPlaces = options.markup.data.template == nil
  }

  /// The line of the input that comes next, from 1.
  package var line: Int { origin.line }

  /// Everything that was found, and of what there was too much, how many more there were.
  package var findings: [Diagnostic] { diagnostics + renderer.log.notes() }

  /// For each code the number of findings that are not among them.
  package var onlyCounted: [DiagnosticCode: Int] { renderer.onlyCounted }

  /// Brings what the output goes to into its default state, where the text does not go on.
  package mutating func interrupt(to output: inout StreamBuffer) { renderer.interrupt(to: &output) }

  /// True if an element or a character is held until more of the input tells how it looks.
  package var isHolding: Bool {
    mutating get { renderer.isHolding }
  }

  /// True if words are held until more of the input tells what they belong to.
  package var holdsWords: Bool { renderer.holdsWords }

  /// Renders what is held, because nobody can say when more of the input comes.
  package mutating func release(to output: inout StreamBuffer) {
    renderer.release()
    render([], isLast: false, to: &output)
  }

  package mutating func takeLines() -> [AttributedText] { renderer.takeLines() }

  /// True if somebody looks on while rows of a table wait for others.
  package var holdsRows: Bool { mutating get { renderer.holdsRows } }

  package mutating func releaseRows(to output: inout StreamBuffer) {
    renderer.releaseRows()
    render([], isLast: false, to: &output)
  }

  package mutating func render(
    _ piece: [UInt8], isLast: Bool, to output: inout StreamBuffer
  ) {
    pending.append(piece)
    render(isLast: isLast, to: &output)
  }

  /// Takes in what a closure puts into room for so many bytes, to be rendered.
  package mutating func append<Failure>(
    atMost limit: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    unsafe try pending.append(atMost: limit, fill)
  }

  /// Renders the bytes of `append`.
  package mutating func render(isLast: Bool, to output: inout StreamBuffer) {
    // Taken out, so that it is read while all else changes.
    var bytes = InputBuffer(capacity: 0)
    swap(&bytes, &pending)
    render(&bytes, isLast: isLast, to: &output)
    swap(&bytes, &pending)
  }

  /// Renders bytes that are not in the stream, left over from the time before and new, and takes
  /// away those that it used.
  package mutating func render(
    _ bytes: inout InputBuffer, isLast: Bool, to output: inout StreamBuffer
  ) {
    let piece =
      renderer.document == nil || renderer.readsRecords ? .max : Self.documentPiece
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

  private mutating func render(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let used = renderer.render(bytes, isLast: isLast, to: &output)
    let found = renderer.takeFindings(
      in: {
        var chunk: [UInt8] = []
        chunk.append(0..<bytes.count, of: bytes)
        return SourceText(name: origin.file, bytes: chunk, isStart: offset == 0)
      }, from: offset, at: origin, passed: passed)
    diagnostics +=
      hasPlaces ? found : RecordReader.withoutPlaces(found, in: origin.file)
    diagnostics += renderer.takeReaderFindings()
    let colors = renderer.colorFindings(since: colorFindings)
    colorFindings += colors.count
    diagnostics += colors
    diagnostics += renderer.takeLayoutFindings()
    guard used > 0 else { return used }
    let ends = renderer.builder.lineEnds
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
