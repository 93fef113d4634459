internal import Bytes

/// The classes of characters that a set of patterns distinguishes, as columns in a table of
/// transitions.
///
/// Columns are by character, not by byte: `(?u)\w` is one transition where it would be a thousand
/// ranges of bytes, and a Chinese character is one step.
struct PatternAlphabet: Sendable {
  /// Column of the start of the line.
  ///
  /// Column 0, for any byte that is not ASCII, never has a transition.
  static let lineStart = 1

  /// Number of columns.
  private(set) var count = 2

  private(set) var ofByte = [UInt16](repeating: 0, count: 256)

  /// A character of each column.
  private(set) var representatives: [UInt32] = [0, 0]

  /// The properties of the characters of each column.
  private(set) var kinds: [CharacterKind] = [[], .edge]

  /// The first scalars of intervals whose scalars have one column, in order.
  private var starts: [UInt32] = [0]

  /// The column of each interval.
  private var columns: [UInt16] = []

  /// Partitions the scalars by sets of them, and by the properties for assertions; nil if there are
  /// more than `PatternLimits.characterClasses`.
  init?(sets: [ScalarSet], looksAt kind: CharacterKind) {
    var sets = sets
    if kind.contains(.asciiWord) { sets.append(.asciiWords) }
    if kind.contains(.unicodeWord) { sets.append(.unicodeWords) }
    var bounds: Set<UInt32> = [0]
    for range in sets.lazy.flatMap(\.ranges) {
      bounds.insert(range.lowerBound)
      if range.upperBound < 0x10FFFF { bounds.insert(range.upperBound + 1) }
    }
    starts = bounds.sorted()
    guard let parts = Self.parts(of: starts, by: sets) else { return nil }
    merge(parts)
    for value in 0..<0x80 { ofByte[value] = UInt16(column(of: UInt32(value))) }
    for scalar in representatives.dropFirst(2) {
      var found: CharacterKind = []
      if ScalarSet.asciiWords.contains(scalar) { found.insert(.asciiWord) }
      if kind.contains(.unicodeWord), ScalarSet.unicodeWords.contains(scalar) {
        found.insert(.unicodeWord)
      }
      kinds.append(found)
    }
    kinds = kinds.map { $0.intersection(kind) }
  }

  /// Numbers the intervals, equally if the same sets contain them.
  private static func parts(of starts: [UInt32], by sets: [ScalarSet]) -> [Int]? {
    var parts = [Int](repeating: 0, count: starts.count)
    var count = 1
    for set in sets {
      var moved: [Int: Int] = [:]
      // A set and its complement divide alike.
      let smaller = set.contains(0x10FFFF) ? set.inverted : set
      for range in smaller.ranges {
        var index = starts.partitioningIndex { $0 >= range.lowerBound }
        while index < starts.count, starts[index] <= range.upperBound {
          let part = moved[parts[index]] ?? count
          if part == count {
            moved[parts[index]] = part
            count += 1
          }
          parts[index] = part
          index += 1
        }
      }
      guard count < 1 << 20 else { return nil }
    }
    return parts
  }

  /// Numbers the columns by their first scalars, and joins intervals of one column.
  private mutating func merge(_ parts: [Int]) {
    var numbers: [Int: UInt16] = [:]
    var merged: [UInt32] = []
    for (start, part) in zip(starts, parts) {
      let column = numbers[part] ?? UInt16(truncatingIfNeeded: count)
      if numbers[part] == nil {
        numbers[part] = column
        representatives.append(start)
        count += 1
      }
      guard columns.last != column else { continue }
      merged.append(start)
      columns.append(column)
    }
    starts = merged
  }

  func column(of scalar: UInt32) -> Int {
    Int(columns[starts.partitioningIndex { $0 > scalar } - 1])
  }

  /// The column and the length of the character before an offset, which is between two characters.
  func character(before offset: Int, in line: Span<UInt8>) -> (column: Int, length: Int) {
    guard offset > 0 else { return (Self.lineStart, 0) }
    var start = offset - 1
    if line[start] < 0x80 { return (Int(ofByte[Int(line[start])]), 1) }
    while start > 0, offset - start < 4, line[start] & 0xC0 == 0x80 { start -= 1 }
    let scalar = line.scalar(at: start, before: line.count)
    // Otherwise it is a byte that continues nothing.
    let isWhole = start + scalar.length == offset
    return (column(of: isWhole ? scalar.value : 0xFFFD), isWhole ? scalar.length : 1)
  }
}
