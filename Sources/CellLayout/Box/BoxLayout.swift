import Bytes
package import StyledText

/// Lays out the boxes of a text, each in its line: with the blanks that fill them and without what
/// they cut.
///
/// Streams, blocks and pictures lay boxes out with it. It goes through the text and its boxes once.
package struct BoxLayout {
  /// A box in cells, and the styles of its blanks.
  package struct Measures {
    /// Its sides, and how its text is moved and cut.
    package let cells: InlineBoxCells

    /// Style of the blanks in it.
    package let filling: StyleID

    /// Style of the blanks beside it.
    package let outside: StyleID

    /// Puts measures together.
    package init(cells: InlineBoxCells, filling: StyleID, outside: StyleID) {
      self.cells = cells
      self.filling = filling
      self.outside = outside
    }
  }

  /// A text whose boxes are laid out.
  package struct Result {
    /// The text.
    package var line = LineBuffer()

    /// Parts in which no line breaks, from first to last.
    package var atoms: [Range<Int>] = []

    /// True if a character is wider than its box.
    package var standsOut = false

    /// True if it ends where boxes had more blanks than there may be.
    package var hasTooManyBlanks = false
  }

  /// Once boxes have added so many blanks, those that follow are only text: wide ones would make
  /// hundreds of megabytes of one.
  private static let mostBlanks = 1 << 24

  private let source: LineBuffer
  private let isFlat: Bool
  private var result = Result()
  private var open: [Frame] = []
  /// Up to where the source was taken.
  private var position: Int
  private let start: Int

  private struct Frame {
    let index: Int
    /// Start of the box in the result; `start` is that of its text.
    let outerStart: Int
    let start: Int
    let measures: Measures
  }

  private init(_ source: LineBuffer, from start: Int, isFlat: Bool) {
    self.source = source
    self.isFlat = isFlat
    self.start = start
    position = start
  }

  /// Lays out the boxes of a part of a text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - range: The part; a box that begins in it ends in it.
  ///   - isFlat: True if boxes are just text, with one space before what follows.
  ///   - isAfterText: True if text of the line stands before the part.
  ///   - mostBlanks: With more of them the text ends.
  ///   - measures: Measures of a box by its index; nil takes it for text.
  /// - Returns: The part. A space that is owed behind its end is the line's.
  package static func layOut(
    _ source: LineBuffer, in range: Range<Int>, isFlat: Bool, isAfterText: Bool = false,
    mostBlanks: Int = .max, measures: (Int) -> Measures?
  ) -> Result {
    var layout = BoxLayout(source, from: range.lowerBound, isFlat: isFlat)
    layout.result.line.isAfterText = isAfterText
    var index = source.boxes.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    while index < source.boxes.count {
      let box = source.boxes[index]
      guard box.range.lowerBound < range.upperBound || box.range.upperBound <= range.upperBound
      else { break }
      while let last = layout.open.last, source.boxes[last.index].depth >= box.depth {
        layout.close(last)
      }
      if layout.addedBlanks > mostBlanks {
        layout.result.hasTooManyBlanks = true
        return layout.result
      }
      layout.take(to: box.range.lowerBound)
      if layout.addedBlanks < Self.mostBlanks, let measures = measures(index) {
        layout.begin(index, measures)
      }
      index += 1
    }
    while let last = layout.open.last { layout.close(last) }
    layout.take(to: range.upperBound)
    return layout.result
  }

  private var addedBlanks: Int { result.line.bytes.count - (position - start) }

  private mutating func begin(_ index: Int, _ measures: Measures) {
    let outerStart = result.line.bytes.count
    if !isFlat {
      result.line.append(count: measures.cells.margin.left, measures.outside)
      result.line.append(count: measures.cells.padding.left, measures.filling)
    }
    open.append(
      Frame(
        index: index, outerStart: outerStart, start: result.line.bytes.count, measures: measures))
  }

  private mutating func close(_ frame: Frame) {
    take(to: source.boxes[frame.index].range.upperBound)
    open.removeLast()
    guard !isFlat else {
      if result.line.owedSpace == nil, result.line.isInsideLine {
        result.line.owedSpace = frame.measures.outside
      }
      return
    }
    if source.boxes[frame.index].isTooLong { return }
    let cells = frame.measures.cells
    let content = result.line.removeLast(from: frame.start)
    let (laidOut, standsOut) = cells.layOut(
      content, followsText: result.line.isInsideLine, filling: frame.measures.filling)
    if standsOut { result.standsOut = true }
    result.line.append(laidOut, in: 0..<laidOut.bytes.count)
    result.line.append(count: cells.padding.right, frame.measures.filling)
    result.line.append(count: cells.margin.right, frame.measures.outside)
    if open.isEmpty, result.line.bytes.count > frame.outerStart {
      result.atoms.append(frame.outerStart..<result.line.bytes.count)
    }
  }

  /// Takes text of the source, run by run.
  private mutating func take(to end: Int) {
    guard position < end else { return }
    if source.bytes[position] == 0x0A { result.line.owedSpace = nil }
    result.line.append(source, in: position..<end)
    position = end
  }
}
