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

  init(_ tests: Set<Test>) {
    self.tests = Array(tests)
    countsFromStart = tests.contains { !$0.isFromEnd }
    countsFromEnd = tests.contains(where: \.isFromEnd)
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
