/// A deterministic automaton that reads a line from its end to its start, built as far as it is
/// used.
///
/// Its state at an offset is the set of instructions that consume the character behind it on a path
/// to a match, however long. So the path of a match from its start is known at every step, and no
/// character is read in vain: all matches of a line take linear time.
struct LazyAutomaton {
  /// A transition: the row of the next state, and a flag.
  ///
  /// Zero is an unknown transition.
  typealias Transition = UInt32

  /// Flag of a transition from an offset where a match starts.
  static let startsMatch: Transition = 1 << 31

  let set: PatternSet

  /// The transitions of each state, a row of as many as there are classes; the first row is unused.
  private(set) var transitions: [Transition] = []

  /// The members of the state of each row: instructions in order, then the kind of the character
  /// behind the offset.
  private(set) var members: [[Int32]] = []

  /// The rows of states by a hash of their members; of two states with one hash, the later one.
  private var rows: [UInt64: Transition] = [:]

  /// Transitions that cost much work; in `transitions` they stay unknown.
  private var costlyTransitions: [Transition: CostlyTransition] = [:]

  private struct CostlyTransition {
    let next: Transition
    let work: Int
    /// The last line in which it counted.
    var line: Int
  }

  /// The work of the different costly transitions of a line, whether they were known before or not:
  /// it depends on the line only, as long as no states are dropped.
  var work = 0

  private var line = 0

  /// True if it has no state that a text has led to.
  var isEmpty: Bool { members.count == 2 }

  mutating func beginLine() {
    line += 1
    work = 0
  }

  /// Approximate number of used bytes.
  private var size = 0

  /// Most bytes to use.
  private let capacity: Int

  /// The row of the state at the end of a line.
  private(set) var endOfLine: Transition = 0

  // Scratch for one step.
  private var marks: [UInt32]
  private var mark: UInt32 = 0
  private var reached: [Int32] = []

  // One bit for each instruction, none of which is set between two steps.
  private var bits: [UInt64]

  /// For each set and column, if known, true if the set has its characters; empty if there are too
  /// many of them.
  private var answers: [Answer]

  private enum Answer: UInt8 { case unknown, no, yes }

  /// Most cached answers.
  private static let mostAnswers = 1 << 21

  init(_ set: PatternSet, capacity: Int) {
    self.set = set
    self.capacity = capacity
    marks = [UInt32](repeating: 0, count: set.code.count)
    bits = [UInt64](repeating: 0, count: (set.code.count + 63) / 64)
    let answerCount = set.sets.count * set.classes.count
    answers = Array(repeating: .unknown, count: answerCount <= Self.mostAnswers ? answerCount : 0)
    removeAll()
  }

  mutating func removeAll() {
    transitions.removeAll(keepingCapacity: true)
    transitions.append(contentsOf: repeatElement(0, count: set.classes.count))
    members = [[]]
    rows.removeAll(keepingCapacity: true)
    costlyTransitions.removeAll()
    size = 0
    endOfLine = row(of: [Int32(CharacterKind.edge.rawValue)])
  }

  func members(at row: Transition) -> [Int32] { members[Int(row) / set.classes.count] }

  /// The row of a state, which is added if it is new.
  mutating func row(of state: [Int32]) -> Transition {
    var hash: UInt64 = 0
    for member in state {
      hash = (hash ^ UInt64(truncatingIfNeeded: member)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    if let row = rows[hash], members(at: row) == state { return row }
    let row = Transition(transitions.count)
    transitions.append(contentsOf: repeatElement(0, count: set.classes.count))
    members.append(state)
    rows[hash] = row
    size += 4 * set.classes.count + 4 * state.count + 128
    return row
  }

  /// The transition of a state by a character.
  /// - Returns: Nil if there is no memory left for a new state; states have to be dropped first.
  mutating func transition(from row: Transition, by column: Int) -> Transition? {
    let known = transitions[Int(row) + column]
    guard known == 0 else { return known }
    let index = row + Transition(column)
    if let costly = costlyTransitions[index] {
      if costly.line != line {
        work += costly.work
        costlyTransitions[index]?.line = line
      }
      return costly.next
    }
    let before = set.classes.kinds[column]
    // Two states are enough to continue.
    let isFull = size >= capacity && members.count > 4
    guard !isFull || column == PatternAlphabet.lineStart else { return nil }
    var next = reach(from: members(at: row), before: before) ? Self.startsMatch : 0
    let count = reached.count
    if column == PatternAlphabet.lineStart {
      next |= row
    } else {
      next |= self.row(of: takers(of: column) + [Int32(before.rawValue)])
    }
    if count > set.freeWork {
      costlyTransitions[index] = CostlyTransition(next: next, work: count, line: line)
      size += 64
      work += count
    } else {
      transitions[Int(index)] = next
    }
    return next
  }

  /// Finds the instructions from which a match is reached at an offset; true if one starts there.
  private mutating func reach(from state: [Int32], before: CharacterKind) -> Bool {
    let after = CharacterKind(rawValue: UInt8(truncatingIfNeeded: state[state.count - 1]))
    mark &+= 1
    if mark == 0 {
      marks = [UInt32](repeating: 0, count: marks.count)
      mark = 1
    }
    reached.removeAll(keepingCapacity: true)
    let holding = Assertion.holding(between: before, and: after)
    for instruction in state.dropLast() { add(instruction) }
    follow(from: 0, holding)
    let isNotEmpty = marks[0] == mark
    let count = reached.count
    for match in set.matches { add(match) }
    follow(from: count, holding)
    return isNotEmpty || set.scope == .wholeLine && marks[0] == mark
  }

  private mutating func add(_ instruction: Int32) {
    guard marks[Int(instruction)] != mark else { return }
    marks[Int(instruction)] = mark
    reached.append(instruction)
  }

  /// Adds all instructions that lead to one from an index on, with the assertions that hold.
  private mutating func follow(from start: Int, _ holding: UInt8) {
    let (starts, predecessors) = (set.predecessorStarts, set.predecessors)
    let conditions = set.conditions
    var index = start
    while index < reached.count {
      let instruction = Int(reached[index])
      index += 1
      for link in Int(starts[instruction])..<Int(starts[instruction + 1]) {
        let predecessor = predecessors[link]
        guard conditions[Int(predecessor)] & ~holding == 0 else { continue }
        add(predecessor)
      }
    }
  }

  /// The instructions that consume a character and continue at a reached one, in order.
  private mutating func takers(of column: Int) -> [Int32] {
    var takers: [Int32] = []
    let numbers = set.setNumbers
    for instruction in reached where instruction > 0 {
      let number = numbers[Int(instruction) - 1]
      if number >= 0, has(Int(number), column) { takers.append(instruction - 1) }
    }
    sort(&takers)
    return takers
  }

  private mutating func has(_ number: Int, _ column: Int) -> Bool {
    let scalar = set.classes.representatives[column]
    guard !answers.isEmpty else { return set.sets[number].contains(scalar) }
    let index = number * set.classes.count + column
    if answers[index] == .unknown {
      answers[index] = set.sets[number].contains(scalar) ? .yes : .no
    }
    return answers[index] == .yes
  }

  private mutating func sort(_ instructions: inout [Int32]) {
    guard instructions.count > 64 else { return instructions.sort() }
    // Many are sorted by their bits.
    var (first, last) = (Int.max, 0)
    for instruction in instructions {
      let word = Int(instruction) >> 6
      (first, last) = (min(first, word), max(last, word))
      bits[word] |= 1 << UInt64(instruction & 63)
    }
    var count = 0
    for word in first...last {
      var rest = bits[word]
      bits[word] = 0
      while rest != 0 {
        instructions[count] = Int32(word << 6 + rest.trailingZeroBitCount)
        count += 1
        rest &= rest - 1
      }
    }
  }
}
