import CellLayout
package import StyleValues
import TerminalOutput

/// Makes events from what ncurses has decoded: control characters, Escape, sequences that ncurses
/// does not know, and pasted text.
///
/// It holds no clock: the caller says `idle` when nothing is waiting to be read, and `giveUp` when
/// nothing has come for a while although `isWaiting`.
package struct InputDecoder {
  package init() {}

  /// One piece of input.
  package enum Piece: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    /// A key that ncurses knows.
    case key(KeyPress)
    /// `CSI <`: a mouse report whose rest follows as scalars.
    case mouseStart
    /// `CSI 200 ~`: pasted text follows.
    case pasteStart
    /// `CSI 201 ~`: that was all of it.
    case pasteEnd
  }

  private enum State {
    case ground
    /// After Escape: the key itself, or the start of something.
    case escape
    /// Inside a control sequence that ncurses does not know, with its first characters; ECMA-48
    /// §5.4.
    case controlSequence(String)
    /// Inside a control string, ECMA-48 §5.6: a late answer of the terminal.
    case controlString
    /// In a control string after Escape, which may be the first half of its end.
    case controlStringEscape
    /// Inside a mouse report: the numbers so far.
    case mouse([Int])
    case paste
  }

  /// Scalars kept of one paste, more than any field takes; the rest is dropped.
  package static let pasteLimit = 1 << 17

  private var state = State.ground
  private var pasted = String.UnicodeScalarView()
  private var pastedCount = 0

  /// True if the rest of something has not come yet.
  package var isWaiting: Bool {
    switch state {
    case .ground, .escape: false
    case .controlSequence, .controlString, .controlStringEscape, .mouse, .paste: true
    }
  }

  /// Takes a piece of input, and returns the event that it completes, if any.
  package mutating func take(_ piece: Piece) -> InputEvent? {
    switch (state, piece) {
    case (.paste, .pasteEnd): return endPaste()
    case (.paste, .scalar(let scalar)): return addPasted(scalar)
    case (.paste, _): return nil
    case (_, .pasteStart):
      state = .paste
      return nil
    case (_, .pasteEnd): return nil
    case (_, .key(let press)):
      state = .ground
      return .key(press)
    case (_, .mouseStart):
      state = .mouse([0])
      return nil
    case (.mouse(let numbers), .scalar(let scalar)): return addToMouse(numbers, scalar)
    case (.ground, .scalar("\u{1B}")):
      state = .escape
      return nil
    case (.ground, .scalar(let scalar)): return Self.key(scalar).map { .key($0) }
    case (.escape, .scalar(let scalar)): return afterEscape(scalar)
    case (.controlSequence(let start), .scalar(let scalar)):
      let sequence = start.utf8.count < 16 ? start + String(scalar) : start
      let isComplete = ("\u{40}"..."\u{7E}").contains(scalar)
      state = isComplete ? .ground : .controlSequence(sequence)
      // Terminals in another mode than terminfo says.
      if isComplete, let key = Self.cursorKeys[sequence] { return .key(KeyPress(key)) }
      return isComplete && TerminalReplyParser.schemeReports.contains(sequence)
        ? .schemeReport : nil
    case (.controlString, .scalar(let scalar)):
      if scalar == "\u{7}" { state = .ground }
      if scalar == "\u{1B}" { state = .controlStringEscape }
      return nil
    case (.controlStringEscape, .scalar):
      state = .ground
      return nil
    }
  }

  /// Nothing is waiting to be read: an Escape was the key.
  package mutating func idle() -> InputEvent? {
    guard case .escape = state else { return nil }
    state = .ground
    return .key(KeyPress(.escape))
  }

  /// The rest will not come.
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

  /// Goes on with `Cb ; Cx ; Cy M` or `m`, xterm's SGR mouse report (mode 1006).
  private mutating func addToMouse(
    _ numbers: [Int], _ scalar: Unicode.Scalar
  ) -> InputEvent? {
    var numbers = numbers
    switch scalar {
    case "0"..."9":
      let digit = Int(scalar.value) - 0x30
      let last = numbers.count - 1
      numbers[last] = min(numbers[last] * 10 + digit, 0xFFFF)
      state = .mouse(numbers)
    case ";" where numbers.count < 3:
      state = .mouse(numbers + [0])
    case "M", "m":
      state = .ground
      return Self.mouseEvent(numbers, isRelease: scalar == "m").map { .mouse($0) }
    default:
      state = .ground
    }
    return nil
  }

  /// Decodes the numbers of a mouse report, nil for buttons that are not used: the low two bits
  /// are the button, 32 is motion, 64 the wheel; 4, 8 and 16 are modifiers.
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

  private mutating func addPasted(_ scalar: Unicode.Scalar) -> InputEvent? {
    pastedCount += 1
    if pastedCount <= Self.pasteLimit { pasted.append(scalar) }
    return nil
  }

  private mutating func endPaste() -> InputEvent {
    defer {
      pasted = String.UnicodeScalarView()
      pastedCount = 0
      state = .ground
    }
    return .paste(String(pasted), isCut: pastedCount > Self.pasteLimit)
  }

  /// The key that sends a scalar; nil for one that no key sends.
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

/// An input of a person at the terminal, or a report of the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyPress)

  case mouse(MouseEvent)

  /// Text was pasted (bracketed paste): it is data, never commands. Of a very long one the end is
  /// missing.
  case paste(String, isCut: Bool = false)

  /// The terminal has become dark or light. Ask for its background: some terminals report the
  /// setting of the system instead.
  case schemeReport
}

/// Something that the mouse did, and where.
package struct MouseEvent: Hashable, Sendable {
  /// Buttons mean the first one.
  package enum Action: Hashable, Sendable {
    /// The button went down.
    case press
    /// The button came up.
    case release
    /// The mouse moved with the button down.
    case drag
    /// The wheel turned by a notch, away from the person or towards them.
    case wheelUp, wheelDown
  }

  package var action: Action

  /// From 0.
  package var column: Int, row: Int

  /// The cell under the mouse.
  var cell: CellPosition { CellPosition(column: column, row: row) }

  /// Number of the press among several on one cell in quick order, from 1.
  package var count = 1

  package init(_ action: Action, column: Int, row: Int, count: Int = 1) {
    self.action = action
    self.column = column
    self.row = row
    self.count = count
  }
}
