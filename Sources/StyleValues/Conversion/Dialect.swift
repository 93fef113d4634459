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
  package var allowsByteAlpha: Bool { self != .css && self != .stringcoding }
}
