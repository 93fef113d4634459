import Bytes
import CSSView
import DataRecords
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import TerminalOutput

/// Writes the lines of a text, each as a line of JSON.
struct JSONLines {
  let renderer: TextRenderer

  /// In bytes: the part of a line that is written before it ends.
  private static let pieceSize = 1 << 18

  func append<Failure: Error>(
    _ lines: [AttributedText], _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var output: [UInt8] = []
    for line in lines {
      // Elements are kept with their texts, and their attributes may be long.
      var known = ElementTexts()
      try renderer.json(line, &known, to: &output) { (output) throws(Failure) in
        guard output.count >= Self.pieceSize else { return }
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
      output.append(0x0A)
    }
    if !output.isEmpty { try write(output) }
  }
}

/// Renders a document, which is read whole, as a line of JSON for each row.
struct DocumentJSONRendering: InputRendering {
  let name: String
  let renderer: TextRenderer
  let target: OutputTarget

  func run(
    _ source: InputStream, to sink: ResultSink, _ callbacks: RenderCallbacks
  ) throws(CommandFailure) {
    var bytes: [UInt8] = []
    while case let piece = try source.piece(), !piece.isEmpty { bytes += piece }
    var text = renderer.attributedText(SourceText(name: name, bytes: bytes, endsLine: true))
    callbacks.report(text.diagnostics)
    guard !text.value.isEmpty else { return }
    let rows = renderer.rows(of: text.value, for: target)
    // Only the rows are needed; a text with many elements is large.
    (text.value, bytes) = (AttributedText(), [])
    var writer = PieceWriter(sink)
    var known = ElementTexts()
    for row in rows.lines {
      var output: [UInt8] = []
      renderer.json(row, &known, to: &output) { _ in }
      try writer.write(rendered: output + [0x0A])
    }
    try writer.finish()
  }

  /// Documents are never rendered in parts.
  func run(_ chunks: ParallelLines.Chunks) {}
}
