import StyleValues

/// Reads SGR sequences (ECMA-48 §8.3.117), with the common extensions of terminals: 256 and exact
/// colours (ISO 8613-6 §13.1.8), bright colours (aixterm), styles and colours of underlines (kitty,
/// VTE).
extension GraphicRendition {
  /// Applies a sequence.
  ///
  /// Unknown numbers and incomplete colours change nothing.
  /// - Parameter parameters: The bytes between CSI and `m`: digits, semicolons and colons.
  package mutating func apply(_ parameters: Span<UInt8>) {
    var reader = SGRParameterReader()
    while let parameter = reader.next(in: parameters) {
      switch parameter[0] {
      case 38: if let color = Self.color(parameter, &reader, in: parameters) { foreground = color }
      case 48: if let color = Self.color(parameter, &reader, in: parameters) { background = color }
      case 58:
        if let color = Self.color(parameter, &reader, in: parameters) { underlineColor = color }
      case 4 where parameter.count > 1:
        if let style = UnderlineStyle(rawValue: UInt8(clamping: parameter[1])) { underline = style }
      default: if parameter.count == 1 { apply(parameter[0]) }
      }
    }
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: self = GraphicRendition()
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.faint)
    case 3: attributes.insert(.italic)
    case 4: underline = .single
    case 5, 6: attributes.insert(.blink)
    case 7: attributes.insert(.reverse)
    case 8: attributes.insert(.conceal)
    case 9: attributes.insert(.strikethrough)
    case 21: underline = .double
    case 22: attributes.subtract([.bold, .faint])
    case 23: attributes.remove(.italic)
    case 24: underline = .none
    case 25: attributes.remove(.blink)
    case 27: attributes.remove(.reverse)
    case 28: attributes.remove(.conceal)
    case 29: attributes.remove(.strikethrough)
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

  /// Reads the rest of 38, 48 or 58: after colons in the same parameter, after semicolons in the
  /// next ones.
  private static func color(
    _ parameter: [Int], _ reader: inout SGRParameterReader, in bytes: Span<UInt8>
  ) -> TerminalColor? {
    var values = parameter
    if parameter.count == 1 {
      guard let kind = reader.next(in: bytes) else { return nil }
      values.append(kind[0])
      for _ in 0..<(kind[0] == 5 ? 1 : kind[0] == 2 ? 3 : 0) {
        guard let value = reader.next(in: bytes) else { return nil }
        values.append(value[0])
      }
    } else if parameter[1] == 2, parameter.count >= 6 {
      // With five and more values the first is the colour space (ISO 8613-6).
      values.remove(at: 2)
    }
    switch values[1] {
    case 5 where values.count > 2 && values[2] < 256: return .palette(UInt8(values[2]))
    case 2 where values.count > 4 && max(values[2], values[3], values[4]) < 256:
      return .rgb(RGB8(red: UInt8(values[2]), green: UInt8(values[3]), blue: UInt8(values[4])))
    default: return nil
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
    var parameters = [0]
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: ";") { return parameters }
      if byte == UInt8(ascii: ":") {
        parameters.append(0)
      } else {
        parameters[parameters.count - 1] = min(
          parameters[parameters.count - 1] * 10 + Int(byte & 15), 1 << 16)
      }
    }
    isAtEnd = true
    return parameters
  }
}
