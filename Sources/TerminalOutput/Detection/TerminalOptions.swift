package import StyleValues

/// Options of the user about the terminal; detection decides the rest.
package struct TerminalOptions: Hashable, Sendable {
  /// `--color`.
  package var color = ColorOption.auto

  /// `--background`.
  package var background = BackgroundOption.auto

  /// `--palette`.
  package var palette = PaletteOption.auto

  /// `--hyperlinks`.
  package var hyperlinks = SwitchOption.auto

  /// `--text-sizing`.
  package var textSizing = TextSizingOption.auto

  /// Nothing was asked for.
  package init() {}
}

/// `auto`, `always` or `never`.
package enum SwitchOption: String, CaseIterable, Sendable {
  /// In programs that are known to support it.
  case auto
  /// In any case.
  case always
  /// In no case.
  case never
}

/// Value of the option `--background`.
package enum BackgroundOption: Hashable, Sendable, CustomStringConvertible {
  /// Nothing.
  case auto
  /// Dark or light, of whatever colour.
  case scheme(ColorScheme)
  /// This colour.
  case color(RGB8)

  /// Spelling of the option.
  package var description: String {
    switch self {
    case .auto: "auto"
    case .scheme(let scheme): scheme.rawValue
    case .color(let color): color.hex
    }
  }
}

/// Value of the option `--text-sizing`, for text larger than one row.
package enum TextSizingOption: String, CaseIterable, Sendable {
  /// By what the terminal is; nothing where the output is no terminal.
  case auto
  /// The text sizing protocol, OSC 66.
  case osc66
  /// Big letters made of block characters.
  case block
  /// Double-height lines, DECDHL.
  case dechl
  /// Not at all.
  case off
}
