/// How a sheet is to be read where the formats that came before differ.
public enum Dialect: String, CaseIterable, Hashable, Sendable {
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

  /// Whether four and eight hex digits start with alpha.
  public var hexStartsWithAlpha: Bool { self == .architect || self == .pixelbits }

  /// Whether hex digits need no `#` before them.
  public var allowsBareHex: Bool { self == .stringcoding || self == .jsonhelper }

  /// Whether names such as `green` and `brown` are those of the system palette.
  public var usesSystemPalette: Bool { self == .stringcoding || self == .pixelbits }

  /// Whether a length other than 0 may go without a unit and then counts pixels.
  public var allowsUnitlessLengths: Bool { self != .css }

  /// Whether `$name` stands for a variable.
  public var hasDollarVariables: Bool { self == .pixelbits }

  /// What the fourth number of `rgb()` counts.
  public enum AlphaRule: Hashable, Sendable {
    /// 0 to 1.
    case unit
    /// 0 to 255 when above 1, else 0 to 1.
    case byteAboveOne
  }

  /// What the fourth number of `rgb()` counts.
  public var rgbAlpha: AlphaRule {
    switch self {
    case .css, .stringcoding: .unit
    case .viewcss, .architect, .pixelbits, .jsonhelper: .byteAboveOne
    }
  }
}
