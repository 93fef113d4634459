import Bytes
import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyledText
import TerminalOutput

/// Renders an input as bytes for a terminal or a page: lines stay as they are, or are wrapped and
/// aligned one by one.
struct StreamRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let options: StreamRenderer.Options

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    var stream = MarkupStream(name: name, resolver: renderer.styles, options: options)
    stream.outputLimit = 8 << 20
    var output = StreamBuffer()
    let json = JSONLines(renderer: renderer)
    let piece = piece
    var isLast = false
    var reported = 0
    var patience = Patience()
    do throws(CommandFailure) {
      while !isLast || stream.isPaused {
        // Text that has come is written before more is asked for, so that a slow input shows at
        // once.
        if stream.isPaused {
          stream.render(isLast: isLast, to: &output)
        } else if stream.isHolding, try source.isIdle() {
          stream.release(to: &output)
        } else if stream.holdsWords, try source.isIdle(for: patience.left) {
          stream.release(to: &output)
        } else if stream.holdsRows, try source.isIdle(for: Self.rowPause) {
          stream.releaseRows(to: &output)
        } else {
          let count = try unsafe stream.append(atMost: piece) {
            (buffer) throws(CommandFailure) in try unsafe source.read(into: buffer)
          }
          isLast = count == 0
          stream.render(isLast: isLast, to: &output)
        }
        if output.count > 0 || !stream.holdsWords { patience = Patience() }
        try unsafe sink.write(rendered: output.bytes)
        output.removeAll()
        try json.append(stream.takeLines()) { (bytes) throws(CommandFailure) in
          try sink.write(rendered: bytes)
        }
        if stream.diagnostics.count > reported {
          callbacks.report(Array(stream.diagnostics[reported...]))
        }
        reported = stream.diagnostics.count
      }
    } catch {
      if error.status == .interrupted {
        output.removeAll()
        stream.interrupt(to: &output)
        unsafe callbacks.restore(Array(output.bytes))
        callbacks.count(stream.onlyCounted)
      }
      throw error
    }
    callbacks.count(stream.onlyCounted)
  }

  /// The time that words of a document still wait for what they belong to.
  ///
  /// It counts from the first wait for input on, so that a writer of a word every few milliseconds
  /// is seen, and a file that is read in large pieces has its headings.
  private struct Patience {
    private var start: ContinuousClock.Instant?

    var left: Int {
      mutating get {
        let now = ContinuousClock.now
        let start = start ?? now
        self.start = start
        return max(0, 50 - Int((now - start) / .milliseconds(1)))
      }
    }
  }

  /// Milliseconds that rows of a table wait for others.
  private static let rowPause = 300

  /// Number of bytes to read at once.
  ///
  /// A placeholder of three bytes may stand for very many, and what a piece becomes is written when
  /// it is done: some megabytes of it are enough.
  private var piece: Int {
    let growth = max(1, options.markup.placeholders.longestValue / 3)
    return min(InputStream.piece, max(1, (8 << 20) / growth))
  }

  /// The stream goes on from one chunk to the next.
  func run(_ chunks: ParallelLines.Chunks) {
    var stream = MarkupStream(name: name, resolver: renderer.styles, options: options)
    let json = JSONLines(renderer: renderer)
    var reported = 0
    chunks.forEach { chunk in
      let line = stream.line
      stream.render(&chunk.input, isLast: chunk.isLast, to: &chunk.output)
      json.append(stream.takeLines()) { chunk.output.append(contentsOf: $0) }
      chunk.lines = stream.line - line
      chunk.found = stream.diagnostics[reported...].map { finding in
        var finding = finding
        if finding.location?.file == name { finding.location?.line -= line - 1 }
        return finding
      }
      reported = stream.diagnostics.count
    }
    chunks.count(stream.onlyCounted)
  }
}

/// Renders an input while it comes, in the memory that its longest line takes.
protocol InputRendering {
  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure)

  /// Renders chunks of an input on a thread.
  func run(_ chunks: ParallelLines.Chunks)
}

/// Who is told what a rendering comes upon.
struct RenderCallbacks {
  /// Gets what was found since the last time.
  let report: ([Diagnostic]) -> Void

  /// Gets how many findings of each code were not told.
  let count: ([DiagnosticCode: Int]) -> Void

  /// Gets what brings the output into its default state after an interruption.
  let restore: ([UInt8]) -> Void
}

extension TextRenderer {
  func wholeBlock(_ text: AttributedText, for target: OutputTarget) -> BlockLayout {
    block(text, for: target, hasLastLine: true, mostCells: BlockLayout.mostCells)
  }
}

extension BlockLayout {
  /// Why it cannot be shown: it has too many rows; the advice ends the message.
  func failure(_ advice: String = "use cssview render") -> CommandFailure? {
    guard let exceededRows else { return nil }
    return CommandFailure(
      .unusableInput,
      "a block of more than \(exceededRows) rows of \(buffer.columns) columns is too large "
        + "(limit: \(Self.mostCells) cells); \(advice)")
  }
}
