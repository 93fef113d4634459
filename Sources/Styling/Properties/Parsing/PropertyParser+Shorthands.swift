import CSSSyntax
import StyleValues

extension PropertyParser {
  /// Reads a shorthand.
  ///
  /// `style` starts with initial values, so a longhand that is left out is reset, as CSS Cascade 4
  /// §3.1 asks.
  func parse(_ id: ShorthandID) throws(ConversionError) {
    switch id {
    case .font: try font()
    case .background: try background()
    case .textDecoration: try textDecoration()
    case .padding:
      if let insets = try insets() {
        style.block.padding = insets
      } else {
        style.block.padding = try sides(PropertyParser.boxLength)
      }
    case .margin:
      if let insets = try insets() {
        style.block.margin = BoxSides(insets)
      } else {
        style.block.margin = try sides(PropertyParser.margin)
      }
    case .borderWidth:
      let widths = try sides(PropertyParser.borderWidth)
      setBorder { $0.width = widths[keyPath: $1] }
    case .borderColor:
      let colors = try sides(PropertyParser.colorOrCurrent)
      setBorder { $0.color = colors[keyPath: $1] }
    case .borderStyle:
      let styles = try sides(PropertyParser.borderStyle)
      setBorder { $0.style = styles[keyPath: $1] }
    case .border: style.block.border = BoxSides(all: try borderSide())
    case .borderTop: style.block.border.top = try borderSide()
    case .borderRight: style.block.border.right = try borderSide()
    case .borderBottom: style.block.border.bottom = try borderSide()
    case .borderLeft: style.block.border.left = try borderSide()
    case .paddingBlock:
      (style.block.padding.top, style.block.padding.bottom) = try pair(PropertyParser.boxLength)
    case .paddingInline:
      (style.block.padding.left, style.block.padding.right) = try pair(PropertyParser.boxLength)
    case .marginBlock:
      (style.block.margin.top, style.block.margin.bottom) = try pair(PropertyParser.margin)
    case .marginInline:
      (style.block.margin.left, style.block.margin.right) = try pair(PropertyParser.margin)
    case .borderBlock:
      style.block.border.top = try borderSide()
      style.block.border.bottom = style.block.border.top
    case .borderInline:
      style.block.border.left = try borderSide()
      style.block.border.right = style.block.border.left
    case .borderBlockWidth, .borderInlineWidth:
      let widths = try pair(PropertyParser.borderWidth)
      setBorder(widths, \.width, isBlock: id == .borderBlockWidth)
    case .borderBlockColor, .borderInlineColor:
      let colors = try pair(PropertyParser.colorOrCurrent)
      setBorder(colors, \.color, isBlock: id == .borderBlockColor)
    case .borderBlockStyle, .borderInlineStyle:
      let styles = try pair(PropertyParser.borderStyle)
      setBorder(styles, \.style, isBlock: id == .borderBlockStyle)
    case .lineBreakMode: try lineBreakMode()
    case .contentHorizontalAlignment: style.block.textAlign = try horizontalAlignment()
    case .contentEdgeInsets: style.block.padding = try EdgeInsets.parse(&cursor).boxSides
    case .all:
      // Those have been read before.
      throw cursor.failure("inherit, initial, unset or revert")
    }
  }

  /// The insets of the documents, in the order of UIKit: `{1, 2, 3, 4}`, `insets(4)`.
  private func insets() throws(ConversionError) -> BoxSides<BoxLength>? {
    guard cursor.token.kind == .leftBrace || cursor.isFunction("insets") else { return nil }
    return try EdgeInsets.parse(&cursor).boxSides
  }

  /// One to four values: all; vertical, horizontal; top, horizontal, bottom; clockwise.
  private func sides<Value>(
    _ read: PropertyDefinition.Reader<Specified<Value>>
  ) throws(ConversionError) -> BoxSides<Value> {
    var values = [now(try read(self)())]
    while !isAtEnd, values.count < 4 { values.append(now(try read(self)())) }
    switch values.count {
    case 1: return BoxSides(all: values[0])
    case 2: return BoxSides(top: values[0], right: values[1], bottom: values[0], left: values[1])
    case 3: return BoxSides(top: values[0], right: values[1], bottom: values[2], left: values[1])
    default: return BoxSides(top: values[0], right: values[1], bottom: values[2], left: values[3])
    }
  }

  private func setBorder<Value>(
    _ set: (inout BorderSide, KeyPath<BoxSides<Value>, Value>) -> Void
  ) {
    set(&style.block.border.top, \.top)
    set(&style.block.border.right, \.right)
    set(&style.block.border.bottom, \.bottom)
    set(&style.block.border.left, \.left)
  }

  /// Two values: for the sides where lines start, and where they end; one is for both.
  private func pair<Value>(
    _ read: PropertyDefinition.Reader<Specified<Value>>
  ) throws(ConversionError) -> (start: Value, end: Value) {
    let start = now(try read(self)())
    return (start, isAtEnd ? start : now(try read(self)()))
  }

  private func setBorder<Value>(
    _ pair: (start: Value, end: Value), _ place: WritableKeyPath<BorderSide, Value>,
    isBlock: Bool
  ) {
    if isBlock {
      style.block.border.top[keyPath: place] = pair.start
      style.block.border.bottom[keyPath: place] = pair.end
    } else {
      style.block.border.left[keyPath: place] = pair.start
      style.block.border.right[keyPath: place] = pair.end
    }
  }

  /// Width, style and colour in any order, each at most once.
  ///
  /// Without a width the border is `medium`, without a style there is none (CSS Backgrounds 3
  /// §3.4).
  private func borderSide() throws(ConversionError) -> BorderSide {
    var side = BorderSide()
    var width: Double?
    var lineStyle: BorderStyle?
    var hasColor = false
    while !isAtEnd {
      let start = cursor.mark
      if lineStyle == nil, let written = cursor.takeKeyword(BorderStyle.cssKeywords) {
        lineStyle = written
      } else if width == nil, let written = try? borderWidth() {
        width = now(written)
      } else if !hasColor {
        cursor.rewind(to: start)
        side.color = try color(
          or: BorderStyle.cssKeywords.keywords + ["thin", "medium", "thick"],
          "a width, a style or a colour")
        hasColor = true
      } else {
        throw cursor.failure("a width, a style or a colour", at: start)
      }
    }
    guard width != nil || lineStyle != nil || hasColor else { throw cursor.failure("a border") }
    side.width = width ?? 2
    side.style = lineStyle ?? (context.dialect == .css ? .none : .solid)
    return side
  }
}

extension PropertyParser {
  /// Reads a value that a dictionary writes as an array or object.
  ///
  /// `{"name": …, "size": …}` is a font, an array of stops a gradient, `{"top": …}` the sides of
  /// a box. Every other property is text.
  func parse(_ property: PropertyName, _ raw: RawValue) throws(ConversionError) {
    switch property {
    case .shorthand(.font):
      style.text.set(try Font.convert(raw, in: context))
    case .longhand(.backgroundImage):
      style.text.backgroundImage = .gradient(try Gradient.convert(raw, in: context))
    case .longhand(.textShadow):
      guard case .array(let elements) = raw.content else {
        throw ConversionError(expected: "shadows", raw)
      }
      var shadows: [Shadow] = []
      for element in elements { shadows.append(try Shadow.convert(element, in: context)) }
      style.text.shadows = shadows
    case .shorthand(.padding), .shorthand(.contentEdgeInsets):
      let sides = try EdgeInsets.convert(raw, in: context)
      style.block.padding = sides.boxSides
    case .shorthand(.margin):
      style.block.margin = BoxSides(try EdgeInsets.convert(raw, in: context).boxSides)
    default:
      throw ConversionError(expected: "text", raw)
    }
  }
}

extension EdgeInsets {
  /// The insets as lengths of a box.
  fileprivate var boxSides: BoxSides<BoxLength> {
    BoxSides(
      top: BoxLength(pixels: top), right: BoxLength(pixels: right),
      bottom: BoxLength(pixels: bottom), left: BoxLength(pixels: left))
  }
}

extension BoxSides where Value == BoxLength? {
  /// Sides none of which is `auto`.
  fileprivate init(_ sides: BoxSides<BoxLength>) {
    self.init(top: sides.top, right: sides.right, bottom: sides.bottom, left: sides.left)
  }
}
