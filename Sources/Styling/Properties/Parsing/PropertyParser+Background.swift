import CSSSyntax
import StyleValues

extension PropertyParser {
  /// `background-image`: a list of images, the topmost first; the first one that cells can show
  /// counts.
  func backgroundImage() throws(UnexpectedValue) -> BackgroundImage? {
    if context.dialect != .css, ImageReference.isFileName(cursor.text.string) {
      // The documents write a file's name by itself as well.
      while !isAtEnd { cursor.advance() }
      return .image(try ImageReference.convert(text: cursor.text, in: context))
    }
    var shown: BackgroundImage?
    repeat {
      let image = try image()
      if shown == nil { shown = image }
    } while cursor.takeComma()
    return shown
  }

  /// `background-clip`; the topmost layer counts.
  func backgroundClip() throws(UnexpectedValue) -> BackgroundClip {
    let first: BackgroundClip = try keyword()
    while cursor.takeComma() { let _: BackgroundClip = try keyword() }
    return first
  }

  /// The shorthand `background` (CSS Backgrounds 4 §2.10): a list of layers, with a colour in the
  /// last one.
  ///
  /// Position, size and repetition have no effect on cells.
  func background() throws(UnexpectedValue) {
    if context.dialect != .css, ImageReference.isFileName(cursor.text.string) {
      style.text.backgroundImage = try backgroundImage()
      return
    }
    var isFirst = true
    repeat {
      guard style.text.backgroundColor == nil else {
        throw cursor.failure("a colour in the last layer only")
      }
      try backgroundLayer(isFirst: isFirst)
      isFirst = false
    } while cursor.takeComma()
  }

  /// The components that a layer may have once.
  private enum LayerComponent { case image, position, tiling, attachment, origin, clip, color }

  private func backgroundLayer(isFirst: Bool) throws(UnexpectedValue) {
    var components: Set<LayerComponent> = []
    while !isAtEnd, cursor.token.kind != .comma {
      let start = cursor.mark
      if !components.contains(.image), isImage {
        let image = try image()
        if style.text.backgroundImage == nil { style.text.backgroundImage = image }
        components.insert(.image)
      } else if !components.contains(.clip), let box = cursor.takeKeyword(BackgroundClip.table) {
        // The first of two is the origin, and one alone is both.
        if isFirst { style.text.backgroundClip = box }
        components.insert(components.contains(.origin) || box == .text ? .clip : .origin)
      } else if !components.contains(.tiling), cursor.takeKeyword(tilings) != nil {
        _ = cursor.takeKeyword(tilings)
        components.insert(.tiling)
      } else if !components.contains(.attachment), cursor.takeKeyword(attachments) != nil {
        components.insert(.attachment)
      } else if !components.contains(.position), try takePosition() {
        if cursor.takeSlash() { try skipSize() }
        components.insert(.position)
      } else if !components.contains(.color) {
        cursor.rewind(to: start)
        style.text.backgroundColor = now(try color())
        components.insert(.color)
      } else {
        throw cursor.failure("a colour, an image, a position, a repetition or a clip", at: start)
      }
    }
    guard !components.isEmpty else { throw cursor.failure("a background") }
  }

  // MARK: Images

  /// True if the next token is `none` or an image.
  private var isImage: Bool {
    switch cursor.token.kind {
    case .url: true
    case .ident: cursor.isKeyword("none")
    case .function: imageFunction != nil || isVendors
    default: false
    }
  }

  /// The kind of the next function; names of repeating gradients are too long for the table.
  private var imageFunction: ImageFunction? {
    if let known = cursor.lookUp(imageFunctions) { return known }
    if cursor.isFunction("repeating-linear-gradient") { return .gradient }
    let isOther =
      cursor.isFunction("repeating-radial-gradient")
      || cursor.isFunction("repeating-conic-gradient")
    return isOther ? .other : nil
  }

  /// True if the next token is a function or keyword of a vendor.
  private var isVendors: Bool {
    cursor.text.bytes[cursor.token.range.lowerBound] == UInt8(ascii: "-")
      && CSSPropertyNames.isVendors(cursor.name)
  }

  /// One image; nil for `none` and images that cells cannot show.
  private func image() throws(UnexpectedValue) -> BackgroundImage? {
    if cursor.takeKeyword("none") { return nil }
    if cursor.token.kind == .url { return file(try URLToken.take(&cursor)) }
    switch cursor.token.kind == .function ? imageFunction : nil {
    case .url: return file(try URLToken.take(&cursor))
    case .named:
      let start = cursor.token.range.lowerBound
      cursor.skipFunction()
      let text = cursor.text.slice(start..<cursor.offset)
      return .image(try ImageReference.convert(text: text, in: context))
    case .other:
      cursor.skipFunction()
      return nil
    case nil where cursor.token.kind == .function && isVendors:
      cursor.skipFunction()
      return nil
    case .gradient, nil:
      let start = cursor.mark
      let gradient = try Gradient.parse(&cursor)
      guard gradient.stops.count <= Self.mostStops else {
        throw cursor.failure("at most \(Self.mostStops) gradient stops", at: start)
      }
      return .gradient(gradient)
    }
  }

  /// The image of a URL; nil for `data:` and fragments, which are no files.
  private func file(_ address: String) -> BackgroundImage? {
    if address.isEmpty || address.lowercased().hasPrefix("data:") || address.hasPrefix("#") {
      return nil
    }
    return .image(ImageReference(name: address))
  }

  // MARK: What has no effect

  /// `background-position`: up to four keywords, lengths and percentages.
  private func takePosition() throws(UnexpectedValue) -> Bool {
    var count = 0
    while count < 4 {
      if cursor.takeKeyword(positions) == nil, try !takeCoordinate() { break }
      count += 1
    }
    return count > 0
  }

  /// A length or percentage; digits that are a colour are neither.
  private func takeCoordinate() throws(UnexpectedValue) -> Bool {
    switch cursor.token.kind {
    case .percentage, .function: break
    case .number, .dimension:
      if context.dialect.allowsBareHex {
        let start = cursor.mark
        if ColorValue.parseIfPresent(&cursor) != nil {
          cursor.rewind(to: start)
          return false
        }
      }
    default: return false
    }
    return try cursor.takeLengthPercentage() != nil
  }

  /// `background-size`, after its slash.
  private func skipSize() throws(UnexpectedValue) {
    if cursor.takeKeyword("cover") || cursor.takeKeyword("contain") { return }
    var count = 0
    while count < 2 {
      if !cursor.takeKeyword("auto"), try !takeCoordinate() { break }
      count += 1
    }
    guard count > 0 else { throw cursor.failure("a size after the slash") }
  }
}

private enum URLToken {
  static func take(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> String {
    guard cursor.token.kind == .function else {
      defer { cursor.advance() }
      return cursor.name
    }
    try cursor.enter()
    guard cursor.token.kind == .string else { throw cursor.failure("a string") }
    let address = cursor.name
    cursor.advance()
    try cursor.leave()
    return address
  }
}

/// The kinds of image functions (CSS Images 4).
private enum ImageFunction {
  case url, named, gradient
  case other
}

private let imageFunctions = KeywordTable<ImageFunction>([
  ("url", .url), ("src", .url), ("image", .named), ("linear-gradient", .gradient),
  ("image-set", .other), ("cross-fade", .other), ("element", .other), ("paint", .other),
  ("radial-gradient", .other), ("conic-gradient", .other),
])

private let positions = KeywordTable<Void>(
  ["left", "right", "top", "bottom", "center"].map { ($0, ()) })

private let tilings = KeywordTable<Void>(
  ["repeat-x", "repeat-y", "repeat", "space", "round", "no-repeat"].map { ($0, ()) })

private let attachments = KeywordTable<Void>(["scroll", "fixed", "local"].map { ($0, ()) })

extension PropertyParser {
  /// Reads a shorthand; longhands that are left out are reset, because `style` starts with initial
  /// values (CSS Cascade 4 §3.1).
  func parse(_ id: ShorthandID) throws(UnexpectedValue) {
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

  /// The insets of the documents in the order of UIKit: `{1, 2, 3, 4}`, `insets(4)`.
  private func insets() throws(UnexpectedValue) -> BoxSides<BoxLength>? {
    guard cursor.token.kind == .leftBrace || cursor.isFunction("insets") else { return nil }
    return try EdgeInsets.parse(&cursor).boxSides
  }

  /// One to four values: all; vertical, horizontal; top, horizontal, bottom; clockwise.
  private func sides<Value>(
    _ read: PropertyDefinition.Reader<Specified<Value>>
  ) throws(UnexpectedValue) -> BoxSides<Value> {
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

  /// Two values for the start and end sides; one value is for both.
  private func pair<Value>(
    _ read: PropertyDefinition.Reader<Specified<Value>>
  ) throws(UnexpectedValue) -> (start: Value, end: Value) {
    let start = now(try read(self)())
    return (start, isAtEnd ? start : now(try read(self)()))
  }

  private func setBorder<Value>(
    _ pair: (start: Value, end: Value), _ property: WritableKeyPath<BorderSide, Value>,
    isBlock: Bool
  ) {
    if isBlock {
      style.block.border.top[keyPath: property] = pair.start
      style.block.border.bottom[keyPath: property] = pair.end
    } else {
      style.block.border.left[keyPath: property] = pair.start
      style.block.border.right[keyPath: property] = pair.end
    }
  }

  /// Width, style and colour in any order, each at most once.
  ///
  /// Without a width the border is `medium`, without a style there is none (CSS Backgrounds 3
  /// §3.4).
  private func borderSide() throws(UnexpectedValue) -> BorderSide {
    var side = BorderSide()
    var width: Double?
    var lineStyle: BorderStyle?
    var hasColor = false
    while !isAtEnd {
      let start = cursor.mark
      if lineStyle == nil, let written = cursor.takeKeyword(BorderStyle.cssKeywords) {
        lineStyle = written
      } else if width == nil, let written = try lengthOfBorder() {
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

  /// A width, if it is next; nothing else begins with a number and a unit.
  private func lengthOfBorder() throws(UnexpectedValue) -> Specified<Double>? {
    guard cursor.token.kind == .dimension else { return try? borderWidth() }
    return try borderWidth()
  }
}

extension PropertyParser {
  /// Reads a structured value: `{"name": …, "size": …}` is a font, an array of stops a gradient,
  /// `{"top": …}` the sides of a box.
  ///
  /// Other properties take only text.
  func parse(_ property: PropertyName, _ raw: RawValue) throws(UnexpectedValue) {
    switch property {
    case .shorthand(.font): style.text.set(try Font.convert(raw, in: context))
    case .longhand(.backgroundImage):
      style.text.backgroundImage = .gradient(try Gradient.convert(raw, in: context))
    case .longhand(.textShadow):
      guard case .array(let elements) = raw.content else {
        throw UnexpectedValue(expected: "shadows", raw)
      }
      var shadows: [Shadow] = []
      for element in elements { shadows.append(try Shadow.convert(element, in: context)) }
      style.text.shadows = shadows
    case .shorthand(.padding), .shorthand(.contentEdgeInsets):
      let sides = try EdgeInsets.convert(raw, in: context)
      style.block.padding = sides.boxSides
    case .shorthand(.margin):
      style.block.margin = BoxSides(try EdgeInsets.convert(raw, in: context).boxSides)
    default: throw UnexpectedValue(expected: "text", raw)
    }
  }
}

extension EdgeInsets {
  fileprivate var boxSides: BoxSides<BoxLength> {
    BoxSides(
      top: BoxLength(pixels: top), right: BoxLength(pixels: right),
      bottom: BoxLength(pixels: bottom), left: BoxLength(pixels: left))
  }
}

extension BoxSides where Value == BoxLength? {
  fileprivate init(_ sides: BoxSides<BoxLength>) {
    self.init(top: sides.top, right: sides.right, bottom: sides.bottom, left: sides.left)
  }
}
