import Bytes

/// An element of a Markdown document, by its name in HTML.
package enum MarkdownElement: String, Sendable {
  case paragraph = "p"
  /// A paragraph of a tight list, for which HTML has no element.
  case tightParagraph = ""
  case heading1 = "h1"
  case heading2 = "h2"
  case heading3 = "h3"
  case heading4 = "h4"
  case heading5 = "h5"
  case heading6 = "h6"
  case blockQuote = "blockquote"
  case bulletList = "ul"
  /// `number` is its first number.
  case orderedList = "ol"
  case listItem = "li"
  /// `value` is the info string of the fence. In HTML there is a `code` in it.
  case codeBlock = "pre"
  /// A block of raw HTML.
  case htmlBlock = "html"
  case thematicBreak = "hr"
  case table = "table"
  case tableHead = "thead"
  case tableBody = "tbody"
  case tableRow = "tr"
  /// `number` is the raw value of its `CellAlignment`.
  case headerCell = "th"
  /// `number` is the raw value of its `CellAlignment`.
  case dataCell = "td"
  case emphasis = "em"
  case strong = "strong"
  case strikethrough = "del"
  case code = "code"
  /// `value` is its destination.
  case link = "a"
  /// `value` is its source; the text up to its end is the alternative text.
  case image = "img"
  /// The box of a task; `number` is 1 if it is checked.
  case task = "input"
  case lineBreak = "br"

  /// The heading of a level from 1 to 6.
  static func heading(_ level: Int) -> MarkdownElement {
    MarkdownElement(rawValue: "h\(level)") ?? .heading6
  }
}

/// Line and column in a document, from 1, as the number of an event.
package struct SourcePlace {
  package let line: Int
  package let column: Int

  private static let columns = 1 << 16

  init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// The place that a number stands for.
  package init(_ number: Int) {
    self.init(line: number / Self.columns, column: number % Self.columns)
  }

  var number: Int { line * Self.columns + min(column, Self.columns - 1) }
}

/// Alignment of the cells of a table's column.
package enum CellAlignment: Int, Sendable {
  case none
  case left
  case center
  case right
}

/// A part of a Markdown document.
///
/// Its ranges are of the `bytes` of the `MarkdownEvents` it is in.
package struct MarkdownEvent: Equatable, Sendable {
  /// Kind of part.
  package enum Kind: UInt8, Sendable {
    /// Start of an element.
    case start
    /// End of the innermost open element.
    case end
    /// An element without content: a task's box, a line break or a thematic break.
    case empty
    /// Text, with references and escapes resolved; a line feed is a soft line break.
    case text
    /// Raw HTML.
    case html
    /// A link reference definition that came after a use of its label, which stayed text.
    /// `number` is its `SourcePlace`.
    case lateDefinition
    /// A row of a table that has begun has cells without a column; `number` is the `SourcePlace` of
    /// the first of them.
    case extraCells
  }

  /// Kind of part.
  package let kind: Kind

  /// The element that starts or ends, or is empty.
  package let element: MarkdownElement

  /// A number of the element; 0 if it has none.
  package let number: Int

  /// The text, HTML or label, or an attribute of the element.
  package internal(set) var value: Range<Int>

  /// Title of a link or an image; empty if it has none.
  package let title: Range<Int>
}

/// Events that a parser has found out since it was last given input, and their bytes.
package struct MarkdownEvents: Sendable {
  /// The events, in order.
  package private(set) var all: [MarkdownEvent] = []

  /// The bytes that the ranges of the events are of.
  package private(set) var bytes: [UInt8] = []

  /// No events.
  package init() {}

  /// Forgets the events.
  package mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Starts an element; `write` and `writeTitle` append its attributes.
  package mutating func start(
    _ element: MarkdownElement, number: Int = 0, value write: (inout [UInt8]) -> Void = { _ in },
    title writeTitle: (inout [UInt8]) -> Void = { _ in }
  ) {
    append(.start, element, number: number, value: write, title: writeTitle)
  }

  /// Ends an element.
  package mutating func end(_ element: MarkdownElement) {
    append(.end, element)
  }

  /// Appends an event; text and HTML go on with what is there.
  package mutating func append(
    _ kind: MarkdownEvent.Kind, _ element: MarkdownElement = .paragraph, number: Int = 0,
    value write: (inout [UInt8]) -> Void = { _ in },
    title writeTitle: (inout [UInt8]) -> Void = { _ in }
  ) {
    let start = bytes.count
    write(&bytes)
    let middle = bytes.count
    writeTitle(&bytes)
    if kind == .text || kind == .html {
      guard middle > start else { return }
      if let last = all.indices.last, all[last].kind == kind {
        all[last].value = all[last].value.lowerBound..<middle
        return
      }
    }
    all.append(
      MarkdownEvent(
        kind: kind, element: element, number: number, value: start..<middle,
        title: middle..<bytes.count))
  }
}
