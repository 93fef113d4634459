public import StyleValues

/// A colour of a cell: the terminal's default, a palette entry, or exact.
@usableFromInline
package enum TerminalColor: Hashable, Sendable {
  /// The terminal's default foreground or background (SGR 39, 49).
  case standard

  /// An entry of the terminal's palette, 0 to 255; every depth keeps it if the stylesheet declares
  /// it with `ansi()`.
  case palette(UInt8)

  /// An exact colour, before quantising for the terminal's depth.
  case rgb(RGB8)

  /// Kind and value in one number, different for different colours; 0 is `standard`.
  @inlinable
  var bits: UInt32 {
    switch self {
    case .standard: 0
    case .palette(let index): 0x0100_0000 | UInt32(index)
    case .rgb(let rgb):
      0x0200_0000 | UInt32(rgb.red) << 16 | UInt32(rgb.green) << 8 | UInt32(rgb.blue)
    }
  }

  @inlinable
  init(bits: UInt32) {
    switch bits >> 24 {
    case 0: self = .standard
    case 1: self = .palette(UInt8(truncatingIfNeeded: bits))
    default: self = .rgb(RGB8(bits))
    }
  }
}

/// The attributes of a cell that are on or off.
///
/// ECMA-48 §8.3.117 (SGR); the numbers are in the comments.
@usableFromInline
package struct CellAttributes: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold, SGR 1; never together with `faint`, as SGR 22 resets both.
  package static let bold = CellAttributes(rawValue: 1 << 0)
  /// Faint, SGR 2.
  package static let faint = CellAttributes(rawValue: 1 << 1)
  /// Italic, SGR 3.
  package static let italic = CellAttributes(rawValue: 1 << 2)
  /// Blinking, SGR 5.
  package static let blink = CellAttributes(rawValue: 1 << 3)
  /// Foreground and background swapped, SGR 7.
  package static let reverse = CellAttributes(rawValue: 1 << 4)
  /// Struck through, SGR 9.
  package static let strikethrough = CellAttributes(rawValue: 1 << 5)
  /// A line above, SGR 53.
  package static let overline = CellAttributes(rawValue: 1 << 6)
  /// Present but invisible, SGR 8.
  package static let conceal = CellAttributes(rawValue: 1 << 7)
}

/// All properties of a drawn cell, but for its text and its link.
///
/// The name is ECMA-48's: SGR is *select graphic rendition*.
@usableFromInline
package struct GraphicRendition: Hashable, Sendable {
  // Two numbers hold everything: cells are compared by the ten thousand for every frame.

  /// Foreground in the high half, background in the low one.
  @usableFromInline var colors: UInt64

  /// Underline colour from bit 16, attributes from bit 8, underline from bit 0.
  @usableFromInline var rest: UInt64

  @inlinable
  package var foreground: TerminalColor {
    get { TerminalColor(bits: UInt32(truncatingIfNeeded: colors >> 32)) }
    set { colors = UInt64(newValue.bits) << 32 | colors & 0xFFFF_FFFF }
  }

  @inlinable
  package var background: TerminalColor {
    get { TerminalColor(bits: UInt32(truncatingIfNeeded: colors)) }
    set { colors = colors & ~0xFFFF_FFFF | UInt64(newValue.bits) }
  }

  /// `standard` follows the text; SGR 58.
  @inlinable
  package var underlineColor: TerminalColor {
    get { TerminalColor(bits: UInt32(truncatingIfNeeded: rest >> 16)) }
    set { rest = rest & 0xFFFF | UInt64(newValue.bits) << 16 }
  }

  @inlinable
  package var attributes: CellAttributes {
    get { CellAttributes(rawValue: UInt8(truncatingIfNeeded: rest >> 8)) }
    set { rest = rest & ~0xFF00 | UInt64(newValue.rawValue) << 8 }
  }

  @inlinable
  package var underline: UnderlineStyle {
    get { UnderlineStyle(rawValue: UInt8(truncatingIfNeeded: rest)) ?? .none }
    set { rest = rest & ~0xFF | UInt64(newValue.rawValue) }
  }

  /// Creates a rendition; without arguments it is the terminal's default state.
  @inlinable
  package init(
    foreground: TerminalColor = .standard, background: TerminalColor = .standard,
    underlineColor: TerminalColor = .standard, attributes: CellAttributes = [],
    underline: UnderlineStyle = .none
  ) {
    colors = UInt64(foreground.bits) << 32 | UInt64(background.bits)
    rest =
      UInt64(underlineColor.bits) << 16 | UInt64(attributes.rawValue) << 8
      | UInt64(underline.rawValue)
  }

  /// The terminal's default state, SGR 0.
  @inlinable
  package static var standard: GraphicRendition { GraphicRendition() }

  @inlinable
  package static func == (left: GraphicRendition, right: GraphicRendition) -> Bool {
    left.colors == right.colors && left.rest == right.rest
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(colors)
    hasher.combine(rest)
  }

  /// A number that differs for most renditions, as a hash for frequently read tables.
  @inlinable
  package var fingerprint: UInt64 { colors ^ rest &* 0xBF58_476D_1CE4_E5B9 }
}
