/// A format of the texts that are shown: `--from` names one, and `@input` of a stylesheet those that
/// it is made for.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
  case markup, text, ansi, markdown, html, csv, tsv, columns, json, jsonl

  /// The format that the extension of a file tells, also before that of a compressed file.
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
