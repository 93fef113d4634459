/// Graphic rendition that the SGR sequences of a text have set.
///
/// ECMA-48 §8.3.117 (select graphic rendition), with the extensions that terminals have in common:
/// 256 and exact colours (ISO 8613-6 §13.1.8), bright colours (aixterm), styles and colours of
/// underlines (kitty, VTE).
package struct GraphicsState: Hashable, Sendable {
  /// A colour.
  package enum Color: Hashable, Sendable {
    /// The terminal's own, SGR 39, 49 and 59.
    case standard
    /// An entry of the palette.
    case palette(UInt8)
    /// Red, green and blue.
    case exact(UInt8, UInt8, UInt8)
  }

  /// The line under the text.
  package enum Underline: UInt8, CaseIterable, Hashable, Sendable {
    /// No line, SGR 24 and 4:0.
    case none
    /// SGR 4 and 4:1.
    case single
    /// SGR 21 and 4:2.
    case double
    /// SGR 4:3.
    case curly
    /// SGR 4:4.
    case dotted
    /// SGR 4:5.
    case dashed
  }

  /// Attributes that are on or off.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// SGR 1; 22 ends it.
    package static let bold = Attributes(rawValue: 1)
    /// SGR 2; 22 ends it.
    package static let faint = Attributes(rawValue: 2)
    /// SGR 3; 23 ends it.
    package static let italic = Attributes(rawValue: 4)
    /// SGR 5 and 6; 25 ends it.
    package static let blink = Attributes(rawValue: 8)
    /// SGR 7; 27 ends it.
    package static let reverse = Attributes(rawValue: 16)
    /// SGR 8; 28 ends it.
    package static let conceal = Attributes(rawValue: 32)
    /// SGR 9; 29 ends it.
    package static let strike = Attributes(rawValue: 64)
    /// SGR 53; 55 ends it.
    package static let overline = Attributes(rawValue: 128)
  }

  /// The colour of the text.
  package var foreground = Color.standard
  /// The colour behind it.
  package var background = Color.standard
  /// The colour of its underline; `standard` is that of the text.
  package var underlineColor = Color.standard
  /// The line under it.
  package var underline = Underline.none
  /// Attributes that are on.
  package var attributes: Attributes = []

  /// The state of a terminal that was just turned on.
  package init() {}

  /// True if nothing is set.
  package var isPlain: Bool { self == GraphicsState() }

  /// Does what a sequence says.
  ///
  /// What a number means that is not known, or a colour that is not complete, changes nothing.
  /// - Parameter parameters: The bytes between CSI and `m`: digits, semicolons and colons.
  package mutating func apply(_ parameters: Span<UInt8>) {
    var reader = SGRParameterReader()
    while let parameter = reader.next(in: parameters) {
      switch parameter[0] {
      case 38: set(\.foreground, parameter, &reader, in: parameters)
      case 48: set(\.background, parameter, &reader, in: parameters)
      case 58: set(\.underlineColor, parameter, &reader, in: parameters)
      case 4 where parameter.count > 1:
        if let style = Underline(rawValue: UInt8(clamping: parameter[1])) { underline = style }
      default:
        if parameter.count == 1 { apply(parameter[0]) }
      }
    }
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: self = GraphicsState()
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.faint)
    case 3: attributes.insert(.italic)
    case 4: underline = .single
    case 5, 6: attributes.insert(.blink)
    case 7: attributes.insert(.reverse)
    case 8: attributes.insert(.conceal)
    case 9: attributes.insert(.strike)
    case 21: underline = .double
    case 22: attributes.subtract([.bold, .faint])
    case 23: attributes.remove(.italic)
    case 24: underline = .none
    case 25: attributes.remove(.blink)
    case 27: attributes.remove(.reverse)
    case 28: attributes.remove(.conceal)
    case 29: attributes.remove(.strike)
    case 30...37: foreground = .palette(UInt8(number - 30))
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(number - 40))
    case 49: background = .standard
    case 53: attributes.insert(.overline)
    case 55: attributes.remove(.overline)
    case 59: underlineColor = .standard
    case 90...97: foreground = .palette(UInt8(number - 90 + 8))
    case 100...107: background = .palette(UInt8(number - 100 + 8))
    default: break
    }
  }

  /// Reads the rest of 38, 48 or 58: with colons in the same parameter, with semicolons in the next
  /// ones.
  private mutating func set(
    _ place: WritableKeyPath<GraphicsState, Color>, _ parameter: [Int],
    _ reader: inout SGRParameterReader, in bytes: Span<UInt8>
  ) {
    var values = parameter
    if parameter.count == 1 {
      guard let kind = reader.next(in: bytes) else { return }
      values.append(kind[0])
      for _ in 0..<(kind[0] == 5 ? 1 : kind[0] == 2 ? 3 : 0) {
        guard let value = reader.next(in: bytes) else { return }
        values.append(value[0])
      }
    } else if parameter[1] == 2, parameter.count >= 6 {
      // With five and more values the first is the colour space (ISO 8613-6).
      values.remove(at: 2)
    }
    switch values[1] {
    case 5 where values.count > 2 && values[2] < 256:
      self[keyPath: place] = .palette(UInt8(values[2]))
    case 2 where values.count > 4 && max(values[2], values[3], values[4]) < 256:
      self[keyPath: place] = .exact(UInt8(values[2]), UInt8(values[3]), UInt8(values[4]))
    default: break
    }
  }
}

/// Reads the parameters of a sequence: numbers between semicolons, each with parts between colons.
///
/// ECMA-48 §5.4.2: an empty one has the default value, which is 0 in SGR.
private struct SGRParameterReader {
  private var offset = 0
  private var isAtEnd = false

  /// The parts of the next parameter, one or more; nil behind the last.
  mutating func next(in bytes: Span<UInt8>) -> [Int]? {
    guard !isAtEnd else { return nil }
    var parts = [0]
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: ";") { return parts }
      if byte == UInt8(ascii: ":") {
        parts.append(0)
      } else {
        parts[parts.count - 1] = min(parts[parts.count - 1] * 10 + Int(byte & 15), 1 << 16)
      }
    }
    isAtEnd = true
    return parts
  }
}
