import CellLayout
import StyleValues
import StyledText
package import Styling

/// Look of a run of text: the computed values that matter for drawing it.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": 700]]
/// let text = theme.renderer().styled("Hi <span class=bold>Bob</span>")
/// for run in text.runs where run.style.isBold { print(run.text) }  // Bob
/// ```
public struct RunStyle: Hashable, Sendable {
  var computed: TextStyle

  /// Block context of the text.
  private let blockContext: BlockContext

  /// The target of its link: printable ASCII with an allowed scheme; nil for none.
  ///
  /// A target that is set is made safe, and one that must not be a link is none.
  public var link: String? {
    didSet {
      link = link.flatMap { try? LinkTarget.sanitized(Array($0.utf8)) }
    }
  }

  /// Block context that all runs of a text, or of a box in it, share.
  package struct BlockContext: Hashable, Sendable {
    /// The block that the text stands in.
    var block = BlockStyle.initial

    /// Size of text that the scale `auto` stands for.
    var contentSize = Styling.ContentSize.standard

    /// A text that stands in a block.
    package init(
      block: BlockStyle = .initial, contentSize: Styling.ContentSize = .standard
    ) {
      self.block = block
      self.contentSize = contentSize
    }
  }

  /// The look of a computed style.
  package init(_ computed: TextStyle, in blockContext: BlockContext, link: String? = nil) {
    self.computed = computed
    self.blockContext = blockContext
    self.link = link
  }

  /// Makes the look of text that no sheet styles.
  public init() {
    self.init(.initial, in: BlockContext())
  }

  /// The colour of the text.
  public var color: StyleColor {
    get { StyleColor(computed.color) }
    set { computed.color = newValue.value }
  }

  /// The colour behind the text, as its own element declares it.
  public var backgroundColor: StyleColor {
    get { StyleColor(computed.backgroundColor, currentColor: computed.color) }
    set { computed.backgroundColor = newValue.value }
  }

  /// The colour for marks and controls.
  public var tintColor: StyleColor {
    get { StyleColor(computed.tintColor, currentColor: computed.color) }
    set { computed.tintColor = newValue.value }
  }

  /// Weight of the letters, 1 to 1000; 400 is normal, 700 bold.
  ///
  /// What is set is kept in that range.
  public var weight: Double {
    get { computed.fontWeight }
    set { computed.fontWeight = newValue.clamped(to: 1...1000) }
  }

  /// True if a terminal shows the text bold because of its weight: from 600 on.
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

  /// The colour of the lines; that of the text unless the sheet says otherwise.
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

  /// True if the text comes and goes.
  public var blinks: Bool {
    get { computed.decorationLines.contains(.blink) }
    set { setLine(.blink, newValue) }
  }

  /// Opacity of the text's own element, 0 to 1; a value that is set is kept in that range.
  public var opacity: Double {
    get { computed.opacity }
    set { computed.opacity = newValue.clamped(to: 0...1) }
  }

  /// The size of the letters in px; one row of a terminal is 15.
  ///
  /// What is set is at least 0.
  public var fontSize: Double {
    get { computed.fontSize }
    set { computed.fontSize = newValue.clamped(to: 0...10_000) }
  }

  /// The families in order of preference; empty where nothing names any.
  public var fontFamilies: [String] {
    get { computed.fontFamily }
    set { computed.fontFamily = newValue }
  }

  /// The first of the families; nil where nothing names any.
  public var family: String? {
    get { fontFamilies.first }
    set { fontFamilies = newValue.map { [$0] } ?? [] }
  }

  /// The factor that the size is scaled with; 1 where nothing scales it.
  ///
  /// What is set is at least 0; 1 leaves the size as it is.
  public var fontSizeScale: Double {
    get { computed.fontSizeScale?.factor(blockContext.contentSize) ?? 1 }
    set {
      computed.fontSizeScale = newValue == 1 ? nil : .factor(newValue.clamped(to: 0...10_000))
    }
  }

  /// The size that the letters are drawn in, in px: `fontSize`, scaled for the reader and rounded.
  ///
  /// A size that is set is not scaled any more.
  public var scaledFontSize: Double {
    get { computed.scaledFontSize(blockContext.contentSize) }
    set {
      computed.fontSizeScale = nil
      fontSize = newValue
    }
  }

  /// A transformation of the case of letters.
  public enum TextTransform: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case none
    /// Capitals.
    case uppercase
    /// Small letters.
    case lowercase
    /// A capital at the start of each word.
    case capitalize
    /// The full-width forms of East Asian typography.
    case fullWidth = "full-width"
  }

  /// Transformation of the case of the letters of `Run.text`.
  ///
  /// `StyledString.restyle` applies what is set; letters that a transform has changed before stay
  /// so.
  public var textTransform: TextTransform {
    get { TextTransform(rawValue: computed.textTransform.rawValue) ?? .none }
    set { computed.textTransform = Styling.TextTransform(rawValue: newValue.rawValue) ?? .none }
  }

  /// A shadow of the letters.
  public struct TextShadow: Hashable, Sendable {
    /// Offset to the right, in px.
    public var x: Double
    /// Offset downwards, in px.
    public var y: Double
    /// Width of its edge, in px; 0 is sharp.
    public var blur: Double
    /// Its colour; nil is that of the text.
    public var color: StyleColor?

    /// Puts a shadow together.
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

  /// Opacity of the shadows, 0 to 1; a value that is set is kept in that range.
  public var textShadowOpacity: Double {
    get { computed.shadowOpacity }
    set { computed.shadowOpacity = newValue.clamped(to: 0...1) }
  }

  /// True if the colours of the text and behind it are swapped.
  public var isReversed: Bool {
    get { computed.decorationLines.contains(.reverse) }
    set { setLine(.reverse, newValue) }
  }

  /// True if the terminal conceals the text.
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

  /// Alignment of the lines of its block.
  public var textAlign: TextAlignment {
    TextAlignment(rawValue: blockContext.block.textAlign.rawValue) ?? .start
  }

  /// Sign that shows that text was cut, such as `…`; nil for none.
  public var textOverflow: String? {
    blockContext.block.textOverflow == .clip ? nil : blockContext.block.textOverflow.sign
  }

  /// Width of the border of its block, in px.
  public var borderWidth: StyleInsets {
    let border = blockContext.block.border
    return StyleInsets(
      top: border.top.width, left: border.left.width, bottom: border.bottom.width,
      right: border.right.width)
  }

  /// The colours of the border of its block: top, right, bottom and left.
  public var borderColors: [StyleColor] {
    let border = blockContext.block.border
    return [border.top, border.right, border.bottom, border.left].map {
      StyleColor($0.color, currentColor: computed.color)
    }
  }

  /// The radius of the corners of its block, in px.
  public var borderRadius: Double { blockContext.block.borderRadius }
}

extension RunStyle: CustomStringConvertible {
  /// Declarations of CSS for all that differs from text that no sheet styles, on one line; empty if
  /// nothing does.
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
    ) {
      if value(self) != value(initial) { parts.append("\(name): \(text(value(self)))") }
    }
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
  /// The nearest number of a range; its lower bound for NaN.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
  }
}
