/// What holds for an element of that which selectors ask for, by number: the tests of attributes,
/// those of positions, the classes, and what its ancestors meet of the sheet's `ContextTable`.
struct MatchedTests {
  private let attributes: [Int32]
  private let positions: [Range<Int32>]
  private let classes: [NameID]
  private let ancestors: ContextSet?

  /// Where the numbers of each kind start.
  private let starts: TestNumbers.Starts

  /// How many hold.
  let count: Int

  /// Of an element of which nobody asks.
  static let none = MatchedTests(
    attributes: [], positions: [], classes: [], ancestors: nil, starts: TestNumbers.Starts())

  init(
    attributes: [Int32], positions: [Range<Int32>], classes: [NameID], ancestors: ContextSet?,
    starts: TestNumbers.Starts
  ) {
    self.attributes = attributes
    self.positions = positions
    var seen: Set<NameID> = [.unknown]
    self.classes = classes.filter { seen.insert($0).inserted }
    self.ancestors = ancestors
    self.starts = starts
    count =
      attributes.count + positions.reduce(0) { $0 + $1.count } + self.classes.count
      + (ancestors?.count ?? 0)
  }

  /// Hands each number on.
  func forEach(_ body: (Int32) -> Void) {
    attributes.forEach(body)
    for range in positions { for number in range { body(starts.positions + number) } }
    for name in classes { body(starts.classes + name.rawValue) }
    ancestors?.forEach { body(starts.contexts + $0) }
  }

  /// Whether one holds.
  func contains(_ number: Int32) -> Bool {
    if number >= starts.contexts { return ancestors?.contains(number - starts.contexts) ?? false }
    if number >= starts.classes {
      return classes.contains(NameID(rawValue: number - starts.classes))
    }
    if number >= starts.positions {
      let number = number - starts.positions
      let place = positions.partitioningPlace { $0.upperBound > number }
      return place < positions.count && positions[place].contains(number)
    }
    let place = attributes.partitioningPlace { $0 >= number }
    return place < attributes.count && attributes[place] == number
  }
}

extension Array {
  /// The first place where something holds that holds behind it, too.
  fileprivate func partitioningPlace(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The numbers of what selectors ask for.
struct TestNumbers {
  private let attributes: AttributeTests
  private let positions: PositionTests

  /// Where the numbers of each kind start.
  let starts: Starts

  struct Starts {
    var positions: Int32 = 0
    var classes: Int32 = 0
    var contexts: Int32 = 0
  }

  init(_ attributes: AttributeTests, _ positions: PositionTests, _ pool: SelectorPool) {
    self.attributes = attributes
    self.positions = positions
    let classes = Int32(attributes.count + positions.count)
    starts = Starts(
      positions: Int32(attributes.count), classes: classes,
      contexts: classes + Int32(pool.names.count))
  }

  /// Something without which an element does not match; nil where there is nothing but its type and
  /// its first class.
  func number(for compound: CompoundSelector, inside context: ContextTable.Reference?) -> Int32? {
    own(compound.more) ?? context.map { starts.contexts + $0.entry }
  }

  private func own(_ more: CompoundSelector.RareConditions?, depth: Int = 0) -> Int32? {
    guard let more else { return nil }
    if let first = more.attributes.first { return attributes.number(of: first) }
    for pseudoClass in more.pseudoClasses {
      switch pseudoClass {
      case .nthChild(let step, let offset):
        return number(of: .init(step: step, offset: offset, isFromEnd: false))
      case .nthLastChild(let step, let offset):
        return number(of: .init(step: step, offset: offset, isFromEnd: true))
      case .anyOf(let list):
        guard depth < 4, list.selectors.count == 1,
          let inner = own(list.selectors[0].subject.more, depth: depth + 1)
        else { continue }
        return inner
      case .root, .noneOf, .never: continue
      }
    }
    return more.otherClasses.last.map { starts.classes + $0.rawValue }
  }

  private func number(of test: PositionTests.Test) -> Int32? {
    positions.number(of: test).map { starts.positions + $0 }
  }
}
