import Bytes
import CSSView
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText

/// Renders an input paragraph by paragraph, each as a line of JSON.
struct JSONRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let separatesLines: Bool

  /// Number of bytes of a line that are written before it ends.
  private static let pieceSize = 1 << 18

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    var reader = TreeBuilder(
      lines: renderer.styles, options: renderer.options, separatesLines: separatesLines)
    var cutter = ParagraphCutter(
      readsByLine: renderer.options.readsByLine, separatesLines: separatesLines)
    var pending: [UInt8] = []
    var isLast = false
    while !isLast {
      if reader.isHolding, try source.isIdle() {
        reader.release()
      } else {
        let piece = try source.piece()
        isLast = piece.isEmpty
        if pending.isEmpty { pending = piece } else { pending += piece }
      }
      var output: [UInt8] = []
      var found: [Diagnostic] = []
      let end = reader.readableEnd(in: pending.span, isLast: isLast)
      let readable = end == pending.count ? pending : Array(pending[..<end])
      let used = try cutter.cut(readable, isLast: isLast) {
        (markup, line) throws(CommandFailure) in
        let result = reader.text(ofLine: markup, name: name, number: line)
        try renderer.json(result.text, to: &output) { (output) throws(CommandFailure) in
          guard output.count >= Self.pieceSize else { return }
          try sink.write(rendered: output)
          output.removeAll(keepingCapacity: true)
        }
        output.append(0x0A)
        found += result.diagnostics
      }
      try sink.write(rendered: output)
      callbacks.tell(found)
      reader.willDrop(first: used, of: pending.span)
      if used == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(used)
      }
    }
    callbacks.tell(reader.finishLines(name: name))
    callbacks.count(reader.log.onlyCounted)
  }

  func run(_ parts: ParallelLines.Parts) {
    parts.forEach { part in
      let bytes = part.input.takeLast(part.input.count)
      let output = MemorySink()
      var found: [Diagnostic] = []
      let callbacks = RenderCallbacks(
        tell: { found += $0 }, count: { parts.count($0) }, restore: { _ in })
      do throws(CommandFailure) {
        try run(
          InputStream(source: MemorySource(bytes), name: name),
          to: ResultSink(sink: output, name: name), callbacks)
      } catch {
        part.failure = error
      }
      part.output.append(contentsOf: output.bytes)
      part.found = found
      part.lines = SourceText(name: name, bytes: bytes).lineCount - 1
    }
  }
}
