import Bytes
package import Diagnostics
package import Styling

/// Texts that are read whole, with their elements.
extension TreeBuilder {
  /// Begins a text.
  ///
  /// - Parameters:
  ///   - styles: Resolver of the styles.
  ///   - options: Options of the markup.
  ///   - language: Language of the whole text.
  package init(
    styles: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.init(
      ComputedStyleTable(styles, options: options, language: language), separatesLines: false,
      keepsElements: true)
    beginText(at: 0)
  }

  // MARK: Markup

  /// Appends markup.
  ///
  /// - Parameters:
  ///   - markup: Any bytes.
  ///   - name: Name of the markup in findings.
  package mutating func append(markup: String, name: String = "<markup>") {
    append(markup: SourceText(name: name, text: markup))
  }

  /// Appends markup.
  ///
  /// Elements that are open at its end are closed. A U+FEFF at its start is skipped.
  package mutating func append(markup source: SourceText) {
    append(source) { builder, bytes in
      _ = builder.siblings?.advance(in: bytes, isLast: true)
      builder.read(source, isWhole: true)
    }
  }

  /// Appends a text that a reader reads.
  ///
  /// Elements that are open at its end are closed.
  /// - Parameters:
  ///   - source: The text.
  ///   - read: Reads all of its bytes.
  package mutating func append(
    _ source: SourceText, _ read: (inout TreeBuilder, Span<UInt8>) -> Void
  ) {
    // All of the text is at hand, so there is no need to stop anywhere.
    siblings = .counting(for: styles.resolver, styles.options, limit: .max, isWhole: true)
    // An end tag in the markup closes none of the elements around it.
    var around = OpenElements()
    swap(&around, &elements)
    let bytes = source.bytes
    read(&self, bytes.span)
    endRun()
    closeMarkup(at: bytes.count)
    swap(&around, &elements)
    tree?.sourceEnd = bytes.count
    tree?.diagnostics += log.take { range in
      // Places in text that was put together from lines may be a little off.
      let end = min(range.upperBound, bytes.count)
      return SourceRange(source, min(range.lowerBound, end)..<end)
    }
  }

  /// Reads all of a markup, which is one text or a line of it.
  private mutating func read(_ source: SourceText, isWhole: Bool = false) {
    tree?.source = source
    tokenizer = MarkupTokenizer(readsByLine: styles.options.readsByLine, isWhole: isWhole)
    graphics.tokenizer.beginText()
    plain.tokenizer.beginText()
    document = OpenDocument(after: document)
    let bytes = source.bytes
    var offset = source.start
    while offset < bytes.count {
      offset = step(at: offset, in: bytes.span, isLast: true)
    }
    text.showUnseen(in: bytes.span, &line)
    endRun()
    leaveGraphics()
    tree?.source = nil
  }

  /// Closes the elements that a markup has left open.
  private mutating func closeMarkup(at end: Int) {
    graphics.tokenizer.reset()
    recordUnclosedElements()
    while let entry = closeInnermost() {
      leave(entry, depth: elements.depth + 1, at: end)
    }
    elements.removeAll()
  }

  /// Ends the text.
  ///
  /// - Parameter lineFeed: The last bytes of the source, if they only end its last line.
  /// - Returns: The text, and what is wrong with the markup in it. Findings about its styles are
  ///   among them.
  package consuming func finish(
    lastLineFeed lineFeed: Range<Int>? = nil
  ) -> (text: AttributedText, diagnostics: [Diagnostic]) {
    let showsNothing =
      (open.hidesText || lineFeed != nil && open.hidesLineFeed) && isLineEmpty
    let length = line.bytes.count
    endRun()
    if styles.head(current).isSpecial {
      insert(.after, of: current, at: (tree?.sourceEnd ?? 0) + log.base, tag: textStart ?? 0)
    }
    endScriptLine()
    while let box = open.boxes.last { closeBox(depth: box.depth) }
    // A last line that is hidden altogether takes the line break before it with it.
    let isHidden =
      showsNothing && line.bytes.count == length || findMatches(isWhole: true)
      || line.bytes.count > (filter?.start ?? .max) && leavesOutLine()
    if isHidden { line.removeLastLineFeed() }
    var text = takeText()
    if !isHidden, let lineFeed { text.removeLast(lineFeed) }
    return (text, (tree?.diagnostics ?? []) + log.notes() + sheetFindings)
  }

  /// Takes out the text that was read, with its elements.
  mutating func takeText() -> AttributedText {
    var result = AttributedText()
    var text = line
    if let tree {
      result.spans = tree.spans
      result.hidden = tree.hidden
      result.isDocument = styles.options.form.isDocument
      text.blockEdges = tree.blockEdges
    }
    for index in text.runs.indices {
      text.runs[index].style = StyleID(index: text.runs[index].element)
    }
    for index in text.boxes.indices {
      let element = text.boxes[index].element
      text.boxes[index].style = StyleID(index: element)
      text.boxes[index].outer = StyleID(index: Int32(result.spans[Int(element)].parent ?? 0))
    }
    result.line = text
    result.moveRunsToCharacters()
    return result
  }
}

// MARK: Lines

/// Texts that are read line by line: every line becomes a text, and what is open goes on in the
/// next.
///
/// A line costs what its own bytes cost, however many elements are open around it. Text outside of
/// the tags of its line is in the innermost of those elements.
extension TreeBuilder {
  /// Begins an input that is read line by line.
  ///
  /// - Parameters:
  ///   - styles: Resolver of the styles.
  ///   - options: Options of the markup.
  ///   - separatesLines: True if what is open ends with its line.
  package init(
    lines styles: StyleResolver, options: MarkupOptions = MarkupOptions(),
    separatesLines: Bool = false
  ) {
    self.init(
      ComputedStyleTable(styles, options: options), separatesLines: separatesLines,
      keepsElements: true)
  }

  /// Looks at an input whose lines will be read.
  ///
  /// - Returns: Up to where it can be read: behind it there may be an element whose style depends
  ///   on what comes.
  package mutating func readableEnd(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    siblings?.advance(in: bytes, isLast: isLast) ?? bytes.count
  }

  /// Says that the first bytes of the input are about to be dropped.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    siblings?.willDrop(first: count, of: bytes)
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line feed. A tag or comment in it may go over several lines.
  ///   - name: Name of the input in findings.
  ///   - number: Number of the line in the input, from 1.
  /// - Returns: The text, and what is wrong with the markup of the line.
  package mutating func text(
    ofLine bytes: [UInt8], name: String, number: Int
  ) -> (text: AttributedText, diagnostics: [Diagnostic]) {
    let source = SourceText(name: name, bytes: bytes)
    if styles.isFull { renewStyles() }
    beginLine()
    tree?.isLine = styles.options.readsByLine && !separatesLines
    if separatesLines || textStart == nil { beginText(at: log.base) }
    if styles.options.form == .markup { takeUpGraphics(graphics.tokenizer.state, at: 0) }
    read(source)
    let origin = SourceLocation(file: name, line: number, column: 1)
    if separatesLines {
      closeMarkup(at: bytes.count)
      insert(.after, of: current, at: bytes.count + log.base, tag: textStart ?? 0)
      open = OpenConstructs()
      children = 0
    }
    endScriptLine()
    endBoxes()
    findMatches(isWhole: true, at: bytes.count..<bytes.count)
    isLeftOut = leavesOutLine()
    text.observeLineFeed(&line)
    text.sanitizer.passBase()
    var found = log.take(in: source, from: log.base, at: origin, elements: elements)
    if !separatesLines {
      elements.rememberTags(in: bytes.span, from: log.base, at: origin, limit: log.limit)
    }
    for var finding in sheetFindings {
      // A finding about the stylesheet has its place there.
      if finding.location?.file == name { finding.location?.line += number - 1 }
      found.append(finding)
    }
    sheetFindings.removeAll()
    log.base += bytes.count + 1
    return (takeText(), found)
  }

  /// Begins the text of a line inside of what is open.
  private mutating func beginLine() {
    line.removeAll()
    filter?.beginLine(at: 0)
    plain.search?.end = 0
    line.isAfterText = false
    tree = ElementTree(styles[current])
    tree?.outerDepth = elements.depth
    for index in open.scripts.indices { open.scripts[index].element = 0 }
  }

  /// Ends an input that is read line by line.
  ///
  /// - Parameter name: Name of the input in findings.
  /// - Returns: Findings about the elements that are not closed, and how many findings there were
  ///   that are not told.
  package mutating func finishLines(name: String) -> [Diagnostic] {
    for index in 0..<elements.depth { log.record(.unclosedElement, of: elements[index]) }
    let found = log.take(
      in: SourceText(name: name, bytes: []), from: log.base,
      at: SourceLocation(file: name, line: 1, column: 1), elements: elements)
    return found + log.notes()
  }
}
