/// A set of entries of a `ContextTable`.
///
/// It is a tree of two levels that shares the parts in which two sets agree, because an element's
/// set is that of its parent with a few entries more.
struct ContextSet: Hashable, Sendable {
  private final class Chunk: Sendable {
    let words: [UInt64]

    init(_ words: [UInt64]) { self.words = words }
  }

  private static let wordsPerChunk = 16
  private static let entriesPerChunk = wordsPerChunk * 64

  private var chunks: [Chunk?] = []

  /// Follows from the members and nothing else, so that unequal sets are told apart at once.
  private(set) var digest: UInt64 = 0

  /// Whether an entry is in the set.
  func contains(_ entry: Int32) -> Bool {
    let number = Int(entry) / Self.entriesPerChunk
    guard number < chunks.count, let chunk = chunks[number] else { return false }
    let bit = Int(entry) % Self.entriesPerChunk
    return chunk.words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  /// Adds an entry.
  mutating func insert(_ entry: Int32) {
    guard !contains(entry) else { return }
    let number = Int(entry) / Self.entriesPerChunk
    while chunks.count <= number { chunks.append(nil) }
    var words = chunks[number]?.words ?? [UInt64](repeating: 0, count: Self.wordsPerChunk)
    let bit = Int(entry) % Self.entriesPerChunk
    words[bit >> 6] |= 1 << UInt64(bit & 63)
    chunks[number] = Chunk(words)
    digest ^= Self.mix(entry)
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
