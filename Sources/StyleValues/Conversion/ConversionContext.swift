package import Diagnostics

/// The context of a conversion: everything that a value depends on besides its text.
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

  /// The scheme for `light-dark()`.
  package var colorScheme: ColorScheme

  /// The colours of the terminal, for calculations with `ansi()`, and for `Canvas` and the like.
  package var palette: TerminalPalette

  /// The value of `currentcolor`; nil keeps the keyword.
  package var currentColor: ColorValue?

  /// True if calculations with an unknown `currentcolor` use `CanvasText`, the default colour of
  /// text.
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

  /// In pixels: the length of 100 %, if the property has percentages.
  package var percentageBase: Double?

  /// An absolute path, for relative URLs.
  package var baseDirectory: String?

  package init(
    dialect: Dialect = .viewcss, colorScheme: ColorScheme = .dark, currentColor: ColorValue? = nil,
    fontSize: Double = 15, rootFontSize: Double = 15, cellWidth: Double = 7.5,
    cellHeight: Double = 15, viewport: Size = Size(width: 600, height: 360),
    percentageBase: Double? = nil, baseDirectory: String? = nil, assumesTextColor: Bool = false,
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

/// The kind of background: dark or light.
///
/// ```swift
/// let context = ConversionContext(colorScheme: .light)
/// print(try ColorValue.convert("light-dark(white, black)", in: context).cssText)
/// // rgb(255, 255, 255)
/// print(ColorScheme(of: RGB8(0x282828)), ColorScheme(of: RGB8(0xfbf1c7)))  // dark light
/// ```
package enum ColorScheme: String, CaseIterable, Hashable, Sendable {
  case dark, light

  /// Dark for a background with a CIE lightness below 50.
  package init(of background: RGB8) {
    self = Color(background).converted(to: .lab).components.x < 50 ? .dark : .light
  }
}

/// Why a value could not be converted: the expected and the found value, and its position.
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
package struct UnexpectedValue: Error, Sendable {
  /// A valid value: `a colour`, `)`, `a length of 0 or more`.
  package var expected: String

  /// The found text, for use in a sentence.
  package var found: String

  /// nil unless the value was written in a file.
  package var range: SourceRange?

  /// The nearest valid spelling, if one is close enough.
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
    self.init(expected: expected, found: raw.summary, range: raw.range, suggestion: suggestion)
  }

  /// One sentence without a full stop.
  package var message: String { "expected \(expected), found \(found)" }

  package func diagnostic(
    _ severity: Diagnostic.Severity = .error, _ code: DiagnosticCode = .invalidValue
  ) -> Diagnostic { Diagnostic(severity, code, message, at: range, suggestion: suggestion) }

  /// Text in quotes, shortened for a message.
  static func quote(_ text: String) -> String {
    let longest = 60
    guard text.unicodeScalars.count > longest else { return "'\(text)'" }
    var short = String.UnicodeScalarView()
    short.append(contentsOf: text.unicodeScalars.prefix(longest))
    return "'\(String(short))…'"
  }
}

extension UnexpectedValue: Hashable {
  /// True for errors with the same message about the same position.
  package static func == (left: UnexpectedValue, right: UnexpectedValue) -> Bool {
    left.expected == right.expected && left.found == right.found
      && left.suggestion == right.suggestion && left.range?.bytes == right.range?.bytes
      && left.range?.source === right.range?.source
  }

  /// Hashes the message and the offsets.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(expected)
    hasher.combine(found)
    hasher.combine(range?.bytes)
  }
}

extension UnexpectedValue: CustomStringConvertible {
  /// The message, with the position before it if there is one.
  package var description: String { range.map { "\($0.location): \(message)" } ?? message }
}

/// The dialect of a stylesheet, for the differences between the formats.
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
  /// ViewCSS dictionaries; the default of JSON files.
  case viewcss
  /// CSS as in browsers; the default of `.css` files.
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

  /// True if hex digits need no `#`.
  package var allowsBareHex: Bool { self == .stringcoding || self == .jsonhelper }

  /// True if names such as `green` and `brown` are those of the system palette.
  package var usesSystemPalette: Bool { self == .stringcoding || self == .pixelbits }

  /// True if a length other than 0 may lack a unit, and is in px then.
  package var allowsUnitlessLengths: Bool { self != .css }

  /// True if `$name` is a variable.
  package var hasDollarVariables: Bool { self == .pixelbits }

  /// True if a fourth number of `rgb()` above 1 counts to 255.
  ///
  /// In `viewcss` so does the 1 in `rgb(0, 0, 0, 1)`; that in `rgba()` is opaque.
  package var allowsByteAlpha: Bool { self != .css && self != .stringcoding }
}
