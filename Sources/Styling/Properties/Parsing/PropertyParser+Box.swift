import CSSSyntax
import StyleValues

extension PropertyParser {
  /// A length or percentage of 0 or more.
  func boxLength() throws(ConversionError) -> BoxLength {
    try lengthPercentage("a length or percentage of 0 or more", allowsNegative: false)
  }

  /// `width` and `min-width`: nil is `auto`.
  func sizeOrAuto() throws(ConversionError) -> BoxLength? { try boxLength(orKeyword: "auto") }

  /// `max-width`: nil is `none`.
  func sizeOrNone() throws(ConversionError) -> BoxLength? { try boxLength(orKeyword: "none") }

  private func boxLength(orKeyword keyword: StaticString) throws(ConversionError) -> BoxLength? {
    if cursor.takeKeyword(keyword) { return nil }
    return try lengthPercentage(
      "\(keyword), a length or a percentage of 0 or more", allowsNegative: false)
  }

  /// `margin-*`: nil is `auto`.
  ///
  /// Cells cannot overlap, so a negative margin counts as 0 when it is laid out.
  func margin() throws(ConversionError) -> BoxLength? {
    if cursor.takeKeyword("auto") { return nil }
    return try lengthPercentage("auto, a length or a percentage", allowsNegative: true)
  }

  private func lengthPercentage(
    _ expectation: String, allowsNegative: Bool
  ) throws(ConversionError) -> BoxLength {
    let start = cursor
    guard let value = try cursor.takeLengthPercentage(), value.value.isFinite else {
      throw start.failure(expectation)
    }
    let length =
      value.kind == .percentage
      ? BoxLength(pixels: 0, percentage: value.value)
      : BoxLength(pixels: value.value, percentage: value.percentage)
    guard allowsNegative || (length.pixels >= 0 && length.percentage >= 0) else {
      throw start.failure(expectation)
    }
    return length
  }

  /// `border-*-width`: `thin`, `medium`, `thick` or a length.
  func borderWidth() throws(ConversionError) -> Double {
    if let width = cursor.takeKeyword(borderWidthKeywords) { return width }
    return try pixels("thin, medium, thick or a length of 0 or more")
  }

  /// `border-*-style`; `hidden` is `none`.
  func borderStyle() throws(ConversionError) -> BorderStyle {
    if cursor.takeKeyword("hidden") { return .none }
    return try keyword()
  }

  /// `border-radius`: all corners are alike here, so the first length counts.
  func radius() throws(ConversionError) -> Double {
    let radius = try pixels("a length of 0 or more")
    while !cursor.isAtEnd {
      _ = cursor.takeSlash()
      _ = try pixels("a length of 0 or more")
    }
    return radius
  }

  /// `background-image`: `none`, a gradient or `image(name)`.
  func backgroundImage() throws(ConversionError) -> BackgroundImage? {
    if cursor.takeKeyword("none") { return nil }
    let isFile =
      cursor.isFunction("image") || cursor.isFunction("url") || cursor.token.kind == .url
    guard isFile else { return .gradient(try Gradient.parse(&cursor)) }
    let start = cursor.token.range.lowerBound
    var end = cursor.token.range.upperBound
    if cursor.token.kind == .function {
      while !cursor.isAtEnd, cursor.token.kind != .rightParenthesis { cursor.advance() }
      end = cursor.token.range.upperBound
    }
    cursor.advance()
    let text = cursor.text.part(start..<end)
    return .image(try ImageReference.convert(text: text, in: context))
  }
}

/// The ViewCSS document's widths in px.
private let borderWidthKeywords = KeywordTable<Double>([
  ("thin", 1), ("medium", 2), ("thick", 3),
])
