/// Distinct byte strings and their numbers, from 0 on in the order in which they came.
///
/// A sheet of a hundred thousand rules has as many names; a `String` and its hash for each would
/// take longer than everything else. The hash starts with a random number, so that nobody can
/// choose names that all collide.
struct ByteStringTable: Sendable {
  private var arena: [UInt8] = []
  private var ends: [UInt32] = []

  /// Open addressing; -1 is a free place.
  ///
  /// Never more than half full.
  private var slots = [Int32](repeating: -1, count: 16)
  private let seed = UInt64.random(in: .min ... .max)

  /// How many there are.
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
    let place = place(of: bytes, range)
    if slots[place] >= 0 { return (Int(slots[place]), false) }
    let number = ends.count
    slots[place] = Int32(number)
    arena.append(contentsOf: bytes[range])
    ends.append(UInt32(truncatingIfNeeded: arena.count))
    if ends.count * 2 > slots.count { rehash(slots.count * 4) }
    return (number, true)
  }

  /// The number of a part of some bytes, or nil when it was never inserted.
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let number = slots[place(of: bytes, range)]
    return number < 0 ? nil : Int(number)
  }

  /// The slot that holds the string or where it would go.
  private func place(of bytes: [UInt8], _ range: Range<Int>) -> Int {
    var place = hash(bytes, range) & (slots.count - 1)
    while slots[place] >= 0, !isEqual(Int(slots[place]), bytes, range) {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private func isEqual(_ number: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    guard Int(ends[number]) - start == range.count else { return false }
    for offset in 0..<range.count where arena[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func rehash(_ size: Int) {
    slots = [Int32](repeating: -1, count: size)
    for number in 0..<ends.count {
      let start = number == 0 ? 0 : Int(ends[number - 1])
      var place = hash(arena, start..<Int(ends[number])) & (size - 1)
      while slots[place] >= 0 { place = (place + 1) & (size - 1) }
      slots[place] = Int32(number)
    }
  }

  /// Eight bytes at a time are folded into the product of two words.
  private func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var state = seed ^ UInt64(truncatingIfNeeded: range.count)
    var word: UInt64 = 0
    var filled = 0
    for index in range {
      word = word << 8 | UInt64(bytes[index])
      filled += 1
      if filled == 8 {
        state = Self.fold(state ^ word, 0x9E37_79B9_7F4A_7C15)
        word = 0
        filled = 0
      }
    }
    state = Self.fold(state ^ word, seed | 0xA076_1D64_78BD_642F)
    return Int(truncatingIfNeeded: state & 0x7FFF_FFFF)
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
