import Bytes
import CellLayout
import StyledText
import Styling

/// Text of a paragraph that is not in rows yet, with its spaces collapsed as `white-space` says.
struct ParagraphText {
  /// The text as UTF-8, in which line feeds are line breaks.
  private(set) var bytes: [UInt8] = []

  /// The end of each run, and its style.
  private(set) var runEnds: [Int] = []
  private(set) var styles: [StyleID] = []

  /// Parts in which no line breaks: boxes.
  private(set) var atoms: [Range<Int>] = []

  /// True if a space that comes next is dropped.
  private var dropsSpace = true

  /// True if there is no text.
  var isEmpty: Bool { bytes.isEmpty }

  /// Adds text.
  ///
  /// - Parameters:
  ///   - line: The text, with laid-out boxes.
  ///   - range: The part of it.
  ///   - boxes: Its boxes, in which nothing collapses.
  ///   - whiteSpace: The property of the block.
  mutating func append(
    _ line: LineBuffer, _ range: Range<Int>, boxes: [Range<Int>] = [], _ whiteSpace: WhiteSpace
  ) {
    var offset = range.lowerBound
    var run = line.runIndex(at: offset)
    var box = 0
    while offset < range.upperBound {
      let style = line.runs[run].style
      var end = min(line.end(ofRun: run), range.upperBound)
      while box < boxes.count, boxes[box].upperBound <= offset { box += 1 }
      let isInBox = box < boxes.count && boxes[box].contains(offset)
      if box < boxes.count {
        end = min(end, isInBox ? boxes[box].upperBound : max(offset + 1, boxes[box].lowerBound))
      }
      let start = bytes.count
      if whiteSpace.collapses, !isInBox {
        collapse(offset..<end, of: line.bytes, keepsLineFeeds: whiteSpace == .preLine)
      } else {
        bytes.append(offset..<end, of: line.bytes.span)
        dropsSpace = false
      }
      if isInBox {
        if let last = atoms.last, last.upperBound == start, offset > boxes[box].lowerBound {
          atoms[atoms.count - 1] = last.lowerBound..<bytes.count
        } else {
          atoms.append(start..<bytes.count)
        }
      }
      if bytes.count > start {
        if styles.last == style {
          runEnds[runEnds.count - 1] = bytes.count
        } else {
          styles.append(style)
          runEnds.append(bytes.count)
        }
      }
      offset = end
      if offset >= line.end(ofRun: run) { run += 1 }
    }
  }

  /// Adds text as CSS Text 3 §4.1.1 has it; line feeds are those of `<br>`.
  private mutating func collapse(_ range: Range<Int>, of text: [UInt8], keepsLineFeeds: Bool) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = text.span.firstOffset(from: offset, to: range.upperBound) { block in
        (block .== SIMD16(repeating: 0x20)) .| (block .== SIMD16(repeating: 0x0A))
          .| (block .== SIMD16(repeating: 0x09))
      }
      if end > offset {
        bytes.append(offset..<end, of: text.span)
        dropsSpace = false
      }
      guard end < range.upperBound else { return }
      if text[end] == 0x0A {
        if bytes.last == 0x20, atoms.last.map({ $0.upperBound < bytes.count }) ?? true {
          removeLastSpace()
        }
        bytes.append(0x0A)
        dropsSpace = true
      } else if !dropsSpace {
        bytes.append(0x20)
        dropsSpace = true
      }
      offset = end + 1
    }
  }

  private mutating func removeLastSpace() {
    bytes.removeLast()
    while let last = runEnds.last, last > bytes.count {
      guard runEnds.count > 1, runEnds[runEnds.count - 2] >= bytes.count else {
        runEnds[runEnds.count - 1] = bytes.count
        return
      }
      runEnds.removeLast()
      styles.removeLast()
    }
  }

  /// Forgets what stands before an offset.
  mutating func removeFirst(_ count: Int) {
    guard count < bytes.count else { return removeAll(keepsSpace: true) }
    guard count > 0 else { return }
    bytes.removeFirst(count)
    let first = runEnds.partitioningIndex { $0 > count }
    runEnds.removeFirst(first)
    styles.removeFirst(first)
    for index in runEnds.indices { runEnds[index] -= count }
    atoms.removeAll { $0.upperBound <= count }
    for index in atoms.indices {
      atoms[index] = max(0, atoms[index].lowerBound - count)..<atoms[index].upperBound - count
    }
  }

  /// Begins another paragraph.
  mutating func removeAll(keepsSpace: Bool = false) {
    bytes.removeAll(keepingCapacity: true)
    runEnds.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    if !atoms.isEmpty { atoms.removeAll() }
    if !keepsSpace { dropsSpace = true }
  }

  /// Gives its styles other numbers.
  mutating func renumber(_ new: [StyleID]) { styles = new }
}
