package import StyleValues

/// The computed values of the properties that reach spans: how a run of text looks.
///
/// Every property has a value. nil stands for an initial value that is no value of the
/// property's type: the terminal's own foreground for `color`, nothing for `background-color`.
package struct TextStyle: Hashable, Sendable {
  /// `color`; nil is the terminal's default foreground.
  package var color: ColorValue?

  /// `background-color`; nil is `transparent`.
  package var backgroundColor: ColorValue?

  /// `opacity`, 0 to 1.
  package var opacity: Double

  /// `font-weight`, 1 to 1000.
  package var fontWeight: Double

  /// `font-size` in px, before scaling.
  package var fontSize: Double

  /// `font-style`.
  package var fontStyle: FontStyle

  /// `text-transform`.
  package var textTransform: TextTransform

  /// `text-decoration-line`.
  ///
  /// In dialect `css` it holds those of the ancestors, too (CSS Text Decoration 3 §2.1).
  package var decorationLines: TextDecorationLines

  /// `text-decoration-style`.
  package var decorationStyle: TextDecorationStyle

  /// The properties that few sheets set, together in one place so that a style stays small.
  private var rare: Rare

  private final class Rare: Hashable, Sendable {
    let values: RareValues

    /// Styles are hashed far more often than these values are set.
    private let digest: Int

    init(_ values: RareValues) {
      self.values = values
      digest = values.hashValue
    }

    static func == (left: Rare, right: Rare) -> Bool {
      left === right || (left.digest == right.digest && left.values == right.values)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    static let initial = Rare(RareValues())
  }

  private struct RareValues: Hashable, Sendable {
    var tintColor: ColorValue?
    var fontFamily: [String] = []
    var fontVariant = FontVariant.normal
    var fontSizeScale: FontSizeScale?
    var fontSizeScaleMin: Double?
    var fontSizeScaleMax: Double?
    var decorationColor: ColorValue?
    var shadows: [Shadow] = []
    var shadowOpacity = 1.0
    var backgroundImage: BackgroundImage?
    var backgroundClip = BackgroundClip.borderBox
  }

  /// The size of text that no sheet says anything about, in px: one row.
  package static let initialFontSize = 15.0

  /// Every property at its initial value.
  package init() {
    opacity = 1
    fontWeight = 400
    fontSize = Self.initialFontSize
    fontStyle = .normal
    textTransform = .none
    decorationLines = []
    decorationStyle = .solid
    rare = .initial
  }

  /// Every property at its initial value.
  package static let initial = TextStyle()

  /// Hashes what styles mostly differ in; keywords only as far as they fit into one number.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(color)
    hasher.combine(backgroundColor)
    hasher.combine(opacity)
    hasher.combine(fontWeight)
    hasher.combine(fontSize)
    let keywords = (fontStyle == .normal ? 0 : 1) | (textTransform == .none ? 0 : 2)
    hasher.combine(Int(decorationLines.rawValue) << 2 | keywords)
    hasher.combine(rare)
  }

  private subscript<Value: Equatable>(rare path: WritableKeyPath<RareValues, Value>) -> Value {
    get { rare.values[keyPath: path] }
    set {
      guard rare.values[keyPath: path] != newValue else { return }
      var values = rare.values
      values[keyPath: path] = newValue
      rare = Rare(values)
    }
  }

  /// `tint-color`; nil where nothing sets it.
  package var tintColor: ColorValue? {
    get { self[rare: \.tintColor] }
    set { self[rare: \.tintColor] = newValue }
  }

  /// `font-family` in order of preference; empty where nothing sets it.
  package var fontFamily: [String] {
    get { self[rare: \.fontFamily] }
    set { self[rare: \.fontFamily] = newValue }
  }

  /// `font-variant`.
  package var fontVariant: FontVariant {
    get { self[rare: \.fontVariant] }
    set { self[rare: \.fontVariant] = newValue }
  }

  /// `font-size-scale`; nil where nothing sets it, and then the size is left as it is.
  package var fontSizeScale: FontSizeScale? {
    get { self[rare: \.fontSizeScale] }
    set { self[rare: \.fontSizeScale] = newValue }
  }

  /// `font-size-scale-min` in px.
  package var fontSizeScaleMin: Double? {
    get { self[rare: \.fontSizeScaleMin] }
    set { self[rare: \.fontSizeScaleMin] = newValue }
  }

  /// `font-size-scale-max` in px.
  package var fontSizeScaleMax: Double? {
    get { self[rare: \.fontSizeScaleMax] }
    set { self[rare: \.fontSizeScaleMax] = newValue }
  }

  /// `text-decoration-color`; nil is the colour of the text.
  package var decorationColor: ColorValue? {
    get { self[rare: \.decorationColor] }
    set { self[rare: \.decorationColor] = newValue }
  }

  /// `text-shadow`, the first one on top.
  package var shadows: [Shadow] {
    get { self[rare: \.shadows] }
    set { self[rare: \.shadows] = newValue }
  }

  /// `text-shadow-opacity`, 0 to 1.
  package var shadowOpacity: Double {
    get { self[rare: \.shadowOpacity] }
    set { self[rare: \.shadowOpacity] = newValue }
  }

  /// `background-image`; nil is `none`.
  package var backgroundImage: BackgroundImage? {
    get { self[rare: \.backgroundImage] }
    set { self[rare: \.backgroundImage] = newValue }
  }

  /// `background-clip`.
  package var backgroundClip: BackgroundClip {
    get { self[rare: \.backgroundClip] }
    set { self[rare: \.backgroundClip] = newValue }
  }

  /// The size in px that the text is drawn in.
  ///
  /// With a scale it is size × scale, not under the minimum, not over the maximum, rounded half
  /// away from zero; without one it is `fontSize`.
  /// - Parameter contentSize: What the scale `auto` stands for.
  /// - Returns: The size, 0 or more.
  package func scaledFontSize(_ contentSize: ContentSize) -> Double {
    guard let fontSizeScale else { return fontSize }
    var size = fontSize * fontSizeScale.factor(contentSize)
    if let fontSizeScaleMin { size = max(size, fontSizeScaleMin) }
    if let fontSizeScaleMax { size = min(size, fontSizeScaleMax) }
    return size.rounded(.toNearestOrAwayFromZero)
  }
}
