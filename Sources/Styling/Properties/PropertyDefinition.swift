import StyleValues

/// What there is to know of a property.
package struct PropertyDefinition: Sendable {
  /// Which property.
  package let id: PropertyID

  /// The name in a stylesheet: that of the case with dashes.
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
    _ id: PropertyID, _ path: Path<Value>, inherited: Bool = true, _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(id, path, inherited, reachesSpans: true, read)
  }

  /// A property of the block.
  fileprivate static func block<Value: Sendable>(
    _ id: PropertyID, _ path: Path<Value>, inherited: Bool = false, _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(id, path, inherited, reachesSpans: false, read)
  }

  /// A property whose value is one colour.
  fileprivate static func color(
    _ id: PropertyID, _ path: Path<ColorValue?>, inherited: Bool = false,
    reachesSpans: Bool = true, _ read: @escaping Reader<ColorValue?>
  ) -> PropertyDefinition {
    var definition = PropertyDefinition(id, path, inherited, reachesSpans: reachesSpans, read)
    definition.setColor = { $1[keyPath: path] = $0 }
    return definition
  }

  /// Where a style keeps the value.
  typealias Path<Value> = any WritableKeyPath<ComputedStyle, Value> & Sendable

  /// A method of the parser that reads a value.
  typealias Reader<Value> = @Sendable (PropertyParser) -> () throws(ConversionError) -> Value

  private init<Value: Sendable>(
    _ id: PropertyID, _ path: Path<Value>,
    _ isInherited: Bool, reachesSpans: Bool, _ read: @escaping Reader<Value>
  ) {
    self.id = id
    name = DictionaryKey.dashed("\(id)")
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
    case .color: .color(self, \.text.color, inherited: true, Read.color)
    case .backgroundColor: .color(self, \.text.backgroundColor, Read.color)
    case .backgroundImage:
      .text(self, \.text.backgroundImage, inherited: false, Read.backgroundImage)
    case .backgroundClip: .text(self, \.text.backgroundClip, inherited: false, Read.keyword)
    case .opacity: .text(self, \.text.opacity, inherited: false, Read.share)
    case .tintColor: .color(self, \.text.tintColor, inherited: true, Read.color)
    case .fontWeight: .text(self, \.text.fontWeight, Read.fontWeight)
    case .fontStyle: .text(self, \.text.fontStyle, Read.keyword)
    case .fontFamily: .text(self, \.text.fontFamily, Read.fontFamily)
    case .fontVariant: .text(self, \.text.fontVariant, Read.keyword)
    case .fontSize: .text(self, \.text.fontSize, Read.fontSize)
    case .fontSizeScale: .text(self, \.text.fontSizeScale, Read.fontSizeScale)
    case .fontSizeScaleMin: .text(self, \.text.fontSizeScaleMin, Read.fontSizeLimit)
    case .fontSizeScaleMax: .text(self, \.text.fontSizeScaleMax, Read.fontSizeLimit)
    case .textTransform: .text(self, \.text.textTransform, Read.keyword)
    case .textDecorationLine:
      .text(self, \.text.decorationLines, inherited: false, Read.decorationLines)
    case .textDecorationStyle: .text(self, \.text.decorationStyle, inherited: false, Read.keyword)
    case .textDecorationColor: .color(self, \.text.decorationColor, Read.colorOrCurrent)
    case .textShadow: .text(self, \.text.shadows, Read.shadows)
    case .textShadowOpacity: .text(self, \.text.shadowOpacity, Read.share)
    case .caretColor: .color(self, \.text.caretColor, inherited: true, Read.colorOrAuto)
    case .textAlign: .block(self, \.block.textAlign, inherited: true, Read.alignment)
    case .textOverflow: .block(self, \.block.textOverflow, Read.textOverflow)
    case .whiteSpace: .block(self, \.block.whiteSpace, inherited: true, Read.keyword)
    case .overflowWrap: .block(self, \.block.overflowWrap, inherited: true, Read.keyword)
    case .tabSize: .block(self, \.block.tabSize, inherited: true, Read.tabSize)
    case .maxLines: .block(self, \.block.maxLines, Read.maxLines)
    case .width: .block(self, \.block.width, Read.sizeOrAuto)
    case .minWidth: .block(self, \.block.minWidth, Read.sizeOrAuto)
    case .maxWidth: .block(self, \.block.maxWidth, Read.sizeOrNone)
    case .paddingTop: .block(self, \.block.padding.top, Read.boxLength)
    case .paddingRight: .block(self, \.block.padding.right, Read.boxLength)
    case .paddingBottom: .block(self, \.block.padding.bottom, Read.boxLength)
    case .paddingLeft: .block(self, \.block.padding.left, Read.boxLength)
    case .marginTop: .block(self, \.block.margin.top, Read.margin)
    case .marginRight: .block(self, \.block.margin.right, Read.margin)
    case .marginBottom: .block(self, \.block.margin.bottom, Read.margin)
    case .marginLeft: .block(self, \.block.margin.left, Read.margin)
    case .borderTopWidth: .block(self, \.block.border.top.width, Read.borderWidth)
    case .borderRightWidth: .block(self, \.block.border.right.width, Read.borderWidth)
    case .borderBottomWidth: .block(self, \.block.border.bottom.width, Read.borderWidth)
    case .borderLeftWidth: .block(self, \.block.border.left.width, Read.borderWidth)
    case .borderTopColor:
      .color(self, \.block.border.top.color, reachesSpans: false, Read.colorOrCurrent)
    case .borderRightColor:
      .color(self, \.block.border.right.color, reachesSpans: false, Read.colorOrCurrent)
    case .borderBottomColor:
      .color(self, \.block.border.bottom.color, reachesSpans: false, Read.colorOrCurrent)
    case .borderLeftColor:
      .color(self, \.block.border.left.color, reachesSpans: false, Read.colorOrCurrent)
    case .borderTopStyle: .block(self, \.block.border.top.style, Read.borderStyle)
    case .borderRightStyle: .block(self, \.block.border.right.style, Read.borderStyle)
    case .borderBottomStyle: .block(self, \.block.border.bottom.style, Read.borderStyle)
    case .borderLeftStyle: .block(self, \.block.border.left.style, Read.borderStyle)
    case .borderRadius: .block(self, \.block.borderRadius, Read.radius)
    }
  }
}
