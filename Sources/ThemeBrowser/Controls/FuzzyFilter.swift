/// Finds names by some of their letters, in order: `mdn` finds `midnight`.
///
/// Case is ignored for ASCII letters. The best match has its letters together, at the beginning of
/// words, and early.
package struct FuzzyFilter: Hashable, Sendable {
  private let letters: [UInt8]

  /// A filter; an empty pattern matches everything.
  package init(_ pattern: String) {
    letters = pattern.utf8.map { Self.fold($0) }.filter { $0 != 0x20 }
  }

  /// A match of a name.
  package struct Match: Hashable, Sendable {
    /// More is better.
    package var score: Int

    /// UTF-8 offsets of the letters that were found.
    package var offsets: [Int]
  }

  /// How a name matches; nil if it does not.
  ///
  /// Every place where the pattern may start is tried, up to 32, and the best is taken; so the time
  /// is linear in the length of the name.
  package func match(_ name: String) -> Match? {
    guard !letters.isEmpty else { return Match(score: 0, offsets: []) }
    let bytes = Array(name.utf8)
    var best: Match?
    var tried = 0
    for start in bytes.indices where Self.fold(bytes[start]) == letters[0] {
      guard tried < 32, let match = match(bytes, from: start) else { break }
      tried += 1
      if match.score > best?.score ?? .min { best = match }
    }
    return best
  }

  private func match(_ bytes: [UInt8], from start: Int) -> Match? {
    var offsets: [Int] = []
    var score = -start.clamped(to: 0...15)
    var offset = start
    for letter in letters {
      while offset < bytes.count, Self.fold(bytes[offset]) != letter { offset += 1 }
      guard offset < bytes.count else { return nil }
      if offsets.last == offset - 1 { score += 8 }
      if Self.startsWord(bytes, offset) { score += 6 }
      if let last = offsets.last { score -= (offset - last - 1).clamped(to: 0...5) }
      offsets.append(offset)
      offset += 1
    }
    return Match(score: score, offsets: offsets)
  }

  private static func startsWord(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset > 0 else { return true }
    let before = bytes[offset - 1]
    let isLower = (0x61...0x7A).contains(before)
    let isUpper = (0x41...0x5A).contains(bytes[offset])
    return "-_./ ~".utf8.contains(before) || isLower && isUpper
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}

extension Int {
  /// The nearest number in a range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
