package import StyleValues

/// Answers of a terminal to queries; a value without an answer is nil or empty.
package struct TerminalAnswers: Hashable, Sendable {
  /// Its default background (OSC 11).
  package var background: RGB8?

  /// Entries of its palette (OSC 4).
  package var palette: [UInt8: RGB8] = [:]

  /// Its default foreground (OSC 10).
  package var foreground: RGB8?

  /// Its cursor (OSC 12).
  package var cursor: RGB8?

  /// Its background of selected text (OSC 17).
  package var selectionBackground: RGB8?

  /// Selected text (OSC 19).
  package var selectionForeground: RGB8?

  /// True if it supports synchronized output (private mode 2026).
  package var synchronizedOutput: Bool?

  /// True if a 24-bit colour that was set came back unchanged (DECRQSS).
  package var hasDirectColor: Bool?

  /// Cells that the cursor moved by after a space of width 2 (OSC 66, `w=2`); 2 if the text sizing
  /// protocol supports widths.
  package var advanceOfWidth: Int?

  /// Cells that the cursor moved by after a space of scale 2 (OSC 66, `s=2`); 2 if the text sizing
  /// protocol supports scales.
  package var advanceOfScale: Int?

  /// Name and version of the program (XTVERSION), printable ASCII.
  package var program: String?

  /// True if the closing question was answered, so that nothing more will come.
  package var isComplete = false

  package init() {}

  /// Replaces the palette, and the colours of text, cursor and selection, by newer answers.
  package mutating func takePalette(of newer: TerminalAnswers) {
    palette = newer.palette
    foreground = newer.foreground
    cursor = newer.cursor
    selectionBackground = newer.selectionBackground
    selectionForeground = newer.selectionForeground
  }
}

extension TerminalAnswers {
  /// Entries whose colours show if the cube and the grey ramp are xterm's: both ends, three
  /// corners, and two between.
  ///
  /// A terminal that computes its cube from the first sixteen entries has none of xterm's colours
  /// at the ends.
  package static let probes: [UInt8] = [16, 52, 110, 196, 226, 231, 244]

  /// True if the colour of a probe is different from xterm's.
  package var hasOwnCube: Bool {
    Self.probes.contains { probe in palette[probe].map { $0 != XtermPalette.color(probe) } ?? false
    }
  }

  /// The terminal's colours; nil if it reported none.
  ///
  /// An incompletely reported cube is ignored.
  package var colors: TerminalPalette? {
    var entries = palette
    if (16...UInt8.max).contains(where: { entries[$0] == nil }) {
      entries = entries.filter { $0.key < 16 }
    }
    let own = [foreground, cursor, selectionBackground, selectionForeground]
    guard !entries.isEmpty || own.contains(where: { $0 != nil }) else { return nil }
    return TerminalPalette(
      entries: entries, foreground: foreground, background: background, cursor: cursor,
      selectionBackground: selectionBackground, selectionForeground: selectionForeground)
  }
}

/// The questions for a terminal, all in one write.
///
/// The last one is DA1, which every terminal answers, and answers last: answers missing by then
/// will not come. The caller decides where to write and how long to wait; it should ask before a
/// full screen is opened, and only a terminal that has this process in the foreground.
package struct TerminalQuery: Hashable, Sendable {
  /// True to ask for the default background (OSC 11).
  package var colors = true

  /// True to ask for the terminal's other colours, too: the first sixteen entries and probes of the
  /// others (OSC 4), foreground, cursor and selection (OSC 10, 12, 17, 19).
  ///
  /// If a probe is different from xterm's, ``rest(after:)`` asks for all others.
  package var palette = false

  /// Other palette entries to ask for.
  private var entries: Range<Int> = 0..<0

  /// True to set a 24-bit colour and ask for it (DECRQSS).
  package var directColor = true

  /// True to ask for synchronized output (private mode 2026).
  package var modes = true

  /// True to ask for name and version (XTVERSION).
  package var program = true

  /// True to try the text sizing protocol at the cursor; the written cells are erased again, with
  /// the rest of the line, and the cursor goes back.
  package var textSizing = false

  package init() {}

  /// No question but the closing one.
  package static let nothing: TerminalQuery = {
    var query = TerminalQuery()
    query.colors = false
    query.directColor = false
    query.modes = false
    query.program = false
    return query
  }()

  /// The questions that follow from these answers: the other 240 entries, if the terminal's cube is
  /// not xterm's; nil for none.
  package func rest(after answers: TerminalAnswers) -> TerminalQuery? {
    guard palette, answers.hasOwnCube else { return nil }
    var query = TerminalQuery.nothing
    query.entries = 16..<256
    return query
  }

  /// The palette entries of the questions; answers about others are ignored.
  var askedEntries: [UInt8] {
    (palette ? Array(0..<16) + TerminalAnswers.probes : []) + entries.map { UInt8($0) }
  }

  package var bytes: [UInt8] {
    var text = ""
    if colors { text += "\u{1B}]11;?\u{1B}\\" }
    for entry in askedEntries { text += "\u{1B}]4;\(entry);?\u{1B}\\" }
    if palette { for code in [10, 12, 17, 19] { text += "\u{1B}]\(code);?\u{1B}\\" } }
    if modes { text += "\u{1B}[?2026$p" }
    if directColor { text += "\u{1B}[38;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m" }
    if program { text += "\u{1B}[>q" }
    if textSizing {
      // Saved and restored (DECSC, DECRC): a text that ends without a line feed stays.
      text += "\u{1B}7\u{1B}[6n\u{1B}]66;w=2; \u{7}\u{1B}[6n\u{1B}]66;s=2; \u{7}\u{1B}[6n"
      text += "\u{1B}8\u{1B}[K"
    }
    return Array((text + "\u{1B}[c").utf8)
  }
}
