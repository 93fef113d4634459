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
  static let empty = VariableScope(values: [:], fallback: nil)

  /// Own and inherited values, but for those of `fallback`.
  private let values: [String: Value]

  /// The scope of the root: large in real themes, so it is shared and never copied.
  private let fallback: VariableScope?

  private init(values: [String: Value], fallback: VariableScope?) {
    self.values = values
    self.fallback = fallback
  }

  /// The scope of the root element.
  convenience init(root values: [String: Value]) {
    self.init(values: values, fallback: nil)
  }

  /// The scope of an element that declares some custom properties itself.
  func declaring(_ own: [String: Value]) -> VariableScope {
    if own.isEmpty { return self }
    if fallback == nil { return VariableScope(values: own, fallback: self) }
    return VariableScope(values: values.merging(own) { $1 }, fallback: fallback)
  }

  /// The value of a custom property, or nil when nothing declares it.
  subscript(name: String) -> Value? {
    values[name] ?? fallback?.values[name]
  }

  /// The names that have a value, for suggestions.
  var names: [String] {
    Array(values.keys) + (fallback.map { Array($0.values.keys) } ?? [])
  }
}

/// Why a value with `var()` is invalid at computed-value time (Custom Properties 1 §3.1).
public enum VariableError: Error, Hashable, Sendable {
  /// Nothing declares the last of these; the ones before lead to it.
  case undefined([String])
  /// These refer to each other in a ring.
  case cycle([String])
  /// The value would be longer than `VariableExpander.longestValue`.
  case tooLong
  /// `var()` is not written as it has to be.
  case malformed
  /// A chain of references is longer than `VariableExpander.longestChain`.
  case chainTooLong
}

extension VariableError: CustomStringConvertible {
  /// A phrase for a diagnostic or a reason.
  public var description: String {
    switch self {
    case .undefined(let chain):
      "\(chain.joined(separator: " → ")) is not defined"
    case .cycle(let names):
      "\((names + names.prefix(1)).joined(separator: " → ")) is a cycle"
    case .tooLong:
      "the value expands to more than \(VariableExpander.longestValue / 1024) KiB"
    case .malformed:
      "var() needs the name of a custom property"
    case .chainTooLong:
      "more than \(VariableExpander.longestChain) custom properties refer to each other in a row"
    }
  }
}
