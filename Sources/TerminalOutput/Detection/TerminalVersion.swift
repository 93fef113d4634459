/// A version of a terminal program: the numbers in its text, most significant first.
///
/// `3.3a` is 3, 3; `20240203-110809` is 20240203, 110809. Missing numbers count as 0.
package struct TerminalVersion: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  /// The numbers.
  package let numbers: [Int]

  /// Reads the numbers of a text; at most four, each of at most nine digits.
  package init(_ text: some StringProtocol) {
    var found: [Int] = []
    for part in text.split(whereSeparator: { !("0"..."9").contains($0) }).prefix(4) {
      found.append(Int(part.prefix(9)) ?? 0)
    }
    numbers = found
  }

  /// The version a literal spells.
  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// True if `left` is older.
  package static func < (left: TerminalVersion, right: TerminalVersion) -> Bool {
    for place in 0..<max(left.numbers.count, right.numbers.count) {
      let (one, other) = (left.number(at: place), right.number(at: place))
      if one != other { return one < other }
    }
    return false
  }

  /// True if both are the same but for zeros at the end.
  package static func == (left: TerminalVersion, right: TerminalVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  /// Feeds what `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(Array(numbers.reversed().drop { $0 == 0 }))
  }

  private func number(at place: Int) -> Int {
    place < numbers.count ? numbers[place] : 0
  }
}
