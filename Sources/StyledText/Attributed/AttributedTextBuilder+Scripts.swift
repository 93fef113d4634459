import Bytes

/// A `sup` or `sub` that is open.
struct OpenScript {
  let kind: ScriptElement

  /// How many elements are open with it.
  let depth: Int

  /// What has become of its text on this line.
  var state = State.empty

  enum State: Hashable {
    case empty
    /// So many characters from an offset on have forms, and wait for the rest.
    case held(start: Int, count: Int)
    /// It stands between parentheses.
    case enclosed
  }
}

extension AttributedTextBuilder {
  /// How many elements are open, those of texts before included.
  private var depth: Int { around.count + open.count - 2 }

  /// Takes note of an element that was opened.
  mutating func openScript(_ element: MarkupElement?) {
    guard let kind = ScriptElement(element), scripts.count < ScriptElement.deepest else { return }
    scripts.append(OpenScript(kind: kind, depth: depth))
  }

  /// Ends the text of the innermost open element, if that is `sup` or `sub`.
  mutating func closeScript() {
    guard let last = scripts.last, last.depth == depth else { return }
    endScript(scripts.count - 1)
    scripts.removeLast()
  }

  /// Ends the line in all that is open.
  mutating func endScriptLine() {
    for index in scripts.indices.reversed() { endScript(index) }
  }

  /// Looks at text of the current run that was appended from an offset on.
  mutating func advanceScripts(from start: Int) {
    guard !scripts.isEmpty, start < text.bytes.count else { return }
    let span = open[open.count - 1]
    // Only the last line can hold a sigma that waits for the next letter.
    let sigma = transformer.undecidedOffset.flatMap { $0 < start ? nil : text.bytes.count - $0 }
    let more = Array(text.bytes[start...])
    text.bytes.removeSubrange(start...)
    var rest = more[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      if !line.isEmpty {
        prepareScripts(for: line)
        startRun(of: span)
        text.bytes += line
      }
      rest = rest[line.endIndex...]
      guard !rest.isEmpty else { break }
      endScriptLine()
      endBoxes(at: text.bytes.count)
      startRun(of: span)
      text.bytes.append(0x0A)
      rest.removeFirst()
    }
    if let sigma, let offset = transformer.undecidedOffset {
      transformer.outputWasMoved(by: text.bytes.count - sigma - offset)
    }
    transformedEnd = text.bytes.count
  }

  /// Writes what has to stand before text of a line.
  private mutating func prepareScripts(for line: ArraySlice<UInt8>) {
    // Around another element with text there are parentheses.
    for index in scripts.indices.dropLast() { encloseScript(index) }
    let index = scripts.count - 1
    guard scripts[index].state != .enclosed else { return }
    var (start, held) = (text.bytes.count, 0)
    if case .held(let known, let count) = scripts[index].state { (start, held) = (known, count) }
    if let count = scripts[index].kind.count(of: line), held + count <= ScriptElement.longest {
      scripts[index].state = .held(start: start, count: held + count)
    } else {
      encloseScript(index)
    }
  }

  /// Writes the parenthesis before the text of an element, where none is yet.
  private mutating func encloseScript(_ index: Int) {
    guard scripts[index].state != .enclosed else { return }
    var start = text.bytes.count
    if case .held(let known, _) = scripts[index].state { start = known }
    scripts[index].state = .enclosed
    let mark = scripts[index].kind.opening
    let own = span(of: scripts[index])
    text.bytes.insert(contentsOf: mark, at: start)
    moveSigma(from: start, by: mark.count)
    // At most as many runs have to move as characters were held.
    var place = text.records.count
    while place > 0, text.records[place - 1].start >= start {
      place -= 1
      text.records[place].start += mark.count
    }
    if place < text.records.count, text.records[place].start == start + mark.count,
      text.records[place].span == own
    {
      text.records[place].start = start
    } else if place == 0 || text.records[place - 1].span != own {
      let end = place == 0 ? 0 : text.records[place - 1].source.upperBound
      let next = place < text.records.count ? text.records[place].start : text.bytes.count
      if place > 0, start + mark.count < next {
        // The run of the held text began on a line before, and goes on behind the mark.
        var rest = text.records[place - 1]
        rest.start = start + mark.count
        text.records.insert(rest, at: place)
      }
      text.records.insert(
        AttributedText.RunRecord(start: start, span: own, source: end..<end), at: place)
    }
  }

  /// Ends the text of an element on its line.
  private mutating func endScript(_ index: Int) {
    switch scripts[index].state {
    case .empty: return
    case .enclosed:
      let end = text.records.last?.source.upperBound ?? 0
      startRun(of: span(of: scripts[index]), source: end..<end)
      text.bytes += ScriptElement.closing
    case .held(let start, _):
      var shown: [UInt8] = []
      var place = text.records.count
      while place > 0, text.records[place - 1].start > start { place -= 1 }
      var offset = start
      for record in place..<text.records.count {
        let next = text.records[record].start
        shown += scripts[index].kind.shown(text.bytes[offset..<next])
        text.records[record].start = start + shown.count
        offset = next
      }
      shown += scripts[index].kind.shown(text.bytes[offset...])
      text.bytes.replaceSubrange(start..., with: shown)
    }
    scripts[index].state = .empty
    transformedEnd = text.bytes.count
  }

  /// Lets the text that follows belong to a span.
  private mutating func startRun(of span: Int32, source: Range<Int>? = nil) {
    guard let last = text.records.last, last.span != span else {
      if text.records.isEmpty {
        text.records.append(
          AttributedText.RunRecord(start: text.bytes.count, span: span, source: source ?? 0..<0))
      }
      return
    }
    if last.start == text.bytes.count { text.records.removeLast() }
    text.records.append(
      AttributedText.RunRecord(
        start: text.bytes.count, span: span, source: source ?? last.source))
  }

  /// The number of the span of an element; that of the text around it where it is of a text before.
  private func span(of script: OpenScript) -> Int32 {
    let index = script.depth - around.count + 1
    return index > 0 && index < open.count ? open[index] : open[0]
  }

  private mutating func moveSigma(from start: Int, by count: Int) {
    guard let offset = transformer.undecidedOffset, offset >= start else { return }
    transformer.outputWasMoved(by: count)
  }
}
