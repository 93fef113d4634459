/// Patterns that are matched together, by one automaton.
package struct PatternSet: Sendable {
  /// Parts of a line for the patterns.
  package enum Scope: Sendable {
    /// Any parts that are not empty.
    case parts
    /// The line from its start to its end.
    case wholeLine
  }

  /// A limit that a set exceeds.
  package struct LimitError: Error, Equatable, Sendable {
    /// The index of the first pattern beyond the limit.
    package let pattern: Int

    /// The limit, with advice.
    package let message: String
  }

  let scope: Scope

  /// The programs of all patterns, with a root at index 0 that prefers later patterns.
  private(set) var code: [Instruction] = []

  private(set) var sets: [ScalarSet] = []

  let classes: PatternAlphabet

  let groupCounts: [Int]

  /// The instructions that end a match.
  private(set) var matches: [Int32] = []

  /// The instructions that lead to each instruction without consuming a character; those of
  /// instruction `i` start at `predecessorStarts[i]`.
  private(set) var predecessors: [Int32] = []
  private(set) var predecessorStarts: [Int32] = []

  /// The bit of each instruction's assertion, 0 for others.
  private(set) var conditions: [UInt8] = []

  /// The index of the set of each instruction that consumes a character, -1 for others.
  private(set) var setNumbers: [Int32] = []

  /// Instructions per offset of a line that are free of cost, because so many are ordinary.
  let freeWork: Int

  /// Most work for a line, in instructions.
  func mostWork(forLine count: Int) -> Int {
    PatternLimits.workForLine + (PatternLimits.workForByte + freeWork) * count
  }

  /// Combines patterns, of which the last one that matches at an offset wins.
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
    guard let classes = PatternAlphabet(sets: sets, looksAt: kind), classes.count <= limit else {
      throw LimitError(
        pattern: max(patterns.count - 1, 0),
        message: "the patterns tell more than \(limit) kinds of characters apart; use fewer")
    }
    self.classes = classes
    linkPredecessors()
  }

  /// True if patterns are certainly within all limits.
  package static func isSmall(_ patterns: [Pattern]) -> Bool {
    let ranges = patterns.reduce(0) { $0 + $1.sets.reduce(0) { $0 + $1.ranges.count } }
    return patterns.count <= PatternLimits.patterns
      && patterns.reduce(0) { $0 + $1.code.count } <= PatternLimits.instructions
      // Each range begins and ends at most one more class.
      && 2 * ranges < PatternLimits.characterClasses - 2_000
  }

  /// The programs behind a root, with their shared sets.
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
