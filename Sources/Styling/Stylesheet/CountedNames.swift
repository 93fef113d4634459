import Diagnostics

/// Names, each with the place where it came first and how often it came.
struct CountedNames: Sendable {
  /// The names in the order in which they came.
  private(set) var all: [(name: String, place: SourceRange, count: Int)] = []
  private var numbers: [String: Int] = [:]

  /// Counts a name.
  mutating func add(_ name: String, at place: @autoclosure () -> SourceRange) {
    if let number = numbers[name] {
      all[number].count += 1
      return
    }
    numbers[name] = all.count
    all.append((name, place(), 1))
  }
}
