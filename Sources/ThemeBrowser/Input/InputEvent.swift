/// What a person did at the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)

  /// The mouse was used.
  case mouse(MouseEvent)

  /// Text was pasted (bracketed paste): it is data, never commands.
  case paste(String)
}

/// A key of the keyboard, as far as terminals tell keys apart.
public enum Key: Hashable, Sendable {
  /// A printable character, or with `KeyModifiers.control` the letter of a control character.
  case character(Unicode.Scalar)
  /// The arrow keys.
  case up, down, left, right
  /// The keys of the block above the arrows.
  case home, end, pageUp, pageDown, insert, delete
  /// The editing keys.
  case backspace, tab, enter, escape
  /// A function key, from 1.
  case function(Int)
}

/// Keys held while another one is pressed.
///
/// A terminal reports Shift only with keys that have no shifted character of their own.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits, those of xterm's modifier parameter less 1.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt or Meta: most terminals send Escape before the key.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
}

/// A key together with what was held.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key

  /// What was held with it.
  public var modifiers: KeyModifiers

  /// Puts a key press together.
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// Something that the mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did; buttons mean the first one.
  public enum Action: Hashable, Sendable {
    /// The button went down.
    case press
    /// The button came up.
    case release
    /// The mouse moved with the button down.
    case drag
    /// The wheel turned by a notch, away from the person or towards them.
    case wheelUp, wheelDown
  }

  /// What it did.
  public var action: Action

  /// The cell under the mouse, both from 0.
  public var column: Int, row: Int

  /// Which press it is of several on one cell in quick order, from 1.
  public var count = 1

  /// Puts a mouse event together.
  public init(_ action: Action, column: Int, row: Int, count: Int = 1) {
    self.action = action
    self.column = column
    self.row = row
    self.count = count
  }
}
