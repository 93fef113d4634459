import Bytes

/// Writes the events of a Markdown parser as the HTML of the specification.
package struct MarkdownHTMLWriter {
  /// The HTML since `removeAll`.
  package private(set) var html: [UInt8] = []

  /// Names of elements whose tags were escaped since `removeAll`.
  package private(set) var escapedNames: [String] = []

  /// Tells the elements whose tags are passed through, by the name; nil for all raw HTML.
  private let keepsElement: (@Sendable (Range<Int>, Span<UInt8>) -> Bool)?

  /// Number of images that are open; their content is an attribute.
  private var imageDepth = 0

  /// Title of the image that is open.
  private var title: [UInt8] = []

  /// True at the start of a line.
  private var isAtLineStart = true

  /// A writer that escapes raw HTML but for comments and some elements.
  package init(keepsElement: (@Sendable (Range<Int>, Span<UInt8>) -> Bool)? = nil) {
    self.keepsElement = keepsElement
  }

  /// Forgets the HTML; what is open stays open.
  package mutating func removeAll() {
    if let last = html.last { isAtLineStart = last == 0x0A }
    html.removeAll(keepingCapacity: true)
    escapedNames.removeAll()
  }

  /// Appends events.
  package mutating func append(_ events: MarkdownEvents) {
    let bytes = events.bytes.span
    for event in events.all {
      if imageDepth > 0 {
        appendAlternative(event, bytes)
        continue
      }
      switch event.kind {
      case .start: start(event, bytes)
      case .end: end(event.element)
      case .empty: appendEmpty(event)
      case .html where keepsElement == nil: html.append(event.value, of: bytes)
      case .html: appendKept(event.value, of: bytes)
      case .text: html.appendEscapedHTML(event.value, of: bytes)
      case .lateDefinition, .extraCells: break
      }
    }
  }

  /// Appends raw HTML with the tags of elements that are kept, and comments; other tags are text.
  private mutating func appendKept(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var start = range.lowerBound
    while true {
      let tag = bytes.firstOffset(of: 0x3C, from: start, to: range.upperBound)
      html.append(start..<tag, of: bytes)
      guard tag < range.upperBound else { return }
      let isEnd = tag + 1 < range.upperBound && bytes[tag + 1] == 0x2F
      var end = tag + (isEnd ? 2 : 1)
      let name = end
      while end < range.upperBound, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
      let isComment =
        tag + 3 < range.upperBound && bytes[tag + 1] == 0x21 && bytes[tag + 2] == 0x2D
        && bytes[tag + 3] == 0x2D
      if isComment || end > name && keepsElement?(name..<end, bytes) == true {
        html.append(0x3C)
      } else {
        html += "&lt;".utf8
        if end > name, escapedNames.count < Self.mostNames {
          escapedNames.append(String(name..<end, of: bytes))
        }
      }
      start = tag + 1
    }
  }

  /// The most names of elements that are kept for notes.
  private static let mostNames = 100

  private mutating func startLine() {
    if let last = html.last { isAtLineStart = last == 0x0A }
    if !isAtLineStart { html.append(0x0A) }
  }

  private mutating func start(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    let element = event.element
    guard !element.isTagless else {
      if element == .htmlBlock { startLine() }
      return
    }
    if !element.isInline { startLine() }
    html.append(0x3C)
    html.append(element.name)
    switch element {
    case .link, .image:
      html.append(element == .link ? " href=\"" : " src=\"")
      html.appendURL(event.value, of: bytes)
      html.append(0x22)
      if element == .image { return startAlternative(event.title, bytes) }
      appendTitle(event.title, of: bytes)
    case .codeBlock:
      html.append("><code")
      let end = event.value.first { bytes[$0].isBlank } ?? event.value.upperBound
      guard event.value.lowerBound < end else { break }
      html.append(" class=\"language-")
      html.appendEscapedHTML(event.value.lowerBound..<end, of: bytes)
      html.append(0x22)
    case .orderedList where event.number != 1:
      html.append(" start=\"")
      html.appendDecimal(event.number)
      html.append(0x22)
    case .headerCell, .dataCell:
      html.append((CellAlignment(rawValue: event.number) ?? .none).attribute)
    default: break
    }
    html.append(0x3E)
    if element.hasBlocks { html.append(0x0A) }
  }

  private mutating func end(_ element: MarkdownElement) {
    guard !element.isTagless else { return }
    if element.hasBlocks { startLine() }
    html.append(element == .codeBlock ? "</code></" : "</")
    html.append(element.name)
    html.append(0x3E)
    if !element.isInline { html.append(0x0A) }
  }

  private mutating func appendEmpty(_ event: MarkdownEvent) {
    switch event.element {
    case .lineBreak: html.append("<br />\n")
    case .task:
      html.append("<input type=\"checkbox\"")
      html.append(event.number == 0 ? " disabled=\"\" />" : " checked=\"\" disabled=\"\" />")
    default:
      startLine()
      html.append("<hr />\n")
    }
  }

  private mutating func appendTitle(_ title: Range<Int>, of bytes: Span<UInt8>) {
    guard !title.isEmpty else { return }
    html.append(" title=\"")
    html.appendEscapedHTML(title, of: bytes)
    html.append(0x22)
  }

  private mutating func startAlternative(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    imageDepth = 1
    title.removeAll()
    title.append(range, of: bytes)
    html.append(" alt=\"")
  }

  /// Appends the text of an event in an image, and ends the image.
  private mutating func appendAlternative(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    switch event.kind {
    case .text, .html:
      let start = html.count
      html.appendEscapedHTML(event.value, of: bytes)
      // The alternative text is one line.
      for offset in start..<html.count where html[offset] == 0x0A { html[offset] = 0x20 }
    case .empty: html.append(0x20)
    case .start where event.element == .image: imageDepth += 1
    case .end where event.element == .image:
      imageDepth -= 1
      guard imageDepth == 0 else { return }
      html.append(0x22)
      let title = title
      appendTitle(0..<title.count, of: title.span)
      html.append(" />")
    default: break
    }
  }
}

extension MarkdownElement {
  /// True for elements that HTML has no tags for.
  fileprivate var isTagless: Bool { self == .tightParagraph || self == .htmlBlock }

  /// True for elements in a line.
  package var isInline: Bool {
    switch self {
    case .emphasis, .strong, .strikethrough, .code, .link, .image: true
    default: false
    }
  }

  /// True for elements whose tags are lines of their own.
  package var hasBlocks: Bool {
    switch self {
    case .blockQuote, .bulletList, .orderedList, .table, .tableHead, .tableBody, .tableRow: true
    default: false
    }
  }
}

extension CellAlignment {
  /// The attribute of a cell with its space.
  fileprivate var attribute: StaticString {
    switch self {
    case .none: ""
    case .left: " align=\"left\""
    case .center: " align=\"center\""
    case .right: " align=\"right\""
    }
  }
}

extension [UInt8] {
  /// Appends a destination with two characters escaped.
  fileprivate mutating func appendURL(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var destination: [UInt8] = []
    destination.appendDestination(range, of: bytes)
    for byte in destination {
      switch byte {
      case 0x26: append("&amp;")
      case 0x27: append("&#x27;")
      default: append(byte)
      }
    }
  }

  /// Appends a destination, with what may not be in a URL percent-encoded.
  package mutating func appendDestination(_ range: Range<Int>, of bytes: Span<UInt8>) {
    for offset in range {
      let byte = bytes[offset]
      switch byte {
      case 0x22, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0...0x20, 0x7F...:
        appendPercentEncoded(byte)
      default: append(byte)
      }
    }
  }
}
