import Bytes

package enum MarkdownElement: UInt8, Sendable {
  case paragraph
  /// A paragraph of a tight list, for which HTML has no element.
  case tightParagraph
  case heading1
  case heading2
  case heading3
  case heading4
  case heading5
  case heading6
  /// `number` is the raw value of its `MarkdownAlert`; 0 for a plain one.
  case blockQuote
  case bulletList
  /// `number` is its first number.
  case orderedList
  case listItem
  /// `value` is the info string of the fence. In HTML there is a `code` in it.
  case codeBlock
  case htmlBlock
  case thematicBreak
  case table
  case tableHead
  case tableBody
  case tableRow
  /// `number` is the raw value of its `CellAlignment`.
  case headerCell
  /// `number` is the raw value of its `CellAlignment`.
  case dataCell
  case emphasis
  case strong
  case strikethrough
  case code
  /// `value` is its destination.
  case link
  /// `value` is its source; the text up to its end is the alternative text.
  case image
  /// The box of a task; `number` is 1 if it is checked.
  case task
  case lineBreak
  /// A formula with its signs, as it is written; `number` is 1 if its lines stay.
  case formula
  /// A mark that refers to a footnote; `value` is its label, and `number` its number. `title` counts
  /// the marks of a footnote from the second one on.
  case footnoteMark
  /// A footnote where it is defined; `value` is its label, and `number` its number, known at the
  /// end of a document that is read whole.
  case footnote
  /// All footnotes of a document; no parser gives it.
  case footnotes

  /// The heading of a level from 1 to 6.
  static func heading(_ level: Int) -> MarkdownElement {
    let first = MarkdownElement.heading1.rawValue
    return MarkdownElement(rawValue: first + UInt8(min(level, 6)) - 1) ?? .heading6
  }
}

/// A block quote that GitHub shows with a name.
package enum MarkdownAlert: Int, Sendable, CaseIterable {
  case note = 1
  case tip
  case important
  case warning
  case caution
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
    case lateDefinition
    /// A row of a table that has begun has cells without a column; `source` is that of the first.
    case extraCells
  }

  package let kind: Kind

  /// The element that starts or ends, or is empty; for HTML in a block of it `htmlBlock`.
  package let element: MarkdownElement

  /// A number of the element; 0 if it has none.
  package let number: Int

  /// The text, HTML or label, or an attribute of the element.
  package internal(set) var value: Range<Int>

  /// Empty if it has none.
  package fileprivate(set) var title: Range<Int>

  /// Offset in the document of its start; text and HTML are as they stand there, as what stands
  /// elsewhere is another event.
  package let source: Int

  fileprivate mutating func move(by distance: Int) {
    value = value.lowerBound + distance..<value.upperBound + distance
    title = title.lowerBound + distance..<title.upperBound + distance
  }
}

/// Events that a parser has found out since it was last given input, and their bytes.
package struct MarkdownEvents: Sendable {
  package private(set) var all: [MarkdownEvent] = []

  package private(set) var bytes: [UInt8] = []

  /// Offset in the document of what is appended next.
  package var source = 0

  package init() {}

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

  package mutating func end(_ element: MarkdownElement) {
    append(.end, element)
  }

  package mutating func append(_ other: MarkdownEvents) {
    let start = bytes.count
    bytes += other.bytes
    for var event in other.all {
      event.move(by: start)
      all.append(event)
    }
  }

  package mutating func append(_ event: MarkdownEvent, of other: Span<UInt8>) {
    var event = event
    let start = bytes.count
    // The title of text that went on stands where the text ended at first.
    let end = max(event.value.upperBound, event.title.upperBound)
    bytes.append(event.value.lowerBound..<end, of: other)
    event.move(by: start - event.value.lowerBound)
    all.append(event)
  }

  /// Takes back the end of an element if that is the last event.
  package mutating func removeLastEnd(of element: MarkdownElement) -> Bool {
    guard let last = all.last, last.kind == .end, last.element == element else { return false }
    all.removeLast()
    return true
  }

  /// Forgets the first events.
  package mutating func removeFirst(_ count: Int) {
    guard count < all.count else { return removeAll() }
    let start = all[count].value.lowerBound
    bytes.removeFirst(start)
    all.removeFirst(count)
    for index in all.indices { all[index].move(by: -start) }
  }

  /// Makes spaces of the line feeds in a range of the bytes that stand behind ASCII.
  package mutating func replaceLineFeeds(in range: Range<Int>) {
    var offset = bytes.span.firstOffset(of: 0x0A, from: range.lowerBound, to: range.upperBound)
    while offset < range.upperBound {
      if offset > range.lowerBound, bytes[offset - 1] < 0x80 { bytes[offset] = 0x20 }
      offset = bytes.span.firstOffset(of: 0x0A, from: offset + 1, to: range.upperBound)
    }
  }

  /// Longer text is several events, as a row of it may be thousands of cells wide.
  private static let longestText = 1 << 10

  /// Appends an event; text and HTML go on with what is there.
  package mutating func append(
    _ kind: MarkdownEvent.Kind, _ element: MarkdownElement = .paragraph, number: Int = 0,
    value write: (inout [UInt8]) -> Void = { _ in },
    title writeTitle: (inout [UInt8]) -> Void = { _ in }
  ) {
    var start = bytes.count
    var source = source
    write(&bytes)
    let middle = bytes.count
    writeTitle(&bytes)
    if kind == .text || kind == .html {
      guard middle > start else { return }
      self.source += middle - start
      // A control sequence in code, and a tag in HTML, stay in one event.
      let mayBeParted = kind == .text && element != .codeBlock
      if let last = all.indices.last, all[last].kind == kind, all[last].element == element,
        all[last].source + all[last].value.count == source,
        !mayBeParted || middle - all[last].value.lowerBound <= Self.longestText
      {
        all[last].value = all[last].value.lowerBound..<middle
        return
      }
      while mayBeParted, middle - start > Self.longestText {
        var end = start + Self.longestText
        for _ in 0..<3 where bytes[end] & 0xC0 == 0x80 { end -= 1 }
        all.append(
          MarkdownEvent(
            kind: kind, element: element, number: number, value: start..<end, title: end..<end,
            source: source))
        source += end - start
        start = end
      }
    }
    all.append(
      MarkdownEvent(
        kind: kind, element: element, number: number, value: start..<middle,
        title: middle..<bytes.count, source: source))
  }
}
