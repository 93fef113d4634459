package import CellLayout
import StyleValues

/// Reads the parameters of an SGR sequence as `SGREncoder` writes them.
///
/// Numbers it does not write are left out.
package struct SGRReader {
  /// A parameter; one with parts has colons between them.
  private struct Parameter {
    var number = 0
    /// The numbers after the first one; most parameters have none.
    var rest: [Int] = []
  }

  private var parameters: ArraySlice<Parameter>

  /// Takes what stands between `CSI` and `m`.
  package init(_ bytes: ArraySlice<UInt8>) {
    var found = [Parameter()]
    for byte in bytes {
      let last = found.count - 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int(byte - 0x30)
        if let part = found[last].rest.last {
          found[last].rest[found[last].rest.count - 1] = min(100_000, part * 10 + digit)
        } else {
          found[last].number = min(100_000, found[last].number * 10 + digit)
        }
      case UInt8(ascii: ":"): found[last].rest.append(0)
      case UInt8(ascii: ";"): found.append(Parameter())
      default: break
      }
    }
    parameters = found[...]
  }

  /// Changes a rendition as the sequence says.
  package mutating func apply(to rendition: inout GraphicRendition) {
    while let parameter = parameters.popFirst() {
      if parameter.rest.isEmpty {
        apply(parameter.number, to: &rendition)
      } else {
        apply(parts: [parameter.number] + parameter.rest, to: &rendition)
      }
    }
  }

  private static let attributes: [Int: CellAttributes] = [
    1: .bold, 2: .faint, 3: .italic, 5: .blink, 7: .reverse, 9: .strikethrough, 53: .overline,
  ]

  private static let ends: [Int: CellAttributes] = [
    22: [.bold, .faint], 23: .italic, 25: .blink, 27: .reverse, 29: .strikethrough, 55: .overline,
  ]

  private mutating func apply(_ number: Int, to rendition: inout GraphicRendition) {
    if let attribute = Self.attributes[number] {
      rendition.attributes.insert(attribute)
      return
    }
    if let ended = Self.ends[number] {
      rendition.attributes.subtract(ended)
      return
    }
    switch number {
    case 0: rendition = .standard
    case 4: rendition.underline = .single
    case 24: rendition.underline = .none
    case 30...37: rendition.foreground = .palette(UInt8(number - 30))
    case 40...47: rendition.background = .palette(UInt8(number - 40))
    case 90...97: rendition.foreground = .palette(UInt8(number - 82))
    case 100...107: rendition.background = .palette(UInt8(number - 92))
    case 38: if let color = color() { rendition.foreground = color }
    case 48: if let color = color() { rendition.background = color }
    case 39: rendition.foreground = .standard
    case 49: rendition.background = .standard
    case 59: rendition.underlineColor = .standard
    default: break
    }
  }

  /// The parameters after 38 or 48.
  private mutating func color() -> TerminalColor? {
    guard let form = parameters.popFirst(), form.rest.isEmpty else { return nil }
    switch form.number {
    case 5: return parameters.popFirst().flatMap { Self.color([$0.number] + $0.rest) }
    case 2:
      let channels = parameters.prefix(3)
      parameters = parameters.dropFirst(3)
      guard channels.count == 3, channels.allSatisfy({ $0.rest.isEmpty && $0.number < 256 }) else {
        return nil
      }
      let first = channels.startIndex
      func channel(_ index: Int) -> UInt8 { UInt8(channels[first + index].number) }
      return .rgb(RGB8(red: channel(0), green: channel(1), blue: channel(2)))
    default: return nil
    }
  }

  /// `4:3`, `58:2::r:g:b`, `58:5:n`.
  private func apply(parts: [Int], to rendition: inout GraphicRendition) {
    if parts.count == 2, parts[0] == 4 {
      rendition.underline =
        (0...5).contains(parts[1]) ? UnderlineStyle(rawValue: UInt8(parts[1])) ?? .single : .single
    } else if parts[0] == 58, parts.count == 3, parts[1] == 5 {
      if let color = Self.color([parts[2]]) { rendition.underlineColor = color }
    } else if parts[0] == 58, parts.count == 6, parts[1] == 2 {
      if let color = Self.color(Array(parts[3...])) { rendition.underlineColor = color }
    }
  }

  /// One number is an entry of the palette, three are an exact colour.
  private static func color(_ numbers: [Int]) -> TerminalColor? {
    let bytes = numbers.compactMap { UInt8(exactly: $0) }
    guard bytes.count == numbers.count else { return nil }
    switch bytes.count {
    case 1: return .palette(bytes[0])
    case 3: return .rgb(RGB8(red: bytes[0], green: bytes[1], blue: bytes[2]))
    default: return nil
    }
  }
}
