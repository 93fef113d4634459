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
  /// `value` is the info string of the fence. In HTML it contains a `code` element.
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
  /// The checkbox of a task; `number` is 1 if it is checked.
  case task
  case lineBreak
  /// A formula in its original spelling, with its delimiters; `number` is 1 if its lines stay.
  case formula
  /// A mark that refers to a footnote; `value` is its label, and `number` its number. `title`
  /// counts the marks of a footnote from the second one on.
  case footnoteMark
  /// A footnote at its definition; `value` is its label, and `number` its number, known at the end
  /// of a document that is read whole.
  case footnote
  /// All footnotes of a document; the parser never emits it.
  case footnotes

  /// The heading of a level from 1 to 6.
  static func heading(_ level: Int) -> MarkdownElement {
    let first = MarkdownElement.heading1.rawValue
    return MarkdownElement(rawValue: first + UInt8(min(level, 6)) - 1) ?? .heading6
  }
}

/// A block quote that GitHub shows with a title.
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
/// Its ranges refer to the `bytes` of its `MarkdownEvents`.
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
    /// Extra cells of the open row, which have no column; `source` is that of the first.
    case extraCells
  }

  package let kind: Kind

  /// The element that starts, ends or is empty; `htmlBlock` for HTML in such a block.
  package let element: MarkdownElement

  /// A number of the element; 0 if it has none.
  package let number: Int

  /// The text, HTML or label, or an attribute of the element.
  package internal(set) var value: Range<Int>

  /// The title; empty if there is none.
  package fileprivate(set) var title: Range<Int>

  /// Offset in the document of its start; text and HTML are contiguous in the document, and other
  /// parts are other events.
  package let source: Int

  fileprivate mutating func move(by distance: Int) {
    value = value.lowerBound + distance..<value.upperBound + distance
    title = title.lowerBound + distance..<title.upperBound + distance
  }
}

/// The events of a parser since its last input, and their bytes.
package struct MarkdownEvents: Sendable {
  package private(set) var all: [MarkdownEvent] = []

  package private(set) var bytes: [UInt8] = []

  /// Offset in the document of the next appended text.
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
  ) { append(.start, element, number: number, value: write, title: writeTitle) }

  package mutating func end(_ element: MarkdownElement) { append(.end, element) }

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
    // The empty title of continued text is where the text ended at first.
    let end = max(event.value.upperBound, event.title.upperBound)
    bytes.append(event.value.lowerBound..<end, of: other)
    event.move(by: start - event.value.lowerBound)
    all.append(event)
  }

  /// Removes the end of an element if that is the last event.
  package mutating func removeLastEnd(of element: MarkdownElement) -> Bool {
    guard let last = all.last, last.kind == .end, last.element == element else { return false }
    all.removeLast()
    return true
  }

  package mutating func removeFirst(_ count: Int) {
    guard count < all.count else { return removeAll() }
    let start = all[count].value.lowerBound
    bytes.removeFirst(start)
    all.removeFirst(count)
    for index in all.indices { all[index].move(by: -start) }
  }

  /// Replaces line feeds behind ASCII in a range of the bytes by spaces.
  package mutating func replaceLineFeeds(in range: Range<Int>) {
    var offset = bytes.span.firstOffset(of: 0x0A, from: range.lowerBound, to: range.upperBound)
    while offset < range.upperBound {
      if offset > range.lowerBound, bytes[offset - 1] < 0x80 { bytes[offset] = 0x20 }
      offset = bytes.span.firstOffset(of: 0x0A, from: offset + 1, to: range.upperBound)
    }
  }

  /// Longer text becomes several events, as a row of it may be thousands of cells wide.
  private static let longestText = 1 << 10

  /// Appends an event; text and HTML continue the last event if possible.
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
