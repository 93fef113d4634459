import CSSSyntax
import Diagnostics
import StyleValues

/// An enum whose cases are the keywords of one property.
protocol PropertyKeyword: ComputedValue, RawRepresentable, CaseIterable where RawValue == String {
  /// The keywords, ready for look-up.
  static var table: KeywordTable<Self> { get }

  /// Noun phrase for a keyword in messages.
  static var expected: String { get }
}

extension PropertyParser {
  /// A keyword of a property whose values are all keywords.
  func keyword<Keyword: PropertyKeyword>() throws(ConversionError) -> Keyword {
    if let value = cursor.takeKeyword(Keyword.table) { return value }
    let nearest =
      cursor.token.kind == .ident
      ? nearestName(to: cursor.name, in: Keyword.table.keywords) : nil
    throw cursor.failure(Keyword.expected, suggestion: nearest)
  }
}

extension FontStyle: PropertyKeyword {
  static let table = KeywordTable<FontStyle>()
  static let expected = "normal, italic or oblique"
}

extension FontVariant: PropertyKeyword {
  static let table = KeywordTable<FontVariant>()
  static let expected = "normal or math"
}

extension TextTransform: PropertyKeyword {
  static let table = KeywordTable<TextTransform>()
  static let expected = "a transformation"
}

extension TextDecorationStyle: PropertyKeyword {
  static let table = KeywordTable<TextDecorationStyle>()
  static let expected = "a line style"
}

extension Visibility: PropertyKeyword {
  static let table = KeywordTable<Visibility>(
    allCases.map { ($0.rawValue, $0) } + [("collapse", .hidden)])
  static let expected = "visible, hidden or collapse"
}

extension WhiteSpace: PropertyKeyword {
  static let table = KeywordTable<WhiteSpace>()
  static let expected = "a way to treat white space"
}

extension OverflowWrap: PropertyKeyword {
  static let table = KeywordTable<OverflowWrap>()
  static let expected = "normal, anywhere or break-word"
}

extension BorderStyle: PropertyKeyword {
  static let table = KeywordTable<BorderStyle>()
  static let expected = "none, solid, dashed, dotted or double"
}

extension BackgroundClip: PropertyKeyword {
  static let table = KeywordTable<BackgroundClip>()
  static let expected = "a part of the box"
}
