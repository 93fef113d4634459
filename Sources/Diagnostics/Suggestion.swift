/// The name that was probably meant.
///
/// A name is near when its Damerau–Levenshtein distance (insert, delete, replace, swap neighbours)
/// is at most 2 or a third of the length of the written one, whichever is more; 1 for fewer than
/// five letters. Nothing is near to a single letter.
///
/// Of equally near candidates the first is returned; nil if none is near or `name` itself is among
/// them.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  NameIndex(candidates).nearest(to: name)
}

/// The end of a message that suggests the name that was probably meant.
package func hint(at suggestion: String?) -> String {
  suggestion.map {
    let verb = isRule($0) ? "add" : "use"
    return isDeclaration($0) ? "; \(verb) '\($0)'" : "; did you mean '\($0)'?"
  } ?? ""
}

/// True if a suggestion is a whole declaration, and not a misspelt name.
package func isDeclaration(_ suggestion: String) -> Bool { suggestion.contains(": ") }

package func isRule(_ suggestion: String) -> Bool { suggestion.contains("@media (") }

/// The existing names, for repeated searches of the one that was probably meant.
///
/// A search rejects nearly all of a hundred thousand names by their length, and by the letters that
/// are in one and not in the other.
package struct NameIndex: Hashable, Sendable {
  private struct Entry: Hashable {
    /// A bit for each letter; some letters share one.
    var letters: UInt64
    var number: Int
    /// Index of its first lower-case scalar.
    var start: Int
  }

  private var names: [String] = []
  private var scalars: [Unicode.Scalar] = []

  /// The names of each length, in the given order.
  private var ofLength: [[Entry]] = []

  /// Most scalars of a name for which there are suggestions.
  private static let longest = 100

  /// Creates an index of the existing names; the first of equally near ones is found.
  package init(_ names: some Sequence<String>) { for name in names { append(name) } }

  package mutating func append(_ name: String) {
    let start = scalars.count
    scalars.append(contentsOf: name.lowercased().unicodeScalars)
    let length = scalars.count - start
    guard length <= Self.longest * 4 / 3 else {
      scalars.removeLast(length)
      return
    }
    while ofLength.count <= length { ofLength.append([]) }
    ofLength[length].append(
      Entry(letters: Self.letters(scalars[start...]), number: names.count, start: start))
    names.append(name)
  }

  package mutating func remove(_ name: String) {
    self = NameIndex(names.filter { !$0.utf8.elementsEqual(name.utf8) })
  }

  private static func letters(_ scalars: ArraySlice<Unicode.Scalar>) -> UInt64 {
    scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// The nearest name; nil if none is near or `name` itself is among them.
  ///
  /// `most` is the distance that is near; nil for the rule of `nearestName(to:in:)`.
  package func nearest(to name: String, atMost most: Int? = nil) -> String? {
    let written = Array(name.lowercased().unicodeScalars)
    guard written.count > 1, written.count <= Self.longest else { return nil }
    let letters = Self.letters(written[...])
    // Two letters of three are another word.
    let limit = most ?? (written.count < 5 ? 1 : max(2, written.count / 3))
    var distance = EditDistance(written)
    var best: (distance: Int, number: Int)?
    let lengths = max(0, written.count - limit)...written.count + limit
    for length in lengths where length < ofLength.count {
      // A distance as long as the word would suggest anything for `a`.
      let own = min(limit, max(written.count, length) - 1)
      for entry in ofLength[length] {
        let most = min(own, best?.distance ?? own)
        guard (letters & ~entry.letters).nonzeroBitCount <= most,
          (entry.letters & ~letters).nonzeroBitCount <= most,
          let found = distance.distance(
            to: scalars[entry.start..<entry.start + length], atMost: most)
        else { continue }
        if found == 0, names[entry.number] == name { return nil }
        let isBetter = best.map { (found, entry.number) < ($0.distance, $0.number) } ?? true
        if isBetter { best = (found, entry.number) }
      }
    }
    return best.map { names[$0.number] }
  }
}

/// Damerau–Levenshtein distances from one word, in their optimal string alignment form.
private struct EditDistance {
  private let word: [Unicode.Scalar]
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  init(_ word: [Unicode.Scalar]) { self.word = word }

  /// The distance; nil as soon as it is certain to exceed a limit.
  mutating func distance(to other: ArraySlice<Unicode.Scalar>, atMost limit: Int) -> Int? {
    // A common start or end of both costs nothing.
    var start = 0
    let shorter = min(word.count, other.count)
    while start < shorter, word[start] == other[other.startIndex + start] { start += 1 }
    var end = 0
    while end < shorter - start, word[word.count - 1 - end] == other[other.endIndex - 1 - end] {
      end += 1
    }
    return distance(start..<word.count - end, other.dropFirst(start).dropLast(end), limit)
  }

  private mutating func distance(
    _ rows: Range<Int>, _ other: ArraySlice<Unicode.Scalar>, _ limit: Int
  ) -> Int? {
    prepare(width: other.count + 1)
    let first = other.startIndex
    var lastLeast = 0
    for row in rows {
      current[0] = row - rows.lowerBound + 1
      var least = current[0]
      for column in 0..<other.count {
        let letter = other[first + column]
        var distance = min(
          last[column] + (word[row] == letter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > rows.lowerBound, column > 0, word[row - 1] == letter,
          word[row] == other[first + column - 1]
        {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current[column + 1] = distance
        least = min(least, distance)
      }
      // A swap leads from the row before the last to the next one.
      if min(least, lastLeast) > limit { return nil }
      lastLeast = least
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }

  /// Makes the rows wide enough, and initializes the last one for an empty word.
  private mutating func prepare(width: Int) {
    while last.count < width {
      beforeLast.append(0)
      last.append(0)
      current.append(0)
    }
    for column in 0..<width { last[column] = column }
  }
}
