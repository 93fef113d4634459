import ArgumentParser
import Styling
import TerminalPalettes

/// Format that `convert` writes.
enum ConversionTarget: Hashable {
  /// The sheet in one of its two forms.
  case sheet(StylesheetForm)
  /// The palette that belongs to it, as the theme of a terminal.
  case palette(PaletteFormat)
  /// The look of classes, for another program.
  case program(ColoredProgram)
  /// Markup of text for a terminal.
  case markup

  /// All of them, by the words that name them.
  static let named: [(name: String, target: ConversionTarget)] =
    [("json", .sheet(.json)), ("css", .sheet(.css)), ("markup", .markup)]
    + PaletteFormat.allCases.map { ("palette-" + $0.rawValue, .palette($0)) }
    + ColoredProgram.allCases.map { ($0.rawValue, .program($0)) }
}

extension ConversionTarget: ExpressibleByArgument {
  /// Reads a word such as `css` or `palette-kitty`.
  init?(argument: String) {
    guard let found = Self.named.first(where: { $0.name == argument }) else { return nil }
    self = found.target
  }

  /// The words that there are.
  static var allValueStrings: [String] { named.map(\.name) }
}
