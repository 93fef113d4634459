/// Finds which byte strings may be repeated, with a bit or two for each.
///
/// A large stylesheet has very many keys, which nearly always all differ: a table of them would be
/// used once and thrown away.
struct RepeatFilter {
  private let hasher = ByteStringHasher()
  private var hashes: [UInt32] = []

  /// A bit for each hash that occurred; `shared` has one for each that occurred twice.
  private var taken: [UInt64]
  private var shared: [UInt64]

  /// True if any two strings may be equal.
  private(set) var mayHaveRepeats = false

  /// Reserves enough bits that few different strings collide.
  init(expecting count: Int) {
    var words = 1
    while words * 4 < count { words *= 2 }
    taken = Array(repeating: 0, count: words)
    shared = taken
    hashes.reserveCapacity(count)
  }

  /// Adds a part of some bytes, which gets the next number, from 0.
  mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    let hash = hasher.hash(bytes, range)
    hashes.append(hash)
    let (word, bit) = location(of: hash)
    if taken[word] & bit == 0 {
      taken[word] |= bit
    } else {
      shared[word] |= bit
      mayHaveRepeats = true
    }
  }

  /// True if the string of a number may have an equal one, earlier or later.
  func mayRepeat(_ number: Int) -> Bool {
    let (word, bit) = location(of: hashes[number])
    return shared[word] & bit != 0
  }

  private func location(of hash: UInt32) -> (word: Int, bit: UInt64) {
    (Int(hash >> 6) & (taken.count - 1), 1 << UInt64(hash & 63))
  }
}
