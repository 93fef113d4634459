import Rendering

/// Writes blocks for a target, one after the other; what it learns of colours stays known.
package struct BlockOutput {
  private let target: OutputTarget
  private var quantizer: ColorQuantizer

  /// Prepares to write for a target.
  package init(_ target: OutputTarget) {
    self.target = target
    quantizer = ColorQuantizer(depth: target.depth)
  }

  /// Appends a block as lines, each with a line feed at its end.
  package mutating func append(_ block: BlockLayout, into bytes: inout [UInt8]) {
    guard target.depth != .none else {
      PlainBlockWriter().append(block.buffer, into: &bytes)
      return
    }
    var buffer = block.buffer
    quantizer.quantize(&buffer)
    ANSIBlockWriter(
      encoder: SGREncoder(capabilities: target.capabilities), writesLinks: target.writesLinks,
      sizedTextForm: target.largeText == .doubleHeight ? .doubleHeight : .osc66
    ).append(buffer, sizedTexts: block.sizedTexts, into: &bytes)
  }
}
