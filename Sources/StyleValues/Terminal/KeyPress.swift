/// A key of the keyboard, as far as terminals tell keys apart.
///
/// ```swift
/// print(KeyPress(named: "PageDown")?.key == .pageDown)  // true
/// print(KeyPress(named: "F5")?.key == .function(5))  // true
/// ```
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
///
/// ```swift
/// let modifiers = try KeyPress.convert("Ctrl-Alt-Up").modifiers
/// print(modifiers == [.control, .alt], modifiers.contains(.shift))  // true false
/// ```
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
///
/// ```swift
/// let press = try KeyPress.convert("ctrl-l")
/// print(press == KeyPress(.character("l"), .control), press.name)  // true Ctrl-L
/// ```
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
