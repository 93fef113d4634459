/// Rules by which a terminal counts cells.
package enum WidthRules: Hashable, Sendable {
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

  private var state: State = []

  /// State that the code points so far leave for the next one.
  private struct State: OptionSet {
    let rawValue: UInt8

    /// There is a character that a mark or U+FE0F would belong to.
    static let hasBase = State(rawValue: 1)
    /// The base character becomes wide before U+FE0F.
    static let baseWidens = State(rawValue: 2)
    /// The last character with cells of its own is an emoji that a skin tone can follow.
    static let isAfterEmoji = State(rawValue: 4)
    static let isAfterVirama = State(rawValue: 8)
    /// A conjunct has been counted that nothing has followed yet.
    static let isInConjunct = State(rawValue: 16)
    static let isOddIndicator = State(rawValue: 32)
    static let skipsNext = State(rawValue: 64)
  }

  /// Starts a line.
  init(_ rules: WidthRules) {
    self.rules = rules
  }

  /// True if a printable ASCII character that follows takes its one cell.
  var countsASCII: Bool { !state.contains(.skipsNext) }

  /// Takes printable ASCII characters, after `countsASCII` has held.
  mutating func passASCII() { state = .hasBase }

  /// Number of cells the next code point adds: 0, 1 or 2.
  @inline(__always)
  mutating func cells(of next: WidthClass) -> Int {
    if next == .narrow || next == .wide, !state.contains(.skipsNext) {
      state = .hasBase
      return next == .wide ? 2 : 1
    }
    return ruledCells(of: next)
  }

  private mutating func ruledCells(of next: WidthClass) -> Int {
    if rules == .codePoints { return Self.ownCells(of: next) }
    let wasOdd = state.contains(.isOddIndicator)
    let isIndicator = next == .narrowRegionalIndicator || next == .wideRegionalIndicator
    state.set(.isOddIndicator, isIndicator && !wasOdd)
    if state.remove(.skipsNext) != nil { return 0 }
    switch next {
    case .zeroJoiner:
      state.set(.skipsNext, !state.contains(.isAfterVirama))
      return 0
    case .zeroEmojiSelector where state.contains(.hasBase):
      state.remove(.hasBase)
      return state.contains(.baseWidens) ? 1 : 0
    case .narrowRegionalIndicator, .wideRegionalIndicator:
      if wasOdd {
        state.insert(.isAfterEmoji)
        return 0
      }
      return base(next, [.hasBase, .isAfterEmoji, .isOddIndicator])
    case .wideModifier:
      return state.contains(.isAfterEmoji) ? 0 : base(next)
    case .narrowConsonant where state.contains(.isAfterVirama):
      let isCounted = state.contains(.isInConjunct)
      state = [.hasBase, .isInConjunct]
      return isCounted ? 0 : 1
    case .zeroSpacing where state.contains(.hasBase),
      .zeroSpacingVirama where state.contains(.hasBase):
      let isCounted = state.contains(.isInConjunct)
      state.subtract([.hasBase, .isAfterVirama, .isInConjunct])
      return isCounted ? 0 : 1
    case .zeroVirama, .zeroSpacingVirama:
      state.insert(.isAfterVirama)
      return 0
    case .zero, .zeroSpacing, .zeroEmojiSelector:
      state.remove(.isAfterVirama)
      return 0
    case .control:
      state = []
      return 0
    case .narrow, .narrowConsonant, .wide:
      return base(next)
    case .narrowPictographic, .widePictographic:
      return base(next, [.hasBase, .isAfterEmoji])
    case .narrowWidening:
      return base(next, [.hasBase, .baseWidens])
    case .narrowWideningPictographic:
      return base(next, [.hasBase, .baseWidens, .isAfterEmoji])
    }
  }

  /// Counts a character that marks can follow.
  private mutating func base(_ next: WidthClass, _ state: State = .hasBase) -> Int {
    self.state = state
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

extension OptionSet {
  /// Puts members in or takes them out.
  @inline(__always)
  fileprivate mutating func set(_ members: Self, _ isIn: Bool) {
    if isIn { formUnion(members) } else { subtract(members) }
  }
}
