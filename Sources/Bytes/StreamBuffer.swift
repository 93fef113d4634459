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

  /// Number of bytes.
  package var count: Int {
    @inlinable
    @inline(__always)
    get { filled }
  }

  @usableFromInline var filled = 0

  /// The room behind the bytes, for a loop that fills it and then says with `commit` how much there
  /// is now.
  @inlinable package var room: OutputCursor {
    @inline(__always)
    get { unsafe OutputCursor(base: base, capacity: capacity, count: filled) }
  }

  /// Takes over what was written into `room`.
  @inlinable
  @inline(__always)
  package mutating func commit(_ room: OutputCursor) {
    precondition(room.count >= filled && room.count <= capacity)
    filled = room.count
  }

  /// True if there are bytes behind an offset and the last one is ASCII.
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
}
