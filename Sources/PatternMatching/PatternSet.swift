/// Patterns that are matched together, by one automaton.
package struct PatternSet: Sendable {
  /// Parts of a line that the patterns are for.
  package enum Scope: Sendable {
    /// Any parts that are not empty.
    case parts
    /// The line from its start to its end.
    case wholeLine
  }

  /// Limit that a set goes beyond.
  package struct LimitError: Error, Equatable, Sendable {
    /// The index of the first pattern that is too much.
    package let pattern: Int

    /// Limit, and what to do.
    package let message: String
  }

  let scope: Scope

  /// The programs of all patterns, with a root at index 0 that prefers later patterns.
  private(set) var code: [Instruction] = []

  private(set) var sets: [ScalarSet] = []

  let classes: CharacterClasses

  /// The number of groups of each pattern.
  let groupCounts: [Int]

  /// The instructions that end a match.
  private(set) var matches: [Int32] = []

  /// The instructions that go on at each instruction without taking a character; those of
  /// instruction `i` start at `predecessorStarts[i]`.
  private(set) var predecessors: [Int32] = []
  private(set) var predecessorStarts: [Int32] = []

  /// The bit of the assertion that each instruction is, 0 for others.
  private(set) var conditions: [UInt8] = []

  /// The number of the set of each instruction that takes a character, -1 for others.
  private(set) var setNumbers: [Int32] = []

  /// Instructions that may be looked at at a place of a line and count for nothing: so many are
  /// ordinary.
  let freeWork: Int

  /// Instructions that may be looked at for a line, where they count.
  func mostWork(forLine count: Int) -> Int {
    PatternLimits.workForLine + (PatternLimits.workForByte + freeWork) * count
  }

  /// Puts patterns together, of which at one place the last one that matches wins.
  /// - Throws: A limit of `PatternLimits`.
  package init(_ patterns: [Pattern], matching scope: Scope = .parts) throws(LimitError) {
    guard patterns.count <= PatternLimits.patterns else {
      throw LimitError(
        pattern: PatternLimits.patterns,
        message: "there are more than \(PatternLimits.patterns) patterns; join some with '|'")
    }
    var size = 0
    for (index, pattern) in patterns.enumerated() {
      size += pattern.code.count
      guard size <= PatternLimits.instructions else {
        throw LimitError(
          pattern: index,
          message: "the patterns are too large together from here on; shorten them, or repeat less")
      }
    }
    self.scope = scope
    freeWork = PatternLimits.freeWork + PatternLimits.freeWorkOfPattern * patterns.count
    groupCounts = patterns.map(\.groups.count)
    (code, sets) = Self.program(patterns, scope)
    var kind: CharacterKind = []
    for case .assert(let assertion) in code { kind.formUnion(assertion.looksAt) }
    let limit = PatternLimits.characterClasses
    guard let classes = CharacterClasses(sets: sets, looksAt: kind), classes.count <= limit else {
      throw LimitError(
        pattern: max(patterns.count - 1, 0),
        message: "the patterns tell more than \(limit) kinds of characters apart; use fewer")
    }
    self.classes = classes
    linkPredecessors()
  }

  /// True if patterns are so few and small that they are within all limits.
  package static func isSmall(_ patterns: [Pattern]) -> Bool {
    let ranges = patterns.reduce(0) { $0 + $1.sets.reduce(0) { $0 + $1.ranges.count } }
    return patterns.count <= PatternLimits.patterns
      && patterns.reduce(0) { $0 + $1.code.count } <= PatternLimits.instructions
      // Each range begins and ends at most one more class.
      && 2 * ranges < PatternLimits.characterClasses - 2_000
  }

  /// The programs behind a root, with the sets that they share.
  private static func program(
    _ patterns: [Pattern], _ scope: Scope
  ) -> ([Instruction], [ScalarSet]) {
    var root: [Instruction] = []
    var code: [Instruction] = []
    var sets: [ScalarSet] = []
    var numbers: [ScalarSet: Int] = [:]
    for (index, pattern) in patterns.enumerated().reversed() {
      // The root is a split for each pattern, and a jump that leads nowhere.
      root.append(.split(patterns.count + 1 - root.count + code.count, 1))
      for instruction in pattern.code {
        guard case .set(let number) = instruction else {
          code.append(instruction)
          continue
        }
        let shared = numbers[pattern.sets[number]] ?? sets.count
        if shared == sets.count {
          sets.append(pattern.sets[number])
          numbers[pattern.sets[number]] = shared
        }
        code.append(.set(shared))
      }
      if scope == .wholeLine { code.append(.assert(.lineEnd)) }
      code.append(.match(index))
    }
    return (root + [.jump(0)] + code, sets)
  }

  private mutating func linkPredecessors() {
    conditions = code.map { if case .assert(let assertion) = $0 { assertion.bit } else { 0 } }
    setNumbers = code.map { if case .set(let number) = $0 { Int32(number) } else { -1 } }
    var links: [(to: Int, from: Int)] = []
    for (index, instruction) in code.enumerated() {
      switch instruction {
      case .set: break
      case .match: matches.append(Int32(index))
      case .split(let first, let second):
        links += [(index + first, index), (index + second, index)]
      case .jump(let distance): links.append((index + distance, index))
      case .save, .assert, .enter, .leave: links.append((index + 1, index))
      }
    }
    predecessorStarts = [Int32](repeating: 0, count: code.count + 1)
    for link in links { predecessorStarts[link.to + 1] += 1 }
    for index in code.indices { predecessorStarts[index + 1] += predecessorStarts[index] }
    var next = predecessorStarts
    predecessors = [Int32](repeating: 0, count: links.count)
    for link in links {
      predecessors[Int(next[link.to])] = Int32(link.from)
      next[link.to] += 1
    }
  }
}
