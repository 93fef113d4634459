package import StyleValues

/// `font-variant`, as far as a terminal has letters for it.
package enum FontVariant: String, CaseIterable, Hashable, Sendable {
  case normal
  /// The mathematical alphabets of Unicode in the place of `font-family`.
  case math
}

/// `text-transform` (CSS Text 3 §2.1).
package enum TextTransform: String, CaseIterable, Hashable, Sendable {
  case none, uppercase, lowercase
  /// Title case for the first letter of each word.
  case capitalize
  /// The full-width forms of East Asian typography.
  case fullWidth = "full-width"
}

/// `text-decoration-line` (CSS Text Decoration 3 §2.1).
@usableFromInline
package struct TextDecorationLines: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let underline = TextDecorationLines(rawValue: 1)
  package static let overline = TextDecorationLines(rawValue: 2)
  package static let lineThrough = TextDecorationLines(rawValue: 4)
  package static let blink = TextDecorationLines(rawValue: 8)
  /// Swaps foreground and background (SGR 7); not of CSS.
  package static let reverse = TextDecorationLines(rawValue: 16)
  /// Hides text (SGR 8); not of CSS.
  package static let conceal = TextDecorationLines(rawValue: 32)

  /// In the order in which CSS serialises them.
  package static let keywords: [(name: String, line: TextDecorationLines)] = [
    ("underline", .underline), ("overline", .overline), ("line-through", .lineThrough),
    ("blink", .blink), ("reverse", .reverse), ("conceal", .conceal),
  ]
}

/// `text-decoration-style` (CSS Text Decoration 3 §2.2).
package enum TextDecorationStyle: String, CaseIterable, Hashable, Sendable {
  case solid, double, dotted, dashed, wavy
}

/// `display` (CSS Display 3 §2).
///
/// In text that is only lines, everything but `inline-block` and `none` is the same as `inline`.
package enum Display: String, CaseIterable, Hashable, Sendable {
  case inline
  case inlineBlock = "inline-block"
  case block
  case listItem = "list-item"
  /// Tables and their parts (CSS 2.2 §17.2).
  case table
  case tableRowGroup = "table-row-group"
  case tableHeaderGroup = "table-header-group"
  case tableFooterGroup = "table-footer-group"
  case tableRow = "table-row"
  case tableCell = "table-cell"
  case tableCaption = "table-caption"
  case tableColumnGroup = "table-column-group"
  case tableColumn = "table-column"
  case none

  package var isBlock: Bool { self != .inline && self != .inlineBlock && self != .none }
}

/// `list-style-type` (CSS Lists 3 §3.1).
package enum ListStyleType: Hashable, Sendable {
  case none, disc, circle, square
  case decimal, decimalLeadingZero
  case lowerAlpha, upperAlpha, lowerRoman, upperRoman
  case string(String)

  static let keywords: [(String, ListStyleType)] = [
    ("none", .none), ("disc", .disc), ("circle", .circle), ("square", .square),
    ("decimal", .decimal), ("decimal-leading-zero", .decimalLeadingZero),
    ("lower-alpha", .lowerAlpha), ("lower-latin", .lowerAlpha), ("upper-alpha", .upperAlpha),
    ("upper-latin", .upperAlpha), ("lower-roman", .lowerRoman), ("upper-roman", .upperRoman),
  ]
}

/// `vertical-align` of a table cell (CSS 2.2 §17.5.3); the first row is the base line.
package enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
  case baseline, top, middle, bottom
}

package enum BorderCollapse: String, CaseIterable, Hashable, Sendable { case separate, collapse }

/// `table-layout` (CSS 2.2 §17.5.2).
package enum TableLayoutMode: String, CaseIterable, Hashable, Sendable {
  /// Columns are as wide as their contents.
  case auto
  /// The first row decides the widths.
  case fixed
}

/// `visibility` (CSS Display 4 §4).
package enum Visibility: String, CaseIterable, Hashable, Sendable {
  case visible
  /// Blank cells; `collapse` is the same in lines.
  case hidden
}

/// `text-overflow` (CSS Overflow 3 §4.1).
package enum TextOverflow: Hashable, Sendable {
  /// Cuts text at the edge.
  case clip
  case ellipsis
  case string(String)
  /// Cuts text at its start, and shows the string there (CSS UI 4 §5.2: two values).
  case start(String)
  /// Cuts text in its middle, and shows the string there; not of CSS.
  case middle(String)

  /// The text that marks the cut.
  package var sign: String {
    switch self {
    case .clip: ""
    case .ellipsis: "…"
    case .string(let sign), .start(let sign), .middle(let sign): sign
    }
  }
}

/// `overflow` (CSS Overflow 3 §3.1), as far as it applies to a box of one line.
package enum Overflow: String, Hashable, Sendable {
  /// Longer text pushes on what follows it.
  case visible
  case hidden
}

/// `white-space` (CSS Text 3 §3).
package enum WhiteSpace: String, CaseIterable, Hashable, Sendable {
  /// Spaces and line breaks collapse; lines wrap.
  case normal
  /// Spaces and line breaks collapse; lines do not wrap.
  case nowrap
  /// All is kept; lines do not wrap.
  case pre
  /// All is kept; lines wrap. The initial value here.
  case preWrap = "pre-wrap"
  /// Line breaks are kept, spaces collapse; lines wrap.
  case preLine = "pre-line"
  /// Like `pre-wrap`, but spaces at the end of a line take cells.
  case breakSpaces = "break-spaces"
}

/// `overflow-wrap` (CSS Text 3 §5.5).
package enum OverflowWrap: String, CaseIterable, Hashable, Sendable {
  /// A word that is too long sticks out, and is cut.
  case normal
  /// It is broken anywhere. The initial value here.
  case anywhere
  /// It is broken anywhere.
  case breakWord = "break-word"
}

/// `background-clip` (CSS Backgrounds 4 §2.1), as far as cells can show it.
package enum BackgroundClip: String, CaseIterable, Hashable, Sendable {
  case borderBox = "border-box"
  case paddingBox = "padding-box"
  case contentBox = "content-box"
  /// Only letters: a gradient colours the text.
  case text
}

/// `font-size-scale`: a factor for the font size.
package enum FontSizeScale: Hashable, Sendable {
  /// The reader's content size.
  case auto
  /// 0 or more.
  case factor(Double)

  package func factor(_ contentSize: ContentSize) -> Double {
    switch self {
    case .auto: contentSize.scale
    case .factor(let factor): factor
    }
  }
}

/// `background-image`: what is painted over the background colour.
package enum BackgroundImage: Hashable, Sendable {
  case gradient(Gradient)
  case image(ImageReference)
}

package struct BoxSides<Value> {
  package var top: Value

  package var right: Value

  package var bottom: Value

  package var left: Value

  package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  package init(all value: Value) { self.init(top: value, right: value, bottom: value, left: value) }
}

extension BoxSides: Equatable where Value: Equatable {}
extension BoxSides: Hashable where Value: Hashable {}
extension BoxSides: Sendable where Value: Sendable {}

package struct BorderSide: Hashable, Sendable {
  /// In px.
  package var width = 0.0

  package var style = BorderStyle.solid

  /// nil is `currentcolor`.
  package var color: ColorValue?

  package init() {}

  package var isVisible: Bool { width > 0 && style != .none }
}

/// A length of the box: pixels plus a share of the containing block's width.
package struct BoxLength: Hashable, Sendable {
  /// CSS pixels: a cell is 7.5 px wide and 15 px high.
  package var pixels: Double

  /// Hundredths of the width of the containing block.
  package var percentage: Double

  /// Replaces the sum for math functions such as `min(50%, 100px)`.
  package var formula: LengthFormula?

  /// True for `fit-content` and `max-content`: the width of the content.
  package private(set) var fitsContent = false

  /// Width of the content, but at most the available width (CSS Sizing 3 §2.1).
  package static let fitContent: BoxLength = {
    var length = BoxLength.zero
    length.fitsContent = true
    return length
  }()

  package init(pixels: Double, percentage: Double = 0) {
    self.pixels = pixels
    self.percentage = percentage
  }

  /// Reads a number, limited to ±1e9 pixels and percent.
  init(_ value: NumericValue) {
    func limited(_ number: Double) -> Double { number.isNaN ? 0 : min(max(number, -1e9), 1e9) }
    let isPercentage = value.kind == .percentage
    pixels = isPercentage ? 0 : limited(value.value)
    percentage = limited(isPercentage ? value.value : value.percentage)
    formula = value.formula
  }

  /// The length in pixels for a containing block of this width.
  package func pixels(of width: Double) -> Double {
    formula?.pixels(of: width) ?? pixels + percentage / 100 * width
  }

  package static let zero = BoxLength(pixels: 0)
}
