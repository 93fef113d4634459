/// A set of entries of a `ContextTable`.
///
/// A tree of two levels; two sets share equal parts, because an element's set is that of its parent
/// with a few more entries.
struct ContextSet: Hashable, Sendable {
  private final class Chunk: Sendable {
    let words: [UInt64]

    init(_ words: [UInt64]) { self.words = words }
  }

  private static let wordsPerChunk = 16
  private static let entriesPerChunk = wordsPerChunk * 64

  private var chunks: [Chunk?] = []

  /// A hash of the members alone, so that unequal sets are found at once.
  private(set) var digest: UInt64 = 0

  func contains(_ entry: Int32) -> Bool {
    let number = Int(entry) / Self.entriesPerChunk
    guard number < chunks.count, let chunk = chunks[number] else { return false }
    let bit = Int(entry) % Self.entriesPerChunk
    return chunk.words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  var count: Int {
    chunks.reduce(0) { sum, chunk in sum + (chunk?.words.reduce(0) { $0 + $1.nonzeroBitCount } ?? 0)
    }
  }

  func forEach(_ body: (Int32) -> Void) {
    for (number, chunk) in chunks.enumerated() {
      for (wordIndex, word) in (chunk?.words ?? []).enumerated() {
        var rest = word
        while rest != 0 {
          body(Int32(number * Self.entriesPerChunk + wordIndex * 64 + rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
    }
  }

  /// Adds entries; fast for neighbours.
  mutating func insert(_ entries: [Int32]) { set(entries, to: true) }

  mutating func remove(_ entries: [Int32]) { set(entries, to: false) }

  private mutating func set(_ entries: [Int32], to isMember: Bool) {
    var number = -1
    var words: [UInt64] = []
    var isChanged = false
    func keep() {
      if isChanged { chunks[number] = Chunk(words) }
      isChanged = false
    }
    for entry in entries {
      let chunk = Int(entry) / Self.entriesPerChunk
      if chunk != number {
        keep()
        number = chunk
        while chunks.count <= number { chunks.append(nil) }
        words = chunks[number]?.words ?? [UInt64](repeating: 0, count: Self.wordsPerChunk)
      }
      let bit = Int(entry) % Self.entriesPerChunk
      guard (words[bit >> 6] >> UInt64(bit & 63) & 1 == 1) != isMember else { continue }
      words[bit >> 6] ^= 1 << UInt64(bit & 63)
      isChanged = true
      digest ^= Self.mix(entry)
    }
    keep()
  }

  mutating func formUnion(_ other: ContextSet) {
    while chunks.count < other.chunks.count { chunks.append(nil) }
    for (number, chunk) in other.chunks.enumerated() {
      guard let chunk, chunks[number] !== chunk else { continue }
      var words = chunks[number]?.words ?? [UInt64](repeating: 0, count: Self.wordsPerChunk)
      var isChanged = false
      for wordIndex in words.indices {
        var new = chunk.words[wordIndex] & ~words[wordIndex]
        words[wordIndex] |= new
        while new != 0 {
          isChanged = true
          digest ^= Self.mix(
            Int32(number * Self.entriesPerChunk + wordIndex * 64 + new.trailingZeroBitCount))
          new &= new - 1
        }
      }
      guard isChanged else { continue }
      // Sets that agree in a part share it.
      chunks[number] = words == chunk.words ? chunk : Chunk(words)
    }
  }

  static func == (left: ContextSet, right: ContextSet) -> Bool {
    guard left.digest == right.digest, left.chunks.count == right.chunks.count else { return false }
    return zip(left.chunks, right.chunks).allSatisfy { $0 === $1 || $0?.words == $1?.words }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  private static func mix(_ entry: Int32) -> UInt64 {
    var value = (UInt64(UInt32(bitPattern: entry)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    return value ^ value >> 27
  }
}
