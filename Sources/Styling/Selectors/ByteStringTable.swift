import Bytes

/// Distinct byte strings and their numbers, from 0 on in the order in which they came.
///
/// A sheet of a hundred thousand rules has as many names; a `String` and its hash for each would
/// take longer than everything else.
struct ByteStringTable: Sendable {
  private var arena: [UInt8] = []
  private var ends: [UInt32] = []

  /// Open addressing, never more than half full: the hash in the upper half of a word and the
  /// number, from 1, in the lower one; 0 is a free place.
  ///
  /// The hash tells strings apart without a look at them, which would be far away in memory.
  private var slots = [UInt64](repeating: 0, count: 16)
  private let hasher = ByteStringHasher()

  /// Number of strings.
  var count: Int { ends.count }

  /// The bytes of a number.
  subscript(number: Int) -> ArraySlice<UInt8> {
    arena[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }

  /// Makes room for more strings of about ten bytes.
  mutating func reserveCapacity(_ more: Int) {
    arena.reserveCapacity(arena.count + more * 10)
    ends.reserveCapacity(ends.count + more)
    var size = slots.count
    while size < (ends.count + more) * 2 { size *= 2 }
    if size > slots.count { rehash(size) }
  }

  /// The number of a part of some bytes, given out now if it is new.
  mutating func insert(_ bytes: [UInt8], _ range: Range<Int>) -> (number: Int, isNew: Bool) {
    let hash = hasher.hash(bytes, range)
    let place = place(of: bytes.span.extracting(range), hash)
    if slots[place] != 0 { return (Self.number(slots[place]), false) }
    let number = ends.count
    slots[place] = Self.slot(hash, number)
    arena.append(contentsOf: bytes[range])
    ends.append(UInt32(truncatingIfNeeded: arena.count))
    if ends.count * 2 > slots.count { rehash(slots.count * 4) }
    return (number, true)
  }

  /// The number of a part of some bytes, or nil when it was never inserted.
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int? { find(bytes.span.extracting(range)) }

  /// The number of some bytes, or nil when they were never inserted.
  func find(_ bytes: Span<UInt8>) -> Int? {
    let slot = slots[place(of: bytes, hasher.hash(bytes))]
    return slot == 0 ? nil : Self.number(slot)
  }

  /// The slot that holds the string or where it would go.
  private func place(of bytes: Span<UInt8>, _ hash: UInt32) -> Int {
    var place = Int(hash) & (slots.count - 1)
    while slots[place] != 0 {
      let slot = slots[place]
      if UInt32(truncatingIfNeeded: slot >> 32) == hash, isEqual(Self.number(slot), bytes) {
        break
      }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private static func slot(_ hash: UInt32, _ number: Int) -> UInt64 {
    UInt64(hash) << 32 | UInt64(truncatingIfNeeded: number + 1)
  }

  private static func number(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 1 }

  private func isEqual(_ number: Int, _ bytes: Span<UInt8>) -> Bool {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    guard Int(ends[number]) - start == bytes.count else { return false }
    return arena.span.extracting(start..<start + bytes.count).isEqual(to: bytes)
  }

  private mutating func rehash(_ size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for slot in old where slot != 0 {
      var place = Int(slot >> 32) & (size - 1)
      while slots[place] != 0 { place = (place + 1) & (size - 1) }
      slots[place] = slot
    }
  }
}

/// Hashes byte strings; it starts with a random number, so that nobody can choose names that all
/// collide.
struct ByteStringHasher: Sendable {
  private let seed = UInt64.random(in: .min ... .max)

  /// The hash of a part of some bytes.
  func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 { hash(bytes.span.extracting(range)) }

  /// The hash of some bytes.
  ///
  /// Eight bytes at a time are folded into the product of two words.
  func hash(_ bytes: Span<UInt8>) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 < bytes.count {
      state = Self.fold(state ^ bytes.word(at: offset), 0x9E37_79B9_7F4A_7C15)
      offset += 8
    }
    var word: UInt64 = 0
    if bytes.count >= 8 {
      word = bytes.word(at: bytes.count - 8)
    } else {
      for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
    }
    state = Self.fold(state ^ word, seed | 0xA076_1D64_78BD_642F)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
