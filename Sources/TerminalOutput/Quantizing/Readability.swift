package import CellLayout
package import StyleValues
package import Styling

/// A promise that text can be read: the WCAG 2 contrast it has to have, and the colours that a
/// terminal gives to text and background by itself.
package struct Readability: Hashable, Sendable {
  /// The contrast, more than 1 and at most 21.
  package let ratio: Double

  /// Default colours of the terminal, known or assumed.
  private let foreground: RGB8
  private let background: RGB8

  /// True if both are known: a guess is no reason to touch the terminal's own text.
  private let knowsDefaults: Bool

  /// Takes the contrast that a terminal, or the object that a text belongs to, asks for; nil if
  /// neither does.
  ///
  /// The terminal's wish goes first.
  package init?(_ environment: Environment, asked: Double?) {
    guard let ratio = environment.readable ?? asked, ratio > 1 else { return nil }
    self.ratio = min(ratio, 21)
    foreground = environment.assumedForeground
    background = environment.assumedBackground
    knowsDefaults = environment.palette.foreground != nil && environment.background != nil
  }

  /// The colours of text and background; nil where there is nothing to do.
  func colors(
    of drawn: GraphicRendition, _ palette: TerminalPalette
  ) -> (text: RGB8, behind: RGB8)? {
    // Swapped colours are the terminal's own business.
    if drawn.attributes.contains(.reverse) { return nil }
    if drawn.foreground == .standard, drawn.background == .standard, !knowsDefaults { return nil }
    return (
      palette.color(of: drawn.foreground) ?? foreground,
      palette.color(of: drawn.background) ?? background
    )
  }

  /// The colour that is seen of a text: faint text is taken to be drawn at 60 %.
  func seen(_ text: RGB8, in drawn: GraphicRendition, on behind: RGB8) -> RGB8 {
    guard drawn.isFaint else { return text }
    return SRGBColor(text, alpha: GraphicRendition.faintShare).over(SRGBColor(behind)).rgb8
  }

  /// True if a text has the contrast.
  func passes(_ text: RGB8, on behind: RGB8) -> Bool { contrastRatio(text, behind) >= ratio }
}

/// A background on which no text could have the contrast that was asked for.
package struct UnreachedContrast: Hashable, Sendable {
  /// The background.
  package let background: RGB8

  /// The most contrast that there was.
  package let best: Double

  /// The contrast that was asked for.
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
