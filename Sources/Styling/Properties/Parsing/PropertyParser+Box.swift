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
    if cursor.takeKeyword(keyword) || cursor.takeKeyword(intrinsicSizes) != nil { return nil }
    if cursor.isFunction("fit-content") || cursor.isFunction("calc-size") {
      cursor.skipFunction()
      return nil
    }
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

  /// What a math function gives beyond the range is moved into it (CSS Values 4 §10.9).
  private func lengthPercentage(
    _ expectation: String, allowsNegative: Bool
  ) throws(ConversionError) -> BoxLength {
    let start = cursor.mark
    guard let value = try cursor.takeLengthPercentage() else {
      throw cursor.failure(expectation, at: start)
    }
    let length = BoxLength(value)
    guard
      allowsNegative || start.token.kind == .function
        || (length.pixels >= 0 && length.percentage >= 0)
    else { throw cursor.failure(expectation, at: start) }
    return length
  }

  /// `border-*-width`: `thin`, `medium`, `thick` or a length.
  func borderWidth() throws(ConversionError) -> Double {
    if let width = cursor.takeKeyword(borderWidthKeywords) { return width }
    return try pixels("thin, medium, thick or a length of 0 or more")
  }

  /// `border-*-style`.
  func borderStyle() throws(ConversionError) -> BorderStyle {
    if let style = cursor.takeKeyword(BorderStyle.cssKeywords) { return style }
    return try keyword()
  }

  /// `border-radius`: all corners are alike here, so the first value counts.
  func radius() throws(ConversionError) -> Double {
    let radius = try radiusPart()
    while !cursor.isAtEnd {
      _ = cursor.takeSlash()
      _ = try radiusPart()
    }
    return radius
  }

  /// A percentage is one of the box; no cell tells more than whether there is a radius.
  private func radiusPart() throws(ConversionError) -> Double {
    let start = cursor.mark
    guard let value = try cursor.takeLengthPercentage(), case let length = BoxLength(value),
      start.token.kind == .function || (length.pixels >= 0 && length.percentage >= 0)
    else { throw cursor.failure("a length or percentage of 0 or more", at: start) }
    return max(0, length.pixels(of: context.cellHeight))
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

/// Sizes that follow from the content: those of `auto` here.
private let intrinsicSizes = KeywordTable<Void>(
  ["min-content", "max-content", "fit-content", "stretch", "contain"].map { ($0, ()) })

/// The ViewCSS document's widths in px.
private let borderWidthKeywords = KeywordTable<Double>([
  ("thin", 1), ("medium", 2), ("thick", 3),
])
