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
