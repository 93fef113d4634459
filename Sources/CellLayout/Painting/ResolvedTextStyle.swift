package import StyleValues
package import Styling
package import TerminalOutput

/// Style of a run's text, resolved for a terminal.
///
/// The stream uses `rendition` without changes, the block the rendition on the background of each
/// cell.
package struct ResolvedTextStyle: Hashable, Sendable {
  package let scale: FontScale

  /// Scaled font size in px.
  package let fontSize: Double

  /// Painted backdrop of the spans around the run.
  package let backdrop: Backdrop

  /// The visible shadows, the first one on top.
  let shadows: [ShadowLayer]

  /// The gradient behind the run, or in its letters when `clipsToText`.
  let gradient: Gradient?

  /// True if the gradient colours the letters: `background-clip: text`.
  let clipsToText: Bool

  /// The product of the opacities around the run.
  let opacity: Double

  /// The attributes that only stand for the font size; text that is drawn in its size has none of
  /// them.
  let sizeAttributes: CellAttributes

  private let foreground: Foreground
  private let underlineForeground: Foreground
  private let attributes: CellAttributes
  private let underline: UnderlineStyle

  /// Resolves the style of a run, whose `compositing` is without the block's background; shadows
  /// after the first `mostShadows` are left out.
  package init(
    _ style: TextStyle, _ compositing: CompositingState, in environment: Environment,
    mostShadows: Int = .max
  ) {
    fontSize = style.scaledFontSize(environment.contentSize)
    scale = FontScale(fontSize: fontSize)
    backdrop = compositing.backdrop
    opacity = compositing.opacity
    let isVisible = style.visibility == .visible
    foreground =
      isVisible
      ? Foreground(style.color, opacity: compositing.opacity, palette: environment.palette)
      : .standard
    underlineForeground = Foreground(
      style.decorationColor, opacity: compositing.opacity, palette: environment.palette)
    clipsToText = style.backgroundClip == .text
    let isDrawn = isVisible && !environment.isFlat
    gradient = isDrawn ? style.gradient : nil
    attributes = isVisible ? Self.attributes(style, scale, foreground, compositing.opacity) : []
    sizeAttributes = attributes.subtracting(
      Self.attributes(style, .normal, foreground, compositing.opacity))
    underline =
      isVisible && style.decorationLines.contains(.underline)
      ? UnderlineStyle(style.decorationStyle) : .none
    let shadows = isDrawn ? style.shadows : []
    self.shadows = shadows.prefix(mostShadows).compactMap {
      ShadowLayer($0, of: style, opacity: compositing.opacity, palette: environment.palette)
    }
  }

  /// Resolves the style of one of many runs.
  package init(
    _ style: TextStyle, _ compositing: CompositingState, in environment: Environment,
    _ budget: inout PaintBudget
  ) {
    budget.earn(for: 8)
    let mostShadows = budget.layers(of: CollectionOfOne(style.shadows.count), in: environment)
    self.init(style, compositing, in: environment, mostShadows: mostShadows)
  }

  /// The rendition of the run in a line without a box, as the stream writes it: a shadow tints the
  /// background of the run's own cells and nothing else.
  package func rendition(
    in environment: Environment, over block: Backdrop = .none
  ) -> GraphicRendition {
    var behind = block.painting(backdrop, in: environment)
    if environment.colorDepth >= .ansi256 {
      for shadow in shadows.reversed() {
        behind = behind.painting(shadow.inlineTint, in: environment)
      }
    }
    return rendition(on: behind, in: environment)
  }

  package func rendition(on behind: Backdrop, in environment: Environment) -> GraphicRendition {
    GraphicRendition(
      foreground: foreground.cellColor(on: behind.visible(in: environment)),
      background: behind.cellColor(in: environment),
      underlineColor: underline == .none
        ? .standard : underlineForeground.cellColor(on: behind.visible(in: environment)),
      attributes: attributes, underline: underline)
  }

  /// True if the run has shadows or a gradient, and is painted cell by cell.
  package var needsCells: Bool { !shadows.isEmpty || gradient != nil }

  /// True if a shadow is invisible in a line without a box.
  package var hasHiddenShadow: Bool { shadows.contains(where: \.isHiddenInLine) }

  /// True if the colour of the letters changes from cell to cell.
  var needsCellsForText: Bool { gradient != nil && clipsToText }

  /// True if the colour of the text depends on what is behind it.
  var isTranslucent: Bool { foreground.isTranslucent }

  /// The colour of the text on a background, as far as it is known.
  func foregroundColor(on behind: Backdrop, in environment: Environment) -> TerminalColor {
    foreground.cellColor(on: behind.visible(in: environment))
  }

  /// The `currentcolor` of gradients and shadows.
  func currentColor(in environment: Environment) -> SRGBColor {
    switch foreground {
    case .standard: SRGBColor(red: 0.5, green: 0.5, blue: 0.5)
    case .palette(let index): SRGBColor(environment.palette[index])
    case .color(let color): color
    }
  }

  /// The attributes of the font and of the lines except underlines.
  private static func attributes(
    _ style: TextStyle, _ scale: FontScale, _ foreground: Foreground, _ opacity: Double
  ) -> CellAttributes {
    var attributes: CellAttributes = []
    // 400 is the initial weight: a size may speak only where no weight does.
    let isRegular = style.fontWeight == 400
    switch scale {
    case .faint: if isRegular { attributes.insert(.faint) }
    case .bold, .spaced, .big: if isRegular { attributes.insert(.bold) }
    case .normal: break
    }
    if style.fontWeight >= 600 { attributes.insert(.bold) }
    if style.fontWeight <= 300 { attributes.insert(.faint) }
    // The terminal's own colour cannot be blended, so half of it is shown as faint.
    if foreground == .standard, opacity <= 0.5, !attributes.contains(.bold) {
      attributes.insert(.faint)
    }
    if style.fontStyle != .normal { attributes.insert(.italic) }
    if style.decorationLines.contains(.lineThrough) { attributes.insert(.strikethrough) }
    if style.decorationLines.contains(.overline) { attributes.insert(.overline) }
    if style.decorationLines.contains(.blink) { attributes.insert(.blink) }
    if style.decorationLines.contains(.reverse) { attributes.insert(.reverse) }
    if style.decorationLines.contains(.conceal) { attributes.insert(.conceal) }
    return attributes
  }
}

extension UnderlineStyle {
  package init(_ style: TextDecorationStyle) {
    switch style {
    case .solid: self = .single
    case .double: self = .double
    case .wavy: self = .curly
    case .dotted: self = .dotted
    case .dashed: self = .dashed
    }
  }
}
