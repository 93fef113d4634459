/// The stylesheet's tests of an element's position among its siblings.
///
/// Elements with the same answers share their style, so that a million siblings do not need a
/// million styles.
struct PositionTests: Sendable {
  /// `:nth-child(An+B)` or `:nth-last-child(An+B)`.
  struct Test: Hashable, Sendable {
    var step: Int
    var offset: Int
    var isFromEnd: Bool

    /// The remainder of all positions for which the test holds.
    fileprivate var remainder: Int {
      step == 0 ? offset : ((offset % abs(step)) + abs(step)) % abs(step)
    }

    fileprivate func isInFront(of other: Test) -> Bool {
      (isFromEnd ? 1 : 0, step, remainder, offset)
        < (other.isFromEnd ? 1 : 0, other.step, other.remainder, other.offset)
    }
  }

  /// Tests with one step and remainder, by offset: of the positions with that remainder, those from
  /// the offset on, or up to it, meet a test.
  private struct Family {
    let step: Int
    let remainder: Int
    let isFromEnd: Bool
    let tests: Range<Int>
  }

  private let tests: [Test]
  private let numbers: [Test: Int32]
  private let families: [Family]

  let countsFromStart: Bool

  let countsFromEnd: Bool

  /// The number of later siblings that decides every test from the end; nil if all are needed.
  let decisiveFollowers: Int?

  /// The last position for which a test from the front holds; nil if some repeat for ever.
  let decisiveIndex: Int?

  /// The elements that selectors may count from the end.
  let counted: CountedElements

  init(_ tests: Set<Test>, counted: CountedElements) {
    self.counted = counted
    let tests = tests.sorted { $0.isInFront(of: $1) }
    self.tests = tests
    numbers = Dictionary(uniqueKeysWithValues: zip(tests, 0...))
    var families: [Family] = []
    var start = 0
    for end in tests.indices.map({ $0 + 1 }) {
      let first = tests[start]
      if end < tests.count, tests[end].isFromEnd == first.isFromEnd, tests[end].step == first.step,
        tests[end].remainder == first.remainder
      {
        continue
      }
      families.append(
        Family(
          step: first.step, remainder: first.remainder, isFromEnd: first.isFromEnd,
          tests: start..<end))
      start = end
    }
    self.families = families
    countsFromStart = tests.contains { !$0.isFromEnd }
    let fromEnd = tests.filter(\.isFromEnd)
    countsFromEnd = !fromEnd.isEmpty
    // `An+B` with no positive step holds for no position behind B.
    func last(of tests: [Test]) -> Int? {
      let isBounded = tests.allSatisfy { $0.step <= 0 }
      return isBounded ? tests.map(\.offset).max().map { max(0, $0) } : nil
    }
    decisiveFollowers = last(of: fromEnd)
    decisiveIndex = last(of: tests.filter { !$0.isFromEnd })
  }

  var isEmpty: Bool { tests.isEmpty }

  var count: Int { tests.count }

  func number(of test: Test) -> Int32? { numbers[test] }

  /// The numbers of the tests that hold for some positions, from the front or from the end.
  ///
  /// It costs as much as there are tests and answers; for single positions it would cost that much
  /// for each.
  fileprivate func answers(for positions: Range<Int>, fromEnd: Bool) -> [[Range<Int32>]] {
    var answers = [[Range<Int32>]](repeating: [], count: positions.count)
    for family in families where family.isFromEnd == fromEnd {
      let tests = family.tests
      let step = abs(family.step)
      guard step > 0 else {
        if positions.contains(family.remainder) {
          answers[family.remainder - positions.lowerBound].append(Self.range(tests))
        }
        continue
      }
      // The first position that has the remainder, and so on from there.
      let first = positions.lowerBound
      var position = first + (((family.remainder - first) % step) + step) % step
      // An offset is at most a position if it is in front of this.
      var split = tests.lowerBound
      while position < positions.upperBound {
        while split < tests.upperBound,
          family.step > 0
            ? self.tests[split].offset <= position : self.tests[split].offset < position
        {
          split += 1
        }
        let holding = family.step > 0 ? tests.lowerBound..<split : split..<tests.upperBound
        if !holding.isEmpty { answers[position - first].append(Self.range(holding)) }
        position += step
      }
    }
    return answers
  }

  private static func range(_ tests: Range<Int>) -> Range<Int32> {
    Int32(tests.lowerBound)..<Int32(tests.upperBound)
  }
}

/// The answers to the tests of positions, computed for many neighbours at once and cached.
struct PositionAnswers {
  private let tests: PositionTests

  /// The number of positions computed at once.
  private let width: Int

  private struct Block: Hashable {
    let number: Int
    let isFromEnd: Bool
  }

  private var blocks: [Block: [[Range<Int32>]]] = [:]
  private var keptCount = 0

  /// The number of each list of answers, and of each position.
  private var numbers: [[Range<Int32>]: Int32] = [:]
  private var places: [SiblingPosition: Int32] = [:]

  /// The numbers of positions near the first and the last one, which are the most frequent.
  private var near = [Int32](repeating: -1, count: nearPlaces * nearPlaces)
  private static let nearPlaces = 8

  /// The most positions whose numbers are kept.
  private static let mostPlaces = 1 << 12

  /// With more answers than this the cache is emptied.
  private static let most = 1 << 18

  init(_ tests: PositionTests) {
    self.tests = tests
    width = tests.count < 64 ? 16 : 1024
  }

  /// The numbers of the tests that hold for a position, in ascending order; empty without tests.
  mutating func answers(for position: SiblingPosition?) -> [Range<Int32>] {
    guard !tests.isEmpty, let position else { return [] }
    var answers: [Range<Int32>] = []
    if tests.countsFromStart { answers = self.answers(for: position.index, fromEnd: false) }
    if tests.countsFromEnd, let count = position.count {
      answers += self.answers(for: count - position.index + 1, fromEnd: true)
    }
    return answers
  }

  /// A number that is equal for positions with the same answers.
  mutating func number(of position: SiblingPosition) -> Int32 {
    // Behind the last position of all tests, all are equal: a document has very many.
    var index = position.index
    if let end = tests.decisiveIndex { index = min(index, end + 1) }
    var count: Int?
    if tests.countsFromEnd, let own = position.count {
      let followers = own - position.index
      count = index + (tests.decisiveFollowers.map { min(followers, $0) } ?? followers)
    }
    let position = SiblingPosition(index: index, count: count)
    let followers = count.map { $0 - index + 1 } ?? 0
    guard index < Self.nearPlaces, followers < Self.nearPlaces else {
      return places[position] ?? findNumber(of: position)
    }
    let place = index * Self.nearPlaces + followers
    if near[place] < 0 { near[place] = findNumber(of: position) }
    return near[place]
  }

  private mutating func findNumber(of position: SiblingPosition) -> Int32 {
    if places.count >= Self.mostPlaces { places.removeAll(keepingCapacity: true) }
    let answers = answers(for: position)
    let number = numbers[answers] ?? Int32(numbers.count)
    numbers[answers] = number
    places[position] = number
    return number
  }

  private mutating func answers(for position: Int, fromEnd: Bool) -> [Range<Int32>] {
    let block = Block(number: position / width, isFromEnd: fromEnd)
    let offset = position % width
    if let known = blocks[block] { return known[offset] }
    let start = block.number * width
    let answers = tests.answers(for: start..<start + width, fromEnd: fromEnd)
    keptCount += answers.reduce(width) { $0 + $1.count }
    if keptCount > Self.most {
      blocks = [:]
      keptCount = 0
    }
    blocks[block] = answers
    return answers[offset]
  }
}

/// Elements whose position from the end selectors may test; others need not wait for the end.
package struct CountedElements: Hashable, Sendable {
  package internal(set) var types: Set<String> = []

  package internal(set) var haveClasses = false

  package internal(set) var areAll = false
}
