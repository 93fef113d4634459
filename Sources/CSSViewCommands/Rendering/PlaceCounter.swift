/// Where an input is whose bytes go by.
///
/// All bytes go through here for the sake of findings, of which there are few: sixteen at a time.
struct PlaceCounter {
  /// How many lines have ended.
  private(set) var lines = 0

  /// How many scalars there are in the line at hand.
  private(set) var column = 0

  /// Goes past part of some bytes.
  mutating func pass(_ range: Range<Int>, of bytes: [UInt8]) {
    pass(bytes.span.extracting(range))
  }

  private mutating func pass(_ bytes: Span<UInt8>) {
    var start = 0
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let ended = Self.count(in: bytes) { $0 .== lineFeed }
    if ended > 0 {
      lines += ended
      column = 0
      start = bytes.count
      while bytes[start - 1] != 0x0A { start -= 1 }
    }
    // All bytes begin a scalar but those of the form 10xxxxxx.
    let limit = SIMD16<Int8>(repeating: -64)
    column += Self.count(in: bytes.extracting(start...)) {
      unsafeBitCast($0, to: SIMD16<Int8>.self) .>= limit
    }
  }

  /// How many bytes a test is true for.
  @inline(__always)
  private static func count(
    in bytes: Span<UInt8>, where test: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Int {
    let raw = bytes.bytes
    var total = 0
    var offset = 0
    while offset + 16 <= bytes.count {
      // A lane counts to 255.
      let end = min(bytes.count, offset + 255 * 16)
      var sums = SIMD16<UInt8>()
      while offset + 16 <= end {
        let block = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        // A lane that is true is -1.
        sums &-= unsafeBitCast(test(block), to: SIMD16<UInt8>.self)
        offset += 16
      }
      total += Int(SIMD16<UInt16>(truncatingIfNeeded: sums).wrappedSum())
    }
    while offset < bytes.count {
      let byte = SIMD16<UInt8>(repeating: bytes[offset])
      if test(byte)[0] { total += 1 }
      offset += 1
    }
    return total
  }
}
