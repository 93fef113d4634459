import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Says what the depths make of colours, and remembers what it has looked up.
final class DepthTable {
  /// Rendition at one depth, and its escape sequence.
  struct Entry {
    var depth: ColorDepth
    var rendition: GraphicRendition
    /// The SGR parameters.
    var parameters: String
    /// Rendition without the change that makes text readable.
    var unchanged: GraphicRendition
  }

  private struct Quantizers {
    var plain: ColorQuantizer
    var readable: ColorQuantizer?
  }

  private var quantizers: [Quantizers]

  /// The depths of a terminal.
  ///
  /// - Parameters:
  ///   - environment: The terminal.
  ///   - depths: The depths.
  ///   - readable: The contrast that the text's object asks for.
  init(
    _ environment: Environment, depths: [ColorDepth] = [.truecolor, .ansi256, .ansi16, .mono],
    readable: Double?
  ) {
    let readability = Readability(environment, asked: readable)
    quantizers = depths.map { depth in
      Quantizers(
        plain: ColorQuantizer(depth: depth, palette: environment.palette),
        readable: readability.map {
          ColorQuantizer(depth: depth, palette: environment.palette, readability: $0)
        })
    }
  }

  /// Returns the rendition at each depth; `exact` gives the exact rendition to fit to a depth.
  func entries(of exact: (ColorDepth) -> GraphicRendition) -> [Entry] {
    let encoder = SGREncoder(capabilities: .all)
    return quantizers.indices.map { index in
      let depth = quantizers[index].plain.depth
      let exact = exact(depth)
      let unchanged = quantizers[index].plain.quantize(exact)
      let shown = quantizers[index].readable?.quantize(exact) ?? unchanged
      return Entry(
        depth: depth, rendition: shown, parameters: encoder.parameters(of: shown),
        unchanged: unchanged)
    }
  }

  /// Returns diagnostics about text for which no colour is readable at some depth.
  func findings(
    of runs: some Sequence<(ColorDepth) -> GraphicRendition>
  ) -> [Diagnostic] {
    guard quantizers.contains(where: { $0.readable != nil }) else { return [] }
    for run in runs { _ = entries(of: run) }
    return quantizers.flatMap { $0.readable?.findings() ?? [] }
  }
}

/// A change of colours that makes a text readable.
struct ReadableChange {
  let before: ShownContrast
  let after: ShownContrast

  /// Takes the change from an entry; nil if nothing was changed.
  init?(_ entry: DepthTable.Entry, on colors: ScreenColors) {
    self.init(entry.unchanged, entry.rendition, on: colors)
  }

  /// Compares two renditions of a text; nil if they are equal.
  init?(_ unchanged: GraphicRendition, _ shown: GraphicRendition, on colors: ScreenColors) {
    guard unchanged != shown else { return nil }
    before = ShownContrast(unchanged, on: colors)
    after = ShownContrast(shown, on: colors)
  }
}
