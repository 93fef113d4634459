/// The named character references of HTML (`amp;`, `copy;`, `notin;`, …), all 2,125 of them.
///
/// The 106 names that HTML also knows without a semicolon are for old pages, and are not among
/// them.
package enum NamedReferences {
  /// The number of bytes of the longest name, with its semicolon.
  package static let longestName = 32

  /// Looks a name up.
  ///
  /// - Parameters:
  ///   - name: The name without its semicolon.
  ///   - bytes: The markup.
  /// - Returns: The value of the name: one or two UTF-16 code units, the first in the low half.
  private static func value(of name: Range<Int>, in bytes: Span<UInt8>) -> UInt32? {
    // The table is sorted, so the names that begin with what has been read are a range that
    // narrows with every character.
    var low = 0
    var high = NamedReferenceTable.count
    for position in 0...name.count {
      let byte = position < name.count ? bytes[name.lowerBound + position] : 0x3B
      low = firstIndex(from: low, to: high, at: position) { $0 >= byte }
      high = firstIndex(from: low, to: high, at: position) { $0 > byte }
      if low == high { return nil }
    }
    // Only the last byte of a name is a semicolon.
    return NamedReferenceTable.values[low]
  }

  /// The one or two scalars of a name.
  package static func scalars(
    of name: Range<Int>, in bytes: Span<UInt8>
  ) -> (Unicode.Scalar, Unicode.Scalar?)? {
    guard let value = value(of: name, in: bytes) else { return nil }
    let units = (UInt16(truncatingIfNeeded: value), UInt16(value >> 16))
    guard UTF16.isLeadSurrogate(units.0) else {
      return (
        Unicode.Scalar(orReplacement: UInt32(units.0)),
        units.1 == 0 ? nil : Unicode.Scalar(units.1)
      )
    }
    let scalar = 0x10000 + (UInt32(units.0 & 0x3FF) << 10 | UInt32(units.1 & 0x3FF))
    return (Unicode.Scalar(orReplacement: scalar), nil)
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
    return NamedReferenceTable.names.withUTF8Buffer { unsafe $0[offset] }
  }

  /// The first name in the range whose byte at `position` satisfies a condition that stays true.
  @inline(__always)
  private static func firstIndex(
    from low: Int, to high: Int, at position: Int, where holds: (UInt8) -> Bool
  ) -> Int {
    (low..<high).partitioningIndex { holds(byte(position, of: $0)) }
  }
}
