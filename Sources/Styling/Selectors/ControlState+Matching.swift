import StyleValues

extension ControlState {
  /// The state of a name as selectors write it, or nil.
  ///
  /// A selector that asks for `normal` asks for nothing, so that is the empty set.
  init?(selectorName name: String) {
    guard let member = Self.members.first(where: { $0.name == name }) else { return nil }
    self = member.value == .normal ? [] : member.value
  }

  /// Number of states that are in the set.
  var count: Int { rawValue.nonzeroBitCount }
}
