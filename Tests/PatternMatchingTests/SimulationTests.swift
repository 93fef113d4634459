import Bytes
import TestSupport
import Testing

@testable import PatternMatching

/// Ends of matches, found by following all instructions at once, forward and without a table.
private struct Simulation {
  let set: PatternSet
  let scalars: [UInt32]

  init(_ set: PatternSet, _ line: [UInt8]) {
    self.set = set
    var scalars: [UInt32] = []
    var offset = 0
    while offset < line.count {
      let scalar = line.span.scalar(at: offset, before: line.count)
      // Every byte has an entry; those inside of a character are no places.
      scalars += [scalar.value] + repeatElement(.max, count: scalar.length - 1)
      offset += scalar.length
    }
    self.scalars = scalars
  }

  private func kind(_ scalar: UInt32?) -> CharacterKind {
    guard let scalar else { return .edge }
    var kind: CharacterKind = []
    if ScalarSet.asciiWords.contains(scalar) { kind.insert(.asciiWord) }
    if ScalarSet.unicodeWords.contains(scalar) { kind.insert(.unicodeWord) }
    return kind
  }

  /// The places where a match from a start ends, and the pattern that ends there last.
  func ends(from start: Int) -> [Int: Set<Int>] {
    var ends: [Int: Set<Int>] = [:]
    var states: Set<Int> = [0]
    var offset = start
    while !states.isEmpty {
      let before = kind(scalars[..<offset].last { $0 != .max })
      let after = kind(offset < scalars.count ? scalars[offset] : nil)
      var stack = Array(states)
      func add(_ instruction: Int) {
        if states.insert(instruction).inserted { stack.append(instruction) }
      }
      while let index = stack.popLast() {
        switch set.code[index] {
        case .set: break
        case .match(let pattern): ends[pattern, default: []].insert(offset)
        case .split(let first, let second):
          add(index + first)
          add(index + second)
        case .jump(let distance): add(index + distance)
        case .save, .enter, .leave: add(index + 1)
        case .assert(let assertion):
          if assertion.holds(between: before, and: after) { add(index + 1) }
        }
      }
      guard offset < scalars.count else { break }
      states = Set(
        states.compactMap { index in
          guard case .set(let number) = set.code[index],
            set.sets[number].contains(scalars[offset])
          else { return nil }
          return index + 1
        })
      repeat { offset += 1 } while offset < scalars.count && scalars[offset] == .max
    }
    return ends
  }

  /// The starts, patterns and possible ends of the first match from an offset on.
  func firstMatch(from offset: Int) -> (start: Int, pattern: Int, ends: Set<Int>)? {
    for start in offset..<max(offset, scalars.count) where scalars[start] != .max {
      let ends = ends(from: start).mapValues { $0.filter { $0 > start } }.filter {
        !$0.value.isEmpty
      }
      if let last = ends.keys.max() { return (start, last, ends[last] ?? []) }
    }
    return nil
  }
}

@Suite struct SimulationTests {
  private static let parts = [
    "a", "b", "é", "漢", ".", "[ab]", "[^a]", #"\w"#, #"\d"#, #"\s"#, #"\b"#, #"\B"#, "^", "$", "|",
    "|", "(", ")", "(?:", "(?<g>", ")", "*", "+", "?", "{2}", "{1,2}", "(?i)", "(?u)", "1", " ",
    "{",
    "]", "-", #"\"#, "[", "[^", "a-b", "(?", "<",
  ]

  private static let bytes: [[UInt8]] =
    [
      "a", "b", "A", "é", "É", "漢", "1", " ", "-", "😀",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xE6, 0xBC], [0xFF]]

  @Test("random patterns have valid matches, the same in any memory", arguments: [1, 2, 3])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var patterns: [Pattern] = []
    var tests = 0
    while tests < 700 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        Self.parts.randomElement(using: &random) ?? ""
      }.joined()
      do throws(PatternError) {
        patterns.append(try Pattern(text))
      } catch {
        let count = text.utf8.count
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= count, "\(text)")
        continue
      }
      guard patterns.count == 3 || Bool.random(using: &random) else { continue }
      tests += 1
      let line = (0..<Int.random(in: 0...14, using: &random)).flatMap { _ in
        Self.bytes.randomElement(using: &random) ?? []
      }
      try check(PatternSet(patterns), line, "seed \(seed): \(patterns.count) patterns, \(text)")
      patterns = []
    }
  }

  private func check(_ set: PatternSet, _ line: [UInt8], _ comment: Comment) {
    let simulation = Simulation(set, line)
    var matcher = PatternMatcher(set)
    var small = PatternMatcher(set, capacity: 1)
    matcher.read(line.span)
    small.read(line.span)
    var offset = 0
    while let match = matcher.nextMatch(in: line.span) {
      let expected = simulation.firstMatch(from: offset)
      #expect(expected?.start == match.range.lowerBound, comment)
      #expect(expected?.pattern == match.pattern, comment)
      #expect(expected?.ends.contains(match.range.upperBound) == true, comment)
      for group in matcher.groups {
        #expect(match.range.lowerBound <= group.range.lowerBound, comment)
        #expect(group.range.upperBound <= match.range.upperBound, comment)
      }
      #expect(small.nextMatch(in: line.span) == match, comment)
      #expect(small.groups == matcher.groups, comment)
      offset = match.range.upperBound
    }
    #expect(simulation.firstMatch(from: offset) == nil, comment)
    #expect(small.nextMatch(in: line.span) == nil, comment)
  }
}
