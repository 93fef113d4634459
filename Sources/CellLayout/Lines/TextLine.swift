/// One line of a text that was fitted into a width.
///
/// Lines follow each other without a gap: a line's `end` is where the next one starts, so every
/// byte of the text belongs to one line.
package struct TextLine: Hashable, Sendable {
  /// The bytes that are shown: without the line ending, and without spaces that hang.
  package var range: Range<Int>

  /// Start offset of the next line.
  package var end: Int

  /// Number of cells `range` takes, tabs at their stops; more than the width when it is cut.
  package var width: Int

  /// True if the line ends because the text says so, not because the width does.
  package var endsParagraph: Bool

  /// True if the line ends in a soft hyphen, which shows as one `-` after `range`.
  package var showsHyphen = false

  /// True if the sign for cut text follows `range`.
  package var showsOverflow = false
}

/// Treatment of spaces and tabs at the end of a line: CSS Text 3 §4.1.2.
package enum TrailingSpaces: Hashable, Sendable {
  /// They are not shown: `normal`, `nowrap`, `pre-line`.
  case removed
  /// They take no room where the line is full; before a line ending those that fit are shown:
  /// `pre-wrap`, `pre`.
  case hanging
  /// They are text, and go on in the next line where this one is full: `break-spaces`.
  case kept
}

/// Rules by which the lines of a text are made.
package struct LineFitting: Hashable, Sendable {
  /// Cells in a line, at least 1; nil is as many as the text takes.
  package var width: Int?

  /// True if lines end where they are full; otherwise only where the text says so.
  package var wraps: Bool

  /// True if a word that is wider than a line is broken between any two clusters.
  package var breaksWords: Bool

  /// Treatment of the spaces and tabs at the end of a line.
  package var trailingSpaces: TrailingSpaces

  /// Cells from one tab stop to the next, at most 1000; 0 hides tabs.
  package var tabSize: Int

  /// Rules by which the terminal counts cells.
  package var rules: WidthRules

  /// The initial values of CSS's properties in a terminal: `pre-wrap` and `anywhere`.
  package init(
    width: Int?, wraps: Bool = true, breaksWords: Bool = true,
    trailingSpaces: TrailingSpaces = .hanging, tabSize: Int = 8, rules: WidthRules
  ) {
    self.width = width.map { max(1, $0) }
    self.wraps = wraps
    self.breaksWords = breaksWords
    self.trailingSpaces = trailingSpaces
    self.tabSize = min(max(0, tabSize), 1_000)
    self.rules = rules
  }
}
