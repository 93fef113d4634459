/// A format of input, for `--from` and `@input`.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
  /// With tags and character references.
  case markup
  /// Plain text, with elements where the patterns of the stylesheet match.
  case text
  /// With control sequences, as programs write for a terminal.
  case ansi
  /// CommonMark with the extensions of GitHub.
  case markdown
  /// A document with blocks.
  case html
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

  /// True if it has blocks.
  package var isDocument: Bool { self != .markup && self != .ansi && self != .text }

  /// True for documents mostly written by others.
  package var isForeign: Bool { self == .html || self == .markdown }

  package var isData: Bool { isDocument && !isForeign }

  package var isJSON: Bool { self == .json || self == .jsonl }

  /// The format of a file name's extension, also before that of a compressed file.
  package init?(fileName: String) {
    let isCompressed = fileName.lowercased().hasSuffix(".gz")
    let fileName = isCompressed ? fileName.dropLast(3) : fileName[...]
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "ansi": self = .ansi
    default: return nil
    }
  }
}
