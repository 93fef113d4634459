import Bytes

/// An offset where a line may end, or must.
package struct LineBreak: Hashable, Sendable {
  /// Byte offset of the start of the next line.
  package let offset: Int

  /// True if the line must end here: at a line feed, a paragraph separator and the like.
  package let isMandatory: Bool
}

/// The offsets where lines of UTF-8 text may break, in order.
///
/// UAX #14, Unicode 16, without tailoring. The iterator reads three units ahead, as far as the
/// rules need, so that its time is linear and its memory constant. The end of the text is returned
/// only if there is a mandatory break.
package struct LineBreaks: Sequence, IteratorProtocol, Sendable {
  private var units: LineBreakUnits
  private let end: Int
  private var context = LineBreakContext()
  private var current: LineBreakUnit
  private var following: LineBreakUnit
  private var afterFollowing: LineBreakUnit

  /// Finds the breaks inside `range`; each of the `atoms`, in order, is one object.
  package init(_ bytes: [UInt8], in range: Range<Int>, atoms: [Range<Int>] = []) {
    units = LineBreakUnits(bytes, in: range, atoms: atoms)
    end = range.upperBound
    current = units.next()
    following = units.next()
    afterFollowing = units.next()
  }

  package init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

  package mutating func next() -> LineBreak? {
    while current.kind != .textEdge {
      let unit = current
      let action = context.action(
        before: unit, following: following, afterFollowing: afterFollowing)
      context.pass(unit)
      current = following
      following = afterFollowing
      afterFollowing = units.next()
      switch action {
      case .forbidden: continue
      case .allowed: return LineBreak(offset: unit.start, isMandatory: false)
      case .mandatory: return LineBreak(offset: unit.start, isMandatory: true)
      }
    }
    guard context.endsInMandatoryBreak else { return nil }
    context = LineBreakContext()
    return LineBreak(offset: end, isMandatory: true)
  }
}

/// A unit of the line-breaking rules: a base and the marks on it (LB9).
///
/// Neighbours between which no rule ever breaks and that all rules treat alike are one unit:
/// letters, ASCII digits, spaces.
///
/// It is one machine word, since several of them are moved at every step.
struct LineBreakUnit {
  private let word: UInt64

  init(_ kind: LineBreakClass, isEastAsian: Bool = false, isJoined: Bool = false, start: Int) {
    word =
      UInt64(start) << 8 | (isEastAsian ? 0x80 : 0) | (isJoined ? 0x40 : 0) | UInt64(kind.rawValue)
  }

  /// The class of the base; a mark without a base is alphabetic (LB10).
  var kind: LineBreakClass { LineBreakClass(number: UInt8(truncatingIfNeeded: word) & 0x3F) }

  /// True if the East Asian width of the base is F, H or W.
  var isEastAsian: Bool { word & 0x80 != 0 }

  /// True if it ends in U+200D (LB8a).
  var isJoined: Bool { word & 0x40 != 0 }

  var start: Int { Int(word >> 8) }

  /// Unit before the first one.
  static let edge = LineBreakUnit(.textEdge, start: 0)
}

struct LineBreakUnits {
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  /// Parts in which no line breaks, as if each were one object, and the index of the next one.
  private let atoms: [Range<Int>]
  private var nextAtom = 0

  init(_ bytes: [UInt8], in range: Range<Int>, atoms: [Range<Int>] = []) {
    self.bytes = bytes
    self.atoms = atoms
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next unit, `textEdge` at the end.
  mutating func next() -> LineBreakUnit {
    guard position < end else { return LineBreakUnit(.textEdge, start: end) }
    let start = position
    if !atoms.isEmpty {
      while nextAtom < atoms.count, atoms[nextAtom].upperBound <= position { nextAtom += 1 }
      if nextAtom < atoms.count, atoms[nextAtom].lowerBound <= position {
        position = min(end, atoms[nextAtom].upperBound)
        return LineBreakUnit(.contingentBreak, start: start)
      }
    }
    // Nothing reaches into a part that is one object.
    let end = nextAtom < atoms.count ? min(end, atoms[nextAtom].lowerBound) : end
    let first = bytes[position]
    if first == 0x20 {
      repeat { position += 1 } while position < end && bytes[position] == 0x20
      return LineBreakUnit(.space, start: start)
    }
    var kind: LineBreakClass
    var isEastAsian = false
    var isJoined = false
    if first.isASCIILetter {
      repeat { position += 1 } while position < end && bytes[position].isASCIILetter
      kind = .alphabetic
    } else if first.isASCIIDigit {
      repeat { position += 1 } while position < end && bytes[position].isASCIIDigit
      kind = .numeric
    } else {
      (kind, isEastAsian) = take(before: end)
      switch kind {
      case .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .zeroWidthSpace:
        return LineBreakUnit(kind, start: start)
      case .combiningMark, .zeroWidthJoiner:
        isJoined = kind == .zeroWidthJoiner
        kind = .alphabetic
        isEastAsian = false
      default: break
      }
    }
    takeMarks(kind, isEastAsian, &isJoined, before: end)
    return LineBreakUnit(kind, isEastAsian: isEastAsian, isJoined: isJoined, start: start)
  }

  /// Advances past the marks on a unit, and past more letters if it is a letter itself.
  private mutating func takeMarks(
    _ kind: LineBreakClass, _ isEastAsian: Bool, _ isJoined: inout Bool, before end: Int
  ) {
    let isLetter = kind == .alphabetic && !isEastAsian
    while position < end {
      let byte = bytes[position]
      // Among ASCII only DEL and controls are marks; from U+4000 to U+9FFF there are none.
      if byte.isPrintableASCII {
        guard isLetter, byte.isASCIILetter else { return }
        position += 1
        isJoined = false
        continue
      }
      if byte &- 0xE4 < 6 { return }
      let next = position
      switch take(before: end) {
      case (.combiningMark, _): isJoined = false
      case (.zeroWidthJoiner, _): isJoined = true
      case (.alphabetic, false) where isLetter: isJoined = false
      default:
        position = next
        return
      }
    }
  }

  /// Reads the class of the next scalar, and if it is East Asian.
  private mutating func take(before end: Int) -> (LineBreakClass, Bool) {
    if isIdeograph(bytes, at: position, before: end) {
      position += 3
      return (.ideographic, true)
    }
    let scalar = bytes.span.scalar(at: position, before: end)
    position += scalar.length
    let value = LineBreakTable.trie[scalar.value]
    let isEastAsian = value >= LineBreakClass.count
    let number = isEastAsian ? value - LineBreakClass.count : value
    return (LineBreakClass(number: UInt8(number)), isEastAsian)
  }
}
