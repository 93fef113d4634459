import CSSView

/// Renders one input paragraph by paragraph: where lines are wrapped, and as JSON lines.
///
/// Memory does not grow with the input, only with its longest line.
struct ParagraphRendering {
  /// What findings call the input.
  let name: String

  /// What was found, with places in the whole input.
  private(set) var findings: [Diagnostic] = []

  private let renderer: TextRenderer
  private var cutter: ParagraphCutter

  /// More findings than these are not kept.
  private static let mostFindings = 1000

  init(name: String, renderer: TextRenderer, separatesLines: Bool) {
    self.name = name
    self.renderer = renderer
    cutter = ParagraphCutter(separatesLines: separatesLines)
  }

  /// Renders an input to its end; `render` appends what a paragraph looks like.
  mutating func run(
    _ source: InputStream, to sink: ResultSink,
    _ render: (AttributedText, inout [UInt8]) -> Void
  ) throws(CommandFailure) {
    var pending: [UInt8] = []
    var isLast = false
    while !isLast {
      let piece = try source.piece()
      isLast = piece.isEmpty
      if pending.isEmpty { pending = piece } else { pending += piece }
      var output: [UInt8] = []
      var found: [Diagnostic] = []
      let used = try cutter.cut(pending, isLast: isLast) { paragraph throws(CommandFailure) in
        let result = renderer.attributedText(SourceText(name: name, bytes: paragraph.markup))
        render(result.value, &output)
        found += Self.moved(result.diagnostics, in: paragraph)
      }
      findings += found.prefix(max(0, Self.mostFindings - findings.count))
      try sink.write(output)
      if used == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(used)
      }
    }
    if cutter.openCount > 0 {
      findings.append(
        Diagnostic(
          .warning, .unclosedElement,
          "\(name): \(cutter.openCount) elements are not closed and reach to the end of the text"))
    }
  }

  /// The findings of a paragraph with their places in the whole input.
  private static func moved(
    _ diagnostics: [Diagnostic], in paragraph: ParagraphCutter.Paragraph
  ) -> [Diagnostic] {
    let repeated = paragraph.markup[..<paragraph.repeated]
    let lines = repeated.count { $0 == 0x0A }
    let lastLine = repeated.lastIndex(of: 0x0A).map { repeated[($0 + 1)...] } ?? repeated
    let columns = lastLine.count { $0 & 0xC0 != 0x80 }
    return diagnostics.compactMap { diagnostic in
      // Whether elements are closed is known at the end of the input.
      guard diagnostic.code != .unclosedElement else { return nil }
      guard var location = diagnostic.location else { return diagnostic }
      // What is wrong with a repeated tag was said where it stands.
      guard location.line > lines + 1 || (location.line == lines + 1 && location.column > columns)
      else { return nil }
      if location.line == lines + 1 { location.column -= columns }
      location.line += paragraph.line - 1 - lines
      var moved = diagnostic
      moved.location = location
      return moved
    }
  }
}
