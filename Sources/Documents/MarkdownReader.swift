import Bytes
import DataRecords
import Diagnostics
import Markdown
package import StyledText
import Styling

/// Reads Markdown into a builder: its events open and close elements and append text.
struct MarkdownReader<Builder: DocumentBuilder & ~Copyable> {
  private var parser: MarkdownParser
  private let options: MarkdownOptions
  private var readsWhole: Bool
  private var isFinished = false
  private var isBodyOpen = false

  /// Number of bytes of the document that the parser has read.
  private var readCount = 0

  /// Events, the number of those that are built, and the position of the next one.
  private var events = MarkdownEvents()
  private var built = 0
  private var position = 0

  /// Position behind all events.
  private var end = 0

  /// Elements, text and HTML that are open in the builder and in the counter of siblings.
  private var open = OpenMarkdown<Builder>()
  private var openInCounter = OpenMarkdown<SiblingCounter>()

  private var code: CodeConverter?
  private var footnotes: FootnoteCollector

  /// The most bytes that are parsed at once.
  private static var longestPiece: Int { 1 << 13 }

  /// Starts at the start of a document; `keepsAll` is false to drop extra cells and footnotes
  /// without a mark, as GitHub does.
  init(_ options: MarkupOptions, keepsAll: Bool = true) {
    var own = MarkdownOptions()
    (own.keepsExtraCells, own.hasExtensions) = (keepsAll, !options.isCommonMark)
    self.options = own
    footnotes = FootnoteCollector(keepsAll: keepsAll)
    open.linksFootnotes = !options.showsLinkTargets
    openInCounter.linksFootnotes = open.linksFootnotes
    open.values = MarkValues(options.placeholders)
    readsWhole = options.readsWhole
    code = options.codeHighlighter.map { CodeConverter($0, options) }
    parser = MarkdownParser(options: own)
  }

  /// True if bytes of the part are left to read.
  private(set) var hasMore = false

  /// True if the parser holds words that a pause in the input releases.
  var holdsWords: Bool { !hasMore && parser.holdsWords }

  /// Releases these words.
  mutating func releaseWords(_ builder: inout Builder) {
    parser.releaseWords()
    takeEvents(&builder)
  }

  /// Takes out the findings about the highlighter.
  mutating func takeFindings() -> [Diagnostic] { code?.takeFindings() ?? [] }

  /// Reads some of the next part of a document, which starts at the offset `base`.
  ///
  /// - Returns: Number of bytes that are not needed any more.
  mutating func read(
    _ bytes: Span<UInt8>, from base: Int, isLast: Bool, into builder: inout Builder
  ) -> Int {
    if readsWhole, readCount == 0 {
      guard isLast else { return 0 }
      parser = MarkdownParser(
        options: options, outline: MarkdownOutline(of: bytes, options: options))
    }
    if readCount == 0, !isBodyOpen, builder.hasBody {
      isBodyOpen = true
      builder.open(MadeTag(.body), in: Span(), at: 0) { [] }
      builder.countSiblings { $0.open(MadeTag(.body), in: Span(), at: 0) { [] } }
    }
    if !isFinished, built == events.all.count || position >= builder.decidedEnd(before: end) {
      let start = readCount - base
      guard start <= bytes.count else {
        // More was read before, of a paragraph that went on.
        hasMore = true
        return 0
      }
      let stop = min(bytes.count, start + Self.longestPiece)
      parser.read(bytes.extracting(start..<stop))
      readCount += stop - start
      takeEvents(&builder)
      if isLast, stop == bytes.count {
        isFinished = true
        parser.finish()
        takeEvents(&builder)
        builder.countSiblings { $0.endInput() }
      }
    }
    let decidedEnd = builder.decidedEnd(before: end)
    let most = position + Self.longestPiece
    while built < events.all.count, position < decidedEnd, position < most {
      let event = events.all[built]
      if event.kind == .text, code?.heldSource == nil, !open.isInImage, builder.showsSpaces {
        events.replaceLineFeeds(in: event.value)
      }
      let bytes = events.bytes
      if let colored = code?.read(event, of: bytes.span) {
        builder.endBytes(bytes.span, dropping: 0)
        let bytes = colored.bytes
        for event in colored.all { open.build(event, of: bytes.span, into: &builder) }
        builder.endBytes(bytes.span, dropping: 0)
      } else {
        open.build(event, of: bytes.span, into: &builder)
      }
      position += event.size
      built += 1
    }
    let builtBytes = events.bytes
    builder.endBytes(builtBytes.span, dropping: 0)
    builder.setBase(base)
    var held = parser.heldSource
    if let source = open.htmlSource { held = min(held, source) }
    if let source = code?.heldSource { held = min(held, source) }
    if let source = footnotes.source { held = min(held, source) }
    let isBuilt = built == events.all.count
    if !isBuilt { held = min(held, events.all[built].source) }
    hasMore =
      !isBuilt && position < decidedEnd || !isFinished && (isLast || readCount - base < bytes.count)
    return isFinished && isBuilt ? bytes.count : min(max(0, held - base), bytes.count)
  }

  /// Moves the parser's events into `events`, and counts the siblings in them.
  private mutating func takeEvents(_ builder: inout Builder) {
    var more = MarkdownEvents()
    if built == events.all.count {
      events.removeAll()
      swap(&more, &events)
      built = 0
    } else if built > 1 << 10 {
      events.removeFirst(built)
      built = 0
    }
    swap(&parser.events, &more)
    if readsWhole { footnotes.collect(from: &more, isLast: isFinished, &parser) }
    let first = events.all.count
    if first == 0 { events = more } else { events.append(more) }
    builder.countSiblings { counter in
      counter.position = end
      let bytes = events.bytes
      for event in events.all[first...] {
        _ = counter.decidedEnd(before: counter.position)
        openInCounter.build(event, of: bytes.span, into: &counter)
        counter.position += event.size
      }
    }
    for event in events.all[first...] { end += event.size }
  }

  mutating func read(_ bytes: Span<UInt8>, into builder: inout Builder) {
    readsWhole = true
    repeat { _ = read(bytes, from: 0, isLast: true, into: &builder) } while hasMore
  }
}

extension DocumentSanitizer {
  package mutating func read(
    markdown bytes: Span<UInt8>, _ options: MarkupOptions, keepsAll: Bool
  ) {
    var reader = MarkdownReader<Self>(options, keepsAll: keepsAll)
    reader.read(bytes, into: &self)
  }
}

extension HTMLWriter {
  /// Reads Markdown with all of its raw HTML.
  package mutating func read(markdown bytes: Span<UInt8>, _ options: MarkupOptions) {
    var reader = MarkdownReader<Self>(options, keepsAll: false)
    reader.read(bytes, into: &self)
  }
}

/// Elements, text and HTML of a document that are open in a builder.
private struct OpenMarkdown<Builder: DocumentBuilder & ~Copyable> {
  /// Notes that were made; each is made once.
  private var noted: Set<String> = []

  /// True if the last thing built ends a line.
  private var isAtLineStart = true

  private var image: OpenImage?

  /// Raw HTML that is not read yet, because a tag in it is incomplete.
  private var html = RawHTML()

  /// True if marks of footnotes are links.
  var linksFootnotes = true

  /// The values of marks in attributes.
  var values: MarkValues?

  /// True inside the list of footnotes at the end of a document.
  private var isInFootnotes = false

  var isInImage: Bool { image != nil }

  /// Offset in the document of the raw HTML that is not read yet.
  var htmlSource: Int? { html.source }

  mutating func build(_ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder) {
    if image != nil { return buildAlternative(event, of: bytes, into: &builder) }
    switch event.kind {
    case .start, .empty: start(event, of: bytes, into: &builder)
    case .end: end(event, of: bytes, into: &builder)
    case .text:
      builder.setBase(event.source - event.value.lowerBound)
      if event.element == .codeBlock {
        builder.append(terminalText: event.value, in: bytes)
      } else {
        builder.append(text: event.value, in: bytes)
      }
      isAtLineStart = bytes[event.value.upperBound - 1] == 0x0A
    case .html:
      html.append(event.value, of: bytes, from: event.source)
      builder.endBytes(bytes, dropping: 0)
      readHTML(isLast: event.element != .htmlBlock, into: &builder)
      isAtLineStart = bytes[event.value.upperBound - 1] == 0x0A
    case .lateDefinition:
      builder.setBase(event.source)
      let label = String(event.value, of: bytes)
      note(.lateDefinition, label, at: 0..<event.value.count, &builder) {
        "link '\($0)' is defined after its use and stays text; name a file instead of a pipe"
      }
    case .extraCells:
      builder.setBase(event.source)
      note(.fieldCount, "\(event.source)", at: 0..<1, &builder) { _ in
        "the row has cells that its table has no columns for; GitHub leaves them out"
      }
    }
  }

  private mutating func note(
    _ code: DiagnosticCode, _ label: String, at range: Range<Int>, _ builder: inout Builder,
    _ message: (String) -> String
  ) {
    guard noted.count < 100, noted.insert(code.rawValue + " " + label).inserted else { return }
    builder.note(
      Diagnostic(.note, code, message(SafeText.label(label.prefix(80)).string)), at: range)
  }

  private mutating func start(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder
  ) {
    let element = event.element
    if !element.isInline, element != .tightParagraph { startLine(in: bytes, &builder) }
    if element.isOfFootnotes { return startFootnote(event, of: bytes, into: &builder) }
    guard var own = element.element else { return }
    isAtLineStart = false
    if element == .image {
      image = OpenImage(event, bytes, values)
      return
    }
    if element == .codeBlock {
      builder.open(MadeTag(.pre), in: bytes, at: event.source) { [] }
      own = .code
    }
    let tag = MadeTag(
      own, variant: event.number, value: event.value.lowerBound..<event.title.upperBound,
      split: event.value.count)
    builder.open(tag, in: bytes, at: event.source) { event.attributes(of: bytes, values) }
    if element.endsLine { endLine(in: bytes, &builder) }
    if element == .blockQuote, let alert = MarkdownAlert(rawValue: event.number) {
      let title = MadeTag(.p, variant: 1)
      builder.open(title, in: bytes, at: event.source) { [("class", Array("alert-title".utf8))] }
      builder.open(MadeTag(.strong), in: bytes, at: event.source) { [] }
      let name = "\(alert)"
      append(name.prefix(1).uppercased() + name.dropFirst(), behind: bytes, into: &builder)
      builder.close(.strong, in: bytes, at: event.source)
      builder.close(.p, in: bytes, at: event.source)
      endLine(in: bytes, &builder)
    }
  }

  /// Appends text that is not in the document.
  private func append(_ text: String, behind bytes: Span<UInt8>, into builder: inout Builder) {
    builder.endBytes(bytes, dropping: 0)
    let own = Array(text.utf8)
    builder.append(text: 0..<own.count, in: own.span)
    builder.endBytes(own.span, dropping: 0)
  }

  /// Opens the list of footnotes or one of them, or adds a mark or a link back to one.
  private mutating func startFootnote(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder
  ) {
    let label = event.destination(in: bytes, values)
    func open(_ element: MarkupElement, _ attributes: [MadeTag.Attribute]) {
      builder.open(MadeTag(element, isKept: false), in: bytes, at: event.source) { attributes }
    }
    let mark = label + (event.title.isEmpty ? [] : [0x2D] + event.title.map { bytes[$0] })
    switch event.element {
    case .footnoteMark where event.kind == .empty:
      builder.open(MadeTag(.sup, variant: 1), in: bytes, at: event.source) {
        [("class", Array("footnote-ref".utf8))]
      }
      if linksFootnotes {
        open(
          .a,
          [
            ("href", "#fn-".utf8 + label), ("id", "fnref-".utf8 + mark), ("data-footnote-ref", []),
          ])
      }
      append("\(event.number)", behind: bytes, into: &builder)
      if linksFootnotes { builder.close(.a, in: bytes, at: event.source) }
      builder.close(.sup, in: bytes, at: event.source)
      isAtLineStart = false
    case .footnoteMark:
      guard builder.isPage else { return }
      append(" ", behind: bytes, into: &builder)
      open(
        .a,
        [
          ("href", "#fnref-".utf8 + mark), ("class", Array("footnote-backref".utf8)),
          ("data-footnote-backref", []),
          ("aria-label", Array("Back to reference \(event.number)".utf8)),
        ])
      append("↩", behind: bytes, into: &builder)
    case .footnotes:
      isInFootnotes = true
      open(.section, [("class", Array("footnotes".utf8)), ("data-footnotes", [])])
      endLine(in: bytes, &builder)
      open(.ol, [])
      endLine(in: bytes, &builder)
    default:
      if !isInFootnotes {
        open(
          .ol, [("class", Array("footnotes".utf8)), ("start", Array(String(event.number).utf8))])
        endLine(in: bytes, &builder)
      }
      open(.li, [("id", "fn-".utf8 + label)])
      endLine(in: bytes, &builder)
    }
  }

  /// Closes what `startFootnote` opened.
  private mutating func endFootnote(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder
  ) {
    func close(_ element: MarkupElement) { builder.close(element, in: bytes, at: event.source) }
    switch event.element {
    case .footnoteMark:
      guard builder.isPage else { return }
      close(.a)
    case .footnotes:
      close(.ol)
      endLine(in: bytes, &builder)
      close(.section)
      endLine(in: bytes, &builder)
    default:
      startLine(in: bytes, &builder)
      close(.li)
      endLine(in: bytes, &builder)
      guard !isInFootnotes else { return }
      close(.ol)
      endLine(in: bytes, &builder)
    }
  }

  private mutating func end(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder
  ) {
    let element = event.element
    if element == .htmlBlock { readHTML(isLast: true, into: &builder) }
    if element.isOfFootnotes { return endFootnote(event, of: bytes, into: &builder) }
    guard let own = element.element else { return }
    if element.endsLine { startLine(in: bytes, &builder) }
    if element == .codeBlock { builder.close(.code, in: bytes, at: event.source) }
    builder.close(own, in: bytes, at: event.source)
    isAtLineStart = false
    if !element.isInline { endLine(in: bytes, &builder) }
  }

  private mutating func startLine(in bytes: Span<UInt8>, _ builder: inout Builder) {
    if !isAtLineStart { endLine(in: bytes, &builder) }
  }

  /// Appends the line feed that HTML has between two tags, which a stylesheet may show.
  private mutating func endLine(in bytes: Span<UInt8>, _ builder: inout Builder) {
    builder.appendLineFeed(in: bytes)
    isAtLineStart = true
  }

  /// Adds an event in an image to its alternative text, which is one line, or ends the image.
  private mutating func buildAlternative(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout Builder
  ) {
    switch event.kind {
    case .text, .html: image?.text += event.value.map { bytes[$0] == 0x0A ? 0x20 : bytes[$0] }
    case .empty: image?.text.append(0x20)
    case .start where event.element == .image: image?.depth += 1
    case .end where event.element == .image:
      image?.depth -= 1
      guard let open = image, open.depth == 0 else { return }
      image = nil
      builder.open(MadeTag(.img, isKept: false), in: bytes, at: open.source) {
        open.attributes(values)
      }
    default: break
    }
  }

  /// Reads the complete part of raw HTML; tags of elements that Markdown may not have are text.
  private mutating func readHTML(isLast: Bool, into builder: inout Builder) {
    guard !html.bytes.isEmpty else { return }
    // Taken out, so that it is read while all else changes.
    var raw = RawHTML()
    swap(&raw, &html)
    let bytes = raw.bytes
    var next = 0
    while next < bytes.count {
      builder.setBase(raw.source(of: next) - next)
      guard !Builder.passesTags, bytes[next] == 0x3C,
        !MarkupElement.isTagInMarkdown(at: next, in: bytes.span)
      else {
        let end = builder.step(at: next, in: bytes.span, isLast: isLast)
        if end == next { break }
        next = end
        continue
      }
      let name = MarkupElement.nameOfTag(at: next, in: bytes.span)
      if !name.isEmpty {
        let code = MarkupProblem.unknownElement.code
        note(code, String(name, of: bytes.span), at: next..<name.upperBound, &builder) {
          "element <\($0)> is shown as text"
        }
      }
      builder.append(text: next..<next + 1, in: bytes.span)
      next += 1
    }
    builder.endBytes(bytes.span, dropping: next)
    raw.removeFirst(next)
    swap(&raw, &html)
  }
}

/// An image whose alternative text is being read.
private struct OpenImage {
  let source: Int
  private let destination: [UInt8]
  private let title: [MadeTag.Attribute]
  var text: [UInt8] = []
  var depth = 1

  init(_ event: MarkdownEvent, _ bytes: Span<UInt8>, _ values: MarkValues?) {
    source = event.source
    destination = event.destination(in: bytes, values)
    title = event.titleAttribute(in: bytes, values)
  }

  func attributes(_ values: MarkValues?) -> [MadeTag.Attribute] {
    [("src", destination), ("alt", values.filled(0..<text.count, of: text.span))] + title
  }
}

/// Raw HTML, and the offsets of its parts in the document.
private struct RawHTML {
  private(set) var bytes: [UInt8] = []
  private var parts: [(start: Int, source: Int)] = []

  /// Its offset in the document; nil if there is none.
  var source: Int? { parts.first?.source }

  mutating func append(_ range: Range<Int>, of more: Span<UInt8>, from source: Int) {
    if parts.last.map({ $0.source - $0.start != source - bytes.count }) ?? true {
      parts.append((bytes.count, source))
    }
    bytes.append(range, of: more)
  }

  func source(of offset: Int) -> Int {
    let part = parts[max(0, parts.partitioningIndex { $0.start > offset } - 1)]
    return part.source + offset - part.start
  }

  mutating func removeFirst(_ count: Int) {
    guard count < bytes.count else {
      bytes.removeAll(keepingCapacity: true)
      parts.removeAll(keepingCapacity: true)
      return
    }
    let source = source(of: count)
    bytes.removeFirst(count)
    parts = parts.filter { $0.start > count }.map { ($0.start - count, $0.source) }
    parts.insert((0, source), at: 0)
  }
}

extension MarkdownEvent {
  /// Number of positions that it has in the sequence of events.
  fileprivate var size: Int { value.count + title.count + 1 }

  /// The attributes of the innermost element that it starts.
  fileprivate func attributes(of bytes: Span<UInt8>, _ values: MarkValues?) -> [MadeTag.Attribute] {
    switch element {
    case .link:
      return [("href", destination(in: bytes, values))] + titleAttribute(in: bytes, values)
    case .codeBlock:
      let end = value.first { bytes[$0].isBlank } ?? value.upperBound
      let language = values.filled(value.lowerBound..<end, of: bytes)
      guard !language.isEmpty else { return [] }
      let prefix = number == 0 ? "language-" : "highlighted language-"
      return [("class", Array(prefix.utf8) + language)]
    case .blockQuote:
      return MarkdownAlert(rawValue: number).map { [("class", Array("alert \($0)".utf8))] } ?? []
    case .formula: return [("class", Array((number == 0 ? "math" : "math display").utf8))]
    case .orderedList: return number == 1 ? [] : [("start", Array(String(number).utf8))]
    case .headerCell, .dataCell:
      let alignment = CellAlignment(rawValue: number) ?? .none
      return alignment == .none ? [] : [("align", Array("\(alignment)".utf8))]
    case .task:
      return [("type", Array("checkbox".utf8))] + (number == 0 ? [] : [("checked", [])])
        + [("disabled", [])]
    default: return []
    }
  }

  /// The destination of a link or image, with what may not be in a URL percent-encoded.
  fileprivate func destination(in bytes: Span<UInt8>, _ values: MarkValues?) -> [UInt8] {
    var destination: [UInt8] = []
    for byte in values.filled(value, of: bytes) {
      switch byte {
      case 0x22, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0...0x20, 0x7F...:
        destination.appendPercentEncoded(byte)
      default: destination.append(byte)
      }
    }
    return destination
  }

  fileprivate func titleAttribute(
    in bytes: Span<UInt8>, _ values: MarkValues?
  ) -> [MadeTag.Attribute] {
    title.isEmpty ? [] : [("title", values.filled(title, of: bytes))]
  }
}

extension MarkdownElement {
  /// The corresponding element of HTML; nil if there is none.
  fileprivate var element: MarkupElement? { Self.elements[Int(rawValue)] }

  private static let elements: [MarkupElement?] = [
    .p, nil, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote, .ul, .ol, .li, .pre, nil, .hr, .table,
    .thead, .tbody, .tr, .th, .td, .em, .strong, .del, .code, .a, .img, .input, .br, .code,
    nil, nil, nil,
  ]

  /// True for footnotes and their marks, which are several elements of HTML.
  fileprivate var isOfFootnotes: Bool { rawValue >= Self.footnoteMark.rawValue }

  /// True for inline elements.
  fileprivate var isInline: Bool {
    switch self {
    case .emphasis, .strong, .strikethrough, .code, .link, .image, .task, .lineBreak, .formula,
      .footnoteMark:
      true
    default: false
    }
  }

  /// True for elements whose tags are followed by a line feed in HTML.
  fileprivate var endsLine: Bool {
    switch self {
    case .blockQuote, .bulletList, .orderedList, .table, .tableHead, .tableBody, .tableRow,
      .thematicBreak, .lineBreak:
      true
    default: false
    }
  }
}
