import Bytes

/// A character reference: `&lt;`, `&copy;`, `&#8364;`, `&#x20AC;`.
///
/// The names and numbers are those of the HTML Standard, §13.2.5.72 to §13.2.5.80, but outside of
/// HTML each needs its semicolon: otherwise it is text, so that `?a=1&copy=2` is kept. The decoded
/// characters are not safe: `&#27;` is U+001B here, and `TextSanitizer` makes it visible.
package struct CharacterReference: Hashable, Sendable {
  package enum Match: Hashable, Sendable {
    case reference(CharacterReference)
    /// The ampersand is text, for this reason.
    case text(MarkupProblem)
    /// More input is needed.
    case incomplete
  }

  package enum Unclosed: Sendable {
    case text
    /// Numbers and some names are references, as in text of HTML.
    case reference
    /// They are references unless `=`, a letter or a digit follows a name, as in attributes of
    /// HTML.
    case value
  }

  /// In bytes, with ampersand and semicolon.
  package let length: Int

  package let first: Unicode.Scalar

  /// For the few references of two scalars.
  package let second: Unicode.Scalar?

  package let problem: MarkupProblem?

  /// Reads the reference at an ampersand; more bytes follow `end` unless `isLast`.
  package static func read(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool, unclosed: Unclosed = .text
  ) -> Match {
    guard start + 1 < end else { return isLast ? .text(.unescapedAmpersand) : .incomplete }
    let byte = bytes[start + 1]
    if byte == 0x23 {
      return readNumber(at: start, before: end, in: bytes, isLast: isLast, unclosed)
    }
    guard byte.isASCIILetter else { return .text(.unescapedAmpersand) }
    let limit = min(end, start + 1 + NamedReferences.longestName)
    var offset = start + 1
    while offset < limit, bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit { offset += 1 }
    // The result must not depend on the end of a read.
    if offset == end, !isLast, offset - start <= NamedReferences.longestName { return .incomplete }
    let scalars = NamedReferences.scalars(of: start + 1..<offset, in: bytes)
    let isClosed = offset < limit && bytes[offset] == 0x3B
    if unclosed != .text, !isClosed || scalars == nil,
      let name = NamedReferences.unclosedName(start + 1..<offset, in: bytes),
      unclosed == .reference
        || name.upperBound == offset && !(offset < end && bytes[offset] == 0x3D),
      let (first, second) = NamedReferences.scalars(of: name, in: bytes)
    {
      return .reference(
        CharacterReference(length: name.count + 1, first: first, second: second, problem: nil))
    }
    guard offset < limit, bytes[offset] == 0x3B else {
      return .text(
        scalars == nil ? .unescapedAmpersand : lacking(at: offset, before: end, in: bytes))
    }
    guard let (first, second) = scalars else { return .text(.unknownReference) }
    return .reference(
      CharacterReference(length: offset + 1 - start, first: first, second: second, problem: nil))
  }

  /// Why a reference without a semicolon is text: it is missing, unless the next byte shows that it
  /// is the name of a field (`?a=1&copy=2&times`).
  private static func lacking(
    at offset: Int, before end: Int, in bytes: Span<UInt8>
  ) -> MarkupProblem {
    let isField = offset < end && (bytes[offset] == 0x3D || bytes[offset] == 0x26)
    return isField ? .unescapedAmpersand : .referenceWithoutSemicolon
  }

  private static func readNumber(
    at start: Int, before end: Int, in bytes: Span<UInt8>, isLast: Bool, _ unclosed: Unclosed
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
      if unclosed != .text { return number(value, length: offset - start) }
      return .text(lacking(at: offset, before: end, in: bytes))
    }
    return number(value, length: offset + 1 - start)
  }

  /// The scalar of a number (HTML Standard §13.2.5.80).
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

  /// Windows-1252 for the numbers 0x80 to 0x9F, as in HTML; 0 if it has no character.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
