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

  private init(_ tables: [[String: Value]]) {
    self.tables = tables
  }

  /// The scope of an element that declares some custom properties itself.
  func declaring(_ own: [String: Value]) -> VariableScope {
    if own.isEmpty { return self }
    var tables = tables
    var newest = own
    while let last = tables.last, last.count <= newest.count {
      newest = last.merging(newest) { $1 }
      tables.removeLast()
    }
    return VariableScope(tables + [newest])
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
  /// These refer to each other in a ring.
  case cycle([String])
  /// The value would be longer than `VariableExpander.longestValue`.
  case tooLong
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
    case .cycle(let names):
      "\((names + names.prefix(1)).joined(separator: " → ")) is a cycle"
    case .tooLong:
      "the value expands to more than \(VariableExpander.longestValue / 1024) KiB"
    case .malformed:
      "var() needs the name of a custom property"
    case .fallbackTooDeep:
      "fallbacks nest more than \(VariableExpander.deepestFallback) deep"
    }
  }
}
