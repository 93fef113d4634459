import Bytes
import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyledText
import TerminalOutput

/// Renders an input as bytes for a terminal or a page; lines are kept, or wrapped and aligned one
/// by one.
struct StreamRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let options: StreamRenderer.Options

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    let stream = MarkupStream(name: name, resolver: renderer.styles, options: options)
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

  /// The time for which words of a document wait for what they belong to.
  ///
  /// It counts from the first wait for input, so that it affects a writer of a word every few
  /// milliseconds, but not a file that is read in large parts.
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

  /// In milliseconds: the wait of table rows for others.
  private static let rowPause = 300

  /// The bytes of a read.
  ///
  /// A placeholder of three bytes may have a very long value, and the result of each read is kept
  /// until it is complete, so it is limited to some megabytes.
  private var piece: Int {
    let growth = max(1, options.markup.placeholders.longestValue / 3)
    return min(InputStream.piece, max(1, (8 << 20) / growth))
  }

  /// The stream continues from one chunk to the next.
  func run(_ chunks: ParallelLines.Chunks) {
    let stream = MarkupStream(name: name, resolver: renderer.styles, options: options)
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

/// Renders an input as it arrives, in the memory of its longest line.
protocol InputRendering {
  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure)

  func run(_ chunks: ParallelLines.Chunks)
}

/// Receivers for what a rendering reports.
struct RenderCallbacks {
  /// Receives the findings since the last time.
  let report: ([Diagnostic]) -> Void

  /// Receives the number of findings of each code that were not reported.
  let count: ([DiagnosticCode: Int]) -> Void

  /// Receives the sequences that reset the output after an interruption.
  let restore: ([UInt8]) -> Void
}

extension TextRenderer {
  func wholeBlock(_ text: AttributedText, for target: OutputTarget) -> BlockLayout {
    block(text, for: target, hasLastLine: true, mostCells: BlockLayout.mostCells)
  }
}

extension BlockLayout {
  /// The failure of a block with too many rows; the advice ends the message.
  func failure(_ advice: String = "use cssview render") -> CommandFailure? {
    guard let exceededRows else { return nil }
    return CommandFailure(
      .unusableInput,
      "a block of more than \(exceededRows) rows of \(buffer.columns) columns is too large "
        + "(limit: \(Self.mostCells) cells); \(advice)")
  }
}
