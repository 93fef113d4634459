import Bytes

/// The numbers of the selectors' tests that hold for an element: attributes, positions, classes,
/// type, entries of the `ContextTable` that its ancestors meet, and lists of which it may meet a
/// part.
struct MatchedTests {
  private let attributes: [Int32]
  private let positions: [Range<Int32>]
  private let classes: [NameID]
  private let type: NameID?
  private let ancestors: ContextSet?

  /// A bit for each list; empty if the stylesheet has none.
  private var lists: [UInt64] = []

  private let starts: TestNumbers.Starts

  private(set) var count = 0

  /// For elements that no selector tests.
  static let none = MatchedTests()

  private init() {
    attributes = []
    positions = []
    classes = []
    type = nil
    ancestors = nil
    starts = TestNumbers.Starts()
  }

  init(
    attributes: [Int32], positions: [Range<Int32>], _ element: MatchingElement, numbers: TestNumbers
  ) {
    self.attributes = attributes
    self.positions = positions
    var seen: Set<NameID> = [.unknown]
    classes = element.classes.filter { seen.insert($0).inserted }
    type = element.type
    ancestors = element.ancestorContext?.ancestors
    starts = numbers.starts
    count =
      attributes.count + positions.reduce(0) { $0 + $1.count } + classes.count
      + (type == nil ? 0 : 1) + (ancestors?.count ?? 0)
    addLists(numbers.lists)
  }

  /// Sets the lists of which a part may be met, according to the tests so far.
  private mutating func addLists(_ known: ListTests) {
    guard !known.isEmpty else { return }
    lists = [UInt64](repeating: 0, count: known.count / 64 + 1)
    var found: [Int32] = []
    func add(_ test: Int32) {
      for list in known.lists(asking: test) {
        let (word, bit) = (Int(list) >> 6, UInt64(1) << UInt64(list & 63))
        guard lists[word] & bit == 0 else { continue }
        lists[word] |= bit
        found.append(list)
      }
    }
    attributes.forEach(add)
    if known.askForPositions {
      for range in positions { for number in range { add(starts.positions + number) } }
    }
    for name in classes { add(starts.classes + name.rawValue) }
    if let type { add(starts.types + type.rawValue) }
    if known.askForContexts { ancestors?.forEach { add(starts.contexts + $0) } }
    // Each list that is found adds the lists around it.
    while let list = found.popLast() {
      count += 1
      add(starts.lists + list)
    }
  }

  func forEach(_ body: (Int32) -> Void) {
    attributes.forEach(body)
    for range in positions { for number in range { body(starts.positions + number) } }
    for name in classes { body(starts.classes + name.rawValue) }
    if let type { body(starts.types + type.rawValue) }
    ancestors?.forEach { body(starts.contexts + $0) }
    for (index, word) in lists.enumerated() {
      var rest = word
      while rest != 0 {
        body(starts.lists + Int32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  func contains(_ number: Int32) -> Bool {
    if number >= starts.lists {
      let number = Int(number - starts.lists)
      return number >> 6 < lists.count && lists[number >> 6] >> UInt64(number & 63) & 1 == 1
    }
    if number >= starts.contexts { return ancestors?.contains(number - starts.contexts) ?? false }
    if number >= starts.types { return type?.rawValue == number - starts.types }
    if number >= starts.classes {
      return classes.contains(NameID(rawValue: number - starts.classes))
    }
    if number >= starts.positions {
      let number = number - starts.positions
      let index = positions.partitioningIndex { $0.upperBound > number }
      return index < positions.count && positions[index].contains(number)
    }
    let index = attributes.partitioningIndex { $0 >= number }
    return index < attributes.count && attributes[index] == number
  }
}
