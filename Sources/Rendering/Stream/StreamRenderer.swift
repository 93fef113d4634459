package import Bytes
package import CellLayout
package import Diagnostics
package import StyledText
package import Styling

/// Renders markup of any size to text with escape sequences, part by part, in flat memory.
///
/// It goes from bytes to bytes: a tag that was met before inside the same style is found by its
/// raw bytes, and text is copied sixteen bytes at a time. The line structure stays as it is, and
/// every line is complete in itself: it ends in the terminal's default state and takes up again
/// what goes on.
package struct StreamRenderer: ~Copyable {
  /// How a stream is rendered.
  package struct Options: Sendable {
    /// What markup may do.
    package var markup: MarkupOptions

    /// What the bytes are written for.
    package var target: OutputTarget

    /// Whether the lines are HTML, and not for a terminal.
    package var isHTML: Bool

    /// Whether elements of HTML keep the classes that they have in the markup.
    package var keepsClasses = false

    /// Whether every line is a text of its own: what is open ends with it.
    package var separatesLines: Bool

    /// Whether every line is wrapped and aligned in the target's columns, as a paragraph of the
    /// host object; otherwise lines stay as they are.
    package var fitsLines: Bool

    /// Puts options together.
    package init(
      markup: MarkupOptions = MarkupOptions(), target: OutputTarget, isHTML: Bool = false,
      separatesLines: Bool = false, fitsLines: Bool = false
    ) {
      self.markup = markup
      self.target = target
      // A stream never changes the number of its lines.
      self.target.largeText = .off
      self.isHTML = isHTML
      self.separatesLines = separatesLines
      self.fitsLines = fitsLines
    }
  }

  let options: Options
  let usesPositions: Bool
  let usesPlaceholders: Bool
  /// Whether SGR and OSC 8 have a meaning in the markup.
  let readsSequences: Bool
  var graphics: StreamGraphics
  var styles: StreamStyles
  var tokenizer: MarkupTokenizer
  var open = OpenElements()
  var textState: TextState

  /// What is wrong with the markup; offsets count from the start of the input.
  package internal(set) var log: DiagnosticLog

  /// What elements have brought to light in the sheet, with its place there.
  package internal(set) var sheetFindings: [Diagnostic] = []

  /// The style of the text that comes next.
  var wanted = StreamStyles.host
  /// The look that the terminal is set to.
  var current = LookID.standard
  /// Where in the output the text begins that is in that look, and what of it was written in the
  /// part before.
  var lookStart = 0
  var clusterStart: [UInt8] = []
  /// The `sup` and `sub` that are open, the outermost first.
  var scripts: [StreamScript] = []
  /// How many open elements are hidden, or have text that the sheet puts into them.
  var specialCount = 0
  /// How many elements the innermost open one has had, where the sheet counts them.
  var children = 0
  /// Knows how many siblings elements have; nil where no selector counts from the end.
  var siblings: SiblingCounter?
  /// Whether nothing of the text was rendered yet.
  var isAtStart = true
  /// Where in the whole input the text begins.
  var textStart = 0
  /// Lays out lines that are complete; nil where they are left alone.
  var paragraphs: ParagraphWriter?
  /// Whether text is recorded until its lines can be laid out.
  let recordsText: Bool
  /// Whether text goes into the output without sequences now: such lines, and boxes.
  var isRecording: Bool
  var recorded = RecordedText()
  /// The hidden text that was met last.
  var hidden: HiddenRun?
  /// Whether the part before ended in it.
  var endedHidden = false
  /// Whether boxes are just their text.
  let isFlat: Bool
  /// Where in the output the space behind such a box ends, if it was the last thing written.
  var flatSpaceEnd = -1
  /// Whether it was kept back at the end of the part before.
  var hasFlatSpace = false
  /// The boxes of one line that are open, the outermost first.
  var openBoxes: [OpenBox] = []
  /// How many elements with a box are open; their lines may have ended the boxes.
  var boxElements = 0
  /// The text of a box while it is written.
  var boxText: [UInt8] = []
  /// Text in boxes that was kept back at the end of a part.
  var heldBoxes: [UInt8] = []
  /// Whether the part before ended inside of a line.
  var isInsideLine = false
  /// Whether what most markup is made of goes the short way; a test compares the two.
  var takesShortWay = true
  /// Where markup is more than text, in the bytes at hand.
  var places = MarkupPlaces()
  /// The lines that ended in this part.
  var lineEnds = LineEnds()
  /// Makes bytes of text: it is recorded as it is.
  var textEncoder: LookEncoder
  /// What does so outside of boxes.
  let outputEncoder: LookEncoder

  /// Starts a stream.
  /// - Parameters:
  ///   - resolver: Gives every element its style, for the terminal that it was made for.
  ///   - options: How the stream is rendered.
  package init(resolver: StyleResolver, options: Options) {
    self.options = options
    recordsText = options.fitsLines
    isRecording = recordsText
    isFlat = options.target.environment.isFlat
    tokenizer = MarkupTokenizer(readsByLine: options.markup.readsByLine)
    let encoder = LookEncoder(options, over: resolver.hostBackdrop)
    outputEncoder =
      recordsText ? .terminal(options.target) : encoder
    textEncoder = outputEncoder
    usesPositions = resolver.needsSiblingPositions
    let isMarkup = options.markup.form == .markup
    usesPlaceholders = isMarkup && !options.markup.placeholders.isEmpty
    readsSequences = isMarkup && options.markup.sequences != .show
    graphics = StreamGraphics(options.markup)
    styles = StreamStyles(
      SpanResolver(styles: resolver, options: options.markup), options, encoder)
    if recordsText { paragraphs = ParagraphWriter(options.target, encoder, styles: styles) }
    textState = TextState(allowsBidirectional: options.markup.allowsBidirectional)
    log = DiagnosticLog(limit: options.markup.findingLimit)
    siblings = .counting(
      for: resolver, options.markup, separatesLines: options.separatesLines)
  }

  // MARK: Parts

  /// Renders the next part of the input.
  /// - Parameters:
  ///   - bytes: What was left over from the part before, and what has come since.
  ///   - isLast: Whether the input ends with it.
  ///   - output: Where the rendered bytes go.
  /// - Returns: How many of the bytes were used. The rest has to come again in front of the next
  ///   part; there is none after the last one.
  package mutating func render(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard siblings != nil else { return renderKnown(bytes, isLast: isLast, to: &output) }
    let end = siblings?.advance(in: bytes, isLast: isLast) ?? bytes.count
    let used = renderKnown(bytes.extracting(first: end), isLast: isLast, to: &output)
    siblings?.willDrop(first: used, of: bytes)
    return used
  }

  /// Whether an element or a character is held until more of the input tells how it looks.
  package var isHolding: Bool {
    switch siblings {
    case .some(let counter): counter.isHolding
    case .none: graphics.tokenizer.holdsCharacter
    }
  }

  /// What findings may still be made of besides open elements, as ranges in the whole input.
  package var heldPlaces: [Range<Int>] {
    var places = textState.sanitizer.heldPlaces
    if styles.head(StreamStyles.host).isSpecial { places.append(textStart..<textStart) }
    if graphics.entered != 0, styles.head(wanted).isSpecial {
      places.append(graphics.place..<graphics.place)
    }
    return places
  }

  /// Takes out what was found in the sheet.
  package mutating func takeSheetFindings() -> [Diagnostic] {
    defer { sheetFindings.removeAll() }
    return sheetFindings
  }

  /// Lets the next part hold nothing that came before it.
  package mutating func release() {
    siblings?.release()
    graphics.tokenizer.release()
  }

  /// Renders a part whose elements need nothing that follows.
  private mutating func renderKnown(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard recordsText else { return renderLines(bytes, isLast: isLast, to: &output) }
    var text = StreamBuffer(capacity: 0)
    swap(&text, &recorded.text)
    let used = renderLines(bytes, isLast: isLast, to: &text)
    let recordedCount = text.count
    swap(&text, &recorded.text)
    paragraphs?.write(isLast: isLast, from: &recorded, &styles, to: &output)
    // Lines that are complete hold no sigma that waits for its word.
    if let offset = textState.sigmaOffset {
      textState.sigmaOffset = offset - (recordedCount - recorded.text.count)
    }
    moveOpenBoxes(by: recorded.text.count - recordedCount)
    hidden?.end -= recordedCount - recorded.text.count
    return used
  }

  mutating func renderLines(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = 0
    lineEnds = LineEnds()
    if isAtStart, !options.separatesLines {
      guard isLast || !Self.mayBecomeMark(bytes) else { return 0 }
      isAtStart = false
      beginText(at: offset + log.base, to: &output)
      if SourceText.hasMark(bytes) { offset = 3 }
    }
    lookStart = output.count
    if !recordsText {
      takeBackBoxes(&output)
      if endedHidden { hidden?.end = output.count } else if hidden != nil { hidden = nil }
    }
    textState.beginPart(of: bytes.count, &output)
    offset =
      options.separatesLines
      ? renderTexts(from: offset, in: bytes, isLast: isLast, to: &output)
      : renderText(from: offset, in: bytes, isLast: isLast, to: &output)
    textState.showUnseen(in: bytes, &output)
    if isLast {
      finish(to: &output)
    } else if !recordsText {
      let endsHidden = hidden?.end == output.count
      textState.endPart(&output)
      holdBoxes(&output)
      endClusterPart(output)
      endedHidden = endsHidden
      if output.count > 0 { isInsideLine = unsafe output.bytes[output.count - 1] != 0x0A }
    }
    tokenizer.willDrop(first: offset, of: bytes)
    graphics.tokenizer.willDrop(first: offset)
    log.base += offset
    return offset
  }

  /// Renders lines each of which is a text of its own: nothing in it reaches into the next one, be it
  /// a tag, a comment or a reference that is not finished.
  mutating func renderTexts(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = start
    while offset < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count)
      let isWhole = end < bytes.count
      if isAtStart {
        guard isWhole || isLast || !Self.mayBecomeMark(bytes.extracting(offset...)) else {
          return offset
        }
        isAtStart = false
        beginText(at: offset + log.base, to: &output)
        if SourceText.hasMark(bytes.extracting(offset..<end)) { offset += 3 }
      }
      let hasReturn = isWhole && end > offset && bytes[end - 1] == 0x0D
      offset = renderText(
        from: offset, in: bytes.extracting(first: hasReturn ? end - 1 : end),
        isLast: isLast || isWhole, to: &output)
      guard isWhole else { break }
      textState.showUnseen(in: bytes, &output)
      endLine(to: &output)
      offset = end + 1
      lineEnds.add(endingAt: offset)
    }
    return offset
  }

  mutating func renderText(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    places.removeAll()
    guard options.markup.form == .markup else {
      return renderTerminalText(from: start, in: bytes, isLast: isLast, to: &output)
    }
    var offset = start
    while offset < bytes.count {
      if takesShortWay { offset = simpleParts(from: offset, in: bytes, to: &output) }
      guard offset < bytes.count else { break }
      let next = step(at: offset, in: bytes, isLast: isLast, to: &output)
      if next == offset { break }
      lineEnds.add(offset..<next, of: bytes)
      offset = next
    }
    return offset
  }

  /// Whether too little has come to tell whether a byte order mark stands there.
  static func mayBecomeMark(_ bytes: Span<UInt8>) -> Bool {
    switch bytes.count {
    case 0: true
    case 1: bytes[0] == 0xEF
    case 2: bytes[0] == 0xEF && bytes[1] == 0xBB
    default: false
    }
  }

  /// Renders what stands at an offset; the same offset is returned when more input is needed.
  @inline(__always)
  mutating func step(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    textState.showUnseen(in: bytes, &output)
    let byte = bytes[offset]
    if byte != 0x3C, isHidden, byte != 0x1B || !readsSequences {
      return hiddenText(at: offset, in: bytes, isLast: isLast)
    }
    switch byte {
    case 0x3C:
      return token(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x26:
      return reference(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x0A:
      endLine(to: &output)
      return offset + 1
    case 0x1B where readsSequences:
      return sequence(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x7B where usesPlaceholders:
      return placeholder(at: offset, in: bytes, isLast: isLast, to: &output)
    default:
      return text(at: offset, in: bytes, isLast: isLast, to: &output)
    }
  }
}
