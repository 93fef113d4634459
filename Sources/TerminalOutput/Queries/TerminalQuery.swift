/// The questions for a terminal, all in one write.
///
/// The last one is DA1, which every terminal answers, and answers last: answers missing by then
/// will not come. The caller decides where to write and how long to wait; it should ask before a
/// full screen is opened, and only a terminal that has this process in the foreground.
package struct TerminalQuery: Hashable, Sendable {
  /// True to ask for the default background (OSC 11).
  package var background = true

  /// True to ask for a `TerminalPalette`, the terminal's other colours: the first sixteen entries and
  /// probes of the others (OSC 4), foreground, cursor and selection (OSC 10, 12, 17, 19).
  ///
  /// If a probe is different from xterm's, ``rest(after:)`` asks for all others.
  package var palette = false

  /// Other palette entries to ask for.
  private var entries: Range<Int> = 0..<0

  /// True to set a 24-bit colour and ask for it (DECRQSS).
  package var directColor = true

  /// True to ask for synchronized output (private mode 2026).
  package var synchronizedOutput = true

  /// True to ask for name and version (XTVERSION).
  package var program = true

  /// True to try the text sizing protocol at the cursor; the written cells are erased again, with
  /// the rest of the line, and the cursor goes back.
  package var textSizing = false

  package init() {}

  /// No question but the closing one.
  package static let nothing: TerminalQuery = {
    var query = TerminalQuery()
    query.background = false
    query.directColor = false
    query.synchronizedOutput = false
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
    if background { text += "\u{1B}]11;?\u{1B}\\" }
    for entry in askedEntries { text += "\u{1B}]4;\(entry);?\u{1B}\\" }
    if palette { for code in [10, 12, 17, 19] { text += "\u{1B}]\(code);?\u{1B}\\" } }
    if synchronizedOutput { text += "\u{1B}[?2026$p" }
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
