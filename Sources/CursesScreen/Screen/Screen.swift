import CNCurses
import CPlatform
package import CellLayout
import OperatingSystem
import StyleValues
package import SystemPackage
package import TerminalOutput
import ThemeBrowser

/// The only owner of a terminal: it draws whole frames, reads input, and restores the terminal.
///
/// It uses the terminal device, so standard input and output may be pipes. Nothing else may write
/// to the terminal while a screen is open; messages on standard error are held back and shown when
/// it closes. ncurses is not thread-safe: a screen stays on the thread that opened it, and there is
/// only one at a time.
///
/// The terminal is restored when the value ends its life, and also when the process exits or
/// crashes.
package struct Screen: ~Copyable {
  package private(set) var columns: Int

  package private(set) var rows: Int

  /// True if exact colours can be shown; if not, quantise to the palette before `present`.
  package let showsExactColors: Bool

  let terminal: FileDescriptor
  let features: ScreenFeatures
  private let frame: FrameFile
  private var pairs: ColorPairs
  /// Cells on the terminal; nil if they are unknown.
  private var shown: CellBuffer?
  private var shownCursor: CellPosition?
  /// Bytes to write before the next frame: modes that ncurses does not support.
  private var prologue: [UInt8] = []
  private var isActive = false
  private let overlay: CellOverlay
  private let clear: [UInt8]

  var decoder = InputDecoder()
  var waitingEvents: [ScreenEvent] = []
  var pendingSince: ContinuousClock.Instant?
  var lastPress: (event: MouseEvent, time: ContinuousClock.Instant)?
  /// Time of the last mouse event.
  var lastMouse: ContinuousClock.Instant?

  /// Opens the screen on the terminal of the process.
  ///
  /// `term` is the kind of terminal, the value of `TERM`; `typedAhead` are the bytes that were
  /// typed during queries of the terminal.
  ///
  /// - Throws: `ScreenError`; the terminal is then unchanged.
  package init(
    term: String, features: ScreenFeatures = ScreenFeatures(), typedAhead: [UInt8] = []
  ) throws(ScreenError) {
    let description = try Self.describe(term, features: features)
    // Without one, curses draws blanks for all but ASCII.
    guard cn_use_utf8_locale() else {
      throw .unusableTerminal("no UTF-8 locale is installed; install C.UTF-8 or en_US.UTF-8")
    }
    let terminal = try Self.openTerminal()
    var isOpen = true
    defer { if isOpen { try? terminal.close() } }
    let size = Self.size(of: terminal)
    let frame = try FrameFile()

    try Self.check(
      unsafe description.restore.withUnsafeBufferPointer {
        unsafe cp_guard_install(terminal.rawValue, $0.baseAddress, $0.count)
      }, doing: "take the terminal")
    let entered = cp_guard_enter(true)
    guard entered == 0 else {
      cp_guard_remove()
      throw .system(Errno(rawValue: entered), doing: "set the terminal's modes")
    }
    guard
      description.start(
        term: term, terminal: terminal, output: frame.descriptor, columns: size.columns,
        rows: size.rows)
    else {
      cp_guard_leave()
      cp_guard_remove()
      throw .unusableTerminal(
        "TERM=\(term) cannot be used for a full screen; set TERM=xterm-256color")
    }
    isOpen = false
    self.terminal = terminal
    self.features = features
    self.frame = frame
    overlay = CellOverlay(features)
    clear = description.clear
    columns = size.columns
    rows = size.rows
    showsExactColors = cn_screen_colors() == RuntimeDescription.colors
    pairs = ColorPairs(limit: min(cn_screen_pairs(), 0x1_0000) - 1)
    prologue = Self.enterModes
    isActive = true
    take(typedAhead)
  }

  /// Reads bytes that were typed during a query of the terminal.
  mutating func take(_ typedAhead: [UInt8]) {
    for scalar in String(decoding: typedAhead, as: UTF8.self).unicodeScalars {
      // Until the screen is open, the terminal turns Enter into a line feed.
      let key: Unicode.Scalar = scalar == "\n" ? "\r" : scalar
      if let event = decoder.take(.scalar(key)) { waitingEvents.append(.input(event)) }
    }
  }

  deinit {
    if isActive {
      cp_guard_clear(nil, 0)
      cn_screen_leave()
      let bytes = try? frame.drain()
      // Not the guard's bytes: leaving the alternate screen twice would restore too much.
      _ = try? terminal.writeAll(Self.leaveModes + (bytes ?? []))
      MouseReports.drop(from: terminal, since: lastMouse)
      cp_guard_leave()
    }
    cn_screen_close()
    cp_guard_remove()
    try? terminal.close()
  }

  /// Checks if the process has a terminal that can show a screen, without changing it.
  ///
  /// - Parameter term: The kind of terminal, the value of `TERM`.
  /// - Throws: `ScreenError.noTerminal` or `.unusableTerminal`.
  package static func check(term: String) throws(ScreenError) {
    let terminal = try openTerminal()
    try? terminal.close()
    _ = try describe(term, features: ScreenFeatures())
  }

  /// Reports of the colour scheme; bracketed paste; mouse presses, releases and drags, in decimal
  /// (the older form ends at column 223).
  private static let enterModes = Array(
    "\u{1B}[?2031h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
  private static let leaveModes = Array(
    "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?2031l".utf8)

  // MARK: Drawing

  /// Shows a buffer, whose colours must be quantised for the terminal.
  ///
  /// Only cells that have changed are sent, in one write. Cells outside of the terminal are cut
  /// off; cells outside of the buffer are blank.
  ///
  /// Without a position the cursor is hidden. The rows of `prints` are shown as they would be
  /// printed, also by a terminal that counts cells differently.
  ///
  /// - Returns: The number of bytes sent, 0 if nothing changed.
  /// - Throws: `ScreenError.system` if the terminal cannot be written to.
  @discardableResult
  package mutating func present(
    _ buffer: CellBuffer, cursor: CellPosition? = nil, prints: [CellRect] = []
  ) throws(ScreenError) -> Int {
    let fitted = buffer.fitted(columns: columns, rows: rows)
    var rows = put(fitted)
    if rows == nil {
      // All pairs are used: drop them, and put every cell again with new ones.
      pairs.removeAll()
      cn_screen_forget_pairs()
      shown = nil
      rows = put(fitted)
    }
    let before = shown
    shown = fitted
    if cursor != shownCursor || cursor != nil {
      cn_screen_cursor(Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
      shownCursor = cursor
    }
    if before == nil { cn_screen_forget() }
    cn_screen_update()
    var over: [UInt8] = []
    overlay.append(fitted, over: before, rows: rows ?? [], prints: prints, into: &over)
    let sent = try sendFrame(over: over)
    // Only now is it the alternate screen that would be cleared.
    if before == nil {
      unsafe clear.withUnsafeBufferPointer { unsafe cp_guard_clear($0.baseAddress, $0.count) }
    }
    return sent
  }

  /// Puts changed cells into ncurses' window, and returns their rows; nil if the pairs ran out.
  private mutating func put(_ buffer: CellBuffer) -> [Int]? {
    // Cells are compared in place; an array would return copies.
    let isKnown = shown != nil
    let (before, after) = (shown?.cells ?? [], buffer.cells)
    let old = before.span
    let cells = after.span
    var rows: [Int] = []
    var line: [cn_cell] = []
    var last: (rendition: GraphicRendition, drawn: CursesCell.Style)?
    for row in 0..<buffer.rows {
      line.removeAll(keepingCapacity: true)
      let start = row * buffer.columns
      for index in start..<start + buffer.columns {
        if cells[index].width == 0 { continue }
        if isKnown, old[index] == cells[index],
          cells[index].width == 1 || old[index + 1] == cells[index + 1]
        {
          continue
        }
        if last?.rendition != cells[index].rendition {
          let rendition = cells[index].rendition
          guard let pair = pair(of: rendition) ?? (isKnown ? nil : 0) else { return nil }
          last = (rendition, CursesCell.Style(rendition, pair: pair, features))
        }
        guard let drawn = last?.drawn else { continue }
        CursesCell.append(
          cells[index].text, width: Int(cells[index].width), column: index - start, drawn, to: &line
        )
      }
      guard !line.isEmpty else { continue }
      rows.append(row)
      unsafe line.withUnsafeBufferPointer {
        unsafe cn_screen_put(Int32(row), $0.baseAddress, $0.count)
      }
    }
    return rows
  }

  private mutating func pair(of rendition: GraphicRendition) -> Int32? {
    let foreground = colorNumber(rendition.foreground)
    let background = colorNumber(rendition.background)
    guard let (pair, isNew) = pairs.number(foreground: foreground, background: background) else {
      return nil
    }
    if isNew { _ = cn_screen_define_pair(pair, foreground, background) }
    return pair
  }

  private func colorNumber(_ color: TerminalColor) -> Int32 {
    switch color {
    case .standard: -1
    case .palette(let index):
      showsExactColors ? RuntimeDescription.paletteBase + Int32(index) : Int32(index)
    case .rgb(let rgb):
      showsExactColors ? Int32(rgb.red) << 16 | Int32(rgb.green) << 8 | Int32(rgb.blue) : -1
    }
  }

  /// Sends the output of ncurses, and then the bytes over it, in one write.
  private mutating func sendFrame(over: [UInt8] = []) throws(ScreenError) -> Int {
    do throws(Errno) {
      var bytes = try frame.drain() + over
      guard !bytes.isEmpty || !prologue.isEmpty else { return 0 }
      if features.synchronizedOutput {
        bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
      }
      bytes = prologue + bytes
      prologue = []
      return try systemCall { try terminal.writeAll(bytes) }
    } catch {
      throw .system(error, doing: "write to the terminal")
    }
  }

  /// Makes the next `present` draw everything.
  package mutating func forget() {
    shown = nil
    // Whatever else has written to the terminal may have left it in any state.
    let isKnown = prologue.suffix(Self.standardState.count).elementsEqual(Self.standardState)
    if !isKnown { prologue += Self.standardState }
  }

  /// ASCII as the character set, and no rendition.
  private static let standardState = Array("\u{1B}(B\u{1B}[m".utf8)

  // MARK: Leaving and coming back

  /// Restores the terminal while `body` runs: to stop, or to run another program on it.
  ///
  /// The next `present` draws everything.
  mutating func outside<Result>(_ body: () -> Result) throws(ScreenError) -> Result {
    cp_guard_clear(nil, 0)
    cn_screen_leave()
    prologue = Self.leaveModes
    _ = try sendFrame()
    MouseReports.drop(from: terminal, since: lastMouse)
    cp_guard_leave()
    isActive = false
    let result = body()
    dropSignals()
    try Self.check(cp_guard_enter(true), doing: "set the terminal's modes")
    isActive = true
    prologue = Self.enterModes
    forget()
    return result
  }

  /// Returns true if the size of the terminal has changed; the next `present` then draws
  /// everything.
  mutating func updateSize() -> Bool {
    let size = Self.size(of: terminal)
    guard size.columns != columns || size.rows != rows else { return false }
    columns = size.columns
    rows = size.rows
    cn_screen_resize(Int32(columns), Int32(rows))
    forget()
    return true
  }
}

extension Screen {
  /// Limit of the drawn part: a terminal may report any size, and every cell costs memory.
  private static let largest = ScreenSize(columns: 2000, rows: 1000)

  /// Size of the drawn part of the terminal; 80 × 24 if its size is unknown.
  private static func size(of terminal: FileDescriptor) -> ScreenSize {
    let size = ScreenSize(of: terminal) ?? ScreenSize(columns: 80, rows: 24)
    return ScreenSize(
      columns: min(size.columns, largest.columns), rows: min(size.rows, largest.rows))
  }

  static func openTerminal() throws(ScreenError) -> FileDescriptor {
    do throws(Errno) {
      return try systemCall {
        try FileDescriptor.open(FilePath("/dev/tty"), .readWrite, options: .closeOnExec)
      }
    } catch {
      throw .noTerminal(error)
    }
  }

  private static func describe(
    _ term: String, features: ScreenFeatures
  ) throws(ScreenError) -> RuntimeDescription {
    do throws(TerminfoError) {
      return try RuntimeDescription(term: term, features: features)
    } catch {
      throw .unusableTerminal(error.description)
    }
  }

  private static func check(_ error: Int32, doing: String) throws(ScreenError) {
    guard error == 0 else { throw .system(Errno(rawValue: error), doing: doing) }
  }
}

/// An error in opening or using the terminal.
package enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  case noTerminal(Errno)

  /// The terminal's kind, `TERM`, cannot show a full screen.
  case unusableTerminal(String)

  case system(Errno, doing: String)

  /// A message of one line.
  package var description: String {
    switch self {
    case .noTerminal: "no terminal to draw on; run the program in a terminal window"
    case .unusableTerminal(let reason): reason
    case .system(let error, let doing): "cannot \(doing): \(error.reason)"
    }
  }
}

/// Features that the terminal is known to have beyond those in its description.
///
/// Set rare ones only if the terminal is known to have them: xterm draws no line at all for `4:3`.
package struct ScreenFeatures: Hashable, Sendable {
  /// Underline styles and colours, a line above; others are left out.
  package var renditions: RenditionCapabilities

  /// Synchronized output, DEC private mode 2026.
  package var synchronizedOutput: Bool

  /// Links, OSC 8.
  package var hyperlinks: Bool

  package init(
    renditions: RenditionCapabilities = [], synchronizedOutput: Bool = false,
    hyperlinks: Bool = false
  ) {
    self.renditions = renditions
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
  }
}
