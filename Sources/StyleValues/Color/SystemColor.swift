import Bytes

/// System colours of CSS: `Canvas`, `LinkText` and so on.
///
/// CSS Color 4 §6.2. A browser asks the desktop for them. A terminal has four of them: its
/// background, its text, and both for selected text. The others, and unknown ones, are fixed: one
/// set for dark and one for light backgrounds, those that the specification pairs with a contrast
/// of 4.5 : 1 or more (WCAG 2, §1.4.3).
///
/// ```swift
/// print(SystemColor(named: "linktext")?.color(on: .light).hex ?? "")  // #0000ee
/// print(SystemColor(named: "WindowText") == SystemColor(named: "CanvasText"))  // true
/// print(SystemColor.names.contains("Highlight"))  // true
/// let context = ConversionContext(colorScheme: .light)
/// print(try ColorValue.convert("Canvas", in: context).cssText)  // rgb(255, 255, 255)
/// ```
package struct SystemColor: Hashable, Sendable {
  /// The system colours that a terminal has.
  private enum Role: Hashable { case canvas, canvasText, highlight, highlightText }

  private let light: UInt32
  private let dark: UInt32
  private let role: Role?

  /// Finds a colour by its name, also a deprecated one (CSS Color 4, appendix A), in any case.
  package init?(named name: String) {
    guard let color = Self.table[name] else { return nil }
    self = color
  }

  private init(light: UInt32, dark: UInt32, role: Role? = nil) {
    self.light = light
    self.dark = dark
    self.role = role
  }

  package func color(on scheme: ColorScheme) -> RGB8 { RGB8(scheme == .light ? light : dark) }

  /// `CanvasText`: the default colour of text.
  static let text = SystemColor(light: 0x000000, dark: 0xFFFFFF, role: .canvasText)

  func color(in context: ConversionContext) -> RGB8 {
    let palette = context.palette
    let known: RGB8? =
      switch role {
      case .canvas: palette.background
      case .canvasText: palette.foreground
      case .highlight: palette.selectionBackground
      case .highlightText: palette.selectionForeground
      case nil: nil
      }
    return known ?? color(on: context.colorScheme)
  }

  var isOfTerminal: Bool { role != nil }

  /// In alphabetical order, without deprecated names.
  package static let names = colors.flatMap(\.names).sorted()

  /// With deprecated names.
  static let table = KeywordTable<SystemColor>(
    colors.flatMap { row in
      (row.names + row.old).map { name in
        (name, SystemColor(light: row.light, dark: row.dark, role: roles[row.names[0]]))
      }
    })

  /// By the first name of a row.
  private static let roles: [String: Role] = [
    "Canvas": .canvas, "CanvasText": .canvasText, "Highlight": .highlight,
    "HighlightText": .highlightText,
  ]

  /// The names of each colour, its deprecated names, and its values on light and on dark.
  private static let colors = DataFile.systemColors.lines.map { line in
    let parts = line.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
    let channels = parts[0].prefix(2).map { UInt32($0, radix: 16) ?? 0 }
    return (
      names: Array(parts[0].dropFirst(2)), old: parts.count > 1 ? parts[1] : [],
      light: channels[0], dark: channels[1]
    )
  }
}

/// The colours of `UIColor`'s class methods, whose names two dialects use.
///
/// `green` is full green here, `brown` and `orange` differ from CSS, and `gray` is that of CSS.
/// Channels are gamma-encoded.
///
/// ```swift
/// print(SystemPalette.color(named: "brownColor", exact: false)?.srgb.hex8 ?? "")  // #996633ff
/// print(SystemPalette.names.contains("lightGray"))  // true
/// ```
package enum SystemPalette {
  /// The spelling of the class methods, without `Color`.
  package static let names = entries.map(\.name)

  /// Unless the name has to be exact, case is ignored and `redColor` is valid, too.
  package static func color(named name: String, exact: Bool) -> Color? {
    if exact { return entries.first { $0.name == name }?.color }
    var wanted = name.lowercased()
    if wanted.hasSuffix("color") { wanted.removeLast(5) }
    return entries.first { $0.name.lowercased() == wanted }?.color
  }

  /// The spelling of a name in any case; nil if there is none.
  static func spelling(of name: String) -> String? {
    let wanted = name.lowercased()
    return names.first { $0.lowercased() == wanted }
  }

  private static let entries: [(name: String, color: Color)] = [
    ("black", grey(0)), ("darkGray", grey(1.0 / 3)), ("gray", grey(0.5)),
    ("lightGray", grey(2.0 / 3)), ("white", grey(1)), ("red", rgb(1, 0, 0)),
    ("green", rgb(0, 1, 0)), ("blue", rgb(0, 0, 1)), ("cyan", rgb(0, 1, 1)),
    ("magenta", rgb(1, 0, 1)), ("yellow", rgb(1, 1, 0)), ("orange", rgb(1, 0.5, 0)),
    ("purple", rgb(0.5, 0, 0.5)), ("brown", rgb(0.6, 0.4, 0.2)), ("clear", .transparent),
    ("darkText", grey(0)), ("lightText", Color(RGB8(0xFFFFFF), alpha: 0.6)),
    ("groupTableViewBackground", rgb(0.937255, 0.937255, 0.956863)),
  ]

  private static func grey(_ channel: Double) -> Color { rgb(channel, channel, channel) }

  private static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    let channels = (SIMD3(red, green, blue) * 255).rounded(.toNearestOrAwayFromZero) / 255
    return Color(.srgb, channels, isLegacy: true)
  }
}
