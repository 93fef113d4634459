import StyleValues
import Styling

/// A font: family, size, weight and slant.
///
/// ```swift
/// let font = try ThemeValue("AvenirNext-BoldItalic, 18").converted(to: StyleFont.self)
/// print(font.family ?? "", font.size, font.weight, font.isItalic)  // AvenirNext 18.0 700 true
/// ```
public struct StyleFont: Hashable, Sendable, Convertible {
  /// The family; nil where only a weight or a slant was named.
  public var family: String?

  /// The size in pixels; one row of a terminal is 15.
  public var size: Double {
    didSet { scaled = nil }
  }

  private var scaled: Double?

  /// The size that the text is drawn in, in pixels: that of a `StyleConfig` is scaled for the
  /// reader and rounded, any other is `size`.
  public var scaledSize: Double { scaled ?? size }

  /// Weight, 1 to 1000; 400 is normal, 700 bold.
  public var weight: Int

  /// True if it is italic or slanted.
  public var isItalic: Bool

  /// Puts a font together.
  public init(family: String? = nil, size: Double = 15, weight: Int = 400, isItalic: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  init(_ style: TextStyle, scaledSize: Double) {
    self.init(
      family: style.fontFamily.first, size: style.fontSize, weight: Int(style.fontWeight),
      isItalic: style.fontStyle != .normal)
    if scaledSize != size { scaled = scaledSize }
  }

  /// The font in the size that the text is drawn in: what ViewCSS calls `getFont()`.
  var inScaledSize: StyleFont {
    var font = self
    font.size = scaledSize
    return font
  }

  /// Takes `name, size`, `bold 18` and the like, or a dictionary with `name` and `size`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleFont {
    let font = try value.convert(Font.self)
    return StyleFont(
      family: font.family, size: font.size, weight: font.weight, isItalic: font.style != .normal)
  }
}
