/// The colours that `UIColor` has class methods for, which two dialects take their names from.
///
/// `green` is full green here, `brown` and `orange` differ from CSS, and `gray` is that of CSS.
/// Channels are those of pixels.
///
/// ```swift
/// print(SystemPalette.color(named: "brownColor", exact: false)?.srgb.hex8 ?? "")  // #996633ff
/// print(SystemPalette.names.contains("lightGray"))  // true
/// ```
package enum SystemPalette {
  /// The names as the class methods spell them, without `Color`.
  package static let names = entries.map(\.name)

  /// The colour of a name, or nil.
  ///
  /// Unless it has to be exact, the case does not matter and `redColor` is right as well.
  package static func color(named name: String, exact: Bool) -> Color? {
    if exact { return entries.first { $0.name == name }?.color }
    var wanted = name.lowercased()
    if wanted.hasSuffix("color") { wanted.removeLast(5) }
    return entries.first { $0.name.lowercased() == wanted }?.color
  }

  /// Returns the spelling of a name that is written in any case; nil if there is no such name.
  static func spelling(of name: String) -> String? {
    let wanted = name.lowercased()
    return names.first { $0.lowercased() == wanted }
  }

  private static let entries: [(name: String, color: Color)] = [
    ("black", grey(0)),
    ("darkGray", grey(1.0 / 3)),
    ("gray", grey(0.5)),
    ("lightGray", grey(2.0 / 3)),
    ("white", grey(1)),
    ("red", rgb(1, 0, 0)),
    ("green", rgb(0, 1, 0)),
    ("blue", rgb(0, 0, 1)),
    ("cyan", rgb(0, 1, 1)),
    ("magenta", rgb(1, 0, 1)),
    ("yellow", rgb(1, 1, 0)),
    ("orange", rgb(1, 0.5, 0)),
    ("purple", rgb(0.5, 0, 0.5)),
    ("brown", rgb(0.6, 0.4, 0.2)),
    ("clear", .transparent),
  ]

  private static func grey(_ channel: Double) -> Color { rgb(channel, channel, channel) }

  private static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    let channels = (SIMD3(red, green, blue) * 255).rounded(.toNearestOrAwayFromZero) / 255
    return Color(.srgb, channels, isLegacy: true)
  }
}
