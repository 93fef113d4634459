/// What a sheet asks about the place of an element among its siblings.
///
/// Elements for which all answers are the same share their style, so that a million siblings do
/// not need a million styles.
struct PositionTests: Sendable {
  /// `:nth-child(An+B)` or `:nth-last-child(An+B)`.
  struct Test: Hashable, Sendable {
    var step: Int
    var offset: Int
    var isFromEnd: Bool
  }

  private let tests: [Test]

  /// Whether any selector counts siblings from the front.
  let countsFromStart: Bool

  /// Whether any selector counts siblings from the back.
  let countsFromEnd: Bool

  /// How many siblings behind an element decide all that counts from the back; nil where it takes
  /// all of them.
  let decisiveFollowers: Int?

  /// Which elements selectors may count from the back.
  let counted: CountedElements

  init(_ tests: Set<Test>, counted: CountedElements) {
    self.counted = counted
    self.tests = Array(tests)
    countsFromStart = tests.contains { !$0.isFromEnd }
    let fromEnd = tests.filter(\.isFromEnd)
    countsFromEnd = !fromEnd.isEmpty
    // `An+B` with no positive step holds for no position behind B.
    let isBounded = fromEnd.allSatisfy { $0.step <= 0 }
    decisiveFollowers = isBounded ? fromEnd.map(\.offset).max().map { max(0, $0) } : nil
  }

  /// The answers for a place, one bit each; empty where nobody asks.
  func answers(for position: SiblingPosition?) -> [UInt64] {
    guard !tests.isEmpty, let position else { return [] }
    var answers = [UInt64](repeating: 0, count: (tests.count + 63) / 64)
    for (number, test) in tests.enumerated() {
      let index = test.isFromEnd ? position.count.map { $0 - position.index + 1 } : position.index
      guard let index, AnPlusB.contains(index, step: test.step, offset: test.offset) else {
        continue
      }
      answers[number >> 6] |= 1 << UInt64(number & 63)
    }
    return answers
  }
}

/// Elements whose place from the end selectors may ask for; others need not wait for it.
package struct CountedElements: Hashable, Sendable {
  /// Those of such types.
  package internal(set) var types: Set<String> = []

  /// Those with a class.
  package internal(set) var haveClasses = false

  /// All of them.
  package internal(set) var areAll = false
}
