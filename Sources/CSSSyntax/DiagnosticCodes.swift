package import Diagnostics

extension DiagnosticCode {
  // MARK: CSS

  /// A `}` that closes nothing.
  package static let strayBrace = DiagnosticCode("stray-brace")
  /// A `)` or `]` that closes nothing.
  package static let strayBracket = DiagnosticCode("stray-bracket")
  /// A block, function or bracket that the end of the input had to close.
  package static let unclosedBlock = DiagnosticCode("unclosed-block")
  package static let unclosedString = DiagnosticCode("unclosed-string")
  package static let unclosedURL = DiagnosticCode("unclosed-url")
  package static let unclosedComment = DiagnosticCode("unclosed-comment")
  /// A string with a line break in it.
  package static let badString = DiagnosticCode("bad-string")
  /// An unquoted URL with a quote, parenthesis, space or control in it.
  package static let badURL = DiagnosticCode("bad-url")
  /// A property name that no `:` follows.
  package static let missingColon = DiagnosticCode("missing-colon")
  /// Two declarations that nothing separates, or an at-rule that nothing ends.
  package static let missingSemicolon = DiagnosticCode("missing-semicolon")
  package static let missingValue = DiagnosticCode("missing-value")
  /// A selector that no block follows.
  package static let missingBrace = DiagnosticCode("missing-block")
  /// Something in a block that is neither a declaration nor a rule.
  package static let invalidDeclaration = DiagnosticCode("invalid-declaration")
  /// A `!` that is not the one of `!important` at the end of a value.
  package static let invalidPriority = DiagnosticCode("invalid-priority")
  /// A `//` where a rule or declaration starts, which hides it.
  package static let lineComment = DiagnosticCode("line-comment")
  /// A property whose value is a block.
  package static let blockAsValue = DiagnosticCode("block-as-value")

  // MARK: JSON

  /// A comment in a dictionary; it is read, and JSON has none.
  package static let jsonComment = DiagnosticCode("json-comment")
  /// A comma after the last value; it is read, and JSON has none.
  package static let jsonTrailingComma = DiagnosticCode("json-trailing-comma")
  package static let jsonMissingComma = DiagnosticCode("json-missing-comma")
  package static let jsonMissingColon = DiagnosticCode("json-missing-colon")
  /// No value where one has to be, or nothing in the whole input.
  package static let jsonMissingValue = DiagnosticCode("json-missing-value")
  /// No `{` at the start of the document.
  package static let jsonMissingBrace = DiagnosticCode("json-missing-brace")
  /// No key before a value of an object.
  package static let jsonMissingKey = DiagnosticCode("json-missing-key")
  /// A key without quotes; it is read.
  package static let jsonUnquotedKey = DiagnosticCode("json-unquoted-key")
  /// A value without quotes; it is read as a string.
  package static let jsonUnquotedValue = DiagnosticCode("json-unquoted-value")
  /// A string in single quotes; it is read.
  package static let jsonSingleQuotes = DiagnosticCode("json-single-quotes")
  /// A number that CSS reads and JSON does not, such as `.5`; it is read.
  package static let jsonInvalidNumber = DiagnosticCode("json-invalid-number")
  /// A backslash and something that it does not escape.
  package static let jsonInvalidEscape = DiagnosticCode("json-invalid-escape")
  /// Half of a surrogate pair; it is read as U+FFFD.
  package static let jsonLoneSurrogate = DiagnosticCode("json-lone-surrogate")
  /// A control character within a string; it is kept.
  package static let jsonControlCharacter = DiagnosticCode("json-control-character")
  /// A character with which nothing starts; it is skipped.
  package static let jsonUnexpectedCharacter = DiagnosticCode("json-unexpected-character")
  package static let jsonTrailingContent = DiagnosticCode("json-trailing-content")

  // MARK: Both

  /// Bytes that are not UTF-8; they are read as U+FFFD.
  package static let invalidUTF8 = DiagnosticCode("invalid-utf8")
  package static let inputTooLarge = DiagnosticCode("input-too-large")
  /// More than 512 levels of blocks and brackets, arrays and objects.
  package static let nestingTooDeep = DiagnosticCode("nesting-too-deep")
}
