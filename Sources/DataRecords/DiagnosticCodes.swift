package import Diagnostics

/// Codes of findings about data.
extension DiagnosticCode {
  /// A record that is malformed; its text is shown as it is.
  package static let invalidRecord = DiagnosticCode("invalid-record")
  /// A record with more or fewer fields than the header.
  package static let fieldCount = DiagnosticCode("field-count")
  /// A quote that is not closed.
  package static let unclosedQuote = DiagnosticCode("unclosed-quote")
  /// Text behind a quote that closes a field.
  package static let textBehindQuote = DiagnosticCode("text-behind-quote")
  /// A character other than a comma that separates the fields of CSV.
  package static let foundDelimiter = DiagnosticCode("found-delimiter")
  /// An array in a JSON object whose elements are the records.
  package static let foundArray = DiagnosticCode("found-array")
  /// A key that a JSON object has twice.
  package static let repeatedKey = DiagnosticCode("repeated-key")
  /// Escape sequences for colours and links in values.
  package static let leftOutColor = DiagnosticCode("left-out-color")
  /// A column of `--columns` that the header does not have.
  package static let unknownColumn = DiagnosticCode("unknown-column")
}
