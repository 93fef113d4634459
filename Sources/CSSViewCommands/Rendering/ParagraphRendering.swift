import CSSView
import Diagnostics
import Rendering
import StyledText

/// Renders one input paragraph by paragraph: as JSON lines.
///
/// Memory does not grow with the input, only with its longest line.
struct ParagraphRendering: ~Copyable {
  let name: String
  let renderer: TextRenderer
  let separatesLines: Bool

  /// Renders an input to its end; `render` appends what a paragraph looks like, `tell` gets what was
  /// found since the last time, with places in the whole input, `count` how much more there was.
  mutating func run(
    _ source: InputStream, to sink: ResultSink, tell: ([Diagnostic]) -> Void,
    count: ([DiagnosticCode: Int]) -> Void,
    _ render: (AttributedText, inout [UInt8]) -> Void
  ) throws(CommandFailure) {
    var reader = MarkupLineReader(
      name: name, styles: renderer.styles, options: renderer.options,
      separatesLines: separatesLines)
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
        let result = reader.text(of: markup, line: line)
        render(result.text, &output)
        found += result.diagnostics
      }
      try sink.write(output)
      tell(found)
      reader.willDrop(first: used, of: pending.span)
      if used == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(used)
      }
    }
    tell(reader.finish())
    count(reader.onlyCounted)
  }
}
