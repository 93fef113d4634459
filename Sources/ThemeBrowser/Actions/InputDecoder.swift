import CellLayout
package import StyleValues
import TerminalOutput

/// Makes events of decoded input of ncurses: control characters, Escape, sequences that ncurses
/// does not know, and pasted text.
///
/// It has no clock: the caller calls `idle` when no input is available, and `giveUp` when there was
/// none for a while although `isWaiting`.
package struct InputDecoder {
  package init() {}

  package enum Piece: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    /// A key that ncurses decodes.
    case key(KeyPress)
    /// `CSI <`: a mouse report, whose rest follows as scalars.
    case mouseStart
    /// `CSI 200 ~`: the start of pasted text.
    case pasteStart
    /// `CSI 201 ~`: the end of pasted text.
    case pasteEnd
  }

  private enum State {
    case ground
    /// After Escape: the key, or the start of a sequence.
    case escape
    /// Inside a control sequence that ncurses does not know, with its first characters (ECMA-48
    /// §5.4).
    case controlSequence(String)
    /// Inside a control string (ECMA-48 §5.6), such as a late answer of the terminal.
    case controlString
    /// After Escape in a control string, perhaps in its terminator.
    case controlStringEscape
    /// Inside a mouse report, with the numbers so far.
    case mouse([Int])
    case paste
  }

  /// In scalars; the rest of a longer paste is dropped.
  package static let pasteLimit = 1 << 17

  private var state = State.ground
  private var pasted = String.UnicodeScalarView()
  private var pastedCount = 0

  /// True if the rest of a sequence has not been read.
  package var isWaiting: Bool {
    switch state {
    case .ground, .escape: false
    case .controlSequence, .controlString, .controlStringEscape, .mouse, .paste: true
    }
  }

  /// Adds a piece of input, and returns the event that it completes.
  package mutating func take(_ piece: Piece) -> InputEvent? {
    switch (state, piece) {
    case (.paste, .pasteEnd): return endPaste()
    case (.paste, .scalar(let scalar)): addPasted(scalar)
    case (.paste, _), (_, .pasteEnd): break
    case (_, .pasteStart): state = .paste
    case (_, .key(let press)):
      state = .ground
      return .key(press)
    case (_, .mouseStart): state = .mouse([0])
    case (.mouse(let numbers), .scalar(let scalar)): return addToMouse(numbers, scalar)
    case (.ground, .scalar("\u{1B}")): state = .escape
    case (.ground, .scalar(let scalar)): return Self.key(scalar).map { .key($0) }
    case (.escape, .scalar(let scalar)): return afterEscape(scalar)
    case (.controlSequence(let start), .scalar(let scalar)):
      let sequence = start.utf8.count < 16 ? start + String(scalar) : start
      let isComplete = ("\u{40}"..."\u{7E}").contains(scalar)
      state = isComplete ? .ground : .controlSequence(sequence)
      // Terminals in a mode different from terminfo's.
      if isComplete, let key = Self.cursorKeys[sequence] { return .key(KeyPress(key)) }
      if isComplete, TerminalReplyParser.schemeReports.contains(sequence) { return .schemeReport }
    case (.controlString, .scalar(let scalar)):
      if scalar == "\u{7}" { state = .ground }
      if scalar == "\u{1B}" { state = .controlStringEscape }
    case (.controlStringEscape, .scalar): state = .ground
    }
    return nil
  }

  /// No input is available: an Escape was the key.
  package mutating func idle() -> InputEvent? {
    guard case .escape = state else { return nil }
    state = .ground
    return .key(KeyPress(.escape))
  }

  /// Ends an incomplete sequence.
  package mutating func giveUp() -> InputEvent? {
    if case .paste = state { return endPaste() }
    state = .ground
    return nil
  }

  private static let cursorKeys: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
  ]

  private mutating func afterEscape(_ scalar: Unicode.Scalar) -> InputEvent? {
    state = .ground
    switch scalar {
    case "[": state = .controlSequence("")
    case "]", "P", "X", "^", "_": state = .controlString
    case "\u{1B}":
      state = .escape
      return .key(KeyPress(.escape))
    default:
      guard var press = Self.key(scalar) else { return nil }
      press.modifiers.insert(.alt)
      return .key(press)
    }
    return nil
  }

  /// Continues `Cb ; Cx ; Cy M` or `m`, xterm's SGR mouse report (mode 1006).
  private mutating func addToMouse(_ numbers: [Int], _ scalar: Unicode.Scalar) -> InputEvent? {
    var numbers = numbers
    switch scalar {
    case "0"..."9":
      let digit = Int(scalar.value) - 0x30
      let last = numbers.count - 1
      numbers[last] = min(numbers[last] * 10 + digit, 0xFFFF)
      state = .mouse(numbers)
    case ";" where numbers.count < 3: state = .mouse(numbers + [0])
    case "M", "m":
      state = .ground
      return Self.mouseEvent(numbers, isRelease: scalar == "m").map { .mouse($0) }
    default: state = .ground
    }
    return nil
  }

  /// The event of a mouse report; nil for unused buttons.
  ///
  /// The low two bits are the button, 32 is motion, 64 the wheel; 4, 8 and 16 are modifiers.
  private static func mouseEvent(_ numbers: [Int], isRelease: Bool) -> MouseEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let action: MouseEvent.Action
    switch numbers[0] & ~0x1C {
    case 0: action = isRelease ? .release : .press
    case 32: action = .drag
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    default: return nil
    }
    return MouseEvent(action, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  private mutating func addPasted(_ scalar: Unicode.Scalar) {
    pastedCount += 1
    if pastedCount <= Self.pasteLimit { pasted.append(scalar) }
  }

  private mutating func endPaste() -> InputEvent {
    defer {
      pasted = String.UnicodeScalarView()
      pastedCount = 0
      state = .ground
    }
    return .paste(String(pasted), isCut: pastedCount > Self.pasteLimit)
  }

  /// The key that sends a scalar.
  static func key(_ scalar: Unicode.Scalar) -> KeyPress? {
    switch scalar.value {
    case 0x09: KeyPress(.tab)
    case 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x08, 0x7F: KeyPress(.backspace)
    case 0x00: KeyPress(.character(" "), .control)
    case 0x01...0x1A: KeyPress(.character(Unicode.Scalar(UInt8(scalar.value) + 0x60)), .control)
    case 0x1C...0x1F: KeyPress(.character(Unicode.Scalar(UInt8(scalar.value) + 0x40)), .control)
    case 0x80...0x9F: nil
    default: KeyPress(.character(scalar))
    }
  }
}

/// Input of the user, or a report of the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyPress)

  case mouse(MouseEvent)

  /// Pasted text (bracketed paste), which is never a command; a very long one is cut.
  case paste(String, isCut: Bool = false)

  /// The terminal's scheme has changed. The background has to be queried, because some terminals
  /// report the setting of the system instead.
  case schemeReport
}

/// An event of the mouse, with its cell.
package struct MouseEvent: Hashable, Sendable {
  /// Only the first button counts.
  package enum Action: Hashable, Sendable {
    case press, release
    /// A move with the button down.
    case drag
    /// A notch of the wheel, away from or towards the user.
    case wheelUp, wheelDown
  }

  package var action: Action

  /// From 0.
  package var column: Int, row: Int

  var cell: CellPosition { CellPosition(column: column, row: row) }

  /// The number of quick presses on the cell, from 1.
  package var count = 1

  package init(_ action: Action, column: Int, row: Int, count: Int = 1) {
    self.action = action
    self.column = column
    self.row = row
    self.count = count
  }
}
