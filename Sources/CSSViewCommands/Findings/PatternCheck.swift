import Diagnostics
import PatternMatching
import Styling

/// Finds patterns of a stylesheet that show nothing in some texts.
struct PatternCheck {
  private struct Count {
    var shown = 0
    /// The number of hidden matches, by the pattern that is shown instead.
    var hidden: [Int: Int] = [:]
  }

  private let highlights: Highlights
  private let kind: HighlightRule.Kind
  private var counts: [Count]

  init(_ highlights: Highlights, _ kind: HighlightRule.Kind, in texts: [SourceText]) {
    self.highlights = highlights
    self.kind = kind
    counts = highlights.patterns.map { _ in Count() }
    var owners: [[(range: Range<Int>, pattern: Int)]] = []
    let lines = texts.flatMap { text in
      (1...text.lineCount).map { Array(text.bytes[text.lineRange($0)]) }
    }
    var matcher = PatternMatcher(highlights.set)
    for line in lines {
      owners.append(matcher.all(in: line, kind).map { ($0.range, $0.pattern) })
      for owner in owners[owners.count - 1] { counts[owner.pattern].shown += 1 }
    }
    for number in counts.indices {
      guard let alone = try? kind.set(of: [highlights.patterns[number].source]) else { continue }
      var matcher = PatternMatcher(alone)
      for (line, owners) in zip(lines, owners) {
        // Both are in the order of the line, and none of them overlaps another of its kind.
        var next = 0
        for match in matcher.all(in: line, kind) {
          while next < owners.count, owners[next].range.upperBound <= match.range.lowerBound {
            next += 1
          }
          guard next < owners.count, owners[next].range.overlaps(match.range),
            owners[next].pattern != number
          else { continue }
          counts[number].hidden[owners[next].pattern, default: 0] += 1
        }
      }
    }
  }

  var findings: [Diagnostic] { uselessPatterns + contendingPatterns }

  /// Findings about pairs of patterns that hide matches of each other.
  private var contendingPatterns: [Diagnostic] {
    var found: [Diagnostic] = []
    for number in counts.indices where counts[number].shown > 0 {
      let pattern = highlights.patterns[number]
      for (other, count) in counts[number].hidden.sorted(by: { $0.key < $1.key }) {
        let owner = highlights.patterns[other]
        guard other > number, owner.name != pattern.name, let back = counts[other].hidden[number]
        else { continue }
        found.add(
          .note, .hiddenPattern,
          "'\(kind.rawValue) \(owner.name)' (\(owner.source.range.location.description)) and this "
            + "pattern of '\(kind.rawValue) \(pattern.name)' hide one another: \(back) and "
            + "\(count) matches; the leftmost is taken", at: pattern.source.range)
      }
    }
    return found
  }

  /// Findings about patterns that show nothing.
  private var uselessPatterns: [Diagnostic] {
    counts.indices.compactMap { number in
      let count = counts[number]
      let pattern = highlights.patterns[number]
      guard count.shown == 0 else { return nil }
      let rule = "'\(kind.rawValue) \(pattern.name)'"
      guard let most = count.hidden.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
        return Diagnostic(
          .warning, .unusedPattern, "this pattern of \(rule) matches nothing",
          at: pattern.source.range)
      }
      let owner = highlights.patterns[most.key]
      return Diagnostic(
        .warning, .hiddenPattern,
        "'\(kind.rawValue) \(owner.name)' (\(owner.source.range.location.description)) hides "
          + "every match of this pattern of \(rule)", at: pattern.source.range)
    }
  }
}

extension PatternMatcher {
  fileprivate mutating func all(in line: [UInt8], _ kind: HighlightRule.Kind) -> [PatternMatch] {
    if kind == .line { return wholeLineMatch(line.span).map { [$0] } ?? [] }
    var found: [PatternMatch] = []
    read(line.span)
    while let match = nextMatch(in: line.span) { found.append(match) }
    return isTooCostly ? [] : found
  }
}
