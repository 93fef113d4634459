/// Context of a conversion: everything besides its text that a value depends on.
///
/// ```swift
/// var context = ConversionContext(dialect: .css, fontSize: 20, baseDirectory: "/themes")
/// context.colorScheme = .light
/// context.currentColor = ColorValue(RGB8(0x336699))
/// context.percentageBase = 200
///
/// print(try Length.convert("2em", in: context).pixels(in: context) ?? 0)  // 40.0
/// print(try Length.convert("50%", in: context).pixels(in: context) ?? 0)  // 100.0
/// print(try ColorValue.convert("currentcolor", in: context).cssText)  // rgb(51, 102, 153)
/// print(try URLValue.convert("a.png", in: context).text)  // file:///themes/a.png
/// context.currentColor = nil
/// context.assumesTextColor = true
/// print(try ColorValue.convert("rgb(from currentcolor r g 255)", in: context).srgb()?.hex8 ?? "")
/// // #0000ffff
/// context.viewport = Size(width: 300, height: 150)
/// print(try Length.convert("50vw", in: context).pixels(in: context) ?? 0)  // 150.0
/// print(context.rootFontSize, context.cellWidth, context.cellHeight)  // 15.0 7.5 15.0
/// ```
package struct ConversionContext: Sendable {
  /// Dialect that decides where formats differ.
  package var dialect: Dialect

  /// Colour scheme that selects the side of `light-dark()`.
  package var colorScheme: ColorScheme

  /// The colours of the terminal: what `ansi()` stands for where a colour is worked out from it,
  /// and what `Canvas` and its like are.
  package var palette: TerminalPalette

  /// Meaning of `currentcolor`; nil if it is not known, which leaves the keyword as it is.
  package var currentColor: ColorValue?

  /// True if calculations with a `currentcolor` that is not known take the scheme's `CanvasText`,
  /// as for text that no sheet gives a colour.
  package var assumesTextColor: Bool

  /// The size of 1em, in pixels.
  package var fontSize: Double

  /// The size of 1rem, in pixels.
  package var rootFontSize: Double

  /// The width of a terminal cell, which is 1ch, in pixels.
  package var cellWidth: Double

  /// The height of a terminal cell, which is 1lh, in pixels.
  package var cellHeight: Double

  /// The size of the terminal, in pixels.
  package var viewport: Size

  /// Length that 100 % stands for, in pixels, where the property has such a thing.
  package var percentageBase: Double?

  /// The directory that relative URLs are resolved against, as an absolute path.
  package var baseDirectory: String?

  /// Puts a context together.
  package init(
    dialect: Dialect = .viewcss, colorScheme: ColorScheme = .dark,
    currentColor: ColorValue? = nil, fontSize: Double = 15, rootFontSize: Double = 15,
    cellWidth: Double = 7.5, cellHeight: Double = 15,
    viewport: Size = Size(width: 600, height: 360), percentageBase: Double? = nil,
    baseDirectory: String? = nil, assumesTextColor: Bool = false,
    palette: TerminalPalette = .median
  ) {
    self.dialect = dialect
    self.colorScheme = colorScheme
    self.palette = palette
    self.currentColor = currentColor
    self.fontSize = fontSize
    self.rootFontSize = rootFontSize
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.viewport = viewport
    self.percentageBase = percentageBase
    self.baseDirectory = baseDirectory
    self.assumesTextColor = assumesTextColor
  }
}

/// True if colours stand on a dark or a light background.
///
/// ```swift
/// let context = ConversionContext(colorScheme: .light)
/// print(try ColorValue.convert("light-dark(white, black)", in: context).cssText)
/// // rgb(255, 255, 255)
/// print(ColorScheme(of: RGB8(0x282828)), ColorScheme(of: RGB8(0xfbf1c7)))  // dark light
/// ```
package enum ColorScheme: String, CaseIterable, Hashable, Sendable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// The side that a background takes: dark if its CIE lightness is below 50.
  package init(of background: RGB8) {
    self = Color(background).converted(to: .lab).components.x < 50 ? .dark : .light
  }
}
