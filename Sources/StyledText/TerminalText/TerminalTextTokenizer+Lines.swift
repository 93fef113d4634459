import Bytes
import Diagnostics
import TerminalOutput

/// Lines, which are scanned before they are read, and some of which are held as cells.
extension TerminalTextTokenizer {
  enum LineForm {
    /// Not scanned; its start is next.
    case unknown
    /// Text without functions that have an effect.
    case plain
    /// Held as cells, because functions have an effect in it.
    case held
    /// Written as it is read, because its start was written before its end was known.
    case open
  }

  /// A line that is being scanned.
  struct LookAhead {
    var start: Int
    var offset: Int
    var state: Int32
    var sets: CharacterSets
    var hasText = false
    /// True if a CR has moved to its start.
    var isAtStart = true
  }

  /// The lines around the current position.
  struct KnownLines {
    /// The scanned part of an incomplete line.
    var ahead: LookAhead?

    /// True after a CR in an open line: text after it begins another line.
    var startsOver = false

    /// True if the next token is preceded by a line break.
    var owesBreak = false

    /// The end of the complete lines, and of the bytes that were searched for others.
    var wholeEnd = 0
    var searched = 0
  }

  // MARK: For callers that read text themselves

  /// The end of the text from an offset on that may be read without tokens; nil if there is none.
  ///
  /// The reader has to stop at bytes that are neither text, a line feed nor SGR, and to call
  /// `isPlain` for a line whose start was not scanned.
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

  /// True if the line is written as it is read.
  package var isInOpenLine: Bool { controls != .show && form == .open }

  /// True if functions have a meaning, so that lines are scanned.
  package var looksAtLines: Bool { controls != .show }

  /// True if the next line was not scanned.
  package var isAtUnknownLine: Bool { looksAtLines && form == .unknown }

  /// True if EL 0 and ED 0 have no effect at the end of a text with a state.
  package func isIdleErasing(in state: Int32) -> Bool { looksAtLines && !paints(in: state) }

  /// Records that the caller has passed on text and sequences itself; `isAtLineStart` if a line
  /// that was not scanned begins there.
  package mutating func passedText(to state: Int32, isAtLineStart: Bool) {
    self.state = state
    if isAtLineStart { beginLine() }
    holdsCharacter = false
    isReleased = false
  }

  // MARK: Looking

  /// Scans the line at an offset until its form is known; returns false if more input is needed.
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

  /// Scans the rest, from `offset` on, of a complete line of which the caller has passed on text
  /// and SGR; returns false if it has to be read from its start, as cells.
  package mutating func isPlain(
    from offset: Int, start: Int, _ state: Int32, hasText: Bool, in bytes: Span<UInt8>, isLast: Bool
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
    // Only counted here: the scanned text is read again later.
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

  /// Applies a token to the current line, and returns the token to show.
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

  /// Writes a token to the cells of the line.
  private mutating func hold(
    _ found: TerminalTextToken, in bytes: Span<UInt8>, isLast: Bool
  ) -> TerminalTextToken {
    var end = found.end
    switch found.kind {
    case .text:
      let stop = line.write(found.text, of: bytes, found.state, isGraphics: sets.isGraphics)
      if found.text.upperBound == end { end = stop }
    case .shown:
      let shown = TextSanitizer.sanitized(Array(String(found.text, of: bytes).utf8), form: .text)
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

  /// Ends holding the cells; the line continues as an open one.
  mutating func endHeldLine() {
    endsHeldLine = true
    form = .open
  }

  package var holdsLine: Bool { form == .held }

  /// Removes and returns the text of a held line, and its start in the whole input; `isRedrawn` if
  /// it overwrites what was shown of the line.
  mutating func takeHeldLine() -> (runs: [CursorLine.Run], start: Int, isRedrawn: Bool) {
    defer { line = CursorLine() }
    endsHeldLine = false
    if form == .held { form = .open }
    return (heldRuns, line.start, line.isRedrawn)
  }

  /// The part of the held line that is to be shown.
  var heldRuns: [CursorLine.Run] { line.runs(columns: erasedColumns ?? 0) }

  /// True if an incomplete line can be shown, and has changed.
  var hasNews: Bool { showsOpenLines && form == .held && line.hasNews }

  /// Writes a line as it is read if it cannot be shown again, unless it is redrawn; returns true if
  /// it does.
  mutating func endUnmovedLine() -> Bool {
    guard !line.wasMoved else { return false }
    endHeldLine()
    return true
  }
}
