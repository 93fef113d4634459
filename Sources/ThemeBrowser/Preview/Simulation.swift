import CellLayout
package import StyleValues
package import Styling
package import TerminalOutput

/// What the preview's cells go through before they are shown.
package struct Simulation: Hashable, Sendable {
  /// What is behind the preview where a theme paints nothing.
  package enum BackdropChoice: Int, Hashable, Sendable, CaseIterable {
    /// The theme's own background everywhere.
    case theme
    /// The terminal.
    case terminal
    /// Black.
    case black
    /// White.
    case white

    /// The word that the title shows.
    package var name: String {
      switch self {
      case .theme: "theme"
      case .terminal: "terminal"
      case .black: "black"
      case .white: "white"
      }
    }

    /// The colour that stands in for the terminal's.
    package var color: RGB8? {
      switch self {
      case .theme, .terminal: nil
      case .black: RGB8(0x000000)
      case .white: RGB8(0xFFFFFF)
      }
    }
  }

  /// The depth that is shown; nil is the terminal's own.
  package var depth: ColorDepth?

  /// The way of seeing colours that is simulated.
  package var vision = ColorVision.typical

  /// What is behind.
  package var backdrop = BackdropChoice.theme

  /// Nothing is simulated.
  package init() {}

  /// Whether colours come out as others, beside what the depth makes of them.
  var changesColors: Bool { vision != .typical || backdrop.color != nil }

  /// The depths that can be simulated, from most colours to fewest.
  package static let depths: [ColorDepth] = [.truecolor, .ansi256, .ansi16, .ansi8, .mono]

  /// A short name of a depth.
  package static func name(of depth: ColorDepth) -> String {
    switch depth {
    case .truecolor: "truecolor"
    case .ansi256: "256 colours"
    case .ansi16: "16 colours"
    case .ansi8: "8 colours"
    case .mono: "no colour"
    case .none: "plain"
    }
  }

  /// The terminal as the preview is made to see it.
  func environment(_ real: Environment, columns: Int) -> Environment {
    var environment = real
    environment.columns = max(1, columns)
    if let depth { environment.colorDepth = depth }
    if let color = backdrop.color {
      environment.background = color
      environment.colorScheme = backdrop == .white ? .light : .dark
    }
    return environment
  }
}
