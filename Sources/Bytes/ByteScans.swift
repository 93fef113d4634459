// Loops over bytes that go sixteen at a time. A test is asked about sixteen bytes at once; it is
// best written with constants that have a type, such as `SIMD16<UInt8>(repeating: 0x0A)`: the
// comparison with a literal is not one instruction.
//
// Every load is checked against the end of the bytes.

/// A test of sixteen bytes.
@usableFromInline
package typealias ByteTest = (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
  /// Sixteen bytes from an offset on, all of which are there.
  @inlinable
  @inline(__always)
  package func block(at offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Eight bytes from an offset on, all of which are there, as one number.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// True if the bytes are the same.
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

  /// The offset of the first byte for which a test is true; `end` when there is none.
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

  /// The offset of the first byte that is this one; `end` when there is none.
  @inlinable
  @inline(__always)
  package func firstOffset(of byte: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = SIMD16<UInt8>(repeating: byte)
    return firstOffset(from: start, to: end) { $0 .== wanted }
  }

  /// Number of bytes of a range a test is true for.
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
  /// The index of the first lane that is true; 16 when none is.
  ///
  /// The cast is safe, as lanes are bytes of 0 or 255; asking lane by lane is ten times as slow.
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
