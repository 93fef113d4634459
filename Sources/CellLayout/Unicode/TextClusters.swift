import Bytes
import StyledText
package import TerminalOutput

/// A grapheme cluster: its range and its number of cells.
package struct TextCluster: Hashable, Sendable {
  package let range: Range<Int>

  /// Cells from 0; more than 2 only if several letters make one cluster, as in old Hangul.
  package let width: Int
}

/// Iterates over the grapheme clusters of UTF-8 text, with their widths.
///
/// UAX #29 (Unicode 16) decides the boundaries, `WidthRules` the cells. It works on byte offsets
/// and makes no string. The widths are those of one line from its start: use a new iterator for
/// each line.
package struct TextClusters: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let end: Int
  private var meter: CellMeter

  /// Offset of the cluster that `next()` will return.
  package private(set) var position: Int

  /// Starts at the first byte of `range`, which should be a boundary between clusters; nil for all
  /// of the text.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, rules: WidthRules) {
    let range = range ?? 0..<bytes.count
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    meter = CellMeter(rules)
  }

  /// True if the last cell includes the next character after U+200D without joining it.
  var takesNext: Bool { !meter.countsASCII }

  package mutating func next() -> TextCluster? {
    guard position < end else { return nil }
    let start = position
    let width = meter.takeCluster(bytes, at: &position, before: end)
    return TextCluster(range: start..<position, width: width)
  }
}

extension CellMeter {
  /// Advances past the cluster at `position`, and returns its cells.
  @inline(__always)
  mutating func takeCluster(_ bytes: [UInt8], at position: inout Int, before end: Int) -> Int {
    let first = bytes[position]
    if first.isPrintableASCII, countsASCII, position + 1 == end || bytes[position + 1] < 0x80 {
      position += 1
      passASCII()
      return 1
    }
    return takeAnyCluster(bytes, at: &position, before: end)
  }

  private mutating func takeAnyCluster(_ bytes: [UInt8], at position: inout Int, before end: Int)
    -> Int
  {
    let first = bytes.span.scalar(at: position, before: end)
    let classes = CharacterClasses(of: first.value)
    var boundary = ClusterBoundary(startingWith: classes.cluster)
    var width = cells(of: classes.width)
    position += first.length
    while position < end {
      let next = bytes.span.scalar(at: position, before: end)
      let classes = CharacterClasses(of: next.value)
      guard boundary.joins(classes.cluster) else { break }
      width += cells(of: classes.width)
      position += next.length
    }
    return width
  }

  /// Advances past one Unicode scalar, and returns its cells.
  @inline(__always)
  mutating func takeScalar(_ bytes: [UInt8], at position: inout Int, before end: Int) -> Int {
    if isIdeograph(bytes, at: position, before: end) {
      position += 3
      return cells(of: .wide)
    }
    let next = bytes.span.scalar(at: position, before: end)
    position += next.length
    return cells(of: CharacterClasses(of: next.value).width)
  }
}

/// The rules of extended grapheme clusters as a state machine over Unicode scalars.
///
/// UAX #29 §3.1.1, Unicode 16. Its state is limited to the current cluster: every cluster starts
/// with a new one.
struct ClusterBoundary {
  private var previous: ClusterClass
  private var emoji: Emoji
  private var conjunct: Conjunct
  private var isOddIndicator: Bool

  /// State of rule GB11: pictograph, extenders, joiner.
  private enum Emoji { case none, base, joined }

  /// State of rule GB9c: consonant, then marks among which a linker was.
  private enum Conjunct { case none, consonant, linked }

  init(startingWith first: ClusterClass) {
    previous = first
    emoji = first == .pictographic ? .base : .none
    conjunct = first == .conjunctConsonant ? .consonant : .none
    isOddIndicator = first == .regionalIndicator
  }

  /// Adds the next scalar to the cluster; false if that starts the next cluster, after which
  /// this machine must not be used.
  mutating func joins(_ next: ClusterClass) -> Bool {
    guard holds(previous, next) else { return false }
    switch next {
    case .extend: conjunct = .none
    case .conjunctExtend: break
    case .conjunctLinker: if conjunct == .consonant { conjunct = .linked }
    case .zeroWidthJoiner: emoji = emoji == .base ? .joined : .none
    default:
      emoji = next == .pictographic ? .base : .none
      conjunct = next == .conjunctConsonant ? .consonant : .none
    }
    isOddIndicator = next == .regionalIndicator && !isOddIndicator
    if next != .zeroWidthJoiner, emoji == .joined { emoji = .none }
    previous = next
    return true
  }

  /// True if there is no boundary between two neighbours: GB3 to GB13.
  private func holds(_ previous: ClusterClass, _ next: ClusterClass) -> Bool {
    switch previous {
    case .carriageReturn: return next == .lineFeed
    case .lineFeed, .control: return false
    default: break
    }
    switch next {
    case .carriageReturn, .lineFeed, .control: return false
    case .extend, .conjunctExtend, .conjunctLinker, .zeroWidthJoiner, .spacingMark: return true
    case .pictographic: return emoji == .joined || previous == .prepend
    case .conjunctConsonant: return conjunct == .linked || previous == .prepend
    case .regionalIndicator: return isOddIndicator || previous == .prepend
    case .hangulL, .hangulLV, .hangulLVT: return previous == .hangulL || previous == .prepend
    case .hangulV:
      return previous == .hangulL || previous == .hangulLV || previous == .hangulV
        || previous == .prepend
    case .hangulT:
      return previous == .hangulLV || previous == .hangulV || previous == .hangulLVT
        || previous == .hangulT || previous == .prepend
    case .other, .prepend: return previous == .prepend
    }
  }
}

/// Offsets at which a line may break but no cluster ends: after a space before marks, and between a
/// prepended sign and an ideograph.
extension ClusterBoundary {
  /// True if a possible line break has to be checked; false for nearly all text.
  @inline(__always)
  static func mayBeMissing(_ bytes: [UInt8], _ offset: Int) -> Bool {
    switch bytes[offset] {
    // ASCII, Latin, Greek, Cyrillic and ideographs: there are no marks among them.
    case ..<0x80, 0xC3...0xCB, 0xCE...0xD1, 0xE4...0xE9: break
    // Hiragana, katakana.
    case 0xE3 where bytes[offset + 1] == 0x81 || bytes[offset + 1] == 0x83: break
    default: return true
    }
    if bytes[offset - 1] < 0x80 { return false }
    guard offset >= 3 else { return true }
    // Prepended signs begin with one of these bytes, or are four bytes long.
    if bytes[offset - 2] >= 0xC0 { return 0xD8...0xDC ~= bytes[offset - 2] }
    return bytes[offset - 3] < 0xE1
  }

  /// True if clusters end at a possible line break, by two scalars only: the rules of line
  /// breaking keep flags and emoji together.
  static func isAt(_ bytes: [UInt8], _ offset: Int, before end: Int) -> Bool {
    var start = offset - 1
    while start > 0, offset - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let previous = CharacterClasses(of: bytes.span.scalar(at: start, before: offset).value)
    let next = CharacterClasses(of: bytes.span.scalar(at: offset, before: end).value)
    if previous.cluster == .regionalIndicator { return true }
    var boundary = ClusterBoundary(startingWith: previous.cluster)
    return !boundary.joins(next.cluster)
  }
}

/// True if one of U+5000 to U+9FFF starts at `offset`: all are ideographs of two cells, so their
/// properties need not be read.
@inline(__always)
func isIdeograph(_ bytes: [UInt8], at offset: Int, before end: Int) -> Bool {
  bytes[offset] &- 0xE5 < 5 && end - offset >= 3 && bytes[offset + 1] & 0xC0 == 0x80
    && bytes[offset + 2] & 0xC0 == 0x80
}
