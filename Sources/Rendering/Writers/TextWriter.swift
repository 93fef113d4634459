import Bytes
import CellLayout
package import StyledText
import Styling
package import TerminalOutput

/// Writes texts that were read whole with their line breaks, as the stream writes its markup.
///
/// Every line starts and ends in the terminal's default state.
package struct TextWriter: ~Copyable {
  private let target: OutputTarget
  private var writer: LineWriter

  package init(_ renderer: TextRenderer, _ target: OutputTarget) {
    self.target = target
    let attributes = StreamAttributes(renderer.styles, StreamRenderer.Options(target: target))
    writer = LineWriter(attributes, rules: target.widthRules)
  }

  /// Appends a text, whose styles may come from other renderers.
  package mutating func append(
    _ text: AttributedText, _ renderer: TextRenderer, into bytes: inout [UInt8]
  ) {
    var styles = ComputedStyleTable(elementsOf: text, renderer.styles)
    var boxes = BoxTable(columns: target.environment.columns, whiteSpace: .preWrap, target: target)
    var output = StreamBuffer(capacity: text.line.bytes.count + 64)
    writer.attributes.beginText()
    writer.attributes.update(&styles)
    writer.endHidden()
    writer.endCluster(output)
    var owedSpace: StyleID?
    _ = writer.write(
      text.line, upTo: text.line.bytes.count, closedBoxes: text.line.boxes.count, &boxes,
      &owedSpace, &styles, to: &output)
    writer.take(.standard, &output)
    output.copy(0..<output.count, to: &bytes)
  }
}
