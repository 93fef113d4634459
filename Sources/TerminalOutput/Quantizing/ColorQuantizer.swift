package import StyleValues
package import Styling

/// Turns exact colours into colours of a colour depth.
///
/// All output for a terminal is quantised here once, both written bytes and the browser's screen,
/// so that both look the same. Results are cached.
package struct ColorQuantizer: Sendable {
  package let depth: ColorDepth

  package let palette: TerminalPalette

  /// The least WCAG contrast of text; nil if text keeps its contrast.
  private let readability: Readability?

  /// Text that could not have its contrast, one for each background, with the best possible.
  package private(set) var unreached: [UnreachedContrast] = []

  /// True if bold text in entry 0 stays black; other terminals draw it in entry 8, a grey.
  private let keepsBoldBlack: Bool

  /// The terminal's own background, known or assumed; nil but at 8 colours.
  ///
  /// The only dark entry for greys there is black, which is invisible on a dark terminal.
  private let ownBackground: RGB8?

  /// Made for the first colour: a text without colours needs none.
  private lazy var matcher = PaletteMatcher.matcher(depth, palette)
  private var nearestMemo: [RGB8: UInt8] = [:]
  private var pairMemo: [Pair: UInt8] = [:]
  private var readableMemo: [ReadablePair: GraphicRendition] = [:]

  private struct Pair: Hashable {
    var foreground: RGB8
    var background: RGB8
    var entry: UInt8
  }

  private struct ReadablePair: Hashable {
    var exact: TerminalColor
    var drawn: GraphicRendition
  }

  /// Most cached colours, after which the cache is emptied: a hostile input of colours that never
  /// repeat must not fill the memory.
  private static let memoLimit = 1 << 15

  /// Creates a quantizer by the colours of the palette's first sixteen entries; without
  /// `readability`, text keeps its contrast.
  package init(
    depth: ColorDepth, palette: TerminalPalette = .median, capabilities: RenditionCapabilities = [],
    readability: Readability? = nil, ownBackground: RGB8? = nil
  ) {
    self.depth = depth
    self.palette = palette
    self.readability = depth.hasColor ? readability : nil
    keepsBoldBlack = capabilities.contains(.boldBlack)
    self.ownBackground = depth == .ansi8 ? ownBackground : nil
  }

  /// Creates a quantizer for a terminal that draws all renditions; `depth` may be different from
  /// its own.
  package init(
    _ environment: Environment, depth: ColorDepth? = nil, readability: Readability? = nil
  ) {
    self.init(
      depth: depth ?? environment.colorDepth, palette: environment.palette,
      readability: readability, ownBackground: environment.assumedBackground)
  }

  /// Creates a quantizer for a target, whose own least contrast takes precedence over `readable` of
  /// the text's object.
  package init(_ target: OutputTarget, readable: Double? = nil) {
    let environment = target.environment
    self.init(
      depth: environment.colorDepth, palette: environment.palette,
      capabilities: target.capabilities, readability: Readability(environment, asked: readable),
      ownBackground: environment.assumedBackground)
  }

  /// The palette entry most similar to `color`; nil if the depth has no palette.
  package mutating func entry(nearest color: RGB8) -> UInt8? {
    if let known = nearestMemo[color] { return known }
    guard let matcher else { return nil }
    let found = matcher.nearest(to: color)
    if nearestMemo.count >= Self.memoLimit { nearestMemo.removeAll(keepingCapacity: true) }
    nearestMemo[color] = found
    return found
  }

  /// A colour at this depth; declared palette entries stay if the depth has them.
  package mutating func quantize(_ color: TerminalColor) -> TerminalColor {
    switch depth {
    case .none, .mono: return .standard
    case .truecolor: return color
    case .ansi8, .ansi16, .ansi256:
      switch color {
      case .standard: return color
      case .palette(let index):
        // Of eight colours a bright one is its normal one; bright black is a grey, which is none.
        if depth == .ansi8, (9...15).contains(index) { return .palette(index - 8) }
        guard depth < .ansi256, index > (depth == .ansi8 ? 7 : 15) else { return color }
        return entry(nearest: palette[index]).map { .palette($0) } ?? color
      case .rgb(let rgb): return entry(nearest: rgb).map { .palette($0) } ?? color
      }
    }
  }

  /// A rendition at this depth; foreground and background are quantised together, so that readable
  /// text stays readable.
  ///
  /// If the pair of entries has less WCAG contrast than 3 and less than nine tenths of the contrast
  /// of the exact colours, the text moves to the nearest entry with as much. Bold is left out if it
  /// would turn black text grey.
  package mutating func quantize(_ rendition: GraphicRendition) -> GraphicRendition {
    if depth == .none { return .standard }
    let drawn = readable(nearest(to: rendition), exact: rendition.foreground)
    return boldIsSafe(drawn) ? drawn : drawn.withoutBold
  }

  private mutating func nearest(to rendition: GraphicRendition) -> GraphicRendition {
    if depth == .truecolor { return rendition }
    var result = rendition
    result.background = quantize(rendition.background)
    result.foreground = quantize(rendition.foreground)
    result.underlineColor = quantize(rendition.underlineColor)
    if let ownBackground, result.background == .standard,
      case .palette(let ink) = result.foreground, let text = approximated(rendition.foreground),
      contrastRatio(palette[ink], ownBackground) < Self.leastOwnContrast
    {
      result.foreground = .palette(
        readableEntry(text, on: ownBackground, drawnAs: ink, on: ink) ?? ink)
    }
    guard case .palette(let paper) = result.background,
      let behind = palette.color(of: rendition.background)
    else { return result }
    if case .rgb(let text) = rendition.foreground, case .palette(let ink) = result.foreground {
      result.foreground = .palette(readableEntry(text, on: behind, drawnAs: ink, on: paper) ?? ink)
    } else if rendition.foreground == .standard, let text = palette.foreground,
      let entry = readableEntry(text, on: behind, drawnAs: nil, on: paper)
    {
      result.foreground = .palette(entry)
    }
    return result
  }

  /// The exact colour where eight colours have no entry for it; nil for bright ones but black,
  /// which become their normal ones.
  private func approximated(_ color: TerminalColor) -> RGB8? {
    switch color {
    case .rgb(let exact): exact
    case .palette(let index) where index == 8 || index > 15: palette[index]
    case .palette, .standard: nil
    }
  }

  /// Text with less contrast to the terminal's own background is invisible.
  private static let leastOwnContrast = 1.5

  /// A rendition at this depth with text of the least contrast.
  ///
  /// The background stays. A faint text without that contrast is no longer faint; if that is not
  /// enough its colour moves.
  private mutating func readable(
    _ drawn: GraphicRendition, exact: TerminalColor
  ) -> GraphicRendition {
    guard let readability, let (text, behind) = readability.colors(of: drawn, palette),
      !readability.passes(text, isFaint: drawn.isFaint, on: behind)
    else { return drawn }
    let pair = ReadablePair(exact: exact, drawn: drawn)
    if let known = readableMemo[pair] { return known }
    var result = drawn
    result.attributes.remove(.faint)
    if !readability.passes(text, on: behind) {
      result.foreground = ink(palette.color(of: exact) ?? text, on: behind, readability)
      if let color = behind.color {
        let best = readability.colors(of: result, palette).map { behind.contrast($0.text) } ?? 1
        if best < readability.ratio {
          note(UnreachedContrast(background: color, best: best, readability))
        }
      }
    }
    if readableMemo.count >= Self.memoLimit { readableMemo.removeAll(keepingCapacity: true) }
    readableMemo[pair] = result
    return result
  }

  /// The colour nearest to a text's that passes, or the best possible.
  private mutating func ink(
    _ text: RGB8, on behind: PossibleBackground, _ readability: Readability
  ) -> TerminalColor {
    let ratio = readability.ratio(on: behind)
    guard let color = behind.color else {
      let exact = nearestColorReadableOnBoth(to: text, ratio: ratio)
      guard let matcher else { return .rgb(exact) }
      let entry = matcher.readable(text, like: exact, on: behind, contrast: ratio)
      // The terminal's default text is readable on its unknown background.
      return behind.contrast(palette[entry]) < ratio ? .standard : .palette(entry)
    }
    let exact = nearestReadableColor(to: text, on: color, ratio: ratio)
    guard let matcher else { return .rgb(exact ?? mostReadableColor(on: color)) }
    let entry = matcher.readable(text, like: exact ?? text, on: behind, contrast: ratio)
    let contrast = behind.contrast(palette[entry])
    // The terminal's own text may be no palette entry, and pass where none does.
    if contrast < ratio, let own = palette.foreground, behind.contrast(own) > contrast {
      return .standard
    }
    return .palette(entry)
  }

  private mutating func note(_ found: UnreachedContrast) {
    guard unreached.count < Self.mostUnreached,
      !unreached.contains(where: { $0.background == found.background })
    else { return }
    unreached.append(found)
  }

  private static let mostUnreached = 16

  /// True if the terminal probably does not draw bold text in another, less readable colour.
  private func boldIsSafe(_ rendition: GraphicRendition) -> Bool {
    keepsBoldBlack || rendition.foreground != .palette(0) || !rendition.attributes.contains(.bold)
  }

  /// True if no rendition changes at this depth.
  package var keepsAll: Bool { depth == .truecolor && !keepsReadable && keepsBoldBlack }

  package func keeps(_ rendition: GraphicRendition) -> Bool {
    depth == .truecolor && !keepsReadable && boldIsSafe(rendition)
  }

  package var keepsReadable: Bool { readability != nil }

  /// A quantizer of the same depth and palette that does not change the contrast of text.
  package var withoutReadability: ColorQuantizer {
    ColorQuantizer(
      depth: depth, palette: palette, capabilities: keepsBoldBlack ? .boldBlack : [],
      ownBackground: ownBackground)
  }

  /// The entry for text on the entry of its background, if the nearest one is less readable than
  /// the exact colours.
  private mutating func readableEntry(
    _ text: RGB8, on behind: RGB8, drawnAs ink: UInt8?, on paper: UInt8
  ) -> UInt8? {
    guard let matcher,
      let contrast = matcher.missingContrast(text, on: behind, drawnAs: ink, on: paper)
    else { return nil }
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

/// A least WCAG 2 contrast of text, and the terminal's default colours of text and background.
package struct Readability: Hashable, Sendable {
  /// The contrast, more than 1 and at most 21.
  package let ratio: Double

  /// Default colours of the terminal, known or assumed.
  private let foreground: RGB8
  private let background: PossibleBackground

  /// True if both are known: a guess is no reason to change the terminal's default text.
  private let knowsDefaults: Bool

  /// Reads the contrast of a terminal or of a text's object; nil if neither has one.
  ///
  /// The terminal's contrast takes precedence.
  package init?(_ environment: Environment, asked: Double?) {
    guard let ratio = environment.readable ?? asked, ratio > 1 else { return nil }
    self.ratio = min(ratio, 21)
    foreground = environment.assumedForeground
    background = PossibleBackground(
      color: environment.knowsScheme ? environment.assumedBackground : nil)
    knowsDefaults = environment.palette.foreground != nil && environment.background != nil
  }

  /// True if text on the terminal's unknown background has less contrast than requested: no colour
  /// has more than ``PossibleBackground/mostContrast`` on both black and white.
  package var isLowered: Bool { ratio(on: background) < ratio }

  /// The most contrast of text on an unknown background.
  package static let mostOnBoth = PossibleBackground.mostContrast

  func ratio(on behind: PossibleBackground) -> Double {
    behind.color == nil ? min(ratio, PossibleBackground.mostContrast) : ratio
  }

  /// The colours of text and background; nil if the text is not to be changed.
  func colors(
    of drawn: GraphicRendition, _ palette: TerminalPalette
  ) -> (text: RGB8, behind: PossibleBackground)? {
    // Swapped colours are the terminal's own business.
    if drawn.attributes.contains(.reverse) { return nil }
    if drawn.foreground == .standard, drawn.background == .standard, !knowsDefaults { return nil }
    return (
      palette.color(of: drawn.foreground) ?? foreground,
      palette.color(of: drawn.background).map { PossibleBackground(color: $0) } ?? background
    )
  }

  /// True if a text has the contrast; faint text is assumed to be drawn at 60 %.
  func passes(_ text: RGB8, isFaint: Bool = false, on behind: PossibleBackground) -> Bool {
    let contrast =
      isFaint ? behind.contrast(text, alpha: GraphicRendition.faintShare) : behind.contrast(text)
    return contrast >= ratio(on: behind)
  }
}

/// A background on which no text could have the requested contrast.
package struct UnreachedContrast: Hashable, Sendable {
  package let background: RGB8

  /// The best possible contrast.
  package let best: Double

  package let ratio: Double

  init(background: RGB8, best: Double, _ readability: Readability) {
    self.background = background
    self.best = best
    ratio = readability.ratio
  }
}

extension GraphicRendition {
  /// Opacity of faint text.
  package static let faintShare = 0.6

  /// True if it is drawn faint.
  package var isFaint: Bool { attributes.contains(.faint) && !attributes.contains(.bold) }
}
