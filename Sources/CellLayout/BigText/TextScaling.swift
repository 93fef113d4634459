/// Parameters of OSC 66, kitty's text sizing protocol, for a font size.
///
/// A block of text is `scale` rows high and `scale` × `width` cells wide; its letters are drawn at
/// `numerator`/`denominator` of the block's height. To make the width fit the size too, several
/// narrow characters share a block of `width` scaled cells.
package struct TextScaling: Hashable, Sendable {
  /// `s`: rows, 1 to 7.
  package let scale: Int

  /// `n`; 0 leaves out the fraction.
  package let numerator: Int

  /// `d`; 0 leaves out the fraction.
  package let denominator: Int

  /// `w` of a full block; 0 lets the terminal split the text by characters.
  package let width: Int

  /// Number of cells of unscaled text make a full block; 1 where `width` is 0.
  package let cellsPerBlock: Int

  /// Twice as wide and high.
  static let double = TextScaling(scale: 2)

  private init(scale: Int) {
    self.scale = scale
    (numerator, denominator, width, cellsPerBlock) = (0, 0, 0, 1)
  }

  /// The nearest sizing for k = scaled font size ÷ 15 px; nil where text is shown as it is.
  ///
  /// k is taken as the nearest of ½, ⅔, ¾, 1, 1¼, 1½, 1¾, 2, 2½, 3, 4, 5, 6, 7.
  package init?(fontSize: Double) {
    let size = fontSize / 15
    var best = Self.steps[3]
    for step in Self.steps where abs(Self.value(step) - size) < abs(Self.value(best) - size) {
      best = step
    }
    let (top, bottom) = best
    guard top != bottom else { return nil }
    scale = (top + bottom - 1) / bottom
    if top % bottom == 0 {
      (numerator, denominator, width, cellsPerBlock) = (0, 0, 0, 1)
      return
    }
    // k/s in lowest terms, and m/w = s/k.
    let divisor = Self.greatestCommonDivisor(top, bottom * scale)
    numerator = top / divisor
    denominator = bottom * scale / divisor
    width = numerator
    cellsPerBlock = denominator
  }

  /// `w` of the last block, which holds `cells` cells of unscaled text: w = ⌈cells × k/s⌉.
  package func width(ofRest cells: Int) -> Int {
    denominator == 0 ? cells : (cells * numerator + denominator - 1) / denominator
  }

  private static let steps = [
    (1, 2), (2, 3), (3, 4), (1, 1), (5, 4), (3, 2), (7, 4), (2, 1), (5, 2), (3, 1), (4, 1), (5, 1),
    (6, 1), (7, 1),
  ]

  private static func value(_ step: (Int, Int)) -> Double { Double(step.0) / Double(step.1) }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
