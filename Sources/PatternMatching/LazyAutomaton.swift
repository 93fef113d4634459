/// A deterministic automaton that reads a line from its end to its start, built as far as it is
/// used.
///
/// Its state at a place is the set of instructions that take the character behind the place on a
/// way to a match, however far it goes. So the way of a match from its start is known at every
/// step, and no character is read in vain: all matches of a line take linear time.
struct LazyAutomaton {
  /// A transition: the row of the next state, and a flag.
  ///
  /// Zero is a transition that is not known yet.
  typealias Transition = UInt32

  /// Flag of a transition from a place where a match starts.
  static let startsMatch: Transition = 1 << 31

  let set: PatternSet

  /// The transitions of each state, a row of as many as there are classes; the first row is unused.
  private(set) var transitions: [Transition] = []

  /// The members of the state of each row: instructions in order, then the kind of the character
  /// behind the place.
  private(set) var members: [[Int32]] = []

  private var rows: [[Int32]: Transition] = [:]

  /// Bytes in use, about.
  private var size = 0

  /// Bytes that may be in use.
  private let capacity: Int

  /// The row of the state at the end of a line.
  private(set) var endOfLine: Transition = 0

  // Scratch for one step.
  private var marks: [UInt32]
  private var mark: UInt32 = 0
  private var reached: [Int32] = []

  init(_ set: PatternSet, capacity: Int) {
    self.set = set
    self.capacity = capacity
    marks = [UInt32](repeating: 0, count: set.code.count)
    removeAll()
  }

  /// Forgets all states.
  mutating func removeAll() {
    transitions.removeAll(keepingCapacity: true)
    transitions.append(contentsOf: repeatElement(0, count: set.classes.count))
    members = [[]]
    rows.removeAll(keepingCapacity: true)
    size = 0
    endOfLine = row(of: [Int32(CharacterKind.edge.rawValue)])
  }

  /// The members of the state of a row.
  func members(at row: Transition) -> [Int32] { members[Int(row) / set.classes.count] }

  /// The row of a state; a new one if there is none.
  mutating func row(of state: [Int32]) -> Transition {
    if let row = rows[state] { return row }
    let row = Transition(transitions.count)
    transitions.append(contentsOf: repeatElement(0, count: set.classes.count))
    members.append(state)
    rows[state] = row
    size += 4 * set.classes.count + 8 * state.count + 128
    return row
  }

  /// The transition of a state by a character.
  /// - Returns: Nil if there is no memory left for a new state; states have to be forgotten first.
  mutating func transition(from row: Transition, by column: Int) -> Transition? {
    let known = transitions[Int(row) + column]
    guard known == 0 else { return known }
    let before = set.classes.kinds[column]
    // Two states are enough to go on.
    let isFull = size >= capacity && members.count > 4
    guard !isFull || column == CharacterClasses.lineStart else { return nil }
    var next = reach(from: members(at: row), before: before) ? Self.startsMatch : 0
    if column == CharacterClasses.lineStart {
      next |= row
    } else {
      next |= self.row(of: takers(of: column) + [Int32(before.rawValue)])
    }
    transitions[Int(row) + column] = next
    return next
  }

  /// Finds the instructions from which a match is reached at a place.
  /// - Returns: True if a match starts there.
  private mutating func reach(from state: [Int32], before: CharacterKind) -> Bool {
    let after = CharacterKind(rawValue: UInt8(truncatingIfNeeded: state[state.count - 1]))
    mark &+= 1
    if mark == 0 {
      marks = [UInt32](repeating: 0, count: marks.count)
      mark = 1
    }
    reached.removeAll(keepingCapacity: true)
    for instruction in state.dropLast() { add(instruction) }
    follow(from: 0, before, after)
    let isNotEmpty = marks[0] == mark
    let count = reached.count
    for match in set.matches { add(match) }
    follow(from: count, before, after)
    return isNotEmpty || set.scope == .wholeLine && marks[0] == mark
  }

  private mutating func add(_ instruction: Int32) {
    guard marks[Int(instruction)] != mark else { return }
    marks[Int(instruction)] = mark
    reached.append(instruction)
  }

  private mutating func follow(from start: Int, _ before: CharacterKind, _ after: CharacterKind) {
    var index = start
    while index < reached.count {
      let instruction = Int(reached[index])
      index += 1
      let links = set.predecessorStarts[instruction]..<set.predecessorStarts[instruction + 1]
      for link in links {
        let predecessor = set.predecessors[Int(link)]
        if case .assert(let assertion) = set.code[Int(predecessor)],
          !assertion.holds(between: before, and: after)
        {
          continue
        }
        add(predecessor)
      }
    }
  }

  /// The instructions that take a character and go on at one that was reached, in order.
  private func takers(of column: Int) -> [Int32] {
    let scalar = set.classes.representatives[column]
    var takers: [Int32] = []
    for instruction in reached where instruction > 0 {
      if case .set(let number) = set.code[Int(instruction) - 1], set.sets[number].contains(scalar) {
        takers.append(instruction - 1)
      }
    }
    return takers.sorted()
  }
}
