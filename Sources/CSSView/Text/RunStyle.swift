import CellLayout
import StyleValues
import Styling

/// How a run of text looks: the computed values that matter to whoever draws it.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": 700]]
/// let text = theme.renderer().styled("Hi <span class=bold>Bob</span>")
/// for run in text.runs where run.style.isBold { print(run.text) }  // Bob
/// ```
public struct RunStyle: Hashable, Sendable {
  var computed: TextStyle

  init(_ computed: TextStyle) {
    self.computed = computed
  }

  /// What text looks like that no sheet says anything about.
  public init() {
    computed = .initial
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

  /// How heavy the letters are, 1 to 1000; 400 is normal, 700 bold.
  ///
  /// What is set is kept in that range.
  public var weight: Double {
    get { computed.fontWeight }
    set { computed.fontWeight = newValue.clamped(to: 1...1000) }
  }

  /// Whether a terminal shows the text bold because of its weight: from 600 on.
  public var isBold: Bool { weight >= 600 }

  /// Whether the letters are italic or slanted.
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
    /// Dashes.
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

  /// Whether there is a line through the text.
  public var isStruckThrough: Bool {
    get { computed.decorationLines.contains(.lineThrough) }
    set { setLine(.lineThrough, newValue) }
  }

  /// Whether there is a line over the text.
  public var hasOverline: Bool {
    get { computed.decorationLines.contains(.overline) }
    set { setLine(.overline, newValue) }
  }

  /// Whether the text comes and goes.
  public var blinks: Bool {
    get { computed.decorationLines.contains(.blink) }
    set { setLine(.blink, newValue) }
  }

  /// How opaque the text's own element is, 0 to 1.
  public var opacity: Double { computed.opacity }

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

  private mutating func setLine(_ line: TextDecorationLines, _ isOn: Bool) {
    if isOn { computed.decorationLines.insert(line) } else { computed.decorationLines.remove(line) }
  }
}

extension Double {
  /// The nearest number of a range; its lower bound for NaN.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
  }
}
