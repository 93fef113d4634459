package import StyleValues
package import Styling

/// Options of the user about the terminal; detection decides the rest.
package struct TerminalOptions: Hashable, Sendable {
  package var color = ColorOption.auto

  package var background = BackgroundOption.auto

  package var palette = PaletteOption.auto

  package var hyperlinks = SwitchOption.auto

  package var textSizing = TextSizingOption.auto

  package init() {}
}

package enum SwitchOption: String, CaseIterable, Sendable {
  /// In programs that are known to support it.
  case auto
  case always, never
}

/// Value of the option `--background`.
package enum BackgroundOption: Hashable, Sendable, CustomStringConvertible {
  case auto
  /// Dark or light, of an unknown colour.
  case scheme(ColorScheme)
  case color(RGB8)
  /// Dark and light, for files whose readers have either.
  case both

  /// Reads `auto`, `dark`, `light`, `both` or an opaque colour of CSS; nil for other texts.
  package init?(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "both": self = .both
    default:
      if let scheme = ColorScheme(rawValue: argument) {
        self = .scheme(scheme)
      } else if let color = try? ColorValue.convert(argument, in: ConversionContext(dialect: .css)),
        let srgb = color.srgb(), srgb.alpha == 1
      {
        self = .color(srgb.rgb8)
      } else {
        return nil
      }
    }
  }

  package var description: String {
    switch self {
    case .auto: "auto"
    case .scheme(let scheme): scheme.rawValue
    case .color(let color): color.hex
    case .both: "both"
    }
  }
}

/// Value of the option `--text-sizing`, for text larger than one row.
package enum TextSizingOption: String, CaseIterable, Sendable {
  /// Depends on the terminal; none if the output is no terminal.
  case auto
  /// The text sizing protocol, OSC 66.
  case osc66
  /// Big letters made of block characters.
  case block
  /// Double-height lines, DECDHL.
  case dechl
  case off
}

/// Value of the option `--color`.
package enum ColorOption: Hashable, Sendable, CustomStringConvertible {
  /// The environment and the terminal decide.
  case auto
  /// Like `auto`, for output that a shell captures and passes on to a terminal.
  case tty
  /// Colour in any case; the environment decides the depth, at least 16 colours.
  case always
  /// No escape sequence of any kind.
  case never
  case depth(ColorDepth)

  /// Reads `auto tty always never mono 8 16 256 truecolor`; nil for other texts.
  package init?(argument text: String) {
    switch text {
    case "auto": self = .auto
    case "tty": self = .tty
    case "always": self = .always
    case "never": self = .never
    default:
      guard let depth = ColorDepth(rawValue: text), depth != ColorDepth.none else { return nil }
      self = .depth(depth)
    }
  }

  package var description: String {
    switch self {
    case .auto: "auto"
    case .tty: "tty"
    case .always: "always"
    case .never: "never"
    case .depth(let depth): depth.rawValue
    }
  }
}

/// Environment variables about the reader and the size, which no terminal sets or reports.
package struct ReaderVariables {
  private let variable: (String) -> String?

  /// Columns and rows outside of this range are ignored as mistakes.
  package static let sizes = 1...10_000

  /// Reads variables by a closure that returns the value of a name.
  package init(_ variable: @escaping (String) -> String?) { self.variable = variable }

  /// `COLUMNS`: cells in a row; nil if it is no size.
  package var columns: Int? { size("COLUMNS") }

  /// `LINES`: rows of the screen; nil if it is no size.
  package var rows: Int? { size("LINES") }

  package static let backgroundName = "CSSVIEW_BACKGROUND"

  /// `CSSVIEW_BACKGROUND`: the terminal's background; nil if it is invalid.
  package var background: TerminalBackground? {
    variable(Self.backgroundName).flatMap { BackgroundOption(argument: $0) }
      .flatMap { TerminalBackground($0) }
  }

  /// `CSSVIEW_CONTENT_SIZE`: the size for `font-size-scale: auto`; nil if it is invalid.
  package var contentSize: ContentSize? {
    variable("CSSVIEW_CONTENT_SIZE").flatMap { ContentSize($0) }
  }

  /// `CSSVIEW_FLAT`: true if purely visual output is to be omitted.
  package var isFlat: Bool { variable("CSSVIEW_FLAT").map { $0 != "" && $0 != "0" } ?? false }

  /// `CSSVIEW_PREFERS_CONTRAST`: value of `@media (prefers-contrast)`; nil if it is invalid.
  package var contrast: ContrastPreference? {
    variable("CSSVIEW_PREFERS_CONTRAST").flatMap { ContrastPreference(rawValue: $0) }
  }

  private func size(_ name: String) -> Int? {
    variable(name).flatMap { Int($0) }.flatMap { Self.sizes.contains($0) ? $0 : nil }
  }
}
