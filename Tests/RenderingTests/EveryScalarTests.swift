import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling
import Testing

@testable import Rendering
@testable import TerminalOutput

@Suite("Every scalar of Unicode through the renderer")
struct EveryScalarTests {
  /// Renders markup and returns the bytes.
  private func render(_ markup: [UInt8], depth: ColorDepth) -> [UInt8] {
    let environment = Environment(colorDepth: depth)
    let source = SourceText(
      name: "sheet.json", text: #"{".a": {"color": "red", "font-weight": 700}}"#)
    let resolver = StyleResolver(
      stylesheet: StylesheetLoader(environment: environment).load(source),
      environment: environment)
    var renderer = StreamRenderer(
      resolver: resolver, options: .init(target: OutputTarget(Environment(colorDepth: depth))))
    var buffer = StreamBuffer()
    let used = renderer.render(markup.span, isLast: true, to: &buffer)
    #expect(used == markup.count)
    return Array(buffer.bytes)
  }

  /// The bytes that may control a terminal and that the renderer does not write itself, which are
  /// all but line feed, tab, and the SGR sequences of the one style in the sheet.
  private func strayControls(in output: [UInt8]) -> [Int] {
    var stray: [Int] = []
    var offset = 0
    while offset < output.count {
      let byte = output[offset]
      if byte == 0x1B, offset + 1 < output.count, output[offset + 1] == UInt8(ascii: "[") {
        var end = offset + 2
        while end < output.count, (0x30...0x3B).contains(output[end]) { end += 1 }
        if end < output.count, output[end] == UInt8(ascii: "m") {
          offset = end + 1
          continue
        }
      }
      let isControl = (byte < 0x20 && byte != 0x0A && byte != 0x09) || byte == 0x7F
      let isC1 =
        byte == 0xC2 && offset + 1 < output.count && (0x80..<0xA0).contains(output[offset + 1])
      if isControl || isC1 { stray.append(offset) }
      offset += 1
    }
    return stray
  }

  @Test(
    "No control leaves, alone or inside a span, at any depth",
    arguments: [ColorDepth.none, .mono, .ansi256, .truecolor])
  func controls(depth: ColorDepth) {
    var markup: [UInt8] = []
    markup.reserveCapacity(34_000_000)
    let open = Array("<span class=a>".utf8)
    let close = Array("</span>\n".utf8)
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { continue }
      markup.append(contentsOf: encoded)
      markup.append(contentsOf: open)
      markup.append(contentsOf: encoded)
      markup.append(contentsOf: close)
    }
    let output = render(markup, depth: depth)
    #expect(strayControls(in: output).isEmpty)
    let sequences = output.count { $0 == 0x1B }
    // Twice a line, but for the line of `&`, `<` and others that hold no text of their own.
    #expect(depth == .none ? sequences == 0 : sequences > 2_000_000)
  }

  @Test("No control is in a block's text, alone or inside a span")
  func inlineContent() {
    var builder = TreeBuilder(styles: StyleResolver(stylesheet: Stylesheet()))
    for first in stride(from: UInt32(0), through: 0x10FFFF, by: 0x1000) {
      var markup: [UInt8] = []
      for value in first..<first + 0x1000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let encoded = Array(String(scalar).utf8)
        markup += encoded + Array("<b>".utf8) + encoded + Array("</b>\n".utf8)
      }
      builder.append(markup: SourceText(name: "<markup>", bytes: markup))
    }
    let text = builder.finish().text
    #expect(text.bytes.count > 6_000_000)
    #expect(strayControls(in: text.bytes).isEmpty)
  }

  @Test(
    "No control leaves a block, alone or inside a span, at any depth",
    arguments: [ColorDepth.none, .mono, .ansi256, .truecolor])
  func blocks(depth: ColorDepth) {
    let environment = Environment(columns: 40, colorDepth: depth, hasHyperlinks: true)
    let target = OutputTarget(environment, capabilities: .all)
    let source = SourceText(
      name: "sheet.json", text: #"{".a": {"color": "red", "font-weight": 700}}"#)
    let resolver = StyleResolver(
      stylesheet: StylesheetLoader(environment: environment).load(source),
      environment: environment)
    // All scalars that are no plain letters are among these.
    let ranges: [ClosedRange<UInt32>] = [0...0x2FFF, 0xF000...0xFFFF, 0xE0000...0xE01FF]
    for value in ranges.joined() where value % 0x100 == 0 {
      var markup: [UInt8] = []
      for value in value..<value + 0x100 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let encoded = Array(String(scalar).utf8)
        markup += encoded + Array("<span class=a>".utf8) + encoded + Array("</span>\n".utf8)
      }
      var builder = TreeBuilder(styles: resolver)
      builder.append(markup: SourceText(name: "<markup>", bytes: markup))
      let text = builder.finish().text
      var styles = ComputedStyleTable(elementsOf: text, resolver)
      let block = BlockLayout(
        text.line.numbered, &styles, host: resolver.hostStyle, backdrop: resolver.hostBackdrop,
        for: target)
      let output = target.bytes(of: block)
      #expect(output.count >= 0x100)
      #expect(strayControls(in: output).isEmpty, "from U+\(String(value, radix: 16))")
    }
  }

  @Test(
    "No control leaves through a numeric reference",
    arguments: [ColorDepth.none, .mono, .ansi256, .truecolor])
  func references(depth: ColorDepth) {
    var markup: [UInt8] = []
    for value in 0...0x2FF {
      markup.append(
        contentsOf: "&#\(value);<span class=a>&#x\(String(value, radix: 16));</span>".utf8)
    }
    #expect(strayControls(in: render(markup, depth: depth)).isEmpty)
  }
}
