public import StyleValues

/// A colour as it stands in a cell: the terminal's own, a palette entry, or exact.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's default foreground or background (SGR 39, 49).
  case standard

  /// An entry of the terminal's palette, 0 to 255. It passes every depth untouched when the
  /// stylesheet asked for it with `ansi()`.
  case palette(UInt8)

  /// An exact colour, before quantising for the terminal's depth.
  case rgb(RGB8)
}

/// The attributes of a cell that are on or off.
///
/// ECMA-48 §8.3.117 (SGR); the numbers are in the comments.
public struct CellAttributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold, SGR 1.
  ///
  /// Never together with `faint`: both are reset by SGR 22.
  public static let bold = CellAttributes(rawValue: 1 << 0)
  /// Faint, SGR 2.
  public static let faint = CellAttributes(rawValue: 1 << 1)
  /// Italic, SGR 3.
  public static let italic = CellAttributes(rawValue: 1 << 2)
  /// Blinking, SGR 5.
  public static let blink = CellAttributes(rawValue: 1 << 3)
  /// Foreground and background swapped, SGR 7.
  public static let reverse = CellAttributes(rawValue: 1 << 4)
  /// Struck through, SGR 9.
  public static let strikethrough = CellAttributes(rawValue: 1 << 5)
  /// A line above, SGR 53.
  public static let overline = CellAttributes(rawValue: 1 << 6)
}

/// The line under a cell.
///
/// SGR 4 and 24; the styles are `4:2` … `4:5` as kitty and VTE define them.
public enum UnderlineStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// No line.
  case none
  /// One line.
  case single
  /// Two lines, SGR `4:2` or 21.
  case double
  /// A wave, SGR `4:3`.
  case curly
  /// Dots, SGR `4:4`.
  case dotted
  /// Dashes, SGR `4:5`.
  case dashed
}

/// Everything that decides how one cell is drawn, but for its text and its link.
///
/// The name is ECMA-48's: SGR is *select graphic rendition*.
public struct GraphicRendition: Hashable, Sendable {
  /// Colour of the text.
  public var foreground: TerminalColor

  /// Colour behind the text.
  public var background: TerminalColor

  /// Colour of the underline; `standard` follows the text.
  ///
  /// SGR 58.
  public var underlineColor: TerminalColor

  /// What is on.
  public var attributes: CellAttributes

  /// The line under the text.
  public var underline: UnderlineStyle

  /// Puts a rendition together; without arguments it is the terminal's default state.
  public init(
    foreground: TerminalColor = .standard, background: TerminalColor = .standard,
    underlineColor: TerminalColor = .standard, attributes: CellAttributes = [],
    underline: UnderlineStyle = .none
  ) {
    self.foreground = foreground
    self.background = background
    self.underlineColor = underlineColor
    self.attributes = attributes
    self.underline = underline
  }

  /// The terminal's default state, SGR 0.
  public static let standard = GraphicRendition()
}
