import TestSupport
import Testing

@testable import PatternMatching

/// Texts and patterns for which backtracking, or a search that starts again after each match, would
/// not end while anybody waits.
@Suite struct LinearTimeTests {
  @Test(
    "patterns that make other engines backtrack take linear time",
    arguments: [
      (#"(a*)*b"#, "a"), (#"(a|a)*b"#, "a"), (#"(x+x+)+y"#, "x"), (#"(?:a?){50}a{50}b"#, "a"),
      (#"((a{0,10}){0,10}){0,10}b"#, "a"), (#"(?:(?:a*b*)*c*)*d"#, "abc"),
      // Each place is the start of a way to the end of the line.
      (#"[a-q][^u-z]{13}x"#, "a"), (#".*b|a"#, "a"), (#"a+b|a"#, "a"), (#"a.*?b|aa"#, "a"),
      (#"(?<one>a)(?:.*b)?"#, "a"), (#"\b.*\bz|\w"#, "ab "), (#"(?u)[漢a]\w+b|."#, "漢字"),
    ])
  func linear(pattern: String, unit: String) throws {
    let set = try PatternSet([Pattern(pattern)])
    let ratio = growth(from: 4_000 / unit.utf8.count) { count in
      var matcher = PatternMatcher(set)
      let line = Array(String(repeating: unit, count: count).utf8)
      matcher.read(line.span)
      while matcher.nextMatch(in: line.span) != nil {}
    }
    #expect(ratio < 8)
  }

  @Test("a pattern whose states do not fit into memory takes linear time")
  func fullMemory() throws {
    let set = try PatternSet([Pattern("(?<x>[ab]*?[ab]{40}a)c|b")])
    var random = SeededGenerator(seed: 1)
    let letters = (0..<20_000).map { _ in UInt8(ascii: Bool.random(using: &random) ? "a" : "b") }
    let ratio = growth(from: 2_000) { count in
      var matcher = PatternMatcher(set, capacity: 10_000)
      let line = Array(letters.prefix(count)) + Array("ac".utf8)
      matcher.read(line.span)
      while matcher.nextMatch(in: line.span) != nil {}
    }
    #expect(ratio < 8)
  }

  @Test("a line longer than a window has the matches of its parts")
  func longLine() throws {
    let part = #"id=漢7 "quoted \" text" 10.0.0.1 é=xyz "#
    let patterns = [#"(?<key>\w+)=(?<value>\S+)"#, #""(?:[^"\\]|\\.)*""#, #"\d+(?:\.\d+)*"#]
    let count = 3_000
    let set = try PatternSet(patterns.map { text throws(PatternError) in try Pattern(text) })
    var matcher = PatternMatcher(set)
    let size = part.utf8.count
    let one = matcher.ranges(in: Array(part.utf8))
    let line = Array(String(repeating: part, count: count).utf8)
    let expected = (0..<count).flatMap { number in
      one.map { $0.lowerBound + number * size..<$0.upperBound + number * size }
    }
    #expect(one.count == 3)
    #expect(matcher.ranges(in: line) == expected)
    var small = PatternMatcher(set, capacity: 3_000)
    #expect(small.ranges(in: line) == expected)
  }

  @Test("a match longer than a window has its end and its groups")
  func longMatch() throws {
    let text = "x" + String(repeating: "aé", count: 50_000) + "y"
    #expect(
      try matches(of: ["(?<start>x)(?:a|é)*(?<end>y)"], in: text)
        == "0:0-150002,0:0-1,1:150001-150002")
    #expect(
      try matches(of: [".*(?<end>y)"], in: text, scope: .wholeLine)
        == "0:0-150002,0:150001-150002")
  }
}

/// Lines that lead to so many instructions of large patterns that they take too much work.
@Suite struct CostlyLineTests {
  /// Whether the line takes too much, and the number of matches that were found.
  private func result(
    of matcher: inout PatternMatcher, in line: String
  ) -> (isTooCostly: Bool, matches: Int) {
    let ranges = matcher.ranges(in: Array(line.utf8))
    return (matcher.isTooCostly, ranges.count)
  }

  /// Patterns of any size for each of which a long line is costly.
  static let patterns: [@Sendable (Int) -> String] = [
    { "((a?){\($0 / 40)}){40}[cd]" }, { many($0) { _ in "a?" } + "(?:b|c)" },
    { many($0) { _ in "(?:a|b)?" } + "(?:[cd]|$)" }, { many($0) { "(?<x\($0)>a?)" } + "c" },
  ]

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  @Test("take time that does not grow with the patterns", arguments: patterns.indices)
  func patternGrowth(index: Int) throws {
    let line = Array((String(repeating: "a", count: 200) + "c").utf8)
    var sets: [Int: PatternSet] = [:]
    for size in [2_000, 8_000] {
      sets[size] = try PatternSet([Pattern(Self.patterns[index](size))])
    }
    let ratio = growth(from: 2_000, limit: 2.5) { size in
      guard let set = sets[size] else { return }
      var matcher = PatternMatcher(set)
      _ = matcher.ranges(in: line)
    }
    #expect(ratio < 5)
  }

  @Test("take time in proportion to their length", arguments: patterns.indices)
  func lineGrowth(index: Int) throws {
    let set = try PatternSet([Pattern(Self.patterns[index](4_000))])
    let ratio = growth(from: 100) { count in
      var matcher = PatternMatcher(set)
      _ = matcher.ranges(in: Array((String(repeating: "a", count: count) + "c").utf8))
    }
    #expect(ratio < 8)
  }

  @Test("have no matches, whatever was read before and however small the memory is")
  func independence() throws {
    let set = try PatternSet([Pattern("((a?){50}){200}[cd]"), Pattern("(?<b>b)+")])
    let lines = [
      "bc", String(repeating: "b", count: 500) + "c", String(repeating: "a", count: 40) + "c",
      String(repeating: "a", count: 4_000) + "cb", String(repeating: "ab", count: 900),
      String(repeating: "ac", count: 400),
    ]
    var seen: [Bool: Int] = [:]
    for line in lines {
      var fresh = PatternMatcher(set)
      let expected = result(of: &fresh, in: line)
      seen[expected.isTooCostly, default: 0] += 1
      for capacity in [20_000, 1 << 20, PatternMatcher.capacity] {
        var used = PatternMatcher(set, capacity: capacity)
        for other in lines + [line, line] { _ = result(of: &used, in: other) }
        #expect(result(of: &used, in: line) == expected)
      }
    }
    #expect(seen.count == 2)
  }

  @Test(
    "are none where patterns are of a size that people write",
    arguments: [
      #"[0-9a-f]{64}"#, ".{0,200}x", ".{0,1000}a", #"(?:\d{1,3}\.){3}\d{1,3}"#,
      #"([a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}"#, #""[^"]{0,1000}""#, #"(\w+\s){0,50}end"#,
      #"^.{1,255}$"#, #"\b(?:[0-9a-f]{1,4}:){1,7}[0-9a-f]{1,4}\b"#,
    ])
  func people(pattern: String) throws {
    let set = try PatternSet([Pattern(pattern), Pattern("word")])
    var matcher = PatternMatcher(set)
    for part in ["a", "ab1.", "10.0.0.1 ", "a1:", "\"a ", "deadbeef"] {
      _ = matcher.ranges(in: Array(String(repeating: part, count: 200).utf8))
      let isTooCostly = matcher.isTooCostly
      #expect(!isTooCostly, "\(part)")
    }
  }
}

extension PatternMatcher {
  mutating func ranges(in line: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    read(line.span)
    while let match = nextMatch(in: line.span) { ranges.append(match.range) }
    return isTooCostly ? [] : ranges
  }
}

@Suite struct PatternLimitTests {
  @Test("a set has a thousand patterns and no more")
  func patterns() throws {
    let patterns = try (0..<1_000).map { number throws(PatternError) in
      try Pattern(#"\bword\#(number)(?<tail>x?)\b"#)
    }
    var matcher = PatternMatcher(try PatternSet(patterns))
    #expect(
      matcher.description(of: Array("word7 word999x word1000".utf8))
        == "7:0-5,0:5-5 999:6-14,0:13-14")
    let error = try #require(throws: PatternSet.LimitError.self) {
      try PatternSet(patterns + [Pattern("a")])
    }
    #expect(error.pattern == 1_000)
  }

  @Test("patterns of 100 KB are matched or refused, and end")
  func largePatterns() throws {
    let text = String(repeating: "abcdefghij", count: 500)
    #expect(try matches(of: [text], in: "x" + text + text) == "0:1-5001 0:5001-10001")
    #expect(throws: Never.self) { try Pattern(String(repeating: "a|", count: 40_000)) }
    #expect(throws: Never.self) { try Pattern(String(repeating: "(?i)", count: 25_000)) }
    // Braces that are no repeat are text, as in Perl.
    for part in ["a{", "a*", "{1,"] {
      let pattern = String(repeating: part, count: 40_000 / part.utf8.count)
      #expect(throws: Never.self) { try Pattern(pattern) }
    }
    for part in ["(", "(?:", "(?<a", "[", "[a", "(a", "a|(", "(?i"] {
      let pattern = String(repeating: part, count: 100_000 / part.utf8.count)
      if let error = #expect(throws: PatternError.self, performing: { try Pattern(pattern) }) {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= pattern.utf8.count)
      }
    }
  }

  @Test("a pattern that grows too large is refused at the part that makes it so")
  func size() throws {
    for (pattern, range) in [
      ("x((a{100}){100}){100}", 16..<21), ("(((a?){1000}){1000})*", 13..<19),
      ("(?:" + String(repeating: "a", count: 200) + "){900}", 204..<209),
    ] {
      let error = try #require(throws: PatternError.self) { try Pattern(pattern) }
      #expect(error.range == range)
      #expect(error.problem == "the pattern is too large from here on")
    }
    let large = try Pattern(String(repeating: "a", count: 100_000))
    let error = try #require(throws: PatternSet.LimitError.self) { try PatternSet([large, large]) }
    #expect(error.pattern == 1)
    #expect(throws: PatternSet.LimitError.self) {
      try PatternSet([
        Pattern(String((0..<5_000).map { Character(Unicode.Scalar(0x4E00 + $0) ?? "a") }))
      ])
    }
  }

  /// Parts, the room that they need behind others, and the range in them that is refused.
  static let sizes: [(part: String, size: Int, refused: Range<Int>)] = [
    ("b", 1, 0..<1), ("^", 1, 0..<1), ("|", 2, 0..<1), ("()", 2, 0..<1), ("(?<x>)", 2, 0..<5),
    ("b{3,9}", 1 + 9 * 2, 1..<6), ("b{10,}", 1 + 11 * 2, 1..<6),
    ("(?:bc){900}", 2 + 900 * 3, 6..<11), ("(?:b?){0,10}", 2 + 10 * 5, 6..<12),
  ]

  @Test("a pattern may have as many instructions as the limit, and no more", arguments: sizes)
  func limit(part: String, size: Int, refused: Range<Int>) throws {
    let room = PatternLimits.instructions - size
    #expect(throws: Never.self) { try Pattern(String(repeating: "a", count: room) + part) }
    let error = try #require(throws: PatternError.self) {
      try Pattern(String(repeating: "a", count: room + 1) + part)
    }
    #expect(error.problem == "the pattern is too large from here on")
    #expect(error.range == room + 1 + refused.lowerBound..<room + 1 + refused.upperBound)
  }

  /// Patterns, and the numbers of their iterations that can be empty, which cost time.
  static let iterations: [(pattern: String, numbers: [UInt32])] = [
    ("a*", []), ("(a)*", []), ("(ab)*", []), ("(ab?)*", []), ("(b?a)*", []), ("(ab*)*", []),
    ("(a|b)*", []), ("(a?)?", []), ("(a?){3}", []), ("(a?){3,4}", []), ("((a|b?)c)*", []),
    ("(a?)*", [1]), ("(b?a?)*", [1]), ("(a|)*", [1]), ("(|a)*", [1]), ("()*", [1]),
    ("(a?){3,5}", [1, 1]), ("(a?){2,}", [1]), ("((a?)?)*", [1]), ("((a*)*)*", [2, 1]),
    ("((a*)*b)*", [1]), ("(((a*)*b)*)*", [2, 1]), ("((a?)*(b?)*)*", [2, 1, 1]),
  ]

  @Test("marks only iterations that can be empty, the outer ones higher", arguments: iterations)
  func marks(pattern: String, numbers: [UInt32]) throws {
    let marks = try Pattern(pattern).code.compactMap { instruction -> UInt32? in
      if case .enter(let number) = instruction { number } else { nil }
    }
    #expect(marks == numbers)
  }

  @Test("groups nest as deep as the limit and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")*", count: depth)
    }
    #expect(try matches(of: [nested(PatternLimits.groupDepth)], in: "baa") == "0:1-3")
    let error = try #require(throws: PatternError.self) {
      try Pattern(nested(PatternLimits.groupDepth + 1))
    }
    #expect(error.range == PatternLimits.groupDepth..<PatternLimits.groupDepth + 1)
  }
}
