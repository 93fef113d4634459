package import StyleValues

// A property is four lines of this file: a case of `PropertyID`, its name, its row in `definition`,
// and the field that keeps its value, in `TextStyle.RareValues` or in `BlockStyle`. What the field
// holds first is the initial value. The few fields that nearly every style sets are in `TextStyle`.

/// A longhand of CSS, or a property of cssview's own.
package enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  case color, backgroundColor, backgroundImage, backgroundClip, opacity, tintColor
  case fontWeight, fontStyle, fontFamily, fontVariant
  case fontSize, fontSizeScale, fontSizeScaleMin, fontSizeScaleMax
  case textTransform, textDecorationLine, textDecorationStyle, textDecorationColor
  case textShadow, textShadowOpacity, caretColor, colorScheme
  case display, visibility, content
  case textAlign, textOverflow, overflow, whiteSpace, overflowWrap, tabSize, maxLines, readable
  case width, minWidth, maxWidth
  case paddingTop, paddingRight, paddingBottom, paddingLeft
  case marginTop, marginRight, marginBottom, marginLeft
  case borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth
  case borderTopColor, borderRightColor, borderBottomColor, borderLeftColor
  case borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle, borderRadius
  case listStyleType, verticalAlign, borderCollapse, borderSpacing, tableLayout

  var dashedName: String { Self.names[Int(rawValue)] }

  // The run-time library would need two million instructions for the cases, at every start.
  private static let names = """
    color background-color background-image background-clip opacity tint-color
    font-weight font-style font-family font-variant
    font-size font-size-scale font-size-scale-min font-size-scale-max
    text-transform text-decoration-line text-decoration-style text-decoration-color
    text-shadow text-shadow-opacity caret-color color-scheme
    display visibility content
    text-align text-overflow overflow white-space overflow-wrap tab-size max-lines readable
    width min-width max-width
    padding-top padding-right padding-bottom padding-left
    margin-top margin-right margin-bottom margin-left
    border-top-width border-right-width border-bottom-width border-left-width
    border-top-color border-right-color border-bottom-color border-left-color
    border-top-style border-right-style border-bottom-style border-left-style border-radius
    list-style-type vertical-align border-collapse border-spacing table-layout
    """.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }

  /// The case with dashes is the name; the value's type defines computation and serialisation.
  var definition: PropertyDefinition {
    typealias Read = PropertyParser
    return switch self {
    case .color: color({ $1(&$0.color) }, Read.color, inherited: true)
    case .backgroundColor: color({ $1(&$0.backgroundColor) }, Read.color)
    case .backgroundImage: text({ $1(&$0.backgroundImage) }, Read.backgroundImage, inherited: false)
    case .backgroundClip: text({ $1(&$0.backgroundClip) }, Read.backgroundClip, inherited: false)
    case .opacity: text({ $1(&$0.opacity) }, Read.share, inherited: false)
    case .tintColor: color({ $1(&$0.tintColor) }, Read.color, inherited: true)
    case .fontWeight: text({ $1(&$0.fontWeight) }, Read.fontWeight)
    case .fontStyle: text({ $1(&$0.fontStyle) }, Read.fontStyle)
    case .fontFamily: text({ $1(&$0.fontFamily) }, Read.fontFamily)
    case .fontVariant: text({ $1(&$0.fontVariant) }, Read.fontVariant)
    case .fontSize: text({ $1(&$0.fontSize) }, Read.fontSize)
    case .fontSizeScale: text({ $1(&$0.fontSizeScale) }, Read.fontSizeScale)
    case .fontSizeScaleMin: text({ $1(&$0.fontSizeScaleMin) }, Read.fontSizeLimit)
    case .fontSizeScaleMax: text({ $1(&$0.fontSizeScaleMax) }, Read.fontSizeLimit)
    case .textTransform: text({ $1(&$0.textTransform) }, Read.textTransform)
    case .textDecorationLine:
      text({ $1(&$0.decorationLines) }, Read.decorationLines, inherited: false)
    case .textDecorationStyle: text({ $1(&$0.decorationStyle) }, Read.keyword, inherited: false)
    case .textDecorationColor: color({ $1(&$0.decorationColor) }, Read.colorOrCurrent)
    case .textShadow: text({ $1(&$0.shadows) }, Read.shadows)
    case .textShadowOpacity: text({ $1(&$0.shadowOpacity) }, Read.share)
    case .caretColor: color({ $1(&$0.caretColor) }, Read.colorOrAuto, inherited: true)
    case .colorScheme: text({ $1(&$0.colorScheme) }, Read.colorScheme)
    case .display: text({ $1(&$0.display) }, Read.display, inherited: false)
    case .visibility: text({ $1(&$0.visibility) }, Read.visibility)
    case .content: text({ $1(&$0.content) }, Read.content, inherited: false)
    case .textAlign: block({ $1(&$0.textAlign) }, Read.alignment, inherited: true)
    case .textOverflow: block({ $1(&$0.textOverflow) }, Read.textOverflow)
    case .overflow: block({ $1(&$0.overflow) }, Read.overflow)
    case .whiteSpace: block({ $1(&$0.whiteSpace) }, Read.whiteSpace, inherited: true)
    case .overflowWrap: block({ $1(&$0.overflowWrap) }, Read.keyword, inherited: true)
    case .tabSize: block({ $1(&$0.tabSize) }, Read.tabSize, inherited: true)
    case .maxLines: block({ $1(&$0.maxLines) }, Read.maxLines)
    case .readable: block({ $1(&$0.readable) }, Read.readable)
    case .width: block({ $1(&$0.width) }, Read.sizeOrAuto)
    case .minWidth: block({ $1(&$0.minWidth) }, Read.sizeOrAuto)
    case .maxWidth: block({ $1(&$0.maxWidth) }, Read.sizeOrNone)
    case .paddingTop: block({ $1(&$0.padding.top) }, Read.boxLength)
    case .paddingRight: block({ $1(&$0.padding.right) }, Read.boxLength)
    case .paddingBottom: block({ $1(&$0.padding.bottom) }, Read.boxLength)
    case .paddingLeft: block({ $1(&$0.padding.left) }, Read.boxLength)
    case .marginTop: block({ $1(&$0.margin.top) }, Read.margin)
    case .marginRight: block({ $1(&$0.margin.right) }, Read.margin)
    case .marginBottom: block({ $1(&$0.margin.bottom) }, Read.margin)
    case .marginLeft: block({ $1(&$0.margin.left) }, Read.margin)
    case .borderTopWidth: block({ $1(&$0.border.top.width) }, Read.borderWidth)
    case .borderRightWidth: block({ $1(&$0.border.right.width) }, Read.borderWidth)
    case .borderBottomWidth: block({ $1(&$0.border.bottom.width) }, Read.borderWidth)
    case .borderLeftWidth: block({ $1(&$0.border.left.width) }, Read.borderWidth)
    case .borderTopColor: borderColor({ $1(&$0.border.top.color) }, Read.colorOrCurrent)
    case .borderRightColor: borderColor({ $1(&$0.border.right.color) }, Read.colorOrCurrent)
    case .borderBottomColor: borderColor({ $1(&$0.border.bottom.color) }, Read.colorOrCurrent)
    case .borderLeftColor: borderColor({ $1(&$0.border.left.color) }, Read.colorOrCurrent)
    case .borderTopStyle: block({ $1(&$0.border.top.style) }, Read.borderStyle)
    case .borderRightStyle: block({ $1(&$0.border.right.style) }, Read.borderStyle)
    case .borderBottomStyle: block({ $1(&$0.border.bottom.style) }, Read.borderStyle)
    case .borderLeftStyle: block({ $1(&$0.border.left.style) }, Read.borderStyle)
    case .borderRadius: block({ $1(&$0.borderRadius) }, Read.radius)
    case .listStyleType: block({ $1(&$0.listStyleType) }, Read.listStyleType, inherited: true)
    case .verticalAlign: block({ $1(&$0.verticalAlign) }, Read.verticalAlignment)
    case .borderCollapse: block({ $1(&$0.borderCollapse) }, Read.keyword, inherited: true)
    case .borderSpacing: block({ $1(&$0.borderSpacing) }, Read.borderSpacing, inherited: true)
    case .tableLayout: block({ $1(&$0.tableLayout) }, Read.keyword)
    }
  }
}

extension TextStyle {
  /// The properties that few stylesheets set.
  @usableFromInline
  package struct RareValues: Hashable, Sendable {
    /// nil if it is not set.
    package var tintColor: ColorValue?

    /// In order of preference; empty if it is not set.
    package var fontFamily: [String] = []

    package var fontVariant = FontVariant.normal

    /// nil leaves the size as it is.
    package var fontSizeScale: FontSizeScale?

    /// In px.
    package var fontSizeScaleMin: Double?

    /// In px.
    package var fontSizeScaleMax: Double?

    /// nil is the colour of the text.
    package var decorationColor: ColorValue?

    /// The first one is on top.
    package var shadows: [Shadow] = []

    /// 0 to 1.
    package var shadowOpacity = 1.0

    /// nil is `auto`.
    ///
    /// It has no effect, because the terminal draws the cursor.
    package var caretColor: ColorValue?

    /// nil is that of the terminal.
    package var colorScheme: ColorScheme?

    /// Not inherited.
    package var display = Display.inline

    package var visibility = Visibility.visible

    /// `content` of `::before` and `::after`; nil is `none` and `normal`.
    package var content: GeneratedContent?

    /// nil is `none`.
    package var backgroundImage: BackgroundImage?

    package var backgroundClip = BackgroundClip.borderBox
  }
}

/// The computed values of the properties of the block: its box, and the layout of lines in it.
///
/// They are read from the host object.
package struct BlockStyle: Hashable, Sendable {
  package var textAlign = TextAlignment.start

  package var textOverflow = TextOverflow.clip

  package var overflow = Overflow.visible

  package var whiteSpace = WhiteSpace.preWrap

  package var overflowWrap = OverflowWrap.anywhere

  /// In cells.
  package var tabSize = 8

  /// nil is `none`.
  package var maxLines: Int?

  /// The least WCAG 2 contrast of all text; nil is `none`.
  package var readable: Double?

  /// nil is `auto`.
  package var width: BoxLength?

  /// nil is `auto`.
  package var minWidth: BoxLength?

  /// nil is `none`.
  package var maxWidth: BoxLength?

  /// Never `auto`.
  package var padding = BoxSides<BoxLength>(all: .zero)

  /// nil is `auto`.
  package var margin = BoxSides<BoxLength?>(all: .zero)

  package var border = BoxSides<BorderSide>(all: BorderSide())

  /// In px.
  package var borderRadius = 0.0

  package var listStyleType = ListStyleType.disc

  package var verticalAlign = VerticalAlignment.baseline

  package var borderCollapse = BorderCollapse.separate

  /// Between columns.
  package var borderSpacing = BoxLength.zero

  package var tableLayout = TableLayoutMode.auto

  package init() {}

  package static let initial = BlockStyle()
}
