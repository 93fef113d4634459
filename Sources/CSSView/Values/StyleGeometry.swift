import CellLayout
package import StyleValues
package import Styling
import TerminalOutput

/// A point, in pixels: `{2, 1}`.
public struct StylePoint: Hashable, Sendable, Convertible {
  /// The distance to the right.
  public var x: Double
  /// The distance downwards.
  public var y: Double

  /// Makes a point in pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: Point) { self.init(x: point.x, y: point.y) }

  /// Converts `{x, y}`, `x y` or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StylePoint {
    StylePoint(try value.convert(Point.self))
  }
}

/// A width and a height, in pixels: `{20, 10}`.
public struct StyleSize: Hashable, Sendable, Convertible {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Makes a size in pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  init(_ size: Size) { self.init(width: size.width, height: size.height) }

  /// Converts `{width, height}`, `width height` or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleSize {
    StyleSize(try value.convert(Size.self))
  }
}

/// A rectangle, in pixels: `{{10, 10}, {64, 64}}`.
///
/// ```swift
/// let frame = try ThemeValue("{{10, 10}, {64, 32}}").converted(to: StyleRect.self)
/// print(frame.origin.x, frame.size.height)  // 10.0 32.0
/// ```
public struct StyleRect: Hashable, Sendable, Convertible {
  /// The upper left corner.
  public var origin: StylePoint
  /// The extent to the right and downwards.
  public var size: StyleSize

  /// Makes a rectangle of its upper left corner and its extent.
  public init(origin: StylePoint, size: StyleSize) {
    self.origin = origin
    self.size = size
  }

  /// Converts `{{x, y}, {width, height}}`, four numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleRect {
    let rect = try value.convert(Rect.self)
    return StyleRect(origin: StylePoint(rect.origin), size: StyleSize(rect.size))
  }
}

/// Distances from the four edges inwards, in pixels: `{top, left, bottom, right}`.
///
/// ```swift
/// let insets = try ThemeValue("{4, 3, 2, 1}").converted(to: StyleInsets.self)
/// print(insets.top, insets.left, insets.bottom, insets.right)  // 4.0 3.0 2.0 1.0
/// ```
public struct StyleInsets: Hashable, Sendable, Convertible {
  /// From the top edge.
  public var top: Double
  /// From the left edge.
  public var left: Double
  /// From the bottom edge.
  public var bottom: Double
  /// From the right edge.
  public var right: Double

  /// Makes insets in pixels.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Converts `{top, left, bottom, right}`, numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleInsets {
    let insets = try value.convert(EdgeInsets.self)
    return StyleInsets(
      top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

/// A shift, in pixels: `{1, -2}`.
public struct StyleOffset: Hashable, Sendable, Convertible {
  /// The shift to the right.
  public var horizontal: Double
  /// The shift downwards.
  public var vertical: Double

  /// Makes an offset in pixels.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Converts `{horizontal, vertical}`, two numbers or a dictionary.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleOffset {
    let offset = try value.convert(Offset.self)
    return StyleOffset(horizontal: offset.horizontal, vertical: offset.vertical)
  }
}

/// A length converted to pixels: a cell is 7.5 px wide and 15 px high.
///
/// ```swift
/// print(try ThemeValue("2em").converted(to: StyleLength.self).pixels)  // 30.0
/// ```
public struct StyleLength: Hashable, Sendable, Convertible {
  /// The length in pixels.
  public var pixels: Double

  /// Makes a length in pixels.
  public init(pixels: Double) { self.pixels = pixels }

  /// Converts a number with or without a unit; a percentage has no base and is an error.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleLength {
    let length = try value.convert(Length.self)
    guard let pixels = length.pixels(in: value.conversionContext) else {
      throw value.failure(expected: "a length without a percentage")
    }
    return StyleLength(pixels: pixels)
  }
}

/// A font: family, size, weight and slant.
///
/// ```swift
/// let font = try ThemeValue("AvenirNext-BoldItalic, 18").converted(to: StyleFont.self)
/// print(font.family ?? "", font.size, font.weight, font.isItalic)  // AvenirNext 18.0 700 true
/// ```
public struct StyleFont: Hashable, Sendable, Convertible {
  /// The family; nil if only a weight or a slant was written.
  public var family: String?

  /// The size in pixels; one row of a terminal is 15.
  public var size: Double { didSet { scaled = nil } }

  private var scaled: Double?

  /// The size at which text is drawn, in pixels: in a `StyleConfig` scaled for the reader and
  /// rounded, else `size`.
  public var scaledSize: Double { scaled ?? size }

  /// The weight, 1 to 1000; 400 is normal, 700 bold.
  public var weight: Int

  /// True if it is italic or slanted.
  public var isItalic: Bool

  /// Makes a font with a size in pixels.
  public init(family: String? = nil, size: Double = 15, weight: Int = 400, isItalic: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  package init(_ style: TextStyle, scaledSize: Double) {
    self.init(
      family: style.fontFamily.first, size: style.fontSize, weight: Int(style.fontWeight),
      isItalic: style.fontStyle != .normal)
    if scaledSize != size { scaled = scaledSize }
  }

  /// The font with its scaled size, as `getFont()` of ViewCSS returns it.
  package var inScaledSize: StyleFont {
    var font = self
    font.size = scaledSize
    return font
  }

  /// Converts `name, size`, `bold 18` and the like, or a dictionary with `name` and `size`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleFont {
    let font = try value.convert(Font.self)
    return StyleFont(
      family: font.family, size: font.size, weight: font.weight, isItalic: font.style != .normal)
  }
}

/// A URL: an absolute one, the `file:` URL of a path, or a relative one.
///
/// ```swift
/// print(try ThemeValue("/tmp/a.png").converted(to: StyleURL.self).text)  // file:///tmp/a.png
/// ```
public struct StyleURL: Hashable, Sendable, Convertible {
  /// The URL, escaped where necessary.
  public var text: String

  /// Takes a URL as it is.
  public init(_ text: String) { self.text = text }

  /// Converts a URL or a path; an absolute path becomes a `file:` URL.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleURL {
    StyleURL(try value.convert(URLValue.self).text)
  }
}

/// A URL and the method of its request: `POST https://example.com/`.
///
/// ```swift
/// let request = try ThemeValue("POST https://example.com/").converted(to: StyleURLRequest.self)
/// print(request.method, request.url.text)  // POST https://example.com/
/// ```
public struct StyleURLRequest: Hashable, Sendable, Convertible {
  /// The method in capitals: `GET`, `PUT`, `POST`, `DELETE`, `HEAD` or `OPTIONS`.
  public var method: String

  /// The URL.
  public var url: StyleURL

  /// Makes a request.
  public init(method: String = "GET", url: StyleURL) {
    self.method = method
    self.url = url
  }

  /// Converts a URL or a path, with or without a method before it.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleURLRequest {
    let request = try value.convert(URLRequestValue.self)
    return StyleURLRequest(method: request.method, url: StyleURL(request.url.text))
  }
}

/// The name of an image, and the parts that are not stretched; the file is not read.
///
/// ```swift
/// let image = try ThemeValue("image(panel.png 4 8)").converted(to: StyleImage.self)
/// print(image.name, image.leftCap ?? 0, image.topCap ?? 0)  // panel.png 4.0 8.0
/// ```
public struct StyleImage: Hashable, Sendable, Convertible {
  /// The name, path or URL of the file.
  public var name: String

  /// The width in points of the left part that is not stretched; nil for no caps.
  public var leftCap: Double?

  /// The height in points of the top part that is not stretched; nil for no caps.
  public var topCap: Double?

  /// Makes a reference to an image file.
  public init(_ name: String, leftCap: Double? = nil, topCap: Double? = nil) {
    self.name = name
    self.leftCap = leftCap
    self.topCap = topCap
  }

  init(_ image: ImageReference) {
    self.init(image.name, leftCap: image.caps?.left, topCap: image.caps?.top)
  }

  /// The image in a stylesheet.
  var reference: ImageReference {
    let caps = leftCap.map { ImageReference.Caps(left: $0, top: topCap ?? 0) }
    return ImageReference(name: name, caps: caps)
  }

  /// Converts `image(name)`, `url(name)`, or a name with one or two caps after it.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleImage {
    StyleImage(try value.convert(ImageReference.self))
  }
}

/// A colour of text or of its background.
///
/// ```swift
/// let theme: Theme = [".warm": ["color": "#ff8800"]]
/// var text = theme.renderer().styled("<span class=warm>Hi</span>")
/// print(text.runs[0].style.color == .rgb(red: 255, green: 136, blue: 0))  // true
/// text.restyle(0..<2) { $0.color = .palette(9) }  // the terminal's own bright red
/// ```
public enum StyleColor: Hashable, Sendable {
  /// The terminal's own: the default colour of text, or no background.
  case standard

  /// An entry of the terminal's palette, 0 to 255; users choose the first sixteen.
  case palette(UInt8)

  /// An sRGB colour with channels from 0 to 255; alpha 0 is transparent.
  case rgb(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255)

  /// A repeated image, which terminals do not show: text has its standard colour.
  case pattern(StyleImage)
}

extension StyleColor {
  /// Black, as CSS has it.
  public static let black = StyleColor.rgb(red: 0, green: 0, blue: 0)
  /// White, as CSS has it.
  public static let white = StyleColor.rgb(red: 255, green: 255, blue: 255)
  /// Gray, as CSS has it.
  public static let gray = StyleColor.rgb(red: 128, green: 128, blue: 128)
  /// Red, as CSS has it.
  public static let red = StyleColor.rgb(red: 255, green: 0, blue: 0)
  /// Orange, as CSS has it.
  public static let orange = StyleColor.rgb(red: 255, green: 165, blue: 0)
  /// Yellow, as CSS has it.
  public static let yellow = StyleColor.rgb(red: 255, green: 255, blue: 0)
  /// Green, as CSS has it.
  public static let green = StyleColor.rgb(red: 0, green: 128, blue: 0)
  /// Cyan, as CSS has it.
  public static let cyan = StyleColor.rgb(red: 0, green: 255, blue: 255)
  /// Blue, as CSS has it.
  public static let blue = StyleColor.rgb(red: 0, green: 0, blue: 255)
  /// Magenta, as CSS has it.
  public static let magenta = StyleColor.rgb(red: 255, green: 0, blue: 255)

  /// The colour of a CSS name such as `lightblue`; nil for any other text.
  ///
  /// ```swift
  /// print(StyleColor(name: "yellowgreen") == StyleColor(css: "#9acd32"))  // true
  /// ```
  public init?(name: String) {
    guard let color = NamedColors.color(named: name) else { return nil }
    self.init(.absolute(Color(color)))
  }

  /// The colour of a CSS text; nil if it is none.
  ///
  /// It has no variables of a theme; use `StyleManager.color(_:)` for those.
  public init?(css: String) {
    guard let color = try? ThemeValue(css).convert(ColorValue.self) else { return nil }
    self.init(color)
  }
}

extension StyleColor {
  /// The colour of a computed value; `currentcolor` is replaced.
  package init(_ value: ColorValue?, currentColor: ColorValue? = nil) {
    switch value {
    case nil: self = .standard
    case .ansi(let entry): self = .palette(entry)
    case .absolute(let color):
      let (rgb, alpha) = (color.srgb.rgb8, color.srgb.alpha8)
      self = .rgb(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: alpha)
    case .currentColor: self = currentColor == .currentColor ? .standard : StyleColor(currentColor)
    }
  }

  init(_ color: TerminalColor) {
    switch color {
    case .standard: self = .standard
    case .palette(let entry): self = .palette(entry)
    case .rgb(let rgb): self = .rgb(red: rgb.red, green: rgb.green, blue: rgb.blue)
    }
  }

  /// The value of a property; nil is the initial one.
  package var value: ColorValue? {
    switch self {
    case .standard, .pattern: nil
    case .palette(let entry): .ansi(entry)
    case .rgb(let red, let green, let blue, let alpha):
      ColorValue(RGB8(red: red, green: green, blue: blue), alpha: Double(alpha) / 255)
    }
  }
}

/// Colours along a line.
///
/// ```swift
/// let sky = try ThemeValue("linear-gradient(white, blue 30%, black)")
///   .converted(to: StyleGradient.self)
/// print(sky.stops.map(\.location))  // [0.0, 0.3, 1.0]
/// ```
public struct StyleGradient: Hashable, Sendable, Convertible {
  /// A colour at a position on the line.
  public struct Stop: Hashable, Sendable {
    /// The position: 0 at the start of the line, 1 at its end.
    public var location: Double
    /// The colour.
    public var color: StyleColor

    /// Makes a stop.
    public init(location: Double, color: StyleColor) {
      self.location = location
      self.color = color
    }
  }

  /// The stops, at least one; locations never decrease.
  public var stops: [Stop]

  /// The colours of the stops.
  public var colors: [StyleColor] { stops.map(\.color) }

  /// The positions of the stops: 0 at the start of the line, 1 at its end.
  public var locations: [Double] { stops.map(\.location) }

  /// The direction of the line in degrees: 0 is upwards, 90 to the right.
  public var angle: Double

  /// Makes a gradient.
  ///
  /// As in CSS, a location before that of an earlier stop is moved to that one. Without stops, the
  /// gradient is the terminal's own colour.
  public init(stops: [Stop], angle: Double = 180) {
    var last = -Double.infinity
    self.stops = stops.map { stop in
      last = max(last, stop.location)
      return Stop(location: last, color: stop.color)
    }
    if stops.isEmpty { self.stops = [Stop(location: 0, color: .standard)] }
    self.angle = angle
  }

  /// Converts `linear-gradient(…)`, or an array of stops with `location` and `color`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleGradient {
    let gradient = try value.convert(Gradient.self)
    return StyleGradient(
      stops: gradient.stops.map { Stop(location: $0.location, color: StyleColor($0.color)) },
      angle: gradient.angle)
  }
}
