public import Bytes
package import TerminalOutput

/// Counts the cells of a line, Unicode scalar by Unicode scalar.
///
/// A few scalars depend on earlier ones of the line, even of other clusters, so one meter is
/// used for a whole line.
@usableFromInline
package struct CellMeter: Sendable {
  package let rules: WidthRules

  @usableFromInline var state: State = []

  /// The influence of earlier scalars on the next one.
  @usableFromInline
  struct State: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A character precedes, to which a mark or U+FE0F would belong.
    @inlinable static var hasBase: State { State(rawValue: 1) }
    /// The base character becomes wide with U+FE0F.
    @inlinable static var baseWidens: State { State(rawValue: 2) }
    /// The last character with cells of its own is an emoji that a skin tone can modify.
    @inlinable static var isAfterEmoji: State { State(rawValue: 4) }
    @inlinable static var isAfterVirama: State { State(rawValue: 8) }
    /// A conjunct was counted and nothing has followed it.
    @inlinable static var isInConjunct: State { State(rawValue: 16) }
    @inlinable static var isOddIndicator: State { State(rawValue: 32) }
    @inlinable static var skipsNext: State { State(rawValue: 64) }
  }

  package init(_ rules: WidthRules) { self.rules = rules }

  /// True if a printable ASCII character takes one cell next.
  @inlinable package var countsASCII: Bool { !state.contains(.skipsNext) }

  /// Counts printable ASCII characters, after `countsASCII` was true.
  @inlinable
  package mutating func passASCII() { state = .hasBase }

  /// The cells that the next scalar adds: 0, 1 or 2.
  @inlinable
  @inline(__always)
  package mutating func cells(of next: WidthClass) -> Int {
    if next == .narrow || next == .wide, !state.contains(.skipsNext) {
      state = .hasBase
      return next == .wide ? 2 : 1
    }
    return ruledCells(of: next)
  }

  @usableFromInline
  mutating func ruledCells(of next: WidthClass) -> Int {
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
    case .wideModifier: return state.contains(.isAfterEmoji) ? 0 : base(next)
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
    case .narrow, .narrowConsonant, .wide: return base(next)
    case .narrowPictographic, .widePictographic: return base(next, [.hasBase, .isAfterEmoji])
    case .narrowWidening: return base(next, [.hasBase, .baseWidens])
    case .narrowWideningPictographic: return base(next, [.hasBase, .baseWidens, .isAfterEmoji])
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
  @inline(__always)
  fileprivate mutating func set(_ members: Self, _ isIn: Bool) {
    if isIn { formUnion(members) } else { subtract(members) }
  }
}

/// The class of a code point for grapheme clusters.
///
/// UAX #29 §3.1 `Grapheme_Cluster_Break`, with `Extended_Pictographic` and `Indic_Conjunct_Break`
/// included. The generator writes the raw values: keep the order.
@usableFromInline
package enum ClusterClass: UInt8, Sendable {
  case other, carriageReturn, lineFeed, control, extend, conjunctExtend, conjunctLinker
  case zeroWidthJoiner, regionalIndicator, prepend, spacingMark
  case hangulL, hangulV, hangulT, hangulLV, hangulLVT, pictographic, conjunctConsonant

  /// The class of a number in the table: an enumeration without payloads is stored as that number.
  @inlinable
  @inline(__always)
  package init(number: UInt8) {
    precondition(number <= Self.conjunctConsonant.rawValue)
    self = unsafe unsafeBitCast(number, to: ClusterClass.self)
  }
}

/// The class of a code point for widths.
///
/// The first word is the number of its own cells. The generator writes the raw values: keep the
/// order.
@usableFromInline
package enum WidthClass: UInt8, Sendable {
  /// C0 and C1 controls, DEL: no cells.
  case control
  /// Spacing: a combining mark of the general category Mc.
  case zero, zeroVirama, zeroSpacing, zeroSpacingVirama, zeroJoiner, zeroEmojiSelector
  /// Widening: two cells when U+FE0F follows.
  case narrow, narrowConsonant, narrowPictographic, narrowWidening, narrowWideningPictographic
  /// Modifier: an emoji modifier (skin tone).
  case wide, widePictographic, wideModifier
  case narrowRegionalIndicator, wideRegionalIndicator

  /// The class of a number in the table: an enumeration without payloads is stored as that number.
  @inlinable
  @inline(__always)
  package init(number: UInt8) {
    precondition(number <= Self.wideRegionalIndicator.rawValue)
    self = unsafe unsafeBitCast(number, to: WidthClass.self)
  }
}

/// Both classes of one code point.
@usableFromInline
package struct CharacterClasses: Sendable {
  @usableFromInline package let cluster: ClusterClass

  @usableFromInline package let width: WidthClass

  /// Looks up a code point, at most U+10FFFF.
  @inlinable
  @inline(__always)
  package init(of scalar: UInt32) {
    let number = CharacterTable.trie[scalar]
    let cluster = PackedTrie.digit(CharacterTable.clusters, number)
    let width = PackedTrie.digit(CharacterTable.widths, number)
    self.cluster = ClusterClass(number: UInt8(cluster))
    self.width = WidthClass(number: UInt8(width))
  }
}
