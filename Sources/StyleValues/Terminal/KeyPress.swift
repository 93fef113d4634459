/// A key of the keyboard, as far as terminals tell keys apart.
///
/// ```swift
/// print(KeyPress(named: "PageDown")?.key == .pageDown)  // true
/// print(KeyPress(named: "F5")?.key == .function(5))  // true
/// ```
package enum Key: Hashable, Sendable {
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
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits, those of xterm's modifier parameter less 1.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift.
  package static let shift = KeyModifiers(rawValue: 1)
  /// Alt or Meta: most terminals send Escape before the key.
  package static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  package static let control = KeyModifiers(rawValue: 4)
}

/// A key together with what was held.
///
/// ```swift
/// let press = try KeyPress.convert("ctrl-l")
/// print(press == KeyPress(.character("l"), .control), press.name)  // true Ctrl-L
/// ```
package struct KeyPress: Hashable, Sendable {
  /// The key.
  package var key: Key

  /// Modifiers that were held with the key.
  package var modifiers: KeyModifiers

  /// Puts a key press together.
  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}
