import Bytes

/// Numbers of tags by their raw bytes, for several kinds of tags.
///
/// A hit needs no tokenising and no string, and is inlined into the loops. The size is limited: a
/// full cache is emptied.
@safe
package struct TagCache: ~Copyable {
  typealias Block = SIMD2<UInt64>

  /// The first and the last sixteen bytes of a tag, which are all of most tags; they may overlap,
  /// and are filled with zeros for a shorter tag.
  struct Ends {
    let first: Block
    let last: Block

    @inline(__always)
    init(first: Block, last: Block) {
      self.first = first
      self.last = last
    }
  }

  struct Entry {
    var ends = Ends(first: Block(), last: Block())
    var kind: Int32 = 0
    var count: Int32 = 0
    /// -1 in a free entry.
    var value: Int32 = -1
    /// The start of the bytes of a tag that is longer than its ends.
    var start: UInt32 = 0

    init() {}

    /// True if everything but the middle of a long tag is equal.
    @inline(__always)
    func isOf(_ ends: Ends, count: Int, kind: Int32) -> Bool {
      let difference = (self.ends.first ^ ends.first) | (self.ends.last ^ ends.last)
      return difference == Block() && self.kind == kind
        && Int(truncatingIfNeeded: self.count) == count
    }
  }

  /// Owned; the count is a power of two.
  var entries: UnsafeMutablePointer<Entry>
  var mask: Int
  private var used = 0

  /// Owned: the raw bytes of all tags longer than their ends.
  var keys: UnsafeMutablePointer<UInt8>
  private var keyCount = 0
  private var keyCapacity: Int

  private static let initialSlots = 1024
  private static let firstKeyCapacity = 1 << 12

  /// The most tags: three quarters of the most entries.
  private static let mostTags = 3 << 15

  /// The most bytes of long tags.
  package static let mostBytes = 1 << 22

  package static let longestTag = 1024

  /// In bytes; a longer tag has a middle between its ends.
  private static let mostInEnds = 32

  /// The most entries that are searched for a tag.
  ///
  /// Tags made to collide replace each other, instead of making the search long.
  private static let mostProbes = 64

  package init() {
    unsafe entries = .allocate(capacity: Self.initialSlots)
    unsafe entries.initialize(repeating: Entry(), count: Self.initialSlots)
    mask = Self.initialSlots - 1
    keyCapacity = Self.firstKeyCapacity
    unsafe keys = .allocate(capacity: keyCapacity)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe keys.deallocate()
  }

  package var count: Int { used }

  private func isFull(for length: Int) -> Bool {
    used >= Self.mostTags || length > Self.mostInEnds && keyCount + length > Self.mostBytes
  }

  /// The value, 0 or more, of a tag of a kind, which is not empty; -1 if there is none.
  package func find(_ tag: Range<Int>, in bytes: Span<UInt8>, kind: Int32) -> Int32 {
    precondition(tag.lowerBound >= 0 && tag.upperBound <= bytes.count)
    return unsafe bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return -1 }
      return unsafe find(
        start + tag.lowerBound, count: tag.count, before: raw.count &- tag.lowerBound, kind: kind)
    }
  }

  /// The value, 0 or more, of a tag of `count` bytes where `end` is readable; -1 if there is none.
  ///
  /// Only the part for most tags is inlined.
  @inline(__always)
  package func find(
    _ tag: UnsafeRawPointer, count: Int, before end: Int, kind: Int32
  ) -> Int32 {
    if UInt(bitPattern: count &- 16) <= 16 {
      let ends = unsafe Ends(first: Self.block(tag, 0), last: Self.block(tag, count &- 16))
      let entry = unsafe entries + (Self.hash(ends, count: count, kind: kind) & mask)
      if unsafe entry.pointee.isOf(ends, count: count, kind: kind) {
        return unsafe entry.pointee.value
      }
    }
    return unsafe Self.findFurther(
      tag, count: count, before: end, kind: kind, in: entries, mask, keys)
  }

  /// Searches for a tag that is short, long, or not in its first entry.
  @inline(never)
  static func findFurther(
    _ tag: UnsafeRawPointer, count: Int, before end: Int, kind: Int32,
    in entries: UnsafePointer<Entry>, _ mask: Int, _ keys: UnsafePointer<UInt8>
  ) -> Int32 {
    let ends = unsafe ends(of: tag, count: count, before: end)
    let home = unsafe hash(ends, of: tag, count: count, kind: kind)
    for probe in 0..<mostProbes {
      let entry = unsafe entries + ((home &+ probe) & mask)
      if unsafe entry.pointee.value < 0 { return -1 }
      if unsafe entry.pointee.isOf(ends, count: count, kind: kind),
        unsafe areEqual(keys + Int(entry.pointee.start), tag, count: count)
      {
        return unsafe entry.pointee.value
      }
    }
    return -1
  }

  /// Adds a tag that is not in the cache, unless it is too long.
  package mutating func insert(
    _ tag: Range<Int>, of bytes: Span<UInt8>, kind: Int32, value: Int32
  ) {
    guard tag.count <= Self.longestTag else { return }
    if isFull(for: tag.count) { removeAll() }
    precondition(tag.lowerBound >= 0 && tag.upperBound <= bytes.count)
    if used * 4 >= (mask + 1) * 3 { grow() }
    unsafe bytes.withUnsafeBytes { raw in
      guard let first = raw.baseAddress else { return }
      let start = unsafe first + tag.lowerBound
      var entry = Entry()
      entry.ends = unsafe Self.ends(of: start, count: tag.count, before: raw.count - tag.lowerBound)
      entry.kind = kind
      entry.count = Int32(tag.count)
      entry.value = value
      if tag.count > Self.mostInEnds {
        entry.start = UInt32(keyCount)
        unsafe appendKey(start, count: tag.count)
      }
      unsafe insert(entry, Self.hash(entry.ends, of: start, count: tag.count, kind: kind))
    }
    used += 1
  }

  /// Removes all tags, and frees their memory.
  package mutating func removeAll() {
    if mask >= Self.initialSlots {
      unsafe entries.deallocate()
      unsafe entries = .allocate(capacity: Self.initialSlots)
      mask = Self.initialSlots - 1
    }
    unsafe entries.initialize(repeating: Entry(), count: mask + 1)
    keyCount = 0
    used = 0
  }

  private mutating func appendKey(_ tag: UnsafeRawPointer, count: Int) {
    if keyCount + count > keyCapacity {
      let capacity = max(keyCapacity * 2, keyCount + count)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe moved.update(from: keys, count: keyCount)
      unsafe keys.deallocate()
      unsafe keys = unsafe moved
      keyCapacity = capacity
    }
    unsafe UnsafeMutableRawPointer(keys + keyCount).copyMemory(from: tag, byteCount: count)
    keyCount += count
  }

  private mutating func grow() {
    let (old, count) = unsafe (entries, mask + 1)
    unsafe entries = .allocate(capacity: count * 2)
    unsafe entries.initialize(repeating: Entry(), count: count * 2)
    mask = count * 2 - 1
    for index in 0..<count where unsafe old[index].value >= 0 {
      let entry = unsafe old[index]
      unsafe insert(
        entry,
        Self.hash(
          entry.ends, of: keys + Int(entry.start), count: Int(entry.count), kind: entry.kind))
    }
    unsafe old.deallocate()
  }

  private mutating func insert(_ entry: Entry, _ hash: Int) {
    let home = hash & mask
    for probe in 0..<Self.mostProbes {
      let index = (home + probe) & mask
      if unsafe entries[index].value < 0 {
        unsafe entries[index] = entry
        return
      }
    }
    unsafe entries[home] = entry
  }

  // MARK: Bytes

  /// True if two tags with equal ends are equal.
  private static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    var difference = Block()
    var offset = 16
    while offset + 16 < count, count > mostInEnds {
      unsafe difference |= block(left, offset) ^ block(right, offset)
      offset += 16
    }
    return difference == Block()
  }

  /// The ends of a tag, without reading beyond the readable bytes.
  private static func ends(of tag: UnsafeRawPointer, count: Int, before end: Int) -> Ends {
    if count >= 16 { return unsafe Ends(first: block(tag, 0), last: block(tag, count - 16)) }
    let low: UInt64
    let high: UInt64
    if end >= 16 {
      // A shift by 64 or more results in 0.
      let block = unsafe block(tag, 0)
      low = block[0] & ~(~0 << (count * 8))
      high = count > 8 ? block[1] & ~(~0 << (count * 8 - 64)) : 0
    } else {
      low = unsafe rest(tag, min(count, 8))
      high = unsafe count > 8 ? rest(tag + 8, count - 8) : 0
    }
    return Ends(first: Block(low, high), last: Block(low, high))
  }

  private static func hash(_ ends: Ends, of tag: UnsafeRawPointer, count: Int, kind: Int32) -> Int {
    var hash = hash(ends, count: count, kind: kind)
    var offset = 16
    while offset + 16 < count, count > mostInEnds {
      let block = unsafe block(tag, offset)
      let word = block[0] ^ UInt64(truncatingIfNeeded: hash)
      hash ^= Int(truncatingIfNeeded: word.folded(with: block[1] ^ 0x8EBC_6AF0_9C88_C6E3))
      offset += 16
    }
    return hash
  }

  @inline(__always)
  static func hash(_ ends: Ends, count: Int, kind: Int32) -> Int {
    let seed =
      UInt64(truncatingIfNeeded: kind) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    let hash =
      (ends.first[0] ^ 0xE703_7ED1_A0B4_28DB).folded(with: ends.first[1] ^ seed)
      ^ (ends.last[0] ^ seed).folded(with: ends.last[1] ^ 0x5899_65CC_7537_4CC3)
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always)
  static func block(_ bytes: UnsafeRawPointer, _ offset: Int) -> Block {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Block.self)
  }

  /// Up to eight bytes as a number, without reading beyond them.
  private static func rest(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var rest: UInt64 = 0
    var offset = count
    while offset > 0 {
      offset &-= 1
      rest = unsafe rest << 8 | UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))
    }
    return rest
  }
}
