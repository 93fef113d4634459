import Bytes
import Markdown
import StyledText

/// Writes the events of Markdown as markup, whose blocks are lines.
///
/// Elements that markup lacks are spans with the name of the element in HTML as their class. Every
/// line is complete in itself, so line breaks in an element of a paragraph are blanks or `<br>`.
struct MarkdownMarkupWriter {
  /// The markup since `removeAll`.
  private(set) var markup: [UInt8] = []

  /// An open block with blocks in it.
  private enum Container: Equatable {
    case quote
    /// A list, with the number of its next item if it has numbers.
    case list(next: Int?)
    /// An item, with the text before its first line.
    case item(marker: String, isWritten: Bool)

    var isItem: Bool {
      if case .item = self { true } else { false }
    }
  }

  /// An open element of a line.
  private struct Inline {
    let name: String
    let tag: [UInt8]
  }

  /// The most containers that lines are indented for; else short lines would become long ones.
  private static let mostIndents = 16

  /// The longest name of a language that becomes a class of each line.
  private static let longestLanguage = 32

  private var containers: [Container] = []
  private var inlines: [Inline] = []

  /// Number of elements of `inlines` whose tags are written on this line.
  private var openCount = 0

  private var isAtLineStart = true
  private var needsBlankLine = false
  private var isFirstCell = true

  /// Number of links that are open, in each other only in raw HTML.
  private var linkDepth = 0

  /// True in a block of code, whose element ends and begins again with each line.
  private var isCode = false

  /// True in a block of HTML that has no text yet.
  private var isEmptyHTML = false

  /// Forgets the markup; what is open stays open.
  mutating func removeAll() { markup.removeAll(keepingCapacity: true) }

  /// Appends events that are safe.
  mutating func append(_ events: MarkdownEvents) {
    let bytes = events.bytes.span
    for event in events.all {
      switch event.kind {
      case .text: appendText(event.value, of: bytes)
      case .html: appendTags(event.value, of: bytes)
      case .start: start(event, bytes)
      case .end: end(event.element)
      case .empty: appendEmpty(event)
      case .lateDefinition: break
      }
    }
  }

  // MARK: - Lines

  private mutating func endLine() {
    guard !isAtLineStart else { return }
    while openCount > 0 {
      openCount -= 1
      appendEnd(inlines[openCount].name)
    }
    markup.append(0x0A)
    isAtLineStart = true
  }

  /// Starts a block on a line of its own.
  private mutating func startBlock() {
    endLine()
    guard needsBlankLine else { return }
    appendBlankLine()
    needsBlankLine = false
  }

  private mutating func endBlock() {
    endLine()
    needsBlankLine = true
  }

  private mutating func appendBlankLine() {
    let count = containers.prefix(Self.mostIndents).lastIndex(of: .quote).map { $0 + 1 } ?? 0
    appendPrefix(0..<count)
    if markup.last == 0x20 { markup.removeLast() }
    markup.append(0x0A)
  }

  /// Appends bars of block quotes and markers of items.
  private mutating func appendPrefix(_ indices: Range<Int>) {
    let indented = indices.prefix(Self.mostIndents)
    let firstQuote = indented.first { containers[$0] == .quote }
    let lastQuote = indented.last { containers[$0] == .quote }
    for index in indices {
      switch containers[index] {
      case .quote where index < Self.mostIndents:
        if index == firstQuote { markup.append("<span class=\"blockquote\">") }
        markup.append("│")
        markup.append(index == lastQuote ? "</span> " : " ")
      case .item(let marker, isWritten: true) where index < Self.mostIndents:
        markup += repeatElement(0x20, count: marker.unicodeScalars.count + 1)
      case .item(let marker, isWritten: false):
        markup += "<span class=\"marker\">\(marker)</span> ".utf8
        containers[index] = .item(marker: marker, isWritten: true)
      default: break
      }
    }
  }

  /// Starts the content of a line, or goes on with it.
  private mutating func startContent() {
    if isEmptyHTML { startBlock() }
    isEmptyHTML = false
    if isAtLineStart { appendPrefix(containers.indices) }
    isAtLineStart = false
    while openCount < inlines.count {
      markup += inlines[openCount].tag
      openCount += 1
    }
  }

  private mutating func appendEnd(_ name: String) {
    markup += "</\(name)>".utf8
  }

  // MARK: - Elements of a line

  private mutating func appendText(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var start = range.lowerBound
    while true {
      let end = bytes.firstOffset(of: 0x0A, from: start, to: range.upperBound)
      if end > start {
        startContent()
        appendEscaped(bytes.extracting(start..<end), to: &markup)
      }
      guard end < range.upperBound else { return }
      appendLineFeed()
      start = end + 1
    }
  }

  private mutating func appendLineFeed() {
    if isAtLineStart {
      if !isEmptyHTML { appendBlankLine() }
    } else if openCount > 0, !isCode {
      // Elements of a paragraph may be very many, so that each line cannot have them all.
      markup.append(0x20)
    } else {
      endLine()
    }
  }

  private mutating func open(_ name: String, _ attributes: String = "") {
    if name == "a" { linkDepth += 1 }
    inlines.append(Inline(name: name, tag: Array("<\(name)\(attributes)>".utf8)))
  }

  private mutating func open(class name: String) { open("span", " class=\"\(name)\"") }

  private mutating func close() {
    guard let inline = inlines.popLast() else { return }
    if inline.name == "a" { linkDepth -= 1 }
    guard openCount > inlines.count else { return }
    openCount -= 1
    appendEnd(inline.name)
  }

  /// Appends an element of raw HTML, whose tags are next to each other.
  private mutating func appendTags(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes.firstOffset(of: 0x3E, from: start, to: range.upperBound)
      let text = String(start + 1..<end, of: bytes)
      start = end + 1
      if text == "br" {
        appendBreak()
      } else if text.hasPrefix("/") {
        close()
      } else {
        let name = text.prefix { $0 != " " }
        open(String(name), String(text.dropFirst(name.count)))
      }
    }
  }

  private mutating func appendBreak() {
    startContent()
    if openCount > 0 { markup.append("<br>") } else { endLine() }
  }

  // MARK: - Elements of Markdown

  private mutating func start(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    let element = event.element
    switch element {
    case .emphasis, .strong, .strikethrough, .code: open(element.rawValue)
    case .link, .image:
      let target = escape(String(event.value, of: bytes))
      let name = element == .image ? " class=\"img\"" : ""
      if linkDepth > 0 { open("span", name) } else { open("a", "\(name) href=\"\(target)\"") }
    case .tableRow:
      endLine()
      isFirstCell = true
    case .headerCell, .dataCell:
      if !isFirstCell {
        startContent()
        markup.append(" │ ")
      }
      isFirstCell = false
      open(class: element.rawValue)
    case .tableHead, .tableBody: break
    case .htmlBlock:
      endLine()
      isEmptyHTML = true
    default:
      startBlock()
      startContainer(event, bytes)
    }
  }

  private mutating func startContainer(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    switch event.element {
    case .blockQuote: containers.append(.quote)
    case .bulletList: containers.append(.list(next: nil))
    case .orderedList: containers.append(.list(next: event.number))
    case .listItem:
      var marker = "•"
      if case .list(let number?)? = containers.last {
        marker = "\(number)."
        containers[containers.count - 1] = .list(next: number + 1)
      }
      containers.append(.item(marker: marker, isWritten: false))
    case .codeBlock:
      isCode = true
      let language = event.value.prefix { bytes[$0].isLanguageByte }
      let isClass = 1...Self.longestLanguage ~= language.count
      open("code", isClass ? " class=\"language-\(String(language, of: bytes))\"" : "")
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      open(class: event.element.rawValue)
    default: break
    }
  }

  private mutating func end(_ element: MarkdownElement) {
    switch element {
    case .emphasis, .strong, .strikethrough, .code, .link, .image, .headerCell, .dataCell: close()
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6, .codeBlock:
      close()
      isCode = false
      endBlock()
    case .tableHead, .tableBody: break
    case .tableRow, .tightParagraph: endLine()
    case .htmlBlock where isEmptyHTML: isEmptyHTML = false
    case .blockQuote:
      containers.removeLast()
      endBlock()
    case .listItem:
      if case .item(_, isWritten: false)? = containers.last { startContent() }
      endLine()
      containers.removeLast()
    case .bulletList, .orderedList:
      containers.removeLast()
      // A tight list in a list has no blank line behind it.
      if !containers.contains(where: \.isItem) { endBlock() }
    default: endBlock()
    }
  }

  private mutating func appendEmpty(_ event: MarkdownEvent) {
    switch event.element {
    case .lineBreak: appendBreak()
    case .task:
      open("span", event.number == 0 ? " class=\"task\"" : " class=\"task checked\"")
      startContent()
      markup.append(event.number == 0 ? "☐" : "☑")
      close()
    default:
      startBlock()
      open(class: event.element.rawValue)
      startContent()
      markup.append("──────────")
      close()
      endBlock()
    }
  }
}

extension UInt8 {
  /// True if the name of a language may have the byte.
  fileprivate var isLanguageByte: Bool {
    switch self {
    case 0x23, 0x2B, 0x2D, 0x2E, 0x5F: true
    default: isASCIILetter || isASCIIDigit
    }
  }
}
