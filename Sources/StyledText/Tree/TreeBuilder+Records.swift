import Styling

/// Patterns for parts of records, made when they are first needed.
final class RecordPatterns {
  fileprivate var plain: OpenPlainText

  fileprivate init(_ resolver: StyleResolver, _ options: MarkupOptions) {
    var options = options
    // Marks are found in the whole line.
    (options.form, options.marks) = (.text, [])
    plain = OpenPlainText(resolver, options)
  }
}

/// Matches of patterns in messages of records, and in lines that are not records.
extension TreeBuilder {
  package mutating func beginSearch() {
    let patterns = recordPatterns ?? RecordPatterns(styles.resolver, styles.options)
    recordPatterns = patterns
    guard !patterns.plain.tokenizer.elements.isEmpty, open.boxes.isEmpty, open.scripts.isEmpty
    else { return }
    endRun()
    searchStart = line.bytes.count
  }

  /// Ends the part, which may be a line without a record, and makes elements of its matches.
  package mutating func endSearch(isLine: Bool) {
    guard let patterns = recordPatterns, let start = searchStart else { return }
    searchStart = nil
    endRun()
    swap(&plain, &patterns.plain)
    plain.search = LineSearch(end: start)
    if isLine {
      findMatches(isWhole: true)
      continuesRecord = plain.tokenizer.continuesRecord
    } else {
      findMatches(isWhole: false)
      plain.tokenizer.endRecord()
    }
    swap(&plain, &patterns.plain)
  }
}
