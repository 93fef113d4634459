extension ComputedStyle {
  /// Takes the value of one property from another style.
  mutating func copy(_ property: PropertyID, from other: ComputedStyle) {
    if PropertyDefinition.of(property).reachesSpans {
      text.copy(property, from: other.text)
    } else {
      block.copy(property, from: other.block)
    }
  }
}

extension TextStyle {
  /// Takes the value of one property from another style; block properties change nothing.
  mutating func copy(_ property: PropertyID, from other: TextStyle) {
    switch property {
    case .color: color = other.color
    case .backgroundColor: backgroundColor = other.backgroundColor
    case .backgroundImage: backgroundImage = other.backgroundImage
    case .backgroundClip: backgroundClip = other.backgroundClip
    case .opacity: opacity = other.opacity
    case .tintColor: tintColor = other.tintColor
    case .fontWeight: fontWeight = other.fontWeight
    case .fontStyle: fontStyle = other.fontStyle
    case .fontFamily: fontFamily = other.fontFamily
    case .fontVariant: fontVariant = other.fontVariant
    case .fontSize: fontSize = other.fontSize
    case .fontSizeScale: fontSizeScale = other.fontSizeScale
    case .fontSizeScaleMin: fontSizeScaleMin = other.fontSizeScaleMin
    case .fontSizeScaleMax: fontSizeScaleMax = other.fontSizeScaleMax
    case .textTransform: textTransform = other.textTransform
    case .textDecorationLine: decorationLines = other.decorationLines
    case .textDecorationStyle: decorationStyle = other.decorationStyle
    case .textDecorationColor: decorationColor = other.decorationColor
    case .textShadow: shadows = other.shadows
    case .textShadowOpacity: shadowOpacity = other.shadowOpacity
    default: break
    }
  }
}

extension BlockStyle {
  /// Takes the value of one property from another style; text properties change nothing.
  mutating func copy(_ property: PropertyID, from other: BlockStyle) {
    switch property {
    case .textAlign: textAlign = other.textAlign
    case .textOverflow: textOverflow = other.textOverflow
    case .whiteSpace: whiteSpace = other.whiteSpace
    case .overflowWrap: overflowWrap = other.overflowWrap
    case .tabSize: tabSize = other.tabSize
    case .maxLines: maxLines = other.maxLines
    case .width: width = other.width
    case .minWidth: minWidth = other.minWidth
    case .maxWidth: maxWidth = other.maxWidth
    case .paddingTop: padding.top = other.padding.top
    case .paddingRight: padding.right = other.padding.right
    case .paddingBottom: padding.bottom = other.padding.bottom
    case .paddingLeft: padding.left = other.padding.left
    case .marginTop: margin.top = other.margin.top
    case .marginRight: margin.right = other.margin.right
    case .marginBottom: margin.bottom = other.margin.bottom
    case .marginLeft: margin.left = other.margin.left
    case .borderTopWidth: border.top.width = other.border.top.width
    case .borderRightWidth: border.right.width = other.border.right.width
    case .borderBottomWidth: border.bottom.width = other.border.bottom.width
    case .borderLeftWidth: border.left.width = other.border.left.width
    case .borderTopColor: border.top.color = other.border.top.color
    case .borderRightColor: border.right.color = other.border.right.color
    case .borderBottomColor: border.bottom.color = other.border.bottom.color
    case .borderLeftColor: border.left.color = other.border.left.color
    case .borderTopStyle: border.top.style = other.border.top.style
    case .borderRightStyle: border.right.style = other.border.right.style
    case .borderBottomStyle: border.bottom.style = other.border.bottom.style
    case .borderLeftStyle: border.left.style = other.border.left.style
    case .borderRadius: borderRadius = other.borderRadius
    default: break
    }
  }
}
