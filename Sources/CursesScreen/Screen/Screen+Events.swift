import CNCurses
import CPlatform
package import FileChanges
import OperatingSystem
import StyleValues
import SystemPackage
import ThemeBrowser

extension Screen {
  /// Maximum wait for the rest of a sequence or of a paste.
  private static let patience = Duration.milliseconds(500)

  /// Waits for the next event.
  ///
  /// It sleeps until the terminal, a signal or the watched files wake it: waiting costs no
  /// processor time.
  ///
  /// - Parameters:
  ///   - watch: Files whose changes are events; nil watches none.
  ///   - waits: False returns only a pending event.
  /// - Returns: The event; nil if there is none.
  /// - Throws: `ScreenError.system` if the terminal cannot be restored after a stop.
  package mutating func nextEvent(
    watching watch: inout FileWatch?, waits: Bool = true
  ) throws(ScreenError) -> ScreenEvent? {
    while true {
      // Input that does not end must not keep a signal waiting.
      if waitToRead([cp_guard_events()], timeout: 0)[0] { try takeSignals() }
      if !waitingEvents.isEmpty { return waitingEvents.removeFirst() }
      if let event = readInput() { return .input(counted(event)) }

      let now = ContinuousClock.now
      let giveUp = decoder.isWaiting ? (pendingSince ?? now) + Self.patience : nil
      let first = [giveUp, watch?.deadline].compactMap { $0 }.min()
      let readable = waitToRead(
        [terminal.rawValue, cp_guard_events(), watch?.descriptor ?? -1],
        timeout: waits ? first.map { milliseconds(from: now, to: $0) } : 0)

      if readable[1] { try takeSignals() }
      let after = ContinuousClock.now
      if let changed = watch?.update(isReadable: readable[2], now: after), !changed.isEmpty {
        waitingEvents.append(.filesChanged(changed, noticed: watch?.takeFirstSign() ?? after))
      }
      if let giveUp, !readable[0], after >= giveUp, let event = decoder.giveUp() {
        waitingEvents.append(.input(event))
      }
      if readable[0], isGone() { return .quit(signal: QuitSignal.hangUp) }
      if !waits, waitingEvents.isEmpty, !readable.contains(true) { return nil }
    }
  }

  /// A pending event; nil if there is none.
  package mutating func waitingEvent() -> ScreenEvent? {
    if !waitingEvents.isEmpty { return waitingEvents.removeFirst() }
    return readInput().map { .input(counted($0)) }
  }

  /// Maximum time between two presses on the same cell that count as a double press.
  private static let doublePress = Duration.milliseconds(400)

  /// The event, with its number among consecutive presses on one cell.
  mutating func counted(_ event: InputEvent) -> InputEvent {
    guard case .mouse(var mouse) = event else { return event }
    let now = ContinuousClock.now
    lastMouse = now
    guard mouse.action == .press else { return event }
    if let last = lastPress, last.event.column == mouse.column, last.event.row == mouse.row,
      now - last.time < Self.doublePress
    {
      mouse.count = last.event.count + 1
    }
    lastPress = (mouse, now)
    return .mouse(mouse)
  }

  /// The next event that can be read without waiting.
  mutating func readInput() -> InputEvent? {
    var input = cn_input()
    while true {
      unsafe cn_screen_read(&input)
      guard Int(input.kind) != CN_INPUT_NONE else { return decoder.idle() }
      let wasWaiting = decoder.isWaiting
      let event = InputDecoder.Piece(input).flatMap { decoder.take($0) }
      if decoder.isWaiting { pendingSince = ContinuousClock.now } else { pendingSince = nil }
      if let event { return event }
      if wasWaiting, !decoder.isWaiting { continue }
    }
  }

  mutating func takeSignals() throws(ScreenError) {
    for name in Self.readSignals() {
      switch name {
      case UInt8(ascii: "W"): noteSize()
      case UInt8(ascii: "I"): quit(QuitSignal.interrupt)
      case UInt8(ascii: "T"): quit(QuitSignal.terminate)
      case UInt8(ascii: "H"): quit(QuitSignal.hangUp)
      case UInt8(ascii: "Z"): try suspend()
      // Stopped by a signal that cannot be caught, and continued: the shell may have drawn.
      case UInt8(ascii: "C"): try outside {}; noteResumed()
      default: break
      }
    }
  }

  /// Puts the end before all pending events.
  private mutating func quit(_ signal: Int32) { waitingEvents.insert(.quit(signal: signal), at: 0) }

  /// The signals since the last call, each as a letter.
  static func readSignals() -> ArraySlice<UInt8> {
    var names = [UInt8](repeating: 0, count: 64)
    let pipe = FileDescriptor(rawValue: cp_guard_events())
    let read = try? unsafe names.withUnsafeMutableBytes { try unsafe pipe.read(into: $0) }
    return names.prefix(read ?? 0)
  }

  /// Updates the size of the terminal, whose change is an event.
  mutating func noteSize() {
    guard updateSize() else { return }
    waitingEvents.removeAll { if case .resize = $0 { true } else { false } }
    waitingEvents.append(.resize(columns: columns, rows: rows))
  }

  mutating func noteResumed() {
    if waitingEvents.last != .resumed { waitingEvents.append(.resumed) }
    noteSize()
  }

  /// True if the other side of the terminal has closed.
  func isGone() -> Bool {
    var columns: Int32 = 0
    var rows: Int32 = 0
    return unsafe !cp_terminal_size(terminal.rawValue, &columns, &rows) && lastError == .ioError
  }

  /// Drops signals that came while another program had the terminal, but for those that end this
  /// one.
  mutating func dropSignals(_ names: some Sequence<UInt8> = Self.readSignals()) {
    for name in names {
      if name == UInt8(ascii: "T") { quit(QuitSignal.terminate) }
      if name == UInt8(ascii: "H") { quit(QuitSignal.hangUp) }
    }
  }
}

extension InputDecoder.Piece {
  /// Converts an input that ncurses decoded; nil for unused ones (a focus report, an unknown key).
  fileprivate init?(_ input: cn_input) {
    switch Int(input.kind) {
    case CN_INPUT_SCALAR:
      guard let scalar = Unicode.Scalar(input.code) else { return nil }
      self = .scalar(scalar)
    case CN_INPUT_KEY:
      guard let press = KeyPress(code: Int(input.code), modifiers: input.modifiers) else {
        return nil
      }
      self = .key(press)
    case CN_INPUT_MOUSE_START: self = .mouseStart
    case CN_INPUT_PASTE_START: self = .pasteStart
    case CN_INPUT_PASTE_END: self = .pasteEnd
    default: return nil
    }
  }
}

extension KeyPress {
  fileprivate init?(code: Int, modifiers: Int32) {
    var held = KeyModifiers(rawValue: UInt8(modifiers & 7))
    if code == CN_KEY_BACK_TAB { held.insert(.shift) }
    let known = code > CN_KEY_F0 ? .function(code - CN_KEY_F0) : Self.keys[code]
    guard let known else { return nil }
    self.init(known, held)
  }

  private static let keys: [Int: Key] = [
    CN_KEY_UP: .up, CN_KEY_DOWN: .down, CN_KEY_LEFT: .left, CN_KEY_RIGHT: .right,
    CN_KEY_HOME: .home, CN_KEY_END: .end, CN_KEY_PAGE_UP: .pageUp, CN_KEY_PAGE_DOWN: .pageDown,
    CN_KEY_INSERT: .insert, CN_KEY_DELETE: .delete, CN_KEY_BACKSPACE: .backspace,
    CN_KEY_ENTER: .enter, CN_KEY_BACK_TAB: .tab,
  ]
}
