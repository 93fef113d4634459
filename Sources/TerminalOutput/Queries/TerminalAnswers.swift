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

  /// True if it knows synchronized output (private mode 2026).
  package var synchronizedOutput: Bool?

  /// True if a 24-bit colour that was set came back unchanged (DECRQSS).
  package var hasDirectColor: Bool?

  /// Cells that the cursor moved by after a space of width 2 (OSC 66, `w=2`); 2 where the text
  /// sizing protocol knows widths.
  package var advanceOfWidth: Int?

  /// Cells that the cursor moved by after a space of scale 2 (OSC 66, `s=2`); 2 where the text
  /// sizing protocol knows scales.
  package var advanceOfScale: Int?

  /// Name and version of the program (XTVERSION), printable ASCII.
  package var program: String?

  /// True if the closing question was answered, so that nothing more will come.
  package var isComplete = false

  /// No answer to anything.
  package init() {}
}
