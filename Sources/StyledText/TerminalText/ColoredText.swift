import Bytes
import Diagnostics

/// The output of a program that colours `input`, between the input's line feeds; nil if its text is
/// not the input.
package func coloredText(
  _ colored: [UInt8], showing input: [UInt8], _ options: MarkupOptions
) -> [UInt8]? {
  var tokenizer = TerminalTextTokenizer(options)
  var log = DiagnosticLog(limit: 0)
  var shown: [UInt8] = []
  var (offset, lineStart) = (0, 0)
  var text: Range<Int>?
  while offset < colored.count {
    let token = tokenizer.token(at: offset, in: colored.span, isLast: true, log: &log)
    let isAtEnd = token.end == colored.count && tokenizer.holdsLine
    let held = tokenizer.endsHeldLine || isAtEnd ? tokenizer.takeHeldLine().runs : []
    for run in held { shown += run.text }
    var end = held.isEmpty ? nil : isAtEnd ? token.end : offset
    switch token.kind {
    case .text, .shown:
      shown.append(token.text, of: colored.span)
      end = token.end
    case .lineFeed:
      shown.append(0x0A)
      lineStart = token.end
    case .dropped: break
    case .incomplete, .endOfInput: return nil
    }
    if let end { text = (text?.lowerBound ?? min(lineStart, offset))..<end }
    offset = token.end
  }
  guard let text, shown.trimmingLineFeeds == input.trimmingLineFeeds else { return nil }
  var result = Array(input.prefix { $0 == 0x0A })
  result += colored[..<text.lowerBound].filter { $0 != 0x0A }
  result += colored[text]
  result += colored[text.upperBound...].filter { $0 != 0x0A }
  return result + input.reversed().prefix { $0 == 0x0A }
}

extension [UInt8] {
  fileprivate var trimmingLineFeeds: ArraySlice<UInt8> {
    let start = drop { $0 == 0x0A }
    return start.prefix(
      (start.lastIndex { $0 != 0x0A } ?? start.startIndex - 1) + 1 - start.startIndex)
  }
}
