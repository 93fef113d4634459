import CSSSyntax
import Diagnostics
import StyleValues

extension PropertyParser {
  /// `text-decoration-line`: `none` or lines, each at most once.
  func decorationLines() throws(ConversionError) -> TextDecorationLines {
    if cursor.takeKeyword("none") { return [] }
    var lines: TextDecorationLines = []
    while let line = try decorationLine(besides: lines) { lines.insert(line) }
    guard !lines.isEmpty else {
      throw cursor.failure("none, underline, overline, line-through, blink, reverse or conceal")
    }
    return lines
  }

  /// One line, or nil where no keyword of a line stands.
  func decorationLine(
    besides lines: TextDecorationLines
  ) throws(ConversionError) -> TextDecorationLines? {
    guard cursor.token.kind == .ident, let line = cursor.lookUp(decorationLineTable) else {
      return nil
    }
    guard lines.isDisjoint(with: line) else { throw cursor.failure("each line only once") }
    cursor.advance()
    return line
  }

  /// `text-decoration` in any order (CSS Text Decoration 3 §2.4).
  func textDecoration() throws(ConversionError) {
    var hasLines = false
    var hasStyle = false
    var hasColor = false
    // All lines of a terminal are one pixel thick.
    var hasThickness = false
    while !isAtEnd {
      if !hasLines, cursor.takeKeyword("none") {
        hasLines = true
      } else if let line = try decorationLine(besides: style.text.decorationLines) {
        guard !hasLines || !style.text.decorationLines.isEmpty else {
          throw cursor.failure("no line beside none")
        }
        style.text.decorationLines.insert(line)
        hasLines = true
      } else if !hasStyle, let written = cursor.takeKeyword(TextDecorationStyle.table) {
        style.text.decorationStyle = written
        hasStyle = true
      } else if !hasThickness, try takeThickness() {
        hasThickness = true
      } else if !hasColor {
        let words = TextDecorationLines.keywords.map(\.name) + TextDecorationStyle.table.keywords
        style.text.decorationColor = try color(or: words, "a line, a style or a colour")
        hasColor = true
      } else {
        throw cursor.failure("a line, a style or a colour")
      }
    }
    guard hasLines || hasStyle || hasColor || hasThickness else {
      throw cursor.failure("a decoration")
    }
  }

  /// `text-decoration-thickness`: a keyword, a length or a percentage.
  private func takeThickness() throws(ConversionError) -> Bool {
    if cursor.takeKeyword("auto") || cursor.takeKeyword("from-font") { return true }
    switch cursor.token.kind {
    case .dimension, .percentage, .function: return try cursor.takeLengthPercentage() != nil
    case .number where cursor.token.number == 0: return try cursor.takeLengthPercentage() != nil
    default: return false
    }
  }

  /// `text-shadow`: `none` or shadows with commas between them.
  func shadows() throws(ConversionError) -> [Shadow] {
    if cursor.takeKeyword("none") { return [] }
    let start = cursor.mark
    let shadows = try cursor.commaList(of: Shadow.self)
    guard shadows.count <= Self.mostShadows else {
      throw cursor.failure("at most \(Self.mostShadows) shadows", at: start)
    }
    return shadows
  }

  /// `text-align`: the names of CSS and of the seeds.
  func alignment() throws(ConversionError) -> TextAlignment {
    if cursor.takeKeyword("justify-all") { return .justify }
    if cursor.takeKeyword("match-parent") { return .start }
    let word = cursor.text.part(cursor.token.range)
    let alignment = try TextAlignment.convert(text: word, in: context)
    cursor.advance()
    return alignment
  }

  /// `contentHorizontalAlignment` of the documents.
  func horizontalAlignment() throws(ConversionError) -> TextAlignment {
    let word = cursor.text.part(cursor.token.range)
    let alignment: TextAlignment
    switch try? ContentAlignment.convert(text: word, in: context) {
    case .horizontalLeft: alignment = .left
    case .horizontalRight: alignment = .right
    case .horizontalCenter: alignment = .center
    case .horizontalFill: alignment = .justify
    case .verticalTop, .verticalBottom, .verticalCenter, .verticalFill, nil:
      if (try? TextAlignment.convert(text: word, in: context)) != nil {
        return try self.alignment()
      }
      let names = ContentAlignment.allCases.map(\.rawValue).filter { $0.hasPrefix("content-h") }
      throw cursor.failure(
        "content-horizontal-left, -right, -center or -fill",
        suggestion: nearestName(to: word.string, in: names))
    }
    cursor.advance()
    return alignment
  }

  /// `lineBreakMode` of the documents, by the properties of CSS that come to the same.
  ///
  /// A terminal cuts lines at their end only.
  func lineBreakMode() throws(ConversionError) {
    let word = cursor.text.part(cursor.token.range)
    let mode = try LineBreakMode.convert(text: word, in: context)
    cursor.advance()
    switch mode {
    case .wordWrap, .charWrap:
      break
    case .clip:
      style.block.whiteSpace = .nowrap
    case .ellipsis, .truncateHead, .truncateTail, .truncateMiddle:
      style.block.whiteSpace = .nowrap
      style.block.textOverflow = .ellipsis
    }
  }

  /// `text-transform`; CSS lets some of them be combined, of which the first counts.
  func textTransform() throws(ConversionError) -> TextTransform {
    var first: TextTransform?
    repeat {
      let isOther = cursor.takeKeyword("full-size-kana") || cursor.takeKeyword("math-auto")
      let transform: TextTransform = isOther ? .none : try keyword()
      if first == nil || first == TextTransform.none { first = transform }
    } while cursor.token.kind == .ident
    return first ?? .none
  }

  /// `white-space`: a keyword of CSS 2, or those of the properties that CSS Text 4 §5 makes of it.
  func whiteSpace() throws(ConversionError) -> WhiteSpace {
    if let keyword = cursor.takeKeyword(WhiteSpace.table) {
      if keyword == .nowrap, let collapse = cursor.takeKeyword(collapses) {
        return collapse == .normal ? .nowrap : .pre
      }
      return keyword
    }
    var space = cursor.takeKeyword(collapses)
    if cursor.takeKeyword("nowrap") {
      space = space ?? .normal == .normal ? .nowrap : .pre
    } else if cursor.takeKeyword("wrap") {
      space = space ?? cursor.takeKeyword(collapses) ?? .normal
    }
    if let space { return space }
    return try keyword()
  }

  /// `color-scheme`: the schemes that the element can do; nil is whatever the reader has.
  ///
  /// CSS Color Adjustment 1 §2.3: names that nobody knows are for those who do.
  func colorScheme() throws(ConversionError) -> ColorScheme? {
    if cursor.takeKeyword("normal") { return nil }
    var schemes: Set<ColorScheme> = []
    let start = cursor.offset
    while cursor.token.kind == .ident {
      if let scheme = cursor.takeKeyword(schemeKeywords) {
        schemes.insert(scheme)
      } else {
        cursor.advance()
      }
    }
    guard cursor.offset > start else { throw cursor.failure("normal, light or dark") }
    return schemes.count == 1 ? schemes.first : nil
  }

  /// `text-overflow`: `clip`, `ellipsis` or a string of the author; of two values (CSS UI 4 §5.2)
  /// the first is for the start of the line, and `middle` says that the other is for its middle.
  func textOverflow() throws(ConversionError) -> TextOverflow {
    if cursor.takeKeyword("middle") {
      return .middle(isAtEnd ? "…" : try textOverflowSide().sign)
    }
    let first = try textOverflowSide()
    if isAtEnd { return first }
    if cursor.takeKeyword("middle") { return .middle(first.sign) }
    let end = try textOverflowSide()
    return end == .clip && first != .clip ? .start(first.sign) : end
  }

  /// `overflow`: what cannot be scrolled is cut; of two values the first is that along the line.
  func overflow() throws(ConversionError) -> Overflow {
    let value = try overflowAlongAxis()
    if !isAtEnd { _ = try overflowAlongAxis() }
    return value
  }

  private func overflowAlongAxis() throws(ConversionError) -> Overflow {
    guard let value = cursor.takeKeyword(overflowKeywords) else {
      throw cursor.failure("visible or hidden")
    }
    return value
  }

  private func textOverflowSide() throws(ConversionError) -> TextOverflow {
    if cursor.takeKeyword("clip") { return .clip }
    if cursor.takeKeyword("ellipsis") { return .ellipsis }
    guard cursor.token.kind == .string else {
      throw cursor.failure("clip, ellipsis or a string in quotes")
    }
    try limit(cursor.name.utf8.count, at: cursor.mark)
    defer { cursor.advance() }
    return .string(cursor.name)
  }

  /// `tab-size`: a number of cells, or a length.
  func tabSize() throws(ConversionError) -> Int {
    let start = cursor.mark
    guard let number = try cursor.takeNumeric(), number.kind == .number || number.kind == .length,
      number.value >= 0 || start.token.kind == .function
    else { throw cursor.failure("a number of cells", at: start) }
    let cells = number.kind == .length ? number.finite / context.cellWidth : number.finite
    // More than a thousand cells is no screen.
    return Int(min(max(0, cells.rounded()), 1000))
  }

  /// `max-lines`: `none` or a whole number above 0; UIKit's number of lines is 0 for any number.
  func maxLines() throws(ConversionError) -> Int? {
    if cursor.takeKeyword("none") { return nil }
    if context.dialect != .css, cursor.token.kind == .number, cursor.token.number == 0 {
      cursor.advance()
      return nil
    }
    let start = cursor.mark
    guard let number = try cursor.takeNumber(in: 1...1e9),
      number == number.rounded() || start.token.kind == .function
    else { throw cursor.failure("none or a whole number above 0", at: start) }
    return Int(number.rounded())
  }
}

extension PropertyParser {
  /// `readable`: `none`, a level of WCAG 2, or a contrast of 1 to 21.
  func readable() throws(ConversionError) -> Double? {
    if cursor.takeKeyword("none") { return nil }
    if let level = cursor.takeKeyword(contrastLevels) { return level }
    let start = cursor.mark
    guard let number = try cursor.takeNumeric(), number.kind == .number,
      (1...21).contains(number.value)
    else { throw cursor.failure("none, AA, AAA or a contrast of 1 to 21", at: start) }
    return number.value
  }
}

/// WCAG 2.2, success criteria 1.4.3 and 1.4.6.
private let contrastLevels = KeywordTable<Double>([("AA", 4.5), ("AAA", 7)])

private let decorationLineTable = KeywordTable<TextDecorationLines>(TextDecorationLines.keywords)

/// The keywords of `white-space-collapse`.
private let collapses = KeywordTable<WhiteSpace>([
  ("collapse", .normal), ("preserve", .preWrap), ("preserve-breaks", .preLine),
  ("preserve-spaces", .preWrap), ("break-spaces", .breakSpaces),
])

private let schemeKeywords = KeywordTable<ColorScheme>()

/// `overflow`; a line has nothing to scroll.
private let overflowKeywords = KeywordTable<Overflow>([
  ("visible", .visible), ("hidden", .hidden), ("clip", .hidden), ("scroll", .hidden),
  ("auto", .hidden), ("overlay", .hidden),
])
