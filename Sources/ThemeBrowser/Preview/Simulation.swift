import CellLayout
import Rendering
package import StyleValues
package import Styling
package import TerminalOutput

/// Changes of the preview's cells before they are shown.
package struct Simulation: Hashable, Sendable {
  /// The backdrop of the preview where a theme paints nothing; the raw value is its name in the
  /// title.
  package enum BackdropChoice: String, Sendable, CaseIterable {
    /// The theme's own background everywhere.
    case theme
    case terminal, black, white

    /// The colour that replaces the terminal's background.
    package var color: RGB8? {
      switch self {
      case .theme, .terminal: nil
      case .black: RGB8(0x000000)
      case .white: RGB8(0xFFFFFF)
      }
    }
  }

  /// nil is the terminal's depth.
  package var depth: ColorDepth?

  /// The simulated colour vision.
  package var vision = ColorVision.typical

  package var backdrop = BackdropChoice.theme

  /// The palette that replaces the terminal's.
  var palette: PaletteChoice?

  /// The depths that can be simulated, from most colours to fewest, with their names in the menu.
  static let depths: [(ColorDepth, String)] = [
    (.truecolor, "16M"), (.ansi256, "256"), (.ansi16, "16"), (.ansi8, "8"), (.mono, "none"),
  ]

  /// The colour visions, with their names in the menu.
  static let visions: [(ColorVision, String)] = [
    (.typical, "normal"), (.protanopia, "protan"), (.deuteranopia, "deutan"),
    (.tritanopia, "tritan"), (.achromatopsia, "grey"),
  ]
  static let backdrops: [(BackdropChoice, String)] = [
    (.theme, "theme"), (.white, "white"), (.black, "black"), (.terminal, "terminal"),
  ]

  /// A short name of a depth.
  static func name(of depth: ColorDepth) -> String {
    switch depth {
    case .truecolor: "truecolor"
    case .ansi256: "256 colours"
    case .ansi16: "16 colours"
    case .ansi8: "8 colours"
    case .mono: "no colour"
    case .none: "plain"
    }
  }

  /// Selects the next depth with fewer or more colours.
  mutating func cycleDepth(by step: Int, from real: ColorDepth) {
    let count = Self.depths.count
    let index = Self.depths.firstIndex { $0.0 == depth ?? real } ?? count - 1
    let next = Self.depths[(index + step + count) % count].0
    depth = next == real ? nil : next
  }

  /// Selects another background, first the one that differs most from the terminal's.
  mutating func cycleBackdrop(on terminal: ColorScheme?) {
    let colors: [BackdropChoice] = terminal == .light ? [.black, .white] : [.white, .black]
    let choices = [.theme] + colors + [.terminal]
    let next = (choices.firstIndex(of: backdrop) ?? 0) + 1
    backdrop = choices[next % choices.count]
  }

  /// The terminal that the preview simulates.
  func environment(_ real: Environment) -> Environment {
    var environment = real
    if let depth { environment.colorDepth = depth }
    if let colors = palette?.palette {
      environment.palette = colors
      environment.keepsPalette = true
      if let background = colors.background {
        environment.background = background
        environment.colorScheme = ColorScheme(of: background)
      }
    }
    if let color = backdrop.color {
      environment.background = color
      environment.palette = environment.palette.made(for: color)
      environment.colorScheme = backdrop == .white ? .light : .dark
    }
    return environment
  }
}

/// The shown colours of a preview: on another backdrop, with fewer colours, readable text, another
/// colour vision, and the terminal's colours.
struct SeenColors {
  private let simulation: Simulation
  private let palette: TerminalPalette
  private let ownColors: ScreenColors?
  private var text: ColorQuantizer
  private var signs: ColorQuantizer
  private var terminal: ColorQuantizer
  private let terminalDiffers: Bool
  private var last: (exact: GraphicRendition, isText: Bool, seen: GraphicRendition)?

  init(_ simulation: Simulation, _ preview: Preview, on terminal: OutputTarget) {
    self.simulation = simulation
    let environment = preview.target.environment
    palette = environment.palette
    ownColors = simulation.palette == nil ? nil : ScreenColors(environment)
    text = ColorQuantizer(preview.target, readable: preview.layout.readable)
    signs = ColorQuantizer(
      depth: environment.colorDepth, palette: palette, capabilities: preview.target.capabilities)
    self.terminal = ColorQuantizer(
      depth: terminal.environment.colorDepth, palette: terminal.environment.palette,
      capabilities: terminal.capabilities)
    terminalDiffers =
      terminal.environment.colorDepth != environment.colorDepth || ownColors != nil
      || simulation.vision != .typical
  }

  /// The shown rendition; `isText` adjusts it for readability.
  mutating func seen(_ exact: GraphicRendition, isText: Bool) -> GraphicRendition {
    if let last, last.exact == exact, last.isText == isText { return last.seen }
    var rendition = exact
    rendition = rendition.on(simulation.backdrop.color)
    rendition = isText ? text.quantize(rendition) : signs.quantize(rendition)
    if let ownColors, signs.depth > .mono { rendition = rendition.exact(ownColors) }
    rendition = simulation.vision.simulate(rendition, palette: palette)
    if terminalDiffers { rendition = terminal.quantize(rendition) }
    last = (exact, isText, rendition)
    return rendition
  }

  /// Some rows of a preview's cells as they are shown.
  mutating func seen(_ rows: Range<Int>, of layout: BlockLayout) -> CellBuffer {
    var buffer = layout.buffer.slice(rows)
    var index = rows.lowerBound * buffer.columns
    buffer.updateRenditions { rendition in
      let isText = index >= layout.runs.count || layout.runs[index] >= 0
      index += 1
      return seen(rendition, isText: isText)
    }
    return buffer
  }
}

extension GraphicRendition {
  /// The rendition on a colour that replaces the terminal's background.
  func on(_ backdrop: RGB8?) -> GraphicRendition {
    guard let backdrop else { return self }
    var copy = self
    if background == .standard { copy.background = .rgb(backdrop) }
    let ink: UInt32 = ColorScheme(of: backdrop) == .light ? 0x000000 : 0xFFFFFF
    if foreground == .standard { copy.foreground = .rgb(RGB8(ink)) }
    return copy
  }

  /// The rendition with exact colours in place of the terminal's own.
  fileprivate func exact(_ colors: ScreenColors) -> GraphicRendition {
    var copy = self
    copy.foreground = .rgb(colors.palette.color(of: foreground) ?? colors.foreground)
    copy.background = .rgb(colors.palette.color(of: background) ?? colors.background)
    if let line = colors.palette.color(of: underlineColor) { copy.underlineColor = .rgb(line) }
    return copy
  }
}
