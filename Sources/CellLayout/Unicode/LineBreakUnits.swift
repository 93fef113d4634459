/// What the line-breaking rules see as one character: a base and the marks on it (LB9).
///
/// Neighbours between which no rule ever breaks and that all rules treat alike stand together:
/// ASCII letters, ASCII digits, spaces.
struct LineBreakUnit {
  /// The class of the base; a mark without a base is alphabetic (LB10).
  var kind: LineBreakClass

  /// Whether the East Asian width of the base is F, H or W.
  var isEastAsian: Bool

  /// Whether it ends in U+200D (LB8a).
  var isJoined: Bool

  /// Offset of its first byte.
  var start: Int
}

/// Reads text by line-breaking units.
struct LineBreakUnits {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next unit, or nil at the end.
  mutating func next() -> LineBreakUnit? {
    guard position < end else { return nil }
    let start = position
    let first = bytes[position]
    if first == 0x20 {
      repeat { position += 1 } while position < end && bytes[position] == 0x20
      return LineBreakUnit(kind: .space, isEastAsian: false, isJoined: false, start: start)
    }
    var kind: LineBreakClass
    var isEastAsian = false
    var isJoined = false
    if Self.isASCIILetter(first) {
      repeat { position += 1 } while position < end && Self.isASCIILetter(bytes[position])
      kind = .alphabetic
    } else if first &- 0x30 < 10 {
      repeat { position += 1 } while position < end && bytes[position] &- 0x30 < 10
      kind = .numeric
    } else {
      (kind, isEastAsian) = take()
      switch kind {
      case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .zeroWidthSpace:
        return LineBreakUnit(kind: kind, isEastAsian: false, isJoined: false, start: start)
      case .combiningMark, .zeroWidthJoiner:
        isJoined = kind == .zeroWidthJoiner
        kind = .alphabetic
        isEastAsian = false
      default: break
      }
    }
    // No printable ASCII character is a mark; DEL and the controls are.
    while position < end, bytes[position] &- 0x20 >= 0x5F {
      let mark = position
      let (next, _) = take()
      guard next == .combiningMark || next == .zeroWidthJoiner else {
        position = mark
        break
      }
      isJoined = next == .zeroWidthJoiner
    }
    return LineBreakUnit(kind: kind, isEastAsian: isEastAsian, isJoined: isJoined, start: start)
  }

  /// The class of the code point here, and whether it is East Asian; goes past it.
  private mutating func take() -> (LineBreakClass, Bool) {
    let scalar = decodeScalar(bytes, at: position, before: end)
    position += scalar.length
    let trie = PackedTrie(
      tops: LineBreakTable.tops, middles: LineBreakTable.middles, leaves: LineBreakTable.leaves)
    let value = trie[scalar.value]
    let isEastAsian = value >= LineBreakClass.count
    let number = isEastAsian ? value - LineBreakClass.count : value
    return (LineBreakClass(rawValue: UInt8(number)) ?? .alphabetic, isEastAsian)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }
}
