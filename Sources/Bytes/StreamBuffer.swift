/// Bytes on their way out, with room that is asked for once and then filled without checks.
///
/// The stream copies sixteen bytes at a time and keeps only those before the next tag, which an
/// array cannot do without looking at every one of them again. The storage is its own for that;
/// nothing is written but behind a look at the room that there is.
@safe
@usableFromInline
package struct StreamBuffer: ~Copyable, @unchecked Sendable {
  // Nothing else has it, so it may go from thread to thread with its buffer.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int

  /// How many bytes there are.
  package var count: Int {
    @inlinable
    @inline(__always)
    get { filled }
  }

  @usableFromInline var filled = 0

  /// The room behind the bytes, for a loop that fills it and then says with `commit` how much there
  /// is now.
  @inlinable package var room: StreamRoom {
    @inline(__always)
    get { unsafe StreamRoom(base: base, capacity: capacity, count: filled) }
  }

  /// Takes over what was written into `room`.
  @inlinable
  @inline(__always)
  package mutating func commit(_ room: StreamRoom) {
    precondition(room.count >= filled && room.count <= capacity)
    filled = room.count
  }

  /// Whether there are bytes behind an offset and the last one is ASCII.
  @inlinable
  @inline(__always)
  package func endsInASCII(behind start: Int) -> Bool {
    precondition(start >= 0)
    return room.endsInASCII(behind: start)
  }

  /// An empty buffer.
  package init(capacity: Int = 1 << 16) {
    self.capacity = max(64, capacity)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The bytes, to be written somewhere before anything is done to the buffer.
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: filled)
  }

  /// Adds some of the bytes to others.
  package func copy(_ range: Range<Int>, to text: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= filled)
    unsafe text.append(
      contentsOf: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Forgets the bytes; the room stays.
  package mutating func removeAll() {
    filled = 0
  }

  /// Forgets bytes at the end.
  package mutating func removeLast(_ removed: Int) {
    precondition(removed >= 0 && removed <= filled)
    filled -= removed
  }

  /// Forgets so many bytes at the start.
  package mutating func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= filled)
    filled -= removed
    unsafe base.update(from: base + removed, count: filled)
  }

  /// Writes another byte where there is one already.
  package mutating func set(_ byte: UInt8, at offset: Int) {
    precondition(offset >= 0 && offset < filled)
    unsafe base[offset] = byte
  }

  /// Makes room for more bytes.
  @inlinable
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if capacity &- filled < more { grow(more) }
  }

  @usableFromInline
  mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, filled + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: base, count: filled)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }

  /// Adds a byte.
  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[filled] = byte
    filled &+= 1
  }

  /// Adds bytes.
  package mutating func append(contentsOf more: [UInt8]) {
    append(0..<more.count, of: more.span)
  }

  /// Adds a byte so many times.
  package mutating func append(repeating byte: UInt8, count added: Int) {
    reserve(added)
    unsafe (base + filled).update(repeating: byte, count: added)
    filled += added
  }

  /// Puts a byte so many times before what stands from an offset on.
  package mutating func insert(repeating byte: UInt8, count added: Int, at offset: Int) {
    precondition(offset >= 0 && offset <= filled && added >= 0)
    guard added > 0 else { return }
    reserve(added)
    let place = unsafe base + offset
    unsafe (place + added).update(from: place, count: filled - offset)
    unsafe place.update(repeating: byte, count: added)
    filled += added
  }

  /// Whether all bytes from an offset on are printable ASCII.
  package func isPrintableASCII(from start: Int) -> Bool {
    precondition(start >= 0 && start <= filled)
    let raw = unsafe UnsafeRawPointer(base)
    var offset = start
    while offset < filled, offset &+ 8 <= capacity {
      var word = unsafe UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let rest = filled &- offset
      if rest < 8 {
        // What is behind the last byte counts as spaces.
        let kept: UInt64 = (1 &<< UInt64(rest &* 8)) &- 1
        word = word & kept | 0x2020_2020_2020_2020 & ~kept
      }
      // Bytes below 0x20, of 0x7F, and above: each test puts its answer into the highest bit.
      let deletes = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let others =
        (word &- 0x2020_2020_2020_2020) & ~word
        | (deletes &- 0x0101_0101_0101_0101) & ~deletes | word
      guard others & 0x8080_8080_8080_8080 == 0 else { return false }
      offset &+= 8
    }
    while offset < filled {
      guard unsafe base[offset] &- 0x20 < 0x5F else { return false }
      offset &+= 1
    }
    return true
  }

  /// Adds part of some bytes.
  package mutating func append(_ range: Range<Int>, of source: Span<UInt8>) {
    reserve(range.count)
    let target = unsafe base + filled
    unsafe source.extracting(range).withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe target.update(from: start, count: source.count)
    }
    filled += range.count
  }

  /// Adds part of some bytes, mostly a few.
  @inlinable
  @inline(__always)
  package mutating func appendBlocks(_ range: Range<Int>, of source: Span<UInt8>) {
    reserve(range.count &+ 16)
    let target = unsafe UnsafeMutableRawPointer(base)
    var offset = range.lowerBound
    var place = filled
    while offset < range.upperBound, offset &+ 16 <= source.count {
      unsafe target.storeBytes(
        of: source.block(at: offset), toByteOffset: place, as: SIMD16<UInt8>.self)
      offset &+= 16
      place &+= 16
    }
    while offset < range.upperBound {
      unsafe base[place] = source[offset]
      offset &+= 1
      place &+= 1
    }
    filled &+= range.count
  }

  /// Adds part of an array behind which there are 32 more bytes.
  @inlinable
  @inline(__always)
  package mutating func append(
    _ start: Int, count added: Int, of source: [UInt8]
  ) {
    precondition(start >= 0 && added >= 0 && start &+ added &+ 32 <= source.count)
    unsafe source.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe appendPadded(first + start, count: added)
    }
  }

  /// Adds bytes behind which there are 32 more, most often a few.
  @inlinable
  @inline(__always)
  package mutating func appendPadded(_ source: UnsafeRawPointer, count added: Int) {
    reserve(added &+ 32)
    var room = room
    unsafe room.appendPadded(source, count: added)
    commit(room)
  }

  /// Copies bytes for as long as they stand for themselves: printable ASCII and tabs.
  ///
  /// It goes by sixteen bytes, all of which are copied; those that do not stand for themselves are
  /// written over by what comes next.
  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - end: The offset behind the last byte that may be read.
  ///   - source: The bytes.
  ///   - brace: `{` where it has to be looked at, or else `<`.
  /// - Returns: The offset of the first byte that was not copied: one that does not stand for
  ///   itself, or one of fewer than sixteen that are left.
  @inlinable
  @inline(__always)
  package mutating func copyPlainBlocks(
    from start: Int, to end: Int, of source: Span<UInt8>, brace: SIMD16<UInt8>
  ) -> Int {
    precondition(start >= 0 && end <= source.count)
    reserve(end &- start &+ 16)
    let target = unsafe UnsafeMutableRawPointer(base)
    let raw = unsafe source.bytes
    var offset = start
    var place = filled
    while offset &+ 16 <= end {
      // Looked at once for all blocks, above.
      let block = unsafe raw.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: place, as: SIMD16<UInt8>.self)
      let index = block.isNotPlain(brace: brace).firstTrue
      place &+= index
      offset &+= index
      if index < 16 { break }
    }
    filled = place
    return offset
  }

  /// Copies bytes from an offset on for as long as they stand for themselves, to the last one.
  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - end: Where to stop at the latest.
  ///   - source: The bytes.
  ///   - stopsAtBrace: Whether `{` has to be looked at.
  /// - Returns: The offset of the first byte that was not copied.
  package mutating func copyPlain(
    from start: Int, to end: Int, of source: Span<UInt8>, stopsAtBrace: Bool
  ) -> Int {
    let brace = SIMD16<UInt8>(repeating: stopsAtBrace ? 0x7B : 0x3C)
    let offset = copyPlainBlocks(from: start, to: end, of: source, brace: brace)
    guard end - offset < 16 else { return offset }
    let stop = source.firstOffset(from: offset, to: end) { $0.isNotPlain(brace: brace) }
    append(offset..<stop, of: source)
    return stop
  }
}

extension SIMD16<UInt8> {
  /// Which bytes do not stand for themselves in markup.
  @inlinable
  @inline(__always)
  func isNotPlain(brace: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let special =
      (self .== SIMD16(repeating: 0x3C)) .| (self .== SIMD16(repeating: 0x26)) .| (self .== brace)
    return special .| .!(isPrintableASCII .| (self .== SIMD16(repeating: 0x09)))
  }
}
