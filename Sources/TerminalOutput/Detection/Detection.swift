/// A value that was detected, and how: every rule in order, with what it saw.
package struct Detection<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The detected value.
  package let value: Value

  /// The rules in the order in which they were asked.
  package let steps: [DetectionStep]
}

/// One rule of a detection.
package struct DetectionStep: Hashable, Sendable {
  /// Subject of the rule, such as an option or a variable.
  package let rule: String

  /// Evidence that the rule saw, on one line and safe to print.
  package let seen: String

  /// Name of the decision; nil if the rule did not decide.
  package let result: String?

  /// Puts a step together.
  package init(rule: String, seen: String, result: String?) {
    self.rule = rule
    self.seen = seen
    self.result = result
  }
}

/// Asks rules in order until one decides, and keeps the record.
struct DetectionTrail<Value: Hashable & Sendable> {
  private(set) var steps: [DetectionStep] = []
  private(set) var value: Value?

  /// Asks one rule, unless an earlier one has decided; it is recorded either way.
  ///
  /// - Parameters:
  ///   - rule: Subject of the rule.
  ///   - seen: Evidence that the rule sees.
  ///   - name: Returns the name of the result in the record.
  ///   - verdict: The rule's decision, nil if it does not apply.
  mutating func ask(
    _ rule: String, seen: String, name: (Value) -> String, verdict: () -> Value?
  ) {
    guard value == nil, let decided = verdict() else {
      steps.append(DetectionStep(rule: rule, seen: seen, result: nil))
      return
    }
    value = decided
    steps.append(DetectionStep(rule: rule, seen: seen, result: name(decided)))
  }

  /// Records a rule that comes after a decision and may change it.
  ///
  /// - Parameters:
  ///   - rule: Subject of the rule.
  ///   - seen: Evidence that the rule sees.
  ///   - decided: The new value, or nil to leave what there is.
  ///   - name: Returns the name of the result in the record.
  mutating func override(
    _ rule: String, seen: String, value decided: Value?, name: (Value) -> String
  ) {
    if let decided { value = decided }
    steps.append(DetectionStep(rule: rule, seen: seen, result: decided.map(name)))
  }
}

extension DetectionTrail where Value == Bool {
  /// Asks a rule whose answer is yes or no.
  mutating func ask(_ rule: String, seen: String, verdict: () -> Bool?) {
    ask(rule, seen: seen, name: { $0 ? "yes" : "no" }, verdict: verdict)
  }

  /// Detection with the decision; no if nothing decided.
  var detection: Detection<Bool> { Detection(value: value ?? false, steps: steps) }
}
