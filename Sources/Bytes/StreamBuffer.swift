/// Output bytes with reserved memory that is then filled without checks.
///
/// The stream copies sixteen bytes at a time and keeps only those before the next tag, which an
/// array cannot do without checking every one of them again. The buffer has its own memory for
/// that; nothing is written without a check of the reserved space.
@safe
@usableFromInline
package struct StreamBuffer: ~Copyable, @unchecked Sendable {
  // Nothing else has it, so it may go from thread to thread with its buffer.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int

  package var count: Int {
    @inlinable
    @inline(__always)
    get { filled }
  }

  @usableFromInline var filled = 0

  /// The space behind the bytes, for a loop that fills it and then calls `commit` with the new
  /// count.
  @inlinable package var cursor: OutputCursor {
    @inline(__always)
    get { unsafe OutputCursor(base: base, capacity: capacity, count: filled) }
  }

  /// Adds the bytes that were written into `cursor`.
  @inlinable
  @inline(__always)
  package mutating func commit(_ cursor: OutputCursor) {
    precondition(cursor.count >= filled && cursor.count <= capacity)
    filled = cursor.count
  }

  package init(capacity: Int = 1 << 16) {
    self.capacity = max(64, capacity)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// The bytes, valid until the buffer is changed.
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: filled)
  }

  package func copy(_ range: Range<Int>, to text: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= filled)
    unsafe text.append(
      contentsOf: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Removes the bytes, and keeps the memory.
  package mutating func removeAll() { filled = 0 }

  package mutating func removeAll(from start: Int) {
    precondition(start >= 0 && start <= filled)
    filled = start
  }

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

  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[filled] = byte
    filled &+= 1
  }

  package mutating func append(contentsOf more: [UInt8]) { append(0..<more.count, of: more.span) }

  @inlinable
  @inline(__always)
  package mutating func append(repeating byte: UInt8, count added: Int) {
    guard added > 16 else {
      reserve(16)
      unsafe UnsafeMutableRawPointer(base).storeBytes(
        of: SIMD16(repeating: byte), toByteOffset: filled, as: SIMD16<UInt8>.self)
      filled &+= added
      return
    }
    appendMany(byte, count: added)
  }

  @usableFromInline
  mutating func appendMany(_ byte: UInt8, count added: Int) {
    reserve(added)
    unsafe (base + filled).update(repeating: byte, count: added)
    filled += added
  }

  package mutating func append(_ range: Range<Int>, of source: Span<UInt8>) {
    reserve(range.count)
    let target = unsafe base + filled
    unsafe source.extracting(range).withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe target.update(from: start, count: source.count)
    }
    filled += range.count
  }

  /// Adds a few bytes behind which there are 32 more that can be read.
  @inlinable
  @inline(__always)
  package mutating func appendPadded(_ source: UnsafeRawPointer, count added: Int) {
    reserve(added &+ 32)
    var cursor = cursor
    unsafe cursor.appendPadded(source, count: added)
    commit(cursor)
  }
}

/// Bytes that were read and are not used yet.
///
/// All pieces of an input share its memory; only the few bytes that a piece leaves over are ever
/// moved.
@safe
package struct InputBuffer: ~Copyable, @unchecked Sendable {
  // Nothing else has it, so it may go from thread to thread with its buffer.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0

  package init(capacity: Int = 1 << 12) {
    self.capacity = max(64, capacity)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  package var count: Int { end - start }

  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: base + start, count: count).span)
  }

  package mutating func removeFirst(_ used: Int) {
    precondition(used >= 0 && used <= count)
    start += used
  }

  /// Removes bytes at the end, and returns them.
  package mutating func takeLast(_ taken: Int) -> [UInt8] {
    precondition(taken >= 0 && taken <= count)
    end -= taken
    return unsafe Array(UnsafeBufferPointer(start: base + end, count: taken))
  }

  package mutating func append(_ bytes: [UInt8]) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe (base + end).update(from: first, count: bytes.count)
    }
    end += bytes.count
  }

  /// Adds bytes that a closure writes into a buffer of `limit` bytes; it returns their number.
  package mutating func append<Failure>(
    atMost limit: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(limit)
    let added = try unsafe fill(UnsafeMutableRawBufferPointer(start: base + end, count: limit))
    precondition(added >= 0 && added <= limit)
    end += added
    return added
  }

  private mutating func reserve(_ more: Int) {
    let kept = count
    if capacity - kept < more {
      let larger = max(capacity * 2, kept + more)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      unsafe moved.update(from: base + start, count: kept)
      unsafe base.deallocate()
      unsafe base = moved
      capacity = larger
    } else if start > 0, capacity - end < more {
      unsafe base.update(from: base + start, count: kept)
    } else {
      return
    }
    start = 0
    end = kept
  }
}

/// Write position in the output of a stream.
///
/// A loop keeps it in a variable of its own, which stays in registers: memory behind a pointer
/// could change with any written byte, as far as a compiler knows. Only `lacks` checks the space.
@safe
@frozen
@usableFromInline
package struct OutputCursor {
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int

  /// Number of bytes, with those before.
  @usableFromInline package var count: Int

  @inlinable
  @inline(__always)
  init(base: UnsafeMutablePointer<UInt8>, capacity: Int, count: Int) {
    unsafe self.base = base
    self.capacity = capacity
    self.count = count
  }

  /// True if there is too little space for some bytes and the 32 behind them that may be written,
  /// too.
  @inlinable
  @inline(__always)
  package func lacks(_ more: Int) -> Bool { capacity &- count < more &+ 32 }

  /// True if there are bytes behind an offset and the last one is ASCII.
  @inlinable
  @inline(__always)
  package func endsInASCII(behind start: Int) -> Bool {
    guard count > start else { return false }
    return unsafe base[count &- 1] < 0x80
  }

  /// True if it ends in a character of U+2500 to U+25FF, such as a line of a table, behind an
  /// offset.
  @inlinable
  @inline(__always)
  package func endsInLine(behind start: Int) -> Bool {
    guard count > start &+ 2 else { return false }
    return unsafe base[count &- 3] == 0xE2 && base[count &- 2] &- 0x94 < 4
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    unsafe base[count] = byte
    count &+= 1
  }

  /// Adds a few bytes behind which there are 32 more that can be read.
  ///
  /// It copies blocks of 32 bytes; those past the last one are overwritten by the next call.
  @inlinable
  @inline(__always)
  package mutating func appendPadded(_ source: UnsafeRawPointer, count added: Int) {
    let target = unsafe UnsafeMutableRawPointer(base + count)
    var offset = 0
    repeat {
      let block = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD32<UInt8>.self)
      offset &+= 32
    } while offset < added
    count &+= added
  }

  /// Adds a few bytes for which there is space.
  @inlinable
  @inline(__always)
  package mutating func append(_ range: Range<Int>, of source: Span<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
    let added = range.upperBound &- range.lowerBound
    let start = unsafe source.withUnsafeBytes { $0.baseAddress }
    guard let start = unsafe start else { return }
    // A longer text is worth a call of what copies fastest.
    if _fastPath(added <= 128 && range.upperBound &+ 32 <= source.count) {
      unsafe appendPadded(start + range.lowerBound, count: added)
    } else {
      unsafe UnsafeMutableRawPointer(base + count)
        .copyMemory(from: start + range.lowerBound, byteCount: added)
      count &+= added
    }
  }
}
