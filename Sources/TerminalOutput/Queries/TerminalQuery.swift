/// The questions to send to a terminal, all in one write.
///
/// The last one is DA1, which every terminal answers, and answers last: what has not come by then
/// will not come. Where to write and for how long to wait is the caller's business; ask before a
/// full screen is opened, and only a terminal that this process is in the foreground of.
package struct TerminalQuery: Hashable, Sendable {
  /// True if to ask for the default background (OSC 11).
  package var colors = true

  /// True if to ask for the terminal's other colours, too: the first sixteen entries and probes of
  /// the others (OSC 4), foreground, cursor and selection (OSC 10, 12, 17, 19).
  ///
  /// Where a probe shows that the others are not xterm's, ``rest(after:)`` asks for them.
  package var palette = false

  /// The palette entries to ask for besides.
  private var entries: Range<Int> = 0..<0

  /// True if to set a 24-bit colour and ask what became of it (DECRQSS).
  package var directColor = true

  /// True if to ask for synchronized output (private mode 2026).
  package var modes = true

  /// True if to ask for name and version (XTVERSION).
  package var program = true

  /// True if to try the text sizing protocol where the cursor is; what is written there is erased
  /// again, with the rest of the line, and the cursor goes back.
  package var textSizing = false

  /// The usual questions.
  package init() {}

  /// No question but the one that closes the conversation.
  package static let nothing: TerminalQuery = {
    var query = TerminalQuery()
    query.colors = false
    query.directColor = false
    query.modes = false
    query.program = false
    return query
  }()

  /// The questions that answers to these make necessary: the other 240 entries, where the terminal
  /// has its own; nil for none.
  package func rest(after answers: TerminalAnswers) -> TerminalQuery? {
    guard palette, answers.hasOwnCube else { return nil }
    var query = TerminalQuery.nothing
    query.entries = 16..<256
    return query
  }

  /// The palette entries that are asked for; the terminal is not believed about any other.
  var askedEntries: [UInt8] {
    (palette ? Array(0..<16) + TerminalAnswers.probes : []) + entries.map { UInt8($0) }
  }

  /// The bytes to write.
  package var bytes: [UInt8] {
    var text = ""
    if colors { text += "\u{1B}]11;?\u{1B}\\" }
    for entry in askedEntries { text += "\u{1B}]4;\(entry);?\u{1B}\\" }
    if palette { for code in [10, 12, 17, 19] { text += "\u{1B}]\(code);?\u{1B}\\" } }
    if modes { text += "\u{1B}[?2026$p" }
    if directColor { text += "\u{1B}[38;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m" }
    if program { text += "\u{1B}[>q" }
    if textSizing {
      // Saved and taken back (DECSC, DECRC): a text that ends without a line feed stays.
      text += "\u{1B}7\u{1B}[6n\u{1B}]66;w=2; \u{7}\u{1B}[6n\u{1B}]66;s=2; \u{7}\u{1B}[6n"
      text += "\u{1B}8\u{1B}[K"
    }
    return Array((text + "\u{1B}[c").utf8)
  }
}
