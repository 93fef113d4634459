import CSSSyntax

/// A shadow of text or of a box: CSS Text Decoration 4 §5.
///
/// ```swift
/// let shadow = try Shadow.convert("1px 2px 3px rgb(0 0 0 / 50%)")
/// print(shadow.x.value, shadow.y.value, shadow.blur.value)  // 1.0 2.0 3.0
/// print(shadow.color?.cssText ?? "")  // rgba(0, 0, 0, 0.5)
/// ```
package struct Shadow: Hashable, Sendable {
  /// Offset to the right.
  package var x: Length
  /// Offset downwards.
  package var y: Length
  /// The width of the blurred edge; 0 is sharp.
  package var blur: Length
  /// nil is the colour of the text.
  package var color: ColorValue?

  package init(x: Length, y: Length, blur: Length = .zero, color: ColorValue? = nil) {
    self.x = x
    self.y = y
    self.blur = blur
    self.color = color
  }

  package var cssText: String {
    let lengths = "\(x.cssText) \(y.cssText) \(blur.cssText)"
    return color.map { "\($0.cssText) \(lengths)" } ?? lengths
  }
}

extension Shadow: CSSParsable {
  package static var expectation: String { "a shadow" }

  /// Reads two or three lengths, and a colour before or after them.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Shadow {
    var color: ColorValue?
    if !startsLength(&cursor) { color = try colorOrText(&cursor) }
    let x = try length(&cursor)
    let y = try length(&cursor)
    var blur = Length.zero
    if startsLength(&cursor) {
      let start = cursor.mark
      blur = try length(&cursor)
      // The result of a math function is brought into the range (CSS Values 4 §10.12).
      if start.token.kind == .function { blur.value = max(0, blur.value) }
      guard blur.value >= 0 else {
        cursor.rewind(to: start)
        throw cursor.failure("a blur of 0 or more")
      }
    }
    if color == nil, !cursor.isAtEnd, cursor.token.kind != .comma {
      color = try colorOrText(&cursor)
    }
    return Shadow(x: x, y: y, blur: blur, color: color)
  }

  /// Reads a colour; `currentcolor` is kept, so that it is the text's colour where the shadow
  /// is inherited.
  private static func colorOrText(_ cursor: inout ValueCursor) throws(UnexpectedValue)
    -> ColorValue?
  {
    cursor.takeKeyword("currentcolor") ? .currentColor : try ColorValue.parse(&cursor)
  }

  private static func startsLength(_ cursor: inout ValueCursor) -> Bool {
    switch cursor.token.kind {
    case .number, .dimension, .percentage: true
    case .function: cursor.lookUp(MathFunctionName.table) != nil
    default: false
    }
  }

  private static func length(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Length {
    let start = cursor.mark
    let length = try Length.parse(&cursor)
    guard length.unit != .percent, length.addedPercentage == 0, length.formula == nil else {
      throw cursor.failure("a length", at: start)
    }
    return length
  }
}

/// Shadows, the first one on top; empty for `none`.
///
/// ```swift
/// let list = try ShadowList.convert("1px 1px #000, 0 0 4px red")
/// print(list.shadows.count, list.cssText)
/// // 2 rgb(0, 0, 0) 1px 1px 0px, rgb(255, 0, 0) 0px 0px 4px
/// ```
package struct ShadowList: Hashable, Sendable {
  package var shadows: [Shadow]

  package init(_ shadows: [Shadow]) { self.shadows = shadows }

  package var cssText: String {
    shadows.isEmpty ? "none" : shadows.map(\.cssText).joined(separator: ", ")
  }
}

extension ShadowList: CSSParsable {
  package static var expectation: String { "a shadow" }

  /// Reads `none`, or a list of shadows.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> ShadowList {
    if cursor.takeKeyword("none") { return ShadowList([]) }
    return ShadowList(try cursor.commaList(of: Shadow.self))
  }
}

/// A colour, or in dialect `stringcoding` the image of a pattern.
///
/// ```swift
/// let context = ConversionContext(dialect: .stringcoding)
/// print(try PatternColor.convert("linen.png", in: context).cssText)  // image(linen.png)
/// print(try PatternColor.convert("redColor", in: context).cssText)  // rgb(255, 0, 0)
/// ```
package enum PatternColor: Hashable, Sendable {
  case color(ColorValue)
  case pattern(ImageReference)
}

extension PatternColor: DescribableValue {
  /// Converts a colour, and in `stringcoding` the name of an image.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> PatternColor {
    if context.dialect == .stringcoding, let text = raw.text,
      ImageReference.isFileName(text.string) || ImageReference.isFunction(text.string)
    {
      return .pattern(try ImageReference.convert(raw, in: context))
    }
    return .color(try ColorValue.convert(raw, in: context))
  }

  package var cssText: String {
    switch self {
    case .color(let color): color.cssText
    case .pattern(let image): image.text
    }
  }

  /// The colour's JSON; a pattern has the space `pattern` and its image.
  package func json(in context: ConversionContext) -> JSONOutput {
    switch self {
    case .color(let color): color.json(in: context)
    case .pattern(let image): ["space": "pattern", "image": image.json(in: context)]
    }
  }
}
