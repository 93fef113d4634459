/// A property that a computed style has a value for: CSS's longhands and the product's own.
package enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  case color
  case backgroundColor
  case backgroundImage
  case backgroundClip
  case opacity
  case tintColor
  case fontWeight
  case fontStyle
  case fontFamily
  case fontVariant
  case fontSize
  case fontSizeScale
  case fontSizeScaleMin
  case fontSizeScaleMax
  case textTransform
  case textDecorationLine
  case textDecorationStyle
  case textDecorationColor
  case textShadow
  case textShadowOpacity
  case textAlign
  case textOverflow
  case whiteSpace
  case overflowWrap
  case tabSize
  case maxLines
  case width
  case minWidth
  case maxWidth
  case paddingTop
  case paddingRight
  case paddingBottom
  case paddingLeft
  case marginTop
  case marginRight
  case marginBottom
  case marginLeft
  case borderTopWidth
  case borderRightWidth
  case borderBottomWidth
  case borderLeftWidth
  case borderTopColor
  case borderRightColor
  case borderBottomColor
  case borderLeftColor
  case borderTopStyle
  case borderRightStyle
  case borderBottomStyle
  case borderLeftStyle
  case borderRadius

  /// The name in a stylesheet, such as `background-color`.
  package var name: String { PropertyDefinition.of(self).name }

  /// Whether its value is one colour.
  var isColor: Bool {
    switch self {
    case .color, .backgroundColor, .tintColor, .textDecorationColor, .borderTopColor,
      .borderRightColor, .borderBottomColor, .borderLeftColor:
      true
    default:
      false
    }
  }
}

/// What the cascade has to know of a property.
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

  /// The definition of a property.
  package static func of(_ id: PropertyID) -> PropertyDefinition { all[Int(id.rawValue)] }

  /// Every property in the order of `PropertyID`.
  package static let all: [PropertyDefinition] = [
    text(.color, "color"),
    text(.backgroundColor, "background-color", inherited: false),
    text(.backgroundImage, "background-image", inherited: false),
    text(.backgroundClip, "background-clip", inherited: false),
    text(.opacity, "opacity", inherited: false),
    text(.tintColor, "tint-color"),
    text(.fontWeight, "font-weight"),
    text(.fontStyle, "font-style"),
    text(.fontFamily, "font-family"),
    text(.fontVariant, "font-variant"),
    text(.fontSize, "font-size"),
    text(.fontSizeScale, "font-size-scale"),
    text(.fontSizeScaleMin, "font-size-scale-min"),
    text(.fontSizeScaleMax, "font-size-scale-max"),
    text(.textTransform, "text-transform"),
    text(.textDecorationLine, "text-decoration-line", inherited: false),
    text(.textDecorationStyle, "text-decoration-style", inherited: false),
    text(.textDecorationColor, "text-decoration-color", inherited: false),
    text(.textShadow, "text-shadow"),
    text(.textShadowOpacity, "text-shadow-opacity"),
    block(.textAlign, "text-align", inherited: true),
    block(.textOverflow, "text-overflow"),
    block(.whiteSpace, "white-space", inherited: true),
    block(.overflowWrap, "overflow-wrap", inherited: true),
    block(.tabSize, "tab-size", inherited: true),
    block(.maxLines, "max-lines"),
    block(.width, "width"),
    block(.minWidth, "min-width"),
    block(.maxWidth, "max-width"),
    block(.paddingTop, "padding-top"),
    block(.paddingRight, "padding-right"),
    block(.paddingBottom, "padding-bottom"),
    block(.paddingLeft, "padding-left"),
    block(.marginTop, "margin-top"),
    block(.marginRight, "margin-right"),
    block(.marginBottom, "margin-bottom"),
    block(.marginLeft, "margin-left"),
    block(.borderTopWidth, "border-top-width"),
    block(.borderRightWidth, "border-right-width"),
    block(.borderBottomWidth, "border-bottom-width"),
    block(.borderLeftWidth, "border-left-width"),
    block(.borderTopColor, "border-top-color"),
    block(.borderRightColor, "border-right-color"),
    block(.borderBottomColor, "border-bottom-color"),
    block(.borderLeftColor, "border-left-color"),
    block(.borderTopStyle, "border-top-style"),
    block(.borderRightStyle, "border-right-style"),
    block(.borderBottomStyle, "border-bottom-style"),
    block(.borderLeftStyle, "border-left-style"),
    block(.borderRadius, "border-radius"),
  ]

  private static func text(
    _ id: PropertyID, _ name: String, inherited: Bool = true
  ) -> PropertyDefinition {
    PropertyDefinition(id: id, name: name, isInherited: inherited, reachesSpans: true)
  }

  private static func block(
    _ id: PropertyID, _ name: String, inherited: Bool = false
  ) -> PropertyDefinition {
    PropertyDefinition(id: id, name: name, isInherited: inherited, reachesSpans: false)
  }
}

/// A set of properties in one machine word.
package struct PropertySet: OptionSet, Hashable, Sendable {
  /// One bit for each `PropertyID`.
  package let rawValue: UInt64

  /// Makes a set from its bits.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The set of one property.
  package init(_ id: PropertyID) {
    rawValue = 1 << UInt64(id.rawValue)
  }
}
