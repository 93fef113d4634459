/// The numbers of the selectors' tests.
struct TestNumbers {
  private let attributes: AttributeTests
  private let positions: PositionTests

  /// The first number of each kind.
  let starts: Starts

  private(set) var lists: ListTests

  struct Starts {
    var positions: Int32 = 0
    var classes: Int32 = 0
    var types: Int32 = 0
    var contexts: Int32 = 0
    var lists: Int32 = 0
  }

  /// Numbers the tests of a stylesheet; each list comes after its inner ones.
  init(
    _ attributes: AttributeTests, _ positions: PositionTests, _ pool: SelectorPool,
    lists: [SelectorList]
  ) {
    self.attributes = attributes
    self.positions = positions
    var starts = Starts()
    let names = Int32(pool.names.count)
    starts.positions = Int32(attributes.count)
    starts.classes = starts.positions + Int32(positions.count)
    starts.types = starts.classes + names
    starts.contexts = starts.types + names
    starts.lists = starts.contexts + Int32(pool.contexts.entries.count)
    self.starts = starts
    self.lists = ListTests(lists.count, starts)
    for list in lists {
      var requirements: Set<Int32> = []
      let isCertain = list.selectors.allSatisfy { selector in
        guard let number = requirement(selector) else { return false }
        requirements.insert(number)
        return true
      }
      if isCertain { self.lists.add(list, asking: requirements) }
    }
  }

  /// A test that every matching element meets; nil if there is none besides its type and its first
  /// class.
  func number(for compound: CompoundSelector, inside context: ContextTable.Reference?) -> Int32? {
    own(compound.more) ?? context.map { starts.contexts + $0.entry }
  }

  /// A test that every element meets that meets a part of a list.
  private func requirement(_ selector: Selector) -> Int32? {
    let subject = selector.subject
    return own(subject.more) ?? subject.firstClass.map { starts.classes + $0.rawValue } ?? selector
      .context.map { starts.contexts + $0.entry } ?? subject.type.map { starts.types + $0.rawValue }
  }

  private func own(_ more: CompoundSelector.RareConditions?) -> Int32? {
    guard let more else { return nil }
    if let first = more.attributes.first { return attributes.number(of: first) }
    for pseudoClass in more.pseudoClasses {
      switch pseudoClass {
      case .nthChild(let step, let offset):
        return number(of: .init(step: step, offset: offset, isFromEnd: false))
      case .nthLastChild(let step, let offset):
        return number(of: .init(step: step, offset: offset, isFromEnd: true))
      case .anyOf(let list): if let number = lists.number(of: list) { return number }
      case .root, .noneOf, .never: continue
      }
    }
    return more.otherClasses.last.map { starts.classes + $0.rawValue }
  }

  private func number(of test: PositionTests.Test) -> Int32? {
    positions.number(of: test).map { starts.positions + $0 }
  }
}

/// Lists by the tests of their parts: an element that meets none of the tests cannot meet the list.
struct ListTests {
  private let starts: TestNumbers.Starts

  /// The numbers of tests, by the number of the list in its stylesheet.
  private var numbers: [Int: Int32] = [:]

  /// The lists with a part that needs a test.
  private var asking: NameChains<Int32>

  private(set) var count = 0

  /// True if any part tests positions or the surroundings of an element.
  private(set) var askForPositions = false
  private(set) var askForContexts = false

  fileprivate init(_ most: Int, _ starts: TestNumbers.Starts) {
    self.starts = starts
    asking = NameChains(names: most == 0 ? 0 : Int(starts.lists) + most)
  }

  var isEmpty: Bool { count == 0 }

  func number(of list: SelectorList) -> Int32? { numbers[list.number] }

  /// The lists with a part that needs the test.
  func lists(asking test: Int32) -> NameChains<Int32>.Chain { asking[Int(test)] }

  fileprivate mutating func add(_ list: SelectorList, asking requirements: Set<Int32>) {
    // A list with a single requirement is equal to that.
    guard requirements.count != 1 else { return numbers[list.number] = requirements.first }
    for requirement in requirements {
      asking.add(Int32(count), to: Int(requirement))
      if requirement >= starts.positions, requirement < starts.classes { askForPositions = true }
      if requirement >= starts.contexts, requirement < starts.lists { askForContexts = true }
    }
    numbers[list.number] = starts.lists + Int32(count)
    count += 1
  }
}
