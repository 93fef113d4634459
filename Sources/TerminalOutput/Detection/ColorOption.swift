package import Styling

/// Value of the option `--color`.
package enum ColorOption: Hashable, Sendable, CustomStringConvertible {
  /// The environment and the terminal decide.
  case auto
  /// Colour in any case; the environment decides how much, at least 16 colours.
  case always
  /// No escape sequence of any kind.
  case never
  /// This depth and no other.
  case depth(ColorDepth)

  /// The option of that spelling, `auto always never mono 8 16 256 truecolor`, or nil.
  package init?(argument text: String) {
    switch text {
    case "auto": self = .auto
    case "always": self = .always
    case "never": self = .never
    default:
      guard let depth = ColorDepth(rawValue: text), depth != ColorDepth.none else {
        return nil
      }
      self = .depth(depth)
    }
  }

  /// Spelling of the option.
  package var description: String {
    switch self {
    case .auto: "auto"
    case .always: "always"
    case .never: "never"
    case .depth(let depth): depth.rawValue
    }
  }
}
