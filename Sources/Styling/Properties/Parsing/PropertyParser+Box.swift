import CSSSyntax
import StyleValues

extension PropertyParser {
  /// A length or percentage of 0 or more.
  func boxLength() throws(ConversionError) -> Specified<BoxLength> {
    try lengthPercentage("a length or percentage of 0 or more", allowsNegative: false)
  }

  /// `width` and `min-width`: nil is `auto`.
  func sizeOrAuto() throws(ConversionError) -> Specified<BoxLength?> {
    try boxLength(orKeyword: "auto")
  }

  /// `max-width`: nil is `none`.
  func sizeOrNone() throws(ConversionError) -> Specified<BoxLength?> {
    try boxLength(orKeyword: "none")
  }

  private func boxLength(
    orKeyword keyword: StaticString
  ) throws(ConversionError) -> Specified<BoxLength?> {
    // A box is never wider than its room, so these two are the same.
    if cursor.takeKeyword("fit-content") || cursor.takeKeyword("max-content") {
      return .value(.fitContent)
    }
    if cursor.takeKeyword(keyword) || cursor.takeKeyword(intrinsicSizes) != nil {
      return .value(nil)
    }
    if cursor.isFunction("fit-content") || cursor.isFunction("calc-size") {
      cursor.skipFunction()
      return .value(nil)
    }
    return try lengthPercentage(
      "\(keyword), a length or a percentage of 0 or more", allowsNegative: false
    ).map { $0 }
  }

  /// `margin-*`: nil is `auto`.
  ///
  /// Cells cannot overlap, so a negative margin counts as 0 when it is laid out.
  func margin() throws(ConversionError) -> Specified<BoxLength?> {
    if cursor.takeKeyword("auto") { return .value(nil) }
    return try lengthPercentage("auto, a length or a percentage", allowsNegative: true).map { $0 }
  }

  /// Parses a length or percentage; a math function is clamped to the range (CSS Values 4 §10.9).
  private func lengthPercentage(
    _ expectation: String, allowsNegative: Bool
  ) throws(ConversionError) -> Specified<BoxLength> {
    if let length = try relativeLength(expectation, allowsNegative: allowsNegative) {
      return length
    }
    let start = cursor.mark
    guard let value = try cursor.takeLengthPercentage() else {
      throw cursor.failure(expectation, at: start)
    }
    let length = BoxLength(value)
    guard
      allowsNegative || start.token.kind == .function
        || (length.pixels >= 0 && length.percentage >= 0)
    else { throw cursor.failure(expectation, at: start) }
    return .value(length)
  }

  /// `border-*-width`: `thin`, `medium`, `thick` or a length.
  func borderWidth() throws(ConversionError) -> Specified<Double> {
    if let width = cursor.takeKeyword(borderWidthKeywords) { return .value(width) }
    return try pixels("thin, medium, thick or a length of 0 or more")
  }

  /// `border-*-style`.
  func borderStyle() throws(ConversionError) -> Specified<BorderStyle> {
    if let style = cursor.takeKeyword(BorderStyle.cssKeywords) { return .value(style) }
    return .value(try keyword())
  }

  /// `border-radius`: all corners are alike here, so the first value counts.
  func radius() throws(ConversionError) -> Double {
    let radius = try radiusPart()
    while !isAtEnd {
      _ = cursor.takeSlash()
      _ = try radiusPart()
    }
    return radius
  }

  /// A percentage is one of the box; no cell tells more than whether there is a radius.
  private func radiusPart() throws(ConversionError) -> Double {
    max(0, now(try boxLength()).pixels(of: context.cellHeight))
  }
}

extension BorderStyle {
  /// The keywords of CSS; those of lines in relief are plain lines.
  static let cssKeywords = KeywordTable<BorderStyle>(
    table.keywords.compactMap { name in BorderStyle(rawValue: name).map { (name, $0) } } + [
      ("hidden", .none), ("groove", .solid), ("ridge", .solid), ("inset", .solid),
      ("outset", .solid),
    ])
}

/// Other sizes that follow from the content or the room: those of `auto` here.
private let intrinsicSizes = KeywordTable<Void>(
  ["min-content", "stretch", "contain"].map { ($0, ()) })

/// The ViewCSS document's widths in px.
private let borderWidthKeywords = KeywordTable<Double>([
  ("thin", 1), ("medium", 2), ("thick", 3),
])
