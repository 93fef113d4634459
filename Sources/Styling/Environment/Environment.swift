import Bytes
package import StyleValues

/// Everything outside a stylesheet that decides its meaning: the terminal that the text is for.
///
/// It is always an argument, never read from the real terminal, so a stylesheet can be tried for
/// any terminal.
package struct Environment: Hashable, Sendable {
  /// In cells.
  package var columns: Int

  package var rows: Int

  package var colorDepth: ColorDepth

  /// The scheme of the terminal's background; dark if unknown.
  ///
  /// Setting it makes it known.
  package var colorScheme: ColorScheme { didSet { knowsScheme = true } }

  /// False if it is unknown whether the terminal is dark or light: text has to be readable on both.
  package var knowsScheme = true

  /// The terminal's background; nil if only the scheme is known.
  package var background: RGB8?

  /// The colours of the palette and the terminal's default foreground; the background's is in
  /// `background`.
  package var palette: TerminalPalette

  /// True if the user chose the palette, which a stylesheet's palette must not replace.
  package var keepsPalette = false

  /// The least WCAG 2 contrast of all text; nil leaves it to the stylesheet.
  package var readable: Double?

  /// True if OSC 8 links can be shown.
  package var hasHyperlinks: Bool

  /// True if OSC 8 links are known to be of no use.
  package var lacksHyperlinks = false

  /// True if the terminal can draw text larger than one row.
  package var hasTextSizing: Bool

  /// The factor of `font-size-scale: auto`.
  package var contentSize: ContentSize

  package var contrast = ContrastPreference.noPreference

  /// True if decoration is left out, for screen readers, logs and copies.
  package var isFlat = false

  package init(
    columns: Int = 80, rows: Int = 24, colorDepth: ColorDepth = .truecolor,
    colorScheme: ColorScheme = .dark, background: RGB8? = nil, hasHyperlinks: Bool = false,
    hasTextSizing: Bool = false, contentSize: ContentSize = .standard,
    palette: TerminalPalette = .median, readable: Double? = nil
  ) {
    self.columns = columns
    self.rows = rows
    self.colorDepth = colorDepth
    self.colorScheme = colorScheme
    self.background = background
    self.palette = palette
    self.readable = readable
    self.hasHyperlinks = hasHyperlinks
    self.hasTextSizing = hasTextSizing
    self.contentSize = contentSize
  }

  /// In CSS pixels: a cell is 7.5 × 15.
  var pixels: Size { Size(width: Double(columns) * 7.5, height: Double(rows) * 15) }

  /// The known background, or a typical one of the scheme, for blending colours with alpha.
  package var assumedBackground: RGB8 {
    background ?? (colorScheme == .dark ? RGB8(0x1e1e1e) : RGB8(0xffffff))
  }

  /// The known default foreground, or one that is readable on a typical background.
  package var assumedForeground: RGB8 {
    palette.foreground ?? (colorScheme == .dark ? RGB8(0xe6e6e6) : RGB8(0x1f1f1f))
  }

  /// The environment with the palette that a stylesheet was made for, if the terminal's own is
  /// unknown.
  ///
  /// A dark background does not count on a light terminal, and vice versa, nor its foreground.
  package func adopting(_ palette: TerminalPalette?) -> Environment {
    guard let palette, self.palette.origin == .assumed, !keepsPalette else { return self }
    var result = self
    if background == nil, let own = palette.background, ColorScheme(of: own) == colorScheme {
      result.background = own
    }
    result.palette = palette.made(for: result.background)
    return result
  }

  /// The environment for the other scheme, whose default colours are then unknown.
  package func turned(to scheme: ColorScheme) -> Environment {
    guard scheme != colorScheme || !knowsScheme else { return self }
    var result = self
    result.colorScheme = scheme
    result.background = nil
    result.palette = palette.entriesAlone
    return result
  }

  /// All known colours of the terminal, with its background.
  package var terminalColors: TerminalPalette {
    background == palette.background ? palette : palette.on(background)
  }
}

/// `prefers-contrast` (Media Queries 5 §12.3).
package enum ContrastPreference: String, CaseIterable, Hashable, Sendable {
  case noPreference = "no-preference"
  case more, less
}

/// The number of colours that the output can show.
package enum ColorDepth: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No escape sequence at all.
  case none
  /// Attributes such as bold and underline, but no colour.
  case mono
  /// The first eight entries of the palette.
  case ansi8 = "8"
  /// The sixteen entries of the palette that users choose.
  case ansi16 = "16"
  case ansi256 = "256"
  /// Every sRGB colour.
  case truecolor

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rank < right.rank }

  package var hasColor: Bool { self > .mono }

  private var rank: Int {
    switch self {
    case .none: 0
    case .mono: 1
    case .ansi8: 2
    case .ansi16: 3
    case .ansi256: 4
    case .truecolor: 5
    }
  }
}

/// The reader's wish for larger or smaller text, for `font-size-scale: auto`.
///
/// The named sizes are those of iOS; each step is a tenth, as the ViewCSS document says.
package struct ContentSize: Hashable, Sendable {
  /// The factor of a font size; above 0.
  package let scale: Double

  /// Nil unless `scale` is finite and above 0.
  package init?(scale: Double) {
    guard scale.isFinite, scale > 0 else { return nil }
    self.init(checked: scale)
  }

  /// A named size (`XS` … `XXXL`, `AX1` … `AX5`, any case) or a number.
  package init?(_ text: String) {
    if let (_, tenths) = Self.tenths.first(where: { $0.key == text.uppercased() }) {
      self.init(checked: Double(tenths) / 10)
    } else if let number = Double(text) {
      self.init(scale: number)
    } else {
      return nil
    }
  }

  /// The size L, the default of iOS: factor 1.
  package static let standard = ContentSize(checked: 1)

  /// From the smallest to the largest.
  package static let names = tenths.map(\.key)

  private init(checked scale: Double) { self.scale = scale }

  private static let tenths: KeyValuePairs = [
    "XS": 7, "S": 8, "M": 9, "L": 10, "XL": 11, "XXL": 12, "XXXL": 13,
    "AX1": 14, "AX2": 15, "AX3": 16, "AX4": 17, "AX5": 18,
  ]
}

/// A size-class key of a dictionary in MRGArchitect's notation: `[+ *]` is regular width and any
/// height.
///
/// Regular is at least 80 columns or 24 rows, compact is less.
package struct SizeClass: Hashable {
  enum Side: Character, CaseIterable {
    case any = "*"
    case regular = "+"
    case compact = "-"
  }

  var width: Side
  var height: Side

  package static let regularColumns = 80.0

  package static let regularRows = 24.0

  init?(_ key: String) {
    guard key.hasPrefix("["), key.hasSuffix("]") else { return nil }
    let sides = key.dropFirst().dropLast().split(separator: " ")
    guard sides.count == 2, sides.allSatisfy({ $0.count == 1 }),
      let width = sides[0].first.flatMap(Side.init(rawValue:)),
      let height = sides[1].first.flatMap(Side.init(rawValue:))
    else { return nil }
    self.width = width
    self.height = height
  }

  /// True if a key is meant as a size class: with a name behind the bracket it is an attribute
  /// selector.
  static func isMeant(by key: String) -> Bool {
    guard key.hasPrefix("[") else { return false }
    let first = key.utf8.dropFirst().first { !$0.isASCIIWhitespace }
    return !(first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 >= 0x80 } ?? false)
  }

  /// Sorts entries in loading order: the most general first, equally general ones as they were
  /// written.
  static func ordered<Entry>(_ entries: [Entry], by size: (Entry) -> SizeClass) -> [Entry] {
    entries.enumerated().sorted {
      (size($0.element).generality, $0.offset) < (size($1.element).generality, $1.offset)
    }.map(\.element)
  }

  /// A key for any height is more general than one for any width.
  private var generality: Int { (height == .any ? 0 : 2) + (width == .any ? 0 : 1) }

  var query: MediaQuery {
    .all([
      Self.query(.width, width, Self.regularColumns), Self.query(.height, height, Self.regularRows),
    ])
  }

  static let keys: [String] = Side.allCases.flatMap { width in
    Side.allCases.map { "[\(width.rawValue) \($0.rawValue)]" }
  }

  private static func query(_ axis: MediaQuery.Axis, _ side: Side, _ limit: Double) -> MediaQuery {
    switch side {
    case .any: .type(matches: true)
    case .regular: .size(axis: axis, comparison: .greaterOrEqual, cells: limit)
    case .compact: .size(axis: axis, comparison: .less, cells: limit)
    }
  }
}
