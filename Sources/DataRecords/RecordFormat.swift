import Bytes

/// A form of data that has one record after the other.
package enum RecordFormat: String, CaseIterable, Sendable {
  /// Fields between commas (RFC 4180).
  case csv
  /// Fields between tabs (IANA text/tab-separated-values).
  case tsv
  /// Columns that blanks separate, as ps, docker and kubectl print them.
  case columns
  /// JSON texts (RFC 8259): objects, and arrays of objects.
  case json
  /// A JSON object on each line.
  case jsonl

  /// True if records are objects.
  package var isJSON: Bool { self == .json || self == .jsonl }
}
