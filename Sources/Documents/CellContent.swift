import Bytes
import CellLayout
import StyledText
import Styling

/// Content of cells, one after the other: text, and the blocks in it.
struct CellContent {
  enum Item {
    /// Text, and the numbers of the boxes in it, which are laid out.
    case text(Range<Int>, boxes: Range<Int>)
    /// Start of a block, with its style.
    case open(StyleID)
    case close
  }

  private(set) var text = StyledLines()
  private(set) var boxes: [Range<Int>] = []
  private(set) var items: [Item] = []

  /// Adds text to the cell whose items begin at an index.
  mutating func append(
    _ line: StyledLines, _ range: Range<Int>, boxes more: [Range<Int>], toItemsFrom first: Int
  ) {
    let (start, box) = (text.bytes.count, boxes.count)
    text.append(line, in: range)
    for one in more {
      boxes.append(
        start + one.lowerBound - range.lowerBound..<start + one.upperBound - range.lowerBound)
    }
    if items.count > first, case .text(let last, let own)? = items.last, last.upperBound == start {
      items[items.count - 1] = .text(
        last.lowerBound..<text.bytes.count, boxes: own.lowerBound..<boxes.count)
    } else {
      items.append(.text(start..<text.bytes.count, boxes: box..<boxes.count))
    }
  }

  mutating func append(_ item: Item) { items.append(item) }

  /// The content of some items alone.
  subscript(range: Range<Int>) -> CellContent {
    var content = CellContent()
    for item in items[range] {
      guard case .text(let part, let own) = item else {
        content.append(item)
        continue
      }
      content.append(text, part, boxes: Array(boxes[own]), toItemsFrom: content.items.count)
    }
    return content
  }

  /// Adds some items of another content with at most `most` bytes of text, and an ellipsis where
  /// text is left out.
  mutating func append(_ other: CellContent, _ range: Range<Int>, atMost most: Int) {
    let first = items.count
    var room = most
    var skipped = 0
    for item in other.items[range] {
      switch item {
      case .text(let part, let own) where part.count <= room:
        append(other.text, part, boxes: Array(other.boxes[own]), toItemsFrom: first)
        room -= part.count
      case .text(let part, _) where room > 0:
        var end = part.lowerBound + room
        while end > part.lowerBound, other.text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        append(other.text, part.lowerBound..<end, boxes: [], toItemsFrom: first)
        var mark = StyledLines()
        mark.append(
          0..<Self.mark.count, of: Self.mark.span,
          other.text.runs[other.text.runIndex(at: part.lowerBound)].style)
        append(mark, 0..<Self.mark.count, boxes: [], toItemsFrom: first)
        room = 0
      case .text: break
      case .open where room > 0: append(item)
      case .open: skipped += 1
      case .close where skipped > 0: skipped -= 1
      case .close: append(item)
      }
    }
  }

  private static let mark = Array("…".utf8)

  /// Upper bound of the width in cells of a line of some items; nil if only a layout can tell it.
  ///
  /// No character but the tab has more cells than bytes.
  func mostCells(in items: Range<Int>) -> Int? {
    var count = 0
    for item in self.items[items] {
      guard case .text(let range, _) = item, !text.bytes[range].contains(0x09) else { return nil }
      count += range.count
    }
    return count
  }

  /// True if some items have no text but white space.
  func isBlank(_ items: Range<Int>) -> Bool {
    self.items[items].allSatisfy { item in
      guard case .text(let range, let boxes) = item else { return true }
      return boxes.isEmpty && text.bytes[range].allSatisfy(\.isASCIIWhitespace)
    }
  }

  /// Calls a function with the approximate width of each word, as lines break in cells: at blanks,
  /// between ideographs, and behind signs, but for those inside numbers and dates.
  @inline(__always)
  func forEachWord(in items: Range<Int>, _ body: (Int) -> Void) {
    for case .text(let range, _) in self.items[items] {
      var count = 0
      for index in range {
        let byte = text.bytes[index]
        switch byte {
        case 0x20, 0x09, 0x0A:
          if count > 0 { body(count) }
          count = 0
        case 0x80...0xBF: break
        case Self.firstIdeographic...:
          if count > 0 { body(count) }
          count = 2
        default: count += 1
        }
        guard LineFitter.endsPart(byte) else { continue }
        let isInNumber =
          index > range.lowerBound && text.bytes[index - 1].isASCIIDigit
          && index + 1 < range.upperBound && text.bytes[index + 1].isASCIIDigit
        if !isInNumber {
          body(count)
          count = 0
        }
      }
      if count > 0 { body(count) }
    }
  }

  /// Approximate width in cells of the longest word of some items.
  func longestWord(in items: Range<Int>) -> Int {
    var longest = 0
    forEachWord(in: items) { longest = max(longest, $0) }
    return longest
  }

  /// First byte of the ideographs, kana and Hangul, which are wide (U+3000).
  private static let firstIdeographic: UInt8 = 0xE3

  /// True for one word of digits and the separators of dates and times.
  func isDate(_ items: Range<Int>) -> Bool {
    guard items.count == 1, case .text(let range, _) = self.items[items.lowerBound],
      let first = range.first, text.bytes[first].isASCIIDigit
    else { return false }
    return text.bytes[range].allSatisfy { byte in byte.isASCIIDigit || Self.dateSigns.contains(byte)
    }
  }

  private static let dateSigns = Array("-:./+TZ".utf8)

  /// The text of some items, and its width in cells, if it is one line without boxes.
  func plainLine(of items: Range<Int>) -> (range: Range<Int>, cells: Int)? {
    guard items.count <= 1 else { return nil }
    guard let item = self.items[items].first else { return (0..<0, 0) }
    guard case .text(let range, let boxes) = item, boxes.isEmpty, !range.isEmpty else { return nil }
    return text.bytes.span.extracting(range).cellsOfPlainLine.map { (range, $0) }
  }

  mutating func removeAll() {
    text.removeAll()
    boxes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
  }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    text.visit(body)
    for index in items.indices {
      guard case .open(var style) = items[index] else { continue }
      body(&style)
      items[index] = .open(style)
    }
  }
}
