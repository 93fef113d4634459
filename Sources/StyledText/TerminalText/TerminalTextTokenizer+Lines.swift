import Bytes
import Diagnostics
import TerminalOutput

/// Lines: they are looked through before they are read, and some are held as cells.
extension TerminalTextTokenizer {
  /// Form in which a line is read.
  enum LineForm {
    /// Nobody has looked at it yet: what comes next is its start.
    case unknown
    /// It is text as it stands there.
    case plain
    /// Functions have something to do in it: it is held as cells.
    case held
    /// Its start was written before its end was known: it is written as it comes.
    case open
  }

  /// A line that is looked through.
  struct LookAhead {
    var start: Int
    var offset: Int
    var state: Int32
    var sets: CharacterSets
    var hasText = false
    /// True if a CR has moved to its start.
    var isAtStart = true
  }

  /// The lines around what is read.
  struct KnownLines {
    /// The line whose end has not come, as far as it was looked at.
    var ahead: LookAhead?

    /// True if a CR came in an open line: text behind it begins another line.
    var startsOver = false

    /// True if the next token has a line break before it.
    var owesBreak = false

    /// End of the lines that are there as a whole, and up to where others were looked for.
    var wholeEnd = 0
    var searched = 0
  }

  // MARK: For those who read text themselves

  /// End of the text from an offset on that may be read without tokens; nil where there is none.
  ///
  /// Whoever reads it stops at what is neither text, a line feed nor SGR, and asks `isPlain` about
  /// a line whose start was not looked at.
  package mutating func textEnd(from offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int? {
    guard !scanner.isInside, !lines.owesBreak else { return nil }
    if controls == .show { return .max }
    guard form != .held, !lines.startsOver, !sets.isGraphics else { return nil }
    if form == .open || isLast { return .max }
    if lines.wholeEnd <= offset {
      var end = bytes.count
      let first = max(offset, lines.searched)
      while end > first, bytes[end - 1] != 0x0A { end -= 1 }
      lines.searched = bytes.count
      guard end > first else { return nil }
      lines.wholeEnd = end
    }
    return lines.wholeEnd
  }

  /// True if the end of the line is not known, which is written as it comes.
  package var isInOpenLine: Bool { controls != .show && form == .open }

  /// True if functions mean something, so that lines are looked through.
  package var looksAtLines: Bool { controls != .show }

  /// True if nobody has looked at the line that begins.
  package var isAtUnknownLine: Bool { looksAtLines && form == .unknown }

  /// True if EL 0 and ED 0 do nothing at the end of a text with a state.
  package func isIdleErasing(in state: Int32) -> Bool {
    looksAtLines && !paints(in: state)
  }

  /// Says that the caller has passed on some text on its own, and the sequences in it;
  /// `isAtLineStart` if a line begins there that nobody has looked at.
  package mutating func passedText(to state: Int32, isAtLineStart: Bool) {
    self.state = state
    if isAtLineStart { beginLine() }
    holdsCharacter = false
    isReleased = false
  }

  // MARK: Looking

  /// Looks through the line that begins at an offset, up to what says how it is read; false when
  /// more input is needed.
  mutating func look(from start: Int, in bytes: Span<UInt8>, isLast: Bool) -> Bool {
    if lines.ahead?.start != start {
      lines.ahead = LookAhead(start: start, offset: start, state: state, sets: sets)
      scanner = ControlSequenceScanner()
    }
    if lookOn(in: bytes, isLast: isLast) { return true }
    guard isReleased else { return false }
    form = showsOpenLines ? .held : .open
    lines.ahead = nil
    scanner = ControlSequenceScanner()
    return true
  }

  /// Looks at the rest, from `offset` on, of a line that is there as a whole and of which a
  /// caller has passed on text and SGR; false if it has to be read from its start, as cells.
  package mutating func isPlain(
    from offset: Int, start: Int, _ state: Int32, hasText: Bool, in bytes: Span<UInt8>,
    isLast: Bool
  ) -> Bool {
    var found = LookAhead(start: start, offset: offset, state: state, sets: sets)
    found.hasText = hasText
    found.isAtStart = !hasText
    lines.ahead = found
    scanner = ControlSequenceScanner()
    if !lookOn(in: bytes, isLast: isLast) {
      form = .unknown
      return false
    }
    return form != .held
  }

  private mutating func lookOn(in bytes: Span<UInt8>, isLast: Bool) -> Bool {
    guard var line = lines.ahead else { return false }
    // Taken in for as long as it takes: what is looked at is read again later.
    let kept = (state, sets, isReleased, holdsCharacter)
    (state, sets) = (line.state, line.sets)
    var unheard = DiagnosticLog(limit: 0)
    var found: LineForm?
    while found == nil {
      guard line.offset < bytes.count else {
        if isLast { found = .plain }
        break
      }
      if line.offset - line.start >= Self.longestLine {
        found = line.isAtStart && line.hasText ? .held : .open
        break
      }
      let next = anyToken(at: line.offset, in: bytes, isLast: isLast, log: &unheard)
      if next.kind == .incomplete { break }
      line.offset = next.end
      switch next.kind {
      case .lineFeed: found = .plain
      case .text, .shown:
        if sets.isGraphics || line.isAtStart && line.hasText { found = .held }
        line.hasText = true
        line.isAtStart = false
      default:
        guard let function = next.function else { break }
        if function == .lineStart {
          line.isAtStart = true
        } else if !function.isIdle(
          isAtStart: line.isAtStart, hasText: line.hasText, paints: paints(in: state))
        {
          found = .held
        }
      }
    }
    (line.state, line.sets) = (state, sets)
    (state, sets, isReleased, holdsCharacter) = kept
    guard let found else {
      lines.ahead = line
      return false
    }
    lines.ahead = nil
    scanner = ControlSequenceScanner()
    form = found
    return true
  }

  /// True if erasing leaves the background of a state.
  private func paints(in state: Int32) -> Bool {
    erasedColumns != nil && graphics(state).state.background != .standard
  }

  // MARK: Reading

  /// The token of a line that a token of the text comes to.
  mutating func inLine(
    _ found: TerminalTextToken, in bytes: Span<UInt8>, isLast: Bool
  ) -> TerminalTextToken {
    if found.kind == .lineFeed {
      if form == .held { endHeldLine() }
      beginLine()
      return found
    }
    switch form {
    case .unknown, .plain: return found
    case .open:
      if found.function == .lineStart { lines.startsOver = true }
      guard found.kind == .text, sets.isGraphics else { return found }
      _ = line.write(found.text, of: bytes, found.state, isGraphics: true)
      endsHeldLine = true
      return token(.dropped, found.text, end: found.end)
    case .held: return hold(found, in: bytes, isLast: isLast)
    }
  }

  /// Takes a token into the cells of the line.
  private mutating func hold(
    _ found: TerminalTextToken, in bytes: Span<UInt8>, isLast: Bool
  ) -> TerminalTextToken {
    var end = found.end
    switch found.kind {
    case .text:
      let stop = line.write(found.text, of: bytes, found.state, isGraphics: sets.isGraphics)
      if found.text.upperBound == end { end = stop }
    case .shown:
      let shown = TextSanitizer.sanitized(
        Array(String(found.text, of: bytes).utf8), form: .text)
      _ = line.write(0..<shown.count, of: shown.span, found.state)
    default:
      if let function = found.function {
        line.apply(function, blank: erasedState, columns: erasedColumns ?? 0)
      }
    }
    line.byteCount += end - found.text.lowerBound
    if line.isFull || isLast && end == bytes.count { endHeldLine() }
    return token(.dropped, found.text.lowerBound..<end)
  }

  private var erasedState: Int32 {
    mutating get {
      guard erasedColumns != nil else { return 0 }
      var erased = TerminalGraphics()
      erased.state.background = graphics(state).state.background
      return number(of: erased)
    }
  }

  /// Lets the cells be shown; the line goes on as an open one.
  mutating func endHeldLine() {
    endsHeldLine = true
    form = .open
  }

  package var holdsLine: Bool { form == .held }

  /// Takes out the text of the line that was held, if there is one, and its start in the whole
  /// input; `isRedrawn` if it goes over what was shown of the line.
  mutating func takeHeldLine() -> (runs: [CursorLine.Run], start: Int, isRedrawn: Bool) {
    defer { line = CursorLine() }
    endsHeldLine = false
    if form == .held { form = .open }
    return (heldRuns, line.start, line.isRedrawn)
  }

  /// The part of the held line that is to be shown.
  var heldRuns: [CursorLine.Run] { line.runs(columns: erasedColumns ?? 0) }

  /// True if a line that is not at its end can be shown, and has changed.
  var hasNews: Bool { showsOpenLines && form == .held && line.hasNews }

  /// Lets a line that cannot be shown again be written as it comes, unless it is redrawn; true if
  /// it is written now.
  mutating func endUnmovedLine() -> Bool {
    guard !line.wasMoved else { return false }
    endHeldLine()
    return true
  }
}
