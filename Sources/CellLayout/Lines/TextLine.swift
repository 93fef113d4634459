/// One line of a text that was fitted into a width.
///
/// Lines follow each other without a gap: a line's `end` is where the next one starts, so every
/// byte of the text belongs to one line.
public struct TextLine: Hashable, Sendable {
  /// The bytes that are shown: without hanging spaces and without the line ending.
  public var range: Range<Int>

  /// Where the next line starts.
  public var end: Int

  /// How many cells `range` takes, tabs at their stops; more than the width when it is cut.
  public var width: Int

  /// Whether the line ends because the text says so, not because the width does.
  public var endsParagraph: Bool

  /// Whether the line ends in a soft hyphen, which shows as one `-` after `range`.
  public var showsHyphen = false

  /// Whether the sign for cut text follows `range`.
  public var showsOverflow = false
}

/// How lines are made of a text.
public struct LineFitting: Hashable, Sendable {
  /// Cells in a line, at least 1; nil is as many as the text takes.
  public var width: Int?

  /// Whether lines end where they are full; otherwise only where the text says so.
  public var wraps: Bool

  /// Whether a word that is wider than a line is broken between any two clusters.
  public var breaksWords: Bool

  /// Whether spaces at the end of a full line take no room; otherwise they go on in the next one.
  public var hangsSpaces: Bool

  /// Cells from one tab stop to the next; 0 hides tabs.
  public var tabSize: Int

  /// How the terminal counts cells.
  public var rules: WidthRules

  /// The initial values of CSS's properties in a terminal: `pre-wrap` and `anywhere`.
  public init(
    width: Int?, wraps: Bool = true, breaksWords: Bool = true, hangsSpaces: Bool = true,
    tabSize: Int = 8, rules: WidthRules = .clusters
  ) {
    self.width = width.map { max(1, $0) }
    self.wraps = wraps
    self.breaksWords = breaksWords
    self.hangsSpaces = hangsSpaces
    self.tabSize = max(0, tabSize)
    self.rules = rules
  }
}
