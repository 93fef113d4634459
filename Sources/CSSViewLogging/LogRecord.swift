#if Logging
  import Bytes
  import Logging

  /// A record without its time, with safe texts.
  struct LogRecord: Sendable {
    let level: Logger.Level
    let label: String

    /// The message, then keys and values, alternating.
    let texts: LogTexts

    var pairCount: Int { texts.ends.count / 2 }

    /// Appends the markup of the record, on one line, without the `hidden` parts and their space.
    func appendMarkup(time: [UInt8], hidden: Set<String>, to markup: inout [UInt8]) {
      let level = Array(level.rawValue.utf8)
      let label = Array(label.utf8)
      markup.append("<span class=log data-level=\"")
      markup += level
      markup.append("\" data-label=\"")
      markup.appendEscapedHTML(0..<label.count, of: label.span)
      markup.append("\">")
      var hasText = false
      func begin(_ field: String, isEmpty: Bool, _ markup: inout [UInt8]) {
        let isShown = !isEmpty && !hidden.contains(field)
        if isShown, hasText { markup.append(0x20) }
        hasText = hasText || isShown
        markup.append("<span class=")
        markup += field.utf8
        markup.append(">")
      }
      func append(_ field: String, _ range: Range<Int>, of bytes: [UInt8]) {
        begin(field, isEmpty: range.isEmpty, &markup)
        markup.appendEscapedHTML(range, of: bytes.span)
        markup.append("</span>")
      }
      append("time", 0..<time.count, of: time)
      append("level", 0..<level.count, of: level)
      append("label", 0..<label.count, of: label)
      if !label.isEmpty, !hidden.contains("label") { markup.append("<span class=colon>:</span>") }
      append("message", texts.range(0), of: texts.bytes)
      if pairCount > 0 {
        begin("metadata", isEmpty: false, &markup)
        for index in stride(from: 1, to: texts.ends.count, by: 2) {
          if index > 1 { markup.append(0x20) }
          markup.append("<span class=key>")
          markup.appendEscapedHTML(texts.range(index), of: texts.bytes.span)
          markup.append("</span>=<span class=value>")
          markup.appendEscapedHTML(texts.range(index + 1), of: texts.bytes.span)
          markup.append("</span>")
        }
        markup.append("</span>")
      }
      markup.append("</span>")
    }
  }
#endif
