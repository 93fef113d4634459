import Bytes
package import Styling

extension AttributedText {
  /// A part of the text with its styles.
  ///
  /// - Parameter range: Byte offsets, clamped to the text. One inside a character counts as its
  /// start.
  package subscript(range: Range<Int>) -> AttributedText {
    let range = scalarStart(range.lowerBound)..<scalarStart(range.upperBound)
    var slice = AttributedText()
    slice.spans = spans
    slice.line = line.slice(range, boxes: 0..<0, keepsSources: true)
    slice.line.boxes = boxes(in: range)
    return slice
  }

  /// The boxes in a part of the text, cut to it.
  private func boxes(in range: Range<Int>) -> [StyledLines.Box] {
    guard !line.boxes.isEmpty else { return [] }
    let end = range.upperBound
    let endsLine = end == bytes.count || bytes[end] == 0x0A
    return line.boxes[firstBox(from: range.lowerBound)...].prefix { $0.range.lowerBound <= end }
      .compactMap { box in
        let isInside =
          box.range.isEmpty
          ? range.contains(box.range.lowerBound) || box.range.lowerBound == end && endsLine
          : box.range.overlaps(range)
        guard isInside else { return nil }
        let cut = box.range.clamped(to: range)
        var box = box
        box.range = cut.lowerBound - range.lowerBound..<cut.upperBound - range.lowerBound
        return box
      }
  }

  /// The index of a box before which no box reaches an offset.
  private func firstBox(from offset: Int) -> Int {
    var low = line.boxes.partitioningIndex { $0.range.lowerBound >= offset }
    // Outer boxes are before inner ones; an outermost box is in no other box.
    while low > 0 {
      low -= 1
      if line.boxes[low].depth == 0 { break }
    }
    return low
  }

  /// The start of the scalar at an offset, clamped to the text.
  private func scalarStart(_ offset: Int) -> Int {
    var offset = min(max(0, offset), bytes.count)
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// The bytes of each line, without the line feed; there is always one.
  package var lineRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 0x0A {
      ranges.append(start..<offset)
      start = offset + 1
    }
    ranges.append(start..<bytes.count)
    return ranges
  }

  /// The lines, without their line feeds; there is always one.
  package var lines: some Sequence<AttributedText> { lineRanges.lazy.map { self[$0] } }

  package mutating func append(_ other: AttributedText) {
    guard !other.isEmpty || !other.line.boxes.isEmpty else { return }
    if isEmpty, line.boxes.isEmpty {
      self = other
      return
    }
    let numbers = adoptSpans(of: other)
    func adopted(_ style: StyleID) -> StyleID {
      numbers.map { StyleID(index: $0[Int(style.index)]) } ?? style
    }
    let start = bytes.count
    for var box in other.line.boxes {
      box.range = box.range.lowerBound + start..<box.range.upperBound + start
      (box.style, box.outer) = (adopted(box.style), adopted(box.outer))
      line.boxes.append(box)
    }
    for var edge in other.line.blockEdges {
      edge.offset += start
      edge.style = edge.style.map(adopted)
      line.blockEdges.append(edge)
    }
    bytes += other.bytes
    for (var run, source) in zip(other.line.runs, other.line.sources) {
      run.start += start
      run.style = adopted(run.style)
      append(run, source)
    }
  }

  /// Adds a run, or extends the last one of the same span.
  private mutating func append(_ run: StyledLines.Run, _ source: Range<Int>) {
    guard let last = line.runs.last, last.style == run.style || areMergeable(last.style, run.style)
    else {
      line.runs.append(run)
      line.sources.append(source)
      return
    }
    let known = line.sources[line.sources.count - 1]
    if known.isEmpty {
      line.sources[line.sources.count - 1] = source
    } else if source.upperBound > known.upperBound {
      line.sources[line.sources.count - 1] = known.lowerBound..<source.upperBound
    }
  }

  /// True for spans outside of all tags with the same style, even of different texts.
  private func areMergeable(_ left: StyleID, _ right: StyleID) -> Bool {
    let left = spans[Int(left.index)]
    let right = spans[Int(right.index)]
    return left.parent == nil && right.parent == nil && left.content.isEqual(to: right.content)
  }

  /// Adds the spans of another text's runs; returns the number of each here, or nil if the numbers
  /// are the same.
  private mutating func adoptSpans(of other: AttributedText) -> [Int32]? {
    let isShared = unsafe spans.withUnsafeBufferPointer { own in
      unsafe other.spans.withUnsafeBufferPointer { unsafe $0.baseAddress == own.baseAddress }
    }
    if isShared { return nil }
    var isUsed = Array(repeating: false, count: other.spans.count)
    for run in other.line.runs { isUsed[Int(run.style.index)] = true }
    for box in other.line.boxes { isUsed[Int(box.style.index)] = true }
    for edge in other.line.blockEdges {
      if let style = edge.style { isUsed[Int(style.index)] = true }
    }
    for (index, span) in other.spans.enumerated().reversed() where isUsed[index] {
      if let parent = span.parent { isUsed[parent] = true }
    }
    var numbers = Array(repeating: Int32(0), count: other.spans.count)
    for (index, span) in other.spans.enumerated() where isUsed[index] {
      numbers[index] = Int32(spans.count)
      spans.append(
        Span(
          content: span.content, parent: span.parent.map { Int(numbers[$0]) }, source: span.source))
    }
    return numbers
  }

  package static func + (left: AttributedText, right: AttributedText) -> AttributedText {
    var result = left
    result.append(right)
    return result
  }

  /// Removes the line feed at the end of the source, unless more text follows, such as that of
  /// `::after`.
  mutating func removeLast(_ lineFeed: Range<Int>) {
    let last = line.runs.count - 1
    guard bytes.last == 0x0A, let source = line.sources.last,
      source.upperBound == lineFeed.upperBound, spans[span(ofRun: last)].content.generated == nil
    else { return }
    bytes.removeLast()
    line.sources[last] = min(source.lowerBound, lineFeed.lowerBound)..<lineFeed.lowerBound
    if line.runs[last].start == bytes.count {
      line.runs.removeLast()
      line.sources.removeLast()
    }
    for index in line.boxes.indices.reversed() {
      guard line.boxes[index].range.upperBound > bytes.count else { break }
      line.boxes[index].range = line.boxes[index].range.clamped(to: 0..<bytes.count)
    }
  }

  /// Replaces a part of the text; byte offsets are as for the subscript.
  package mutating func replace(_ range: Range<Int>, with replacement: AttributedText) {
    replace(range, with: replacement, of: nil)
  }

  /// Replaces a part of the text; `span` is the span of the new text, if it is one of this text.
  private mutating func replace(
    _ range: Range<Int>, with replacement: AttributedText, of span: Int?
  ) {
    let whole = self
    let subrange = scalarStart(range.lowerBound)..<scalarStart(range.upperBound)
    self = whole[0..<subrange.lowerBound] + replacement + whole[subrange.upperBound..<whole.count]
    // A box around the place is one box still, and what is written in its span is in it.
    let growth = count - whole.count
    for var box in whole.line.boxes {
      let isAround =
        box.range.lowerBound < subrange.lowerBound && box.range.upperBound > subrange.upperBound
      let isOwn =
        box.range.lowerBound <= subrange.lowerBound && box.range.upperBound >= subrange.upperBound
        && whole.isInside(span, of: Int(box.style.index))
      guard isAround || isOwn else { continue }
      line.boxes.removeAll { $0.style == box.style && $0.range.lowerBound >= box.range.lowerBound }
      box.range = box.range.lowerBound..<box.range.upperBound + growth
      let index = line.boxes.firstIndex { other in
        (other.range.lowerBound, other.depth) > (box.range.lowerBound, box.depth)
      }
      line.boxes.insert(box, at: index ?? line.boxes.count)
    }
  }

  private func isInside(_ span: Int?, of outer: Int) -> Bool {
    var span = span
    while let current = span {
      if current == outer { return true }
      span = spans[current].parent
    }
    return false
  }

  /// Replaces a part of the text by plain text with the style at its start.
  package mutating func replace(_ range: Range<Int>, with replacement: String) {
    var styled = AttributedText(replacement)
    var span: Int?
    if !styled.isEmpty, !isEmpty {
      let run = runIndex(at: min(max(0, range.lowerBound), count - 1))
      styled.spans = spans
      styled.line.runs = [StyledLines.Run(start: 0, style: line.runs[run].style)]
      styled.line.sources = [line.sources[run]]
      span = self.span(ofRun: run)
    }
    replace(range, with: styled, of: span)
  }

  /// Changes the styles and links of spans in a part of the text; byte offsets are as for the
  /// subscript.
  ///
  /// A new `text-transform` changes the letters as the earlier one has left them.
  package mutating func restyle(
    _ range: Range<Int>, _ change: (ComputedElement) -> (style: TextStyle, link: String?)
  ) {
    let range = scalarStart(range.lowerBound)..<scalarStart(range.upperBound)
    guard !range.isEmpty else { return }
    splitRun(at: range.lowerBound)
    splitRun(at: range.upperBound)
    var numbers: [StyleID: StyleID] = [:]
    var transformed: Set<StyleID> = []
    var index = runIndex(at: range.lowerBound)
    while index < line.runs.count, line.runs[index].start < range.upperBound {
      let old = line.runs[index].style
      if numbers[old] == nil {
        let span = spans[Int(old.index)]
        let (style, link) = change(span.content)
        let changed = span.content.restyled(style, link: link)
        let number = StyleID(index: Int32(spans.count))
        numbers[old] = number
        spans.append(Span(content: changed, parent: span.parent, source: span.source))
        let transform = changed.style.textTransform
        if transform != .none, transform != span.content.style.textTransform {
          transformed.insert(number)
        }
      }
      line.runs[index].style = numbers[old] ?? old
      index += 1
    }
    for index in line.boxes.indices where range.contains(line.boxes[index].range.lowerBound) {
      if let number = numbers[line.boxes[index].style] { line.boxes[index].style = number }
    }
    if !transformed.isEmpty { transform(transformed) }
  }

  /// Applies `text-transform` to the text of some spans.
  private mutating func transform(_ numbers: Set<StyleID>) {
    var transformer = TextTransformer()
    var output: [UInt8] = []
    var starts: [Int] = []
    for run in runs {
      starts.append(output.count)
      let isChanged = numbers.contains(line.runs[run.index].style)
      transformer.append(
        run.range, of: bytes.span, transform: isChanged ? run.style.textTransform : .none,
        language: CasingLanguage(tag: run.language), to: &output)
    }
    func moved(_ offset: Int) -> Int {
      guard offset < bytes.count else { return output.count }
      let index = runIndex(at: offset)
      let end = index + 1 < starts.count ? starts[index + 1] : output.count
      return min(starts[index] + offset - line.runs[index].start, end)
    }
    for index in line.boxes.indices {
      let range = line.boxes[index].range
      line.boxes[index].range = moved(range.lowerBound)..<moved(range.upperBound)
    }
    for (index, start) in starts.enumerated() { line.runs[index].start = start }
    bytes = output
  }

  /// Splits a run at an offset, which is the start of a scalar.
  private mutating func splitRun(at offset: Int) {
    guard offset < bytes.count else { return }
    let index = runIndex(at: offset)
    var run = line.runs[index]
    guard run.start != offset else { return }
    run.start = offset
    line.runs.insert(run, at: index + 1)
    line.sources.insert(line.sources[index], at: index + 1)
  }

  /// The byte ranges of a string in the text; occurrences do not overlap.
  ///
  /// Bytes are compared: `é` in one scalar is not `é` in two.
  package func ranges(of string: String) -> [Range<Int>] {
    let pattern = Array(string.utf8)
    guard !pattern.isEmpty, pattern.count <= bytes.count else { return [] }
    // Knuth, Morris and Pratt: `borders[n]` is how much of the first n bytes is both their
    // beginning and their end, so no byte of the text is looked at twice.
    var borders = [0, 0]
    for index in 1..<pattern.count {
      var length = borders[index]
      while length > 0, pattern[index] != pattern[length] { length = borders[length] }
      borders.append(pattern[index] == pattern[length] ? length + 1 : 0)
    }
    var found: [Range<Int>] = []
    var matched = 0
    for (offset, byte) in bytes.enumerated() {
      while matched > 0, byte != pattern[matched] { matched = borders[matched] }
      if byte == pattern[matched] { matched += 1 }
      if matched == pattern.count {
        found.append(offset + 1 - matched..<offset + 1)
        matched = 0
      }
    }
    return found
  }
}
