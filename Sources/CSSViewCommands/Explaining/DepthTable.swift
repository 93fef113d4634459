import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Says what the depths make of colours, and remembers what it has looked up.
final class DepthTable {
  /// What one depth shows, and how it is asked for.
  struct Entry {
    var depth: ColorDepth
    var rendition: GraphicRendition
    /// The SGR parameters.
    var parameters: String
    /// What it would be if nobody asked for text that can be read.
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

  /// What the depths make of what is exactly shown at each.
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

  /// Where no colour is readable at some depth.
  func findings(
    of runs: some Sequence<(ColorDepth) -> GraphicRendition>
  ) -> [Diagnostic] {
    guard quantizers.contains(where: { $0.readable != nil }) else { return [] }
    for run in runs { _ = entries(of: run) }
    return quantizers.flatMap { $0.readable?.findings() ?? [] }
  }
}

/// What became of a text that could not be read.
struct ReadableChange {
  let before: ShownContrast
  let after: ShownContrast

  /// What an entry says; nil where nothing was changed.
  init?(_ entry: DepthTable.Entry, on colors: ScreenColors) {
    self.init(entry.unchanged, entry.rendition, on: colors)
  }

  /// What two renditions of a text say; nil where they are the same.
  init?(_ unchanged: GraphicRendition, _ shown: GraphicRendition, on colors: ScreenColors) {
    guard unchanged != shown else { return nil }
    before = ShownContrast(unchanged, on: colors)
    after = ShownContrast(shown, on: colors)
  }
}
