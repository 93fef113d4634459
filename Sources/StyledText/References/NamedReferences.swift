/// The named character references of HTML (`amp;`, `copy`, `notin;`, …), all 2,231 of them.
///
/// The table is sorted, so the names that begin with what has been read so far are a range that
/// narrows with every character.
package enum NamedReferences {
  /// A name that matched.
  struct Match: Equatable {
    /// The number of bytes of the name.
    let length: Int
    /// One or two UTF-16 code units, the first in the low half.
    let value: UInt32
  }

  /// How the look-up ended.
  enum Result: Equatable {
    case match(Match)
    case none
    /// The bytes end where a longer name may go on.
    case incomplete
  }

  /// The number of bytes of the longest name.
  static let longestName = 32

  /// Finds the longest name that the bytes from `start` begin with.
  ///
  /// - Parameters:
  ///   - start: Where the name begins, behind the ampersand.
  ///   - end: Where the bytes end.
  ///   - bytes: The markup.
  ///   - isLast: False when more bytes will follow `end`.
  /// - Returns: The longest name, if there is any.
  static func longestMatch(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Result {
    var low = 0
    var high = NamedReferenceTable.count
    var length = 0
    var match: Match?
    while true {
      guard start + length < end else {
        if !isLast { return .incomplete }
        break
      }
      let byte = bytes[start + length]
      low = firstIndex(from: low, to: high, at: length) { $0 >= byte }
      high = firstIndex(from: low, to: high, at: length) { $0 > byte }
      if low == high { break }
      length += 1
      if self.length(of: low) == length {
        match = Match(length: length, value: NamedReferenceTable.values[low])
        // Shorter names sort first, so this one cannot match again.
        low += 1
        if low == high { break }
      }
    }
    return match.map { .match($0) } ?? .none
  }

  /// All names with their text, in the order of their bytes.
  package static var all: some RandomAccessCollection<(name: String, text: String)> {
    (0..<NamedReferenceTable.count).lazy.map { index in
      var name: [UInt8] = []
      for position in 0..<length(of: index) { name.append(byte(position, of: index)) }
      let value = NamedReferenceTable.values[index]
      let units = [UInt16(truncatingIfNeeded: value), UInt16(value >> 16)].filter { $0 != 0 }
      return (String(decoding: name, as: UTF8.self), String(decoding: units, as: UTF16.self))
    }
  }

  private static func length(of index: Int) -> Int {
    Int(NamedReferenceTable.starts[index + 1]) - Int(NamedReferenceTable.starts[index])
  }

  private static func byte(_ position: Int, of index: Int) -> UInt8 {
    let offset = Int(NamedReferenceTable.starts[index]) + position
    return NamedReferenceTable.names.withUTF8Buffer { $0[offset] }
  }

  /// The first name in the range whose byte at `position` satisfies a condition that stays true.
  @inline(__always)
  private static func firstIndex(
    from low: Int, to high: Int, at position: Int, where holds: (UInt8) -> Bool
  ) -> Int {
    var low = low
    var high = high
    while low < high {
      let middle = (low + high) / 2
      if holds(byte(position, of: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
