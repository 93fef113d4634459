import Bytes
package import Diagnostics
package import Styling

/// Texts that are read whole, with their elements.
extension TreeBuilder {
  package init(
    styles: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.init(
      ComputedStyleTable(styles, options: options, language: language), separatesLines: false,
      keepsElements: true)
    beginText(at: 0)
  }

  // MARK: Markup

  /// Appends markup of any bytes, with a name for findings.
  package mutating func append(markup: String, name: String = "<markup>") {
    append(markup: SourceText(name: name, text: markup))
  }

  /// Appends markup, closes its open elements, and skips a U+FEFF at its start.
  package mutating func append(markup source: SourceText) {
    append(source) { builder, bytes in
      _ = builder.siblings?.advance(in: bytes, isLast: true)
      builder.read(source, isWhole: true)
    }
  }

  /// Appends a text that a reader reads whole, and closes its open elements.
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
    closeElements(at: bytes.count)
    swap(&around, &elements)
    tree?.sourceEnd = bytes.count
    tree?.diagnostics += log.take { range in
      // Places in text that was put together from lines may be a little off.
      let end = min(range.upperBound, bytes.count)
      return SourceRange(source, min(range.lowerBound, end)..<end)
    }
  }

  /// Reads a markup, which is one text or a line of it.
  private mutating func read(_ source: SourceText, isWhole: Bool = false) {
    tree?.source = source
    tokenizer = MarkupTokenizer(readsByLine: styles.options.readsByLine, isWhole: isWhole)
    graphics.tokenizer.beginText()
    plain.tokenizer.beginText()
    document = OpenDocument(after: document)
    let bytes = source.bytes
    var offset = source.start
    while offset < bytes.count { offset = step(at: offset, in: bytes.span, isLast: true) }
    text.showUnseen(in: bytes.span, &line)
    endRun()
    leaveGraphics()
    tree?.source = nil
  }

  /// Ends the text, and returns it with the findings; `lineFeed` is the end of the source, if it
  /// only ends the last line.
  package consuming func finish(lastLineFeed lineFeed: Range<Int>? = nil) -> (
    text: AttributedText, diagnostics: [Diagnostic]
  ) {
    let showsNothing = (open.hidesText || lineFeed != nil && open.hidesLineFeed) && isLineEmpty
    let length = line.bytes.count
    endRun()
    if styles.summary(current).isSpecial {
      insert(.after, of: current, at: (tree?.sourceEnd ?? 0) + log.base, tag: textStart ?? 0)
    }
    endScriptLine()
    while let box = open.boxes.last { closeBox(depth: box.depth) }
    // With a completely hidden last line, the line break before it is hidden.
    let isHidden =
      showsNothing && line.bytes.count == length || findMatches(isWhole: true)
      || line.bytes.count > (filter?.start ?? .max) && leavesOutLine()
    if isHidden { line.removeLastLineFeed() }
    var text = takeText()
    if !isHidden, let lineFeed { text.removeLast(lineFeed) }
    return (text, (tree?.diagnostics ?? []) + log.notes() + sheetFindings)
  }

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
