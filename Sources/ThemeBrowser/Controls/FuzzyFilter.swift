import Bytes

/// Finds names by some of their letters, in order: `mdn` finds `midnight`.
///
/// Words may be in any order. ASCII case is ignored. The best match has adjacent letters, at the
/// start of words, early, and in the name rather than beside it.
package struct FuzzyFilter: Hashable, Sendable {
  private let words: [[UInt8]]

  /// An empty pattern matches everything.
  package init(_ pattern: String) {
    words = pattern.utf8.split(whereSeparator: \.isBlank).map { $0.map(\.lowercasedASCII) }
  }

  package var isEmpty: Bool { words.isEmpty }

  package struct Match: Hashable, Sendable {
    /// Higher is better.
    package var score: Int

    /// The UTF-8 offsets of the matched letters, in order.
    package var offsets: [Int]
  }

  /// The best match of the words in a text.
  ///
  /// Linear in the length: at most 32 starts of a word are tried. `name` is the UTF-8 range of the
  /// most important part. If it `allowsTypo`, each word may have one letter too many, too few,
  /// wrong or misplaced, but its letters have to be adjacent.
  package func match(_ text: String, name: Range<Int>? = nil, allowsTypo: Bool = false) -> Match? {
    let bytes = text.utf8.map(\.lowercasedASCII)
    let starts = Self.startsOfWords(Array(text.utf8))
    var whole = Match(score: 0, offsets: [])
    for word in words {
      var found = name.flatMap { find(word, in: bytes, $0, starts, allowsTypo) }
      if found != nil {
        found?.score += 20
      } else {
        found = find(word, in: bytes, bytes.indices, starts, allowsTypo)
      }
      guard let found else { return nil }
      whole.score += found.score
      whole.offsets += found.offsets
    }
    if words.count > 1 { whole.offsets = Set(whole.offsets).sorted() }
    return whole
  }

  private func find(
    _ word: [UInt8], in bytes: [UInt8], _ range: Range<Int>, _ starts: [Bool], _ allowsTypo: Bool
  ) -> Match? {
    if allowsTypo, word.count >= 3 { return findWithTypo(word, in: bytes, range) }
    var best: Match?
    var tried = 0
    for start in range where bytes[start] == word[0] {
      guard tried < 32, let match = match(word, bytes, start..<range.upperBound, starts) else {
        break
      }
      tried += 1
      if match.score - (start - range.lowerBound).clamped(to: 0...15) > best?.score ?? .min {
        best = match
        best?.score -= (start - range.lowerBound).clamped(to: 0...15)
      }
    }
    return best
  }

  private func match(
    _ word: [UInt8], _ bytes: [UInt8], _ range: Range<Int>, _ starts: [Bool]
  ) -> Match? {
    var offsets: [Int] = []
    var score = 0
    var offset = range.lowerBound
    for letter in word {
      while offset < range.upperBound, bytes[offset] != letter { offset += 1 }
      guard offset < range.upperBound else { return nil }
      if offsets.last == offset - 1 { score += 8 }
      if starts[offset] { score += 6 }
      if let last = offsets.last { score -= (offset - last - 1).clamped(to: 0...5) }
      offsets.append(offset)
      offset += 1
    }
    return Match(score: score, offsets: offsets)
  }

  /// The first match of the word with one error.
  private func findWithTypo(_ word: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Match? {
    for start in range {
      if let offsets = Self.offsets(of: word, at: start, in: bytes[..<range.upperBound]) {
        let early = (start - range.lowerBound).clamped(to: 0...15)
        return Match(score: 8 * offsets.count - early, offsets: offsets)
      }
    }
    return nil
  }

  /// The offsets of the letters of a word at `start` with at most one error.
  private static func offsets(
    of word: [UInt8], at start: Int, in bytes: ArraySlice<UInt8>
  ) -> [Int]? {
    var same = 0
    while same < word.count, start + same < bytes.endIndex, bytes[start + same] == word[same] {
      same += 1
    }
    let head = Array(start..<start + same)
    if same == word.count { return head }
    // Each kind of error, by its number of letters in the word and in the text.
    for (letters, removed) in [(1, 1), (1, 0), (0, 1)] {
      let tail = word.dropFirst(same + letters)
      let rest = start + same + removed
      guard same + letters <= word.count, rest + tail.count <= bytes.endIndex,
        bytes[rest..<rest + tail.count].elementsEqual(tail)
      else { continue }
      return head + Array(rest..<rest + tail.count)
    }
    let swapped = start + same
    guard same + 1 < word.count, swapped + word.count - same <= bytes.endIndex,
      bytes[swapped] == word[same + 1], bytes[swapped + 1] == word[same],
      bytes[(swapped + 2)...].starts(with: word[(same + 2)...])
    else { return nil }
    return Array(start..<start + word.count)
  }

  private static func startsOfWords(_ bytes: [UInt8]) -> [Bool] {
    bytes.indices.map { offset in
      guard offset > 0 else { return true }
      let before = bytes[offset - 1]
      let isLower = (0x61...0x7A).contains(before)
      let isUpper = (0x41...0x5A).contains(bytes[offset])
      return "-_./ ~".utf8.contains(before) || isLower && isUpper
    }
  }
}

extension Int {
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
