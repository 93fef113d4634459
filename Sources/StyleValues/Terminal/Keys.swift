import Bytes
import CSSSyntax

extension KeyPress {
  /// Reads a name such as `q`, `Ctrl-L`, `Shift-Tab`, `PageDown` or `F1`.
  ///
  /// Modifiers come first, each with a dash; `-` alone is the dash. Names are compared as for any
  /// enum, so that `page-down` and `Key.pageDown` are valid, too. Upper-case letters are keys of
  /// their own, but after `Ctrl-` they are the lower-case ones.
  package init?(named name: String) {
    var rest = name[...]
    var modifiers: KeyModifiers = []
    while let next = Self.modifier(startingName: rest) {
      modifiers.insert(next.value)
      rest = rest.dropFirst(next.name.count)
    }
    if let scalar = rest.unicodeScalars.first, rest.unicodeScalars.count == 1 {
      let isLetter = modifiers.contains(.control) && ("A"..."Z").contains(scalar)
      self.init(
        .character(isLetter ? Unicode.Scalar(orReplacement: scalar.value + 32) : scalar), modifiers)
    } else if let key = EnumerationNames.find(String(rest), in: Self.keys, qualifiers: ["Key"]) {
      self.init(key, modifiers)
    } else {
      return nil
    }
  }

  /// The name that `init(named:)` reads.
  package var name: String {
    let held = Self.modifiers.filter { modifiers.contains($0.value) }.map(\.name).joined()
    switch key {
    case .character(" "): return held + "Space"
    case .character(let scalar):
      // As they are read: other letters keep their case.
      let isLetter = modifiers.contains(.control) && ("a"..."z").contains(scalar)
      let shown = isLetter ? Unicode.Scalar(orReplacement: scalar.value - 32) : scalar
      return held + String(Character(shown))
    case .function(let number): return held + "F\(number)"
    default: return held + (Self.keys.first { $0.1 == key }?.0 ?? "")
    }
  }

  /// In the order in names.
  private static let modifiers: [(name: String, value: KeyModifiers)] = [
    ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  /// The modifier at the start of a name, if a key follows it.
  private static func modifier(
    startingName name: Substring
  ) -> (name: String, value: KeyModifiers)? {
    let others = [("Control-", KeyModifiers.control), ("Meta-", .alt)]
    return (modifiers + others).first { modifier, _ in
      name.utf8.count > modifier.utf8.count
        && name.prefix(modifier.count).lowercased() == modifier.lowercased()
    }
  }

  /// The names of the keys; the first one of a key is the standard one.
  private static let keys: [(String, Key)] =
    [
      ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
      ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Insert", .insert),
      ("Delete", .delete), ("Backspace", .backspace), ("Tab", .tab), ("Enter", .enter),
      ("Escape", .escape), ("Space", .character(" ")), ("Return", .enter), ("Esc", .escape),
      ("Del", .delete), ("Ins", .insert),
    ] + (1...24).map { ("F\($0)", .function($0)) }
}

extension KeyPress: DescribableValue {
  package var cssText: String { name }

  /// Reads the name of a key with its modifiers.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> KeyPress {
    let expectation = "a key such as q, Ctrl-L, PageDown or F1"
    switch raw.content {
    case .text, .number: break
    default: throw UnexpectedValue(expected: expectation, raw)
    }
    let written = try String.convert(raw, in: context)
    if let press = KeyPress(named: written) { return press }
    let word = String(written.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    if let press = KeyPress(named: word) { return press }
    let bare = String(word.split(separator: "-").last ?? "")
    // Names of two letters are near to anything short.
    throw UnexpectedValue(
      expected: expectation, raw, suggestion: near(bare, keys.map(\.0).filter { $0.count > 3 }))
  }
}

/// A key of the keyboard, as far as terminals distinguish them.
///
/// ```swift
/// print(KeyPress(named: "PageDown")?.key == .pageDown)  // true
/// print(KeyPress(named: "F5")?.key == .function(5))  // true
/// ```
package enum Key: Hashable, Sendable {
  /// A printable character, or with `KeyModifiers.control` the letter of a control character.
  case character(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  case backspace, tab, enter, escape
  /// From 1.
  case function(Int)
}

/// Keys that are held while another one is pressed.
///
/// A terminal reports Shift only with keys that have no shifted character of their own.
///
/// ```swift
/// let modifiers = try KeyPress.convert("Ctrl-Alt-Up").modifiers
/// print(modifiers == [.control, .alt], modifiers.contains(.shift))  // true false
/// ```
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// Those of xterm's modifier parameter minus 1.
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  /// Most terminals send Escape before the key.
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)
}

/// A key with its modifiers.
///
/// ```swift
/// let press = try KeyPress.convert("ctrl-l")
/// print(press == KeyPress(.character("l"), .control), press.name)  // true Ctrl-L
/// ```
package struct KeyPress: Hashable, Sendable {
  package var key: Key

  package var modifiers: KeyModifiers

  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A button of the mouse, as far as terminals distinguish them.
///
/// The wheel is reported as buttons that are pressed and never released.
///
/// ```swift
/// print(try MouseButton.convert("scroll-up") == .wheelUp, MouseButton.right.rawValue)  // true 2
/// ```
package enum MouseButton: Int, CaseIterable, Hashable, Sendable {
  /// The first button: the left one, for most people.
  case left = 0
  /// The second button, often the wheel itself.
  case middle = 1
  case right = 2
  /// The wheel, turned away from the person.
  case wheelUp = 64
  /// The wheel, turned towards the person.
  case wheelDown = 65
  case wheelLeft = 66
  case wheelRight = 67
  /// The button at the thumb that goes back.
  case back = 128
  /// The button at the thumb that goes forward.
  case forward = 129
}

extension MouseButton: StyleEnumeration {
  package static var aliases: [(name: String, value: MouseButton)] {
    [
      ("primary", .left), ("secondary", .right), ("scrollUp", .wheelUp),
      ("scrollDown", .wheelDown), ("scrollLeft", .wheelLeft), ("scrollRight", .wheelRight),
    ]
  }
}
