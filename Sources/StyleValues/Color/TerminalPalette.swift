package import CSSSyntax

/// The colours of a terminal: its 256 palette entries and its default colours, as far as they are
/// known.
///
/// The first sixteen entries belong to the user. The others are xterm's cube and grey ramp in most
/// terminals; some compute them from the sixteen.
///
/// ```swift
/// let palette = TerminalPalette(
///   entries: [1: RGB8(0xcc241d)], foreground: RGB8(0xebdbb2), background: RGB8(0x282828),
///   selectionBackground: RGB8(0x665c54), selectionForeground: RGB8(0xebdbb2))
/// print(palette[1].hex, palette.knows(1), palette.knows(2))  // #cc241d true false
/// print(palette[2] == TerminalPalette.median[2], palette[196].hex)  // true #ff0000
/// print(palette.named.count, palette.others == nil, palette.cursor == nil)  // 16 true true
/// print(palette.on(RGB8(0xfbf1c7)).background?.hex ?? "")  // #fbf1c7
/// let bare = palette.made(for: RGB8(0xffffff))
/// print(bare[1] == palette[1], bare.foreground == nil)  // true true
/// print(bare.selectionBackground == nil, bare.selectionForeground == nil)  // true true
/// print(palette.entriesAlone == bare)  // true
/// ```
package struct TerminalPalette: Hashable, Sendable {
  /// Source of the colours.
  ///
  /// ```swift
  /// print(TerminalPalette.median.origin == .assumed)  // true
  /// print(TerminalPalette(entries: [:], origin: .file("a.conf")).origin == .terminal)  // false
  /// ```
  package enum Origin: Hashable, Sendable {
    /// The terminal was not asked.
    case assumed
    /// The terminal answered.
    case terminal
    /// A palette file, by its name in messages.
    case file(String)
  }

  /// The entries 0 to 15: black, red, green, yellow, blue, magenta, cyan, white, then bright.
  package let named: [RGB8]

  /// The entries 16 to 255; nil if they are xterm's or unknown.
  package let others: [RGB8]?

  /// The default colour of text.
  package private(set) var foreground: RGB8?

  package private(set) var background: RGB8?

  package let cursor: RGB8?

  package private(set) var selectionBackground: RGB8?

  package private(set) var selectionForeground: RGB8?

  package private(set) var origin: Origin

  /// A bit for each known one of the first sixteen entries.
  private let known: UInt16

  /// Missing entries are taken from ``median`` and, above 15, from xterm.
  package init(
    entries: [UInt8: RGB8], foreground: RGB8? = nil, background: RGB8? = nil, cursor: RGB8? = nil,
    selectionBackground: RGB8? = nil, selectionForeground: RGB8? = nil, origin: Origin = .terminal
  ) {
    named = Self.median.named.indices.map { entries[UInt8($0)] ?? Self.median.named[$0] }
    known = (0..<16).reduce(0) { entries[$1] == nil ? $0 : $0 | 1 << UInt16($1) }
    let isOfXterm = entries.allSatisfy { $0.key < 16 || $0.value == XtermPalette.color($0.key) }
    others = isOfXterm ? nil : (16...UInt8.max).map { entries[$0] ?? XtermPalette.color($0) }
    self.foreground = foreground
    self.background = background
    self.cursor = cursor
    self.selectionBackground = selectionBackground
    self.selectionForeground = selectionForeground
    self.origin = origin
  }

  private init(assumed: [UInt32]) {
    named = assumed.map { RGB8($0) }
    known = 0
    others = nil
    (foreground, background, cursor) = (nil, nil, nil)
    (selectionBackground, selectionForeground) = (nil, nil)
    origin = .assumed
  }

  /// The palette of a terminal that was not asked.
  ///
  /// Entry by entry the median of the 606 themes in the collection iTerm2-Color-Schemes (2025); it
  /// is nearer to users' palettes than VGA's or xterm's own colours.
  package static let median = TerminalPalette(assumed: [
    0x1f1f1f, 0xdd5152, 0x6fb565, 0xdcb451, 0x568dcb, 0xba71b6, 0x62b7bd, 0xc5c5c5,
    0x5d5d5d, 0xe86362, 0x8ccb7d, 0xe9c365, 0x71a1d9, 0xc682c9, 0x7ac9cd, 0xefefef,
  ])

  package subscript(index: UInt8) -> RGB8 {
    if index < 16 { return named[Int(index)] }
    return others?[Int(index) - 16] ?? XtermPalette.color(index)
  }

  /// The palette with the name of its file.
  package func named(_ name: String) -> TerminalPalette {
    var result = self
    result.origin = .file(name)
    return result
  }

  package func on(_ background: RGB8?) -> TerminalPalette {
    var result = self
    result.background = background
    return result
  }

  /// The palette if the background is its own; else only its entries, because the other colours are
  /// not made for that background.
  package func made(for background: RGB8?) -> TerminalPalette {
    background == self.background ? self : entriesAlone
  }

  /// The palette without its default and selection colours.
  package var entriesAlone: TerminalPalette {
    var result = self
    (result.foreground, result.background) = (nil, nil)
    (result.selectionForeground, result.selectionBackground) = (nil, nil)
    return result
  }

  /// True if an entry is known; above 15, if any of the first sixteen is.
  package func knows(_ index: UInt8) -> Bool {
    index < 16 ? known & 1 << UInt16(index) != 0 : known != 0
  }
}

extension CSSText {
  /// True if the text computes with colours of the terminal: `ansi()` inside another function, or
  /// `Canvas`, `Highlight` and the like.
  ///
  /// Their values depend on what is known of the terminal.
  ///
  /// ```swift
  /// let mixture = CSSText("color-mix(in oklab, ansi(1) 40%, white)")
  /// print(mixture.usesTerminalColors(), CSSText("CanvasText").usesTerminalColors())  // true true
  /// let entry = CSSText("ansi(1)")
  /// print(entry.usesTerminalColors(), entry.usesTerminalColors(isArgument: true))  // false true
  /// ```
  ///
  /// - Parameter isArgument: True if the text may be used inside a function, as a variable may.
  /// - Returns: True if it does.
  package func usesTerminalColors(isArgument: Bool = false) -> Bool {
    var tokenizer = CSSTokenizer(self)
    var functions = [isArgument]
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return false
      case .function:
        if functions.contains(true), tokenizer.name(of: token, is: "ansi") { return true }
        functions.append(true)
      case .leftParenthesis: functions.append(false)
      case .rightParenthesis: _ = functions.popLast()
      case .ident:
        if SystemColor.table[tokenizer.name(of: token)]?.isOfTerminal == true { return true }
      default: break
      }
    }
  }
}
