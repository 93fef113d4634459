extension KeyPress {
  /// Reads a name such as `q`, `Ctrl-L`, `Shift-Tab`, `PageDown` or `F1`.
  ///
  /// Modifiers come first, each with a dash; `-` alone is the dash. Upper-case letters are keys of
  /// their own, but after `Ctrl-` they mean the lower-case ones.
  public init?(named name: String) {
    var rest = name[...]
    var modifiers: KeyModifiers = []
    while let next = Self.modifiers.first(where: {
      rest.hasPrefix($0.name) && rest.count > $0.name.count
    }) {
      modifiers.insert(next.value)
      rest = rest.dropFirst(next.name.count)
    }
    if let named = Self.names.first(where: { $0.name == rest }) {
      self.init(named.key, modifiers)
    } else if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers)
    } else if let scalar = rest.unicodeScalars.first, rest.unicodeScalars.count == 1 {
      let isLetter = modifiers.contains(.control) && ("A"..."Z").contains(scalar)
      self.init(
        .character(isLetter ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar), modifiers)
    } else {
      return nil
    }
  }

  /// The name that `init(named:)` reads.
  public var name: String {
    let held = Self.modifiers.filter { modifiers.contains($0.value) }.map(\.name).joined()
    switch key {
    case .character(" "): return held + "Space"
    case .character(let scalar):
      let text = String(Character(scalar))
      return held + (modifiers.contains(.control) ? text.uppercased() : text)
    case .function(let number): return held + "F\(number)"
    default: return held + (Self.names.first { $0.key == key }?.name ?? "")
    }
  }

  private static let modifiers: [(name: String, value: KeyModifiers)] = [
    ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  private static let names: [(name: String, key: Key)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Insert", .insert),
    ("Delete", .delete), ("Backspace", .backspace), ("Tab", .tab), ("Enter", .enter),
    ("Escape", .escape), ("Space", .character(" ")),
  ]
}
