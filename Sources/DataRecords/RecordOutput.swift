import Bytes
package import StyledText

/// Destination of elements and text of records: a text that is built, a document that is converted,
/// or markup.
package protocol RecordOutput: ~Copyable {
  /// Approximate number of bytes of the output.
  var size: Int { get }

  /// Opens an element, or adds one without content.
  mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute])

  mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int)

  /// Adds text without markup and line breaks; it continues behind the range unless `isLast`.
  ///
  /// - Returns: Number of bytes used; the rest has to come again before the continuation.
  mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int

  /// Begins a part in which the patterns of the stylesheet are searched.
  mutating func beginSearch()

  /// Ends that part; true for a line that is no record.
  mutating func endSearch(isLine: Bool)

  /// Adds text whose sequences for colours and links are interpreted.
  mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>, at source: Int)

  /// Adds the line feed between two elements.
  mutating func appendLineFeed(in bytes: Span<UInt8>)

  /// Adds a part of a template, whose values `key` identifies by a range of `bytes`; `markup`
  /// returns its markup with these values.
  mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8])

  /// Ends the line of a record, or one of those below it.
  mutating func endRecord(at source: Int, isContinued: Bool)
}

extension RecordOutput where Self: ~Copyable {
  mutating func endRecord(at source: Int) { endRecord(at: source, isContinued: false) }

  /// Adds the name or the value of a field that has no place of its own, in an element with an
  /// attribute that tells them apart, or alone.
  mutating func append(
    _ text: [UInt8], in attribute: String?, at source: Int, _ sequences: ValueSequences,
    breaksLines: Bool = false
  ) {
    if let attribute {
      let tag = MadeTag(.span, variant: attribute == "data-key" ? 1 : 2)
      open(tag, in: text.span, at: source) { [(attribute, [])] }
    }
    append(lines: 0..<text.count, in: text.span, at: source, sequences, breaksLines: breaksLines)
    if attribute != nil { close(.span, in: text.span, at: source) }
  }

  /// Adds the text without its sequences, where nothing has colours.
  package mutating func append(
    terminalText range: Range<Int>, in bytes: Span<UInt8>, at source: Int
  ) {
    let text = ValueSequences.removed(from: range.map { bytes[$0] }[...])
    _ = append(value: text.indices, in: text.span, at: source, isLast: true)
  }
}

extension TreeBuilder: RecordOutput {
  package mutating func append(
    terminalText range: Range<Int>, in bytes: Span<UInt8>, at source: Int
  ) { append(terminalText: range, in: bytes) }

  package var size: Int { line.bytes.count + 16 * line.blockEdges.count }

  package mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) {
    switch part.kind {
    case .text: append(markup: part.place, in: template.marked.span, at: source)
    case .tag(let element, let isEmpty, _):
      // Other variants are those of tags outside of the template.
      open(
        MadeTag(element, variant: 16 + part.number, value: key), isEmpty: isEmpty, in: bytes,
        at: source, markup: markup)
    case .token(let token, let reference):
      append(token, reference, in: template.marked.span, at: source)
    }
  }

  package mutating func endRecord(at source: Int, isContinued: Bool) {
    if isContinued { continuesRecord = true }
    defer { continuesRecord = false }
    let lineFeed: [UInt8] = [0x0A]
    append(markup: 0..<1, in: lineFeed.span, at: source)
  }
}

extension DocumentSanitizer: RecordOutput {
  package var size: Int { writer.output.count }

  package mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int {
    setBase(source - range.lowerBound)
    return append(value: range, in: bytes, isLast: isLast)
  }

  package mutating func beginSearch() {}
  package mutating func endSearch(isLine: Bool) {}

  package mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) {
    setBase(source)
    read(markup().span)
  }

  package mutating func endRecord(at source: Int, isContinued: Bool) {
    setBase(source)
    let none: [UInt8] = []
    appendLineFeed(in: none.span)
  }
}

/// The markup that a template makes of records.
package struct RecordMarkup: RecordOutput {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Returns what was written since the last call.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package var size: Int { bytes.count }

  package mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) {
    guard tag.element != .pre else {
      // Only templates make it, and markup has no such element.
      self.bytes += "<span>".utf8
      return
    }
    self.bytes += "<\(tag.element.name)".utf8
    for (name, value) in attributes() {
      self.bytes += " \(name)".utf8
      guard !value.isEmpty else { continue }
      self.bytes += "=\"".utf8
      _ = appendEscaped(value.span, to: &self.bytes)
      self.bytes.append(0x22)
    }
    self.bytes.append(0x3E)
  }

  package mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    self.bytes += "</\(element == .pre ? "span" : element.name)>".utf8
  }

  package mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int { appendEscaped(bytes.extracting(range), isLast: isLast, to: &self.bytes) }

  package mutating func beginSearch() {}
  package mutating func endSearch(isLine: Bool) {}

  package mutating func appendLineFeed(in bytes: Span<UInt8>) { self.bytes.append(0x0A) }

  package mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) { self.bytes += markup() }

  package mutating func endRecord(at source: Int, isContinued: Bool) { bytes.append(0x0A) }
}

/// Elements and text of records that wait until the number of their following siblings is known.
struct RecordEvents: RecordOutput {
  private enum Event {
    case open(MadeTag, [MadeTag.Attribute])
    case close(MarkupElement)
    case text(isLast: Bool)
    case terminalText, lineFeed, beginSearch
    case endSearch(isLine: Bool)
    case part(RecordTemplate.Part, RecordTemplate, markup: [UInt8])
    case endOfRecord(isContinued: Bool)
  }

  private var events: [(event: Event, text: Range<Int>, source: Int)] = []
  private var bytes: [UInt8] = []

  /// The first event that the counter of siblings has not read, and the first that is not built.
  private var counted = 0
  private var built = 0

  /// Number of bytes of events before these.
  private var start = 0

  var size: Int { bytes.count + 16 * events.count }

  /// Offset in the input of the first waiting event.
  var source: Int? { built < events.count ? events[built].source : nil }

  private mutating func add(
    _ event: Event, _ range: Range<Int>, in bytes: Span<UInt8>, at source: Int
  ) {
    let first = self.bytes.count
    self.bytes.append(range, of: bytes)
    // Each event has a position of its own.
    self.bytes.append(0)
    events.append((event, first..<self.bytes.count - 1, source))
  }

  mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) { add(.open(tag, attributes()), tag.value, in: bytes, at: source) }

  mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    add(.close(element), 0..<0, in: bytes, at: source)
  }

  mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int {
    add(.text(isLast: isLast), range, in: bytes, at: source)
    return range.count
  }

  mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>, at source: Int) {
    add(.terminalText, range, in: bytes, at: source)
  }

  mutating func beginSearch() { add(.beginSearch) }
  mutating func endSearch(isLine: Bool) { add(.endSearch(isLine: isLine)) }

  /// Adds an event without text.
  private mutating func add(_ event: Event) {
    let none: [UInt8] = []
    add(event, 0..<0, in: none.span, at: events.last?.source ?? 0)
  }

  mutating func appendLineFeed(in bytes: Span<UInt8>) { add(.lineFeed) }

  mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) { add(.part(part, template, markup: markup()), key, in: bytes, at: source) }

  mutating func endRecord(at source: Int, isContinued: Bool) {
    let none: [UInt8] = []
    add(.endOfRecord(isContinued: isContinued), 0..<0, in: none.span, at: source)
  }

  private func count(
    _ event: (event: Event, text: Range<Int>, source: Int), by counter: inout SiblingCounter
  ) {
    counter.position = start + event.text.lowerBound
    _ = counter.decidedEnd(before: counter.position)
    switch event.event {
    case .open(let tag, let attributes): counter.open(tag, in: bytes.span, at: 0) { attributes }
    case .close(let element): counter.close(element, in: bytes.span, at: 0)
    case .part(let part, _, _):
      switch part.kind {
      case .tag(let element, let isEmpty, let hasClass):
        counter.open(MadeTag(element), in: bytes.span, at: 0) { hasClass ? [("class", [])] : [] }
        if isEmpty, !element.isVoid { counter.close(element, in: bytes.span, at: 0) }
      case .token(let token, _) where token.kind == .endTag:
        counter.close(token.element, in: bytes.span, at: 0)
      case .text, .token: break
      }
    case .text, .terminalText, .lineFeed, .beginSearch, .endSearch, .endOfRecord: break
    }
  }

  /// Builds the decided events.
  mutating func build(into builder: inout TreeBuilder, isLast: Bool) {
    builder.countSiblings { counter in
      while counted < events.count {
        count(events[counted], by: &counter)
        counted += 1
      }
      if isLast { counter.endInput() }
    }
    let end = builder.decidedEnd(before: start + bytes.count)
    while built < events.count, start + events[built].text.lowerBound < end {
      let (event, text, source) = events[built]
      switch event {
      case .open(let tag, let attributes):
        let own = tag.with(value: text)
        builder.open(own, in: bytes.span, at: source) { attributes }
      case .close(let element): builder.close(element, in: bytes.span, at: source)
      case .text(let isLast):
        _ = builder.append(value: text, in: bytes.span, at: source, isLast: isLast)
      case .terminalText: builder.append(terminalText: text, in: bytes.span)
      case .lineFeed: builder.appendLineFeed(in: bytes.span)
      case .beginSearch: builder.beginSearch()
      case .endSearch(let isLine): builder.endSearch(isLine: isLine)
      case .part(let part, let template, let markup):
        builder.append(part, of: template, text, in: bytes.span, at: source) { markup }
      case .endOfRecord(let isContinued): builder.endRecord(at: source, isContinued: isContinued)
      }
      built += 1
    }
    guard built == events.count || built > 1 << 10 else { return }
    let used = built == events.count ? bytes.count : events[built].text.lowerBound
    bytes.removeFirst(used)
    events.removeFirst(built)
    for index in events.indices {
      let text = events[index].text
      events[index].text = text.lowerBound - used..<text.upperBound - used
    }
    counted -= built
    built = 0
    start += used
  }
}
