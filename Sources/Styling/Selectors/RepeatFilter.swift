/// Tells of byte strings which ones may come more than once, in a bit or two for each.
///
/// A large sheet has very many keys, and nearly always all of them differ: a table of them all
/// would be asked once and thrown away.
struct RepeatFilter {
  private let hasher = ByteStringHasher()
  private var hashes: [UInt32] = []

  /// One bit for each place that a hash may lead to: whether one did, and whether a second one did.
  private var taken: [UInt64]
  private var shared: [UInt64]

  /// True if any two strings may be the same.
  private(set) var mayHaveRepeats = false

  /// Makes room so that few different strings meet by chance.
  init(expecting count: Int) {
    var words = 1
    while words * 4 < count { words *= 2 }
    taken = Array(repeating: 0, count: words)
    shared = taken
    hashes.reserveCapacity(count)
  }

  /// Adds a string, a part of some bytes; it has the next number, from 0 on.
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

  /// True if the string of a number may have come again, earlier or later.
  func mayRepeat(_ number: Int) -> Bool {
    let (word, bit) = location(of: hashes[number])
    return shared[word] & bit != 0
  }

  private func location(of hash: UInt32) -> (word: Int, bit: UInt64) {
    (Int(hash >> 6) & (taken.count - 1), 1 << UInt64(hash & 63))
  }
}
