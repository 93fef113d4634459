import CellLayout
import StyleValues

/// A colour of text or of what is behind it.
///
/// ```swift
/// let theme: Theme = [".warm": ["color": "#ff8800"]]
/// var text = theme.renderer().styled("<span class=warm>Hi</span>")
/// print(text.runs[0].style.color == .rgb(red: 255, green: 136, blue: 0))  // true
/// text.restyle(0..<2) { $0.color = .palette(9) }  // the terminal's own bright red
/// ```
public enum StyleColor: Hashable, Sendable {
  /// The terminal's own: its default colour for text, nothing for what is behind it.
  case standard

  /// An entry of the terminal's palette, 0 to 255; users choose the first sixteen.
  case palette(UInt8)

  /// An exact colour in sRGB, each channel from 0 to 255; alpha 0 cannot be seen.
  case rgb(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255)

  /// An image that is repeated; a terminal shows none, so text has its standard colour.
  case pattern(StyleImage)
}

extension StyleColor {
  /// The colour of a CSS name such as `lightblue`; nil for any other text.
  ///
  /// ```swift
  /// print(StyleColor(name: "yellowgreen") == StyleColor(css: "#9acd32"))  // true
  /// ```
  public init?(name: String) {
    guard let color = NamedColors.color(named: name) else { return nil }
    self.init(.absolute(Color(color)))
  }

  /// The colour that a CSS text stands for; nil where it is none.
  ///
  /// Variables are those of a theme: `StyleManager.color(_:)` knows them.
  public init?(css: String) {
    guard let color = try? ThemeValue(css).convert(ColorValue.self) else { return nil }
    self.init(color)
  }
}

extension StyleColor {
  /// A computed value; `currentcolor` becomes the colour that it stands for.
  init(_ value: ColorValue?, currentColor: ColorValue? = nil) {
    switch value {
    case nil: self = .standard
    case .ansi(let entry): self = .palette(entry)
    case .absolute(let color):
      let (rgb, alpha) = (color.srgb.rgb8, color.srgb.alpha8)
      self = .rgb(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: alpha)
    case .currentColor:
      self = currentColor == .currentColor ? .standard : StyleColor(currentColor)
    }
  }

  /// The colour of a cell.
  init(_ color: TerminalColor) {
    switch color {
    case .standard: self = .standard
    case .palette(let entry): self = .palette(entry)
    case .rgb(let rgb): self = .rgb(red: rgb.red, green: rgb.green, blue: rgb.blue)
    }
  }

  /// The value of a property; nil is its initial value.
  var value: ColorValue? {
    switch self {
    case .standard, .pattern: nil
    case .palette(let entry): .ansi(entry)
    case .rgb(let red, let green, let blue, let alpha):
      ColorValue(RGB8(red: red, green: green, blue: blue), alpha: Double(alpha) / 255)
    }
  }
}
