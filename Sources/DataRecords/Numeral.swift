import Bytes

/// Counts the values of a column that are numbers.
struct NumberTally {
  private var numbers = 0
  private var blanks = 0
  private var count = 0

  /// Counts a value.
  mutating func add(_ text: Span<UInt8>) {
    count += 1
    if text.isEmpty || text.count == 1 && text[0] == UInt8(ascii: "-") {
      blanks += 1
    } else if text.isNumeral {
      numbers += 1
    }
  }

  /// Counts a field of a record.
  mutating func add(_ field: FieldValue, of bytes: Span<UInt8>) {
    if let plain = field.verbatim(of: bytes) { return add(bytes.extracting(plain)) }
    var text: [UInt8] = []
    field.appendText(of: bytes, to: &text)
    add(text.span)
  }

  /// True if four of five values are numbers, or none.
  var isNumeric: Bool { numbers > 0 && 5 * (numbers + blanks) >= 4 * count }
}

extension Span<UInt8> {
  /// True for a number as people write it.
  ///
  /// It may have a sign, groups of three digits, a fraction and an exponent, and a currency, a percent
  /// sign or a prefix of a unit: `-1.5e3`, `$1,234.50`, `1 234,5 €`, `19%`, `1.5Gi`.
  var isNumeral: Bool {
    var offset = 0
    func byte(_ ahead: Int = 0) -> UInt8 { offset + ahead < count ? self[offset + ahead] : 0 }
    func take(_ accepted: String) -> Bool {
      for sign in accepted.unicodeScalars {
        let bytes = Array(String(sign).utf8)
        guard bytes.indices.allSatisfy({ byte($0) == bytes[$0] }) else { continue }
        offset += bytes.count
        return true
      }
      return false
    }
    func digits() -> Int {
      let start = offset
      while byte().isASCIIDigit { offset += 1 }
      return offset - start
    }
    _ = take(Self.signs)
    if take(Self.currencies) { _ = take(Self.signs) }
    let first = digits()
    guard first > 0 else { return false }
    if first <= 3 { takeGroups(&offset) }
    if byte() == UInt8(ascii: ".") || byte() == UInt8(ascii: ",") {
      offset += 1
      guard digits() > 0 else { return false }
    }
    if byte() | 0x20 == UInt8(ascii: "e"), byte(1) != 0, !byte(1).isASCIILetter {
      offset += 1
      _ = take("+-")
      guard digits() > 0 else { return false }
    }
    if offset == count { return true }
    _ = take(Self.blanks)
    if take("%"), offset == count { return true }
    if take(Self.currencies), offset == count { return true }
    if take("kKMGTPE") { _ = take("i") }
    _ = take("B")
    return offset == count
  }

  /// Passes groups of three digits that the same separator stands before.
  private func takeGroups(_ offset: inout Int) {
    var separator: ArraySlice<UInt8>?
    while true {
      let next = Self.separators.first { sign in
        sign.indices.allSatisfy { offset + $0 < count && self[offset + $0] == sign[$0] }
      }
      guard let next, separator == nil || separator == next[...] else { return }
      let start = offset + next.count
      guard start + 3 <= count, (start..<start + 3).allSatisfy({ self[$0].isASCIIDigit }),
        start + 3 == count || !self[start + 3].isASCIIDigit
      else { return }
      separator = next[...]
      offset = start + 3
    }
  }

  private static var signs: String { "+-\u{2212}" }
  private static var currencies: String { "$\u{20AC}\u{A3}\u{A5}" }
  private static var blanks: String { " \u{A0}\u{202F}" }
  private static var separators: [[UInt8]] {
    [[0x2C], [0x2E], [0x20], [0x27], [0xC2, 0xA0], [0xE2, 0x80, 0xAF]]
  }
}
