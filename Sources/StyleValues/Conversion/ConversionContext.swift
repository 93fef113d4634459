/// What the meaning of a value depends on besides its text.
public struct ConversionContext: Sendable {
  /// How to read where formats differ.
  public var dialect: Dialect

  /// Which side of `light-dark()` counts.
  public var colorScheme: ColorScheme

  /// What `currentcolor` stands for, when it is known; otherwise it stays as it is.
  public var currentColor: ColorValue?

  /// The size of 1em, in pixels.
  public var fontSize: Double

  /// The size of 1rem, in pixels.
  public var rootFontSize: Double

  /// The width of a terminal cell, which is 1ch, in pixels.
  public var cellWidth: Double

  /// The height of a terminal cell, which is 1lh, in pixels.
  public var cellHeight: Double

  /// What 100 % of a length is, in pixels, where the property has such a thing.
  public var percentageBase: Double?

  /// The directory that relative URLs are resolved against, as an absolute path.
  public var baseDirectory: String?

  /// Puts a context together.
  public init(
    dialect: Dialect = .viewcss, colorScheme: ColorScheme = .dark,
    currentColor: ColorValue? = nil, fontSize: Double = 15, rootFontSize: Double = 15,
    cellWidth: Double = 7.5, cellHeight: Double = 15, percentageBase: Double? = nil,
    baseDirectory: String? = nil
  ) {
    self.dialect = dialect
    self.colorScheme = colorScheme
    self.currentColor = currentColor
    self.fontSize = fontSize
    self.rootFontSize = rootFontSize
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.percentageBase = percentageBase
    self.baseDirectory = baseDirectory
  }
}

/// Whether colours stand on a dark or a light background.
public enum ColorScheme: String, CaseIterable, Hashable, Sendable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light
}
