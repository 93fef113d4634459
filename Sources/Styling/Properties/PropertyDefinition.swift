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
  let read: @Sendable (PropertyParser) throws(ConversionError) -> PropertyValue

  /// Its value in a style.
  let value: @Sendable (ComputedStyle) -> PropertyValue

  /// Its value in a style as it could be written.
  let written: @Sendable (ComputedStyle) -> RawValue

  /// Gives the second style the first one's value.
  let copy: @Sendable (ComputedStyle, inout ComputedStyle) -> Void

  /// Sets a colour; nil where the value is not just one colour.
  private(set) var setColor: (@Sendable (inout ComputedStyle, ColorValue?) -> Void)?

  /// Its value in a block style, for properties of the block: many of a shorthand's are read from
  /// one copy.
  private(set) var blockValue: (@Sendable (inout BlockStyle) -> PropertyValue)?

  /// The definition of a property.
  // Inlined, so that who asks for one part does not get a copy of all.
  @inline(__always)
  package static func of(_ id: PropertyID) -> PropertyDefinition { all[Int(id.rawValue)] }

  /// Every property in the order of `PropertyID`.
  package static let all: [PropertyDefinition] = PropertyID.allCases.map(\.definition)

  /// A property that reaches spans.
  fileprivate static func text<Value: Sendable>(
    _ id: PropertyID, _ place: @escaping Place<Value>, inherited: Bool = true,
    _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(id, place, inherited, reachesSpans: true, read)
  }

  /// A property of the block.
  fileprivate static func block<Value: Sendable>(
    _ id: PropertyID, _ place: @escaping BlockPlace<Value>, inherited: Bool = false,
    _ read: @escaping Reader<Value>
  ) -> PropertyDefinition {
    let inStyle: Place<Value> = { style, use in place(&style.block, use) }
    var definition = PropertyDefinition(id, inStyle, inherited, reachesSpans: false, read)
    definition.blockValue = { block in
      let value = place(&block) { $0 }
      return PropertyValue(property: id) { $0.set(value, at: inStyle) }
    }
    return definition
  }

  /// A property of the block whose value is one colour.
  fileprivate static func borderColor(
    _ id: PropertyID, _ place: @escaping BlockPlace<ColorValue?>,
    _ read: @escaping Reader<ColorValue?>
  ) -> PropertyDefinition {
    var definition = block(id, place, read)
    definition.setColor = { style, color in
      style.set(color, at: { style, use in place(&style.block, use) })
    }
    return definition
  }

  /// A property whose value is one colour.
  fileprivate static func color(
    _ id: PropertyID, _ place: @escaping Place<ColorValue?>, inherited: Bool = false,
    _ read: @escaping Reader<ColorValue?>
  ) -> PropertyDefinition {
    var definition = PropertyDefinition(id, place, inherited, reachesSpans: true, read)
    definition.setColor = { style, color in style.set(color, at: place) }
    return definition
  }

  /// Lends the place of the value in a style, and gives what the borrower makes of it.
  ///
  /// A key path says the same. But fifty of them take three million instructions at start, and each
  /// use takes hundreds.
  typealias Place<Value> = @Sendable (inout ComputedStyle, (inout Value) -> Value) -> Value

  /// The same for a value in a block style.
  typealias BlockPlace<Value> = @Sendable (inout BlockStyle, (inout Value) -> Value) -> Value

  /// A method of the parser that reads a value.
  typealias Reader<Value> = @Sendable (PropertyParser) -> () throws(ConversionError) -> Value

  private init<Value: Sendable>(
    _ id: PropertyID, _ place: @escaping Place<Value>,
    _ isInherited: Bool, reachesSpans: Bool, _ read: @escaping Reader<Value>
  ) {
    self.id = id
    name = DictionaryKey.dashed("\(id)")
    self.isInherited = isInherited
    self.reachesSpans = reachesSpans
    @Sendable func setting(_ value: Value) -> PropertyValue {
      PropertyValue(property: id) { $0.set(value, at: place) }
    }
    self.read = { parser throws(ConversionError) in setting(try read(parser)()) }
    value = { setting($0.value(at: place)) }
    written = { RawValue(computed: $0.value(at: place)) }
    copy = { $1.set($0.value(at: place), at: place) }
  }
}

extension ComputedStyle {
  fileprivate func value<Value>(at place: PropertyDefinition.Place<Value>) -> Value {
    var style = self
    return place(&style) { $0 }
  }

  fileprivate mutating func set<Value>(
    _ value: Value, at place: PropertyDefinition.Place<Value>
  ) {
    _ = place(&self) {
      $0 = value
      return value
    }
  }
}

/// The value of one property, the same whatever the element.
struct PropertyValue: Sendable {
  let property: PropertyID

  /// Gives it to a style.
  let set: @Sendable (inout ComputedStyle) -> Void
}

/// A property that a computed style has a value for: CSS's longhands and the product's own.
package enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  case color, backgroundColor, backgroundImage, backgroundClip, opacity, tintColor
  case fontWeight, fontStyle, fontFamily, fontVariant
  case fontSize, fontSizeScale, fontSizeScaleMin, fontSizeScaleMax
  case textTransform, textDecorationLine, textDecorationStyle, textDecorationColor
  case textShadow, textShadowOpacity, caretColor, colorScheme
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
    case .color:
      .color(self, { $1(&$0.text.color) }, inherited: true, Read.color)
    case .backgroundColor:
      .color(
        self, { $1(&$0.text.backgroundColor) }, Read.color)
    case .backgroundImage:
      .text(
        self, { $1(&$0.text.backgroundImage) }, inherited: false,
        Read.backgroundImage)
    case .backgroundClip:
      .text(
        self, { $1(&$0.text.backgroundClip) }, inherited: false,
        Read.backgroundClip)
    case .opacity:
      .text(
        self, { $1(&$0.text.opacity) }, inherited: false, Read.share)
    case .tintColor:
      .color(
        self, { $1(&$0.text.tintColor) }, inherited: true, Read.color)
    case .fontWeight:
      .text(self, { $1(&$0.text.fontWeight) }, Read.fontWeight)
    case .fontStyle:
      .text(self, { $1(&$0.text.fontStyle) }, Read.fontStyle)
    case .fontFamily:
      .text(self, { $1(&$0.text.fontFamily) }, Read.fontFamily)
    case .fontVariant:
      .text(self, { $1(&$0.text.fontVariant) }, Read.fontVariant)
    case .fontSize:
      .text(self, { $1(&$0.text.fontSize) }, Read.fontSize)
    case .fontSizeScale:
      .text(
        self, { $1(&$0.text.fontSizeScale) }, Read.fontSizeScale)
    case .fontSizeScaleMin:
      .text(
        self, { $1(&$0.text.fontSizeScaleMin) },
        Read.fontSizeLimit)
    case .fontSizeScaleMax:
      .text(
        self, { $1(&$0.text.fontSizeScaleMax) },
        Read.fontSizeLimit)
    case .textTransform:
      .text(self, { $1(&$0.text.textTransform) }, Read.textTransform)
    case .textDecorationLine:
      .text(
        self, { $1(&$0.text.decorationLines) }, inherited: false,
        Read.decorationLines)
    case .textDecorationStyle:
      .text(
        self, { $1(&$0.text.decorationStyle) }, inherited: false,
        Read.keyword)
    case .textDecorationColor:
      .color(
        self, { $1(&$0.text.decorationColor) },
        Read.colorOrCurrent)
    case .textShadow:
      .text(self, { $1(&$0.text.shadows) }, Read.shadows)
    case .textShadowOpacity:
      .text(self, { $1(&$0.text.shadowOpacity) }, Read.share)
    case .caretColor:
      .color(
        self, { $1(&$0.text.caretColor) }, inherited: true, Read.colorOrAuto
      )
    case .colorScheme:
      .text(self, { $1(&$0.text.colorScheme) }, Read.colorScheme)
    case .textAlign:
      .block(
        self, { $1(&$0.textAlign) }, inherited: true,
        Read.alignment)
    case .textOverflow:
      .block(
        self, { $1(&$0.textOverflow) }, Read.textOverflow)
    case .whiteSpace:
      .block(
        self, { $1(&$0.whiteSpace) }, inherited: true,
        Read.whiteSpace)
    case .overflowWrap:
      .block(
        self, { $1(&$0.overflowWrap) }, inherited: true,
        Read.keyword)
    case .tabSize:
      .block(
        self, { $1(&$0.tabSize) }, inherited: true, Read.tabSize)
    case .maxLines:
      .block(self, { $1(&$0.maxLines) }, Read.maxLines)
    case .width: .block(self, { $1(&$0.width) }, Read.sizeOrAuto)
    case .minWidth:
      .block(self, { $1(&$0.minWidth) }, Read.sizeOrAuto)
    case .maxWidth:
      .block(self, { $1(&$0.maxWidth) }, Read.sizeOrNone)
    case .paddingTop:
      .block(self, { $1(&$0.padding.top) }, Read.boxLength)
    case .paddingRight:
      .block(
        self, { $1(&$0.padding.right) }, Read.boxLength)
    case .paddingBottom:
      .block(
        self, { $1(&$0.padding.bottom) }, Read.boxLength)
    case .paddingLeft:
      .block(
        self, { $1(&$0.padding.left) }, Read.boxLength)
    case .marginTop:
      .block(self, { $1(&$0.margin.top) }, Read.margin)
    case .marginRight:
      .block(self, { $1(&$0.margin.right) }, Read.margin)
    case .marginBottom:
      .block(self, { $1(&$0.margin.bottom) }, Read.margin)
    case .marginLeft:
      .block(self, { $1(&$0.margin.left) }, Read.margin)
    case .borderTopWidth:
      .block(
        self, { $1(&$0.border.top.width) },
        Read.borderWidth)
    case .borderRightWidth:
      .block(
        self, { $1(&$0.border.right.width) },
        Read.borderWidth)
    case .borderBottomWidth:
      .block(
        self, { $1(&$0.border.bottom.width) },
        Read.borderWidth)
    case .borderLeftWidth:
      .block(
        self, { $1(&$0.border.left.width) },
        Read.borderWidth)
    case .borderTopColor:
      .borderColor(
        self, { $1(&$0.border.top.color) }, Read.colorOrCurrent)
    case .borderRightColor:
      .borderColor(
        self, { $1(&$0.border.right.color) }, Read.colorOrCurrent)
    case .borderBottomColor:
      .borderColor(
        self, { $1(&$0.border.bottom.color) }, Read.colorOrCurrent)
    case .borderLeftColor:
      .borderColor(
        self, { $1(&$0.border.left.color) }, Read.colorOrCurrent)
    case .borderTopStyle:
      .block(
        self, { $1(&$0.border.top.style) },
        Read.borderStyle)
    case .borderRightStyle:
      .block(
        self, { $1(&$0.border.right.style) },
        Read.borderStyle)
    case .borderBottomStyle:
      .block(
        self, { $1(&$0.border.bottom.style) },
        Read.borderStyle)
    case .borderLeftStyle:
      .block(
        self, { $1(&$0.border.left.style) },
        Read.borderStyle)
    case .borderRadius:
      .block(self, { $1(&$0.borderRadius) }, Read.radius)
    }
  }
}
