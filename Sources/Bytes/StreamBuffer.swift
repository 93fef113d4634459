/// Bytes on their way out, with room that is asked for once and then filled without checks.
///
/// The stream copies sixteen bytes at a time and keeps only those before the next tag, which an
/// array cannot do without looking at every one of them again.
package struct StreamBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// How many bytes there are.
  package private(set) var count = 0

  /// An empty buffer.
  package init(capacity: Int = 1 << 16) {
    self.capacity = max(64, capacity)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  /// The bytes, to be written somewhere.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Forgets the bytes; the room stays.
  package mutating func removeAll() {
    count = 0
  }

  /// Forgets bytes at the end.
  package mutating func removeLast(_ removed: Int) {
    precondition(removed <= count)
    count -= removed
  }

  /// Writes another byte where there is one already.
  package mutating func set(_ byte: UInt8, at offset: Int) {
    precondition(offset >= 0 && offset < count)
    base[offset] = byte
  }

  /// Forgets so many bytes at the start.
  package mutating func removeFirst(_ removed: Int) {
    count -= removed
    base.update(from: base + removed, count: count)
  }

  /// Makes room for more bytes.
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  /// Adds a byte.
  ///
  /// There must be room.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    base[count] = byte
    count &+= 1
  }

  /// Adds bytes and makes room for them.
  package mutating func append(contentsOf more: [UInt8]) {
    reserve(more.count)
    more.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      (base + count).update(from: start, count: source.count)
    }
    count += more.count
  }

  /// Adds a byte so many times and makes room for it.
  package mutating func append(repeating byte: UInt8, count added: Int) {
    reserve(added)
    (base + count).update(repeating: byte, count: added)
    count += added
  }

  /// Adds part of some bytes and makes room for it.
  package mutating func append(_ range: Range<Int>, of source: Span<UInt8>) {
    reserve(range.count)
    source.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      (base + count).update(from: start + range.lowerBound, count: range.count)
    }
    count += range.count
  }

  /// Adds part of some bytes, mostly a few.
  ///
  /// There must be room for it and for 16 more.
  @inline(__always)
  package mutating func appendBlocks(_ range: Range<Int>, of source: Span<UInt8>) {
    let raw = source.bytes
    let target = UnsafeMutableRawPointer(base)
    var offset = range.lowerBound
    var filled = count
    while offset < range.upperBound, offset &+ 16 <= raw.byteCount {
      let block = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      target.storeBytes(of: block, toByteOffset: filled, as: SIMD16<UInt8>.self)
      offset &+= 16
      filled &+= 16
    }
    while offset < range.upperBound {
      base[filled] = source[offset]
      offset &+= 1
      filled &+= 1
    }
    count &+= range.count
  }

  /// Adds part of an array behind which there are 32 more bytes, and makes room for it and for
  /// `more` behind it.
  @inline(__always)
  package mutating func append(
    _ start: Int, count added: Int, of source: [UInt8], reserving more: Int
  ) {
    reserve(added &+ more &+ 32)
    let target = UnsafeMutableRawPointer(base + count)
    precondition(start >= 0 && start &+ added &+ 32 <= source.count)
    source.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      var offset = 0
      // Most sequences are shorter than 32 bytes.
      repeat {
        let block = (first + start).loadUnaligned(
          fromByteOffset: offset, as: SIMD32<UInt8>.self)
        target.storeBytes(of: block, toByteOffset: offset, as: SIMD32<UInt8>.self)
        offset &+= 32
      } while offset < added
    }
    count &+= added
  }

  /// Copies bytes for as long as they stand for themselves: printable ASCII and tabs.
  ///
  /// It goes by sixteen bytes; there must be room for all of them, and for 16 more.
  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - end: The offset behind the last byte that may be read.
  ///   - source: The bytes.
  ///   - brace: `{` where it has to be looked at, or else `<`.
  /// - Returns: The offset of the first byte that was not copied: one that does not stand for
  ///   itself, or one of fewer than sixteen that are left.
  @inline(__always)
  package mutating func copyPlainBlocks(
    from start: Int, to end: Int, at source: UnsafeRawPointer, brace: SIMD16<UInt8>
  ) -> Int {
    var offset = start
    let target = UnsafeMutableRawPointer(base)
    var filled = count
    // Constants with their types: comparisons with literals are not one instruction.
    let space = SIMD16<UInt8>(repeating: 0x20)
    let printable = SIMD16<UInt8>(repeating: 0x5F)
    let tab = SIMD16<UInt8>(repeating: 0x09)
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    while offset &+ 16 <= end {
      let block = source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      target.storeBytes(of: block, toByteOffset: filled, as: SIMD16<UInt8>.self)
      // 0x20...0x7E, in one comparison.
      let plain: SIMDMask<SIMD16<Int8>> = block &- space .< printable
      let special = (block .== lessThan) .| (block .== ampersand) .| (block .== brace)
      let index = (special .| .!(plain .| (block .== tab))).firstTrue
      filled &+= index
      offset &+= index
      if index < 16 { break }
    }
    count = filled
    return offset
  }

  /// Copies bytes from an offset on for as long as they stand for themselves, to the last one.
  ///
  /// There must be room for the bytes up to `end`, and for 16 more.
  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - end: Where to stop at the latest.
  ///   - source: The bytes.
  ///   - stopsAtBrace: Whether `{` has to be looked at.
  /// - Returns: The offset of the first byte that was not copied.
  package mutating func copyPlain(
    from start: Int, to end: Int, of source: Span<UInt8>, stopsAtBrace: Bool
  ) -> Int {
    precondition(start >= 0 && end <= source.count && capacity - count >= end - start + 16)
    var offset = source.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return start }
      return copyPlainBlocks(
        from: start, to: end, at: first,
        brace: SIMD16<UInt8>(repeating: stopsAtBrace ? 0x7B : 0x3C))
    }
    while offset < end {
      let byte = source[offset]
      guard byte &- 0x20 < 0x5F || byte == 0x09, byte != 0x3C, byte != 0x26,
        byte != 0x7B || !stopsAtBrace
      else { break }
      base[count] = byte
      count += 1
      offset += 1
    }
    return offset
  }
}

extension SIMDMask where Storage == SIMD16<Int8> {
  /// The index of the first lane that is true; 16 when none is.
  @inline(__always)
  package var firstTrue: Int {
    let words = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return UInt64(littleEndian: words[0]).trailingZeroBitCount >> 3 }
    if words[1] != 0 { return 8 + UInt64(littleEndian: words[1]).trailingZeroBitCount >> 3 }
    return 16
  }
}
