import CellLayout
import StyleValues
import StyledText
package import Styling

/// The style of a run of text: the computed values for drawing it.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": 700]]
/// let text = theme.renderer().styled("Hi <span class=bold>Bob</span>")
/// for run in text.runs where run.style.isBold { print(run.text) }  // Bob
/// ```
public struct RunStyle: Hashable, Sendable {
  var computed: TextStyle

  private let blockContext: BlockContext

  /// The target of its link: printable ASCII with an allowed scheme.
  ///
  /// A target that is set is made safe; one that is not allowed becomes nil.
  public var link: String? {
    didSet { link = link.flatMap { try? LinkTarget.sanitized(Array($0.utf8)) } }
  }

  /// Values that all runs of a text, or of a box in it, share.
  package struct BlockContext: Hashable, Sendable {
    /// The block around the text.
    var block = BlockStyle.initial

    /// The size for the scale `auto`.
    var contentSize = Styling.ContentSize.standard

    package init(block: BlockStyle = .initial, contentSize: Styling.ContentSize = .standard) {
      self.block = block
      self.contentSize = contentSize
    }
  }

  /// The style of computed values.
  package init(_ computed: TextStyle, in blockContext: BlockContext, link: String? = nil) {
    self.computed = computed
    self.blockContext = blockContext
    self.link = link
  }

  /// The style of text without a stylesheet.
  public init() { self.init(.initial, in: BlockContext()) }

  /// The colour of the text.
  public var color: StyleColor {
    get { StyleColor(computed.color) }
    set { computed.color = newValue.value }
  }

  /// The background that its own element declares.
  public var backgroundColor: StyleColor {
    get { StyleColor(computed.backgroundColor, currentColor: computed.color) }
    set { computed.backgroundColor = newValue.value }
  }

  /// The colour for marks and controls.
  public var tintColor: StyleColor {
    get { StyleColor(computed.tintColor, currentColor: computed.color) }
    set { computed.tintColor = newValue.value }
  }

  /// The weight, 1 to 1000; 400 is normal, 700 bold; a set value is clamped.
  public var weight: Double {
    get { computed.fontWeight }
    set { computed.fontWeight = newValue.clamped(to: 1...1000) }
  }

  /// True if the weight makes terminal text bold: from 600 on.
  public var isBold: Bool { weight >= 600 }

  /// True if the letters are italic or slanted.
  public var isItalic: Bool {
    get { computed.fontStyle != .normal }
    set { computed.fontStyle = newValue ? .italic : .normal }
  }

  /// A line under text.
  public enum Underline: String, CaseIterable, Hashable, Sendable {
    /// One line.
    case solid
    /// Two lines.
    case double
    /// Dots.
    case dotted
    case dashed
    /// A wave.
    case wavy
  }

  /// The line under the text; nil is none.
  public var underline: Underline? {
    get {
      computed.decorationLines.contains(.underline)
        ? Underline(rawValue: computed.decorationStyle.rawValue) : nil
    }
    set {
      setLine(.underline, newValue != nil)
      if let style = newValue.flatMap({ TextDecorationStyle(rawValue: $0.rawValue) }) {
        computed.decorationStyle = style
      }
    }
  }

  /// The colour of the lines; by default that of the text.
  public var lineColor: StyleColor {
    get { StyleColor(computed.decorationColor ?? .currentColor, currentColor: computed.color) }
    set { computed.decorationColor = newValue.value }
  }

  /// True if there is a line through the text.
  public var isStruckThrough: Bool {
    get { computed.decorationLines.contains(.lineThrough) }
    set { setLine(.lineThrough, newValue) }
  }

  /// True if there is a line over the text.
  public var hasOverline: Bool {
    get { computed.decorationLines.contains(.overline) }
    set { setLine(.overline, newValue) }
  }

  /// True if the text blinks.
  public var blinks: Bool {
    get { computed.decorationLines.contains(.blink) }
    set { setLine(.blink, newValue) }
  }

  /// The opacity of the text's own element, 0 to 1; a set value is clamped.
  public var opacity: Double {
    get { computed.opacity }
    set { computed.opacity = newValue.clamped(to: 0...1) }
  }

  /// The size of the letters in px, at least 0; one row of a terminal is 15.
  public var fontSize: Double {
    get { computed.fontSize }
    set { computed.fontSize = newValue.clamped(to: 0...10_000) }
  }

  /// The families in order of preference; empty if none is declared.
  public var fontFamilies: [String] {
    get { computed.fontFamily }
    set { computed.fontFamily = newValue }
  }

  /// The first family; nil if none is declared.
  public var family: String? {
    get { fontFamilies.first }
    set { fontFamilies = newValue.map { [$0] } ?? [] }
  }

  /// The factor of the size, at least 0; 1 leaves the size as it is.
  public var fontSizeScale: Double {
    get { computed.fontSizeScale?.factor(blockContext.contentSize) ?? 1 }
    set { computed.fontSizeScale = newValue == 1 ? nil : .factor(newValue.clamped(to: 0...10_000)) }
  }

  /// The size at which the text is drawn, in px: `fontSize`, scaled for the reader and rounded.
  ///
  /// Setting it removes the scale.
  public var scaledFontSize: Double {
    get { computed.scaledFontSize(blockContext.contentSize) }
    set {
      computed.fontSizeScale = nil
      fontSize = newValue
    }
  }

  /// A transformation of the case of letters.
  public enum TextTransform: String, CaseIterable, Hashable, Sendable {
    /// No transformation.
    case none
    /// Capitals.
    case uppercase
    /// Lower-case letters.
    case lowercase
    /// A capital at the start of each word.
    case capitalize
    /// The full-width forms of East Asian typography.
    case fullWidth = "full-width"
  }

  /// The transformation that was applied to the letters of `Run.text`.
  ///
  /// `StyledString.restyle` applies a new one to the letters as an earlier one has left them.
  public var textTransform: TextTransform {
    get { TextTransform(rawValue: computed.textTransform.rawValue) ?? .none }
    set { computed.textTransform = Styling.TextTransform(rawValue: newValue.rawValue) ?? .none }
  }

  /// A shadow of the letters.
  public struct TextShadow: Hashable, Sendable {
    /// The offset to the right, in px.
    public var x: Double
    /// The offset downwards, in px.
    public var y: Double
    /// The width of the blurred edge, in px; 0 is sharp.
    public var blur: Double
    /// Its colour; nil is that of the text.
    public var color: StyleColor?

    /// Makes a shadow with offsets and blur in px.
    public init(x: Double, y: Double, blur: Double = 0, color: StyleColor? = nil) {
      self.x = x
      self.y = y
      self.blur = blur
      self.color = color
    }
  }

  /// The shadows of the letters, the first one on top.
  public var textShadows: [TextShadow] {
    get {
      let context = ConversionContext(fontSize: computed.fontSize)
      return computed.shadows.map { shadow in
        func pixels(_ length: Length) -> Double { length.pixels(in: context) ?? 0 }
        return TextShadow(
          x: pixels(shadow.x), y: pixels(shadow.y), blur: pixels(shadow.blur),
          color: shadow.color.map { StyleColor($0, currentColor: computed.color) })
      }
    }
    set {
      computed.shadows = newValue.map { shadow in
        func length(_ pixels: Double) -> Length { Length(pixels.isFinite ? pixels : 0) }
        return Shadow(
          x: length(shadow.x), y: length(shadow.y), blur: length(max(0, shadow.blur)),
          color: shadow.color?.value)
      }
    }
  }

  /// The opacity of the shadows, 0 to 1; a set value is clamped.
  public var textShadowOpacity: Double {
    get { computed.shadowOpacity }
    set { computed.shadowOpacity = newValue.clamped(to: 0...1) }
  }

  /// True if foreground and background are swapped.
  public var isReversed: Bool {
    get { computed.decorationLines.contains(.reverse) }
    set { setLine(.reverse, newValue) }
  }

  /// True if the terminal hides the text.
  public var isConcealed: Bool {
    get { computed.decorationLines.contains(.conceal) }
    set { setLine(.conceal, newValue) }
  }

  private mutating func setLine(_ line: TextDecorationLines, _ isOn: Bool) {
    if isOn { computed.decorationLines.insert(line) } else { computed.decorationLines.remove(line) }
  }
}

extension RunStyle {
  // The properties of the block can only be read here; a run alone has no block.

  /// The alignment of lines in its block.
  public var textAlign: TextAlignment {
    TextAlignment(rawValue: blockContext.block.textAlign.rawValue) ?? .start
  }

  /// The text that marks a cut, such as `…`.
  public var textOverflow: String? {
    blockContext.block.textOverflow == .clip ? nil : blockContext.block.textOverflow.sign
  }

  /// The widths of its block's border, in px.
  public var borderWidth: StyleInsets {
    let border = blockContext.block.border
    return StyleInsets(
      top: border.top.width, left: border.left.width, bottom: border.bottom.width,
      right: border.right.width)
  }

  /// The colours of its block's border: top, right, bottom and left.
  public var borderColors: [StyleColor] {
    let border = blockContext.block.border
    return [border.top, border.right, border.bottom, border.left].map {
      StyleColor($0.color, currentColor: computed.color)
    }
  }

  /// The radius of its block's corners, in px.
  public var borderRadius: Double { blockContext.block.borderRadius }
}

extension RunStyle: CustomStringConvertible {
  /// Declarations of CSS for all values that differ from text without a stylesheet, on one line;
  /// empty if none do.
  ///
  /// ```swift
  /// let theme: Theme = [".bad": ["color": "red", "font-weight": "bold", "opacity": 0.5]]
  /// print(theme.renderer(for: .plain).styled("<span class=bad>No</span>").runs[0].style)
  /// // color: rgb(255, 0, 0); font-weight: 700; opacity: 0.5
  /// ```
  public var description: String {
    let initial = RunStyle()
    var parts: [String] = []
    func add<Value: Equatable>(
      _ name: String, _ value: (RunStyle) -> Value, _ text: (Value) -> String
    ) { if value(self) != value(initial) { parts.append("\(name): \(text(value(self)))") } }
    func css(_ color: StyleColor) -> String { ThemeValue(color).text ?? "" }
    add("color", \.color, css)
    add("background-color", \.backgroundColor, css)
    add("tint-color", \.tintColor, css)
    add("font-weight", \.weight, NumberText.css)
    add("font-style", \.isItalic) { _ in "italic" }
    add("font-family", \.fontFamilies) { $0.joined(separator: ", ") }
    add("font-size", \.fontSize) { NumberText.css($0) + "px" }
    add("font-size-scale", \.fontSizeScale, NumberText.css)
    add("text-transform", \.textTransform, \.rawValue)
    let lines = TextDecorationLines.keywords.filter { computed.decorationLines.contains($0.line) }
    add("text-decoration-line", \.computed.decorationLines) { _ in
      lines.map(\.name).joined(separator: " ")
    }
    add("text-decoration-style", \.computed.decorationStyle, \.rawValue)
    add("text-decoration-color", \.computed.decorationColor) { _ in css(lineColor) }
    add("opacity", \.opacity, NumberText.css)
    if let link { parts.append("link: \(link)") }
    return parts.joined(separator: "; ")
  }
}

extension Double {
  /// The nearest number in a range; its lower bound for NaN.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
  }
}
