import CSSSyntax
package import Diagnostics

extension Diagnostic {
  /// True if it says that a sheet is not whole: half written, cut off, or in no form at all.
  ///
  /// Such a save is not shown in place of the last good one. A sheet with an unknown property or a
  /// bad value is whole; it is shown, with its warnings.
  package var isBreaking: Bool {
    Self.cutOff.contains(code) || severity == .error && Self.malformed.contains(code)
  }

  private static let cutOff: Set<DiagnosticCode> = [
    .unclosedBlock, .unclosedString, .unclosedURL, .unclosedComment, .inputTooLarge,
    .nestingTooDeep,
  ]

  private static let malformed: Set<DiagnosticCode> = [
    .strayBrace, .missingColon, .missingValue, .missingBlock, .invalidDeclaration, .blockAsValue,
    .jsonMissingComma, .jsonMissingColon, .jsonMissingValue, .jsonMissingKey, .jsonUnquotedKey,
    .jsonUnquotedValue, .jsonSingleQuotes, .jsonInvalidNumber, .jsonUnexpectedCharacter,
    .jsonTrailingContent,
  ]
}
