package import CSSSyntax
import Diagnostics

/// A position in the tokens of a value, from which all value parsers read.
///
/// White space between tokens is skipped, and recorded in `isAfterWhitespace`. To try several
/// readings, store `mark` and `rewind(to:)` it.
///
/// ```swift
/// var cursor = ValueCursor(CSSText("shift(2 50%, left) red, #00f"))
/// guard cursor.isFunction("shift") else { return }
/// try cursor.enter()
/// let number = try cursor.takeNumber()
/// let part = try cursor.takePercentage()
/// try cursor.expectComma()
/// let side = cursor.isKeyword("left") ? cursor.name : "none"
/// cursor.advance()
/// try cursor.leave()
/// print(number ?? 0, part ?? 0, side)  // 2.0 50.0 left
///
/// let colors = try cursor.commaList(of: ColorValue.self)
/// try cursor.expectEnd(after: "two colours")
/// print(colors.count, cursor.isAtEnd)  // 2 true
/// ```
@usableFromInline
package struct ValueCursor: Sendable {
  /// The greatest nesting depth of functions and parentheses in a value.
  package static let nestingLimit = 64

  package private(set) var text: CSSText

  package let context: ConversionContext

  /// The names in math functions of a relative colour.
  var names: MathNames?

  private var tokenizer: CSSTokenizer

  /// The next token other than white space; `endOfFile` at the end.
  package private(set) var token: CSSToken

  /// True if white space precedes `token`.
  package private(set) var isAfterWhitespace: Bool

  private var depth = 0

  /// True if anything that was read depends on the context's font size or `currentcolor`.
  ///
  /// Rewinding does not reset it.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("currentcolor"), in: ConversionContext())
  /// let color = try ColorValue.parse(&cursor)
  /// print(color, cursor.isRelative)  // currentColor true
  /// ```
  package var isRelative = false

  /// True if anything that was read depends on the colour scheme.
  package internal(set) var followsScheme = false

  /// Starts at the first token of a text.
  package init(_ text: CSSText, in context: ConversionContext = ConversionContext()) {
    self.text = text
    self.context = context
    tokenizer = CSSTokenizer(text)
    token = CSSToken.start
    isAfterWhitespace = false
    advance()
  }

  /// Moves to the first token of another text, which is faster than a new cursor.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("1px"))
  /// cursor.start(CSSText("2px"))
  /// print(try cursor.takeNumeric()?.value ?? 0)  // 2.0
  /// ```
  package mutating func start(_ text: CSSText) {
    self.text = text
    tokenizer = CSSTokenizer(text)
    depth = 0
    names = nil
    isRelative = false
    followsScheme = false
    advance()
  }

  /// The bytes in which token ranges are.
  package var bytes: [UInt8] { tokenizer.bytes }

  // MARK: Moving

  /// A position that can be restored.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("bold 3px"))
  /// let start = cursor.mark
  /// if cursor.takeKeyword("bold"), !cursor.takeComma() {
  ///   print(cursor.offset, cursor.isAfterWhitespace, cursor.token.kind)  // 5 true dimension
  ///   cursor.rewind(to: start)
  /// }
  /// print(cursor.offset, cursor.bytes.count == cursor.text.range.count)  // 0 true
  /// ```
  package struct Mark: Sendable {
    fileprivate let position: Int

    package let token: CSSToken
    fileprivate let isAfterWhitespace: Bool
    fileprivate let depth: Int
  }

  // Members that a parser uses often are mutating, or a cursor in an object would be copied.
  package var mark: Mark {
    mutating get {
      Mark(
        position: tokenizer.position, token: token, isAfterWhitespace: isAfterWhitespace,
        depth: depth)
    }
  }

  package mutating func rewind(to mark: Mark) {
    tokenizer.position = mark.position
    token = mark.token
    isAfterWhitespace = mark.isAfterWhitespace
    depth = mark.depth
  }

  @inline(__always)
  package mutating func advance() {
    let end = tokenizer.position
    tokenizer.skipWhitespace()
    isAfterWhitespace = tokenizer.position > end
    token = tokenizer.next()
    if token.kind == .whitespace { skipWhitespace() }
  }

  /// Skips white space after a comment.
  private mutating func skipWhitespace() {
    isAfterWhitespace = true
    token = tokenizer.nextSignificant()
  }

  /// Moves to the token at a byte offset, which is not before this one.
  mutating func skip(to offset: Int) {
    tokenizer.position = offset
    advance()
  }

  // MARK: Looking

  package var isAtEnd: Bool { token.kind == .endOfFile }

  /// The name of the next token (ident, function, string, unit), with escapes decoded.
  package var name: String { tokenizer.name(of: token) }

  /// True if the next token is this identifier, in any case; the argument is lower case.
  @inline(__always)
  package func isKeyword(_ keyword: StaticString) -> Bool {
    token.kind == .ident && tokenizer.name(of: token, is: keyword)
  }

  /// True if the next token is `name(`, in any case; the argument is lower case.
  @inline(__always)
  package func isFunction(_ name: StaticString) -> Bool {
    token.kind == .function && tokenizer.name(of: token, is: name)
  }

  /// The value of the next token's name in a table.
  @inlinable
  package mutating func lookUp<Value>(_ table: KeywordTable<Value>) -> Value? {
    guard let number = number(in: table.numbers) else { return nil }
    return table.values[number]
  }

  /// The value of the identifier at the cursor in a table; nil for any other token.
  @inlinable
  package mutating func lookUpKeyword<Value>(_ table: KeywordTable<Value>) -> Value? {
    guard let number = keywordNumber(in: table.numbers) else { return nil }
    return table.values[number]
  }

  @usableFromInline
  mutating func number(in numbers: KeywordNumbers) -> Int? {
    if !token.hasEscapes { return numbers.find(tokenizer.bytes, token.nameRange) }
    return numbers.find(name.utf8)
  }

  @usableFromInline
  mutating func keywordNumber(in numbers: KeywordNumbers) -> Int? {
    token.kind == .ident ? number(in: numbers) : nil
  }

  /// The offset of the next token.
  package var offset: Int { token.range.lowerBound }

  // MARK: Taking

  /// Reads this identifier, in any case; the argument is lower case.
  package mutating func takeKeyword(_ keyword: StaticString) -> Bool {
    guard isKeyword(keyword) else { return false }
    advance()
    return true
  }

  /// Reads an identifier of a table; nil at any other token.
  @inlinable
  package mutating func takeKeyword<Value>(_ table: KeywordTable<Value>) -> Value? {
    guard let number = takeKeywordNumber(in: table.numbers) else { return nil }
    return table.values[number]
  }

  @usableFromInline
  mutating func takeKeywordNumber(in numbers: KeywordNumbers) -> Int? {
    guard let number = keywordNumber(in: numbers) else { return nil }
    advance()
    return number
  }

  /// Reads an identifier of a table.
  /// - Throws: At any other token: the expectation, and the nearest keyword.
  mutating func expectKeyword<Value>(
    _ table: KeywordTable<Value>, _ expectation: String
  ) throws(UnexpectedValue) -> Value {
    if let value = takeKeyword(table) { return value }
    throw failure(expectation, suggestion: token.kind == .ident ? near(name, table.keywords) : nil)
  }

  package mutating func takeComma() -> Bool {
    guard token.kind == .comma else { return false }
    advance()
    return true
  }

  package mutating func takeSlash() -> Bool {
    guard token.isDelimiter("/") else { return false }
    advance()
    return true
  }

  // MARK: Functions and parentheses

  /// Enters the function or parenthesis at the cursor.
  /// - Throws: If the value nests too deep.
  package mutating func enter() throws(UnexpectedValue) {
    guard depth < Self.nestingLimit else {
      throw failure("at most \(Self.nestingLimit) levels of nesting")
    }
    depth += 1
    advance()
  }

  /// Leaves the innermost function or parenthesis; the end of the text closes everything (CSS
  /// Syntax 3 §5.4.8).
  ///
  /// - Throws: At anything but `)`.
  package mutating func leave() throws(UnexpectedValue) {
    guard token.kind == .rightParenthesis || isAtEnd else { throw failure("')'") }
    depth -= 1
    if !isAtEnd { advance() }
  }

  /// Skips the function at the cursor, whatever its arguments.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("paint(wave, (1 2)) red"))
  /// cursor.skipFunction()
  /// print(cursor.name)  // red
  /// ```
  package mutating func skipFunction() {
    var open = 0
    repeat {
      if isAtEnd { return }
      open += token.kind.nesting
      advance()
    } while open > 0
  }

  /// Reads a comma.
  /// - Throws: At anything else.
  package mutating func expectComma() throws(UnexpectedValue) {
    guard takeComma() else { throw failure("a comma") }
  }

  /// Throws unless the value ends; the message calls the part before it `expectation`.
  package func expectEnd(after expectation: String) throws(UnexpectedValue) {
    guard isAtEnd else { throw failure("nothing more after \(expectation)") }
  }

  // MARK: Lists

  /// Reads one or more values, separated by commas.
  package mutating func commaList<Value: CSSParsable>(
    of type: Value.Type
  ) throws(UnexpectedValue) -> [Value] {
    var values = [try Value.parse(&self)]
    while takeComma() { values.append(try Value.parse(&self)) }
    return values
  }

  // MARK: Errors

  /// The error for a value at an earlier position.
  package func failure(
    _ expected: String, at mark: Mark, suggestion: String? = nil
  ) -> UnexpectedValue {
    var start = self
    start.rewind(to: mark)
    return start.failure(expected, suggestion: suggestion)
  }

  /// The error for a value at the cursor.
  ///
  /// The expectation has its article (`a colour`); a suggestion is the nearest valid spelling.
  package func failure(_ expected: String, suggestion: String? = nil) -> UnexpectedValue {
    let end = token.kind == .endOfFile
    let found =
      end
      ? text.isEmpty ? "nothing" : "the end of the value"
      : UnexpectedValue.quote(String(decoding: bytes[token.range], as: UTF8.self))
    return UnexpectedValue(
      expected: expected, found: found, range: text.location(of: token.range),
      suggestion: suggestion)
  }
}

/// The nearest of some names, for an unknown one.
func near(_ name: String, _ names: [String]) -> String? { nearestName(to: name, in: names) }

/// Quantities of one kind, as a token or a math function.
///
/// Each method returns nil, without moving the cursor, for other kinds; only an error in a math
/// function or an unknown unit throws.
///
/// ```swift
/// var cursor = ValueCursor(CSSText("90deg 2em 25%"))
/// print(try cursor.takeAngle() ?? 0)  // 90.0
/// print(try cursor.takeLengthPercentage()?.value ?? 0)  // 30.0
/// print(try cursor.takeNumberOrPercentage() ?? 0)  // 0.25
/// ```
extension ValueCursor {
  package mutating func takeNumber() throws(UnexpectedValue) -> Double? { try take(.number) }

  /// Reads a number of a range, to which that of a math function is clamped (CSS Values 4 §10.12).
  package mutating func takeNumber(in range: ClosedRange<Double>) throws(UnexpectedValue) -> Double?
  {
    let start = mark
    guard let number = try takeNumber() else { return nil }
    guard start.token.kind != .function else {
      return min(max(number, range.lowerBound), range.upperBound)
    }
    if range.contains(number) { return number }
    rewind(to: start)
    return nil
  }

  /// Reads a percentage: 50 for `50%`.
  package mutating func takePercentage() throws(UnexpectedValue) -> Double? {
    try take(.percentage)
  }

  /// Reads a number, or a percentage divided by 100: 0.5 for `0.5` and `50%`.
  package mutating func takeNumberOrPercentage() throws(UnexpectedValue) -> Double? {
    let start = mark
    guard let value = try takeNumeric() else { return nil }
    switch value.kind {
    case .number: return value.finite
    case .percentage: return value.finite / 100
    case .angle, .length, .lengthPercentage:
      rewind(to: start)
      return nil
    }
  }

  /// Reads an integer; the result of a math function is rounded (CSS Values 4 §10.9).
  package mutating func takeInteger() throws(UnexpectedValue) -> Int? {
    if token.kind == .number, !token.isInteger { return nil }
    guard let value = try takeNumber() else { return nil }
    // Beyond this a Double skips whole numbers; CSS lets the range be limited.
    return Int(min(max((value + 0.5).rounded(.down), -0x1p53), 0x1p53))
  }

  /// Reads an angle in degrees, or a plain 0.
  package mutating func takeAngle() throws(UnexpectedValue) -> Double? {
    if token.kind == .number, token.number == 0 {
      advance()
      return 0
    }
    return try take(.angle)
  }

  /// Reads a length in pixels or a percentage; 0 needs no unit, and outside of CSS no number does.
  /// - Returns: A value of the kind `length`, `percentage` or `lengthPercentage`; `bounded` if it
  ///   is that of a math function.
  package mutating func takeLengthPercentage() throws(UnexpectedValue) -> NumericValue? {
    let start = mark
    let isMath = token.kind == .function
    guard let value = try takeNumeric() else { return nil }
    switch value.kind {
    case .length, .percentage, .lengthPercentage: return isMath ? value.bounded : value
    // `calc(0)` is a number and nothing else (CSS Values 4 §10.10).
    case .number where context.dialect.allowsUnitlessLengths || (value.value == 0 && !isMath):
      return NumericValue(.length, value.value)
    case .number, .angle:
      rewind(to: start)
      return nil
    }
  }

  /// Reads a length in a unit that depends on the element's font or the terminal's size.
  ///
  /// Its size is not computed, so `isRelative` stays as it is.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("2em 3px"))
  /// if let (number, unit) = cursor.takeRelativeLength() { print(number, unit) }  // 2.0 em
  /// print(cursor.takeRelativeLength() == nil, cursor.followsScheme)  // true false
  /// ```
  /// - Returns: nil at anything else.
  package mutating func takeRelativeLength() -> (number: Double, unit: LengthUnit)? {
    guard token.kind == .dimension, case .length(let unit)? = lookUp(DimensionUnit.table),
      unit.isRelative
    else { return nil }
    defer { advance() }
    return (token.number, unit)
  }

  private mutating func take(_ kind: NumericValue.Kind) throws(UnexpectedValue) -> Double? {
    let start = mark
    guard let value = try takeNumeric() else { return nil }
    guard value.kind == kind else {
      rewind(to: start)
      return nil
    }
    return value.finite
  }
}

extension NumericValue {
  /// The value limited for a property: NaN is 0, infinity the largest number.
  ///
  /// ```swift
  /// print(NumericValue(.number, .nan).finite)  // 0.0
  /// print(NumericValue(.number, .infinity).finite.isFinite)  // true
  /// ```
  package var finite: Double {
    value.isNaN
      ? 0 : Swift.min(Swift.max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
