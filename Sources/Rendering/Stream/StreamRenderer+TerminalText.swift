import Bytes
import Diagnostics
import StyledText
import TerminalOutput

extension StreamRenderer {
  // MARK: Text that was written for a terminal

  /// Renders text in which control sequences are style, and nothing is markup.
  mutating func renderTerminalText(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = start
    while true {
      if graphics.hasManyStates || styles.areMany { forgetGraphics(&output) }
      if takesShortWay {
        offset = simpleTerminalParts(from: offset, in: bytes, isLast: isLast, to: &output)
      }
      let token = graphics.tokenizer.token(at: offset, in: bytes, isLast: isLast, log: &log)
      switch token.kind {
      case .incomplete, .endOfInput: return offset
      case .dropped: lineEnds.add(offset..<token.end, of: bytes)
      case .text:
        takeUpGraphics(token.state, at: offset, &output)
        if isHidden { break }
        verbatimText(token.text, in: bytes, to: &output)
      case .lineFeed:
        lineEnds.add(offset..<token.end, of: bytes)
        textState.showUnseen(in: bytes, &output)
        // Elements end with their lines, as those of `TerminalTextConverter` do.
        if graphics.entered != 0 {
          leaveGraphics(for: graphics.tokenizer.graphics(token.state).link, &output)
        }
        if !isHidden { endLine(to: &output) }
      case .shown:
        lineEnds.add(offset..<token.end, of: bytes)
        takeUpGraphics(token.state, at: offset, &output)
        if isHidden { break }
        textState.showUnseen(in: bytes, &output)
        let visible = TextSanitizer.sanitized(
          Array(String(token.text, of: bytes).utf8), form: .text)
        textState.sanitizer.append(
          0..<visible.count, of: visible.span, to: &textState.scratch, log: &log)
        emit(&output)
      }
      offset = token.end
    }
  }

  /// Renders text in which `<` and `&` are nothing special.
  private mutating func verbatimText(
    _ range: Range<Int>, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    let text = bytes.extracting(first: range.upperBound)
    var offset = range.lowerBound
    while offset < range.upperBound {
      if text[offset] == 0x3C || text[offset] == 0x26 {
        textState.showUnseen(in: bytes, &output)
        showAsText(offset..<offset + 1, in: text, to: &output)
        offset += 1
      } else {
        offset = self.text(at: offset, in: text, isLast: true, to: &output)
      }
    }
  }

  // MARK: What sequences have set

  /// Goes into the style of a state that text at an offset has, inside of the elements that are
  /// open.
  mutating func takeUpGraphics(_ number: Int32, at place: Int, _ output: inout StreamBuffer) {
    guard number != graphics.entered else { return }
    leaveGraphics(for: graphics.tokenizer.graphics(number).link, &output)
    guard number != 0 else { return }
    graphics.outer = wanted
    graphics.entered = number
    graphics.place = place + log.base
    wanted = graphicsStyle(number)
    if styles.head(wanted).isSpecial {
      enterSpecial(wanted, inside: graphics.outer, at: graphics.place, &output)
    }
  }

  /// Goes back to the style of the elements that are open.
  mutating func leaveGraphics(for nextLink: String? = nil, _ output: inout StreamBuffer) {
    if !textState.isSettled { endRun(&output) }
    guard graphics.entered != 0 else { return }
    let link =
      options.markup.showsLinkTargets && !isHidden
      ? graphics.tokenizer.graphics(graphics.entered).link : nil
    if styles.head(wanted).isSpecial { leaveSpecial(at: graphics.place, &output) }
    wanted = graphics.outer
    graphics.entered = 0
    if let link, link != nextLink { showTarget(link, to: &output) }
  }

  /// Goes on with nothing kept but the state that is set.
  private mutating func forgetGraphics(_ output: inout StreamBuffer) {
    let link = graphics.tokenizer.graphics(graphics.tokenizer.state).link
    leaveGraphics(for: link, &output)
    startEpoch()
    graphics.forgetStates()
  }

  /// The style of a state in the innermost element.
  private mutating func graphicsStyle(_ number: Int32) -> StyleID {
    let place = Int(number)
    if let known = graphics.style(in: wanted, place) { return known }
    guard let tag = graphics.tokenizer.graphics(number).tag else { return wanted }
    let parent = styles.content(wanted)
    let content = styles.spans.content(of: tag, parent: parent)
    recordFindings(about: tag, at: 0..<0)
    let style = styles.add(content)
    graphics.keep(style, in: wanted, place)
    return style
  }

  // MARK: In markup

  /// Reads a sequence in markup; the same offset is returned when more input is needed.
  mutating func sequence(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard
      let end = graphics.tokenizer.appliedSequence(
        at: offset, in: bytes, isLast: isLast, log: &log)
    else {
      if isHidden { return offset + 1 }
      textState.sanitizer.append(
        offset..<offset + 1, of: bytes, to: &textState.scratch, log: &log)
      emit(&output)
      return offset + 1
    }
    guard options.markup.sequences == .apply else {
      graphics.tokenizer.reset()
      return end
    }
    if styles.areMany || graphics.hasManyStates { forgetGraphics(&output) }
    takeUpGraphics(graphics.tokenizer.state, at: offset, &output)
    return end
  }

  /// Ends what sequences have set, at the end of a text.
  mutating func endGraphics(_ output: inout StreamBuffer) {
    leaveGraphics(&output)
    graphics.tokenizer.reset()
  }
}

/// What control sequences have set in a stream.
struct StreamGraphics: ~Copyable {
  var tokenizer: TerminalTextTokenizer

  /// The number of the state whose style text has; 0 for that of the elements alone.
  var entered: Int32 = 0

  /// Where in the whole input text begins to have that style.
  var place = 0

  /// The style of the innermost element, outside of that.
  var outer = StreamStyles.host

  /// The short sequences that were met.
  var sequences = ShortSequences()

  /// The styles of states outside of all elements, by their numbers, and inside of others.
  private var hostStyles: [StyleID?] = []
  private var otherStyles: [Place: StyleID] = [:]

  private struct Place: Hashable {
    var outer: StyleID
    var state: Int
  }

  init(_ options: MarkupOptions) {
    tokenizer = TerminalTextTokenizer(options)
  }

  /// Whether it is time to forget states.
  var hasManyStates: Bool { tokenizer.hasManyStates }

  /// The style that a state has inside an element.
  func style(in outer: StyleID, _ state: Int) -> StyleID? {
    guard outer == StreamStyles.host else { return otherStyles[Place(outer: outer, state: state)] }
    return state < hostStyles.count ? hostStyles[state] : nil
  }

  /// Keeps the style that a state has inside an element.
  mutating func keep(_ style: StyleID, in outer: StyleID, _ state: Int) {
    guard outer == StreamStyles.host else {
      otherStyles[Place(outer: outer, state: state)] = style
      return
    }
    while hostStyles.count <= state { hostStyles.append(nil) }
    hostStyles[state] = style
  }

  /// The style that a state has outside of all elements, if it was needed before.
  @inline(__always)
  func hostStyle(_ state: Int32) -> StyleID? {
    let place = Int(truncatingIfNeeded: state)
    return place < hostStyles.count ? hostStyles[place] : nil
  }

  /// Forgets all states but the last; their numbers change.
  mutating func forgetStates() {
    tokenizer.forgetStates()
    sequences = ShortSequences()
  }

  /// Forgets the styles of an epoch.
  mutating func forgetStyles() {
    hostStyles = []
    otherStyles = [:]
  }
}
