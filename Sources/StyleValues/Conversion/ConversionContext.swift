package import Diagnostics

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
  case dark
  case light

  /// The side that a background takes: dark if its CIE lightness is below 50.
  package init(of background: RGB8) {
    self = Color(background).converted(to: .lab).components.x < 50 ? .dark : .light
  }
}

/// Why a value could not be converted: what was expected, what stood there, and where.
///
/// ```swift
/// do {
///   _ = try ColorValue.convert("gren")
/// } catch {
///   print(error.expected, error.found)  // a colour 'gren'
///   print(error.suggestion ?? "")  // green
///   print(error.range?.location.column ?? 0)  // 1
///   print(error.message)  // expected a colour, found 'gren'
///   print(error.diagnostic().severity)  // error
/// }
/// ```
package struct ConversionError: Error, Sendable {
  /// Description of a valid value: `a colour`, `)`, `a length of 0 or more`.
  package var expected: String

  /// Description of the text found instead, ready to be put into a sentence.
  package var found: String

  /// Range of the value, if it was written in a file.
  package var range: SourceRange?

  /// The nearest right spelling, when one is close enough.
  package var suggestion: String?

  package init(
    expected: String, found: String, range: SourceRange? = nil, suggestion: String? = nil
  ) {
    self.expected = expected
    self.found = found
    self.range = range
    self.suggestion = suggestion
  }

  package init(expected: String, _ raw: RawValue, suggestion: String? = nil) {
    self.init(
      expected: expected, found: raw.summary, range: raw.range, suggestion: suggestion)
  }

  /// One sentence for a person, without a full stop.
  package var message: String {
    "expected \(expected), found \(found)"
  }

  package func diagnostic(
    _ severity: Diagnostic.Severity = .error, _ code: DiagnosticCode = .invalidValue
  ) -> Diagnostic {
    Diagnostic(severity, code, message, at: range, suggestion: suggestion)
  }

  /// Text in quotes, cut where it gets too long for a message.
  static func quote(_ text: String) -> String {
    let longest = 60
    guard text.unicodeScalars.count > longest else { return "'\(text)'" }
    var short = String.UnicodeScalarView()
    short.append(contentsOf: text.unicodeScalars.prefix(longest))
    return "'\(String(short))…'"
  }
}

extension ConversionError: Hashable {
  /// Errors are the same when they say the same about the same place.
  package static func == (left: ConversionError, right: ConversionError) -> Bool {
    left.expected == right.expected && left.found == right.found
      && left.suggestion == right.suggestion && left.range?.bytes == right.range?.bytes
      && left.range?.source === right.range?.source
  }

  /// Hashes what the error says and the offsets of its place.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(range?.bytes)
  }
}

extension ConversionError: CustomStringConvertible {
  /// The message, after the place if there is one.
  package var description: String {
    range.map { "\($0.location): \(message)" } ?? message
  }
}

/// Dialect of a sheet: it decides how to read the sheet where the earlier formats differ.
///
/// ```swift
/// let digits = "#80fafafa"
/// for dialect in [Dialect.css, .architect] {
///   let color = try ColorValue.convert(digits, in: ConversionContext(dialect: dialect))
///   print(dialect, color.srgb()?.hex8 ?? "")
/// }
/// // css #80fafafa
/// // architect #fafafa80
/// print(Dialect.architect.hexStartsWithAlpha, Dialect.css.allowsUnitlessLengths)  // true false
/// print(Dialect.stringcoding.allowsBareHex, Dialect.pixelbits.usesSystemPalette)  // true true
/// print(Dialect.pixelbits.hasDollarVariables, Dialect.css.allowsByteAlpha)  // true false
/// ```
package enum Dialect: String, CaseIterable, Hashable, Sendable {
  /// ViewCSS dictionaries: the default of JSON sheets.
  case viewcss
  /// CSS as browsers read it: the default of `.css` sheets.
  case css
  /// StringCoding: system colour names in any case, hex without `#`.
  case stringcoding
  /// MRGArchitect: eight hex digits are ARGB.
  case architect
  /// Pixelbits: exact system colour names, ARGB, `$name` variables.
  case pixelbits
  /// JSONHelper: hex without `#`.
  case jsonhelper

  /// True if four and eight hex digits start with alpha.
  package var hexStartsWithAlpha: Bool { self == .architect || self == .pixelbits }

  /// True if hex digits need no `#` before them.
  package var allowsBareHex: Bool { self == .stringcoding || self == .jsonhelper }

  /// True if names such as `green` and `brown` are those of the system palette.
  package var usesSystemPalette: Bool { self == .stringcoding || self == .pixelbits }

  /// True if a length other than 0 may go without a unit and then counts pixels.
  package var allowsUnitlessLengths: Bool { self != .css }

  /// True if `$name` stands for a variable.
  package var hasDollarVariables: Bool { self == .pixelbits }

  /// True if the fourth number of `rgb()`, when it is above 1, counts to 255.
  ///
  /// In `viewcss` the 1 of `rgb(0, 0, 0, 1)` does so, too; that of `rgba()` is opaque.
  package var allowsByteAlpha: Bool { self != .css && self != .stringcoding }
}
