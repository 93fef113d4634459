package import Diagnostics

extension DiagnosticCode {
  // MARK: CSS

  /// A `}` without a matching `{`.
  package static let strayBrace = DiagnosticCode("stray-brace")
  /// A `)` or `]` without a matching bracket.
  package static let strayBracket = DiagnosticCode("stray-bracket")
  /// A block, function or bracket that is not closed before the end of the input.
  package static let unclosedBlock = DiagnosticCode("unclosed-block")
  package static let unclosedString = DiagnosticCode("unclosed-string")
  package static let unclosedURL = DiagnosticCode("unclosed-url")
  package static let unclosedComment = DiagnosticCode("unclosed-comment")
  /// A string with a line break in it.
  package static let badString = DiagnosticCode("bad-string")
  /// An unquoted URL with a quote, parenthesis, space or control in it.
  package static let badURL = DiagnosticCode("bad-url")
  /// A property name without `:` after it.
  package static let missingColon = DiagnosticCode("missing-colon")
  /// Two declarations without a separator, or an at-rule without an end.
  package static let missingSemicolon = DiagnosticCode("missing-semicolon")
  package static let missingValue = DiagnosticCode("missing-value")
  /// A selector without a block.
  package static let missingBrace = DiagnosticCode("missing-block")
  /// Text in a block that is neither a declaration nor a rule.
  package static let invalidDeclaration = DiagnosticCode("invalid-declaration")
  /// A `!` other than that of `!important` at the end of a value.
  package static let invalidPriority = DiagnosticCode("invalid-priority")
  /// A `//` at the start of a rule or declaration, which hides it.
  package static let lineComment = DiagnosticCode("line-comment")
  /// A property whose value is a block.
  package static let blockAsValue = DiagnosticCode("block-as-value")

  // MARK: JSON

  /// A comment in a dictionary; it is accepted, but not part of JSON.
  package static let jsonComment = DiagnosticCode("json-comment")
  /// A comma after the last value; it is accepted, but not part of JSON.
  package static let jsonTrailingComma = DiagnosticCode("json-trailing-comma")
  package static let jsonMissingComma = DiagnosticCode("json-missing-comma")
  package static let jsonMissingColon = DiagnosticCode("json-missing-colon")
  /// A missing value, or an empty input.
  package static let jsonMissingValue = DiagnosticCode("json-missing-value")
  /// A missing `{` at the start of the document.
  package static let jsonMissingBrace = DiagnosticCode("json-missing-brace")
  /// A missing key before a value of an object.
  package static let jsonMissingKey = DiagnosticCode("json-missing-key")
  /// A key without quotes; it is accepted.
  package static let jsonUnquotedKey = DiagnosticCode("json-unquoted-key")
  /// A value without quotes; it is accepted as a string.
  package static let jsonUnquotedValue = DiagnosticCode("json-unquoted-value")
  /// A string in single quotes; it is accepted.
  package static let jsonSingleQuotes = DiagnosticCode("json-single-quotes")
  /// A number of CSS that is none of JSON, such as `.5`; it is accepted.
  package static let jsonInvalidNumber = DiagnosticCode("json-invalid-number")
  /// A backslash before a character that cannot be escaped.
  package static let jsonInvalidEscape = DiagnosticCode("json-invalid-escape")
  /// Half of a surrogate pair; it is read as U+FFFD.
  package static let jsonLoneSurrogate = DiagnosticCode("json-lone-surrogate")
  /// A control character within a string; it is kept.
  package static let jsonControlCharacter = DiagnosticCode("json-control-character")
  /// A character that starts no value; it is skipped.
  package static let jsonUnexpectedCharacter = DiagnosticCode("json-unexpected-character")
  package static let jsonTrailingContent = DiagnosticCode("json-trailing-content")

  // MARK: Both

  /// Bytes that are not UTF-8; they are read as U+FFFD.
  package static let invalidUTF8 = DiagnosticCode("invalid-utf8")
  package static let inputTooLarge = DiagnosticCode("input-too-large")
  /// More than 512 levels of blocks and brackets, arrays and objects.
  package static let nestingTooDeep = DiagnosticCode("nesting-too-deep")
}
