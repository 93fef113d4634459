/// A property of code points as three stages of constant bytes.
///
/// Every entry is one printable character, `offset` above its value, so that the compiler embeds
/// the table unchanged: nothing is built when a program starts, in no build mode.
@usableFromInline
package struct PackedTrie: Sendable {
  @usableFromInline let tops: StaticString
  @usableFromInline let middles: StaticString
  @usableFromInline let leaves: StaticString

  /// Names the stages that `Tests/Generators/unicode_tables.py` wrote.
  @inlinable @inline(__always)
  init(tops: StaticString, middles: StaticString, leaves: StaticString) {
    self.tops = tops
    self.middles = middles
    self.leaves = leaves
  }

  /// The value of a code point, which must be at most U+10FFFF.
  @inlinable @inline(__always)
  package subscript(scalar: UInt32) -> Int {
    // The first leaves are those of ASCII, one after the other.
    if scalar < 0x80 { return Self.digit(leaves, Int(scalar)) }
    let top = Self.digit(tops, Int(scalar >> 10))
    let middle = (top << 6 | Int(scalar >> 4 & 63)) << 1
    let leaf = Self.digit(middles, middle) * 91 + Self.digit(middles, middle + 1)
    return Self.digit(leaves, leaf << 4 | Int(scalar & 15))
  }

  /// One entry of a stage.
  ///
  /// It reads without a bounds check: the generator asserts that every stage covers all indices of
  /// the one before it, and the first covers 0 to U+10FFFF.
  @inlinable @inline(__always)
  package static func digit(_ stage: StaticString, _ index: Int) -> Int {
    Int(unsafe stage.utf8Start[index]) - 36
  }
}

extension CharacterTable {
  /// True if a code point is a combining mark (general category M) and no variation selector.
  @inlinable @inline(__always)
  package static func isMark(_ scalar: UInt32) -> Bool {
    PackedTrie.digit(marks, trie[scalar]) != 0
  }
}
