package import CSSSyntax

/// A value for stylesheets, dictionaries and command lines.
///
/// A program's own types conform to it directly, through `CSSParsable`, or, for enums and option
/// sets, with one line through `StyleEnumeration` and `StyleOptionSet`.
///
/// ```swift
/// struct Weight: StyleConvertible {
///   var grams = 0.0
///
///   static func convert(
///     _ raw: RawValue, in context: ConversionContext
///   ) throws(UnexpectedValue) -> Weight {
///     let grams = try Double.convert(raw, in: context)
///     guard grams >= 0 else { throw UnexpectedValue(expected: "a weight of 0 or more", raw) }
///     return Weight(grams: grams)
///   }
/// }
///
/// print(try Weight.convert("2.5").grams)  // 2.5
/// ```
package protocol StyleConvertible: Sendable {
  /// Converts a raw value.
  /// - Throws: An error with the expected and the found value, and its position.
  static func convert(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self

  /// Converts text in the same way as a raw value of it.
  static func convert(text: CSSText, in context: ConversionContext) throws(UnexpectedValue) -> Self

  /// Converts a string without a file in the same way as its text.
  static func convert(
    _ string: String, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self
}

/// A type with a CSS syntax that may also be a part of a longer value.
///
/// ```swift
/// struct Columns: CSSParsable {
///   var first = 0
///   var last = 0
///   static let expectation = "a range of columns"
///
///   static func parse(
///     _ cursor: inout ValueCursor
///   ) throws(UnexpectedValue) -> Columns {
///     guard let first = try cursor.takeInteger(), cursor.takeSlash(),
///       let last = try cursor.takeInteger()
///     else { throw cursor.failure(expectation) }
///     return Columns(first: first, last: last)
///   }
/// }
///
/// print(try Columns.convert("3 / 12").last)  // 12
///
/// var cursor = ValueCursor(CSSText("left"))
/// let nothing = Columns.parseIfPresent(&cursor)
/// print(nothing == nil, cursor.name)  // true left
/// ```
package protocol CSSParsable: StyleConvertible {
  /// A noun phrase for messages, with its article: `a colour`.
  static var expectation: String { get }

  /// Reads a value, and leaves the cursor after its last token.
  ///
  /// After an error the cursor may be anywhere: the caller has to rewind it.
  static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Self
}

extension StyleConvertible {
  package static func convert(
    text: CSSText, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    try convert(RawValue(text), in: context)
  }

  package static func convert(
    _ string: String, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    try convert(text: CSSText(string), in: context)
  }

  /// Converts a string without a file, in the default context.
  package static func convert(_ string: String) throws(UnexpectedValue) -> Self {
    try convert(string, in: ConversionContext())
  }
}

extension CSSParsable {
  /// Reads the whole text as one value.
  package static func convert(
    text: CSSText, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    try parse(whole: text, in: context)
  }

  /// Reads the whole text as one value; a JSON number counts as its text.
  package static func convert(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    try convertText(raw, in: context)
  }

  /// Converts a value as the default `convert` does, for types that add forms of their own.
  static func convertText(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    switch raw.content {
    case .text(let text): return try parse(whole: text, in: context)
    case .number(let number):
      do {
        return try parse(whole: CSSText(NumberText.json(number)), in: context)
      } catch {
        // The text was composed here, so the location of a part of it is meaningless.
        throw UnexpectedValue(expected: error.expected, raw)
      }
    case .bool, .array, .object, .null: throw UnexpectedValue(expected: expectation, raw)
    }
  }

  package static func parse(
    whole text: CSSText, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    var cursor = ValueCursor(text, in: context)
    let value = try parse(&cursor)
    try cursor.expectEnd(after: expectation)
    return value
  }

  /// Reads a value, or leaves the cursor where it is.
  package static func parseIfPresent(_ cursor: inout ValueCursor) -> Self? {
    let start = cursor.mark
    do {
      return try parse(&cursor)
    } catch {
      cursor.rewind(to: start)
      return nil
    }
  }
}
