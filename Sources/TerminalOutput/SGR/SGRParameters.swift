import Bytes
package import CellLayout
package import StyleValues

/// Writes SGR control sequences (ECMA-48 §8.3.117) at the end of a byte array.
///
/// Parameters that may share a sequence are collected in one. Those with colons get a sequence of
/// their own: xterm up to 379 drops the underline at `4:3`, and takes the numbers of a semicolon
/// form of 58 for attributes.
package struct SGRParameters {
  private var isOpen = false

  /// Adds a parameter to the shared sequence, opening it if need be.
  package mutating func add(_ number: UInt8, to bytes: inout [UInt8]) {
    if isOpen {
      bytes.append(UInt8(ascii: ";"))
    } else {
      bytes.append("\u{1B}[")
      isOpen = true
    }
    bytes.appendDecimal(number)
  }

  /// Ends the shared sequence, if there is one.
  package mutating func close(_ bytes: inout [UInt8]) {
    guard isOpen else { return }
    bytes.append(UInt8(ascii: "m"))
    isOpen = false
  }

  /// Adds a foreground (`base` 30) or background (40).
  package mutating func add(_ color: TerminalColor, base: UInt8, to bytes: inout [UInt8]) {
    switch color {
    case .standard:
      add(base + 9, to: &bytes)
    case .palette(let index) where index < 8:
      add(base + index, to: &bytes)
    case .palette(let index) where index < 16:
      add(base + 60 + index - 8, to: &bytes)
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

  /// Adds the numbers of attributes; the underline comes between them, in order.
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

  /// Writes the colour of the underline.
  package static func addUnderlineColor(_ color: TerminalColor, to bytes: inout [UInt8]) {
    switch color {
    case .standard:
      bytes.append("\u{1B}[59m")
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
