import CSSView

/// Renders one input paragraph by paragraph: as JSON lines.
///
/// Memory does not grow with the input, only with its longest line.
struct ParagraphRendering: ~Copyable {
  /// What was found, with places in the whole input.
  private(set) var findings: [Diagnostic] = []

  let name: String
  let renderer: TextRenderer
  let separatesLines: Bool

  /// More findings than these are not kept.
  private static let mostFindings = 1000

  /// Renders an input to its end; `render` appends what a paragraph looks like.
  mutating func run(
    _ source: InputStream, to sink: ResultSink,
    _ render: (AttributedText, inout [UInt8]) -> Void
  ) throws(CommandFailure) {
    var reader = MarkupLineReader(
      name: name, styles: renderer.styles, options: renderer.options,
      separatesLines: separatesLines)
    var cutter = ParagraphCutter(separatesLines: separatesLines)
    var pending: [UInt8] = []
    var isLast = false
    while !isLast {
      let piece = try source.piece()
      isLast = piece.isEmpty
      if pending.isEmpty { pending = piece } else { pending += piece }
      var output: [UInt8] = []
      var found: [Diagnostic] = []
      let used = try cutter.cut(pending, isLast: isLast) {
        (markup, line) throws(CommandFailure) in
        let result = reader.text(of: markup, line: line)
        render(result.text, &output)
        found += result.diagnostics
      }
      findings += found.prefix(max(0, Self.mostFindings - findings.count))
      try sink.write(output)
      if used == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(used)
      }
    }
    findings += reader.finish()
  }
}
