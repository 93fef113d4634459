import PatternMatching
import TestSupport
import Testing

/// Matches as `Tests/Data/Patterns` writes them.
func matches(
  of patterns: [String], in text: String, scope: PatternSet.Scope = .parts,
  capacity: Int = PatternMatcher.capacity
) throws -> String {
  let set = try PatternSet(
    patterns.map { text throws(PatternError) in try Pattern(text) }, matching: scope)
  var matcher = PatternMatcher(set, capacity: capacity)
  return matcher.description(of: Array(text.utf8), scope)
}

extension PatternMatcher {
  /// The matches in a line, as `Tests/Data/Patterns` writes them.
  mutating func description(of line: [UInt8], _ scope: PatternSet.Scope = .parts) -> String {
    var found: [String] = []
    func add(_ match: PatternMatch, _ groups: [GroupMatch]) {
      let parts = groups.map { ",\($0.group):\($0.range.lowerBound)-\($0.range.upperBound)" }
      found.append(
        "\(match.pattern):\(match.range.lowerBound)-\(match.range.upperBound)\(parts.joined())")
    }
    if scope == .wholeLine {
      if let match = wholeLineMatch(line.span) { add(match, groups) }
    } else {
      read(line.span)
      while let match = nextMatch(in: line.span) { add(match, groups) }
    }
    return found.joined(separator: " ")
  }
}

@Suite struct PythonTests {
  /// The fields of each row: scope, text, matches, patterns.
  static let rows = dataRows("Patterns/python-re").map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    "matches and groups are those of Python's re",
    arguments: [(PatternMatcher.capacity, 1), (1, 10)])
  func python(capacity: Int, step: Int) throws {
    var wrong = 0
    for row in stride(from: 0, to: Self.rows.count, by: step).map({ Self.rows[$0] }) {
      let scope = row[0] == "w" ? PatternSet.Scope.wholeLine : .parts
      let patterns = Array(row[3...])
      let found = try matches(of: patterns, in: row[1], scope: scope, capacity: capacity)
      if found != row[2] {
        wrong += 1
        if wrong <= 20 { Issue.record("\(patterns) in “\(row[1])”: \(found), not \(row[2])") }
      }
    }
    #expect(Self.rows.count >= 2_000)
    #expect(wrong == 0)
  }
}
