import Bytes
package import StyleValues

/// Writes the escape sequences from one rendition of a terminal to another.
///
/// Colours must have been quantised for the terminal before; other parts that it cannot draw are
/// left out here.
package struct SGREncoder: Hashable, Sendable {
  package let capabilities: RenditionCapabilities

  package init(capabilities: RenditionCapabilities = []) { self.capabilities = capabilities }

  /// Appends the shortest sequence from one rendition to another; nothing if they look the same.
  package func append(
    from old: GraphicRendition, to new: GraphicRendition, into bytes: inout [UInt8]
  ) {
    let (old, new) = (capabilities.visible(old), capabilities.visible(new))
    if old == new { return }
    let start = bytes.count
    let turnsOff = appendChange(from: old, to: new, into: &bytes)
    // Only what has to be turned off can make starting over the shorter way.
    guard turnsOff else { return }
    let middle = bytes.count
    appendSet(new, afterReset: true, into: &bytes)
    if bytes.count - middle < middle - start {
      bytes.removeSubrange(start..<middle)
    } else {
      bytes.removeSubrange(middle...)
    }
  }

  /// The sequence for a rendition in a terminal in its default state; empty for that state.
  package func bytes(setting rendition: GraphicRendition) -> [UInt8] {
    var bytes: [UInt8] = []
    appendSet(capabilities.visible(rendition), afterReset: false, into: &bytes)
    return bytes
  }

  /// The SGR parameters of a rendition as text, such as `38;2;255;0;0;1;4`.
  ///
  /// Foreground and background come first, then attributes by number, then underline style and
  /// colour.
  package func parameters(of rendition: GraphicRendition) -> String {
    let sequences = String(decoding: bytes(setting: rendition), as: UTF8.self)
    return sequences.split(separator: "m").map { $0.dropFirst(2) }.joined(separator: ";")
  }

  /// Writes a whole rendition, for the default state or with a reset in front.
  private func appendSet(
    _ rendition: GraphicRendition, afterReset: Bool, into bytes: inout [UInt8]
  ) {
    var parameters = SGRParameters()
    if afterReset { parameters.add(0, to: &bytes) }
    if rendition.foreground != .standard {
      parameters.add(rendition.foreground, base: 30, to: &bytes)
    }
    if rendition.background != .standard {
      parameters.add(rendition.background, base: 40, to: &bytes)
    }
    parameters.add(rendition.attributes, underline: rendition.underline != .none, to: &bytes)
    parameters.close(&bytes)
    SGRParameters.addStyle(rendition.underline, to: &bytes)
    if rendition.underlineColor != .standard {
      SGRParameters.addUnderlineColor(rendition.underlineColor, to: &bytes)
    }
  }

  /// Writes the differences, first the ends, then the starts; true if anything ended.
  private func appendChange(
    from old: GraphicRendition, to new: GraphicRendition, into bytes: inout [UInt8]
  ) -> Bool {
    var parameters = SGRParameters()
    var turnsOff = false
    func turnOff(_ number: UInt8) {
      parameters.add(number, to: &bytes)
      turnsOff = true
    }
    var begins = new.attributes.subtracting(old.attributes)
    let ends = old.attributes.subtracting(new.attributes)
    if !ends.isEmpty {
      if !ends.isDisjoint(with: [.bold, .faint]) {
        turnOff(22)
        // One number ends both, so the other one has to begin again.
        begins.formUnion(new.attributes.intersection([.bold, .faint]))
      }
      if ends.contains(.italic) { turnOff(23) }
      if ends.contains(.blink) { turnOff(25) }
      if ends.contains(.reverse) { turnOff(27) }
      if ends.contains(.conceal) { turnOff(28) }
      if ends.contains(.strikethrough) { turnOff(29) }
      if ends.contains(.overline) { turnOff(55) }
    }
    if old.underline != .none && new.underline == .none { turnOff(24) }
    if new.foreground != old.foreground {
      parameters.add(new.foreground, base: 30, to: &bytes)
      turnsOff = turnsOff || new.foreground == .standard
    }
    if new.background != old.background {
      parameters.add(new.background, base: 40, to: &bytes)
      turnsOff = turnsOff || new.background == .standard
    }
    // A styled underline is turned on plain first: terminals that know no styles keep that.
    let beginsUnderline =
      new.underline != old.underline && new.underline != .none
      && (old.underline == .none || new.underline == .single)
    parameters.add(begins, underline: beginsUnderline, to: &bytes)
    parameters.close(&bytes)
    if new.underline != old.underline { SGRParameters.addStyle(new.underline, to: &bytes) }
    if new.underlineColor != old.underlineColor {
      SGRParameters.addUnderlineColor(new.underlineColor, to: &bytes)
      turnsOff = turnsOff || new.underlineColor == .standard
    }
    return turnsOff
  }
}

/// Writes SGR control sequences (ECMA-48 §8.3.117) at the end of a byte array.
///
/// Parameters that may share a sequence are collected in one. Those with colons get a sequence of
/// their own: xterm up to 379 drops the underline at `4:3`, and reads the numbers of a semicolon
/// form of 58 as attributes.
package struct SGRParameters {
  private var isOpen = false

  /// Adds a parameter to the shared sequence, and opens that if necessary.
  package mutating func add(_ number: UInt8, to bytes: inout [UInt8]) {
    if isOpen {
      bytes.append(UInt8(ascii: ";"))
    } else {
      bytes.append("\u{1B}[")
      isOpen = true
    }
    bytes.appendDecimal(number)
  }

  package mutating func close(_ bytes: inout [UInt8]) {
    guard isOpen else { return }
    bytes.append(UInt8(ascii: "m"))
    isOpen = false
  }

  /// Adds a foreground (`base` 30) or background (40).
  package mutating func add(_ color: TerminalColor, base: UInt8, to bytes: inout [UInt8]) {
    switch color {
    case .standard: add(base + 9, to: &bytes)
    case .palette(let index) where index < 8: add(base + index, to: &bytes)
    case .palette(let index) where index < 16: add(base + 60 + index - 8, to: &bytes)
    case .palette(let index):
      add(base + 8, to: &bytes)
      add(5, to: &bytes)
      add(index, to: &bytes)
    case .rgb(let rgb):
      // Semicolons, though ISO 8613-6 has colons here: more terminals know them.
      add(base + 8, to: &bytes)
      add(2, to: &bytes)
      add(rgb.red, to: &bytes)
      add(rgb.green, to: &bytes)
      add(rgb.blue, to: &bytes)
    }
  }

  /// Adds the numbers of attributes, with the underline between them, in order.
  package mutating func add(
    _ attributes: CellAttributes, underline: Bool, to bytes: inout [UInt8]
  ) {
    if attributes.isEmpty && !underline { return }
    if attributes.contains(.bold) { add(1, to: &bytes) }
    if attributes.contains(.faint) { add(2, to: &bytes) }
    if attributes.contains(.italic) { add(3, to: &bytes) }
    if underline { add(4, to: &bytes) }
    if attributes.contains(.blink) { add(5, to: &bytes) }
    if attributes.contains(.reverse) { add(7, to: &bytes) }
    if attributes.contains(.conceal) { add(8, to: &bytes) }
    if attributes.contains(.strikethrough) { add(9, to: &bytes) }
    if attributes.contains(.overline) { add(53, to: &bytes) }
  }

  /// Writes the style of an underline that is already on.
  package static func addStyle(_ style: UnderlineStyle, to bytes: inout [UInt8]) {
    guard style.rawValue > UnderlineStyle.single.rawValue else { return }
    bytes.append("\u{1B}[4:")
    bytes.append(UInt8(ascii: "0") + style.rawValue)
    bytes.append(UInt8(ascii: "m"))
  }

  package static func addUnderlineColor(_ color: TerminalColor, to bytes: inout [UInt8]) {
    switch color {
    case .standard: bytes.append("\u{1B}[59m")
    case .palette(let index):
      bytes.append("\u{1B}[58:5:")
      bytes.appendDecimal(index)
      bytes.append(UInt8(ascii: "m"))
    case .rgb(let rgb):
      bytes.append("\u{1B}[58:2::")
      bytes.appendDecimal(rgb.red)
      bytes.append(UInt8(ascii: ":"))
      bytes.appendDecimal(rgb.green)
      bytes.append(UInt8(ascii: ":"))
      bytes.appendDecimal(rgb.blue)
      bytes.append(UInt8(ascii: "m"))
    }
  }
}
