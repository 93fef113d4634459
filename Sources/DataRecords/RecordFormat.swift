import Bytes

/// A form of data that has one record after the other.
package enum RecordFormat: String, CaseIterable, Sendable {
  /// Fields between commas (RFC 4180).
  case csv
  /// Fields between tabs (IANA text/tab-separated-values).
  case tsv
  /// Columns that blanks separate, as ps, docker and kubectl print them.
  case columns
  /// A JSON object on each line (RFC 8259).
  case jsonl

  /// The format of files with such a name; nil for other names.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let ending = fileName[dot...].dropFirst().lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending)
  }
}
