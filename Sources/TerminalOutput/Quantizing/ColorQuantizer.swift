package import CellLayout
package import StyleValues
package import Styling

/// Turns exact colours into what a colour depth can show.
///
/// Everything that leaves for a terminal goes through here once, whether it is written as bytes or
/// drawn by the browser, so that both show the same. Answers are remembered.
package struct ColorQuantizer: Sendable {
  /// The depth.
  package let depth: ColorDepth

  /// What the palette entries look like.
  package let palette: TerminalPalette

  /// Whether bold text in entry 0 stays as dark as it is; elsewhere it is drawn in entry 8, a grey.
  private let keepsBoldBlack: Bool

  /// Made when the first colour comes: a text without colours needs none.
  private lazy var matcher = Self.matcher(depth, palette)
  private var nearestMemo: [RGB8: UInt8] = [:]
  private var pairMemo: [Pair: UInt8] = [:]

  private struct Pair: Hashable {
    var foreground: RGB8
    var background: RGB8
    var entry: UInt8
  }

  /// Past this many remembered colours the memory is emptied: a hostile input of colours that
  /// never repeat must not grow it without end.
  private static let memoLimit = 1 << 15

  /// A quantizer for a depth.
  ///
  /// - Parameters:
  ///   - depth: The depth.
  ///   - palette: What the first sixteen entries look like.
  ///   - capabilities: What the terminal can draw.
  package init(
    depth: ColorDepth, palette: TerminalPalette = .median,
    capabilities: RenditionCapabilities = []
  ) {
    self.depth = depth
    self.palette = palette
    keepsBoldBlack = capabilities.contains(.boldBlack)
  }

  /// A quantizer for a terminal.
  package init(_ target: OutputTarget) {
    self.init(depth: target.environment.colorDepth, capabilities: target.capabilities)
  }

  private static func matcher(_ depth: ColorDepth, _ palette: TerminalPalette) -> PaletteMatcher? {
    switch depth {
    case .none, .mono, .truecolor: nil
    case .ansi8: PaletteMatcher(palette, indices: 0...7, guardsHue: true)
    case .ansi16: PaletteMatcher(palette, indices: 0...15, guardsHue: true)
    // The first sixteen entries belong to the user's theme and can be anything.
    case .ansi256: PaletteMatcher(palette, indices: 16...255, guardsHue: false)
    }
  }

  /// The palette entry that looks most like `color`; nil where the depth has no palette.
  package mutating func entry(nearest color: RGB8) -> UInt8? {
    if let known = nearestMemo[color] { return known }
    guard let matcher else { return nil }
    let found = matcher.nearest(to: color)
    if nearestMemo.count >= Self.memoLimit { nearestMemo.removeAll(keepingCapacity: true) }
    nearestMemo[color] = found
    return found
  }

  /// One colour at this depth.
  ///
  /// Palette entries that a stylesheet asked for stay as they are, but for depths without colour.
  package mutating func quantize(_ color: TerminalColor) -> TerminalColor {
    switch depth {
    case .none, .mono: return .standard
    case .truecolor: return color
    case .ansi8, .ansi16, .ansi256:
      guard case .rgb(let rgb) = color, let entry = entry(nearest: rgb) else { return color }
      return .palette(entry)
    }
  }

  /// A rendition at this depth: foreground and background are looked at together, so that text
  /// that can be read stays readable.
  ///
  /// Where the pair of entries has less WCAG contrast than 3 and less than nine tenths of what the
  /// exact colours have, the text moves to the nearest entry with as much. Bold is left out where
  /// it would turn black text grey.
  package mutating func quantize(_ rendition: GraphicRendition) -> GraphicRendition {
    switch depth {
    case .none: return .standard
    case .truecolor: return boldIsSafe(rendition) ? rendition : rendition.withoutBold
    case .mono, .ansi8, .ansi16, .ansi256: break
    }
    var result = rendition
    result.background = quantize(rendition.background)
    result.foreground = quantize(rendition.foreground)
    result.underlineColor = quantize(rendition.underlineColor)
    if case .rgb(let text) = rendition.foreground, case .palette(let ink) = result.foreground,
      case .palette(let paper) = result.background,
      let behind = palette.color(of: rendition.background)
    {
      result.foreground = .palette(readableEntry(text, on: behind, drawnAs: ink, on: paper))
    }
    return boldIsSafe(result) ? result : result.withoutBold
  }

  /// Whether the terminal is not likely to draw bold text in another colour that is hard to read.
  private func boldIsSafe(_ rendition: GraphicRendition) -> Bool {
    keepsBoldBlack || rendition.foreground != .palette(0) || !rendition.attributes.contains(.bold)
  }

  /// All cells of a buffer at this depth.
  package mutating func quantize(_ buffer: inout CellBuffer) {
    if depth == .truecolor {
      guard !keepsBoldBlack, buffer.hasRendition(where: { !boldIsSafe($0) }) else { return }
    }
    var last: (from: GraphicRendition, to: GraphicRendition) = (.standard, .standard)
    buffer.updateRenditions { rendition in
      if rendition != last.from { last = (rendition, quantize(rendition)) }
      return last.to
    }
  }

  /// The entry for text on the entry of its background: its nearest, if that can be read as well as
  /// the exact colours.
  private mutating func readableEntry(
    _ text: RGB8, on behind: RGB8, drawnAs ink: UInt8, on paper: UInt8
  ) -> UInt8 {
    guard let matcher,
      let contrast = matcher.missingContrast(text, on: behind, drawnAs: ink, on: paper)
    else { return ink }
    let pair = Pair(foreground: text, background: behind, entry: paper)
    if let known = pairMemo[pair] { return known }
    let found = matcher.nearest(to: text, on: paper, contrast: contrast)
    if pairMemo.count >= Self.memoLimit { pairMemo.removeAll(keepingCapacity: true) }
    pairMemo[pair] = found
    return found
  }
}

extension GraphicRendition {
  fileprivate var withoutBold: GraphicRendition {
    var result = self
    result.attributes.remove(.bold)
    return result
  }
}
