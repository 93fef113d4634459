import Bytes
import Diagnostics
import Markdown
import StyledText
import Styling

/// Reads Markdown into a `TreeBuilder`: its events open and close elements and append text.
///
/// Raw HTML in it goes through the tokenizer of HTML.
struct MarkdownReader {
  private var parser: MarkdownParser
  private let options: MarkdownOptions
  private let readsWhole: Bool
  private var isBegun = false
  private var isFinished = false

  /// Number of bytes of the document that the parser has read.
  private var readCount = 0

  /// Events, the number of those that are built, and the position of the next one.
  private var events = MarkdownEvents()
  private var built = 0
  private var position = 0

  /// Position behind all events, and behind those before an element that waits for its siblings.
  private var end = 0
  private var decidedEnd = 0

  /// Number of images that are open in the last event.
  private var lastImageDepth = 0

  /// True if what was built last ends a line.
  private var isAtLineStart = true

  /// The image that is open.
  private var image: OpenImage?

  /// Raw HTML that is not read yet, as a tag in it is not complete.
  private var html = RawHTML()

  private var code: CodeConverter?
  private var notes: MarkdownNotes

  /// The most bytes that are read at once.
  private static let longestPiece = 1 << 13

  /// A reader at the start of a document.
  ///
  /// - Parameters:
  ///   - options: Options of the document.
  ///   - name: Name of the document in findings.
  init(_ options: MarkupOptions, name: String) {
    var own = MarkdownOptions()
    own.keepsExtraCells = true
    own.lookahead = options.readsWords ? .word : .paragraph
    self.options = own
    readsWhole = options.readsWhole
    code = options.codeHighlighter.map { CodeConverter($0, options) }
    notes = MarkdownNotes(name)
    parser = MarkdownParser(options: own)
  }

  /// True if it has not read all bytes that it was given.
  private(set) var hasMore = false

  /// True if the end of the document has not come.
  var isUnfinished: Bool { !isFinished }

  /// Takes the findings that have their places.
  mutating func takeFindings() -> [Diagnostic] {
    notes.takeFindings() + (code?.takeFindings() ?? [])
  }

  /// Reads some of the next part of a document.
  ///
  /// - Parameters:
  ///   - bytes: Bytes left over from the part before, and the bytes that have come since.
  ///   - isLast: True if the document ends with it.
  ///   - builder: Takes what is in them.
  /// - Returns: Number of bytes that no more is found out about.
  mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, into builder: inout TreeBuilder
  ) -> Int {
    let base = builder.log.base
    if readsWhole, !isBegun {
      guard isLast else { return 0 }
      parser = MarkdownParser(
        options: options, outline: MarkdownOutline(of: bytes, options: options))
    }
    isBegun = true
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
    hasMore = stop < bytes.count
    if isLast, !hasMore, !isFinished {
      isFinished = true
      parser.finish()
      takeEvents(&builder)
      builder.siblings?.endInput()
    }
    decidedEnd = builder.siblings?.decide(before: end) ?? end
    build(into: &builder)
    builder.setBase(base)
    var held = parser.heldSource
    if let source = html.source { held = min(held, source) }
    if let source = code?.heldSource { held = min(held, source) }
    if built < events.all.count { held = min(held, events.all[built].source) }
    return isFinished ? bytes.count : min(max(0, held - base), bytes.count)
  }

  // MARK: Events

  /// Takes the events of the parser, and lets the counter of siblings look at them.
  private mutating func takeEvents(_ builder: inout TreeBuilder) {
    var more = MarkdownEvents()
    if built == events.all.count {
      events.removeAll()
      swap(&more, &events)
      built = 0
    } else if built > 1 << 10 {
      events.removeFirst(built)
      built = 0
    }
    parser.exchangeEvents(with: &more)
    notes.read(more)
    code?.color(&more)
    let first = events.all.count
    if first == 0 { events = more } else { events.append(more) }
    for event in events.all[first...] {
      if builder.siblings != nil { lookAhead(event, &builder) }
      end += event.size
    }
  }

  /// Says to the counter of siblings what an event starts and ends.
  private mutating func lookAhead(_ event: MarkdownEvent, _ builder: inout TreeBuilder) {
    _ = builder.siblings?.decide(before: end)
    let element = event.element
    switch event.kind {
    case .start where element == .image: lastImageDepth += 1
    case .end where element == .image:
      lastImageDepth -= 1
      if lastImageDepth == 0 { builder.siblings?.start(.img, at: end) }
    case _ where lastImageDepth > 0: break
    case .start, .empty:
      guard let own = element.element else { break }
      builder.siblings?.start(own, at: end)
      if element == .codeBlock {
        builder.siblings?.start(.code, hasClass: !event.value.isEmpty, at: end)
      }
    case .end:
      if element == .htmlBlock { readAhead(0..<0, isLast: true, event, &builder) }
      if element == .codeBlock { builder.siblings?.end(.code) }
      if let own = element.element { builder.siblings?.end(own) }
    case .html: readAhead(event.value, isLast: !event.isInHTMLBlock, event, &builder)
    case .text, .lateDefinition, .extraCells: break
    }
  }

  private func readAhead(
    _ range: Range<Int>, isLast: Bool, _ event: MarkdownEvent, _ builder: inout TreeBuilder
  ) {
    let bytes = events.bytes
    builder.siblings?.read(
      html: range, of: bytes.span, isLast: isLast, isMade: event.isMadeHTML, at: end)
  }

  // MARK: Building

  /// Builds what is decided.
  private mutating func build(into builder: inout TreeBuilder) {
    while built < events.all.count, position < decidedEnd {
      let event = events.all[built]
      if event.kind == .text, image == nil, builder.showsSpaces {
        events.replaceLineFeeds(in: event.value)
      }
      let bytes = events.bytes
      build(event, of: bytes.span, into: &builder)
      position += event.size
      built += 1
    }
    let bytes = events.bytes
    builder.text.showUnseen(in: bytes.span, &builder.line)
  }

  private mutating func build(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout TreeBuilder
  ) {
    if image != nil { return buildAlternative(event, of: bytes, into: &builder) }
    switch event.kind {
    case .start: open(event, of: bytes, into: &builder)
    case .end: close(event, of: bytes, into: &builder)
    case .empty:
      switch event.element {
      case .lineBreak:
        builder.open(MadeTag(.br), in: bytes, at: event.source)
        builder.appendLineFeed(in: bytes)
        isAtLineStart = true
      case .task:
        let isChecked = event.number != 0
        builder.open(
          MadeTag(.input, variant: isChecked ? 1 : 0), in: bytes, at: event.source
        ) {
          [("type", Array("checkbox".utf8))] + (isChecked ? [("checked", [])] : [])
            + [("disabled", [])]
        }
        isAtLineStart = false
      default:
        startLine(in: bytes, &builder)
        builder.open(MadeTag(.hr), in: bytes, at: event.source)
        endLine(in: bytes, &builder)
      }
    case .text:
      builder.setBase(event.source - event.value.lowerBound)
      builder.append(text: event.value, in: bytes)
      isAtLineStart = bytes[event.value.upperBound - 1] == 0x0A
    case .html:
      html.append(event.value, of: bytes, from: event.source)
      builder.text.showUnseen(in: bytes, &builder.line)
      readHTML(isLast: !event.isInHTMLBlock, isMade: event.isMadeHTML, into: &builder)
      isAtLineStart = bytes[event.value.upperBound - 1] == 0x0A
    case .lateDefinition, .extraCells: break
    }
  }
}

// MARK: Elements

extension MarkdownReader {
  private mutating func open(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout TreeBuilder
  ) {
    let element = event.element
    if !element.isInline, element != .tightParagraph { startLine(in: bytes, &builder) }
    guard let own = element.element else { return }
    isAtLineStart = false
    switch element {
    case .image:
      image = OpenImage(event, bytes)
      return
    case .link:
      let tag = MadeTag(
        own, value: event.value.lowerBound..<event.title.upperBound, split: event.value.count)
      builder.open(tag, in: bytes, at: event.source) { event.attributes(of: bytes) }
    case .orderedList, .headerCell, .dataCell:
      builder.open(MadeTag(own, variant: event.number), in: bytes, at: event.source) {
        event.attributes(of: bytes)
      }
    case .codeBlock:
      builder.open(MadeTag(own), in: bytes, at: event.source)
      let language = event.value.prefix { !bytes[$0].isBlank }
      builder.open(
        MadeTag(.code, variant: event.number, value: language), in: bytes, at: event.source
      ) {
        event.attributes(of: bytes)
      }
    default: builder.open(MadeTag(own), in: bytes, at: event.source)
    }
    if element.hasBlocks { endLine(in: bytes, &builder) }
  }

  private mutating func close(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout TreeBuilder
  ) {
    let element = event.element
    if element == .htmlBlock { readHTML(isLast: true, isMade: false, into: &builder) }
    guard let own = element.element else { return }
    if element.hasBlocks { startLine(in: bytes, &builder) }
    if element == .codeBlock { builder.close(.code, in: bytes, at: event.source) }
    builder.close(own, in: bytes, at: event.source)
    isAtLineStart = false
    if !element.isInline { endLine(in: bytes, &builder) }
  }

  private mutating func startLine(in bytes: Span<UInt8>, _ builder: inout TreeBuilder) {
    if !isAtLineStart { endLine(in: bytes, &builder) }
  }

  /// Appends the line feed that HTML has between two tags: a stylesheet may let it show.
  private mutating func endLine(in bytes: Span<UInt8>, _ builder: inout TreeBuilder) {
    builder.appendLineFeed(in: bytes)
    isAtLineStart = true
  }

  /// Takes an event in an image into its alternative text, which is one line, or ends the image.
  private mutating func buildAlternative(
    _ event: MarkdownEvent, of bytes: Span<UInt8>, into builder: inout TreeBuilder
  ) {
    switch event.kind {
    case .text, .html: image?.text += event.value.map { bytes[$0] == 0x0A ? 0x20 : bytes[$0] }
    case .empty: image?.text.append(0x20)
    case .start where event.element == .image: image?.depth += 1
    case .end where event.element == .image:
      image?.depth -= 1
      guard let open = image, open.depth == 0 else { return }
      image = nil
      builder.open(MadeTag(.img, isKept: false), in: bytes, at: open.source) { open.attributes }
    default: break
    }
  }

  /// Reads raw HTML as far as it is there; tags of elements that Markdown may not have are text.
  private mutating func readHTML(isLast: Bool, isMade: Bool, into builder: inout TreeBuilder) {
    guard !html.bytes.isEmpty else { return }
    // Taken out, so that it is read while all else changes.
    var raw = RawHTML()
    swap(&raw, &html)
    var next = 0
    while next < raw.bytes.count {
      let bytes = raw.bytes
      builder.setBase(raw.source(of: next) - next)
      guard !isMade, bytes[next] == 0x3C,
        !MarkupElement.isTagInMarkdown(at: next, in: bytes.span)
      else {
        let end = builder.step(at: next, in: bytes.span, isLast: isLast)
        if end == next { break }
        next = end
        continue
      }
      let name = MarkupElement.nameOfTag(at: next, in: bytes.span)
      if let message = notes.message(aboutTag: String(name, of: bytes.span)) {
        builder.log.add(
          .note, MarkupProblem.unknownElement.code, at: next..<name.upperBound, message)
      }
      builder.append(text: next..<next + 1, in: bytes.span)
      next += 1
    }
    let bytes = raw.bytes
    builder.text.showUnseen(in: bytes.span, &builder.line)
    builder.document.willDrop(first: next)
    raw.removeFirst(next)
    swap(&raw, &html)
  }
}

/// An image whose alternative text is read.
private struct OpenImage {
  let source: Int
  private let destination: [UInt8]
  private let title: [UInt8]
  var text: [UInt8] = []
  var depth = 1

  init(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    source = event.source
    var destination: [UInt8] = []
    destination.appendDestination(event.value, of: bytes)
    self.destination = destination
    title = event.title.map { bytes[$0] }
  }

  var attributes: [MadeTag.Attribute] {
    [("src", destination), ("alt", text)] + (title.isEmpty ? [] : [("title", title)])
  }
}

/// Raw HTML, and where its parts stand in the document.
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
  /// Room that it takes among the positions of events.
  fileprivate var size: Int { value.count + title.count + 1 }

  /// True for raw HTML of which more may follow.
  fileprivate var isInHTMLBlock: Bool { element == .htmlBlock }

  /// True for HTML that the program has made.
  fileprivate var isMadeHTML: Bool { element == .codeBlock }

  /// The attributes of the innermost element that it starts.
  fileprivate func attributes(of bytes: Span<UInt8>) -> [MadeTag.Attribute] {
    switch element {
    case .link:
      var destination: [UInt8] = []
      destination.appendDestination(value, of: bytes)
      return [("href", destination)]
        + (title.isEmpty ? [] : [("title", title.map { bytes[$0] })])
    case .codeBlock:
      let language = value.prefix { !bytes[$0].isBlank }.map { bytes[$0] }
      guard !language.isEmpty else { return [] }
      let prefix = number == 0 ? "language-" : "highlighted language-"
      return [("class", Array(prefix.utf8) + language)]
    case .orderedList: return number == 1 ? [] : [("start", Array(String(number).utf8))]
    case .headerCell, .dataCell:
      let alignment = CellAlignment(rawValue: number) ?? .none
      return alignment == .none ? [] : [("align", Array("\(alignment)".utf8))]
    default: return []
    }
  }
}

extension MarkdownElement {
  /// The element of HTML; nil where there is none.
  fileprivate var element: MarkupElement? {
    switch self {
    case .tightParagraph, .htmlBlock: nil
    case .paragraph: .p
    case .heading1: .h1
    case .heading2: .h2
    case .heading3: .h3
    case .heading4: .h4
    case .heading5: .h5
    case .heading6: .h6
    case .blockQuote: .blockquote
    case .bulletList: .ul
    case .orderedList: .ol
    case .listItem: .li
    case .codeBlock: .pre
    case .thematicBreak: .hr
    case .table: .table
    case .tableHead: .thead
    case .tableBody: .tbody
    case .tableRow: .tr
    case .headerCell: .th
    case .dataCell: .td
    case .emphasis: .em
    case .strong: .strong
    case .strikethrough: .del
    case .code: .code
    case .link: .a
    case .image: .img
    case .task: .input
    case .lineBreak: .br
    }
  }
}
