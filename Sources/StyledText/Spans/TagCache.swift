/// Finds what was made of a tag before, by the node around it and the tag's raw bytes.
///
/// A hit needs no tokenising and makes no string, and it is inlined into the loops that ask for
/// it. The cache is bounded: when it is full the caller empties it together with its own table of
/// values.
@usableFromInline
package struct TagCache: ~Copyable {
  @usableFromInline
  struct Entry {
    @usableFromInline var hash: UInt32 = 0
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var count: UInt32 = 0
    @usableFromInline var parent: Int32 = 0
    /// -1 in a free place.
    @usableFromInline var value: Int32 = -1

    @usableFromInline
    init() {}
  }

  /// A power of two of places, owned.
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var mask: Int
  private var used = 0

  /// The raw bytes of all tags, owned, with eight more bytes behind them.
  @usableFromInline var keys: UnsafeMutablePointer<UInt8>
  private var keyCount = 0
  private var keyCapacity: Int

  private static let firstPlaces = 1024
  private static let firstKeyCapacity = 1 << 14

  /// More tags than this are not kept.
  package static let mostTags = 1 << 17

  /// More bytes of tags than this are not kept.
  package static let mostBytes = 1 << 22

  /// A longer tag is not kept.
  package static let longestTag = 1024

  /// How many places are looked at for a tag.
  ///
  /// Tags made to meet in one place push each other out; they can not make the search long.
  @usableFromInline static let mostProbes = 16

  /// An empty cache.
  package init() {
    entries = .allocate(capacity: Self.firstPlaces)
    entries.initialize(repeating: Entry(), count: Self.firstPlaces)
    mask = Self.firstPlaces - 1
    keyCapacity = Self.firstKeyCapacity
    keys = .allocate(capacity: keyCapacity)
  }

  deinit {
    entries.deallocate()
    keys.deallocate()
  }

  /// How many tags are kept.
  package var count: Int { used }

  /// True when a tag of a length has no room any more.
  package func isFull(for length: Int) -> Bool {
    used >= Self.mostTags || keyCount + length > Self.mostBytes
  }

  /// The value that was kept for a tag in a parent; -1 when there is none.
  ///
  /// - Parameters:
  ///   - tag: Where the bytes of the tag are.
  ///   - bytes: The markup.
  ///   - parent: The number of the node around it.
  /// - Returns: The value, 0 or more, or -1.
  @inlinable
  @inline(__always)
  package func find(_ tag: Range<Int>, in bytes: Span<UInt8>, parent: Int32) -> Int32 {
    precondition(tag.lowerBound >= 0 && tag.upperBound <= bytes.count)
    return bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return -1 }
      return find(start + tag.lowerBound, count: tag.count, parent: parent)
    }
  }

  /// The value that was kept for a tag in a parent; -1 when there is none.
  ///
  /// - Parameters:
  ///   - tag: The bytes of the tag, all of which must be there.
  ///   - count: How many there are.
  ///   - parent: The number of the node around it.
  /// - Returns: The value, 0 or more, or -1.
  @inlinable
  @inline(__always)
  package func find(_ tag: UnsafeRawPointer, count: Int, parent: Int32) -> Int32 {
    let hash = Self.hash(tag, count: count, parent: parent)
    var index = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.mostProbes {
      let entry = entries + index
      if entry.pointee.value < 0 { return -1 }
      if entry.pointee.hash == hash, entry.pointee.parent == parent,
        Int(truncatingIfNeeded: entry.pointee.count) == count,
        Self.areEqual(
          UnsafeRawPointer(keys + Int(truncatingIfNeeded: entry.pointee.start)), tag, count: count)
      {
        return entry.pointee.value
      }
      index = (index &+ 1) & mask
    }
    return -1
  }

  /// Keeps a value for a tag that is not there yet, if there is room and the tag is not long.
  package mutating func insert(
    _ tag: Range<Int>, of bytes: Span<UInt8>, parent: Int32, value: Int32
  ) {
    guard tag.count <= Self.longestTag, !isFull(for: tag.count) else { return }
    precondition(tag.lowerBound >= 0 && tag.upperBound <= bytes.count)
    if used * 2 > mask { grow() }
    var entry = Entry()
    entry.hash = bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return 0 }
      return Self.hash(start + tag.lowerBound, count: tag.count, parent: parent)
    }
    entry.start = UInt32(keyCount)
    entry.count = UInt32(tag.count)
    entry.parent = parent
    entry.value = value
    appendKey(tag, of: bytes)
    place(entry)
    used += 1
  }

  /// Forgets all tags, and gives back the room they took.
  package mutating func removeAll() {
    if mask >= Self.firstPlaces {
      entries.deallocate()
      entries = .allocate(capacity: Self.firstPlaces)
      mask = Self.firstPlaces - 1
    }
    entries.initialize(repeating: Entry(), count: mask + 1)
    keyCount = 0
    used = 0
  }

  private mutating func appendKey(_ tag: Range<Int>, of bytes: Span<UInt8>) {
    if keyCount + tag.count + 8 > keyCapacity {
      let capacity = max(keyCapacity * 2, keyCount + tag.count + 8)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      moved.update(from: keys, count: keyCount)
      keys.deallocate()
      keys = moved
      keyCapacity = capacity
    }
    bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return }
      UnsafeMutableRawPointer(keys + keyCount).copyMemory(
        from: start + tag.lowerBound, byteCount: tag.count)
    }
    keyCount += tag.count
  }

  private mutating func grow() {
    let (old, count) = (entries, mask + 1)
    entries = .allocate(capacity: count * 2)
    entries.initialize(repeating: Entry(), count: count * 2)
    mask = count * 2 - 1
    for index in 0..<count where old[index].value >= 0 { place(old[index]) }
    old.deallocate()
  }

  private mutating func place(_ entry: Entry) {
    let home = Int(entry.hash) & mask
    for probe in 0..<Self.mostProbes {
      let index = (home + probe) & mask
      if entries[index].value < 0 {
        entries[index] = entry
        return
      }
    }
    entries[home] = entry
  }

  @inlinable
  @inline(__always)
  static func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
    // The last bytes may overlap the ones before.
    if count >= 16 {
      var offset = 0
      var difference = block(left, count &- 16) ^ block(right, count &- 16)
      while offset &+ 16 < count {
        difference |= block(left, offset) ^ block(right, offset)
        offset &+= 16
      }
      return difference == SIMD2(0, 0)
    }
    if count >= 8 {
      return word(left, 0) == word(right, 0) && word(left, count &- 8) == word(right, count &- 8)
    }
    return rest(left, count) == rest(right, count)
  }

  /// A hash of all bytes of a tag.
  ///
  /// Most tags begin with `<span ` and are short: the words at their ends are all of them.
  @inlinable
  @inline(__always)
  static func hash(_ tag: UnsafeRawPointer, count: Int, parent: Int32) -> UInt32 {
    let seed =
      UInt64(truncatingIfNeeded: parent) &* 0x9E37_79B9_7F4A_7C15
      ^ UInt64(truncatingIfNeeded: count)
    guard count >= 22 else { return shortHash(tag, count: count, seed: seed) }
    var hash = mixed(word(tag, 6) ^ seed, word(tag, 14) ^ 0xE703_7ED1_A0B4_28DB)
    var offset = 22
    while offset &+ 16 < count {
      hash = mixed(word(tag, offset) ^ hash, word(tag, offset &+ 8) ^ 0x8EBC_6AF0_9C88_C6E3)
      offset &+= 16
    }
    hash ^= mixed(
      word(tag, count &- 16) ^ 0x5899_65CC_7537_4CC3, word(tag, count &- 8) ^ hash &+ seed)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @usableFromInline
  static func shortHash(_ tag: UnsafeRawPointer, count: Int, seed: UInt64) -> UInt32 {
    var hash = seed
    var offset = 0
    while offset + 8 <= count {
      hash = mixed(word(tag, offset) ^ hash, 0xE703_7ED1_A0B4_28DB)
      offset += 8
    }
    hash = mixed(
      (count >= 8 ? word(tag, count - 8) : rest(tag, count)) ^ hash, 0x8EBC_6AF0_9C88_C6E3)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// The two halves of a product, one folded into the other.
  @inlinable
  @inline(__always)
  static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  @inlinable
  @inline(__always)
  static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  @inline(__always)
  static func block(_ bytes: UnsafeRawPointer, _ offset: Int) -> SIMD2<UInt64> {
    bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
  }

  /// Fewer than eight bytes as a number, without reading past them.
  @inlinable
  static func rest(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var rest: UInt64 = 0
    var offset = count
    while offset > 0 {
      offset &-= 1
      rest = rest << 8 | UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))
    }
    return rest
  }
}
