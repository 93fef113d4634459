#if Logging
  import CSSView
  import Logging

  /// A record without its time, all texts safe.
  struct LogRecord: Sendable {
    let level: Logger.Level
    let label: String

    /// The message, then keys and values in turn.
    let texts: LogTexts

    /// Number of keys.
    var pairCount: Int { texts.ends.count / 2 }

    /// The markup of the record.
    ///
    /// - Parameters:
    ///   - values: The time, then the texts of the record.
    ///   - hidden: The parts that the theme hides.
    /// - Returns: The markup, on one line.
    func markup(_ values: [String], hidden: Set<String>) -> Markup {
      var markup: Markup =
        "<span class=log data-level=\"\(level.rawValue)\" data-label=\"\(label)\">"
      var hasText = false
      func append(_ field: String, isEmpty: Bool, _ content: Markup) {
        let isShown = !isEmpty && !hidden.contains(field)
        if isShown, hasText { markup += " " }
        hasText = hasText || isShown
        markup += "<span class=\(field)>\(content)</span>"
      }
      append("time", isEmpty: false, "\(values[0])")
      append("level", isEmpty: false, "\(level.rawValue)")
      append("label", isEmpty: label.isEmpty, "\(label)")
      if !label.isEmpty, !hidden.contains("label") { markup += "<span class=colon>:</span>" }
      append("message", isEmpty: values[1].isEmpty, "\(values[1])")
      if values.count > 2 {
        let pairs = stride(from: 2, to: values.count, by: 2).map { index -> Markup in
          "<span class=key>\(values[index])</span>=<span class=value>\(values[index + 1])</span>"
        }
        append("metadata", isEmpty: false, Markup(joining: pairs, separator: " "))
      }
      return markup + "</span>"
    }
  }
#endif
