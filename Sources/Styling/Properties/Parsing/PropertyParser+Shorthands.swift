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
    case .padding: style.block.padding = try sides(PropertyParser.boxLength)
    case .margin: style.block.margin = try sides(PropertyParser.margin)
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
    }
  }

  /// One to four values: all; vertical, horizontal; top, horizontal, bottom; clockwise.
  private func sides<Value>(
    _ read: PropertyDefinition.Reader<Value>
  ) throws(ConversionError) -> BoxSides<Value> {
    var values = [try read(self)()]
    while !cursor.isAtEnd, values.count < 4 { values.append(try read(self)()) }
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

  /// Width, style and colour in any order, each at most once.
  ///
  /// Without a width the border is `medium`, without a style there is none (CSS Backgrounds 3
  /// §3.4).
  private func borderSide() throws(ConversionError) -> BorderSide {
    var side = BorderSide()
    var width: Double?
    var lineStyle: BorderStyle?
    var hasColor = false
    while !cursor.isAtEnd {
      let start = cursor
      if lineStyle == nil, cursor.token.kind == .ident,
        let written = cursor.takeKeyword(BorderStyle.table)
      {
        lineStyle = written
      } else if width == nil, let written = try? borderWidth() {
        width = written
      } else if !hasColor {
        cursor.rewind(to: start.mark)
        side.color = try color(
          or: BorderStyle.table.keywords + ["thin", "medium", "thick"],
          "a width, a style or a colour")
        hasColor = true
      } else {
        throw start.failure("a width, a style or a colour")
      }
    }
    guard width != nil || lineStyle != nil || hasColor else { throw cursor.failure("a border") }
    side.width = width ?? 2
    side.style = lineStyle ?? (context.dialect == .css ? .none : .solid)
    return side
  }

  /// A colour, an image and a clip in any order; what else CSS puts here has no effect.
  private func background() throws(ConversionError) {
    var hasColor = false
    var hasImage = false
    guard !cursor.isAtEnd else { throw cursor.failure("a background") }
    while !cursor.isAtEnd {
      let start = cursor
      if !hasImage, cursor.takeKeyword("none") {
        hasImage = true
      } else if !hasImage, let image = try? backgroundImage() {
        style.text.backgroundImage = image
        hasImage = true
      } else {
        cursor.rewind(to: start.mark)
        if let clip = cursor.takeKeyword(BackgroundClip.table) {
          style.text.backgroundClip = clip
        } else if !hasColor {
          style.text.backgroundColor = try color()
          hasColor = true
        } else {
          throw start.failure("a colour, an image or a clip")
        }
      }
    }
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
    case .shorthand(.padding):
      let sides = try EdgeInsets.convert(raw, in: context)
      style.block.padding = sides.boxSides
    case .shorthand(.margin):
      let sides = try EdgeInsets.convert(raw, in: context).boxSides
      style.block.margin = BoxSides(
        top: sides.top, right: sides.right, bottom: sides.bottom, left: sides.left)
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
