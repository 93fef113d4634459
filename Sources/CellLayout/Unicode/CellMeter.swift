/// How a terminal counts cells.
public enum WidthRules: Hashable, Sendable {
  /// By grapheme clusters: emoji sequences, flags and Indic conjuncts count as one.
  ///
  /// Where terminals disagree this is the whole-string rule of the Python package wcwidth 0.7.0;
  /// U+00AD SOFT HYPHEN takes no cell.
  case clusters

  /// Every code point by itself, as terminals without cluster support and ncurses count.
  case codePoints
}

/// Adds up the cells of a line, code point by code point.
///
/// A few code points depend on what stands before them on the line, across clusters too, so one
/// meter goes along a whole line.
struct CellMeter {
  let rules: WidthRules

  /// Whether there is a character that a mark or U+FE0F would belong to.
  private var hasBase = false
  /// Whether that character becomes wide before U+FE0F.
  private var baseWidens = false
  /// Whether the last character with cells of its own is an emoji that a skin tone can follow.
  private var isAfterEmoji = false
  private var isAfterVirama = false
  /// A conjunct has been counted that nothing has followed yet.
  private var isInConjunct = false
  private var isOddIndicator = false
  private var skipsNext = false

  /// Starts a line.
  init(_ rules: WidthRules) {
    self.rules = rules
  }

  /// Whether a printable ASCII character that follows takes its one cell.
  var countsASCII: Bool { !skipsNext }

  /// Takes printable ASCII characters, after `countsASCII` has held.
  mutating func passASCII() {
    self = CellMeter(rules)
    hasBase = true
  }

  /// How many cells the next code point adds: 0, 1 or 2.
  mutating func cells(of next: WidthClass) -> Int {
    if rules == .codePoints { return Self.ownCells(of: next) }
    let wasOdd = isOddIndicator
    let isIndicator = next == .narrowRegionalIndicator || next == .wideRegionalIndicator
    isOddIndicator = isIndicator && !wasOdd
    if skipsNext {
      skipsNext = false
      return 0
    }
    switch next {
    case .zeroJoiner:
      skipsNext = !isAfterVirama
      if skipsNext { isAfterVirama = false }
      return 0
    case .zeroEmojiSelector where hasBase:
      hasBase = false
      return baseWidens ? 1 : 0
    case .narrowRegionalIndicator, .wideRegionalIndicator:
      isAfterEmoji = true
      if wasOdd { return 0 }
      return base(next, widens: false, isEmoji: true)
    case .wideModifier:
      return isAfterEmoji ? 0 : base(next, widens: false, isEmoji: false)
    case .narrowConsonant where isAfterVirama:
      let isCounted = isInConjunct
      _ = base(next, widens: false, isEmoji: false)
      isInConjunct = true
      return isCounted ? 0 : 1
    case .zeroSpacing where hasBase, .zeroSpacingVirama where hasBase:
      let isCounted = isInConjunct
      hasBase = false
      isAfterVirama = false
      isInConjunct = false
      return isCounted ? 0 : 1
    case .zeroVirama, .zeroSpacingVirama:
      isAfterVirama = true
      return 0
    case .zero, .zeroSpacing, .zeroEmojiSelector:
      isAfterVirama = false
      return 0
    case .control:
      self = CellMeter(rules)
      return 0
    case .narrow, .narrowConsonant, .wide:
      return base(next, widens: false, isEmoji: false)
    case .narrowPictographic, .widePictographic:
      return base(next, widens: false, isEmoji: true)
    case .narrowWidening:
      return base(next, widens: true, isEmoji: false)
    case .narrowWideningPictographic:
      return base(next, widens: true, isEmoji: true)
    }
  }

  /// Counts a character that marks can follow.
  private mutating func base(_ next: WidthClass, widens: Bool, isEmoji: Bool) -> Int {
    hasBase = true
    baseWidens = widens
    isAfterEmoji = isEmoji
    isAfterVirama = false
    isInConjunct = false
    return Self.ownCells(of: next)
  }

  private static func ownCells(of next: WidthClass) -> Int {
    if next.rawValue < WidthClass.narrow.rawValue { return 0 }
    switch next {
    case .wide, .widePictographic, .wideModifier, .wideRegionalIndicator: return 2
    default: return 1
    }
  }
}
