import Bytes

/// Counts the values of a column that are numbers.
struct NumberTally {
  private var numbers = 0
  private var blanks = 0
  private var count = 0

  mutating func add(_ text: Span<UInt8>) {
    count += 1
    if text.isEmpty || text.count == 1 && text[0] == UInt8(ascii: "-") {
      blanks += 1
    } else if text.isNumeral {
      numbers += 1
    }
  }

  mutating func add(_ field: FieldValue, of bytes: Span<UInt8>) {
    if let plain = field.verbatim(of: bytes) { return add(bytes.extracting(plain)) }
    var text: [UInt8] = []
    field.appendText(of: bytes, to: &text)
    add(text.span)
  }

  /// True if at least four fifths of the values are numbers or missing, and one is a number.
  var isNumeric: Bool { numbers > 0 && 5 * (numbers + blanks) >= 4 * count }
}

extension Span<UInt8> {
  /// True for a number in common notation.
  ///
  /// It may have a sign, groups of three digits, a fraction and an exponent, and a currency, a
  /// percent sign or a prefix of a unit: `-1.5e3`, `.5`, `$1,234.50`, `1 234,5 €`, `19%`, `1.5Gi`.
  var isNumeral: Bool {
    var offset = 0
    _ = take(Self.isSign, &offset)
    if take(Self.isCurrency, &offset) { _ = take(Self.isSign, &offset) }
    let first = takeDigits(&offset)
    if first > 0, first <= 3 { takeGroups(&offset) }
    // A number may be a full stop and a fraction alone.
    if take({ $0 == 0x2E || first > 0 && $0 == 0x2C }, &offset) {
      guard takeDigits(&offset) > 0 else { return false }
    } else if first == 0 {
      return false
    }
    if offset + 1 < count, self[offset] | 0x20 == UInt8(ascii: "e"), self[offset + 1] != 0,
      !self[offset + 1].isASCIILetter
    {
      offset += 1
      _ = take({ $0 == 0x2B || $0 == 0x2D }, &offset)
      guard takeDigits(&offset) > 0 else { return false }
    }
    if offset == count { return true }
    _ = take(Self.isBlank, &offset)
    if take({ $0 == 0x25 }, &offset), offset == count { return true }
    if take(Self.isCurrency, &offset), offset == count { return true }
    if take(Self.isPrefix, &offset) { _ = take({ $0 == 0x69 }, &offset) }
    _ = take({ $0 == 0x42 }, &offset)
    return offset == count
  }

  /// Skips the next scalar if it is accepted.
  @inline(__always)
  private func take(_ isAccepted: (UInt32) -> Bool, _ offset: inout Int) -> Bool {
    guard offset < count else { return false }
    let scalar = scalar(at: offset, before: count)
    guard isAccepted(scalar.value) else { return false }
    offset += scalar.length
    return true
  }

  private func takeDigits(_ offset: inout Int) -> Int {
    let start = offset
    while offset < count, self[offset].isASCIIDigit { offset += 1 }
    return offset - start
  }

  /// Skips groups of three digits with the same separator before them.
  private func takeGroups(_ offset: inout Int) {
    var separator: UInt32?
    while offset < count {
      let next = scalar(at: offset, before: count)
      guard Self.isSeparator(next.value), separator == nil || separator == next.value else {
        return
      }
      var end = offset + next.length
      guard takeDigits(&end) == 3 else { return }
      separator = next.value
      offset = end
    }
  }

  private static func isSign(_ scalar: UInt32) -> Bool {
    scalar == 0x2B || scalar == 0x2D || scalar == 0x2212
  }

  /// True for the signs of the dollar, the euro, the pound and the yen.
  private static func isCurrency(_ scalar: UInt32) -> Bool {
    scalar == 0x24 || scalar == 0x20AC || scalar == 0xA3 || scalar == 0xA5
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || scalar == 0x202F
  }

  private static func isSeparator(_ scalar: UInt32) -> Bool {
    isBlank(scalar) || scalar == 0x2C || scalar == 0x2E || scalar == 0x27
  }

  /// True for the prefixes of units from kilo to exa.
  private static func isPrefix(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x6B, 0x4B, 0x4D, 0x47, 0x54, 0x50, 0x45: true
    default: false
    }
  }
}
