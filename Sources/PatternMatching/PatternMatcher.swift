internal import Bytes

package struct PatternMatch: Equatable, Sendable {
  package let pattern: Int

  /// The bytes of the line that it matches.
  package let range: Range<Int>
}

/// The last part of a match that a named group matched.
package struct GroupMatch: Equatable, Sendable {
  /// The index of the group in `Pattern.groups`.
  package let group: Int

  /// Its bytes of the line; may be empty.
  package let range: Range<Int>
}

/// Finds the matches of a set of patterns in one line after another.
///
/// A line is read once from its end to its start, whatever the patterns are, and then every match
/// once from its start to its end. A line for which large patterns cost too much work has no
/// matches. The memory does not grow with the text, but for a long line by a state for each 64 KiB
/// of it.
package struct PatternMatcher: ~Copyable, Sendable {
  /// Bytes of memory for the states of the automaton.
  package static let capacity = 8 << 20

  /// The most bytes of a line whose states are kept at one time.
  static let windowSize = 1 << 16

  /// The most members of the states of checkpoints.
  private static let mostInCheckpoints = 1 << 20

  private var automaton: LazyAutomaton
  private var path: MatchPath

  /// The start of a line's part that is read again when it is needed, with its state.
  private struct Checkpoint {
    let offset: Int
    let state: [Int32]
  }

  /// The ends of the remaining parts of the line; the last one is that of the window.
  private var checkpoints: [Checkpoint] = []

  /// Approximate number of members of their states.
  private var checkpointSize = 0

  /// The window: the offsets behind its first one, up to its last one.
  private var window = 0..<0

  /// The row of the state at the start of the window.
  private var lowerRow: UInt32 = 0

  /// The row of the state at each offset of the window, from its end on.
  private var rows: [UInt32] = []

  /// The offsets of the window where a match starts, as distances from its end.
  private var starts: [UInt32] = []
  private var startCount = 0

  /// End of the last match.
  private var position = 0

  /// The start and end of each group; -1 for none.
  private var slots: [Int] = []

  private var setSlots: [Int] = []

  /// True if the line costs too much work: it has no matches then, and those already found do not
  /// count.
  package private(set) var isTooCostly = false

  /// Most work for the line.
  private var mostWork = 0

  /// Factor for the work to follow matches: groups that nest 250 deep and may be empty cost that
  /// much at one character.
  private static let workOfPath = 8

  /// The parts of the last match that named groups matched, outer ones first.
  package private(set) var groups: [GroupMatch] = []

  private let set: PatternSet
  private let byteKinds: [CharacterKind]

  /// Creates a matcher; `capacity` is the approximate memory of the automaton's states in bytes.
  package init(_ set: PatternSet, capacity: Int = PatternMatcher.capacity) {
    self.set = set
    automaton = LazyAutomaton(set, capacity: capacity)
    path = MatchPath(set)
    byteKinds = set.classes.ofByte.map { set.classes.kinds[Int($0)] }
    slots = [Int](repeating: -1, count: 2 * (set.groupCounts.max() ?? 0))
  }

  // MARK: Matches

  /// Reads a line without its line break, for `nextMatch`.
  package mutating func read(_ line: Span<UInt8>) {
    position = 0
    isTooCostly = false
    mostWork = set.mostWork(forLine: line.count)
    path.work = 0
    // Where states are forgotten does not depend on the lines before, nor does the work.
    if !readAll(of: line, forgetsStates: automaton.isEmpty) {
      forgetStates()
      _ = readAll(of: line, forgetsStates: true)
    }
    // Parts that are read again were counted.
    automaton.work = .min
  }

  /// Reads all of a line; false if states have to be dropped first and may not be.
  private mutating func readAll(of line: Span<UInt8>, forgetsStates: Bool) -> Bool {
    automaton.beginLine()
    checkpointSize = 0
    checkpoints.removeAll(keepingCapacity: true)
    checkpoints.append(
      Checkpoint(offset: line.count, state: automaton.members(at: automaton.endOfLine)))
    return readWindows(of: line, to: 0, forgetsStates: forgetsStates)
  }

  private mutating func forgetStates() {
    automaton.removeAll()
    path.removeAll()
  }

  /// The next match in the line, from left to right; nil after the last one.
  package mutating func nextMatch(in line: Span<UInt8>) -> PatternMatch? {
    if !groups.isEmpty { groups.removeAll(keepingCapacity: true) }
    repeat {
      while startCount > 0 {
        startCount -= 1
        let start = window.upperBound - Int(starts[startCount])
        if start >= position { return match(from: start, in: line) }
      }
    } while readNextWindow(of: line)
    return nil
  }

  /// Matches a line without its line break from its start to its end; the last matching pattern
  /// wins.
  package mutating func wholeLineMatch(_ line: Span<UInt8>) -> PatternMatch? {
    read(line)
    groups.removeAll(keepingCapacity: true)
    guard startCount > 0, Int(starts[startCount - 1]) == window.upperBound else { return nil }
    return match(from: 0, in: line)
  }

  private func kind(before offset: Int, in line: Span<UInt8>) -> CharacterKind {
    set.classes.kinds[set.classes.character(before: offset, in: line).column]
  }

  /// Follows a match from its start; nil if that costs too much work.
  private mutating func match(from start: Int, in line: Span<UInt8>) -> PatternMatch? {
    var walk = Walk(offset: start, before: kind(before: start, in: line))
    var hasGroups = false
    while true {
      if walk.offset > window.upperBound { _ = readNextWindow(of: line) }
      let known = walk.run(over: line, from: window.upperBound, rows, path.table, byteKinds)
      if walk.offset > window.upperBound { continue }
      let row = rows[window.upperBound - walk.offset]
      let step =
        known ?? path.step(from: walk.instruction, row: row, before: walk.before, in: automaton)
      if step.saves > 0 {
        if !hasGroups {
          for slot in setSlots { slots[slot] = -1 }
          setSlots.removeAll(keepingCapacity: true)
        }
        hasGroups = true
        let count = Int(path.saves[step.saves])
        path.work += count
        for index in step.saves + 1...step.saves + count {
          let slot = Int(path.saves[index])
          if slots[slot] < 0 { setSlots.append(slot) }
          slots[slot] = walk.offset
        }
      }
      guard path.work <= Self.workOfPath * mostWork else {
        giveUp()
        return nil
      }
      if step.isMatch {
        position = walk.offset
        if hasGroups { collectGroups() }
        return PatternMatch(pattern: step.target, range: start..<walk.offset)
      }
      walk.instruction = step.target
      let byte = line[walk.offset]
      if byte < 0x80 {
        walk.before = byteKinds[Int(byte)]
        walk.offset += 1
      } else {
        let scalar = line.scalar(at: walk.offset, before: line.count)
        walk.before = set.classes.kinds[set.classes.column(of: scalar.value)]
        walk.offset += scalar.length
      }
    }
  }

  private mutating func collectGroups() {
    for end in setSlots.sorted() where end % 2 == 1 {
      groups.append(GroupMatch(group: end / 2, range: slots[end - 1]..<slots[end]))
    }
  }

  /// Ends the line without matches.
  private mutating func giveUp() {
    isTooCostly = true
    startCount = 0
    checkpoints.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
  }

  // MARK: Windows

  /// Reads the window behind this one; false if there is none.
  private mutating func readNextWindow(of line: Span<UInt8>) -> Bool {
    guard checkpoints.count > 1, let lower = checkpoints.popLast()?.offset else { return false }
    return readWindows(of: line, to: lower, forgetsStates: true)
  }

  /// Reads a line from the last checkpoint back to an offset, with a checkpoint at each window but
  /// the last one, which stays.
  /// - Returns: False if states have to be dropped first and may not be.
  private mutating func readWindows(
    of line: Span<UInt8>, to lower: Int, forgetsStates: Bool
  ) -> Bool {
    while true {
      let upper = checkpoints[checkpoints.count - 1].offset
      let isRead = readWindow(of: line, to: max(lower, upper - Self.windowSize))
      guard automaton.work <= mostWork else {
        giveUp()
        return true
      }
      if isRead, window.lowerBound == lower { return true }
      guard isRead || forgetsStates else { return false }
      if !window.isEmpty { addCheckpoint() }
      if !isRead { forgetStates() }
    }
  }

  private mutating func addCheckpoint() {
    let state = automaton.members(at: lowerRow)
    checkpoints.append(Checkpoint(offset: window.lowerBound, state: state))
    checkpointSize += state.count
    // Without every other one, the parts between the others are read in several windows again.
    guard checkpointSize > Self.mostInCheckpoints else { return }
    let last = checkpoints.count - 1
    checkpoints = checkpoints.indices.filter { $0 % 2 == 0 || $0 == last }.map { checkpoints[$0] }
    checkpointSize = checkpoints.reduce(0) { $0 + $1.state.count }
  }

  /// Reads the part of a line before the last checkpoint down to an offset; a character may start
  /// before it.
  /// - Returns: False if the memory is full. The window is then the part that was read.
  private mutating func readWindow(of line: Span<UInt8>, to limit: Int) -> Bool {
    let checkpoint = checkpoints[checkpoints.count - 1]
    let upper = checkpoint.offset
    let isLast = checkpoints.count == 1
    var cursor = Cursor(
      offset: upper, row: isLast ? automaton.endOfLine : automaton.row(of: checkpoint.state))
    if rows.count <= upper - limit {
      rows = [UInt32](repeating: 0, count: max(upper - limit + 1, 2 * rows.count))
      starts = rows
    }
    var isFull = false
    while true {
      cursor.run(
        over: line, from: upper, to: limit, set.classes.ofByte, automaton.transitions, &rows,
        &starts)
      guard cursor.offset > limit || cursor.offset == 0 else { break }
      let (column, length) = set.classes.character(before: cursor.offset, in: line)
      guard let next = automaton.transition(from: cursor.row, by: column) else {
        isFull = true
        break
      }
      rows[upper - cursor.offset] = cursor.row
      starts[cursor.startCount] = UInt32(upper - cursor.offset)
      cursor.advance(next, length)
      guard automaton.work <= mostWork else { break }
      if column == PatternAlphabet.lineStart { break }
    }
    startCount = cursor.startCount
    lowerRow = cursor.row
    window = cursor.offset..<upper
    return !isFull
  }
}

/// An offset in a line that is read backwards.
private struct Cursor {
  var offset: Int

  var row: UInt32

  var startCount = 0

  /// Reads ASCII characters as long as their transitions are known.
  mutating func run(
    over line: Span<UInt8>, from upper: Int, to limit: Int, _ columns: [UInt16],
    _ transitions: [UInt32], _ rows: inout [UInt32], _ starts: inout [UInt32]
  ) {
    let columns = columns.span
    let transitions = transitions.span
    var rows = rows.mutableSpan
    var starts = starts.mutableSpan
    var cursor = self
    while cursor.offset > limit {
      let column = columns[Int(line[cursor.offset &- 1])]
      let next = transitions[Int(cursor.row) &+ Int(column)]
      if next == 0 { break }
      let distance = upper &- cursor.offset
      rows[distance] = cursor.row
      starts[cursor.startCount] = UInt32(truncatingIfNeeded: distance)
      cursor.advance(next, 1)
    }
    self = cursor
  }

  @inline(__always)
  mutating func advance(_ next: UInt32, _ length: Int) {
    startCount &+= Int(next >> 31)
    row = next & ~LazyAutomaton.startsMatch
    offset &-= length
  }
}

/// An offset in a match that is followed.
private struct Walk {
  var offset: Int

  var before: CharacterKind

  var instruction = 0

  /// Reads ASCII characters by known steps; returns the step at the reached offset, if it is known.
  mutating func run(
    over line: Span<UInt8>, from upper: Int, _ rows: [UInt32], _ table: [UInt64],
    _ kinds: [CharacterKind]
  ) -> MatchPath.Step? {
    let rows = rows.span
    let table = table.span
    let kinds = kinds.span
    var walk = self
    defer { self = walk }
    while walk.offset <= upper {
      let place = MatchPath.Place(row: rows[upper &- walk.offset], before: walk.before)
      let index = MatchPath.index(of: walk.instruction, at: place)
      guard table[index] == place.key | UInt64(walk.instruction &+ 1) else { return nil }
      let step = MatchPath.Step(rawValue: table[index &+ 1])
      guard step.isPlain, line[walk.offset] < 0x80 else { return step }
      walk.before = kinds[Int(line[walk.offset])]
      walk.instruction = step.target
      walk.offset &+= 1
    }
    return nil
  }
}
