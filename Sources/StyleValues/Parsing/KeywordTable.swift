/// Values by ASCII keywords, which are looked up in bytes without a `String`.
///
/// Case is ignored. Keywords have up to 21 letters, digits, `-` and `_`.
///
/// ```swift
/// let table = KeywordTable([("thin", 1), ("thick", 3)])
/// print(table["Thick"] ?? 0, table.keywords)  // 3 ["thin", "thick"]
///
/// var cursor = ValueCursor(CSSText("thin THICK"))
/// print(cursor.lookUp(table) ?? 0, cursor.lookUpKeyword(table) ?? 0)  // 1 1
/// print(cursor.takeKeyword(table) ?? 0, cursor.takeKeyword(table) ?? 0)  // 1 3
/// ```
@usableFromInline
package struct KeywordTable<Value: Sendable>: Sendable {
  // Generic code is inlined: the runtime is slow at finding the type of a generic optional.
  @usableFromInline let numbers: KeywordNumbers
  @usableFromInline let values: [Value]

  /// If keywords are equal, the first counts.
  package init(_ entries: [(String, Value)]) {
    // Closures: a key path of a generic type is made by the run-time library, slowly.
    numbers = KeywordNumbers(entries.map { $0.0 })
    values = entries.map { $0.1 }
  }

  /// In the order of the entries.
  package var keywords: [String] { numbers.keywords }

  /// The value of the keyword in a range; nil if it is not in the table.
  @inlinable
  package subscript(bytes: [UInt8], range: Range<Int>) -> Value? {
    guard let number = numbers.find(bytes, range) else { return nil }
    return values[number]
  }

  package subscript(keyword: String) -> Value? {
    var keyword = keyword
    return keyword.withUTF8 { unsafe value(of: $0) }
  }

  func value(of bytes: some Sequence<UInt8>) -> Value? { numbers.find(bytes).map { values[$0] } }
}

extension KeywordTable where Value: CaseIterable & RawRepresentable<String> {
  /// The cases of an enumeration, by their raw values.
  package init() { self.init(Value.allCases.map { ($0.rawValue, $0) }) }
}

/// The indices of keywords in a list.
@usableFromInline
struct KeywordNumbers: Sendable {
  private struct Slot {
    /// 0 in a free slot.
    var key: UInt128
    var number: Int
  }

  private var slots: [Slot]
  private let mask: Int

  let keywords: [String]

  init(_ keywords: [String]) {
    var size = 4
    while size < keywords.count * 2 { size *= 2 }
    mask = size - 1
    slots = Array(repeating: Slot(key: 0, number: 0), count: size)
    self.keywords = keywords
    for (number, keyword) in keywords.enumerated() {
      guard let key = PackedKeyword.pack(keyword.utf8) else {
        preconditionFailure("\(keyword) is too long or not ASCII")
      }
      var slot = PackedKeyword.hash(key) & mask
      while slots[slot].key != 0, slots[slot].key != key { slot = (slot + 1) & mask }
      if slots[slot].key == 0 { slots[slot] = Slot(key: key, number: number) }
    }
  }

  @usableFromInline
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int? { find(bytes[range]) }

  @inline(__always)
  func find(_ bytes: some Sequence<UInt8>) -> Int? {
    guard let key = PackedKeyword.pack(bytes) else { return nil }
    var slot = PackedKeyword.hash(key) & mask
    while slots[slot].key != 0 {
      if slots[slot].key == key { return slots[slot].number }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

/// A keyword as one number, with six bits for each character.
enum PackedKeyword {
  @inline(__always)
  static func pack(_ bytes: some Sequence<UInt8>) -> UInt128? {
    // Ten characters fit in one word, which is enough for nearly every keyword.
    var word: UInt64 = 0
    var key: UInt128 = 0
    var count = 0
    for byte in bytes {
      guard count < 21, let code = code(byte) else { return nil }
      if count == 10 {
        key = UInt128(word)
        word = 0
      }
      word = word << 6 | code
      count += 1
    }
    guard count > 10 else { return count == 0 ? nil : UInt128(word) }
    return key << (6 * UInt128(count - 10)) | UInt128(word)
  }

  @inline(__always)
  static func hash(_ key: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: key ^ key >> 61)
    return Int(truncatingIfNeeded: (folded &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// Never 0, so that a keyword differs from its prefixes.
  @inline(__always)
  private static func code(_ byte: UInt8) -> UInt64? {
    let letter = (byte | 0x20) &- 0x61
    if letter < 26 { return UInt64(letter) + 1 }
    let digit = byte &- 0x30
    if digit < 10 { return UInt64(digit) + 27 }
    if byte == UInt8(ascii: "-") { return 37 }
    return byte == UInt8(ascii: "_") ? 38 : nil
  }
}
