import Bytes
package import StyledText
package import Styling

/// Text of a paragraph before it is broken into lines: its boxes are laid out, and its spaces
/// collapse as `white-space` says.
package struct ParagraphText: Sendable {
  package private(set) var line = StyledLines()

  /// Parts in which no line breaks: boxes.
  package private(set) var atoms: [Range<Int>] = []

  /// True if a following space is dropped: at the start of a line, and behind another one.
  private var dropsSpace = true

  package init() {}

  /// Takes all of a text with its white space processed; a long one whose spaces stay is not
  /// copied.
  init(_ text: StyledLines, atoms: [Range<Int>], _ whiteSpace: WhiteSpace) {
    guard whiteSpace.collapsesSpaces else {
      (line, self.atoms) = (text, atoms)
      return
    }
    append(text, 0..<text.bytes.count, boxes: atoms, whiteSpace)
  }

  @inlinable package var bytes: [UInt8] {
    @inline(__always)
    _read { yield line.bytes }
  }

  /// Adds text after the first phase of CSS Text 3 §4.1.1.
  ///
  /// Consecutive spaces and tabs become one space, across runs too; those around a line feed are
  /// dropped. In `boxes`, which are laid out, nothing collapses. If `keepsLineFeeds` is nil,
  /// `whiteSpace` decides.
  package mutating func append(
    _ source: StyledLines, _ range: Range<Int>, boxes: [Range<Int>] = [], _ whiteSpace: WhiteSpace,
    keepsLineFeeds: Bool? = nil
  ) {
    let keepsLineFeeds = keepsLineFeeds ?? (whiteSpace == .preLine)
    var offset = range.lowerBound
    for box in boxes {
      collapse(source, offset..<box.lowerBound, whiteSpace, keepsLineFeeds)
      let start = line.bytes.count
      append(source, box)
      atoms.append(start..<line.bytes.count)
      offset = box.upperBound
    }
    collapse(source, offset..<range.upperBound, whiteSpace, keepsLineFeeds)
  }

  private mutating func append(_ source: StyledLines, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let moved = line.bytes.count - range.lowerBound
    line.bytes.append(range, of: source.bytes.span)
    dropsSpace = false
    var run = source.runIndex(at: range.lowerBound)
    while run < source.runs.count, source.runs[run].start < range.upperBound {
      var next = source.runs[run]
      next.start = max(next.start, range.lowerBound) + moved
      let last = line.runs.last
      if last?.style != next.style || last?.element != next.element { line.runs.append(next) }
      run += 1
    }
  }

  private mutating func collapse(
    _ source: StyledLines, _ range: Range<Int>, _ whiteSpace: WhiteSpace, _ keepsLineFeeds: Bool
  ) {
    guard whiteSpace.collapsesSpaces else { return append(source, range) }
    var offset = range.lowerBound
    var run = source.runIndex(at: offset)
    while offset < range.upperBound {
      let end = min(source.end(ofRun: run), range.upperBound)
      let start = collapse(offset..<end, of: source.bytes, keepsLineFeeds)
      line.extend(from: start, source.runs[run].style, element: source.runs[run].element)
      offset = end
      run += 1
    }
  }

  /// Adds text with collapsed spaces.
  ///
  /// - Returns: The offset where it begins: its line feed replaces a space before it.
  private mutating func collapse(
    _ range: Range<Int>, of text: [UInt8], _ keepsLineFeeds: Bool
  ) -> Int {
    var start = line.bytes.count
    var offset = range.lowerBound
    while offset < range.upperBound {
      var end = offset
      while true {
        if end > offset { end = text.span.endOfWords(from: end, to: range.upperBound) }
        end = text.span.firstOffset(from: end, to: range.upperBound) { block in
          (block .== SIMD16(repeating: 0x20)) .| (block .== SIMD16(repeating: 0x0A))
            .| (block .== SIMD16(repeating: 0x09))
        }
        // One space between words stays as it is.
        guard end > offset, end + 1 < range.upperBound, text[end] == 0x20,
          !text[end + 1].isASCIIWhitespace
        else { break }
        end += 1
      }
      if end > offset {
        line.bytes.append(offset..<end, of: text.span)
        dropsSpace = false
      }
      guard end < range.upperBound else { break }
      if text[end] == 0x0A, keepsLineFeeds {
        removeLastSpace()
        start = min(start, line.bytes.count)
        line.bytes.append(0x0A)
        dropsSpace = true
      } else if !dropsSpace {
        line.bytes.append(0x20)
        dropsSpace = true
      }
      offset = end + 1
    }
    return start
  }

  /// Removes a space before a line feed, unless it is a box's.
  private mutating func removeLastSpace() {
    guard line.bytes.last == 0x20, atoms.last.map({ $0.upperBound < line.bytes.count }) ?? true
    else { return }
    line.bytes.removeLast()
    while let last = line.runs.last, last.start >= line.bytes.count { line.runs.removeLast() }
  }

  /// Joins blanks with the run of equal style beside them, so that they share its gradient.
  mutating func joinBlanks(_ styles: borrowing ComputedStyleTable) {
    guard line.runs.contains(where: { $0.element == 0 }) else { return }
    var runs: [StyledLines.Run] = []
    runs.reserveCapacity(line.runs.count)
    for run in line.runs {
      if let last = runs.last, last.element == run.element || last.element == 0 || run.element == 0,
        last.style == run.style || styles[last.style].looks(like: styles[run.style])
      {
        runs[runs.count - 1].element = max(last.element, run.element)
      } else {
        runs.append(run)
      }
    }
    line.runs = runs
  }

  /// Removes the text before an offset.
  package mutating func removeFirst(_ count: Int) {
    line.removeFirst(count, boxes: 0)
    atoms.removeAll { $0.upperBound <= count }
    for index in atoms.indices {
      atoms[index] = max(0, atoms[index].lowerBound - count)..<atoms[index].upperBound - count
    }
  }

  package mutating func removeAll() {
    line.removeAll()
    if !atoms.isEmpty { atoms.removeAll() }
    dropsSpace = true
  }
}

extension ParagraphText: StyleHolder {
  package mutating func visit(_ body: (inout StyleID) -> Void) { line.visit(body) }
}

extension WhiteSpace {
  /// True if consecutive spaces and tabs become one space: for `white-space-collapse: collapse` and
  /// `preserve-breaks` (CSS Text 4 §3.1).
  package var collapsesSpaces: Bool {
    switch self {
    case .normal, .nowrap, .preLine: true
    case .pre, .preWrap, .breakSpaces: false
    }
  }
}

extension Span<UInt8> {
  /// An offset before which there is no white space but single spaces between words.
  fileprivate func endOfWords(from start: Int, to end: Int) -> Int {
    let (space, lineFeed) = (SIMD16<UInt8>(repeating: 0x20), SIMD16<UInt8>(repeating: 0x0A))
    let tab = SIMD16<UInt8>(repeating: 0x09)
    var offset = start
    while offset &+ 17 <= end {
      let (block, next) = (block(at: offset), block(at: offset &+ 1))
      let gaps = (block .== lineFeed) .| (block .== tab) .| ((block .== space) .& (next .<= space))
      let index = gaps.firstTrue
      if index < 16 { return offset &+ index }
      offset &+= 16
    }
    return offset
  }
}
