internal import CBytes

// Loops over bytes that go sixteen at a time. A test is asked about sixteen bytes at once; it is
// best written with constants that have a type, such as `SIMD16<UInt8>(repeating: 0x0A)`: the
// comparison with a literal is not one instruction.
//
// Every load is checked against the end of the bytes.

/// A test of sixteen bytes.
@usableFromInline
package typealias ByteTest = (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
  /// Sixteen bytes from an offset on, all of which must exist.
  @inlinable
  @inline(__always)
  package func block(at offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Eight bytes from an offset on, all of which must exist, as one number.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  @inline(__always)
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else {
      for offset in indices where self[offset] != other[offset] { return false }
      return true
    }
    var offset = 0
    while offset &+ 8 < count {
      if word(at: offset) != other.word(at: offset) { return false }
      offset &+= 8
    }
    return word(at: count &- 8) == other.word(at: count &- 8)
  }

  /// The offset of the first byte for which a test is true; `end` if there is none.
  @inlinable
  @inline(__always)
  package func firstOffset(from start: Int, to end: Int, where test: ByteTest) -> Int {
    var offset = start
    while offset &+ 16 <= end {
      let index = test(block(at: offset)).firstTrue
      if index < 16 { return offset &+ index }
      offset &+= 16
    }
    while offset < end, !test(SIMD16(repeating: self[offset]))[0] { offset &+= 1 }
    return offset
  }

  /// The offset of the first equal byte; `end` if there is none.
  @inlinable
  @inline(__always)
  package func firstOffset(of byte: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = SIMD16<UInt8>(repeating: byte)
    return firstOffset(from: start, to: end) { $0 .== wanted }
  }

  /// Number of bytes of a range for which a test is true.
  @inlinable
  @inline(__always)
  package func count(in range: Range<Int>, where test: ByteTest) -> Int {
    var total = 0
    var offset = range.lowerBound
    while offset &+ 16 <= range.upperBound {
      // A lane counts to 255.
      let end = Swift.min(range.upperBound, offset &+ 255 &* 16)
      var sums = SIMD16<UInt8>()
      // A lane that is true is -1. Two blocks at a time take an eighth less work.
      while offset &+ 32 <= end {
        sums &-= unsafe unsafeBitCast(test(block(at: offset)), to: SIMD16<UInt8>.self)
        sums &-= unsafe unsafeBitCast(test(block(at: offset &+ 16)), to: SIMD16<UInt8>.self)
        offset &+= 32
      }
      if offset &+ 16 <= end {
        sums &-= unsafe unsafeBitCast(test(block(at: offset)), to: SIMD16<UInt8>.self)
        offset &+= 16
      }
      total &+= Int(SIMD16<UInt16>(truncatingIfNeeded: sums).wrappedSum())
    }
    while offset < range.upperBound {
      if test(SIMD16(repeating: self[offset]))[0] { total &+= 1 }
      offset &+= 1
    }
    return total
  }
}

extension SIMDMask where Storage == SIMD16<Int8> {
  /// The index of the first true lane; 16 if there is none.
  ///
  /// The cast is safe, as lanes are bytes of 0 or 255; testing lane by lane is ten times as slow.
  @inlinable
  @inline(__always)
  package var firstTrue: Int {
    let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return UInt64(littleEndian: words[0]).trailingZeroBitCount >> 3 }
    if words[1] != 0 { return 8 + UInt64(littleEndian: words[1]).trailingZeroBitCount >> 3 }
    return 16
  }
}

extension SIMD16<UInt8> {
  /// Mask of the bytes that are printable ASCII, space to `~`, by one comparison.
  @inlinable
  @inline(__always)
  package var isPrintableASCII: SIMDMask<SIMD16<Int8>> {
    self &- SIMD16(repeating: 0x20) .< SIMD16(repeating: 0x5F)
  }

  /// Mask of continuation bytes, which start no scalar: those of the form 10xxxxxx.
  @inlinable
  @inline(__always)
  package var isContinuation: SIMDMask<SIMD16<Int8>> {
    self & SIMD16(repeating: 0xC0) .== SIMD16(repeating: 0x80)
  }
}

extension UInt64 {
  /// The two halves of a product, combined with XOR, for hashes.
  @inlinable
  @inline(__always)
  package func folded(with other: UInt64) -> UInt64 {
    let product = multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}

/// Classes of ASCII characters; no byte from 0x80 on is in any of them.
extension UInt8 {
  /// `0` to `9`.
  @inlinable
  @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z` or `a` to `z`.
  @inlinable
  @inline(__always)
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Tab, line feed, form feed, carriage return or space: white space of HTML and CSS.
  @inlinable
  @inline(__always)
  package var isASCIIWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// Space or tab.
  @inlinable
  @inline(__always)
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Space to `~`.
  @inlinable
  @inline(__always)
  package var isPrintableASCII: Bool { self &- 0x20 < 0x5F }

  /// An upper-case letter as lower-case; other bytes unchanged.
  @inlinable
  @inline(__always)
  package var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit; nil for other bytes.
  @inlinable
  @inline(__always)
  package var hexadecimalValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

extension String {
  /// The string with `A` to `Z` in lower case and all others unchanged, as CSS and HTML compare
  /// names.
  package var lowercasedASCII: String {
    guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
    return String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self)
  }
}

extension StringProtocol {
  /// True if it starts with the bytes of a prefix.
  ///
  /// `hasPrefix` compares characters: for it a combining mark hides the character before it, and
  /// two encodings of one letter are equal.
  @inlinable
  package func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// True if it starts like names of custom properties (Custom Properties 1 §2).
  @inlinable
  package var isCustomPropertyName: Bool { hasBytePrefix("--") }
}

/// Index of the bytes of markup that are not plain text: controls but tab, `&`, `<`, `>`, DEL, `{`
/// on demand, and the first byte of each run that is not ASCII.
///
/// They are found for a few kilobytes at once, without a branch for each byte, and read one by one.
/// Unlike a search for the next one this never scans a block twice, and the processor need not
/// predict the distance to the next one.
@safe
@usableFromInline
package struct StructuralIndex: ~Copyable {
  /// The offsets from `start`, in order, in memory of its own.
  @usableFromInline let offsets: UnsafeMutablePointer<UInt16>

  @usableFromInline package private(set) var count = 0

  /// The index of the next one; a loop keeps it in a variable of its own.
  @usableFromInline package var index = 0

  /// Start offset of the scanned bytes.
  @usableFromInline package private(set) var start = 0

  /// End offset of the scanned bytes.
  @usableFromInline package private(set) var end = 0

  package init() {
    unsafe offsets = .allocate(capacity: cbytes_longest_block + cbytes_spare_offsets)
  }

  deinit { unsafe offsets.deallocate() }

  /// Clears the index, for other bytes.
  package mutating func removeAll() {
    count = 0
    index = 0
    start = 0
    end = 0
  }

  /// Scans the next part of some bytes, from an offset that is at most their end; `stopsAtBrace`
  /// adds `{`.
  package mutating func find(from offset: Int, in bytes: Span<UInt8>, stopsAtBrace: Bool) {
    precondition(offset >= 0 && offset <= bytes.count)
    let length = min(bytes.count - offset, cbytes_longest_block)
    index = 0
    count = 0
    start = offset
    end = offset + length
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      count = unsafe cbytes_find_markup(first + offset, length, stopsAtBrace ? 1 : 0, offsets)
    }
  }

  @inlinable package var isEmpty: Bool {
    @inline(__always)
    get { index >= count }
  }

  /// The next offset; there must be one.
  @inlinable package var first: Int {
    @inline(__always)
    get { self[index] }
  }

  /// The offset at an index below `count`.
  @inlinable
  @inline(__always)
  package subscript(number: Int) -> Int {
    start &+ Int(truncatingIfNeeded: unsafe offsets[number])
  }

  /// Puts an offset in front of the next one, inside of an indexed part.
  package mutating func putBack(_ offset: Int) {
    precondition(index > 0 && offset >= start && offset <= end)
    index -= 1
    unsafe offsets[index] = UInt16(offset - start)
  }

  /// Skips all offsets before an offset.
  @inlinable
  @inline(__always)
  package mutating func skip(to offset: Int) {
    while index < count, first < offset { index &+= 1 }
  }
}
