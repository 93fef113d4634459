import Bytes

extension PaletteBuilder {
  /// Reads sections of `name=value`, foot.ini(5): `[colors]`, or since 1.26 `[colors-dark]` and
  /// `[colors-light]`, of which the dark one wins unless `initial-color-theme` says otherwise.
  mutating func readFoot() {
    var section = ""
    var wantsLight = false
    var light: [(slot: PaletteSlot, value: Range<Int>)] = []
    var hasDark = false
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      if text.bytes[line.lowerBound] == UInt8(ascii: "[") {
        guard let end = line.first(where: { text.bytes[$0] == UInt8(ascii: "]") }) else {
          reject(line, "missing ']' after the section name")
          continue
        }
        section = text.string(text.trimmed(line.lowerBound + 1..<end))
        continue
      }
      guard let (key, whole) = text.split(line, at: "=") else { continue }
      let value = text.withoutComment(whole)
      let name = text.string(key)
      switch section {
      case "", "main":
        if name == "initial-color-theme" {
          wantsLight = ["light", "2"].contains(text.string(value))
        }
      case "cursor" where name == "color": setCursor(value)
      case "colors", "colors-dark":
        if name == "cursor" { setCursor(value) }
        guard let slot = Self.footSlot(name) else { continue }
        hasDark = true
        set(slot, to: text.string(value), at: value, .bareDigits)
      case "colors-light", "colors2":
        if name == "cursor" { light.append((.cursor, value)) }
        if let slot = Self.footSlot(name) { light.append((slot, value)) }
      default: continue
      }
    }
    guard wantsLight || !hasDark else { return }
    for (slot, value) in light {
      if slot == .cursor {
        setCursor(value)
      } else {
        set(slot, to: text.string(value), at: value, .bareDigits)
      }
    }
  }

  /// Reads the colour of the text under the cursor, then that of the cursor.
  private mutating func setCursor(_ range: Range<Int>) {
    guard let (_, cursor) = text.split(range, where: \.isASCIIWhitespace) else {
      return reject(range, "expected two colours: text and cursor")
    }
    set(.cursor, to: text.string(cursor), at: cursor, .bareDigits)
  }

  /// The slot of a name in a section of colours; nil for other names.
  static func footSlot(_ name: String) -> PaletteSlot? {
    if let slot = PaletteSlot(name, among: PaletteSlot.foot) { return slot }
    if let index = UInt8(digits: name) { return index < 16 ? nil : .entry(index) }
    for (prefix, first) in [("regular", 0 as UInt8), ("bright", 8)] where name.hasPrefix(prefix) {
      guard let index = UInt8(digits: name.dropFirst(prefix.count)), index < 8 else { return nil }
      return .entry(first + index)
    }
    return nil
  }
}

extension PaletteBuilder {
  /// Reads lines of a name, `=` and a value; other settings are skipped.
  mutating func readGhostty() {
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      guard let (key, value) = text.split(line, at: "=") else { continue }
      if text.string(key) == "palette" {
        readEntry(value)
      } else if let slot = PaletteSlot(text.string(key), among: PaletteSlot.ghostty) {
        let written = text.unquoted(value)
        guard !["", "cell-foreground", "cell-background"].contains(written) else { continue }
        set(slot, to: written, at: value, [.bareDigits, .x11])
      }
    }
  }

  /// Reads `3=#dcb451`; the number may be written as `0x3`, `0o3` or `0b11`.
  private mutating func readEntry(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard let (number, value) = text.split(range, at: "=") else {
      return reject(range, "expected a palette entry such as '3=#dcb451'")
    }
    let written = text.string(number)
    let radix = ["0x": 16, "0o": 8, "0b": 2][written.prefix(2).lowercased()]
    let digits = radix == nil ? written[...] : written.dropFirst(2)
    guard let index = UInt8(digits: digits, radix: radix ?? 10) else {
      return reject(number, "palette entry '\(written)' is not a number from 0 to 255")
    }
    set(.entry(index), to: text.unquoted(value), at: value, [.bareDigits, .x11])
  }
}

extension PaletteSlot {
  /// The colours that are no entries, in the order of their names in a format.
  static let own: [PaletteSlot] = [
    .foreground, .background, .cursor, .selectionForeground, .selectionBackground,
  ]

  /// kitty.conf, Color scheme.
  static let kitty = names("foreground background cursor selection_foreground selection_background")
  /// Ghostty's Option Reference, without `palette`.
  static let ghostty = names(
    "foreground background cursor-color selection-foreground selection-background")
  /// Resources of any program: xterm(1), urxvt(1).
  static let xresources = names(
    "foreground background cursorColor highlightTextColor highlightColor")
  static let wezterm = names("foreground background cursor_bg selection_fg selection_bg")
  static let foot = names("foreground background - selection-foreground selection-background")
  static let rio = names("foreground background cursor selection-foreground selection-background")
  static let gogh = names("foreground background cursor")
  static let windowsTerminal = names("foreground background cursorColor - selectionBackground")

  /// `-` is a colour without a name.
  private static func names(_ list: String) -> [String] {
    list.split(separator: " ").map(String.init)
  }

  /// Finds a colour by its name in a format; `hasNumbers` if `color7` is an entry.
  init?(_ name: some StringProtocol, among names: [String], hasNumbers: Bool = false) {
    if name != "-", let index = names.firstIndex(where: { $0 == name }) {
      self = Self.own[index]
    } else if hasNumbers, name.hasPrefix("color"), let index = UInt8(digits: name.dropFirst(5)) {
      self = .entry(index)
    } else {
      return nil
    }
  }

  init?(kitty name: String) { self.init(name, among: Self.kitty, hasNumbers: true) }

  /// Finds the colour of a resource; patterns and classes before its name do not count.
  init?(resource name: String) {
    let last = name.split(whereSeparator: { $0 == "." || $0 == "*" }).last
    self.init(last ?? "", among: Self.xresources, hasNumbers: true)
  }
}

extension PaletteBuilder {
  /// Reads lines of a name, `=` and a value, as Java's properties; Termux uses the names of kitty.
  mutating func readTermux() {
    for line in text.lines where !"#!".utf8.contains(text.bytes[line.lowerBound]) {
      guard let (key, value) = text.split(line, at: "="),
        let slot = PaletteSlot(kitty: text.string(key))
      else { continue }
      set(slot, to: text.string(value), at: value, .x11)
    }
  }

  /// Reads lines of a name, blanks and a value; other settings are skipped.
  mutating func readKitty() {
    for line in text.lines {
      let (key, value) = text.split(line, where: \.isASCIIWhitespace) ?? (line, line.end)
      // A comment's first word has a `#`, and no name has.
      guard let slot = PaletteSlot(kitty: text.string(key)) else { continue }
      let written = text.string(value)
      if case .entry = slot {} else if written.lowercasedASCII == "none" { continue }
      set(slot, to: written, at: value, .x11)
    }
  }
}

extension Range<Int> {
  /// The empty range at its end.
  var end: Range<Int> { upperBound..<upperBound }
}

extension PaletteBuilder {
  /// Reads lines of a name, `:` and a value; a name defined by `#define` is replaced by its value
  /// once.
  mutating func readXresources() {
    var defined: [String: Range<Int>] = [:]
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "!") {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        if let (name, value) = definition(line) { defined[text.string(name)] = value }
        continue
      }
      guard let (key, value) = text.split(line, at: ":"),
        let slot = PaletteSlot(resource: text.string(key))
      else { continue }
      var range = defined[text.string(value)] ?? value
      // Urxvt's opacity, as in `[90]#1d2021`.
      if text.bytes[range].first == UInt8(ascii: "["),
        let end = text.bytes[range].firstIndex(of: UInt8(ascii: "]"))
      {
        range = end + 1..<range.upperBound
      }
      set(slot, to: text.string(range), at: range, [.x11, .shortIsHigh])
    }
  }

  /// The name and the value of `#define name value`.
  private func definition(_ line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
    func words(_ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
      text.split(range) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    guard let (word, rest) = words(line), text.string(word) == "#define" else { return nil }
    return words(rest)
  }
}
