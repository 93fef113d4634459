import Bytes

/// The two values of `light-dark()` (CSS Color 5 §6).
struct SchemePair {
  var light: String
  var dark: String

  init(light: String, dark: String) {
    (self.light, self.dark) = (light, dark)
  }

  /// Nil for any other value.
  init?(_ value: String) {
    guard value.lowercased().hasPrefix("light-dark("), value.hasSuffix(")") else { return nil }
    var depth = 0
    var commas: [String.Index] = []
    let inside = value.dropFirst("light-dark(".count).dropLast()
    for index in inside.indices {
      switch inside[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0: commas.append(index)
      default: break
      }
      if depth < 0 { return nil }
    }
    guard commas.count == 1, depth == 0 else { return nil }
    light = inside[..<commas[0]].trimmingWhitespace
    dark = inside[inside.index(after: commas[0])...].trimmingWhitespace
  }

  var text: String { "light-dark(\(light), \(dark))" }

  /// True if a value can be no part of another one (CSS Cascade 5 §7.3).
  static func isWhole(_ value: String) -> Bool {
    ["inherit", "initial", "unset", "revert", "revert-layer"].contains(value.lowercased())
  }
}
