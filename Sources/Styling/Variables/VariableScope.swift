import CSSSyntax

/// The custom properties that an element sees: its own computed ones and those it inherits.
///
/// Custom Properties Level 1 §2. Values are computed where they are declared, so a descendant
/// inherits the result.
final class VariableScope: Sendable {
  /// The computed value of a custom property on the element that declares it.
  enum Value: Sendable {
    /// Every `var()` in it has been replaced.
    case text(CSSText)
    /// Invalid at computed-value time, and why.
    case invalid(VariableError)
  }

  /// A scope without any custom property.
  static let empty = VariableScope([])

  /// Tables that hide those before them, each larger than the next.
  ///
  /// An element shares its parent's tables; only those that are no larger than the new one are
  /// put together with it. So a look-up asks few tables, and a thousand elements inside each
  /// other with a property each do not make a thousand copies of everything.
  private let tables: [[String: Value]]

  /// About how many bytes it takes besides what it shares with the scope around it.
  let size: Int

  private init(_ tables: [[String: Value]], size: Int = 0) {
    self.tables = tables
    self.size = size
  }

  /// Size of an entry of a table besides the bytes of its value, in bytes.
  static let entrySize = 160

  /// The scope of an element that declares some custom properties itself.
  ///
  /// - Parameters:
  ///   - own: Their computed values.
  ///   - bytes: Number of bytes made for them.
  /// - Returns: The scope.
  func declaring(_ own: [String: Value], bytes: Int = 0) -> VariableScope {
    if own.isEmpty { return self }
    var tables = tables
    var newest = own
    while let last = tables.last, last.count <= newest.count {
      newest = last.merging(newest) { $1 }
      tables.removeLast()
    }
    let size = bytes + newest.count * Self.entrySize
    return VariableScope(tables + [newest], size: size)
  }

  /// The value of a custom property, or nil when nothing declares it.
  subscript(name: String) -> Value? {
    for table in tables.reversed() {
      if let value = table[name] { return value }
    }
    return nil
  }
}

/// Why a value with `var()` is invalid at computed-value time (Custom Properties 1 §3.1).
package enum VariableError: Error, Hashable, Sendable {
  /// Nothing declares the last of these; the ones before lead to it.
  case undefined([String])
  /// These refer to each other in a ring, which is looked at from the one with a number.
  ///
  /// All members share the list: each with a list of its own would take the square of their number.
  case cycle([String], from: Int = 0)
  /// The value would be longer than `VariableExpander.longestValue`, or those of one element add up
  /// to more than `VariableExpander.largestTotal`.
  case tooLong
  /// The variables of all elements take too much memory.
  case tooMany
  /// `var()` is not written as it has to be.
  case malformed
  /// Fallbacks nest deeper than `VariableExpander.deepestFallback`.
  case fallbackTooDeep
}

extension VariableError: CustomStringConvertible {
  /// A phrase for a diagnostic or a reason.
  package var description: String {
    switch self {
    case .undefined(let chain):
      "\(chain.joined(separator: " → ")) is not defined"
    case .cycle(let ring, let start):
      "\(Self.written(ring, from: start)) is a cycle"
    case .tooLong:
      "the value expands to more than \(VariableExpander.longestValue / 1024) KiB"
    case .tooMany:
      "the variables of this text take too much memory"
    case .malformed:
      "var() needs the name of a custom property"
    case .fallbackTooDeep:
      "fallbacks nest more than \(VariableExpander.deepestFallback) deep"
    }
  }

  /// Names that lead from one to the next: longer chains are told by their first and last ones.
  private static let longestChain = 16

  /// The reason why a variable has no value whose own value asks for one that has none.
  func reached(from name: String) -> VariableError {
    guard case .undefined(let chain) = self else { return self }
    guard chain.count >= Self.longestChain, let last = chain.last else {
      return .undefined([name] + chain)
    }
    return .undefined([name] + chain.prefix(Self.longestChain - 3) + ["…", last])
  }

  /// A ring and its first member again.
  private static func written(_ ring: [String], from start: Int) -> String {
    let count = min(ring.count, mostNames)
    var names = (start..<start + count).map { ring[$0 % ring.count] }
    if count < ring.count { names.append("… (\(ring.count - count) more)") }
    names += names.prefix(1)
    return names.joined(separator: " → ")
  }

  /// A message names no more members of a cycle.
  private static let mostNames = 100
}
