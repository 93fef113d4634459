import StyleValues

/// What there is to know of a property.
package struct PropertyDefinition: Sendable {
  /// Which property.
  package let id: PropertyID

  /// The name in a stylesheet.
  package let name: String

  /// Whether CSS inherits it where nothing is declared (dialect `css`).
  package let isInherited: Bool

  /// Whether it takes effect on a span's run.
  ///
  /// The others belong to the block.
  package let reachesSpans: Bool

  /// Reads a value of it.
  let read: @Sendable (PropertyParser) throws(ConversionError) -> any PropertyValue

  /// Its value in a style.
  let value: @Sendable (ComputedStyle) -> any PropertyValue

  /// Gives the second style the first one's value.
  let copy: @Sendable (ComputedStyle, inout ComputedStyle) -> Void

  /// Sets a colour; nil where the value is not just one colour.
  private(set) var setColor: (@Sendable (ColorValue?, inout ComputedStyle) -> Void)?

  /// The definition of a property.
  package static func of(_ id: PropertyID) -> PropertyDefinition { all[Int(id.rawValue)] }

  /// Every property in the order of `PropertyID`.
  package static let all: [PropertyDefinition] = PropertyID.allCases.map(\.definition)

  /// A property that reaches spans.
  fileprivate static func text<Value: Sendable>(
    _ id: PropertyID, _ name: String, _ path: Path<Value>,
    inherited: Bool = true, _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(id, name, path, inherited, reachesSpans: true, read)
  }

  /// A property of the block.
  fileprivate static func block<Value: Sendable>(
    _ id: PropertyID, _ name: String, _ path: Path<Value>,
    inherited: Bool = false, _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(id, name, path, inherited, reachesSpans: false, read)
  }

  /// A property whose value is one colour.
  fileprivate static func color(
    _ id: PropertyID, _ name: String, _ path: Path<ColorValue?>, inherited: Bool = false,
    reachesSpans: Bool = true, _ read: @escaping Reader<ColorValue?>
  ) -> PropertyDefinition {
    var definition = PropertyDefinition(id, name, path, inherited, reachesSpans: reachesSpans, read)
    definition.setColor = { $1[keyPath: path] = $0 }
    return definition
  }

  /// Where a style keeps the value.
  typealias Path<Value> = any WritableKeyPath<ComputedStyle, Value> & Sendable

  /// A method of the parser that reads a value.
  typealias Reader<Value> = @Sendable (PropertyParser) -> () throws(ConversionError) -> Value

  private init<Value: Sendable>(
    _ id: PropertyID, _ name: String, _ path: Path<Value>,
    _ isInherited: Bool, reachesSpans: Bool, _ read: @escaping Reader<Value>
  ) {
    self.id = id
    self.name = name
    self.isInherited = isInherited
    self.reachesSpans = reachesSpans
    self.read = { parser throws(ConversionError) in
      LonghandValue(property: id, path: path, value: try read(parser)())
    }
    value = { LonghandValue(property: id, path: path, value: $0[keyPath: path]) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }
}

/// The value of one property, the same whatever the element.
protocol PropertyValue: Sendable {
  var property: PropertyID { get }

  /// Gives it to a style.
  func set(in style: inout ComputedStyle)
}

private struct LonghandValue<Value: Sendable>: PropertyValue {
  let property: PropertyID
  let path: PropertyDefinition.Path<Value>
  let value: Value

  func set(in style: inout ComputedStyle) { style[keyPath: path] = value }
}

/// A property that a computed style has a value for: CSS's longhands and the product's own.
package enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  case color, backgroundColor, backgroundImage, backgroundClip, opacity, tintColor
  case fontWeight, fontStyle, fontFamily, fontVariant
  case fontSize, fontSizeScale, fontSizeScaleMin, fontSizeScaleMax
  case textTransform, textDecorationLine, textDecorationStyle, textDecorationColor
  case textShadow, textShadowOpacity, caretColor
  case textAlign, textOverflow, whiteSpace, overflowWrap, tabSize, maxLines
  case width, minWidth, maxWidth
  case paddingTop, paddingRight, paddingBottom, paddingLeft
  case marginTop, marginRight, marginBottom, marginLeft
  case borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth
  case borderTopColor, borderRightColor, borderBottomColor, borderLeftColor
  case borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle, borderRadius

  /// The name in a stylesheet, such as `background-color`.
  package var name: String { PropertyDefinition.of(self).name }

  /// Everything about the property: its name, where a style keeps its value (what stands there
  /// first is the initial one), whether it is inherited, and what reads it.
  fileprivate var definition: PropertyDefinition {
    typealias Read = PropertyParser
    return switch self {
    case .color: .color(self, "color", \.text.color, inherited: true, Read.color)
    case .backgroundColor:
      .color(self, "background-color", \.text.backgroundColor, Read.color)
    case .backgroundImage:
      .text(
        self, "background-image", \.text.backgroundImage, inherited: false, Read.backgroundImage)
    case .backgroundClip:
      .text(self, "background-clip", \.text.backgroundClip, inherited: false, Read.keyword)
    case .opacity: .text(self, "opacity", \.text.opacity, inherited: false, Read.share)
    case .tintColor: .color(self, "tint-color", \.text.tintColor, inherited: true, Read.color)
    case .fontWeight: .text(self, "font-weight", \.text.fontWeight, Read.fontWeight)
    case .fontStyle: .text(self, "font-style", \.text.fontStyle, Read.keyword)
    case .fontFamily: .text(self, "font-family", \.text.fontFamily, Read.fontFamily)
    case .fontVariant: .text(self, "font-variant", \.text.fontVariant, Read.keyword)
    case .fontSize: .text(self, "font-size", \.text.fontSize, Read.fontSize)
    case .fontSizeScale: .text(self, "font-size-scale", \.text.fontSizeScale, Read.fontSizeScale)
    case .fontSizeScaleMin:
      .text(self, "font-size-scale-min", \.text.fontSizeScaleMin, Read.fontSizeLimit)
    case .fontSizeScaleMax:
      .text(self, "font-size-scale-max", \.text.fontSizeScaleMax, Read.fontSizeLimit)
    case .textTransform: .text(self, "text-transform", \.text.textTransform, Read.keyword)
    case .textDecorationLine:
      .text(
        self, "text-decoration-line", \.text.decorationLines, inherited: false,
        Read.decorationLines)
    case .textDecorationStyle:
      .text(self, "text-decoration-style", \.text.decorationStyle, inherited: false, Read.keyword)
    case .textDecorationColor:
      .color(self, "text-decoration-color", \.text.decorationColor, Read.colorOrCurrent)
    case .textShadow: .text(self, "text-shadow", \.text.shadows, Read.shadows)
    case .textShadowOpacity: .text(self, "text-shadow-opacity", \.text.shadowOpacity, Read.share)
    case .caretColor:
      .color(self, "caret-color", \.text.caretColor, inherited: true, Read.colorOrAuto)
    case .textAlign: .block(self, "text-align", \.block.textAlign, inherited: true, Read.alignment)
    case .textOverflow: .block(self, "text-overflow", \.block.textOverflow, Read.textOverflow)
    case .whiteSpace: .block(self, "white-space", \.block.whiteSpace, inherited: true, Read.keyword)
    case .overflowWrap:
      .block(self, "overflow-wrap", \.block.overflowWrap, inherited: true, Read.keyword)
    case .tabSize: .block(self, "tab-size", \.block.tabSize, inherited: true, Read.tabSize)
    case .maxLines: .block(self, "max-lines", \.block.maxLines, Read.maxLines)
    case .width: .block(self, "width", \.block.width, Read.sizeOrAuto)
    case .minWidth: .block(self, "min-width", \.block.minWidth, Read.sizeOrAuto)
    case .maxWidth: .block(self, "max-width", \.block.maxWidth, Read.sizeOrNone)
    case .paddingTop: .block(self, "padding-top", \.block.padding.top, Read.boxLength)
    case .paddingRight: .block(self, "padding-right", \.block.padding.right, Read.boxLength)
    case .paddingBottom: .block(self, "padding-bottom", \.block.padding.bottom, Read.boxLength)
    case .paddingLeft: .block(self, "padding-left", \.block.padding.left, Read.boxLength)
    case .marginTop: .block(self, "margin-top", \.block.margin.top, Read.margin)
    case .marginRight: .block(self, "margin-right", \.block.margin.right, Read.margin)
    case .marginBottom: .block(self, "margin-bottom", \.block.margin.bottom, Read.margin)
    case .marginLeft: .block(self, "margin-left", \.block.margin.left, Read.margin)
    case .borderTopWidth:
      .block(self, "border-top-width", \.block.border.top.width, Read.borderWidth)
    case .borderRightWidth:
      .block(self, "border-right-width", \.block.border.right.width, Read.borderWidth)
    case .borderBottomWidth:
      .block(self, "border-bottom-width", \.block.border.bottom.width, Read.borderWidth)
    case .borderLeftWidth:
      .block(self, "border-left-width", \.block.border.left.width, Read.borderWidth)
    case .borderTopColor:
      .color(
        self, "border-top-color", \.block.border.top.color, reachesSpans: false, Read.colorOrCurrent
      )
    case .borderRightColor:
      .color(
        self, "border-right-color", \.block.border.right.color, reachesSpans: false,
        Read.colorOrCurrent)
    case .borderBottomColor:
      .color(
        self, "border-bottom-color", \.block.border.bottom.color, reachesSpans: false,
        Read.colorOrCurrent)
    case .borderLeftColor:
      .color(
        self, "border-left-color", \.block.border.left.color, reachesSpans: false,
        Read.colorOrCurrent)
    case .borderTopStyle:
      .block(self, "border-top-style", \.block.border.top.style, Read.borderStyle)
    case .borderRightStyle:
      .block(self, "border-right-style", \.block.border.right.style, Read.borderStyle)
    case .borderBottomStyle:
      .block(self, "border-bottom-style", \.block.border.bottom.style, Read.borderStyle)
    case .borderLeftStyle:
      .block(self, "border-left-style", \.block.border.left.style, Read.borderStyle)
    case .borderRadius: .block(self, "border-radius", \.block.borderRadius, Read.radius)
    }
  }
}
