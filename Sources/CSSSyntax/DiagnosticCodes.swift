public import Diagnostics

extension DiagnosticCode {
  // MARK: CSS

  /// A `}` that closes nothing.
  public static let strayBrace = DiagnosticCode("stray-brace")
  /// A `)` or `]` that closes nothing.
  public static let strayBracket = DiagnosticCode("stray-bracket")
  /// A block, function or bracket that the end of the input had to close.
  public static let unclosedBlock = DiagnosticCode("unclosed-block")
  /// A string that the end of the input had to close.
  public static let unclosedString = DiagnosticCode("unclosed-string")
  /// A `url(` that the end of the input had to close.
  public static let unclosedURL = DiagnosticCode("unclosed-url")
  /// A comment that the end of the input had to close.
  public static let unclosedComment = DiagnosticCode("unclosed-comment")
  /// A string with a line break in it.
  public static let badString = DiagnosticCode("bad-string")
  /// An unquoted URL with a quote, parenthesis, space or control in it.
  public static let badURL = DiagnosticCode("bad-url")
  /// A property name that no `:` follows.
  public static let missingColon = DiagnosticCode("missing-colon")
  /// Two declarations that nothing separates, or an at-rule that nothing ends.
  public static let missingSemicolon = DiagnosticCode("missing-semicolon")
  /// A declaration without a value.
  public static let missingValue = DiagnosticCode("missing-value")
  /// A selector that no block follows.
  public static let missingBlock = DiagnosticCode("missing-block")
  /// Something in a block that is neither a declaration nor a rule.
  public static let invalidDeclaration = DiagnosticCode("invalid-declaration")
  /// A `!` that is not the one of `!important` at the end of a value.
  public static let invalidPriority = DiagnosticCode("invalid-priority")
  /// A property whose value is a block.
  public static let blockAsValue = DiagnosticCode("block-as-value")
  /// More than 512 levels of blocks and brackets, arrays and objects.
  public static let nestingTooDeep = DiagnosticCode("nesting-too-deep")
  /// How many more findings of some code there were than are listed.
  public static let moreFindings = DiagnosticCode("more-findings")
}
