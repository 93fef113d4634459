import CSSSyntax
import StyleValues

extension PropertyParser {
  /// `text-decoration-line`: `none` or lines, each at most once.
  func decorationLines() throws(ConversionError) -> TextDecorationLines {
    if cursor.takeKeyword("none") { return [] }
    var lines: TextDecorationLines = []
    while let line = try decorationLine(besides: lines) { lines.insert(line) }
    guard !lines.isEmpty else {
      throw cursor.failure("none, underline, overline, line-through or blink")
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
    while !cursor.isAtEnd {
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
      } else if !hasColor {
        let words = TextDecorationLines.keywords.map(\.name) + TextDecorationStyle.table.keywords
        style.text.decorationColor = try color(or: words, "a line, a style or a colour")
        hasColor = true
      } else {
        throw cursor.failure("a line, a style or a colour")
      }
    }
    guard hasLines || hasStyle || hasColor else { throw cursor.failure("a decoration") }
  }

  /// `text-shadow`: `none` or shadows with commas between them.
  func shadows() throws(ConversionError) -> [Shadow] {
    if cursor.takeKeyword("none") { return [] }
    return try cursor.commaList(of: Shadow.self)
  }

  /// `text-align`: the names of CSS and of the seeds.
  func alignment() throws(ConversionError) -> TextAlignment {
    let word = cursor.text.part(cursor.token.range)
    let alignment = try TextAlignment.convert(text: word, in: context)
    cursor.advance()
    return alignment
  }

  /// `text-overflow`: `clip`, `ellipsis` or a string of the author.
  func textOverflow() throws(ConversionError) -> TextOverflow {
    if cursor.takeKeyword("clip") { return .clip }
    if cursor.takeKeyword("ellipsis") { return .ellipsis }
    guard cursor.token.kind == .string else {
      throw cursor.failure("clip, ellipsis or a string in quotes")
    }
    defer { cursor.advance() }
    return .string(cursor.name)
  }

  /// `tab-size`: a number of cells, or a length.
  func tabSize() throws(ConversionError) -> Int {
    let start = cursor
    guard let number = try cursor.takeNumeric(), number.value >= 0,
      number.kind == .number || number.kind == .length
    else { throw start.failure("a number of cells") }
    let cells = number.kind == .length ? number.value / context.cellWidth : number.value
    // More than a thousand cells is no screen.
    return Int(min(cells.rounded(), 1000))
  }

  /// `max-lines`: `none` or a whole number above 0.
  func maxLines() throws(ConversionError) -> Int? {
    if cursor.takeKeyword("none") { return nil }
    let start = cursor
    guard let number = try cursor.takeNumeric(), number.kind == .number,
      number.value >= 1, number.value == number.value.rounded(), number.value <= 1e9
    else { throw start.failure("none or a whole number above 0") }
    return Int(number.value)
  }
}

private let decorationLineTable = KeywordTable<TextDecorationLines>(TextDecorationLines.keywords)
