package import StyleValues
package import Styling
import TerminalOutput

/// The object that a theme is shown with.
struct ShownObject {
  /// A class that it gets besides its own: the main one of a plain stylesheet without rules for the
  /// object as it is.
  private(set) var mainClass: String?

  /// The terminals that the theme is meant for.
  let side: ThemeSide

  init(_ host: HostObject, in sheet: Stylesheet, _ environment: Environment) {
    let resolver = StyleResolver(
      stylesheet: sheet, environment: environment.adopting(sheet.palette), host: host)
    if sheet.dialect == .css, host.classes.isEmpty, resolver.hostBackdrop == .none,
      resolver.hostStyle.text.color == nil, let name = sheet.mainClass
    {
      let other = StyleResolver(resolver, host: host.adding(name))
      if other.hostBackdrop != .none || other.hostStyle.text.backgroundImage != nil {
        mainClass = name
        side = ThemeSide(other)
        return
      }
    }
    side = ThemeSide(resolver)
  }
}

/// The terminals that a theme is meant for, and how certain that is.
struct ThemeSide {
  /// nil if it is unknown.
  private(set) var scheme: ColorScheme?

  /// True if the theme declares it or paints the whole block.
  private(set) var isSettled = false

  init() {}

  /// Decides by the `color-scheme` of the object, else by its background, or by the background that
  /// its text needs.
  ///
  /// Palette entries are those of the theme's palette, else of most terminals. A theme without
  /// colours has the scheme of its palette.
  init(_ resolver: StyleResolver) {
    let palette = resolver.stylesheet.palette
    let entries = palette ?? .median
    isSettled = true
    if let declared = resolver.hostStyle.text.colorScheme {
      scheme = declared
      return
    }
    switch resolver.hostBackdrop {
    case .color(let background): scheme = ColorScheme(of: background.rgb8)
    case .palette(let entry): scheme = ColorScheme(of: entries[entry])
    case .none:
      isSettled = false
      switch resolver.hostStyle.text.color {
      case .absolute(let color): scheme = ColorScheme(of: color.srgb.rgb8).opposite
      case .ansi(let entry): scheme = ColorScheme(of: entries[entry]).opposite
      case .currentColor, nil: scheme = palette?.background.map { ColorScheme(of: $0) }
      }
    }
  }
}

extension ThemeSide {
  /// Uses the scheme of the background of most of a sample, if nothing else decides.
  mutating func refine(_ painted: ColorScheme?) { if !isSettled, let painted { scheme = painted } }
}

extension ColorScheme { fileprivate var opposite: ColorScheme { self == .dark ? .light : .dark } }

extension HostObject {
  func adding(_ name: String?) -> HostObject {
    var copy = self
    if let name { copy.classes.append(name) }
    return copy
  }
}

extension Stylesheet {
  /// The terminals that a theme is meant for.
  package func scheme(in environment: Environment) -> ColorScheme? {
    ShownObject(HostObject(), in: self, environment).side.scheme
  }
}
