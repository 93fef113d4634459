internal import Bytes

/// The path of a match from its start: at each offset, the first instruction in the order of
/// preference that leads to a match.
///
/// Steps are cached in a table of fixed size, in which a new one may replace another.
struct MatchPath {
  /// The state at an offset: its row, and the kind of the character before it.
  struct Place {
    let key: UInt64
    let index: Int

    @inline(__always)
    init(row: LazyAutomaton.Transition, before: CharacterKind) {
      key = UInt64(row) << 21 | UInt64(before.rawValue) << 18
      index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 44)
    }
  }

  /// End of the path through the instructions at one offset.
  struct Step {
    let rawValue: UInt64

    /// True if it consumes a character and passes no end of a group.
    var isPlain: Bool { rawValue >> 32 == 0 }

    /// The instruction behind the one that consumes the next character; or a pattern that matches.
    var target: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF_FFFF) }

    var isMatch: Bool { rawValue & 1 << 32 != 0 }

    /// The index in `saves` of the ends of groups on the path.
    var saves: Int { Int(truncatingIfNeeded: rawValue >> 33) }
  }

  /// Lists of ends of groups, each after its length; the first list is empty.
  private(set) var saves: [Int32] = [0]

  /// The keys of known steps and the steps themselves, alternating.
  private(set) var table: [UInt64] = []

  private static let tableSize = 1 << 12
  private static let mostSaves = 1 << 16

  /// The work of all requested costly steps.
  var work = 0

  // Scratch for one step.
  private var visits: [UInt32]
  private var visit: UInt32 = 0
  private var stack: [Branch] = []
  private var passed: [Int32] = []

  /// A path to be searched.
  private struct Branch {
    let instruction: Int
    /// Number of ends of groups before it.
    var passed = 0
    /// The number of the outermost repeat with an iteration that is empty so far, from 1.
    var emptyRepeat: UInt32 = 0
  }

  init(_ set: PatternSet) {
    visits = [UInt32](repeating: 0, count: set.code.count)
    removeAll()
  }

  /// Drops all steps, because rows have other states now.
  mutating func removeAll() {
    guard table.isEmpty || saves.count > 1 || table.contains(where: { $0 != 0 }) else { return }
    saves = [0]
    table = [UInt64](repeating: 0, count: 2 * Self.tableSize)
  }

  /// The index in `table` for the step from an instruction at an offset.
  ///
  /// The instructions of one offset are side by side.
  @inline(__always)
  static func index(of instruction: Int, at place: Place) -> Int {
    ((place.index ^ instruction) & (tableSize - 1)) << 1
  }

  /// The step from an instruction, from which a match is reached, at an offset.
  mutating func step(
    from instruction: Int, row: LazyAutomaton.Transition, before: CharacterKind,
    in automaton: borrowing LazyAutomaton
  ) -> Step {
    let place = Place(row: row, before: before)
    let key = place.key | UInt64(instruction + 1)
    var index = Self.index(of: instruction, at: place)
    for _ in 0..<4 {
      if table[index] == key { return Step(rawValue: table[index + 1]) }
      if table[index] == 0 { break }
      index = (index + 2) & (2 * Self.tableSize - 1)
    }
    let (step, count) = search(from: instruction, automaton.members(at: row), before, automaton.set)
    // Such a step is not kept, so that it counts each time.
    guard count <= automaton.set.freeWork else {
      work += count
      return step
    }
    table[index] = key
    table[index + 1] = step.rawValue
    return step
  }

  private mutating func search(
    from start: Int, _ state: [Int32], _ before: CharacterKind, _ set: PatternSet
  ) -> (Step, work: Int) {
    var count = 0
    let after = CharacterKind(rawValue: UInt8(truncatingIfNeeded: state[state.count - 1]))
    let takers = state.dropLast()
    visit &+= 1 << 8
    if visit == 0 {
      visits = [UInt32](repeating: 0, count: visits.count)
      visit = 1 << 8
    }
    stack = [Branch(instruction: start)]
    passed.removeAll(keepingCapacity: true)
    while let branch = stack.popLast() {
      count += 1
      passed.removeLast(passed.count - branch.passed)
      // A path that was searched before leads nowhere, unless more repeats end behind it now.
      guard visits[branch.instruction] <= visit + branch.emptyRepeat else { continue }
      visits[branch.instruction] = visit + branch.emptyRepeat + 1
      func go(_ distance: Int, in emptyRepeat: UInt32? = nil) {
        stack.append(
          Branch(
            instruction: branch.instruction + distance, passed: passed.count,
            emptyRepeat: emptyRepeat ?? branch.emptyRepeat))
      }
      switch set.code[branch.instruction] {
      case .set:
        let index = takers.partitioningIndex { $0 >= branch.instruction }
        guard index < takers.endIndex, takers[index] == branch.instruction else { continue }
        return (Step(rawValue: UInt64(savePassed()) << 33 | UInt64(branch.instruction + 1)), count)
      case .match(let pattern):
        // A match that has just started is empty.
        guard start > 0 || set.scope == .wholeLine else { continue }
        return (Step(rawValue: UInt64(savePassed()) << 33 | 1 << 32 | UInt64(pattern)), count)
      case .split(let first, let second):
        go(second)
        go(first)
      case .jump(let distance): go(distance)
      case .save(let end):
        passed.append(Int32(end))
        go(1)
      case .enter(let number): go(1, in: max(number, branch.emptyRepeat))
      case .leave(let number, let end):
        if number > branch.emptyRepeat {
          go(1)
        } else {
          go(end, in: number == branch.emptyRepeat ? 0 : branch.emptyRepeat)
        }
      case .assert(let assertion): if assertion.holds(between: before, and: after) { go(1) }
      }
    }
    preconditionFailure("no match is reached from here")
  }

  /// Adds the list of ends on the path.
  private mutating func savePassed() -> Int {
    guard !passed.isEmpty else { return 0 }
    if saves.count > Self.mostSaves { removeAll() }
    let place = saves.count
    saves.append(Int32(passed.count))
    saves += passed
    return place
  }
}
