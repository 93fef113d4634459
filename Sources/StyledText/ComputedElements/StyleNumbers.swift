/// Numbers by pairs of numbers: a style by the parent's state and a tag, a state by a state and a
/// place.
struct StyleNumbers {
  /// A power of two of places; where a value is -1 there is no key.
  private var keys: [UInt64]
  private var values: [Int32]
  private var count = 0
  private var shift: UInt64

  private static let firstBits: UInt64 = 8

  init() {
    keys = Array(repeating: 0, count: 1 << Self.firstBits)
    values = Array(repeating: -1, count: 1 << Self.firstBits)
    shift = 64 - Self.firstBits
  }

  /// The number of a pair; -1 if there is none.
  func find(_ first: Int32, _ second: Int32) -> Int32 {
    values[place(of: Self.key(first, second))]
  }

  /// Sets the number, 0 or more, of a pair.
  mutating func insert(_ value: Int32, for first: Int32, _ second: Int32) {
    let key = Self.key(first, second)
    let place = place(of: key)
    if values[place] < 0 { count += 1 }
    (keys[place], values[place]) = (key, value)
    if count * 2 > keys.count { grow() }
  }

  private static func key(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
  }

  /// The place of a key, or the free place where it belongs.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    while values[place] >= 0, keys[place] != key { place = (place &+ 1) & (keys.count &- 1) }
    return place
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    values = Array(repeating: -1, count: oldKeys.count * 2)
    shift -= 1
    for (key, value) in zip(oldKeys, oldValues) where value >= 0 {
      let place = place(of: key)
      (keys[place], values[place]) = (key, value)
    }
  }
}
