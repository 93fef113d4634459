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

  /// WCAG contrast that text keeps when it would have fallen on the colour of its background.
  private static let contrastFloor = 3.0

  /// A quantizer for a depth, for a terminal whose first sixteen colours are those of `palette`.
  package init(depth: ColorDepth, palette: TerminalPalette = .median) {
    self.depth = depth
    self.palette = palette
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
  /// does not vanish when both have the same nearest entry.
  package mutating func quantize(_ rendition: GraphicRendition) -> GraphicRendition {
    switch depth {
    case .none: return .standard
    case .truecolor: return rendition
    case .mono, .ansi8, .ansi16, .ansi256: break
    }
    var result = rendition
    result.background = quantize(rendition.background)
    result.foreground = quantize(rendition.foreground)
    result.underlineColor = quantize(rendition.underlineColor)
    if case .rgb(let text) = rendition.foreground, case .palette(let entry) = result.background,
      result.foreground == result.background,
      let behind = palette.color(of: rendition.background)
    {
      result.foreground = .palette(readableEntry(text, on: behind, entry: entry))
    }
    return result
  }

  /// All cells of a buffer at this depth.
  package mutating func quantize(_ buffer: inout CellBuffer) {
    if depth == .truecolor { return }
    var last: (from: GraphicRendition, to: GraphicRendition) = (.standard, .standard)
    buffer.updateRenditions { rendition in
      if rendition != last.from { last = (rendition, quantize(rendition)) }
      return last.to
    }
  }

  /// The entry for text whose nearest entry is that of its background.
  ///
  /// The floor is the contrast that the exact colours have, where that is less than 3: what was
  /// meant to be faint stays so.
  private mutating func readableEntry(_ text: RGB8, on behind: RGB8, entry: UInt8) -> UInt8 {
    let pair = Pair(foreground: text, background: behind, entry: entry)
    if let known = pairMemo[pair] { return known }
    let floor = min(Self.contrastFloor, contrastRatio(text, behind))
    let found = matcher?.nearest(to: text, on: palette[entry], contrast: floor) ?? entry
    if pairMemo.count >= Self.memoLimit { pairMemo.removeAll(keepingCapacity: true) }
    pairMemo[pair] = found
    return found
  }
}
