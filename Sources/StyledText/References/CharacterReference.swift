import Bytes

/// A character reference: `&lt;`, `&copy;`, `&#8364;`, `&#x20AC;`.
///
/// The names and numbers are those of the HTML standard, section 13.2.5.72 to 13.2.5.80, but each
/// needs its semicolon: without one it is text, so that `?a=1&copy=2` stays as it was written. What
/// a reference stands for is as untrusted as any other text: `&#27;` is U+001B here, and
/// `TextSanitizer` makes it visible.
package struct CharacterReference: Hashable, Sendable {
  /// Result of reading a reference.
  package enum Match: Hashable, Sendable {
    /// A reference.
    case reference(CharacterReference)
    /// The ampersand is text, for this reason.
    case text(MarkupProblem)
    /// More input is needed to tell.
    case incomplete
  }

  /// The number of bytes, ampersand and semicolon included.
  package let length: Int

  /// The first scalar that the reference stands for.
  package let first: Unicode.Scalar

  /// The second scalar of the few references that stand for two.
  package let second: Unicode.Scalar?

  /// Problem of the reference; nil when there is none.
  package let problem: MarkupProblem?

  /// Reads the reference at an ampersand.
  ///
  /// - Parameters:
  ///   - start: The offset of the `&`.
  ///   - end: End of the bytes that may belong to the reference.
  ///   - bytes: The markup.
  ///   - isLast: False when more bytes will follow `end`.
  /// - Returns: The reference, or why there is none.
  package static func read(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Match {
    guard start + 1 < end else { return isLast ? .text(.unescapedAmpersand) : .incomplete }
    let byte = bytes[start + 1]
    if byte == 0x23 { return readNumber(at: start, before: end, in: bytes, isLast: isLast) }
    guard byte.isASCIILetter else { return .text(.unescapedAmpersand) }
    let limit = min(end, start + 1 + NamedReferences.longestName)
    var offset = start + 1
    while offset < limit, bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit { offset += 1 }
    // The result must not depend on the end of a read.
    if offset == end, !isLast, offset - start <= NamedReferences.longestName { return .incomplete }
    let value = NamedReferences.value(of: start + 1..<offset, in: bytes)
    guard offset < limit, bytes[offset] == 0x3B else {
      return .text(value == nil ? .unescapedAmpersand : lacking(at: offset, before: end, in: bytes))
    }
    guard let value else { return .text(.unknownReference) }
    let units = (UInt16(truncatingIfNeeded: value), UInt16(value >> 16))
    let first: Unicode.Scalar
    var second: Unicode.Scalar?
    if UTF16.isLeadSurrogate(units.0) {
      let value = 0x10000 + (UInt32(units.0 & 0x3FF) << 10 | UInt32(units.1 & 0x3FF))
      first = Unicode.Scalar(orReplacement: value)
    } else {
      first = Unicode.Scalar(orReplacement: UInt32(units.0))
      if units.1 != 0 { second = Unicode.Scalar(units.1) }
    }
    return .reference(
      CharacterReference(length: offset + 1 - start, first: first, second: second, problem: nil))
  }

  /// Why a reference without its semicolon is text: it was forgotten, unless what follows shows
  /// that it is the name of a field (`?a=1&copy=2&times`).
  private static func lacking(
    at offset: Int, before end: Int, in bytes: Span<UInt8>
  ) -> MarkupProblem {
    let isField = offset < end && (bytes[offset] == 0x3D || bytes[offset] == 0x26)
    return isField ? .unescapedAmpersand : .referenceWithoutSemicolon
  }

  private static func readNumber(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Match {
    var offset = start + 2
    guard offset < end else { return isLast ? .text(.unescapedAmpersand) : .incomplete }
    let isHexadecimal = bytes[offset] | 0x20 == 0x78
    if isHexadecimal { offset += 1 }
    let firstDigit = offset
    let limit = min(end, start + MarkupLimits.longestTag)
    var value: UInt32 = 0
    while offset < limit {
      guard let digit = bytes[offset].hexadecimalValue, isHexadecimal || digit < 10 else { break }
      // Once past the last scalar the exact number does not matter any more.
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      offset += 1
    }
    let isTooLong = offset >= start + MarkupLimits.longestTag
    if offset == end, !isLast, !isTooLong { return .incomplete }
    if isTooLong || offset == firstDigit { return .text(.unescapedAmpersand) }
    guard offset < end, bytes[offset] == 0x3B else {
      return .text(lacking(at: offset, before: end, in: bytes))
    }
    return number(value, length: offset + 1 - start)
  }

  /// 13.2.5.80: what a number stands for.
  private static func number(_ value: UInt32, length: Int) -> Match {
    var problem: MarkupProblem?
    var scalar: Unicode.Scalar = "\u{FFFD}"
    if value == 0 {
      problem = .invalidReference
    } else if (0x80...0x9F).contains(value), windows1252[Int(value - 0x80)] != 0 {
      scalar = Unicode.Scalar(orReplacement: UInt32(windows1252[Int(value - 0x80)]))
    } else if let valid = Unicode.Scalar(value) {
      scalar = valid
    } else {
      problem = .invalidReference
    }
    return .reference(
      CharacterReference(length: length, first: scalar, second: nil, problem: problem))
  }

  /// HTML reads the numbers 0x80 to 0x9F as Windows-1252; 0 where that has nothing.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}

/// The named character references of HTML (`amp;`, `copy;`, `notin;`, …), all 2,125 of them.
///
/// The 106 names that HTML also knows without a semicolon are for old pages, and are not among
/// them.
package enum NamedReferences {
  /// The number of bytes of the longest name, with its semicolon.
  static let longestName = 32

  /// Looks a name up.
  ///
  /// - Parameters:
  ///   - name: The name without its semicolon.
  ///   - bytes: The markup.
  /// - Returns: The value of the name: one or two UTF-16 code units, the first in the low half.
  static func value(of name: Range<Int>, in bytes: Span<UInt8>) -> UInt32? {
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
