import Bytes
import Markdown

/// Moves the footnotes of a document that is read whole to its end, in the order of their numbers.
struct FootnoteCollector {
  private struct Footnote {
    let start: MarkdownEvent
    let label: [UInt8]
    var events = MarkdownEvents()
  }

  /// False to leave out footnotes without a mark.
  let keepsAll: Bool

  private var ended: [Footnote] = []

  /// The open footnotes, from the outermost one.
  private var open: [Footnote] = []

  init(keepsAll: Bool) { self.keepsAll = keepsAll }

  /// Offset in the document of the first footnote; nil if there is none.
  private(set) var source: Int?

  /// Takes the events of footnotes out of the others, and adds them at the end of the document.
  mutating func collect(
    from events: inout MarkdownEvents, isLast: Bool, _ parser: inout MarkdownParser
  ) {
    if !open.isEmpty || events.all.contains(where: { $0.element == .footnote }) {
      let bytes = events.bytes
      var rest = MarkdownEvents()
      for event in events.all { take(event, of: bytes.span, orAppendTo: &rest) }
      events = rest
    }
    if isLast { addAll(to: &events, &parser) }
  }

  private mutating func take(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, orAppendTo rest: inout MarkdownEvents
  ) {
    if event.element == .footnote {
      if event.kind == .start {
        source = source ?? event.source
        open.append(Footnote(start: event, label: event.value.map { bytes[$0] }))
      } else if let last = open.popLast() {
        ended.append(last)
      }
    } else if open.isEmpty {
      rest.append(event, of: bytes)
    } else {
      open[open.count - 1].events.append(event, of: bytes)
    }
  }

  private mutating func addAll(to events: inout MarkdownEvents, _ parser: inout MarkdownParser) {
    func number(_ isUsed: Bool) -> [(number: Int, marks: Int, footnote: Footnote)] {
      ended.compactMap { footnote in
        parser.footnote(footnote.label, isUsed: isUsed).map { ($0.number, $0.marks, footnote) }
      }
    }
    // Footnotes without a mark come behind the others, whose numbers are known.
    let used = number(true)
    let all = (keepsAll ? number(false) : used).sorted { $0.number < $1.number }
    ended = []
    guard !all.isEmpty else { return }
    events.source = all[0].footnote.start.source
    events.start(.footnotes)
    for (number, marks, footnote) in all {
      events.source = footnote.start.source
      events.start(.footnote, number: number) { $0 += footnote.label }
      var content = footnote.events
      // Links to the marks are in the last paragraph.
      let endsParagraph = content.removeLastEnd(of: .paragraph)
      events.append(content)
      for mark in 1..<max(1, marks + 1) {
        events.start(
          .footnoteMark, number: number, value: { $0 += footnote.label },
          title: { if mark > 1 { $0 += String(mark).utf8 } })
        events.end(.footnoteMark)
      }
      if endsParagraph { events.end(.paragraph) }
      events.end(.footnote)
    }
    events.end(.footnotes)
  }
}
